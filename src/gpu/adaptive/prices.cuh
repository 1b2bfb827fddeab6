/* adaptive/prices.cuh - what pays: the numbers by which ways of counting are chosen, as measured
 * on an H100.  Rates of GPUs are in model.cu. */
#ifndef TG_GPU_ADAPTIVE_PRICES_CUH
#define TG_GPU_ADAPTIVE_PRICES_CUH

#include "gpu/adaptive/classes.cuh"

/* ---- blocks of middle vertices ------------------------------------------------------------ */

/* Wedges that pay: for blocks at all, an edge; for a place in a block, a vertex, with limits in
 * the first window of keys and beyond. */
static constexpr double hub_wedges = 16, block_wedges = 512, far_block_wedges = 1024;

/* Where neighbours are far, blocks pay with fewer wedges an edge, too, if the blocks have most of
 * them: so large a part is beyond, at the most. */
static constexpr double few_hub_wedges = 7, most_beyond = 0.4;

/* With fewer edges blocks and the edges that they leave are counted in one launch: the end of the
 * one and the start of the other would be a twelfth of the time. */
static constexpr double one_launch_edges = 1 << 24;

/* What an entry of a block costs beside the tests of its keys, in such tests. */
enum { WIDE_ENTRY_TESTS = 16, HALF_ENTRY_TESTS = 24, NARROW_ENTRY_TESTS = 80 };

static TG_BOTH uint32_t entry_tests(uint32_t limit)
{
    const uint32_t width = width_at(all_widths(), limit);
    return width == TG_MOST_WIDTH   ? WIDE_ENTRY_TESTS
           : width == TG_HALF_WIDTH ? HALF_ENTRY_TESTS
                                    : NARROW_ENTRY_TESTS;
}

/* Likewise, for shares of several GPUs: an edge that is searched, each id that is looked up
 * there, an edge of a flat graph; from shares of Kronecker graphs. */
static constexpr float edge_tests = 24, sent_tests = 8, flat_tests = 8;

/* ---- graphs without hubs ------------------------------------------------------------------ */

/* Parts of the edges: neighbours are near; so few have wedges that they are worth a list. */
static constexpr double mostly_near = 0.5, few_open = 0.125;

/* Smaller graphs mostly wait for memory; searches of whole warps wait the least. */
static constexpr double least_edges = 1 << 18;

/* Where there is no memory for tables, tasks of so many edges at the most are searched. */
static constexpr double searched_edges = 1 << 18;

/* Wedges of an edge, on average, with which rows are even enough to be merged by one thread; ids
 * of a row: that fit into registers, into slots. */
static constexpr double merged_wedges = 8, register_row = 3.5, small_slot_row = 9,
                        large_slot_row = 20;

/* Rows of even length have half as many wedges an edge as ids; rows of slots are uneven from this
 * multiple on. */
static constexpr double uneven_wedges = 1.25;

/* ---- sinks -------------------------------------------------------------------------------- */

/* What the matrix unit can save: seconds for a wedge counted by edge in blocks, or for a test of
 * a key by vertex, on so many multiprocessors; what it takes to start, with more additions that
 * meet by vertex. */
static constexpr double rated_multiprocessors = 132, wedge_seconds = 1.2e-12,
                        test_seconds = 1e-12, edge_hub_seconds = 20e-6,
                        vertex_hub_seconds = 150e-6;

#endif
