/* search.h - binary searches of ascending numbers.
 *
 * * No step branches on the number that it reads: the processor could not predict that branch.
 * * A search in an array of structs, or by a number that is computed, takes its steps by
 *   tg_search; every other one is a call.
 */
#ifndef TG_BASE_SEARCH_H
#define TG_BASE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* The places first to first + left - 1, among which a search looks for the first one that is not
 * below what it seeks:
 *
 *     tg_search in = {0, count};
 *     while (in.left > 0) tg_search_step(&in, list[tg_search_at(&in)].start < sought);
 *
 * Then in.first is that place, or `count` if all are below. */
typedef struct tg_search {
    uint64_t first, left;
} tg_search;

/* The place that the next step compares. */
static inline uint64_t tg_search_at(const tg_search *in)
{
    return in->first + in->left / 2;
}

/* below: whether that place is below what is sought, as then all before it are. */
static inline void tg_search_step(tg_search *in, bool below)
{
    const uint64_t half = in->left / 2;
    in->first += below ? half + 1 : 0;
    in->left = below ? in->left - half - 1 : half;
}

/* The place of the first id that is not below `id`, which is how many are below it. */
static inline uint64_t tg_lower_bound(const uint32_t *ids, uint64_t count, uint32_t id)
{
    tg_search in = {0, count};
    while (in.left > 0) tg_search_step(&in, ids[tg_search_at(&in)] < id);
    return in.first;
}

/* The same of wider numbers. */
static inline uint64_t tg_lower_bound_64(const uint64_t *numbers, uint64_t count, uint64_t number)
{
    tg_search in = {0, count};
    while (in.left > 0) tg_search_step(&in, numbers[tg_search_at(&in)] < number);
    return in.first;
}

/* The same from place `from` on, near which it probably is: steps that double, then halves. */
static inline uint64_t tg_lower_bound_near(const uint32_t *ids, uint64_t from, uint64_t count,
                                           uint32_t id)
{
    uint64_t step = 1;
    while (from + step < count && ids[from + step] < id) step *= 2;
    const uint64_t first = from + step / 2, left = count - first;
    return first + tg_lower_bound(ids + first, left < step / 2 + 1 ? left : step / 2 + 1, id);
}

/* The place of the last of `count` numbers that is at most `most`; 0 if none is.  Of the offsets of
 * rows it is the row that has an entry: rows without one end where they begin. */
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

#endif
