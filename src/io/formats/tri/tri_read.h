/* tri_read.h - what the two readers of .tri files have in common: one reads a whole graph; the
 * other reads edges, if the graph does not fit in memory. */
#pragma once

#include "graph/edges.h"
#include "io/bytes/input.h"
#include "io/formats/tri/tri.h"

/* Fails with TRICORN_BAD_FORMAT and the message "NAME: is damaged: WHAT; make it again from its source". */
tricorn_status tg_tri_damaged(tricorn_context *context, const char *name, const char *what);
extern const char tg_tri_bad_rows[];

tricorn_status tg_tri_read_header(tricorn_context *context, tg_input *input, tg_tri_header *header);

/* Whether each chunk of section ROWS follows the one before, and none has more rows than a writer puts into one. */
bool tg_tri_chunks_are_right(const tg_tri_header *header, const tg_tri_chunk *all);

/* The caller's ids, as the file has them; each array may be NULL. */
typedef struct tg_tri_ids {
    uint32_t *input_ids;
    tg_ids ids;
} tg_tri_ids;
/* Returns NULL if every vertex has its own number in the input, and every such number has its
 * id; otherwise returns the fault. */
const char *tg_tri_ids_fault(const tg_tri_header *header, const tg_tri_ids *ids);

/* Reads each edge of the file once, with the numbers of the input as ends. Needs 4 bytes for
 * each vertex, 24 bytes for each of 65,536 edges, and the memory of the caller's ids. */
tricorn_status tg_tri_read_edges(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges);
