/* reorder.cuh - declarations for reordering on the GPU; private to this folder. */
#ifndef TG_PREPARE_GPU_REORDER_CUH
#define TG_PREPARE_GPU_REORDER_CUH

#include "prepare/gpu/prepare.h"

/* cores.cu: peels a graph with at least one vertex, and finds the round of each vertex. The
 * first round has all vertices with the least number of neighbours left, the next rounds have
 * those whose number falls to that; then this is repeated. A vertex has at most as many
 * neighbours in its own and later rounds as its core number says. in_degrees[v] is the number of
 * rows that contain v. The caller frees *rounds. Calls the progress function. Device memory:
 * at first 20 bytes per edge and 4 per vertex, later 4 per edge and 16 per vertex. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_peel_on_device(
  tricorn_context *context, const tg_device_graph *graph, const uint32_t *in_degrees, uint32_t **rounds);

#endif
