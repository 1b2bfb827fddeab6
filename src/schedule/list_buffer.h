/* list_buffer.h - streams the edges from one range of rows to another through a small buffer:
 * each time the buffer is full, its edges are counted as a task of their own (TriX, section IV-B). */
#pragma once

#include "schedule/blocks.h"

enum { TG_LIST_EDGE_BYTES = 8 }; /* the bytes of an edge in a list */

/* Returns how many edges a buffer has beside blocks of block_bytes: it has a quarter of their
 * bytes, for at least one edge. */
uint64_t tg_list_buffer_edges(uint64_t block_bytes);

/* Makes a buffer for `edges` edges of the job's graph. The lists are read from the job's file or,
 * if the graph is in memory, from its rows. */
tricorn_status tg_list_buffer_create(
  tricorn_context *context, const tg_block_job *job, uint64_t edges, tg_list_buffer **buffer);
void tg_list_buffer_free(tg_list_buffer *buffer);

/* Counts task `at`, whose blocks are in memory. `sink` has the sums of its vertices, or those of
 * its blocks and, as `edges`, the counts of the graph's edges. Adds the triangles to
 * *triangles. */
tricorn_status tg_list_buffer_count(
  tricorn_context *context, tg_list_buffer *buffer, tg_grid_at at, const tg_sink *sink, uint64_t *triangles);
