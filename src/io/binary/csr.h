/* csr.h - compressed sparse rows in files: the offsets of rows, then the neighbours of all rows. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/binary/offsets.h"
#include "io/binary/records.h"

typedef struct tg_csr {
    uint64_t vertices, arcs; /* arcs: the number of neighbours */
    tg_offsets offsets; /* vertices + 1 offsets */
    /* Where the first offset is in the file; TG_SIZE_UNKNOWN for text. */
    uint64_t offsets_at;
    unsigned offset_bytes;
    unsigned target_bytes; /* the bytes of a neighbour: 4 or 8 */
    /* The bytes from one neighbour to the next: more than target_bytes if a weight follows each. */
    unsigned stride;
    /* Each edge must be in the rows of both its ends; this is checked, and one of the two is dropped. */
    bool mirrored;
} tg_csr;

/* Fails with TRICORN_UNSUPPORTED if the graph has more vertices than tricorn can hold. `name` is that of the file. */
tricorn_status tg_csr_check_vertices(tricorn_context *context, const char *name, uint64_t vertices);

/* Reads the offsets into csr->offsets, whose member `spill` the caller has set. If the file has
 * one offset too few, csr->arcs is used as the last one. */
tricorn_status tg_csr_read_offsets(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, tg_csr *csr);

/* Fails with TRICORN_BAD_FORMAT unless the offsets begin at 0, never decrease, and end at csr->arcs. */
tricorn_status tg_csr_check_offsets(tricorn_context *context, const char *name, const tg_csr *csr);

/* Reads the neighbours as edges into *edges, which is empty; each row is a vertex. The offsets
 * must have been checked before. */
tricorn_status tg_csr_read_targets(tricorn_context *context, tg_bytes *from, const tg_csr *csr, tg_edges *edges);
