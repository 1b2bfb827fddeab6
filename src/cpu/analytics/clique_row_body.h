/* clique_row_body.h - the code of all variants of clique_row.h, which the compiler translates to
 * the ANDs and popcounts of each instruction set.
 *
 * - A set of positions is extended by each of its members i: the members below i that are
 *   connected to i form the next, smaller set, which one AND computes.
 * - The last vertex of a clique needs no further set: one popcount counts its possibilities.
 * - The counts of last vertices by position are stored as binary digits: plane p contains bit p
 *   of the counts, for 64 positions per word.  A set of positions is added to them like a number,
 *   with carries.
 */
#include <stddef.h>

static uint64_t count_bits(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    uint64_t sum = 0;
    for (uint32_t w = 0; w < words; w++) sum += (uint64_t)__builtin_popcountll(a[w] & b[w]);
    return sum;
}

static uint64_t shared_bits(const uint64_t *a, const uint64_t *b, uint32_t words, uint64_t *to)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++) any |= to[w] = a[w] & b[w];
    return any;
}

/* Adds the counts in the planes to `counts`, and clears the planes. */
static void move_planes(tg_clique_row *row)
{
    for (uint32_t p = 0; p < TG_CLIQUE_PLANES && row->added >> p > 0; p++) {
        uint64_t *plane = row->planes + (size_t)p * row->words;
        for (uint32_t w = 0; w < row->words; w++) {
            for (uint64_t left = plane[w]; left; left &= left - 1)
                row->counts[64 * (size_t)w + (uint32_t)__builtin_ctzll(left)] += UINT64_C(1) << p;
            plane[w] = 0;
        }
    }
    row->added = 0;
}

static void add_to_planes(tg_clique_row *row, const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++) {
        uint64_t carry = a[w] & b[w];
        for (uint64_t *plane = row->planes + w; carry; plane += row->words) {
            const uint64_t next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
    }
    if (++row->added == (UINT32_C(1) << TG_CLIQUE_PLANES) - 1) move_planes(row);
}

static uint64_t count_in_set(tg_clique_row *row, const uint64_t *set, uint32_t words, uint32_t size, uint64_t *room);
static uint64_t count_until_stopped(
  tg_clique_row *row, const uint64_t *set, uint32_t words, uint32_t size, uint64_t *room);

/* Counts the cliques of `size` positions of which i is the largest and the others are members of
 * `set`. */
static uint64_t count_below(tg_clique_row *row, const uint64_t *set, uint32_t i, uint32_t size, uint64_t *room)
{
    const uint64_t *own = row->bits + (size_t)i * row->words;
    const uint32_t words = i / 64 + 1; /* all members of the next set are below i */
    uint64_t found = 0;
    if (size == 2) {
        found = count_bits(own, set, words);
        if (row->counts && found > 0) add_to_planes(row, own, set, words);
    } else if (shared_bits(own, set, words, room)) {
        found = size == 3 ? count_in_set(row, room, words, 2, room + row->words)
                          : count_until_stopped(row, room, words, size - 1, room + row->words);
    }
    if (row->counts) row->counts[i] += found;
    return found;
}

static uint64_t count_in_set(tg_clique_row *row, const uint64_t *set, uint32_t words, uint32_t size, uint64_t *room)
{
    uint64_t found = 0;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1)
            found += count_below(row, set, 64 * w + (uint32_t)__builtin_ctzll(left), size, room);
    return found;
}

/* Whether the caller has asked to stop; the members of a set of `words` words are compared with it next. */
static bool clique_row_stops(tg_clique_row *row, uint32_t words)
{
    enum { STEPS = 1 << 22 }; /* words between two questions: a few milliseconds */
    row->steps += (uint64_t)64 * words * words;
    if (row->steps < STEPS) return row->stopped;
    row->steps = 0;
    row->stopped = row->stopped || tg_work_add(row->context, 0);
    return row->stopped;
}

/* As count_in_set, of cliques of 3 positions or more, until the caller asks to stop. It is apart, so that
 * the loops that take most of the time stay as they are. */
__attribute__((noinline)) static uint64_t count_until_stopped(
  tg_clique_row *row, const uint64_t *set, uint32_t words, uint32_t size, uint64_t *room)
{
    uint64_t found = 0;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            if (clique_row_stops(row, w + 1)) return found;
            found += count_below(row, set, 64 * w + (uint32_t)__builtin_ctzll(left), size, room);
        }
    return found;
}

static uint64_t count_cliques(tg_clique_row *row, uint32_t size, uint32_t first, uint32_t last)
{
    uint64_t found = 0;
    /* the members of the set of i are the bits of row i */
    for (uint32_t i = first; i < last; i++)
        found += count_below(row, row->bits + (size_t)i * row->words, i, size, row->sets);
    if (row->counts) move_planes(row);
    return found;
}
