/* mirror.h - checks that a file lists each edge from both of its ends, as its format wants.
 *
 * - If it does, a reader needs only one of the two.
 * - Nothing is sorted or stored: the sum of a hash over the edges that are listed upwards (from
 *   the smaller id) must equal the sum over those listed downwards.
 * - The seed of the hash is random, so no file can be made to pass; two different sets of edges
 *   pass with a probability of 2^-64.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "base/hash.h"

/* The sums of one thread; all 0 at first. */
typedef struct tg_mirror {
    _Alignas(64) uint64_t up; /* edges to a larger id */
    uint64_t down, loops;
    uint64_t sum; /* the hashes of the edges upwards, minus those downwards */
    /* Exclusive or of all edges; if exactly one edge lacks its counterpart, that edge. */
    uint64_t keys;
} tg_mirror;

static inline void tg_mirror_add(tg_mirror *mirror, uint64_t seed, uint32_t u, uint32_t v)
{
    const uint64_t key = u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
    const uint64_t hash = tg_hash_id(seed, key);
    mirror->up += u < v;
    mirror->down += u > v;
    mirror->loops += u == v;
    mirror->sum += u < v ? hash : u > v ? -hash : 0;
    mirror->keys ^= u == v ? 0 : key;
}

void tg_mirror_join(tg_mirror *all, const tg_mirror *more);

/* Whether each edge was listed upwards and downwards equally often. */
static inline bool tg_mirror_holds(const tg_mirror *all)
{
    return all->up == all->down && all->sum == 0 && all->keys == 0;
}

/* TRICORN_BAD_FORMAT unless each edge was listed upwards and downwards equally often. name is
 * the file's name, first_id the caller's id of vertex 0. */
tricorn_status tg_mirror_check(
  tricorn_context *context, const char *name, const tg_mirror *all, uint64_t seed, uint64_t first_id);
