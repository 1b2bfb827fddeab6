/* vertex_bitmap.c - numbers the members of a set of labels, and finds a member by its number. The search uses counts
 * for cache lines, then counts for the bytes of a word, so no loop visits the bits of more than one byte. */
#include "store/files/vertex_bitmap.h"

#include "base/memory.h"
#include "base/search.h"

enum { WORD_BITS = 64 };

static uint64_t lines_of(const tg_vertex_bitmap *set)
{
    return (set->words + TG_VERTEX_BITMAP_LINE - 1) / TG_VERTEX_BITMAP_LINE;
}

/* Fills the arrays `before` and `near`. */
static void number_lines(tg_vertex_bitmap *set)
{
    uint64_t count = 0;
    for (uint64_t line = 0; line < lines_of(set); line++) {
        const uint64_t first = line * TG_VERTEX_BITMAP_LINE, left = set->words - first;
        const uint64_t last = first + (left < TG_VERTEX_BITMAP_LINE ? left : TG_VERTEX_BITMAP_LINE);
        uint64_t next = (count + TG_VERTEX_BITMAP_NEAR - 1) / TG_VERTEX_BITMAP_NEAR * TG_VERTEX_BITMAP_NEAR;
        set->before[line] = (uint32_t)count;
        for (uint64_t w = first; w < last; w++) count += (uint64_t)__builtin_popcountll(set->bits[w]);
        for (; next < count; next += TG_VERTEX_BITMAP_NEAR) set->near[next / TG_VERTEX_BITMAP_NEAR] = (uint32_t)line;
    }
    set->count = (uint32_t)count;
}

tricorn_status tg_vertex_bitmap_number(tricorn_context *context, tg_vertex_bitmap *set)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *before = NULL, *near = NULL;
    TG_TRY(TG_ALLOC(context, lines_of(set), &before));
    TG_TRY(TG_ALLOC(context, set->words * WORD_BITS / TG_VERTEX_BITMAP_NEAR + 1, &near));
    set->before = before;
    set->near = near;
    before = near = NULL;
    number_lines(set);
cleanup:
    tg_free(before);
    tg_free(near);
    return status;
}

void tg_vertex_bitmap_free(tg_vertex_bitmap *set)
{
    tg_free(set->bits);
    tg_free(set->before);
    tg_free(set->near);
    *set = (tg_vertex_bitmap){0};
}

/* Returns the cache line that contains member number `number`; it lies between the lines of two
 * consecutive entries of `near`. */
static uint64_t line_of(const tg_vertex_bitmap *set, uint32_t number)
{
    const uint32_t *near = set->near + number / TG_VERTEX_BITMAP_NEAR;
    const bool more = (uint64_t)(number / TG_VERTEX_BITMAP_NEAR + 1) * TG_VERTEX_BITMAP_NEAR < set->count;
    const uint64_t last = more ? near[1] + UINT64_C(1) : lines_of(set);
    tg_search in = {near[0] + UINT64_C(1), last - near[0] - 1};
    while (in.left > 0) tg_search_step(&in, set->before[tg_search_at(&in)] <= number);
    return in.first - 1;
}

/* Returns a word whose byte b is the number of one bits in bytes 0 to b of `bits`. */
static inline uint64_t sums_of_bytes(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return ((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101);
}

/* Clears the lowest `number` one bits of a word, which has more than `number` of them, and returns the rest. */
static inline uint64_t bits_from(uint64_t bits, uint64_t sums, uint32_t number)
{
    uint32_t before = 0, shift = 0;
    for (; (sums >> shift & 0xff) <= number; shift += 8) before = (uint32_t)(sums >> shift & 0xff);
    bits = bits >> shift << shift;
    for (; before < number; before++) bits &= bits - 1;
    return bits;
}

/* Finds the word that contains member number `number`; *bits receives the word's one bits from this member on. */
static uint64_t word_of(const tg_vertex_bitmap *set, uint32_t number, uint64_t *bits)
{
    enum { LAST_BYTE = 56 };
    const uint64_t line = line_of(set, number);
    uint64_t word = line * TG_VERTEX_BITMAP_LINE, sums = sums_of_bytes(set->bits[word]);
    uint32_t left = number - set->before[line];
    while (left >= sums >> LAST_BYTE) {
        left -= (uint32_t)(sums >> LAST_BYTE);
        sums = sums_of_bytes(set->bits[++word]);
    }
    *bits = bits_from(set->bits[word], sums, left);
    return word;
}

void tg_vertex_bitmap_members(const tg_vertex_bitmap *set, uint32_t number, uint64_t wanted, uint32_t *labels)
{
    uint64_t bits;
    if (wanted == 0) return;
    uint64_t word = word_of(set, number, &bits);
    for (uint64_t i = 0; i < wanted; i++) {
        while (bits == 0) bits = set->bits[++word];
        labels[i] = (uint32_t)(word * WORD_BITS + (uint64_t)__builtin_ctzll(bits));
        bits &= bits - 1;
    }
}

uint32_t tg_vertex_bitmap_member(const tg_vertex_bitmap *set, uint32_t number)
{
    uint32_t label;
    tg_vertex_bitmap_members(set, number, 1, &label);
    return label;
}
