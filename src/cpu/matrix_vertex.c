/* matrix_vertex.c - counts a task with a bit matrix of its hubs.
 *
 * - For each vertex, the ids of its row are ANDed, block by block, with the bits of those
 *   neighbours that are hubs (cpu/hub_matrix.h).  Edges to other vertices are counted vertex by
 *   vertex with a bitmap (cpu/reverse_lists.h).
 * - The cost model chooses the number of hubs.
 * - A task is streamed if its rows have ids above their own number, or if memory is too small for
 *   the matrix.
 *
 * Source: hub matrices are those of Koohi Esfahani et al., "LOTUS: Locality Optimizing Triangle Counting", PPoPP
 * 2022; counting in the direction of wedges is that of the forward algorithm with marks, Latapy, "Main-memory
 * Triangle Computations for Very Large (Sparse (Power-Law)) Graphs", TCS 2008.
 */
#include "cpu/hub_index.h"
#include "cpu/hubs.h"
#include "cpu/stream_edge.h"

static tricorn_status make_index(tricorn_context *context, const tg_task *task, tg_index *index)
{
    tg_features features;
    tg_hub_choice choice = {.ahead = TG_STREAM_AHEAD};

    tg_features_measure(context, task, &features);
    features.kept_hubs = tg_hub_index_hubs(index);
    choice.streamed = !tg_reverse_lists_fit(task) ||
                      !tg_cost_of_hubs(&features, context->threads, tg_hubs_room(context, task), &choice.cost);
    return tg_hub_index_create(context, task, &features, &choice, index);
}

static const tg_cpu_methods methods = {
  .make_index = make_index,
  .prune = tg_hub_index_prune,
  .count = tg_hub_index_count,
};

TG_DEFINE_ALGORITHM(cpu_matrix_vertex) = {
  .description =
    {
      .name = "cpu-matrix-vertex",
      .summary = "for each vertex, AND its row with a bit matrix of hubs; bitmaps for the rest",
      .device = "cpu",
      .source = "tricorn; hub matrix of Koohi Esfahani et al. 2022 (LOTUS)",
      .iterator = "vertex",
      .lookup = "bitmap",
      .granularity = "coarse",
    },
  .lookup = TG_LOOKUP_BITMAP,
  .cpu = &methods,
};
