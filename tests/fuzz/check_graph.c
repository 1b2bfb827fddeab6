/* check_graph.c - whether a graph that a reader made of any bytes keeps its promises. */
#include <inttypes.h>

#include "base/memory.h"
#include "graph/graph.h"
#include "target.h"

enum { MOST_COUNTED = 1 << 16 }; /* edges of graphs that are counted: counting takes longer */

tricorn_context *fuzz_context_create(uint32_t threads)
{
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *context = NULL;
    options.threads = threads;
    options.host_bytes_limit = FUZZ_MEMORY_BYTES;
    FUZZ_REQUIRE(tricorn_context_create(&options, &context) == TRICORN_OK, "no context");
    return context;
}

void fuzz_context_free(tricorn_context *context)
{
    FUZZ_REQUIRE(tricorn_context_peak_bytes(context) <= FUZZ_MEMORY_BYTES, "%" PRIu64 " bytes at the peak",
      tricorn_context_peak_bytes(context));
    FUZZ_REQUIRE(
      tricorn_context_bytes(context) == 0, "%" PRIu64 " bytes are not given back", tricorn_context_bytes(context));
    tricorn_context_free(context);
}

static void check_rows(const tricorn_graph *graph)
{
    FUZZ_REQUIRE(graph->active <= graph->vertices, "%u of %u vertices have edges", graph->active, graph->vertices);
    if (graph->active == 0) {
        FUZZ_REQUIRE(graph->edges == 0, "%" PRIu64 " edges of no vertex", graph->edges);
        return;
    }
    FUZZ_REQUIRE(graph->host.offsets[0] == 0, "the first row begins at %" PRIu64, graph->host.offsets[0]);
    for (uint32_t u = 0; u < graph->active; u++) {
        const uint64_t begin = graph->host.offsets[u], end = graph->host.offsets[u + 1];
        FUZZ_REQUIRE(begin <= end && end <= graph->edges, "row %u ends at %" PRIu64, u, end);
        for (uint64_t e = begin; e < end; e++) {
            FUZZ_REQUIRE(graph->host.targets[e] < u, "row %u has %u", u, graph->host.targets[e]);
            FUZZ_REQUIRE(
              e == begin || graph->host.targets[e - 1] < graph->host.targets[e], "row %u is not ascending", u);
        }
    }
    FUZZ_REQUIRE(graph->host.offsets[graph->active] == graph->edges, "the rows end at %" PRIu64,
      graph->host.offsets[graph->active]);
}

/* Every vertex has a name, and vertices of the first part have edges. (That a .tri file counts one among them that
 * has none is not looked for: it would take as long as reading, and harms no count.) */
static void check_vertices(tricorn_context *context, const tricorn_graph *graph, unsigned flags)
{
    uint64_t *degrees = NULL, sum = 0;
    if (TG_ALLOC_ZERO(context, graph->vertices, &degrees) != TRICORN_OK) return;
    if (tricorn_graph_degrees(context, graph, degrees) == TRICORN_OK) {
        for (uint32_t v = 0; v < graph->vertices; v++) {
            FUZZ_REQUIRE((degrees[v] > 0) == (v < graph->active) || ((flags & FUZZ_NO_TOTALS) && v < graph->active),
              "vertex %u has degree %" PRIu64, v, degrees[v]);
            sum += degrees[v];
        }
        FUZZ_REQUIRE(sum == 2 * graph->edges, "degrees add up to %" PRIu64, sum);
    }
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const char *label = tricorn_graph_label(graph, v);
        if (label)
            for (; *label; label++) sum += (unsigned char)*label;
        else
            sum += tricorn_graph_id(graph, v);
    }
    *(volatile uint64_t *)&sum = sum; /* the names were read for the sanitizer to see it */
    tg_free(degrees);
}

static uint64_t count_by(tricorn_context *context, const tricorn_graph *graph, const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    options.algorithm = algorithm;
    const tricorn_status status = tricorn_count(context, graph, &options, &result);
    FUZZ_REQUIRE(
      status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "%s: %s", algorithm, tricorn_context_message(context));
    return status == TRICORN_OK ? result.triangles : UINT64_MAX;
}

uint64_t fuzz_check_graph(tricorn_context *context, const tricorn_graph *graph, unsigned flags)
{
    check_rows(graph);
    check_vertices(context, graph, flags);
    if (!(flags & FUZZ_NO_TOTALS))
        FUZZ_REQUIRE(graph->input_edges == graph->edges + graph->self_loops + graph->duplicates,
          "%" PRIu64 " edges came, %" PRIu64 " are left, %" PRIu64 " loops and %" PRIu64 " repeats were removed",
          graph->input_edges, graph->edges, graph->self_loops, graph->duplicates);
    if (graph->edges > MOST_COUNTED) return UINT64_MAX;
    const uint64_t merged = count_by(context, graph, "cpu-merge-edge");
    const uint64_t adaptive = count_by(context, graph, "cpu-adaptive");
    FUZZ_REQUIRE(merged == adaptive || merged == UINT64_MAX || adaptive == UINT64_MAX,
      "%" PRIu64 " triangles by merging, %" PRIu64 " by cpu-adaptive", merged, adaptive);
    return merged == UINT64_MAX ? adaptive : merged;
}
