/* small_graph.h - a graph made by hand, for tests of writers.
 *
 * Input vertices 0, 1, 2, 3, 4 times `step`; edges 0-1, 0-3, 1-3, 3-4; vertex 2 has none.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/graph.h"
#include "support/check.h"

enum { SMALL_VERTICES = 5, SMALL_EDGES = 4 };

static inline void *small_copy(tricorn_context *context, const void *from, size_t bytes)
{
    void *block = NULL;
    REQUIRE_OK(context, tg_alloc(context, bytes, 1, &block));
    memcpy(block, from, bytes);
    return block;
}

/* By descending degree 3, 0, 1, 4 and then 2 are vertices 0 to 4. tricorn_graph_free it. */
static inline tricorn_graph *small_graph(tricorn_context *context, uint32_t step)
{
    static const uint32_t input[SMALL_VERTICES] = {3, 0, 1, 4, 2};
    static const uint64_t offsets[] = {0, 0, 1, 3, 4};
    static const uint32_t targets[SMALL_EDGES] = {0, 0, 1, 0};
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, TG_ALLOC_ZERO(context, 1, &graph));
    graph->active = SMALL_VERTICES - 1;
    graph->vertices = SMALL_VERTICES;
    graph->edges = SMALL_EDGES;
    graph->host.offsets = small_copy(context, offsets, sizeof offsets);
    graph->host.targets = small_copy(context, targets, sizeof targets);
    graph->input_ids = small_copy(context, input, sizeof input);
    for (int i = 0; i < SMALL_VERTICES; i++) graph->input_ids[i] *= step;
    return graph;
}

/* Sets the ids: words[x] is the id of input vertex x, of SMALL_VERTICES (step 1). */
static inline void small_graph_name(tricorn_context *context, tricorn_graph *graph, const char *const *words)
{
    char text[1024];
    uint64_t starts[SMALL_VERTICES], used = 0;
    for (int x = 0; x < SMALL_VERTICES; x++) {
        starts[x] = used;
        strcpy(text + used, words[x]);
        used += strlen(words[x]) + 1;
    }
    graph->ids.text = small_copy(context, text, used);
    graph->ids.starts = small_copy(context, starts, sizeof starts);
}
