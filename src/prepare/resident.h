/* resident.h - graphs whose rows are on the GPU that prepared them; they are copied to host memory
 * when somebody asks for them there. */
#ifndef TG_PREPARE_RESIDENT_H
#define TG_PREPARE_RESIDENT_H

#include <stdbool.h>

#include "device/device.h"
#include "device/device_rows.h"
#include "graph/edges.h"
#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares narrow edges on the context's GPU.  On success it takes the ids of *edges and nothing
 * else.  order: a name of reorder.h, or NULL.  The graph has input_ids, but no rows on the host.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_UNSUPPORTED: prepare on the CPU then; others. */
tricorn_status tg_prepare_resident(tricorn_context *context, tg_edges *edges, const char *order,
                                  tricorn_graph **graph);

/* The same by the eight steps of Polak's paper, for comparison. */
tricorn_status tg_prepare_resident_by_steps(tricorn_context *context, tg_edges *edges,
                                           tricorn_graph **graph);

/* tg_make_rows with the rows on the context's GPU, from edges that have been spread over buckets.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_UNSUPPORTED: make them on the CPU then; others. */
struct tg_preparation;
struct tg_spread;
tricorn_status tg_make_resident_rows(tricorn_context *context, struct tg_preparation *preparation,
                                    const struct tg_spread *spread);

/* Sets *gpu to the number of the GPU that holds the rows; false if no GPU does. */
bool tg_graph_is_on(const tricorn_graph *graph, uint32_t *gpu);

/* Borrows the rows on the GPU, and the row of each edge; false if they are not there (any more).
 * They stay there until they are returned. */
bool tg_resident_borrow(const tricorn_graph *graph, tg_device_rows *rows,
                        const uint32_t **sources);
void tg_resident_return(const tricorn_graph *graph);

/* Copies the rows to host memory and frees them on the GPU, unless somebody has borrowed them. */
tricorn_status tg_resident_evict(tricorn_context *context, const tricorn_graph *graph);

/* As tg_rows_measures, for rows on a GPU or in host memory, without copying them. */
tricorn_status tg_graph_measures(tricorn_context *context, const tricorn_graph *graph,
                                 tg_row_measures *measures);

#ifdef __cplusplus
}
#endif

#endif
