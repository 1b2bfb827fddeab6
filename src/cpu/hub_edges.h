/* hub_edges.h - counts the supports of a graph with hubs, or of some of its rows, by three
 * methods for three kinds of triangles. */
#ifndef TG_CPU_HUB_EDGES_H
#define TG_CPU_HUB_EDGES_H

#include "cpu/features.h"
#include "task/task.h"

/* Triangles u > v > w with v < hubs are counted by pairs of bit rows (cpu/hub_pairs.h) if u <
 * paired, else by looking wedges up (cpu/hub_wedges.h); all other triangles by reverse lists. */
typedef struct tg_hub_edges_plan {
    uint32_t hubs;
    uint32_t paired; /* 0, or at least hubs; 0 if the task's first row is between two hubs */
} tg_hub_edges_plan;

/* Finds the cheapest plan by a sample of the edges, with memory estimated from `features`;
 * returns false if memory is too small for every plan.  The task must be a whole graph, or some
 * of its rows u, and tg_reverse_lists_fit() must hold for it. */
bool tg_hub_edges_choose(const tricorn_context *context, const tg_task *task,
                         const tg_features *features, tg_hub_edges_plan *plan);

/* Adds all triangles to the supports of their edges, by position; *found receives their number.
 * The edges of rows below hubs and below paired must be fewer than 2^32. */
tricorn_status tg_hub_edges_count(tricorn_context *context, const tg_task *task,
                                  const tg_hub_edges_plan *plan, uint32_t *support,
                                  uint64_t *triangles);

#endif
