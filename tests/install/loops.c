/* loops.c - a program whose own OpenMP loops count, inside of regions and outside, on complete
 * graphs. Its runtime must be its own: the library's has no barrier. */
#include <omp.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

enum { SHARES = 3, VERTICES_MOST = 40 };

/* 0 if the complete graph has the triangles of its closed form. */
static int count_wrong(uint32_t vertices)
{
    uint32_t edges[VERTICES_MOST * VERTICES_MOST];
    uint64_t count = 0;
    const uint64_t triangles = (uint64_t)vertices * (vertices - 1) * (vertices - 2) / 6;
    tricorn_context_options four = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *context = NULL;
    tricorn_graph *graph = NULL;
    tricorn_result result = TRICORN_RESULT_INIT;

    four.threads = 4;
    for (uint32_t u = 0; u < vertices; u++)
        for (uint32_t v = 0; v < u; v++) {
            edges[2 * count] = u;
            edges[2 * count++ + 1] = v;
        }
    if (tricorn_context_create(&four, &context) != TRICORN_OK) return 1;
    if (tricorn_graph_from_edges32(context, edges, count, NULL, &graph) == TRICORN_OK)
        tricorn_count(context, graph, NULL, &result);
    tricorn_graph_free(graph);
    tricorn_context_free(context);
    return result.triangles != triangles;
}

static int wrong_of_regions(void)
{
    int wrong = 0, began = 0;
#pragma omp parallel num_threads(SHARES) reduction(+ : wrong)
    {
#pragma omp atomic
        began++;
        wrong += count_wrong(VERTICES_MOST) + (omp_get_num_threads() != SHARES);
#pragma omp barrier
        wrong += began != SHARES;
#pragma omp for schedule(dynamic, 1)
        for (uint32_t vertices = 3; vertices <= VERTICES_MOST; vertices++) wrong += count_wrong(vertices);
    }
    return wrong;
}

int main(void)
{
    const int wrong = count_wrong(VERTICES_MOST) + wrong_of_regions() + count_wrong(3);
    return wrong + (omp_get_max_threads() < 1);
}
