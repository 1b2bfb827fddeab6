/* butterflies.c - butterflies are the cycles of four vertices, which squares.h counts in any graph.
 *
 * A path of three edges has a middle edge: (d(u) - 1) (d(v) - 1) of them are around the edge u-v of
 * vertices of these degrees, and all have four vertices, as no triangle exists.  Each butterfly has
 * four of them.
 */
#include "analysis/butterflies.h"

#include "analysis/squares.h"
#include "base/memory.h"
#include "graph/transpose.h"

typedef unsigned __int128 wide;

static void count_paths(const tricorn_context *context, const tg_rows *below,
                        const tg_rows *above, tricorn_butterfly_summary *found)
{
    wide paths = 0;
#pragma omp parallel num_threads((int)context->threads)
    {
        wide own = 0;
#pragma omp for schedule(dynamic, 256) nowait
        for (uint32_t u = 0; u < below->count; u++) {
            const uint64_t degree = tg_rows_degree(below, above, u);
            for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++)
                own += (wide)(degree - 1) * (tg_rows_degree(below, above, below->ids[e]) - 1);
        }
#pragma omp critical(tg_butterflies)
        paths += own;
    }
    found->paths_high = (uint64_t)(paths >> 64);
    found->paths_low = (uint64_t)paths;
    found->robins_alexander = paths > 0 ? 4 * (double)found->butterflies / (double)paths : 0;
}

static void count_sides(const tricorn_graph *graph, tricorn_butterfly_summary *found)
{
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint8_t side = graph->sides[tg_graph_input_id(graph, v)];
        found->left += side == TG_LEFT;
        found->right += side == TG_RIGHT;
    }
}

tricorn_status tg_butterflies_count(tricorn_context *context, const tricorn_graph *graph,
                                    tricorn_butterfly_summary *found)
{
    tricorn_status status = TRICORN_OK;
    tg_rows below, above = {0};

    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(tg_rows_transpose(context, &below, &above));
    TG_TRY(tg_squares_total(context, graph, &above, &found->butterflies));
    count_paths(context, &below, &above, found);
    count_sides(graph, found);
cleanup:
    tg_rows_free(&above);
    return status;
}
