/* peel.cuh - peels the edges of a graph in rounds, all levels in one launch of the whole GPU.
 *
 * - The rows have the neighbours from both ends, each with the position of its edge.
 * - A round removes the edges of a range of a queue. A warp or a block looks up the ids of the
 *   shorter row of an edge in the longer one.  Each triangle that disappears is subtracted from
 *   the supports of its edges that stay; edges whose support reaches the limit become the next
 *   range of the queue.
 * - An edge stores the number of the round that removes it, so that nothing has to be marked
 *   between rounds, and the grid waits for itself once in each round.
 * - Rows and lists are compacted when a tenth of their edges is removed.
 *
 * A crew is the threads that peel: the grid, or in tests one thread of the host. All threads of
 * a crew have the same progress.
 *
 * Source: Kabir, Madduri, "Parallel k-Truss Decomposition on Multicore Systems", HPEC 2017.
 */
#ifndef TG_GPU_TRUSS_PEEL_CUH
#define TG_GPU_TRUSS_PEEL_CUH

#include "gpu/lookup/cuda_host.cuh"

/* Marks functions that the GPU calls; in tests the host does. */
#ifndef TRUSS_CALLER
#define TRUSS_CALLER __device__ __forceinline__
#endif

static const uint32_t TRUSS_STAYS = UINT32_MAX; /* the round of an edge that no round has removed */

enum {
    /* counters of this turn, of the turn before (which are read), and of the next one */
    TRUSS_COUNTERS = 3,
    TRUSS_LONG_ROW = 1024, /* rows with more ids than this are compacted by a whole block */
    /* an edge with more ids than this to look up is removed by a whole block */
    TRUSS_LONG_EDGE = 2048,
    TRUSS_AT_ONCE = 4, /* this many ids are looked up by a thread at the same time */
    /* rows and lists are compacted when a tenth of their edges is removed */
    TRUSS_KEPT_SHARE = 10,
    TRUSS_TURN_EDGES = 1 << 16 /* removing this many edges takes as long as the shortest turn */
};

/* Counters of a turn, which all start with 0, except that `least` starts with UINT32_MAX. */
typedef struct truss_counters {
    unsigned int queued; /* how many edges the turn has added to the queue */
    unsigned int kept; /* how many edges remain in the list */
    unsigned int far; /* how many edges of the round were left to blocks */
    unsigned int least; /* the least support above the limit */
} truss_counters;

/* How far peeling has come, between turns. */
typedef struct truss_progress {
    /* positions in the queue: edges before `done` are removed, and the edges from `done` to `end`
     * are the next round; if both are equal, a level begins */
    uint32_t done, end;
    /* edges in at most this many triangles are removed: k - 2 for the level, or for the next one when it begins */
    uint32_t limit;
    uint32_t round; /* the number of the next round, from 1 on */
    uint32_t listed; /* how many edges the list has */
    uint32_t in_rows; /* how many edges the rows have */
    uint32_t next; /* the index of the next turn's counters */
    uint32_t is_swapped; /* whether the list is now in `spare` */
    uint32_t only; /* whether only one level is peeled */
    uint32_t finished;
} truss_progress;

/* The arrays of a graph with n vertices and m edges. */
typedef struct truss_peel {
    uint32_t vertices, total; /* `total` is how many edges are in a triangle */
    const uint32_t *targets,
      /* the ends of each edge: `targets` the smaller number, `sources` the larger one */
      *sources;
    const uint64_t *begins; /* n + 1 entries: where the rows start in `ids` and `places` */
    uint32_t *lengths; /* n entries: how many ids each row has */
    /* 2 m entries: neighbours, ascending in each row, and the positions of the edges to them */
    uint32_t *ids, *places;
    uint32_t *support, *rounds; /* m entries each; the round of an edge without triangles is 0 */
    /* m entries each; the list contains the edges that stay, and maybe removed ones */
    uint32_t *queue, *list, *spare;
    const uint32_t *long_rows; /* the rows that have more than TRUSS_LONG_ROW ids at the start */
    uint32_t long_row_count;
    truss_counters *counters; /* TRUSS_COUNTERS entries */
} truss_peel;

/* ---- removing edges ---- */

/* Subtracts a triangle from the support of an edge that remains. If several threads do so at the
 * same time, only one sees the support fall to the limit, and queues the edge for the next round;
 * what others subtract below the limit is added again. */
template <typename Crew>
static TRUSS_CALLER void truss_lower_support(
  const truss_peel &peel, const truss_progress &now, const Crew &crew, uint32_t edge)
{
    const int32_t limit = (int32_t)now.limit;
    const int32_t before = (int32_t)crew.add(peel.support + edge, UINT32_MAX);
    if (before == limit + 1) {
        peel.rounds[edge] = now.round + 1;
        peel.queue[now.end + crew.add(&peel.counters[now.next].queued, 1)] = edge;
    } else if (before <= limit) {
        crew.add(peel.support + edge, 1);
    }
}

/* A triangle of an edge of the round, and the triangle's other two edges. */
typedef struct truss_triangle {
    uint32_t edge, a, b;
} truss_triangle;

/* Removes a triangle. If several of its edges belong to the round, only the first of these edges
 * subtracts the triangle from the others. */
template <typename Crew>
static TRUSS_CALLER void truss_remove_triangle(
  const truss_peel &peel, const truss_progress &now, const Crew &crew, const truss_triangle &of)
{
    const uint32_t edge = of.edge, a = of.a, b = of.b;
    const uint32_t of_a = peel.rounds[a], of_b = peel.rounds[b];
    if (of_a < now.round || of_b < now.round) return;
    if ((of_a == now.round && a < edge) || (of_b == now.round && b < edge)) return;
    if (of_a > now.round) truss_lower_support(peel, now, crew, a);
    if (of_b > now.round) truss_lower_support(peel, now, crew, b);
}

/* For each wanted id, finds the position of the first of the ascending ids that is not below it, or `count` if all
 * are below. The searches run at the same time, because each step waits for memory. */
static TRUSS_CALLER void truss_search(
  const uint32_t *ids, uint32_t count, const uint32_t wanted[TRUSS_AT_ONCE], uint32_t found[TRUSS_AT_ONCE])
{
    for (uint32_t k = 0; k < TRUSS_AT_ONCE; k++) found[k] = 0;
    for (uint32_t left = count, half; left > 0; left -= half) {
        half = (left + 1) / 2;
        for (uint32_t k = 0; k < TRUSS_AT_ONCE; k++) found[k] += ids[found[k] + half - 1] < wanted[k] ? half : 0;
    }
}

/* An edge, and the rows of its ends: `few` is the shorter row, `many` the longer one. */
typedef struct truss_pair {
    uint32_t edge;
    uint64_t few, many;
    uint32_t few_count, many_count;
} truss_pair;

static TRUSS_CALLER truss_pair truss_rows_of(const truss_peel &peel, uint32_t edge)
{
    const uint32_t u = peel.sources[edge], v = peel.targets[edge];
    const uint32_t of_u = peel.lengths[u], of_v = peel.lengths[v];
    const uint32_t few = of_u < of_v ? u : v, many = of_u < of_v ? v : u;
    return {edge, peel.begins[few], peel.begins[many], of_u < of_v ? of_u : of_v, of_u < of_v ? of_v : of_u};
}

/* Which items a thread processes: `first`, first + step, first + 2 * step, ... */
typedef struct truss_stride {
    uint32_t first, step;
} truss_stride;

/* Removes an edge, with several threads that all call it: removes each triangle that it still has. */
template <typename Crew>
static TRUSS_CALLER void truss_remove(
  const truss_peel &peel, const truss_progress &now, const Crew &crew, const truss_pair &rows, truss_stride mine)
{
    const uint32_t step = mine.step;
    const uint32_t *ids = peel.ids + rows.few, *in = peel.ids + rows.many;
    for (uint32_t i = mine.first; i < rows.few_count; i += TRUSS_AT_ONCE * step) {
        uint32_t wanted[TRUSS_AT_ONCE], at[TRUSS_AT_ONCE];
        for (uint32_t k = 0; k < TRUSS_AT_ONCE; k++)
            wanted[k] = i + k * step < rows.few_count ? ids[i + k * step] : UINT32_MAX;
        truss_search(in, rows.many_count, wanted, at);
        for (uint32_t k = 0; k < TRUSS_AT_ONCE; k++)
            if (at[k] < rows.many_count && in[at[k]] == wanted[k])
                truss_remove_triangle(
                  peel, now, crew, {rows.edge, peel.places[rows.few + i + k * step], peel.places[rows.many + at[k]]});
    }
}

/* ---- a round ---- */

/* Returns the list that a level reads or, with the opposite of now.is_swapped, the free one. */
static TRUSS_CALLER uint32_t *truss_list(const truss_peel &peel, bool swapped)
{
    return swapped ? peel.spare : peel.list;
}

/* Blocks remove the edges: those of a short round, or those that warps have listed because they are too long. */
template <typename Crew>
static TRUSS_CALLER void truss_remove_by_blocks(
  const truss_peel &peel, const truss_progress &now, const Crew &crew, const uint32_t *edges, uint32_t count)
{
    for (uint32_t i = crew.block(); i < count; i += crew.blocks())
        truss_remove(peel, now, crew, truss_rows_of(peel, edges[i]), {crew.in_block(), crew.block_threads()});
}

template <typename Crew>
static TRUSS_CALLER void truss_remove_by_warps(
  const truss_peel &peel, const truss_progress &now, const Crew &crew, uint32_t *far)
{
    for (uint32_t i = now.done + crew.warp(); i < now.end; i += crew.warps()) {
        const uint32_t edge = peel.queue[i];
        const truss_pair rows = truss_rows_of(peel, edge);
        if (rows.few_count <= TRUSS_LONG_EDGE)
            truss_remove(peel, now, crew, rows, {crew.lane(), crew.lanes()});
        else if (crew.lane() == 0)
            far[crew.add(&peel.counters[now.next].far, 1)] = edge;
    }
}

/* Removes all edges of the round. */
template <typename Crew>
static TRUSS_CALLER void truss_remove_round(const truss_peel &peel, const truss_progress &now, const Crew &crew)
{
    if (now.end - now.done <= crew.few_edges()) {
        truss_remove_by_blocks(peel, now, crew, peel.queue + now.done, now.end - now.done);
        return;
    }
    uint32_t *far = truss_list(peel, !now.is_swapped);
    truss_remove_by_warps(peel, now, crew, far);
    crew.wait();
    truss_remove_by_blocks(peel, now, crew, far, crew.read(&peel.counters[now.next].far));
}

/* ---- a level begins ---- */

/* Puts the edges of the level into the queue, and finds the least support of the others. If
 * `keep`, makes a new list of the others. */
template <typename Crew>
static TRUSS_CALLER void truss_look(const truss_peel &peel, const truss_progress &now, const Crew &crew, bool keep)
{
    const uint32_t *list = truss_list(peel, now.is_swapped);
    uint32_t *kept = truss_list(peel, !now.is_swapped);
    truss_counters *counters = peel.counters + now.next;
    uint32_t least_seen = UINT32_MAX;
    for (uint64_t first = (uint64_t)crew.warp() * crew.lanes(); first < now.listed;
         /* `first` is the same in all lanes of a warp */
         first += (uint64_t)crew.warps() * crew.lanes()) {
        const uint64_t i = first + crew.lane();
        const uint32_t edge = i < now.listed ? list[i] : 0;
        const bool stays = i < now.listed && peel.rounds[edge] == TRUSS_STAYS;
        const uint32_t support = stays ? peel.support[edge] : 0;
        const bool low = stays && support <= now.limit, high = stays && !low;
        const uint32_t place = crew.place(&counters->queued, low);
        if (low) {
            peel.queue[now.done + place] = edge;
            peel.rounds[edge] = now.round;
        }
        if (high && support < least_seen) least_seen = support;
        if (!keep) continue;
        const uint32_t at = crew.place(&counters->kept, high);
        if (high) kept[at] = edge;
    }
    crew.lower(&counters->least, least_seen);
}

/* Compacts a row, with all threads of a warp or a block: leaves out the edges that were removed.
 * Edges that the next round removes remain in the row, because that round needs them. */
template <typename Place>
static TRUSS_CALLER void truss_compact_row(
  const truss_peel &peel, uint32_t round, uint32_t v, truss_stride mine, Place place)
{
    const uint32_t first = mine.first, step = mine.step;
    uint32_t *ids = peel.ids + peel.begins[v], *places = peel.places + peel.begins[v];
    const uint32_t length = peel.lengths[v];
    uint32_t kept = 0;
    for (uint32_t begin = 0; begin < length; begin += step) {
        const uint32_t i = begin + first;
        const uint32_t id = i < length ? ids[i] : 0, edge = i < length ? places[i] : 0;
        const bool keep = i < length && peel.rounds[edge] >= round;
        uint32_t count;
        /* place() returns only when all threads have read their ids */
        const uint32_t at = kept + place(keep, &count);
        if (keep) {
            ids[at] = id;
            places[at] = edge;
        }
        kept += count;
    }
    if (first == 0) peel.lengths[v] = kept; /* all threads have read the length before place() */
}

template <typename Crew>
static TRUSS_CALLER void truss_compact(const truss_peel &peel, const truss_progress &now, const Crew &crew)
{
    for (uint32_t v = crew.warp(); v < peel.vertices; v += crew.warps())
        if (peel.begins[v + 1] - peel.begins[v] <= TRUSS_LONG_ROW)
            truss_compact_row(peel, now.round, v, {crew.lane(), crew.lanes()},
              [&](bool keep, uint32_t *count) { return crew.rank_in_warp(keep, count); });
    for (uint32_t i = crew.block(); i < peel.long_row_count; i += crew.blocks())
        truss_compact_row(peel, now.round, peel.long_rows[i], {crew.in_block(), crew.block_threads()},
          [&](bool keep, uint32_t *count) { return crew.rank_in_block(keep, count); });
}

/* ---- turns ---- */

/* Whether at least 1 / TRUSS_KEPT_SHARE of `all` edges is removed, so that compacting pays off. */
static TRUSS_CALLER bool truss_is_thin(uint32_t left, uint32_t all)
{
    return left <= all - all / TRUSS_KEPT_SHARE;
}

/* Begins a level: its edges become the next round. */
template <typename Crew>
static TRUSS_CALLER void truss_begin_level(const truss_peel &peel, truss_progress &now, const Crew &crew)
{
    const uint32_t left = peel.total - now.done;
    const bool keep = truss_is_thin(left, now.listed), compact = truss_is_thin(left, now.in_rows);
    if (compact) truss_compact(peel, now, crew);
    truss_look(peel, now, crew, keep);
    crew.wait();
    const truss_counters *found = peel.counters + now.next;
    const uint32_t queued = crew.read(&found->queued);
    if (compact) now.in_rows = left;
    if (keep) {
        now.listed = crew.read(&found->kept);
        now.is_swapped = !now.is_swapped;
    }
    now.end = now.done + queued;
    if (queued > 0) return;
    if (now.only) now.finished = 1;
    now.limit = crew.read(&found->least);
}

/* Removes the edges of a round. The edges whose supports thereby fall to the level's limit become the next round. */
template <typename Crew>
static TRUSS_CALLER void truss_next_round(const truss_peel &peel, truss_progress &now, const Crew &crew)
{
    truss_remove_round(peel, now, crew);
    crew.wait();
    now.done = now.end;
    now.end += crew.read(&peel.counters[now.next].queued);
    now.round++;
    if (now.end > now.done) return;
    now.limit++;
    if (now.only || now.done == peel.total) now.finished = 1;
}

/* Peels until all edges are removed, or for about most_turns turns. */
template <typename Crew>
static TRUSS_CALLER void truss_peel_some(
  const truss_peel &peel, truss_progress &now, const Crew &crew, uint32_t most_turns)
{
    for (uint32_t turns = 0; turns < most_turns && !now.finished;) {
        const uint32_t after = (now.next + 1) % TRUSS_COUNTERS;
        if (crew.is_first()) /* no thread reads these counters any more */
            peel.counters[after] = truss_counters{0, 0, 0, UINT32_MAX};
        if (now.end > now.done) {
            turns += 1 + (now.end - now.done) / TRUSS_TURN_EDGES;
            truss_next_round(peel, now, crew);
        } else {
            turns += 1 + now.listed / TRUSS_TURN_EDGES;
            truss_begin_level(peel, now, crew);
        }
        now.next = after;
    }
}

#endif
