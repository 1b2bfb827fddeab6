/* pair_set.cuh - a set of pairs (row, id) by open addressing: ids of many rows in one table.
 *
 * A pair starts at a slot by a product of both and goes on to the next free one.  Nothing is
 * dropped as long as a slot is free: PAIR_LOAD keeps half of them free.
 */
#ifndef TG_GPU_LOOKUP_PAIR_SET_CUH
#define TG_GPU_LOOKUP_PAIR_SET_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { PAIR_LOAD = 2 }; /* slots for each pair, at least */
static const unsigned long long NO_PAIR = ~0ull; /* rows are below 2^32 - 1 */

typedef struct pair_set {
    unsigned long long *slots; /* NO_PAIR where free */
    uint32_t slot_count;       /* a power of two, two at least */
    uint32_t shift;            /* to its bits of a 32-bit product */
} pair_set;

static TG_BOTH pair_set pair_set_of(unsigned long long *slots, uint32_t slot_count)
{
    const pair_set set = {slots, slot_count, 32 - log2_floor(slot_count)};
    return set;
}

static TG_BOTH unsigned long long pair_of(uint32_t row, uint32_t id)
{
    return (unsigned long long)row << 32 | id;
}

/* The high bits of a product with 2^32 / phi spread ids that follow one another (Knuth, volume 3,
 * section 6.4); rows are spread by another odd number first. */
static TG_BOTH uint32_t pair_slot(const pair_set &set, uint32_t row, uint32_t id)
{
    return ((id ^ row * 0x85ebca6bu) * 0x9e3779b1u) >> set.shift;
}

/* Takes the slot for the pair if it is free. */
static TG_BOTH bool pair_take(unsigned long long *slot, unsigned long long pair)
{
#ifdef __CUDA_ARCH__
    return atomicCAS(slot, NO_PAIR, pair) == NO_PAIR;
#else
    if (*slot != NO_PAIR) return false;
    *slot = pair;
    return true;
#endif
}

/* At most slot_count / PAIR_LOAD different pairs in all; many threads at once. */
static TG_BOTH void pair_insert(const pair_set &set, uint32_t row, uint32_t id)
{
    uint32_t slot = pair_slot(set, row, id);
    while (!pair_take(set.slots + slot, pair_of(row, id))) slot = (slot + 1) & (set.slot_count - 1);
}

/* After all inserts. */
static TG_BOTH bool pair_contains(const pair_set &set, uint32_t row, uint32_t id)
{
    const unsigned long long wanted = pair_of(row, id);
    for (uint32_t slot = pair_slot(set, row, id);; slot = (slot + 1) & (set.slot_count - 1)) {
        const unsigned long long there = set.slots[slot];
        if (there == wanted) return true;
        if (there == NO_PAIR) return false;
    }
}

#endif
