/* hub_edges.h - counts the supports of a graph with hubs, or of some of its rows, by three
 * methods for three kinds of triangles. */
#pragma once

#include "cpu/features.h"
#include "task/task.h"

/* A plan for triangles u > v > w. Those with v < hubs are counted by pairs of bit rows (cpu/hub_pairs.h) if u <
 * paired, otherwise by looking up wedges (cpu/hub_wedges.h). All other triangles are counted by reverse lists. */
typedef struct tg_hub_edges_plan {
    uint32_t hubs;
    /* 0, or at least `hubs`; must be 0 if the task's first row is between two hubs */
    uint32_t paired;
} tg_hub_edges_plan;

/* Finds the cheapest plan from a sample of the edges; `features` are used to estimate memory.
 * Returns false if memory is too small for every plan. The task must be a whole graph, or some
 * of its rows u, for which tg_reverse_lists_fit() must return true. */
bool tg_hub_edges_choose(
  const tricorn_context *context, const tg_task *task, const tg_features *features, tg_hub_edges_plan *plan);

/* Adds all triangles to the supports of their edges, by position, and sets *triangles to the number of triangles. The
 * rows before `hubs` and before `paired` must have fewer than 2^32 edges. */
tricorn_status tg_hub_edges_count(
  tricorn_context *context, const tg_task *task, const tg_hub_edges_plan *plan, uint32_t *support, uint64_t *triangles);
