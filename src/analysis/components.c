/* components.c - finds connected components by joining trees of vertices, with all threads.
 *
 * - An edge joins the trees of its ends: the larger root gets the smaller one as its parent, by
 * an atomic exchange that fails if another thread has joined that root meanwhile.
 * - So a parent is never larger than its vertex, and the root of a tree is its smallest vertex.
 * - Source: Jayanti, Tarjan, "Concurrent disjoint set union", Distributed Computing 2021.
 */
#include "analysis/components.h"

#include "base/memory.h"
#include "base/parallel.h"

enum {
    ROWS_AT_ONCE = 1024 /* rows that a thread takes, and between two checks for cancelling */
};

static uint32_t parent_of(const uint32_t *parents, uint32_t v)
{
    return __atomic_load_n(&parents[v], __ATOMIC_RELAXED);
}

/* Returns the root of v's tree, and halves the path to it. */
static uint32_t root_of(uint32_t *parents, uint32_t v)
{
    uint32_t parent = parent_of(parents, v);
    for (uint32_t above; (above = parent_of(parents, parent)) != parent; v = parent, parent = above)
        __atomic_store_n(&parents[v], above, __ATOMIC_RELAXED);
    return parent;
}

/* Joins the trees of both roots; returns the root of the new tree. */
static uint32_t join(uint32_t *parents, uint32_t a, uint32_t b)
{
    while (a != b) {
        const uint32_t smaller = a < b ? a : b;
        uint32_t larger = a < b ? b : a;
        const uint32_t joined = larger;
        if (__atomic_compare_exchange_n(&parents[joined], &larger, smaller, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return smaller;
        a = root_of(parents, smaller);
        b = root_of(parents, joined);
    }
    return a;
}

static void join_row(uint32_t *parents, const tg_rows *rows, uint32_t u)
{
    uint32_t root = root_of(parents, u);
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++)
        if (parent_of(parents, rows->ids[e]) != root) root = join(parents, root, root_of(parents, rows->ids[e]));
}

static void join_rows(tricorn_context *context, const tg_rows *rows, uint32_t *parents)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = 0; u < rows->count; u++) {
        if (u % ROWS_AT_ONCE == 0) tg_work_add(context, 0);
        if (!tg_cancelled(context)) join_row(parents, rows, u);
    }
}

/* Replaces each vertex's parent by the number of its root; returns the number of roots. */
static uint32_t number_trees(tricorn_context *context, uint32_t *parents, uint32_t vertices, uint64_t *numbers)
{
    const int threads = (int)context->threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < vertices; v++) {
        const uint32_t root = root_of(parents, v);
        __atomic_store_n(&parents[v], root, __ATOMIC_RELAXED);
        numbers[v] = root == v;
    }
    const uint64_t roots = tg_prefix_sum(context, numbers, vertices);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < vertices; v++) parents[v] = (uint32_t)numbers[parents[v]];
    return (uint32_t)roots;
}

tricorn_status tg_find_components(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *components, uint32_t *count)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t vertices = graph->vertices;
    uint64_t *numbers = NULL;
    tg_rows rows;

    if (graph->store)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "components need the graph in memory, and it is on disk: allow more memory by %s",
          TG_OPTION("process_bytes_limit"));
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC(context, (uint64_t)vertices + 1, &numbers));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < vertices; v++) components[v] = v; /* the parent of each root */
    join_rows(context, &rows, components);
    TG_TRY(tg_check_cancelled(context));
    *count = number_trees(context, components, vertices, numbers);
cleanup:
    tg_free(numbers);
    return status;
}
