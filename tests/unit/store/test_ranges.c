/* test_ranges.c - ranges of rows take about the same memory, however long rows are; a row that is
 * longer than a range is in one. */
#include "store/store.h"
#include "support/fixture.h"
#include "support/stored.h"

enum { VERTICES = 1 << 12, EDGES = 1 << 16 };

static tricorn_context *context;

static void check_cuts(const tg_disk_rows *disk, uint32_t most)
{
    CHECK(disk->ranges >= 1 && disk->ranges <= most, "%u ranges", disk->ranges);
    CHECK_EQ(disk->cuts[0], 0, "the first cut");
    for (uint32_t r = 0; r < disk->ranges; r++) CHECK(disk->cuts[r] < disk->cuts[r + 1], "range %u is empty", r);
    for (uint32_t p = 0; p < disk->segments; p++)
        CHECK(disk->segment[p].first >= disk->cuts[disk->segment[p].range] &&
                disk->segment[p].last <= disk->cuts[disk->segment[p].range + 1],
          "piece %u", p);
}

static uint64_t memory_of(const tg_disk_rows *disk, uint32_t range)
{
    uint64_t entries = 0;
    for (uint32_t p = 0; p < disk->segments; p++)
        if (disk->segment[p].range == range) entries += disk->segment[p].entries;
    return 4 * entries + 8 * (uint64_t)(disk->cuts[range + 1] - disk->cuts[range]);
}

/* Most edges have low ends (skew 1), high ends (-1), or any (0). */
static edge_list random_edges(int skew)
{
    test_random random = {63};
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t i = 0; i < EDGES; i++) {
        uint64_t ends[2];
        for (int e = 0; e < 2; e++) {
            const uint64_t a = test_random_below(&random, VERTICES);
            const uint64_t low = a * a / VERTICES * a / VERTICES;
            ends[e] = skew > 0 ? low : skew < 0 ? VERTICES - 1 - low : a;
        }
        edge_list_add(&edges, (uint32_t)ends[0], (uint32_t)ends[1]);
    }
    return edges;
}

TEST_CASE(ranges_are_even)
{
    enum { RANGES = 8 };
    for (int skew = -1; skew <= 1; skew++) {
        edge_list edges = random_edges(skew);
        tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, RANGES);
        const tg_disk_rows *disk = &graph->store->disk_rows;
        uint64_t all = 0, most = 0;
        check_cuts(disk, RANGES);
        for (uint32_t r = 0; r < disk->ranges; r++) {
            const uint64_t bytes = memory_of(disk, r);
            all += bytes;
            if (bytes > most) most = bytes;
        }
        CHECK(most * RANGES < 2 * all, "skew %d: the largest of %u ranges has %llu of %llu bytes", skew, disk->ranges,
          (unsigned long long)most, (unsigned long long)all);
        tricorn_graph_free(graph);
        edge_list_free(&edges);
        test_store_reset();
    }
}

/* The last vertex has all edges, so that most cuts would be in its row. */
TEST_CASE(one_long_row)
{
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t v = 0; v + 1 < VERTICES; v++) edge_list_add(&edges, v, VERTICES - 1);
    for (uint32_t ranges = 1; ranges <= 64; ranges *= 2) {
        tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, ranges);
        uint64_t entries = 0;
        check_cuts(&graph->store->disk_rows, ranges);
        for (uint32_t p = 0; p < graph->store->disk_rows.segments; p++)
            entries += graph->store->disk_rows.segment[p].entries;
        CHECK_EQ(entries, VERTICES - 1, "edges in %u ranges", ranges);
        tricorn_graph_free(graph);
        test_store_reset();
    }
    edge_list_free(&edges);
}

static void create(void)
{
    context = test_fixture_open(2);
}

TEST_MAIN_BETWEEN(create, test_destroy)
