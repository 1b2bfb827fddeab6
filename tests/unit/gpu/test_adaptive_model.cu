/* test_adaptive_model.cu - the predicted times of gpu-adaptive, from features of graphs that were
 * counted and timed on an H100, are between half and twice the measured ones. */
#include "gpu/adaptive/adaptive.cuh"

#include <string.h>

extern "C" {
#include "support/check.h"
}

static tg_device_properties h100(void)
{
    tg_device_properties gpu;
    memset(&gpu, 0, sizeof gpu);
    gpu.major = 9;
    gpu.multiprocessors = 132;
    return gpu;
}

static tg_device_task task_of(double rows, double edges)
{
    tg_device_task task;
    memset(&task, 0, sizeof task);
    task.into.count = task.last_row = (uint32_t)rows;
    task.into.id_count = task.last_edge = (uint32_t)edges;
    return task;
}

static void check_near(const char *name, double predicted, double measured)
{
    CHECK(predicted > measured / 2 && predicted < 2 * measured, "%s: %g s, measured %g s", name, predicted, measured);
}

/* Wedges by the octave of v, from counting them all. */
TEST_CASE(blocks)
{
    const tg_device_properties gpu = h100();
    tg_adaptive made;
    memset(&made, 0, sizeof made);
    made.features.octave_wedges[11] = 1.29e8; /* s18: up to 2^11 */
    made.features.octave_wedges[12] = 4.4e7;
    made.features.octave_wedges[13] = 1.7e7;
    made.features.octave_wedges[14] = 1.1e7;
    made.features.octave_wedges[15] = 2.8e6;
    made.block_limits = 1 << 14;
    const tg_device_task s18 = task_of(174052, 3805628);
    check_near("s18", tg_adaptive_predict(&gpu, &s18, &made), 0.195e-3);
    made.features.octave_wedges[11] = 6.2e9; /* s24: up to 2^11, then 12 to 20 */
    made.features.octave_wedges[12] = 3.4e9;
    made.features.octave_wedges[13] = 5.9e9;
    made.features.octave_wedges[14] = 7.7e9;
    made.features.octave_wedges[15] = 5.9e9;
    made.features.octave_wedges[16] = 6.7e9;
    made.features.octave_wedges[17] = 3.4e9;
    made.features.octave_wedges[18] = 2.3e9;
    made.features.octave_wedges[19] = 9.5e8;
    made.features.octave_wedges[20] = 2.0e8;
    made.block_limits = 1 << 19;
    const tg_device_task s24 = task_of(8872267, 260380663);
    check_near("s24", tg_adaptive_predict(&gpu, &s24, &made), 32.7e-3);
}

TEST_CASE(edges)
{
    const tg_device_properties gpu = h100();
    tg_adaptive made;
    memset(&made, 0, sizeof made);
    made.features.edges = 8.8e6;
    made.edge_way = TG_BY_ROW;
    const tg_device_task road = task_of(4194304, 8.8e6);
    check_near("road", tg_adaptive_predict(&gpu, &road, &made), 0.048e-3);
    made.features.edges = 3.36e7;
    made.features.wedges = 1.54e8;
    made.features.into = 2.4e8;
    made.features.near = 0.9;
    made.features.open = 0.853;
    made.edge_way = TG_BY_MERGE;
    const tg_device_task ws = task_of(4194304, 3.36e7);
    check_near("ws", tg_adaptive_predict(&gpu, &ws, &made), 0.409e-3);
    made.features.near = 0;
    made.features.edges = 1.342e8;
    made.features.open = 113.0 / 134.2;
    made.edge_way = TG_BY_SLOT;
    made.slot_words = TG_SMALL_SLOT;
    const tg_device_task er24 = task_of(16777214, 1.342e8);
    check_near("er24", tg_adaptive_predict(&gpu, &er24, &made), 4.39e-3);
}

/* A graph whose rows are far apart, with means for each edge: wedges, ids of row v, the shorter
 * of both; and seconds measured on an H100. */
typedef struct flat_graph {
    const char *name;
    double rows, edges, near, open, wedges, into, few, search, merge, wedge, thread, slots;
    uint32_t slot_words;
} flat_graph;

TEST_CASE(flat_graphs)
{
    static const flat_graph graphs[] = {
      {"er, degree 8", 1 << 20, 4.19e6, .03, .78, 2.7, 2.5, 1.8, 94e-6, 84e-6, 141e-6, 157e-6, 67e-6, TG_SMALL_SLOT},
      {"er, degree 16", 1 << 20, 8.39e6, .03, .88, 5.3, 5.2, 4.2, 242e-6, 256e-6, 318e-6, 391e-6, 226e-6,
        TG_SMALL_SLOT},
      {"er, degree 32", 1 << 20, 16.8e6, .03, .94, 10.7, 10.6, 9, 864e-6, 787e-6, 1.03e-3, 851e-6, 1037e-6,
        TG_LARGE_SLOT},
      {"er, degree 64", 1 << 20, 33.6e6, .03, .97, 21.4, 21.3, 19, 3.51e-3, 2.93e-3, 4.12e-3, 2.81e-3, 0, 0},
      {"ws, degree 40", 1 << 20, 20.97e6, .9, .95, 9.7, 18.9, 9.6, 1.09e-3, .52e-3, 1.03e-3, 0, 0, 0},
      {"ba, 16 edges", 1 << 22, 67.1e6, .04, .94, 7.6, 14.5, 7.5, 3.80e-3, 4.10e-3, 4.26e-3, 5.77e-3, 2.31e-3,
        TG_LARGE_SLOT},
      {"ba, 30 edges", 1 << 19, 15.7e6, .05, .97, 14.6, 28.1, 14.5, 1.30e-3, 1.34e-3, 1.33e-3, 1.68e-3, 0, 0},
    };
    const tg_device_properties gpu = h100();
    static tg_adaptive made;
    for (const flat_graph &graph : graphs) {
        const tg_device_task task = task_of(graph.rows, graph.edges);
        memset(&made, 0, sizeof made);
        made.features.edges = graph.edges;
        made.features.near = graph.near;
        made.features.open = graph.open;
        made.features.wedges = graph.wedges * graph.edges;
        made.features.into = graph.into * graph.edges;
        made.features.few = graph.few * graph.edges;
        made.slot_words = graph.slot_words;
        made.edge_way = TG_BY_SEARCH;
        check_near(graph.name, tg_adaptive_edge_seconds(&gpu, &task, &made), graph.search);
        made.edge_way = TG_BY_MERGE;
        check_near(graph.name, tg_adaptive_edge_seconds(&gpu, &task, &made), graph.merge);
        made.edge_way = TG_BY_WEDGE;
        check_near(graph.name, tg_adaptive_edge_seconds(&gpu, &task, &made), graph.wedge);
        made.edge_way = TG_BY_EDGE;
        if (graph.thread > 0) check_near(graph.name, tg_adaptive_edge_seconds(&gpu, &task, &made), graph.thread);
        made.edge_way = TG_BY_SLOT;
        if (graph.slots > 0) check_near(graph.name, tg_adaptive_edge_seconds(&gpu, &task, &made), graph.slots);
    }
}

/* Rows of a dense random graph have few ids in a block, so that entries cost more than wedges. */
TEST_CASE(entries_of_blocks)
{
    const tg_device_properties gpu = h100();
    static tg_adaptive made;
    made.features.edges = 16.8e6;
    made.features.wedges = 7.2e8;
    made.block_limits = 1 << 18;
    made.features.octave_wedges[18] = 3.59e8; /* v from 2^17 on */
    made.features.octave_wedges[17] = 2.45e8;
    made.features.octave_wedges[16] = 8.13e7;
    made.features.octave_wedges[15] = 2.29e7;
    made.features.octave_entries[18] = 4.2e6;
    made.features.octave_entries[17] = 5.2e6;
    made.features.octave_entries[16] = 3.42e6;
    made.features.octave_entries[15] = 1.9e6;
    check_near("er, degree 128, 2^18 vertices", tg_adaptive_block_seconds(&gpu, &made), 1.35e-3);
    const tg_device_task task = task_of(1 << 18, 16.8e6);
    CHECK(tg_adaptive_index_seconds(&task, &made) > 0.5e-3, "measured: 1.1 ms");
}

/* Half the multiprocessors test half as many wedges; an empty task still starts a kernel. */
TEST_CASE(other_gpus)
{
    tg_device_properties half = h100(), unknown = h100();
    tg_adaptive made;
    memset(&made, 0, sizeof made);
    made.features.octave_wedges[10] = 1e10;
    made.block_limits = 1 << 12;
    half.multiprocessors = 66;
    unknown.major = 99;
    const tg_device_task task = task_of(100000, 2e6), empty = task_of(0, 0);
    const double whole = tg_adaptive_predict(&unknown, &task, &made);
    check_near("half", tg_adaptive_predict(&half, &task, &made), 2 * whole);
    CHECK(tg_adaptive_predict(&half, &task, &made) > 1.9 * whole, "half as fast");
    CHECK(tg_adaptive_predict(&half, &empty, &made) > 0, "an empty task");
}

/* Cells with many tests are multiplied, as far as they pay in sum; none by a GPU without the
 * unit, in a part of a graph, or beyond the vertices in blocks. */
TEST_CASE(hub_bounds)
{
    const tg_device_properties gpu = h100();
    tg_device_properties other = h100();
    tg_device_task task = task_of(1 << 20, 1 << 25);
    static tg_adaptive made;
    task.whole = true;
    task.edges.count = 1 << 20;
    made.block_limits = 1 << 15;
    CHECK_EQ(tg_adaptive_hub_bounds(&gpu, &task, &made).rows[0], 0, "no tests");
    made.features.hub_tests[0][0] = 1e9;
    made.features.hub_tests[0][4] = 1e9;
    made.features.hub_tests[2][2] = 1e9;
    made.features.hub_tests[16][16] = 1e12;
    const tg_hub_bounds bounds = tg_adaptive_hub_bounds(&gpu, &task, &made);
    CHECK_EQ(bounds.rows[0], 5 * TG_HUB_CELL, "columns with tests to the fifth cell of rows");
    CHECK_EQ(bounds.rows[1], 3 * TG_HUB_CELL, "as the columns behind");
    CHECK_EQ(bounds.rows[2], 3 * TG_HUB_CELL, "the diagonal");
    CHECK_EQ(bounds.rows[3], 0, "no tests there");
    CHECK_EQ(bounds.rows[16], 0, "not in blocks");
    made.features.hub_tests[0][40] = 1e10;
    CHECK_EQ(tg_adaptive_hub_bounds(&gpu, &task, &made).rows[0], 41 * TG_HUB_CELL, "far rows");
    other.major = 10;
    CHECK_EQ(tg_adaptive_hub_bounds(&other, &task, &made).rows[0], 0, "another GPU");
    task.first_row = 1;
    CHECK_EQ(tg_adaptive_hub_bounds(&gpu, &task, &made).rows[0], 0, "a part of a graph");
}

TEST_MAIN()
