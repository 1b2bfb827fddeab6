/* cut.h - cuts a graph into numbered parts, by a rule: tricorn's own, or that of a partition.
 *
 * A part counts triangles u > v > w. It has a set of vertices for each of u, v and w, and a range of positions among
 * the ids of all rows: the id of the edge u->v must be in that range. Each triangle is counted by exactly one part.
 * Rules know nothing of who counts a part: one process, or workers that share the parts (worker_tasks.h).
 */
#pragma once

#include "schedule/plan.h"
#include "task/grid.h"

typedef struct tg_cut_part {
    tg_vertices u, v, w;
    /* The edges u->v are at the positions first_edge to last_edge - 1 of the graph's ids. */
    uint64_t first_edge, last_edge;
} tg_cut_part;

/* How many of the parts workers claim while they count; the other parts are assigned to workers beforehand. */
typedef enum tg_cut_claims { TG_CLAIM_FEW, TG_CLAIM_NONE, TG_CLAIM_ALL } tg_cut_claims;

typedef struct tg_cut tg_cut;

typedef struct tg_cut_rule {
    const char *name;
    /* Fills the members of *cut that part() needs, and their number of parts: about `wanted`, or
     * as many as the memory needs. */
    tricorn_status (*cut)(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut);
    tg_cut_part (*part)(const tg_cut *cut, uint64_t number);
    tg_cut_claims claims;
    /* Each worker has the rows of the whole graph in memory, also those of a graph on disk. */
    bool whole;
} tg_cut_rule;

struct tg_cut {
    const tg_cut_rule *rule;
    tg_cut_style style; /* how ranges of edges are cut */
    uint64_t count;
    tg_rows rows; /* the rows of the graph, which may be relabelled; their numbers are labels on
                     disk */
    /* NULL, or count + 1 entries: part t has the positions edges[t] to edges[t + 1] - 1. */
    uint64_t *edges;
    tg_grid grid; /* the sets of vertices of the other rules: part t is task or share t */
};

/* Parts are ranges of edges that cost about the same; part t + 1 begins where part t ends. */
extern const tg_cut_rule tg_cut_rule_own;
/* Returns the rule for a plan: that of its partition, or tricorn's own. NULL: workers cannot share this partition. */
const tg_cut_rule *tg_cut_rule_of(const tg_plan *plan);

/* Cuts the ranges of edges again, with equal costs. A sample of the edges is looked at: an edge
 * u->v costs about as many ids as the algorithm reads for it. Workers with the same graph and
 * style get the same ranges. Uses the context's threads. */
void tg_cut_by_cost(const tricorn_context *context, tg_cut *cut);

/* ---- grids ---- */

enum { TG_MOST_BLOCK_CLASSES = 64 }; /* the most classes that are chosen without being asked for */

/* How a partition cuts a graph into blocks (task/grid.h). */
typedef struct tg_grid_shape {
    bool ranges; /* of vertices; otherwise classes */
    uint32_t columns;
    uint64_t block_bytes; /* of ranges: no block has more, unless it has a single row */
} tg_grid_shape;

/* Finds the shape for the memory and the number of blocks that the plan asks for. TRUST: the
 * square root of that number, or the smallest n with which 3 |E| / n^2 ids need less than the
 * memory, whichever is more. TriX: blocks that fit 4/9 of the memory, and at most as large as
 * that number of equal blocks would be. */
tricorn_status tg_trust_shape(tricorn_context *context, const tg_plan *plan, tg_grid_shape *shape);
tricorn_status tg_trix_shape(tricorn_context *context, const tg_plan *plan, tg_grid_shape *shape);

/* Cuts the graph of a plan, in memory or on disk; its blocks are neither counted nor filled. */
tricorn_status tg_grid_make(tricorn_context *context, const tg_plan *plan, const tg_grid_shape *shape, tg_grid *grid);
