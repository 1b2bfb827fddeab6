/* labels.h - labels of vertices, hubs first, without an array for all vertices.
 *
 * - Any total order of the vertices gives the right count; an order with hubs first gives few
 *   wedges.
 * - The hubs are found in a sample of the edges: with 5 in 100 edges of a Kronecker graph the
 *   order has 1 to 2 in 100 wedges more than that of all degrees
 *   (docs/notes/out-of-core.md#hubs-from-a-sample).
 * - Vertex x that is no hub has the label hubs + x, so only hubs need a map, a hash table that
 *   fits in the cache.  Label hubs + x of a hub x is not used.
 */
#ifndef TG_STORE_LABELS_H
#define TG_STORE_LABELS_H

#include <stdint.h>

#include "graph/edges.h"

typedef struct tg_labels {
    uint32_t hubs;
    uint32_t *ids;   /* of each hub */
    uint32_t *table; /* pairs: id of a hub, its label; the id UINT32_MAX: the slot is free */
    uint32_t shift;  /* 32 minus the bits of the table's slots */
} tg_labels;

/* The most hubs, and the most bytes that a hub needs.  Ids from UINT32_MAX - TG_HUBS_MOST on have
 * no label. */
enum { TG_HUBS_MOST = 1 << 18, TG_HUB_BYTES = 80 };

/* The memory of the search beside the labels, and the most hubs. */
typedef struct tg_hub_limits {
    uint64_t room_bytes;
    uint32_t hubs;
} tg_hub_limits;

/* Finds hubs among edges, of which at most TG_LABELS_SAMPLE_MOST are sampled.  A flat graph has
 * no hubs, so its order does not change. */
enum { TG_LABELS_SAMPLE_MOST = 1 << 23 };
tricorn_status tg_labels_choose(tricorn_context *context, const tg_edge *edges, uint64_t count,
                                const tg_hub_limits *limits, tg_labels *labels);
/* Makes the labels for known hubs; the first hub has label 0. */
tricorn_status tg_labels_of_hubs(tricorn_context *context, const uint32_t *ids, uint32_t count,
                                 tg_labels *labels);
void tg_labels_free(tg_labels *labels);

static inline uint32_t tg_label_slot(const tg_labels *labels, uint32_t id)
{
    return (uint32_t)(id * UINT32_C(0x9E3779B1)) >> labels->shift;
}

static inline uint32_t tg_label_of(const tg_labels *labels, uint32_t id)
{
    if (labels->hubs == 0) return id;
    const uint32_t mask = (UINT32_C(1) << (32 - labels->shift)) - 1;
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

#endif
