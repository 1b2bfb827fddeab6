/* consumer.c - what a user of the installed library writes: count K4, two ways to link. */
#include <inttypes.h>
#include <stdio.h>
#include <trigon/trigon.h>

int main(void)
{
    const uint32_t complete4[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
    trigon_context *context = NULL;
    trigon_graph *graph = NULL;
    trigon_result result = TRIGON_RESULT_INIT;

    if (trigon_context_create(NULL, &context) != TRIGON_OK) return 1;
    if (trigon_graph_from_edges32(context, complete4, 6, NULL, &graph) == TRIGON_OK &&
        trigon_count(context, graph, NULL, &result) == TRIGON_OK)
        printf("trigon %s: %" PRIu64 " triangles\n", trigon_version(), result.triangles);
    else
        fprintf(stderr, "%s\n", trigon_context_message(context));
    trigon_graph_free(graph);
    trigon_context_free(context);
    return result.triangles == 4 ? 0 : 1;
}
