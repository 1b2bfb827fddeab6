/* test_level_passes.c - tasks of a graph on disk: each edge is in one task, rows and ids have the
 * numbers that the task says, parts that are done are not read; and what fits on a GPU. */
#include "schedule/disk/levels_gpu.h"
#include "support/fixture.h"
#include "support/families.h"
#include "support/stored.h"

enum { VERTICES = 60, KEPT = 1 << 20, BATCH = 1 << 20 };
static const uint64_t edges_of_all = (uint64_t)VERTICES * (VERTICES - 1) / 2;
static const uint64_t triangles_of_all = (uint64_t)VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6;

static tricorn_context *context;

/* What the tasks had. */
typedef struct seen {
    uint64_t edges, triangles;
    uint32_t parts; /* that were asked for */
    uint32_t first, last; /* parts first to last - 1 are not done; last 0: from first on */
    bool ends; /* at the first task */
    const tg_disk_rows *disk;
} seen;

static bool is_done(void *user, const tg_part_key *part)
{
    seen *all = user;
    const uint32_t number = all->parts++;
    CHECK(part->first_segment < part->last_segment, "a part without pieces");
    return number < all->first || (all->last > 0 && number >= all->last);
}

static uint64_t shared(const tg_rows *a, uint32_t u, const tg_rows *b, uint32_t v)
{
    uint64_t found = 0;
    for (uint64_t i = a->offsets[u]; i < a->offsets[u + 1]; i++)
        for (uint64_t j = b->offsets[v]; j < b->offsets[v + 1]; j++) found += a->ids[i] == b->ids[j];
    return found;
}

/* An edge leads down, to a row whose ids are below it, too. */
static void check_edge(const tg_task *task, uint32_t u, uint32_t v)
{
    CHECK(v < task->into.count, "row %u of %u", v, task->into.count);
    CHECK(tg_vertex_of(task->v, v) < tg_vertex_of(task->u, u), "labels of %u and %u", u, v);
    CHECK_EQ(tg_vertex_of(task->v, v), (uint64_t)v + task->lead, "the lead");
    for (uint64_t i = task->into.offsets[v]; i < task->into.offsets[v + 1]; i++)
        CHECK(task->into.ids[i] < (uint64_t)v + task->lead, "an id of row %u", v);
}

/* The ids of row u below the label of row v. */
static uint64_t below(const tg_task *task, uint32_t u, uint32_t v)
{
    uint64_t found = 0;
    for (uint64_t i = task->from.offsets[u]; i < task->from.offsets[u + 1]; i++)
        found += task->from.ids[i] < tg_vertex_of(task->v, v);
    return found;
}

static tricorn_status take(tricorn_context *same, void *user, const tg_part_key *part, const tg_task *task)
{
    seen *all = user;
    uint64_t wedges = 0;
    if (all->ends) return tg_fail(same, TRICORN_CANCELLED, "ended by the test");
    CHECK_EQ(task->edges.count, task->from.count, "rows of edges and from");
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++) {
            check_edge(task, u, task->edges.ids[e]);
            wedges += below(task, u, task->edges.ids[e]);
            all->triangles += shared(&task->from, u, &task->into, task->edges.ids[e]);
        }
    CHECK_EQ(tg_part_edges(all->disk, part), tg_task_edges(task), "edges of the part");
    CHECK_EQ(tg_part_wedges(all->disk, part), wedges, "wedges of the part");
    all->edges += tg_task_edges(task);
    return TRICORN_OK;
}

static tricorn_status walk(const tricorn_graph *graph, seen *all)
{
    const tg_pass_limits limits = {.kept_bytes = KEPT, .batch_bytes = BATCH};
    all->disk = &graph->store->disk_rows;
    const tg_pass_visitor visitor = {.is_done = is_done, .take = take, .user = all};
    return tg_levels_each_task(context, graph->store, &limits, &visitor);
}

/* The complete graph, whose edges and triangles are known. */
static tricorn_graph *stored(uint32_t ranges, uint32_t kept, uint32_t segments)
{
    edge_list edges = make_complete(VERTICES);
    test_store_passes(kept, segments);
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, ranges);
    edge_list_free(&edges);
    return graph;
}

TEST_CASE(each_edge_once)
{
    for (uint32_t ranges = 1; ranges <= 12; ranges++)
        for (uint32_t kept = 1; kept <= 3; kept++) {
            tricorn_graph *graph = stored(ranges, kept, 1 + ranges % 3);
            seen all = {0};
            REQUIRE_OK(context, walk(graph, &all));
            CHECK_EQ(all.edges, edges_of_all, "edges, %u ranges, %u kept", ranges, kept);
            CHECK_EQ(all.triangles, triangles_of_all, "triangles, %u ranges, %u kept", ranges, kept);
            tricorn_graph_free(graph);
            test_store_reset();
        }
}

/* What one walk takes, another need not; one may end at any part, while the next one is read. */
TEST_CASE(parts_are_done)
{
    tricorn_graph *graph = stored(6, 1, 1);
    seen whole = {0};
    REQUIRE_OK(context, walk(graph, &whole));
    CHECK(whole.parts > 10, "few parts");
    for (uint32_t cut = 1; cut < whole.parts; cut++) {
        seen some = {.last = cut}, others = {.first = cut}, one = {.first = cut, .ends = true};
        REQUIRE_OK(context, walk(graph, &some));
        REQUIRE_OK(context, walk(graph, &others));
        CHECK_EQ(some.parts, whole.parts, "parts");
        CHECK_EQ(some.edges + others.edges, edges_of_all, "edges, cut at %u", cut);
        CHECK_EQ(some.triangles + others.triangles, triangles_of_all, "triangles, cut at %u", cut);
        const int64_t blocks = fixture.allocator.live_blocks;
        REQUIRE_STATUS(context, walk(graph, &one), TRICORN_CANCELLED);
        CHECK_EQ(fixture.allocator.live_blocks, blocks, "blocks left");
    }
    tricorn_graph_free(graph);
    test_store_reset();
}

/* Rows kept, two batches where not all rows are, sources and the index (33 bytes for each
 * edge of a batch, which has 4 bytes at least) fit, and leave no half of it unused. */
TEST_CASE(fits_on_a_gpu)
{
    const tg_pass_limits host = {.kept_bytes = UINT64_C(4) << 40, .batch_bytes = UINT64_C(2) << 40};
    for (uint64_t room = 1 << 20; room < UINT64_C(1) << 34; room *= 3) {
        /* 4 bytes an edge and a row */
        const tricorn_graph graphs[] = {
          {.active = (uint32_t)(room / 160), .edges = room / 16}, {.active = (uint32_t)(room / 160), .edges = room}};
        const tg_pass_limits whole = tg_levels_gpu_limits(host, room, &graphs[0]);
        const tg_pass_limits parts = tg_levels_gpu_limits(host, room, &graphs[1]);
        const uint64_t rows = 4 * (graphs[0].edges + graphs[0].active);
        const uint64_t of_whole = rows + 33 * (whole.batch_bytes / 4);
        const uint64_t of_parts = parts.kept_bytes + 2 * parts.batch_bytes + 33 * (parts.batch_bytes / 4);
        CHECK(rows <= whole.kept_bytes, "all rows stay");
        CHECK(of_whole <= room && of_whole > room / 2, "%llu of %llu bytes", (unsigned long long)of_whole,
          (unsigned long long)room);
        CHECK(of_parts <= room && of_parts > room / 2, "%llu of %llu bytes", (unsigned long long)of_parts,
          (unsigned long long)room);
    }
    const tricorn_graph large = {.active = UINT32_MAX, .edges = UINT64_C(1) << 50};
    /* A set of rows on a GPU has fewer than 2^32 ids, of 4 bytes. */
    const tg_pass_limits most = tg_levels_gpu_limits(host, UINT64_C(1) << 44, &large);
    CHECK(most.kept_bytes < UINT64_C(1) << 34 && most.batch_bytes < UINT64_C(1) << 34, "ids");
    /* The host has a batch at a time, and the GPU the rows kept. */
    const tg_pass_limits few = {.kept_bytes = 5, .batch_bytes = 3};
    const tg_pass_limits same = tg_levels_gpu_limits(few, UINT64_C(1) << 30, &large);
    CHECK(same.kept_bytes == 1 << 29 && same.batch_bytes == 8, "the host's memory is the limit");
}

static void create(void)
{
    context = test_fixture_open(2);
}

TEST_MAIN_BETWEEN(create, test_destroy)
