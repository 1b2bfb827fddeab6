/* narrow_support.h - supports in 16 bits each; the few that are larger are in a table. */
#pragma once

#include <stdint.h>

#include "base/context.h"
#include "base/search.h"

typedef struct tg_narrow_support {
    uint16_t *of; /* the support of each edge, or `most`: the table has it */
    uint16_t most; /* supports below this are not in the table */
    /* The table: edges, ascending, and their supports, which are at least `most` whenever a round
     * begins, unless the edge has left. */
    uint64_t *wide_edges;
    uint32_t *wide;
    uint64_t wide_count;
} tg_narrow_support;

enum { TG_WIDE_BYTES = sizeof(uint64_t) + sizeof(uint32_t) }; /* of an edge in the table */

/* Allocates for these numbers of edges. The caller then puts the support of each edge, in order.
 */
tricorn_status tg_narrow_support_create(
  tricorn_context *context, uint64_t edges, uint64_t wide, tg_narrow_support *support);
void tg_narrow_support_free(tg_narrow_support *support);

static inline void tg_narrow_support_put(tg_narrow_support *support, uint64_t edge, uint32_t value)
{
    support->of[edge] = value < support->most ? (uint16_t)value : support->most;
    if (value < support->most) return;
    support->wide_edges[support->wide_count] = edge;
    support->wide[support->wide_count++] = value;
}

static inline uint32_t *tg_narrow_support_wide(const tg_narrow_support *support, uint64_t edge)
{
    return support->wide + tg_lower_bound_64(support->wide_edges, support->wide_count, edge);
}

static inline uint32_t tg_narrow_support_get(const tg_narrow_support *support, uint64_t edge)
{
    const uint16_t value = support->of[edge];
    return value < support->most ? value : *tg_narrow_support_wide(support, edge);
}

/* Subtracts 1. Any thread may call it. */
static inline void tg_narrow_support_lower(const tg_narrow_support *support, uint64_t edge)
{
    if (__atomic_load_n(&support->of[edge], __ATOMIC_RELAXED) < support->most)
        __atomic_fetch_sub(&support->of[edge], 1, __ATOMIC_RELAXED);
    else
        __atomic_fetch_sub(tg_narrow_support_wide(support, edge), 1, __ATOMIC_RELAXED);
}

/* Ends a round: removes supports that have fallen below `most` from the table. */
void tg_narrow_support_settle(tg_narrow_support *support);

/* Drops the edges whose bit in `left` is 0, of `edges` edges, and numbers the others anew. */
void tg_narrow_support_compact(tg_narrow_support *support, const uint64_t *left, uint64_t edges);
