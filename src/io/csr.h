/* csr.h - compressed sparse rows as files hold them: where each row starts, then neighbours. */
#ifndef TG_IO_CSR_H
#define TG_IO_CSR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/records.h"

typedef struct tg_csr {
    uint64_t vertices;
    uint64_t *offsets;   /* vertices + 1; tg_free it */
    uint64_t offsets_at; /* the first one's byte in its file; TG_SIZE_UNKNOWN for text */
    unsigned offset_bytes;
    unsigned target_bytes; /* of a neighbour: 4 or 8 */
    unsigned stride;       /* from one to the next; more where a weight follows each */
    bool mirrored; /* each edge stands in the rows of both its ends: checked, and kept once */
} tg_csr;

/* TRICORN_UNSUPPORTED for more vertices than tricorn can hold.  name is the file's. */
tricorn_status tg_csr_check_vertices(tricorn_context *context, const char *name,
                                     uint64_t vertices);

/* TRICORN_BAD_FORMAT unless the offsets begin at 0, never fall and end at `arcs`. */
tricorn_status tg_csr_check_offsets(tricorn_context *context, const char *name, const tg_csr *csr,
                                    uint64_t arcs);

/* Reads the neighbours, offsets[vertices] of them, into *edges (empty before), where every row
 * is a vertex.  The offsets must have been checked. */
tricorn_status tg_csr_read_targets(tricorn_context *context, tg_bytes *from, const tg_csr *csr,
                                   tg_edges *edges);

#endif
