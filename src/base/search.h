/* search.h - binary searches of ascending numbers.
 *
 * * No step branches on the number that it reads: the processor could not predict that branch.
 * * A search of structs, or of computed numbers, takes its steps by tg_search; every other search
 *   is one call.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The places first to first + left - 1, among which a search looks for the first one whose entry
 * is not below the sought value:
 *
 *     tg_search in = {0, count};
 *     while (in.left > 0) tg_search_step(&in, list[tg_search_at(&in)].start < sought);
 *
 * Afterwards in.first is that place, or `count` if all entries are below the sought value. */
typedef struct tg_search {
    uint64_t first, left;
} tg_search;

/* Returns the place whose entry the next step compares. */
static inline uint64_t tg_search_at(const tg_search *in)
{
    return in->first + in->left / 2;
}

/* Takes a step. `below` says whether the entry at that place, and so all before it, is below the sought value. */
static inline void tg_search_step(tg_search *in, bool below)
{
    const uint64_t half = in->left / 2;
    in->first += below ? half + 1 : 0;
    in->left = below ? in->left - half - 1 : half;
}

/* Returns the place of the first id that is not below `id`, which is the number of ids below
 * `id`. */
static inline uint64_t tg_lower_bound(const uint32_t *ids, uint64_t count, uint32_t id)
{
    tg_search in = {0, count};
    while (in.left > 0) tg_search_step(&in, ids[tg_search_at(&in)] < id);
    return in.first;
}

/* Does the same as tg_lower_bound, for 64-bit numbers. */
static inline uint64_t tg_lower_bound_64(const uint64_t *numbers, uint64_t count, uint64_t number)
{
    tg_search in = {0, count};
    while (in.left > 0) tg_search_step(&in, numbers[tg_search_at(&in)] < number);
    return in.first;
}

/* Does the same as tg_lower_bound from place `from` on, for an id that is probably near `from`:
 * steps double until they pass the id, then halve. */
static inline uint64_t tg_lower_bound_near(const uint32_t *ids, uint64_t from, uint64_t count, uint32_t id)
{
    uint64_t step = 1;
    while (from + step < count && ids[from + step] < id) step *= 2;
    const uint64_t first = from + step / 2, left = count - first;
    return first + tg_lower_bound(ids + first, left < step / 2 + 1 ? left : step / 2 + 1, id);
}

/* Returns the place of the last of `count` ascending numbers that is at most `most`; 0 if none is. In the offsets of
 * rows, this is the row that contains position `most`: empty rows end where they begin. */
static inline uint64_t tg_last_at_most(const uint64_t *numbers, uint64_t count, uint64_t most)
{
    const uint64_t *last = numbers;
    while (count > 1) {
        const uint64_t half = count / 2;
        last = last[half] <= most ? last + half : last;
        count -= half;
    }
    return (uint64_t)(last - numbers);
}
