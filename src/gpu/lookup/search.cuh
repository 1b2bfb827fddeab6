/* search.cuh - binary search in ascending ids.
 *
 * - The number of steps depends only on the number of ids, so lanes that search lists of equal
 *   length do not diverge.
 * - The last ids are read at once, which takes the time of one read.
 */
#ifndef TG_GPU_LOOKUP_SEARCH_CUH
#define TG_GPU_LOOKUP_SEARCH_CUH

#include "device/search.cuh"
#include "gpu/lookup/cuda_host.cuh"

enum { SIDE_BY_SIDE = 4 }; /* when only this many ids are left, they are read at once */

/* Whether the key is among ids[0..count-1]. */
static TG_BOTH bool search_ids(const uint32_t *ids, uint32_t count, uint32_t key)
{
    bool found = false;
    while (count > SIDE_BY_SIDE) {
        const uint32_t half = count / 2;
        if (load_id(ids + half) <= key) ids += half;
        count -= half;
    }
    TG_UNROLL
    for (uint32_t i = 0; i < SIDE_BY_SIDE; i++)
        if (i < count) found |= load_id(ids + i) == key;
    return found;
}

/* Searches two keys at the same time, so that their reads overlap, and returns how many of them
 * are among the ids; `count` must be at least 1. Sets *place to the position of the last id that
 * is at most `other`; to 0 also if no id is. */
static TG_BOTH uint32_t search_two(const uint32_t *ids, uint32_t count, uint32_t key, uint32_t other, uint32_t *place)
{
    uint32_t base = 0, other_base = 0;
    while (count > 1) {
        const uint32_t half = count / 2;
        const uint32_t there = load_id(ids + base + half);
        const uint32_t other_there = load_id(ids + other_base + half);
        if (there <= key) base += half;
        if (other_there <= other) other_base += half;
        count -= half;
    }
    *place = other_base;
    return (load_id(ids + base) == key) + (load_id(ids + other_base) == other);
}

/* Returns the position, from `first` to `last` - 1, of the last id that is at most the key;
 * `first` also if no id is. `last` must be larger than `first`. */
static TG_BOTH uint32_t search_between(const uint32_t *ids, uint32_t first, uint32_t last, uint32_t key)
{
    for (uint32_t count = last - first; count > 1;) {
        const uint32_t half = count / 2;
        if (load_id(ids + first + half) <= key) first += half;
        count -= half;
    }
    return first;
}

/* Whether the key is among ids[*place] to ids[count - 1]; *place must be below `count`. Moves
 * *place to the last id that is at most the key, so that the searches of ascending keys start
 * where those before have ended. */
static TG_BOTH bool search_from(const uint32_t *ids, uint32_t count, uint32_t key, uint32_t *place)
{
    *place = search_between(ids, *place, count, key);
    return load_id(ids + *place) == key;
}

/* Whether the key is among ids[0..count-1], which are in shared memory. */
static TG_BOTH bool search_shared(const uint32_t *ids, uint32_t count, uint32_t key)
{
    uint32_t base = 0;
    if (count == 0) return false;
    while (count > 1) {
        const uint32_t half = count / 2;
        if (ids[base + half] <= key) base += half;
        count -= half;
    }
    return ids[base] == key;
}

/* Returns how many of the ascending values[0..count-1] are at most the key. */
template <typename Value> static TG_BOTH uint32_t count_up_to(const Value *values, uint32_t count, Value key)
{
    return search_places(0u, count, [=](uint32_t i) { return values[i] <= key; });
}

#endif
