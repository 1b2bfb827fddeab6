/* test_partition.c - blocks hold each edge once, and each triangle is in exactly one task. */
#include <stdlib.h>

#include "support/allocator.h"
#include "support/check.h"
#include "support/families.h"
#include "task/partition.h"

static bool row_has(tg_rows rows, uint32_t row, uint32_t id)
{
    for (uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; i++)
        if (rows.ids[i] == id) return true;
    return false;
}

/* By the definition in task.h. */
static uint64_t count_task(const tg_task *task)
{
    uint64_t found = 0;
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++)
            for (uint64_t i = task->from.offsets[u]; i < task->from.offsets[u + 1]; i++)
                found += row_has(task->into, task->edges.ids[e], task->from.ids[i]);
    return found;
}

/* Each edge of the graph is in the block of the classes of its ends; blocks have no other ids. */
static void check_blocks(const tricorn_graph *graph, const tg_partition *partition)
{
    const uint32_t n = partition->classes;
    uint64_t edges = 0;

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            edges += tg_partition_task(partition, i, 0, k).edges.offsets[partition->rows[i]];
    CHECK_EQ(edges, graph->edges, "edges in %u x %u blocks", n, n);
    for (uint32_t u = 0; u < graph->active; u++)
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++) {
            const uint32_t v = graph->host.targets[e];
            const tg_task task = tg_partition_task(partition, u % n, 0, v % n);
            CHECK(row_has(task.edges, u / n, v / n), "edge %u-%u of %u classes", u, v, n);
        }
}

static void check_partition(tricorn_context *context, const tricorn_graph *graph,
                            uint32_t classes, uint64_t expected)
{
    tg_partition partition = {0};
    uint64_t triangles = 0;

    REQUIRE_OK(context, tg_partition_create(context, graph, classes, &partition));
    check_blocks(graph, &partition);
    for (uint32_t i = 0; i < classes; i++)
        for (uint32_t j = 0; j < classes; j++)
            for (uint32_t k = 0; k < classes; k++) {
                const tg_task task = tg_partition_task(&partition, i, j, k);
                CHECK_EQ(tg_task_is_whole(&task), i == j && j == k, "%u classes", classes);
                triangles += count_task(&task);
            }
    CHECK_EQ(triangles, expected, "%u classes", classes);
    tg_partition_free(&partition);
}

static void every_triangle_once(void **state)
{
    test_allocator allocator;
    test_random random = {17};

    (void)state;
    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 2);
    for (unsigned trial = 0; trial < 12; trial++) {
        edge_list edges = trial == 0 ? edge_list_create(0) : make_random(3 * trial, 60, &random);
        const uint64_t expected = edge_list_brute_force(&edges);
        tricorn_graph *graph = edge_list_into_graph(context, edges);
        for (uint32_t classes = 1; classes <= 5; classes++)
            check_partition(context, graph, classes, expected);
        check_partition(context, graph, 50, expected); /* more classes than vertices */
        tricorn_graph_free(graph);
    }
    test_context_free(&allocator, context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_triangle_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
