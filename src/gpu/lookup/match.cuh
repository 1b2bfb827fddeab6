/* match.cuh - counting triangles as matching a query graph: which vertices may be matched, and partial matches.
 *
 * - The query is a triangle with the edges u->v, u->w and v->w. The first two are its tree, with
 *   root u; v->w is the edge that is not in the tree.  The order of the vertices makes each
 *   triangle one match and not six.
 * - Vertices that cannot be matched are filtered out first.
 * - Partial matches have numbers, so tables of any size can hold them in batches.
 *
 * Source: the two steps that Pandey et al., "TRUST", TPDS 2021, section 2.2, describe, of Wang, Wang, Yang, Owens, "A
 * Comparative Study on Exact Triangle Counting Algorithms on the GPU", HPGP 2016.
 */
#ifndef TG_GPU_LOOKUP_MATCH_CUH
#define TG_GPU_LOOKUP_MATCH_CUH

#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

/* The index of a task; the pointers are to device memory. */
typedef struct match_candidates {
    uint32_t *edges; /* the positions of the edges that may be matched to u->v */
    uint32_t count; /* their number */
    /* count + 1 entries: how many partial matches come before each edge; last, the number of all */
    uint64_t *firsts;
    uint64_t partial; /* how many matches the tree has, before w is filtered */
    /* how many edges lead to each vertex of a whole task that is filtered; otherwise NULL */
    uint32_t *in_degrees;
} match_candidates;

/* Whether u may be matched to the root, which has an edge to v and one to w. */
static TG_BOTH bool may_be_root(const tg_device_task &task, uint32_t u)
{
    const uint32_t edges = row_of(task.edges, u).count;
    return task.whole ? edges >= 2 : edges > 0 && row_of(task.from, u).count > 0;
}

/* Whether a vertex may be matched to v, which has an edge to w. */
static TG_BOTH bool may_be_v(const tg_device_task &task, uint32_t v)
{
    return row_of(task.into, v).count > 0;
}

/* Whether a vertex may be matched to w, which has an edge from u and one from v. */
static TG_BOTH bool may_be_w(const match_candidates &of, uint32_t w)
{
    return of.in_degrees == NULL || load_id(of.in_degrees + w) >= 2;
}

typedef struct triangle_match {
    uint32_t u, v, w;
} triangle_match;

/* Returns partial match `number`: an edge u->v, which is one of the candidates `low` to `high`,
 * and an id w of row u; in a whole task an id before v. */
static TG_BOTH triangle_match partial_match(
  const tg_device_task &task, const match_candidates &of, uint32_t low, uint32_t high, uint64_t number)
{
    const uint32_t candidate = low + count_up_to(of.firsts + low + 1, high - low, number);
    const uint32_t edge = load_id(of.edges + candidate);
    const uint32_t u = load_id(task.sources + edge);
    const uint32_t place = (uint32_t)(number - of.firsts[candidate]);
    const triangle_match match = {
      u, load_id(task.edges.ids + edge), load_id(task.from.ids + from_part(task, u, edge).start + place)};
    return match;
}

/* Returns the candidate to which partial match `number` belongs. */
static TG_BOTH uint32_t candidate_with(const match_candidates &of, uint64_t number)
{
    return count_up_to(of.firsts, of.count + 1, number) - 1;
}

/* Whether v->w is an edge, too. */
static TG_BOTH bool closes(const tg_device_task &task, const triangle_match &match)
{
    const row_part row = row_of(task.into, match.v);
    return search_ids(task.into.ids + row.start, row.count, match.w);
}

#endif
