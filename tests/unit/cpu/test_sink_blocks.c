/* test_sink_blocks.c - triangles of vertices and edges of tasks whose sets of rows differ, as
 * parts of a graph on disk are, against merging; with less and less memory. */
#include "cpu/sink_blocks.h"
#include "base/memory.h"
#include "cpu/common/row_bitmap.h"
#include "cpu/common/row_words.h"
#include "support/fixture.h"
#include "support/host_rows.h"

#include <stdlib.h>
#include <string.h>

/* A pass keeps rows first to last - 1, numbered from `lead`; rows before are empty. Its batch
 * has those from batch_first to batch_last - 1. */
typedef struct shape {
    uint32_t first, last, lead, batch_first, batch_last;
} shape;

static uint32_t part_of(uint32_t count, uint32_t tenths)
{
    return (uint32_t)((uint64_t)count * tenths / 10);
}

/* Rows numbered from `origin`, of those from first to last - 1; their ids from low to high - 1, less `less`. */
static tg_rows cut_rows(
  const tg_rows *all, uint32_t origin, const uint32_t rows[2], const uint32_t ids[2], uint32_t less)
{
    const uint32_t count = rows[1] - origin;
    uint64_t *offsets = calloc(count + UINT64_C(1), sizeof *offsets), taken = 0;
    uint32_t *made = malloc((all->offsets[all->count] + 1) * sizeof *made);
    for (uint32_t r = 0; r < count; r++) {
        const uint32_t u = origin + r;
        offsets[r] = taken;
        for (uint64_t i = all->offsets[u]; u >= rows[0] && i < all->offsets[u + 1]; i++)
            if (all->ids[i] >= ids[0] && all->ids[i] < ids[1]) made[taken++] = all->ids[i] - less;
    }
    offsets[count] = taken;
    return (tg_rows){count, offsets, made};
}

static void free_rows(const tg_rows *rows)
{
    free((void *)(uintptr_t)rows->offsets);
    free((void *)(uintptr_t)rows->ids);
}

typedef struct sums {
    uint64_t triangles, *u, *v, *w;
    uint32_t *edges, *from, *into;
} sums;

static sums make_sums(const tg_task *task, uint64_t vertices)
{
    return (sums){.u = calloc(vertices, sizeof(uint64_t)),
      .v = calloc(vertices, sizeof(uint64_t)),
      .w = calloc(vertices, sizeof(uint64_t)),
      .edges = calloc(task->edges.offsets[task->edges.count] + 1, 4),
      .from = calloc(task->from.offsets[task->from.count] + 1, 4),
      .into = calloc(task->into.offsets[task->into.count] + 1, 4)};
}

static void free_sums(const sums *of)
{
    uint64_t *const vertices[] = {of->u, of->v, of->w};
    uint32_t *const edges[] = {of->edges, of->from, of->into};
    for (int i = 0; i < 3; i++) {
        free(vertices[i]);
        free(edges[i]);
    }
}

/* Merges the rows of both ends of each edge. */
static sums merge_all(const tg_task *task, uint64_t vertices)
{
    const tg_rows *from = &task->from, *into = &task->into;
    sums found = make_sums(task, vertices);
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++) {
            const uint32_t v = task->edges.ids[e];
            uint64_t i = from->offsets[u], j = into->offsets[v];
            while (i < from->offsets[u + 1] && j < into->offsets[v + 1]) {
                const uint32_t a = from->ids[i], b = into->ids[j];
                if (a == b) {
                    found.triangles++, found.u[u]++, found.v[v]++, found.w[a]++;
                    found.edges[e]++, found.from[i]++, found.into[j]++;
                }
                i += a <= b;
                j += b <= a;
            }
        }
    return found;
}

#define CHECK_SAME(found, expected, count, name) \
    CHECK(memcmp(found, expected, (count) * sizeof *(found)) == 0, "%s, %llu bytes", name, (unsigned long long)room)

/* Sets of rows that are the same share an array. */
static void check_task(tricorn_context *context, const tg_task *task, uint64_t vertices, uint64_t room)
{
    const bool own = tg_same_rows(&task->from, &task->into);
    const sums expected = merge_all(task, vertices);
    sums found = make_sums(task, vertices);
    const uint64_t into = task->into.offsets[task->into.count];
    const tg_sink of_vertices = {.u = found.u, .v = found.v, .w = found.w};
    const tg_sink of_edges = {.edges = found.edges, .from = own ? found.into : found.from, .into = found.into};
    uint64_t triangles[2] = {0};
    tg_memory *memory = context->memory;
    const uint64_t limit = tg_memory_lower_limit(memory, tg_memory_bytes(memory) + room);

    REQUIRE_OK(context, tg_sink_blocks_count(context, task, &of_vertices, &triangles[0]));
    REQUIRE_OK(context, tg_sink_blocks_count(context, task, &of_edges, &triangles[1]));
    tg_memory_set_limit(memory, limit);
    CHECK(expected.triangles > 0, "a task without a triangle tests nothing");
    CHECK_EQ(triangles[0], expected.triangles, "vertices, %llu bytes", (unsigned long long)room);
    CHECK_EQ(triangles[1], expected.triangles, "edges, %llu bytes", (unsigned long long)room);
    CHECK_SAME(found.u, expected.u, vertices, "u");
    CHECK_SAME(found.v, expected.v, vertices, "v");
    CHECK_SAME(found.w, expected.w, vertices, "w");
    CHECK_SAME(found.edges, expected.edges, task->edges.offsets[task->edges.count], "edges");
    for (uint64_t i = 0; own && i < into; i++) expected.into[i] += expected.from[i];
    if (!own) CHECK_SAME(found.from, expected.from, task->from.offsets[task->from.count], "from");
    CHECK_SAME(found.into, expected.into, into, "into");
    free_sums(&expected);
    free_sums(&found);
}

/* The task of a batch, and that of the pass's own rows. */
static void check_shape(tricorn_context *context, const tg_rows *all, const shape *of, uint64_t room)
{
    const uint32_t kept[] = {of->first, of->last}, batch[] = {of->batch_first, of->batch_last};
    const uint32_t up_to[] = {0, of->last};
    const tg_rows into = cut_rows(all, of->lead, kept, up_to, 0);
    const tg_rows own = cut_rows(all, of->lead, kept, kept, of->lead);
    const tg_rows from = cut_rows(all, of->batch_first, batch, up_to, 0);
    const tg_rows edges = cut_rows(all, of->batch_first, batch, kept, of->lead);
    tg_task task = {
      .edges = edges, .from = from, .into = into, .last_row = from.count, .reach = TG_REACH_BELOW, .lead = of->lead};

    check_task(context, &task, all->count, room);
    task.edges = own;
    task.from = into;
    task.last_row = into.count;
    check_task(context, &task, all->count, room);
    free_rows(&into);
    free_rows(&own);
    free_rows(&from);
    free_rows(&edges);
}

static tricorn_graph *make(tricorn_context *context, const char *model, const char *parameters)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_generate(context, model, parameters, 3, &graph));
    return graph;
}

TEST_CASE(tasks)
{
    enum { MOST_ROOM = 16 << 20, LEAST_ROOM = 1 << 20 };
    /* The second one's ids have no entry of their own in small tables. */
    static const char *const made[][2] = {
      {"kronecker", "scale=13 edge_factor=16"}, {"watts-strogatz", "vertices=45000 degree=20 rewire=0.05"}};

    for (uint32_t threads = 1; threads <= 3; threads += 2)
        for (size_t g = 0; g < LENGTH(made); g++) {
            tricorn_context *context = test_fixture_open(threads);
            tricorn_graph *graph = make(context, made[g][0], made[g][1]);
            const tg_rows all = test_task_of(graph).from;
            const uint32_t far = part_of(all.count, 8), end = part_of(all.count, 9);
            const shape shapes[] = {{50, 500, 0, 500, all.count}, {50, 500, 50, 700, far}, {500, 1500, 500, 1500, end},
              {far, end, 0, end, all.count}, {far, end, far, end, all.count}};
            /* Vertices of a Kronecker graph that are numbered late have few triangles. */
            const size_t first = g == 0 ? 0 : 3, last = g == 0 ? 3 : 5;
            for (size_t s = first; s < last; s++)
                for (uint64_t room = MOST_ROOM; room >= LEAST_ROOM; room -= room / 2)
                    check_shape(context, &all, &shapes[s], room);
            tricorn_graph_free(graph);
            test_fixture_close();
        }
}

/* Hubs have words, which are those of their ids; with less memory fewer have. */
TEST_CASE(words)
{
    tricorn_graph *graph = NULL;
    uint32_t last = UINT32_MAX;

    tricorn_context *context = test_fixture_open(2);
    graph = make(context, "kronecker", "scale=13 edge_factor=16");
    const tg_task task = test_task_of(graph);
    for (uint64_t room = 4 << 20; room >= 4 << 10; room /= 8) {
        tg_memory *memory = context->memory;
        const uint64_t limit = tg_memory_lower_limit(memory, tg_memory_bytes(memory) + room);
        tg_row_words made = {0};
        REQUIRE_OK(context, tg_row_words_create(context, &task, &made));
        CHECK(made.last <= last, "%llu bytes", (unsigned long long)room);
        CHECK(room < 4 << 20 || made.last > 100, "%u rows have words", made.last);
        last = made.last;
        for (uint32_t v = 0; v < task.into.count; v++) {
            const uint64_t begin = task.into.offsets[v], end = task.into.offsets[v + 1];
            uint32_t start = 0;
            const uint32_t count = tg_row_words_of(&made, v, &start);
            for (uint64_t i = begin; count > 0 && i < end; i++) {
                const uint32_t word = task.into.ids[i] / 64;
                CHECK(word < count, "word %u of %u", word, count);
                CHECK_EQ(
                  tg_bits_rank(made.bits + start, made.before + start, task.into.ids[i]), i - begin, "row %u", v);
                CHECK(tg_bits_get(made.bits + start, task.into.ids[i]), "row %u", v);
            }
        }
        tg_row_words_free(&made);
        tg_memory_set_limit(memory, limit);
    }
    CHECK(last < 100, "%u rows have words in 4 KB", last);
    tricorn_graph_free(graph);
    test_fixture_close();
}

TEST_MAIN()
