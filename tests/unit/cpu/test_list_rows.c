/* test_list_rows.c - every triangle once, in the order of the rows, with any variant and number
 * of threads, and with little memory: compared with three nested loops. */
#include "cpu/list_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/graph.h"
#include "support/fixture.h"
#include "support/isa.h"
#include "support/host_rows.h"

static const struct {
    const char *model, *parameters;
} graphs[] = {
  {"kronecker", "scale=12 edge_factor=16"},
  {"complete", "vertices=300"},
  {"erdos-renyi", "vertices=2500 edges=200000"},
  {"barabasi-albert", "vertices=20000 attach=9"},
  {"watts-strogatz", "vertices=9000 degree=16 rewire=0.1"},
  {"star", "vertices=3000"},
};

typedef struct all_triangles {
    uint32_t (*corners)[3];
    uint64_t count, next; /* the expected next triangle */
} all_triangles;

static void add(all_triangles *all, uint32_t x, uint32_t y, uint32_t z)
{
    if ((all->count & (all->count - 1)) == 0)
        all->corners = realloc(all->corners, (2 * all->count + 1) * sizeof *all->corners);
    CHECK(all->corners != NULL, "memory for the test");
    all->corners[all->count][0] = x;
    all->corners[all->count][1] = y;
    all->corners[all->count++][2] = z;
}

static all_triangles find_all(const tg_rows *rows)
{
    all_triangles all = {0};
    for (uint32_t x = 0; x < rows->count; x++)
        for (uint64_t e = rows->offsets[x]; e < rows->offsets[x + 1]; e++) {
            const uint32_t y = rows->ids[e];
            uint64_t i = rows->offsets[x], j = rows->offsets[y];
            while (i < rows->offsets[x + 1] && j < rows->offsets[y + 1])
                if (rows->ids[i] < rows->ids[j])
                    i++;
                else if (rows->ids[i] > rows->ids[j])
                    j++;
                else
                    add(&all, x, y, rows->ids[i]), i++, j++;
        }
    return all;
}

static tricorn_status take(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    all_triangles *all = user;
    (void)context;
    CHECK(all->next + count <= all->count, "more triangles than there are");
    CHECK(memcmp(triangles, all->corners[all->next], count * sizeof *all->corners) == 0,
      "triangles from number %llu on", (unsigned long long)all->next);
    all->next += count;
    return TRICORN_OK;
}

static tricorn_status list(tricorn_context *context, const tg_rows *rows, all_triangles *all)
{
    uint64_t triangles = 0;
    all->next = 0;
    const tricorn_status status = tg_list_rows(context, rows, take, all, &triangles);
    if (status == TRICORN_OK) {
        CHECK_EQ(triangles, all->count, "the number of triangles");
        CHECK_EQ(all->next, all->count, "triangles that came");
    }
    return status;
}

TEST_CASE(every_variant)
{
    static const uint32_t thread_numbers[] = {1, 2, 5};
    enum { CONTEXTS = LENGTH(thread_numbers) };
    test_allocator allocators[CONTEXTS];
    tricorn_context *contexts[CONTEXTS];

    test_contexts_create(allocators, contexts, thread_numbers, CONTEXTS);
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_generated(graphs[g].model, graphs[g].parameters);
        const tg_rows rows = test_host_rows(graph);
        all_triangles all = find_all(&rows);
        TEST_EACH_ISA (isa)
            for (size_t c = 0; c < CONTEXTS; c++) {
                contexts[c]->isa = isa;
                REQUIRE_OK(contexts[c], list(contexts[c], &rows, &all));
            }
        free(all.corners);
        tricorn_graph_free(graph);
    }
    test_contexts_free(allocators, contexts, CONTEXTS);
}

/* Rows of an input that stays in its order: ids behind their row, hubs anywhere. */
TEST_CASE(rows_that_rise)
{
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_generated(graphs[g].model, graphs[g].parameters);
        tg_rows rows = {0};
        WORKS(tg_graph_input_rows(fixture.context, graph, 0, &rows));
        all_triangles all = find_all(&rows);
        WORKS(list(fixture.context, &rows, &all));
        free(all.corners);
        tg_free((void *)(uintptr_t)rows.offsets);
        tg_free((void *)(uintptr_t)rows.ids);
        tricorn_graph_free(graph);
    }
}

/* With less memory fewer hubs have bits; in the end there is none for buffers. */
TEST_CASE(little_memory)
{
    tricorn_graph *graph = test_generated(graphs[0].model, graphs[0].parameters);
    const tg_rows rows = test_host_rows(graph);
    all_triangles all = find_all(&rows);
    tg_memory *memory = fixture.context->memory;
    tricorn_status status = TRICORN_OK;
    unsigned listed = 0;

    for (uint64_t room = UINT64_C(64) << 20; status == TRICORN_OK; room -= room / 8, listed++) {
        const uint64_t limit = tg_memory_lower_limit(memory, tg_memory_bytes(memory) + room);
        status = list(fixture.context, &rows, &all);
        tg_memory_set_limit(memory, limit);
    }
    CHECK_EQ(status, TRICORN_OUT_OF_MEMORY, "without memory");
    CHECK(listed > 10, "%u times there was memory", listed);
    free(all.corners);
    tricorn_graph_free(graph);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
