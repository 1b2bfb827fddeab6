/* labels.h - labels of vertices: hubs come first, and no array for all vertices is needed.
 *
 * - With any total order of the vertices the count is right; with hubs first the wedges are
 *   few.
 * - The hubs are found in a sample of the edges: with 5 in 100 edges of a Kronecker graph, it
 *   has 1 to 2 in 100 wedges more than with the order by true degrees
 *   (docs/notes/out-of-core.md#hubs-from-a-sample).
 * - A vertex x that is no hub has the label hubs + x, so only the hubs are in a map, a hash
 *   table that fits in the cache.  If x is a hub, label hubs + x is not used.
 */
#pragma once

#include <stdint.h>

#include "base/hash.h"
#include "graph/edges.h"

typedef struct tg_labels {
    uint32_t hubs;
    uint32_t *ids; /* the id of each hub, by label */
    uint32_t *table; /* pairs of a hub's id and its label; the id UINT32_MAX marks a free slot */
    uint32_t bits; /* the logarithm of the number of slots */
    uint64_t seed;
} tg_labels;

/* The most hubs, and the most bytes of memory that a hub needs. Ids from
 * UINT32_MAX - TG_HUBS_MOST on have no label. */
enum { TG_HUBS_MOST = 1 << 18, TG_HUB_BYTES = 80 };

/* The memory that the search for hubs may use beside the labels, and the most hubs. */
typedef struct tg_hub_limits {
    uint64_t room_bytes;
    uint32_t hubs;
} tg_hub_limits;

/* Finds the hubs in a sample of at most TG_LABELS_SAMPLE_MOST of the edges, and makes the
 * labels. A flat graph has no hubs, so its labels are its ids. */
enum { TG_LABELS_SAMPLE_MOST = 1 << 23 };
tricorn_status tg_labels_choose(
  tricorn_context *context, const tg_edge *edges, uint64_t count, const tg_hub_limits *limits, tg_labels *labels);
/* Makes the labels for hubs that are already known: hub i gets label i. */
tricorn_status tg_labels_of_hubs(tricorn_context *context, const uint32_t *ids, uint32_t count, tg_labels *labels);
void tg_labels_free(tg_labels *labels);

static inline uint32_t tg_label_slot(const tg_labels *labels, uint32_t id)
{
    return (uint32_t)(tg_hash_id(labels->seed, id) >> (64 - labels->bits));
}

static inline uint32_t tg_label_of(const tg_labels *labels, uint32_t id)
{
    if (labels->hubs == 0) return id;
    const uint32_t mask = (UINT32_C(1) << labels->bits) - 1;
    for (uint32_t slot = tg_label_slot(labels, id);; slot = (slot + 1) & mask) {
        const uint32_t found = labels->table[2 * slot];
        if (found == id) return labels->table[2 * slot + 1];
        if (found == UINT32_MAX) return labels->hubs + id;
    }
}

static inline uint32_t tg_label_id(const tg_labels *labels, uint32_t label)
{
    return label < labels->hubs ? labels->ids[label] : label - labels->hubs;
}
