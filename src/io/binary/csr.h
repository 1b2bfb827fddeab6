/* csr.h - compressed sparse rows in files: offsets of rows, then neighbours. */
#ifndef TG_IO_BINARY_CSR_H
#define TG_IO_BINARY_CSR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/binary/offsets.h"
#include "io/binary/records.h"

typedef struct tg_csr {
    uint64_t vertices, arcs; /* arcs: the number of neighbours */
    tg_offsets offsets;      /* vertices + 1 of them */
    uint64_t offsets_at; /* offset in the file of the first offset; TG_SIZE_UNKNOWN for text */
    unsigned offset_bytes;
    unsigned target_bytes; /* bytes of a neighbour: 4 or 8 */
    /* Bytes from one neighbour to the next; more than target_bytes if a weight follows each. */
    unsigned stride;
    /* The rows of both ends have each edge: this is checked, and the edge becomes one. */
    bool mirrored;
} tg_csr;

/* TRICORN_UNSUPPORTED for more vertices than tricorn can hold.  name is the file's. */
tricorn_status tg_csr_check_vertices(tricorn_context *context, const char *name,
                                     uint64_t vertices);

/* Reads offsets into csr->offsets, whose member `spill` is set.  If the file has one offset less
 * than rows plus one, csr->arcs is the last. */
tricorn_status tg_csr_read_offsets(tricorn_context *context, tg_bytes *from,
                                   const tg_numbers *wanted, tg_csr *csr);

/* TRICORN_BAD_FORMAT unless the offsets begin at 0, never decrease and end at csr->arcs. */
tricorn_status tg_csr_check_offsets(tricorn_context *context, const char *name,
                                    const tg_csr *csr);

/* Reads the neighbours into *edges, which is empty; every row is a vertex.  The offsets must
 * have been checked. */
tricorn_status tg_csr_read_targets(tricorn_context *context, tg_bytes *from, const tg_csr *csr,
                                   tg_edges *edges);

#endif
