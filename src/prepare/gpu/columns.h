/* columns.h - makes edges from columns and rows that are in the memory of a GPU. Only in the GPU part. */
#pragma once

#include "prepare/gpu/prepare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the GPU in whose memory `address` is, and waits for the work that it is doing. Errors:
 * TRICORN_INVALID_ARGUMENT if the address is not in the memory of a GPU, and those of tg_device_open. */
tricorn_status tg_device_open_of(tricorn_context *context, const void *address);

/* Reads the columns, in the memory of the context's GPU, and writes edges to memory that it allocates by
 * tg_device_alloc on that GPU. Errors: TRICORN_INVALID_ARGUMENT (wrong offsets or targets), TRICORN_UNSUPPORTED (ids
 * that are far from dense, or negative), TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_edges_of_columns(
  tricorn_context *context, const tricorn_edge_columns *columns, tg_device_edges *edges);
tricorn_status tg_edges_of_rows(
  tricorn_context *context, const tricorn_csr *rows, uint64_t entries, tg_device_edges *edges);

#ifdef __cplusplus
}
#endif
