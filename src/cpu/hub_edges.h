/* hub_edges.h - supports of a graph with hubs, or of some rows of one: chooses methods for its
 * triangles, and counts all. */
#ifndef TG_CPU_HUB_EDGES_H
#define TG_CPU_HUB_EDGES_H

#include "cpu/features.h"
#include "task/task.h"

/* Triangles u > v > w with v < hubs are counted by pairs of hubs (cpu/hub_pairs.h) for u <
 * paired, and by looking up wedges (cpu/hub_wedges.h) for other u; all other triangles by lists.
 */
typedef struct tg_hub_edges_plan {
    uint32_t hubs;
    uint32_t paired; /* 0, or at least hubs; 0 for rows that begin between two hubs */
} tg_hub_edges_plan;

/* The cheapest plan, by a sample of the edges and with the memory estimated from `features`;
 * false if memory is too small for every plan.  The task must be a whole graph, or some of its
 * rows u, for which tg_reverse_lists_fit holds. */
bool tg_hub_edges_choose(const tricorn_context *context, const tg_task *task,
                         const tg_features *features, tg_hub_edges_plan *plan);

/* Adds all triangles to the supports of their edges, by position, and returns their number in
 * *found.  Edges of rows below hubs and below paired must be fewer than 2^32. */
tricorn_status tg_hub_edges_count(tricorn_context *context, const tg_task *task,
                                  const tg_hub_edges_plan *plan, uint32_t *support,
                                  uint64_t *triangles);

#endif
