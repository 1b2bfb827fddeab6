/* test_levels_gpu.c - parts of a graph, on disk or in host memory, on a GPU that this program plays: rows are copied
 * to blocks of host memory, and a count happens when its end is waited for. So a part that is freed or written over
 * while it is counted gives a wrong count or a failure. Any step may find no memory.
 */
#include <stdlib.h>
#include <string.h>

#include "schedule/disk/levels_gpu.h"
#include "schedule/device/on_device.h"
#include "schedule/disk/row_passes.h"
#include "support/fixture.h"
#include "support/families.h"
#include "support/stored.h"
#include "support/wraps.h"

enum { VERTICES = 48, RANGES = 7 };
static const uint64_t edges_of_all = (uint64_t)VERTICES * (VERTICES - 1) / 2;
static const uint64_t triangles_of_all = (uint64_t)VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6;

static tricorn_context *context;

/* ---- the GPU ---- */

static struct {
    int64_t live; /* blocks */
    uint64_t asked; /* for memory */
    uint64_t first, count; /* requests first to first + count - 1 find none */
    uint64_t uploads, appends, overlaps, plans, wholes;
    uint32_t most_edges; /* of a task, else there is no memory for its plan; 0: any */
    uint32_t row_room, id_room; /* of the rows that were reserved last */
    const tg_device_task *running; /* what is counted, or NULL */
} gpu;

struct tg_device_plan {
    tg_device_task task;
};

/* Whether the count that runs needs the block. */
static bool is_used(const void *block)
{
    const tg_device_task *task = gpu.running;
    return task != NULL && (block == task->edges.offsets || block == task->from.offsets ||
                             block == task->into.offsets || block == task->sources);
}

struct tg_running_count {
    const tg_device_plan *plan;
};

static bool refuses(void)
{
    const uint64_t number = gpu.asked++;
    return number >= gpu.first && number - gpu.first < gpu.count;
}

static tricorn_status no_memory(tricorn_context *same)
{
    return tg_fail(same, TRICORN_OUT_OF_DEVICE_MEMORY, "refused by the test");
}

TEST_WRAPS(tg_device_open);
tricorn_status __wrap_tg_device_open(tricorn_context *same, uint32_t ordinal)
{
    (void)same;
    CHECK_EQ(ordinal, 3, "the GPU that was asked for");
    return TRICORN_OK;
}

TEST_WRAPS(tg_device_start);
tricorn_status __wrap_tg_device_start(tricorn_context *same, const tg_gpus *gpus, uint64_t expected)
{
    (void)expected;
    return __wrap_tg_device_open(same, gpus->numbers[0]);
}

TEST_WRAPS(tg_device_set_limit);
void __wrap_tg_device_set_limit(tricorn_context *same, uint64_t bytes)
{
    (void)same;
    (void)bytes;
}

TEST_WRAPS(tg_device_share_account);
void __wrap_tg_device_share_account(tricorn_context *same, const tricorn_context *whose)
{
    CHECK(same != whose, "a context of its own copies");
}

TEST_WRAPS(tg_device_properties_of);
const tg_device_properties *__wrap_tg_device_properties_of(const tricorn_context *same)
{
    static const tg_device_properties made_up = {.major = 70, .minor = 1, .multiprocessors = 3};
    (void)same;
    return &made_up;
}

TEST_WRAPS(tg_device_times_of);
tg_device_times *__wrap_tg_device_times_of(const tricorn_context *same)
{
    static tg_device_times none;
    (void)same;
    return &none;
}

TEST_WRAPS(tg_device_rows_upload);
tricorn_status __wrap_tg_device_rows_upload(tricorn_context *same, const tg_rows *rows, tg_device_rows *uploaded)
{
    if (refuses()) return no_memory(same);
    const uint64_t first = rows->offsets[0];
    const uint32_t ids = (uint32_t)(rows->offsets[rows->count] - first);
    uint32_t *offsets = test_allocate(rows->count + UINT64_C(1), sizeof *offsets);
    uint32_t *copied = test_allocate(ids, sizeof *copied);
    for (uint32_t r = 0; r <= rows->count; r++) offsets[r] = (uint32_t)(rows->offsets[r] - first);
    if (ids > 0) memcpy(copied, rows->ids + first, ids * sizeof *copied);
    *uploaded = (tg_device_rows){.count = rows->count, .id_count = ids, .offsets = offsets, .ids = copied};
    gpu.live++;
    gpu.uploads++;
    gpu.overlaps += gpu.running != NULL;
    return TRICORN_OK;
}

TEST_WRAPS(tg_device_rows_reserve);
tricorn_status __wrap_tg_device_rows_reserve(tricorn_context *same, uint32_t rows, uint64_t ids, tg_device_rows *made)
{
    CHECK(gpu.running == NULL, "a pass begins while another is counted");
    if (refuses()) return no_memory(same);
    *made = (tg_device_rows){
      .offsets = test_allocate(rows + UINT64_C(1), sizeof(uint32_t)), .ids = test_allocate(ids, sizeof(uint32_t))};
    gpu.row_room = rows;
    gpu.id_room = (uint32_t)ids;
    gpu.live++;
    return TRICORN_OK;
}

TEST_WRAPS(tg_device_rows_append);
tricorn_status __wrap_tg_device_rows_append(tricorn_context *same, const tg_rows *more, tg_device_rows *to)
{
    uint32_t *offsets = (uint32_t *)(uintptr_t)to->offsets + to->count;
    uint32_t *ids = (uint32_t *)(uintptr_t)to->ids + to->id_count;
    const uint64_t first = more->offsets[0], count = more->offsets[more->count] - first;
    if (refuses()) return no_memory(same);
    CHECK(to->count + more->count <= gpu.row_room && to->id_count + count <= gpu.id_room, "more than was reserved");
    for (uint32_t r = 0; r <= more->count; r++) offsets[r] = (uint32_t)(to->id_count + more->offsets[r] - first);
    if (count > 0) memcpy(ids, more->ids + first, count * sizeof *ids);
    to->count += more->count;
    to->id_count += (uint32_t)count;
    gpu.appends++;
    gpu.overlaps += gpu.running != NULL;
    return TRICORN_OK;
}

TEST_WRAPS(tg_device_rows_part);
tricorn_status __wrap_tg_device_rows_part(
  tricorn_context *same, const tg_device_rows *rows, tg_row_span span, tg_device_rows *part)
{
    if (refuses()) return no_memory(same);
    CHECK(
      span.first <= span.last && span.last <= rows->count, "rows %u to %u of %u", span.first, span.last, rows->count);
    CHECK(rows->offsets[span.first] == span.first_id && rows->offsets[span.last] == span.last_id, "ids %u to %u",
      span.first_id, span.last_id);
    *part = (tg_device_rows){.count = span.last - span.first,
      .id_count = span.last_id - span.first_id,
      .offsets = rows->offsets,
      .ids = rows->ids + span.first_id};
    if (span.first == 0) return TRICORN_OK;
    uint32_t *offsets = test_allocate(part->count + UINT64_C(1), sizeof *offsets);
    for (uint32_t r = 0; r <= part->count; r++) offsets[r] = rows->offsets[span.first + r] - span.first_id;
    part->offsets = offsets;
    gpu.live++;
    return TRICORN_OK;
}

/* What was freed is no row any more. */
TEST_WRAPS(tg_device_rows_free);
void __wrap_tg_device_rows_free(tg_device *device, tg_device_rows *rows)
{
    (void)device;
    CHECK(rows->offsets != NULL && !is_used(rows->offsets), "freed twice, or while used");
    free((void *)(uintptr_t)rows->offsets);
    free((void *)(uintptr_t)rows->ids);
    *rows = (tg_device_rows){.count = 0};
    gpu.live--;
}

TEST_WRAPS(tg_device_rows_sources);
tricorn_status __wrap_tg_device_rows_sources(tricorn_context *same, const tg_device_rows *rows, uint32_t **sources)
{
    if (refuses()) return no_memory(same);
    *sources = test_allocate(rows->id_count + UINT64_C(1), sizeof **sources);
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint32_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) (*sources)[e] = u;
    gpu.live++;
    return TRICORN_OK;
}

TEST_WRAPS(tg_device_free);
void __wrap_tg_device_free(tricorn_context *same, void *block)
{
    (void)same;
    CHECK(block != NULL && !is_used(block), "sources are freed twice, or while used");
    free(block);
    gpu.live--;
}

static bool are_same(const tg_device_rows *a, const tg_device_rows *b)
{
    return a->offsets == b->offsets && a->ids == b->ids && a->count == b->count && a->id_count == b->id_count;
}

static void check_whole(const tg_device_task *task)
{
    CHECK(are_same(&task->edges, &task->from) && are_same(&task->from, &task->into), "one graph");
    CHECK(task->lead == 0 && task->reach == TG_REACH_BELOW, "a lead");
    gpu.wholes++;
}

TEST_WRAPS(tg_device_plan_of_task);
tricorn_status __wrap_tg_device_plan_of_task(
  tricorn_context *same, const tg_device_task *task, const tg_setup *setup, tg_device_plan **plan)
{
    (void)setup;
    if (refuses()) return no_memory(same);
    CHECK(task->borrowed && task->sources != NULL, "rows stay the caller's, sources are there");
    CHECK_EQ(task->last_edge, task->edges.id_count, "all edges of the rows");
    if (gpu.most_edges > 0 && task->last_edge > gpu.most_edges) return no_memory(same);
    gpu.plans++;
    if (task->whole) check_whole(task);
    *plan = test_allocate(1, sizeof **plan);
    (*plan)->task = *task;
    gpu.live++;
    return TRICORN_OK;
}

TEST_WRAPS(tg_device_plan_free);
void __wrap_tg_device_plan_free(tg_device_plan *plan)
{
    if (plan == NULL) return;
    CHECK(&plan->task != gpu.running, "a plan is freed while it counts");
    free(plan);
    gpu.live--;
}

TEST_WRAPS(tg_device_count_start);
tricorn_status __wrap_tg_device_count_start(
  tricorn_context *same, const tg_device_plan *plan, const tg_device_sink *sink, tg_running_count **count)
{
    if (refuses()) return no_memory(same);
    CHECK(sink == NULL && gpu.running == NULL, "two counts at once");
    *count = test_allocate(1, sizeof **count);
    (*count)->plan = plan;
    gpu.running = &plan->task;
    gpu.live++;
    return TRICORN_OK;
}

static uint64_t shared(const tg_device_rows *a, uint32_t u, const tg_device_rows *b, uint32_t v)
{
    uint64_t found = 0;
    for (uint32_t i = a->offsets[u]; i < a->offsets[u + 1]; i++)
        for (uint32_t j = b->offsets[v]; j < b->offsets[v + 1]; j++) found += a->ids[i] == b->ids[j];
    return found;
}

TEST_WRAPS(tg_device_count_finish);
tricorn_status __wrap_tg_device_count_finish(tricorn_context *same, tg_running_count *count, uint64_t *triangles)
{
    const tg_device_task *task = &count->plan->task;
    (void)same;
    *triangles = 0;
    for (uint32_t e = task->first_edge; e < task->last_edge; e++) {
        const uint32_t u = task->sources[e];
        CHECK(u >= task->first_row && u < task->last_row, "row %u", u);
        CHECK(task->edges.ids[e] < task->into.count, "an edge to row %u", task->edges.ids[e]);
        *triangles += shared(&task->from, u, &task->into, task->edges.ids[e]);
    }
    free(count);
    gpu.running = NULL;
    gpu.live--;
    return TRICORN_OK;
}

/* ---- counting with it ---- */

typedef struct sums {
    uint64_t edges, triangles, parts;
} sums;

static tricorn_status counted(void *user, const tg_part_key *part, uint64_t edges, uint64_t found)
{
    sums *all = user;
    CHECK(part->first_range <= part->last_range, "a part without ranges");
    all->edges += edges;
    all->triangles += found;
    all->parts++;
    return TRICORN_OK;
}

/* By passes of these sizes over a graph on disk, whose segments decide, or in host memory. */
static tricorn_status count(const tricorn_graph *graph, tg_pass_limits limits, sums *all)
{
    static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};
    static const tg_algorithm algorithm = {.gpu = &traits};
    const tg_part_listener listener = {.counted = counted, .user = all};
    const tg_plan plan = {
      .graph = graph, .request = {.setup = {.algorithm = &algorithm}, .gpus = {.count = 1, .numbers = {3}}}};
    tricorn_status status = TRICORN_OK;
    tg_levels_gpu *there = NULL;
    tg_rows rows;

    TG_TRY(tg_levels_gpu_create(context, &plan, &there));
    TG_TRY(tg_levels_gpu_open(context, there, &listener));
    const tg_pass_visitor visitor = tg_levels_gpu_visitor(there);
    if (graph->store) {
        TG_TRY(tg_levels_each_task(context, graph->store, &limits, &visitor));
    } else {
        TG_TRY(tg_graph_rows(context, graph, &rows));
        TG_TRY(tg_rows_each_task(context, &rows, &limits, &visitor));
    }
    TG_TRY(tg_levels_gpu_finish(context, there));
cleanup:
    tg_levels_gpu_close(context, there);
    tg_levels_gpu_free(there);
    return status;
}

static const tg_pass_limits large = {.kept_bytes = 1 << 20, .batch_bytes = 1 << 20};

static tricorn_graph *stored(uint32_t kept)
{
    edge_list edges = make_complete(VERTICES);
    test_store_passes(kept, 1);
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, RANGES);
    edge_list_free(&edges);
    memset(&gpu, 0, sizeof gpu);
    return graph;
}

static void check_sums(const sums *all)
{
    CHECK_EQ(all->edges, edges_of_all, "edges");
    CHECK_EQ(all->triangles, triangles_of_all, "triangles");
    CHECK_EQ(gpu.live, 0, "blocks left");
}

TEST_CASE(parts_add_up)
{
    for (uint32_t kept = 1; kept <= RANGES; kept++) {
        tricorn_graph *graph = stored(kept);
        sums all = {0};
        test_by("%u ranges kept", kept);
        REQUIRE_OK(context, count(graph, large, &all));
        check_sums(&all);
        /* Rows of the pass come once; other parts bring two sets of rows at most. */
        CHECK(gpu.uploads <= 2 * all.parts, "%llu copies", (unsigned long long)gpu.uploads);
        CHECK(gpu.appends > 0 && gpu.appends < all.parts + RANGES, "rows kept");
        CHECK(gpu.overlaps > 0, "nothing is copied while a part is counted");
        CHECK(gpu.wholes > 0, "the first rows are a graph");
        if (kept == RANGES) CHECK_EQ(gpu.uploads, 0, "all rows stay");
        tricorn_graph_free(graph);
        test_store_reset();
    }
}

/* Rows in host memory, from all at once to one at a time; each is copied once where all stay. */
TEST_CASE(rows_in_memory_add_up)
{
    edge_list edges = make_complete(VERTICES);
    tricorn_graph *graph = edge_list_graph(context, &edges);
    edge_list_free(&edges);
    for (uint64_t kept = 1; kept < 1 << 14; kept += 1 + kept)
        for (uint64_t batch = 1; batch < 1 << 15; batch += 1 + 3 * batch) {
            const tg_pass_limits limits = {.kept_bytes = kept, .batch_bytes = batch};
            sums all = {0};
            memset(&gpu, 0, sizeof gpu);
            test_by("%llu bytes kept, %llu of a batch", (unsigned long long)kept, (unsigned long long)batch);
            REQUIRE_OK(context, count(graph, limits, &all));
            check_sums(&all);
            if (kept >= sizeof(uint32_t) * (edges_of_all + VERTICES + 1)) CHECK_EQ(gpu.uploads, 0, "all rows stay");
            if (batch == 1) CHECK(gpu.appends == VERTICES, "a row at a time");
        }
    tricorn_graph_free(graph);
}

/* Graphs with rows of all lengths, by the closed forms of their triangles. */
TEST_CASE(flat_rows_add_up)
{
    static const uint32_t sizes[] = {1, 9, 4, 6};
    const tg_pass_limits limits = {.kept_bytes = 200, .batch_bytes = 300};
    struct {
        edge_list edges;
        uint64_t triangles;
    } known[] = {
      {make_ring(40, 3), 3 * 40}, /* each vertex with two of its three next */
      {make_multipartite(sizes, 4), 1 * 9 * 4 + 1 * 9 * 6 + 1 * 4 * 6 + 9 * 4 * 6},
      {make_windmill(5, 7), 7 * 10}, /* 5 over 3 in each copy */
      {make_star(30), 0},
    };
    for (unsigned k = 0; k < LENGTH(known); k++) {
        tricorn_graph *graph = edge_list_graph(context, &known[k].edges);
        sums all = {0};
        memset(&gpu, 0, sizeof gpu);
        REQUIRE_OK(context, count(graph, limits, &all));
        CHECK_EQ(all.triangles, known[k].triangles, "graph %u", k);
        CHECK_EQ(gpu.live, 0, "blocks left");
        tricorn_graph_free(graph);
        edge_list_free(&known[k].edges);
    }
}

/* A GPU that counts so many edges at once, and no more: parts are counted in slices, as long as
 * these are not too many. */
TEST_CASE(slices_add_up)
{
    tricorn_graph *disk = stored(RANGES);
    edge_list edges = make_complete(VERTICES);
    tricorn_graph *memory = edge_list_graph(context, &edges);
    tricorn_graph *const graphs[] = {disk, memory};
    edge_list_free(&edges);
    for (unsigned g = 0; g < 2; g++) {
        uint64_t right = 0;
        uint64_t counts = 0;
        for (uint32_t most = 1; most <= edges_of_all; most += 1 + most / 8, counts++) {
            sums all = {0};
            memset(&gpu, 0, sizeof gpu);
            gpu.most_edges = most;
            test_by("%u edges at once", most);
            const tricorn_status status = count(graphs[g], large, &all);
            CHECK_EQ(gpu.live, 0, "blocks left");
            if (status == TRICORN_OK) {
                check_sums(&all);
                CHECK(gpu.plans >= edges_of_all / most, "%llu slices", (unsigned long long)gpu.plans);
                right++;
            } else {
                REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
                /* A row has up to VERTICES - 1 edges; a part is cut into 32 slices at least. */
                CHECK(most < VERTICES - 1 || most < edges_of_all / 32, "given up");
            }
        }
        CHECK(right > counts / 4, "%llu right", (unsigned long long)right);
    }
    tricorn_graph_free(disk);
    tricorn_graph_free(memory);
    test_store_reset();
}

/* Parts that are done are not counted, but their rows are there for the others. */
typedef struct some_done {
    sums sums;
    uint32_t asked, first, last; /* parts first to last - 1 are not done */
} some_done;

static bool is_done(void *user, const tg_part_key *part)
{
    some_done *some = user;
    const uint32_t number = some->asked++;
    (void)part;
    return number < some->first || number >= some->last;
}

static void count_some(const tricorn_graph *graph, some_done *some)
{
    static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};
    static const tg_algorithm algorithm = {.gpu = &traits};
    const tg_part_listener listener = {.is_done = is_done, .counted = counted, .user = some};
    const tg_plan plan = {
      .graph = graph, .request = {.setup = {.algorithm = &algorithm}, .gpus = {.count = 1, .numbers = {3}}}};
    tg_levels_gpu *there = NULL;
    REQUIRE_OK(context, tg_levels_gpu_create(context, &plan, &there));
    REQUIRE_OK(context, tg_levels_gpu_open(context, there, &listener));
    const tg_pass_visitor visitor = tg_levels_gpu_visitor(there);
    REQUIRE_OK(context, tg_levels_each_task(context, graph->store, &large, &visitor));
    REQUIRE_OK(context, tg_levels_gpu_finish(context, there));
    tg_levels_gpu_close(context, there);
    tg_levels_gpu_free(there);
}

TEST_CASE(parts_are_done)
{
    tricorn_graph *graph = stored(3);
    some_done none = {.last = 0}, one;
    uint64_t edges = 0, triangles = 0;
    count_some(graph, &none);
    CHECK(none.asked > RANGES && none.sums.parts == 0, "%u parts", none.asked);
    CHECK_EQ(gpu.appends + gpu.uploads, 0, "copies, when all is done");
    for (uint32_t part = 0; part < none.asked; part++) {
        one = (some_done){.first = part, .last = part + 1};
        count_some(graph, &one);
        CHECK_EQ(one.asked, none.asked, "parts");
        edges += one.sums.edges;
        triangles += one.sums.triangles;
    }
    CHECK_EQ(edges, edges_of_all, "edges, part by part");
    CHECK_EQ(triangles, triangles_of_all, "triangles, part by part");
    CHECK_EQ(gpu.live, 0, "blocks left");
    tricorn_graph_free(graph);
    test_store_reset();
}

/* One step that finds no memory, or all from there on: the count, or the error; nothing is left.
 */
static void refuse_steps(const tricorn_graph *graph, tg_pass_limits limits)
{
    static const uint64_t counts[] = {1, UINT64_MAX};
    sums whole = {0};
    uint64_t right = 0;
    memset(&gpu, 0, sizeof gpu);
    REQUIRE_OK(context, count(graph, limits, &whole));
    const uint64_t steps = gpu.asked;
    for (uint64_t step = 0; step < 2 * steps; step++) {
        const int64_t blocks = fixture.allocator.live_blocks;
        sums all = {0};
        memset(&gpu, 0, sizeof gpu);
        gpu.first = step / 2;
        gpu.count = counts[step % 2];
        const tricorn_status status = count(graph, limits, &all);
        if (status == TRICORN_OK)
            CHECK_EQ(all.triangles, triangles_of_all, "refused %llu", (unsigned long long)step / 2);
        else
            REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
        right += status == TRICORN_OK;
        CHECK_EQ(gpu.live, 0, "blocks left on the GPU");
        CHECK_EQ(fixture.allocator.live_blocks, blocks, "blocks left");
    }
    CHECK(right > 0, "a step that fails once is done again");
}

TEST_CASE(steps_find_no_memory)
{
    const tg_pass_limits small = {.kept_bytes = 5 << 9, .batch_bytes = 3 << 10};
    edge_list edges = make_complete(VERTICES);
    tricorn_graph *memory = edge_list_graph(context, &edges), *disk = stored(2);
    refuse_steps(disk, large);
    refuse_steps(memory, small);
    tricorn_graph_free(memory);
    tricorn_graph_free(disk);
    edge_list_free(&edges);
    test_store_reset();
}

static void create(void)
{
    context = test_fixture_open(1);
}

TEST_MAIN_BETWEEN(create, test_destroy)
