/* adaptive/prices.cuh - the numbers that decide which way of counting pays, as measured on an
 * H100.  Rates of GPUs are in model.cu. */
#ifndef TG_GPU_ADAPTIVE_PRICES_CUH
#define TG_GPU_ADAPTIVE_PRICES_CUH

#include "gpu/adaptive/classes.cuh"

/* ---- blocks of middle vertices ------------------------------------------------------------ */

/* How many wedges pay: for blocks at all, the number per edge; for a vertex in a block, the
 * number at that vertex, with limits in the first window of keys and beyond it. */
static constexpr double hub_wedges = 16, block_wedges = 512, far_block_wedges = 1024;

/* If most neighbours are far apart, blocks pay with fewer wedges per edge, too, as long as blocks
 * have most of the wedges: at most this part is beyond all blocks. */
static constexpr double few_hub_wedges = 7, most_beyond = 0.4;

/* Below so many edges, blocks and the edges that they leave are counted in one launch.  Ending
 * one kernel and starting the other would take a twelfth of the time. */
static constexpr double one_launch_edges = 1 << 24;

/* The cost of an entry of a block, besides testing its keys, in tests of a key. */
enum { WIDE_ENTRY_TESTS = 16, HALF_ENTRY_TESTS = 24, NARROW_ENTRY_TESTS = 80 };

static TG_BOTH uint32_t entry_tests(uint32_t limit)
{
    const uint32_t width = width_at(all_widths(), limit);
    return width == TG_MOST_WIDTH   ? WIDE_ENTRY_TESTS
           : width == TG_HALF_WIDTH ? HALF_ENTRY_TESTS
                                    : NARROW_ENTRY_TESTS;
}

/* The costs for cutting a task into shares for several GPUs, in the same unit: a searched edge,
 * each id that is searched for it, and an edge of a flat graph.  They were measured on shares of
 * Kronecker graphs. */
static constexpr float edge_tests = 24, sent_tests = 8, flat_tests = 8;

/* ---- graphs without hubs ------------------------------------------------------------------ */

/* Parts of all edges: above the first, neighbours are mostly near; below the second, so few edges
 * have wedges that a list of these pays; below the third it may. */
static constexpr double mostly_near = 0.5, few_open = 0.125, listed_open = 0.75;

/* A list also leaves out edges whose row v is empty, which the sample does not tell. */
static constexpr double listed_share = 0.9;

/* Smaller graphs mostly wait for memory, and searches by whole warps wait the least. */
static constexpr double least_edges = 1 << 15;

/* From so many edges on, with at most so many ids a row, draws from one counter would be a quarter of a
 * search, and lists are often all tiny: it has a kernel for both.  Where rows are longer, warps of
 * neighbouring edges share more of the cache. */
static constexpr uint64_t sparse_edges = 1 << 20, sparse_row = 12;

static inline bool is_sparse(const tg_device_task *task)
{
    const uint64_t edges = task->last_edge - task->first_edge;
    return task->whole && edges >= sparse_edges &&
           edges <= sparse_row * (task->last_row - task->first_row);
}

/* If there is no memory for tables, tasks of at most so many edges are searched. */
static constexpr double searched_edges = 1 << 18;

/* The mean numbers of ids with which a row fits into registers, and into small and large slots.  The most
 * ids of two rows with which registers pay. */
static constexpr double register_row = 3.5, register_most = 16, small_slot_row = 9, large_slot_row = 20;

/* If all rows have the same length, an edge has half as many wedges as a row has ids, and one and
 * a third of that in uniform random graphs.  From this multiple on, rows in slots count as
 * uneven. */
static constexpr double uneven_wedges = 1.5;

/* From so many edges on, uneven rows are tried with slots. */
static constexpr double uneven_slot_edges = 1 << 18;

/* What a step takes, in clocks of a multiprocessor.  These prices and waits are those with which the
 * choice is best on half of 110 random graphs and on large flat graphs
 * (docs/notes/choosing.md#learned-costs).
 *
 * Searching: an edge that has a wedge, in any graph and in a sparse one (of an H200), and an id that is
 * searched.  Merging: an edge that has a
 * wedge and a step, if all neighbours are far, and if they are near, so that the lanes of a warp
 * read the same rows.  Slots: an edge that has a wedge, and a wedge, if all rows are as long.
 * Wedges in one sequence: an edge that has a wedge, and a wedge.  A thread for each edge: an edge that
 * has a wedge, and a step, far and near. */
static constexpr double search_edge_clocks = 7.5, sparse_edge_clocks = 4.5, search_clocks = 0.98;
static constexpr double far_merge_edge_clocks = 3.1, far_merge_clocks = 0.47,
                        near_merge_edge_clocks = 0.64, near_merge_clocks = 0.073;
static constexpr double slot_edge_clocks = 0.49, small_slot_clocks = 1.1, large_slot_clocks = 1.4;
static constexpr double wedge_edge_clocks = 1.1, wedge_clocks = 1.1;
static constexpr double thread_edge_clocks = 11, far_thread_clocks = 0.26,
                        near_thread_clocks = 0.079;

/* On small graphs all edges are counted at the same time, and each step waits for memory.  Seconds
 * for an id of the mean edge that is searched; for a step of the longest merge, by a warp and by a
 * thread, and for an id of the longest rows in slots; for the wedges in one sequence, however many. */
static constexpr double search_wait = 3.7e-6, merge_wait = 0.46e-6, thread_wait = 0.14e-6,
                        slot_wait = 0.22e-6, wedge_wait = 10e-6;

/* Random reads of memory for row v, where it begins included. */
static constexpr double row_gathers = 2.3;

/* The part of a wedge's clocks that a bit matrix saves. */
static constexpr double saved_by_matrix = 0.65;

/* ---- indexing and trying ------------------------------------------------------------------ */

/* Seconds for zeroing the tally and one kernel. */
static constexpr double start_seconds = 6e-6;

/* The seconds that it takes to make an index, to start with and for each edge: blocks; the sequence of
 * wedges; a list of edges.  Slots take so many for each byte. */
static constexpr double index_seconds = 180e-6, index_edge_seconds = 45e-12,
                        line_seconds = 45e-6, line_edge_seconds = 15e-12,
                        list_seconds = 30e-6, list_edge_seconds = 15e-12,
                        slot_seconds = 12e-6, slot_byte_seconds = 0.9e-12;

/* How often a task is taken to be counted if nobody says it; from how many counts on ways are tried. */
static constexpr double unknown_counts = 2;
enum { TRIED_COUNTS = 16 };

/* Ways are tried whose prices are at most so many times the least one: prices of small graphs are often
 * off by a half, those of counts that take longer are known better, and trials cost more. */
static constexpr double near_prices = 2.5, long_count = 0.3e-3, near_long_prices = 2;

/* What all trials may take by their prices: so many seconds, and this part of the counts that are wanted. */
static constexpr double tried_seconds = 0.5e-3, tried_part = 0.6;

/* One count of a graph of at most so many edges, which are prepared in one launch, takes less by a thread
 * for each edge than with a sample (0.05 ms) by the best way, if the edges have together at most so many ids
 * in rows of the mean length: a thread merges several times as many where rows are uneven. */
static constexpr double unsampled_edges = 1 << 21, unsampled_ids = 48e6;

/* ---- sinks -------------------------------------------------------------------------------- */

/* What the matrix unit can save: with `rated_multiprocessors` seconds per wedge counted in blocks by
 * edge; and clocks of a multiprocessor per test of a key by vertex.  What it takes to start, by edge
 * and by vertex; by vertex more atomic additions go to the same addresses. */
static constexpr double rated_multiprocessors = 132, wedge_seconds = 1.2e-12,
                        edge_hub_seconds = 20e-6, vertex_test_clocks = 0.3,
                        vertex_hub_seconds = 150e-6;

#endif
