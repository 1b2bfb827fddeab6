/* adaptive/costs.cuh - every threshold and cost that decides how gpu-adaptive counts, as
 * measured on an H100.
 *
 * - Thresholds rule out ways that cannot pay; costs, in clocks of a multiprocessor or in seconds,
 *   rank the others (choose.cu, model.cu).
 * - The rates of GPUs, which differ by architecture, are in ../rates.def.
 */
#ifndef TG_GPU_ADAPTIVE_COSTS_CUH
#define TG_GPU_ADAPTIVE_COSTS_CUH

#include "gpu/adaptive/classes.cuh"

/* ---- blocks of middle vertices ------------------------------------------------------------ */

/* Blocks save time from this number of wedges on: hub_wedges for each edge on average; for a
 * vertex in a block, block_wedges at that vertex if its limit is in the first window of keys,
 * far_block_wedges beyond it. */
static constexpr double hub_wedges = 16, block_wedges = 512, far_block_wedges = 1024;

/* If most neighbours are far apart, blocks save time with fewer wedges for each edge, too, if
 * blocks have most of the wedges: at most this part is beyond all blocks. */
static constexpr double few_hub_wedges = 7, most_beyond = 0.4;

/* With fewer edges than this, blocks and the remaining edges are counted in one launch.  Ending
 * one kernel and starting the other would take a twelfth of the time. */
static constexpr double one_launch_edges = 1 << 24;

/* The cost of an entry of a block, besides that of its keys, in tests of a key. */
enum { WIDE_ENTRY_TESTS = 16, HALF_ENTRY_TESTS = 24, NARROW_ENTRY_TESTS = 80 };

static TG_BOTH uint32_t entry_tests(uint32_t limit)
{
    const uint32_t width = width_at(all_widths(), limit);
    return width == TG_MOST_WIDTH   ? WIDE_ENTRY_TESTS
           : width == TG_HALF_WIDTH ? HALF_ENTRY_TESTS
                                    : NARROW_ENTRY_TESTS;
}

/* The costs for cutting a task into parts for several GPUs, in the same unit: an edge that is
 * searched, each id that is searched for it, and an edge of a flat graph.  They were measured on
 * parts of Kronecker graphs. */
static constexpr float edge_tests = 24, sent_tests = 8, flat_tests = 8;

/* ---- graphs without hubs ------------------------------------------------------------------ */

/* Fractions of all edges.  Above mostly_near, neighbours are mostly near.  Below few_open, the
 * edges that have wedges are so few that a list of them pays; below listed_open it may pay. */
static constexpr double mostly_near = 0.5, few_open = 0.125, listed_open = 0.75;

/* A list also leaves out edges whose row v is empty, which the sample does not show: the time of
 * a count with a list, as a fraction. */
static constexpr double listed_share = 0.9;

/* Graphs with fewer edges mostly wait for memory, and searches by whole warps wait least. */
static constexpr double least_edges = 1 << 15;

/* Graphs with at least sparse_edges edges and at most sparse_row ids a row have a kernel of their
 * own: draws from one counter would take a quarter of a search's time, and often all lists are
 * tiny.  If rows are longer, warps that count neighbouring edges share more of the cache. */
static constexpr uint64_t sparse_edges = 1 << 20, sparse_row = 12;

static inline bool is_sparse(const tg_device_task *task)
{
    const uint64_t edges = task->last_edge - task->first_edge;
    return task->whole && edges >= sparse_edges &&
           edges <= sparse_row * (task->last_row - task->first_row);
}

/* If memory does not suffice for tables, tasks with at most this number of edges are searched. */
static constexpr double searched_edges = 1 << 18;

/* The mean numbers of ids with which a row fits into registers, and into small and large slots.
 * With more ids than register_most in two rows registers do not pay. */
static constexpr double register_row = 3.5, register_most = 16, small_slot_row = 9, large_slot_row = 20;

/* If all rows have the same length, an edge has half as many wedges as a row has ids; in uniform
 * random graphs it has a third more than that.  From this multiple on, rows in slots count as
 * uneven. */
static constexpr double uneven_wedges = 1.5;

/* From this number of edges on, uneven rows may be counted with slots. */
static constexpr double uneven_slot_edges = 1 << 18;

/* The cost of a step, in clocks of a multiprocessor.  With these costs and waits the choice is
 * best on half of 110 random graphs and on large flat graphs
 * (docs/notes/choosing.md#learned-costs).
 *
 * - Searching: an edge that has a wedge, in any graph and in a sparse one (on an H200); an id
 *   that is searched.
 * - Merging: an edge that has a wedge, and a step, if all neighbours are far, and if they are
 *   near, so that the lanes of a warp read the same rows.
 * - Slots: an edge that has a wedge, and a wedge, if all rows have the same length.
 * - Wedges in one sequence: an edge that has a wedge, and a wedge.
 * - A thread for each edge: an edge that has a wedge, and a step, if neighbours are far and near.
 */
static constexpr double search_edge_clocks = 7.5, sparse_edge_clocks = 4.5, search_clocks = 0.98;
static constexpr double far_merge_edge_clocks = 3.1, far_merge_clocks = 0.47,
                        near_merge_edge_clocks = 0.64, near_merge_clocks = 0.073;
static constexpr double slot_edge_clocks = 0.49, small_slot_clocks = 1.1, large_slot_clocks = 1.4;
static constexpr double wedge_edge_clocks = 1.1, wedge_clocks = 1.1;
static constexpr double thread_edge_clocks = 11, far_thread_clocks = 0.26,
                        near_thread_clocks = 0.079;

/* On small graphs all edges are counted at the same time, and each step waits for memory.
 * Seconds for an id of the mean edge that is searched; for a step of the longest merge, by a warp
 * and by a thread; for an id of the longest rows in slots; for all wedges in one sequence,
 * whatever their number. */
static constexpr double search_wait = 3.7e-6, merge_wait = 0.46e-6, thread_wait = 0.14e-6,
                        slot_wait = 0.22e-6, wedge_wait = 10e-6;

/* Random reads of memory for row v, including the read of its offset. */
static constexpr double row_gathers = 2.3;

/* The fraction of a wedge's clocks that a bit matrix saves. */
static constexpr double saved_by_matrix = 0.65;

/* ---- index and trials ---------------------------------------------------------------------- */

/* Seconds for zeroing the tally and starting one kernel. */
static constexpr double start_seconds = 6e-6;

/* Seconds of building the index, to start with and for each edge: blocks; the sequence of wedges;
 * a list of edges.  Slots: to start with and for each byte. */
static constexpr double index_seconds = 180e-6, index_edge_seconds = 45e-12,
                        line_seconds = 45e-6, line_edge_seconds = 15e-12,
                        list_seconds = 30e-6, list_edge_seconds = 15e-12,
                        slot_seconds = 12e-6, slot_byte_seconds = 0.9e-12;

/* The number of counts of a task if the caller does not say it; from TRIED_COUNTS counts on ways
 * are tried. */
static constexpr double unknown_counts = 2;
enum { TRIED_COUNTS = 16 };

/* Ways are tried whose predicted time is at most near_costs times the least one, or
 * near_long_costs times if a count takes longer than long_count seconds: predictions for small
 * graphs are often off by a half, those for long counts are better, and trials of these take
 * longer. */
static constexpr double near_costs = 2.5, long_count = 0.3e-3, near_long_costs = 2;

/* The predicted seconds that all trials together may take: tried_seconds, and this part of all
 * counts that are wanted. */
static constexpr double tried_seconds = 0.5e-3, tried_part = 0.6;

/* A graph with at most unsampled_edges edges, which is counted once, is counted without a sample,
 * by one thread for each edge: a sample (0.05 ms) and the best way take longer.  This holds if
 * the edges have together at most unsampled_ids ids in rows of the mean length; a thread merges
 * several times as many where rows are uneven. */
static constexpr double unsampled_edges = 1 << 21, unsampled_ids = 48e6;

/* ---- sinks -------------------------------------------------------------------------------- */

/* The time that the matrix unit can save: by edge, seconds for each wedge that is counted in
 * blocks, on a GPU with `rated_multiprocessors`; by vertex, clocks of a multiprocessor for each
 * test of a key.  Its seconds to start, by edge and by vertex; by vertex more atomic additions go
 * to the same addresses. */
static constexpr double rated_multiprocessors = 132, wedge_seconds = 1.2e-12,
                        edge_hub_seconds = 20e-6, vertex_test_clocks = 0.3,
                        vertex_hub_seconds = 150e-6;

#endif
