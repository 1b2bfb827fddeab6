/* parts.h - parts of edges that stay narrow until an id needs 64 bits; for readers of text. */
#ifndef TG_IO_PARTS_H
#define TG_IO_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/edges.h"

/* The part of one thread, on cache lines of its own. */
typedef struct tg_part {
    _Alignas(64) tg_edge_part *part;
    uint64_t largest; /* id */
    bool wide;
} tg_part;

/* Makes the parts of *edges (empty before); tg_free *parts. */
tricorn_status tg_parts_create(tricorn_context *context, uint32_t count, tg_edges *edges,
                               tg_part **parts);

/* Appends an edge. */
tricorn_status tg_part_push(tricorn_context *context, tg_part *to, uint64_t u, uint64_t v);

/* Makes all parts wide if one of them is, and sets edges->wide and edges->vertices. */
tricorn_status tg_parts_finish(tricorn_context *context, tg_part *parts, tg_edges *edges);

/* Notes the line of the last edge of the only part; *room belongs to edges->lines. */
tricorn_status tg_edges_note_line(tricorn_context *context, tg_edges *edges, uint64_t line,
                                  uint64_t *room);

#endif
