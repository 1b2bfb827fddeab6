/* reorder_gpu.cuh - what the files of reordering on the GPU share; private to this folder. */
#ifndef TG_PREPARE_REORDER_GPU_CUH
#define TG_PREPARE_REORDER_GPU_CUH

#include "prepare/prepare_gpu.h"

/* cores_gpu.cu: the round in which each vertex goes when a graph, which has some, is peeled: first
 * all vertices that have no more neighbours left than the least one, then those that come down to
 * that by it, round by round.  A vertex has no more neighbours in its own and in later rounds than
 * its core number.  in_degrees: in how many rows each vertex is.  *rounds is the caller's.
 * Asks the progress function.  Device memory: 20 bytes an edge and 4 a vertex, then 4 and 16.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_peel_on_device(tricorn_context *context, const tg_device_graph *graph,
                                 const uint32_t *in_degrees, uint32_t **rounds);

#endif
