/* consumer.c - what a user of the installed library writes: count K4, two ways to link. */
#include <inttypes.h>
#include <stdio.h>
#include <tricorn/tricorn.h>

int main(void)
{
    const uint32_t complete4[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
    tricorn_context *context = NULL;
    tricorn_graph *graph = NULL;
    tricorn_result result = TRICORN_RESULT_INIT;

    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    if (tricorn_graph_from_edges32(context, complete4, 6, NULL, &graph) == TRICORN_OK &&
        tricorn_count(context, graph, NULL, &result) == TRICORN_OK)
        printf("tricorn %s: %" PRIu64 " triangles\n", tricorn_version(), result.triangles);
    else
        fprintf(stderr, "%s\n", tricorn_context_message(context));
    tricorn_graph_free(graph);
    tricorn_context_free(context);
    return result.triangles == 4 ? 0 : 1;
}
