/* pair_set.cuh - a hash set of pairs (row, id) with open addressing: one table for the ids of many rows.
 *
 * - A pair is stored in the slot that is the hash of both numbers, or in the next free one. No
 *   pair is dropped while a slot is free, and PAIR_LOAD keeps half of the slots free, so searches
 *   are short.  The hash has a random key: who writes a file does not know which pairs collide.
 */
#ifndef TG_GPU_LOOKUP_PAIR_SET_CUH
#define TG_GPU_LOOKUP_PAIR_SET_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { PAIR_LOAD = 2 }; /* at least this many slots for each pair */
static const unsigned long long NO_PAIR = ~0ull; /* rows are below 2^32 - 1 */

typedef struct pair_set {
    unsigned long long *slots; /* a free slot contains NO_PAIR */
    uint32_t slot_count; /* a power of two, at least two */
    uint32_t shift; /* how far a 32-bit product is shifted to leave its highest bits */
    uint32_t of_id, of_row; /* odd factors */
} pair_set;

/* Both halves of the key are odd. */
static TG_BOTH pair_set pair_set_of(unsigned long long *slots, uint32_t slot_count, uint64_t key)
{
    const pair_set set = {slots, slot_count, 32 - log2_floor(slot_count), (uint32_t)key, (uint32_t)(key >> 32)};
    return set;
}

static TG_BOTH unsigned long long pair_of(uint32_t row, uint32_t id)
{
    return (unsigned long long)row << 32 | id;
}

/* Returns the slot where the search for a pair starts: the highest bits of the sum of two products
 * (multiply-shift: Dietzfelbinger et al., J. Algorithms 1997). */
static TG_BOTH uint32_t pair_slot(const pair_set &set, uint32_t row, uint32_t id)
{
    return (id * set.of_id + row * set.of_row) >> set.shift;
}

/* Stores the pair in the slot if the slot is free; returns whether it was free. */
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

/* Inserts a pair into the set. Many threads may call it at the same time, for at most slot_count
 * / PAIR_LOAD different pairs. */
static TG_BOTH void pair_insert(const pair_set &set, uint32_t row, uint32_t id)
{
    uint32_t slot = pair_slot(set, row, id);
    while (!pair_take(set.slots + slot, pair_of(row, id))) slot = (slot + 1) & (set.slot_count - 1);
}

/* Whether the set contains a pair; call it after all inserts. */
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
