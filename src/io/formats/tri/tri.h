/* tri.h - the layout of tricorn's own files, which docs/format.md specifies.
 *
 * A header is followed by sections, each at a multiple of 64 bytes with zeros before it, and by
 * a checksum for each block of the sections.  All numbers are little-endian.
 */
#ifndef TG_IO_FORMATS_TRI_TRI_H
#define TG_IO_FORMATS_TRI_TRI_H

#include <stdint.h>

#include "graph/graph.h"
#include "io/bytes/output.h"

/* Like PNG's: a byte over 127, and line ends that a transfer as text would change. */
#define TG_TRI_MAGIC "\x89TRI\r\n\x1a\n"

enum {
    TG_TRI_MAGIC_BYTES = 8,
    TG_TRI_VERSION = 1,
    TG_TRI_ALIGNMENT = 64,
    TG_TRI_BLOCK_BYTES = 1 << 20, /* bytes of content that have one checksum */
    /* A chunk ends with the row that makes it this many edges ... */
    TG_TRI_CHUNK_EDGES = 1 << 16,
    TG_TRI_CHUNK_ROWS = 1 << 16 /* ... or after this many rows */
};

typedef enum tg_tri_encoding {
    TG_TRI_RAW, /* ROWS: offsets, u64; TARGETS: ids, u32 */
    TG_TRI_GAPS /* ROWS: chunks; TARGETS: for each chunk its rows' lengths, then their gaps */
} tg_tri_encoding;

typedef enum tg_tri_section {
    TG_TRI_ROWS,
    TG_TRI_TARGETS,
    TG_TRI_INPUT_IDS, /* u32 for each vertex, or empty */
    TG_TRI_NUMBERS,   /* u64 for each input number, or empty */
    TG_TRI_STARTS,    /* u64 for each input number, or empty */
    TG_TRI_TEXT,      /* strings, or empty */
    TG_TRI_CHECKSUMS, /* u64 for each block between header and this section */
    TG_TRI_SECTIONS
} tg_tri_section;

typedef struct tg_tri_header {
    char magic[TG_TRI_MAGIC_BYTES];
    uint32_t version, encoding, order, reserved;
    uint64_t active, vertices, edges;
    uint64_t input_edges, self_loops, duplicates, both_directions;
    uint64_t first_id;
    struct {
        uint64_t offset, bytes;
    } sections[TG_TRI_SECTIONS];
    uint64_t checksums_checksum; /* the checksum of the section CHECKSUMS */
    uint64_t header_checksum;    /* the checksum of all header bytes before this member */
} tg_tri_header;

/* The rows from first_row to that of the next chunk; the last entry only ends the one before it.
 */
typedef struct tg_tri_chunk {
    uint64_t first_row, first_edge;
    uint64_t first_byte; /* offset in TARGETS */
} tg_tri_chunk;

/* ---- steps of the writers ----------------------------------------------------------------- */

/* Makes the header of a graph, without encoding and sections. */
tg_tri_header tg_tri_header_of(const tricorn_graph *graph);

/* Cuts the rows into chunks, with one entry more for the end; returns their number.  If `chunks`
 * is NULL, only counts them. */
uint64_t tg_tri_cut_chunks(const tg_rows *rows, tg_tri_chunk *chunks);
/* Encodes the rows of a chunk, which end where the next chunk begins, into memory of its own. */
tricorn_status tg_tri_encode_chunk(tricorn_context *context, const tg_rows *rows,
                                   const tg_tri_chunk *chunk, unsigned char **encoded,
                                   uint64_t *bytes);

/* The content of a section: in memory or, if `read` is not NULL, what `read` returns to any
 * thread. */
typedef struct tg_tri_source {
    const void *bytes;
    tricorn_status (*read)(tricorn_context *context, void *user, uint64_t offset, void *to,
                           uint64_t count);
    void *user;
} tg_tri_source;

/* Writes the file.  The header has the bytes of all sections but CHECKSUMS; its other members
 * are set here. */
tricorn_status tg_tri_write_sections(tricorn_context *context, tg_tri_header *header,
                                     const tg_tri_source sources[TG_TRI_CHECKSUMS],
                                     tg_output *output);

/* ---- the writer of graphs in memory -------------------------------------------------------- */

tricorn_status tg_tri_write(tricorn_context *context, const tricorn_graph *graph,
                            tg_output *output);

#endif
