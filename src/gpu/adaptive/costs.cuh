/* adaptive/costs.cuh - every threshold and cost that decides how gpu-adaptive counts, as measured on an H100.
 *
 * - Thresholds rule out ways that cannot pay; costs, in clocks of a multiprocessor or in seconds,
 *   rank the others (choose.cu, model.cu).
 * - The rates of GPUs, which differ by architecture, are in ../rates.def.
 */
#ifndef TG_GPU_ADAPTIVE_COSTS_CUH
#define TG_GPU_ADAPTIVE_COSTS_CUH

#include "gpu/adaptive/classes.cuh"

/* ---- blocks of middle vertices ---- */

/* Blocks save time if edges have at least hub_wedges wedges on average. A vertex is worth a
 * place in a block if it is the middle of at least block_wedges wedges, or of far_block_wedges if
 * its limit is beyond the first window of keys. */
static constexpr double hub_wedges = 16, block_wedges = 512, far_block_wedges = 1024;

/* If most neighbours are far apart, blocks save time from few_hub_wedges wedges per edge on, if
 * they have most of the wedges: at most the fraction most_beyond is outside all blocks. */
static constexpr double few_hub_wedges = 7, most_beyond = 0.4;

/* With fewer edges than this, blocks and the remaining edges are counted in one launch, because
 * ending one kernel and starting the other would take a twelfth of the time. */
static constexpr double one_launch_edges = 1 << 24;

/* The cost of an entry of a block of 32, 16 or 8 vertices, besides that of its keys, in tests of a key. */
enum { WIDE_ENTRY_TESTS = 16, HALF_ENTRY_TESTS = 24, NARROW_ENTRY_TESTS = 80 };

static TG_BOTH uint32_t entry_tests(uint32_t limit)
{
    const uint32_t width = width_at(all_widths(), limit);
    return width == TG_MOST_WIDTH ? WIDE_ENTRY_TESTS : width == TG_HALF_WIDTH ? HALF_ENTRY_TESTS : NARROW_ENTRY_TESTS;
}

/* Costs that are used when a task is cut into parts for several GPUs, in tests of a key:
 * edge_tests for an edge that is searched, sent_tests for each id that is searched for it,
 * flat_tests for an edge of a flat graph. They were measured on parts of Kronecker graphs. */
static constexpr float edge_tests = 24, sent_tests = 8, flat_tests = 8;

/* ---- graphs without hubs ---- */

/* Limits of fractions of all edges. Above mostly_near, neighbours count as mostly near each other. Below few_open, so
 * few edges have wedges that a list of these edges pays off; below listed_open it may pay off. */
static constexpr double mostly_near = 0.5, few_open = 0.125, listed_open = 0.75;

/* The time of a count with a list, as a fraction of what the sample predicts: the list also
 * leaves out edges whose row v is empty, which the sample does not show. */
static constexpr double listed_share = 0.9;

/* Graphs with fewer edges than this mostly wait for memory, and searches by whole warps wait least. */
static constexpr double least_edges = 1 << 15;

/* Graphs with at least sparse_edges edges and at most sparse_row ids per row have a kernel of their own: draws from
 * one counter would take a quarter of a search's time, and often all lists are tiny. Where rows are longer, warps
 * that count neighbouring edges share more of the cache. */
static constexpr uint64_t sparse_edges = 1 << 20, sparse_row = 12;

static inline bool is_sparse(const tg_device_task *task)
{
    const uint64_t edges = task->last_edge - task->first_edge;
    return task->whole && edges >= sparse_edges && edges <= sparse_row * (task->last_row - task->first_row);
}

/* If memory does not suffice for tables, tasks with at most this many edges are searched. */
static constexpr double searched_edges = 1 << 18;

/* A row fits into registers, or into a small or large slot, if rows have at most this many ids on
 * average. If two rows together have more than register_most ids, registers do not pay off. */
static constexpr double register_row = 3.5, register_most = 16, small_slot_row = 9, large_slot_row = 20;

/* If all rows have the same length, an edge has half as many wedges as a row has ids; in uniform random graphs it has
 * a third more than that. If it has at least uneven_wedges times as many, rows in slots count as uneven. */
static constexpr double uneven_wedges = 1.5;

/* Graphs with fewer edges than this are not counted with slots if their rows are uneven. */
static constexpr double uneven_slot_edges = 1 << 18;

/* Costs in clocks of a multiprocessor. With these costs, and the waits below, the choice is best
 * on half of 110 random graphs and on large flat graphs (docs/notes/choosing.md#learned-costs).
 *
 * - Searching: for an edge that has a wedge, in any graph and in a sparse one (on an H200); for
 *   an id that is searched.
 * - Merging: for an edge that has a wedge, and for a step; far is when all neighbours are far,
 *   near when they are near, so that the lanes of a warp read the same rows.
 * - Slots, if all rows have the same length: for an edge that has a wedge, and for a wedge.
 * - Wedges in one sequence: for an edge that has a wedge, and for a wedge.
 * - A thread for each edge: for an edge that has a wedge, and for a step, with far and near
 *   neighbours. */
static constexpr double search_edge_clocks = 7.5, sparse_edge_clocks = 4.5, search_clocks = 0.98;
static constexpr double far_merge_edge_clocks = 3.1, far_merge_clocks = 0.47, near_merge_edge_clocks = 0.64,
                        near_merge_clocks = 0.073;
static constexpr double slot_edge_clocks = 0.49, small_slot_clocks = 1.1, large_slot_clocks = 1.4;
static constexpr double wedge_edge_clocks = 1.1, wedge_clocks = 1.1;
static constexpr double thread_edge_clocks = 11, far_thread_clocks = 0.26, near_thread_clocks = 0.079;

/* In small graphs all edges are counted at the same time, and each step waits for memory. These are seconds: for each
 * id of an average edge that is searched; for a step of the longest merge, by a warp and by a thread; for an id of
 * the longest rows in slots; for all wedges in one sequence together. */
static constexpr double search_wait = 3.7e-6, merge_wait = 0.46e-6, thread_wait = 0.14e-6, slot_wait = 0.22e-6,
                        wedge_wait = 10e-6;

/* How many random reads of memory a row v needs, including the read of its offset. */
static constexpr double row_gathers = 2.3;

/* The fraction of a wedge's clocks that a bit matrix saves. */
static constexpr double saved_by_matrix = 0.65;

/* ---- index and trials ---- */

/* Seconds of zeroing the tally and starting one kernel. */
static constexpr double start_seconds = 6e-6;

/* Seconds of building the index, as a constant and a part for each edge: for blocks, for the
 * sequence of wedges, for a list of edges. For slots: a constant and a part for each byte. */
static constexpr double index_seconds = 180e-6, index_edge_seconds = 45e-12, line_seconds = 45e-6,
                        line_edge_seconds = 15e-12, list_seconds = 30e-6, list_edge_seconds = 15e-12,
                        slot_seconds = 12e-6, slot_byte_seconds = 0.9e-12;

/* How often a task is counted if the caller does not say it; and how many counts are needed before ways are tried. */
static constexpr double unknown_counts = 2;
enum { TRIED_COUNTS = 16 };

/* A way is tried if its predicted time is at most near_costs times the least one, or near_long_costs times if a count
 * takes longer than long_count seconds. Predictions for small graphs are often off by a half; those for long counts
 * are better, and trying long counts takes longer. */
static constexpr double near_costs = 2.5, long_count = 0.3e-3, near_long_costs = 2;

/* All trials together may take tried_seconds by prediction, and in addition the fraction
 * tried_part of the time of all counts that are wanted. */
static constexpr double tried_seconds = 0.5e-3, tried_part = 0.6;

/* A graph that is counted once and has at most unsampled_edges edges is counted without a sample, with a thread for
 * each edge, because a sample (0.05 ms) and the best way take longer. The edges must also have at most unsampled_ids
 * ids together, in rows of the mean length; where rows are uneven, threads merge several times as many. */
static constexpr double unsampled_edges = 1 << 21, unsampled_ids = 48e6;

/* ---- sinks ---- */

/* The time that the matrix unit can save. By edge: wedge_seconds for each wedge that would be
 * counted in blocks, on a GPU with rated_multiprocessors. By vertex: vertex_test_clocks of a
 * multiprocessor for each test of a key. The other two are the seconds that it needs to start;
 * by vertex it needs more, since more atomic additions go to the same addresses. */
static constexpr double rated_multiprocessors = 132, wedge_seconds = 1.2e-12, edge_hub_seconds = 20e-6,
                        vertex_test_clocks = 0.3, vertex_hub_seconds = 150e-6;

#endif
