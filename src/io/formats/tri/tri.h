/* tri.h - the layout of tricorn's own files, which docs/format.md specifies.
 *
 * A file has a header, then the sections, and then a checksum for each block of the sections. Each section begins at
 * a multiple of 64 bytes, with zeros before it. All numbers are little-endian.
 */
#pragma once

#include <stdint.h>

#include "graph/graph.h"
#include "io/bytes/output.h"

/* As in PNG: a byte above 127, and line ends that a transfer as text would change. */
#define TG_TRI_MAGIC "\x89TRI\r\n\x1a\n"

enum {
    TG_TRI_MAGIC_BYTES = 8,
    TG_TRI_VERSION = 1,
    TG_TRI_ALIGNMENT = 64,
    TG_TRI_BLOCK_BYTES = 1 << 20, /* the bytes of a block, which has one checksum */
    /* A chunk ends with the row with which it has this many edges ... */
    TG_TRI_CHUNK_EDGES = 1 << 16,
    TG_TRI_CHUNK_ROWS = 1 << 16 /* ... or after this many rows */
};

typedef enum tg_tri_encoding {
    TG_TRI_RAW, /* ROWS has offsets (u64), TARGETS has ids (u32) */
    /* ROWS has chunks; TARGETS has, for each chunk, the lengths of its rows, then their gaps. */
    TG_TRI_GAPS
} tg_tri_encoding;

typedef enum tg_tri_section {
    TG_TRI_ROWS,
    TG_TRI_TARGETS,
    TG_TRI_INPUT_IDS, /* a u32 for each vertex, or empty */
    TG_TRI_NUMBERS, /* a u64 for each number in the input, or empty */
    TG_TRI_STARTS, /* a u64 for each number in the input, or empty */
    TG_TRI_TEXT, /* strings, or empty */
    TG_TRI_CHECKSUMS, /* a u64 for each block between the header and this section */
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
    uint64_t header_checksum; /* the checksum of all header bytes before this member */
} tg_tri_header;

/* A chunk has the rows from first_row to that of the next chunk. The last entry of an array of
 * chunks only marks the end. */
typedef struct tg_tri_chunk {
    uint64_t first_row, first_edge;
    uint64_t first_byte; /* the offset of the chunk's bytes in TARGETS */
} tg_tri_chunk;

/* ---- steps of the writers ---- */

/* Makes the header of a graph, except for its encoding and its sections. */
tg_tri_header tg_tri_header_of(const tricorn_graph *graph);

/* Cuts the rows into chunks, with an additional entry for the end, and returns the number of
 * chunks. If `chunks` is NULL, only counts them. */
uint64_t tg_tri_cut_chunks(const tg_rows *rows, tg_tri_chunk *chunks);
/* Encodes the rows of a chunk, which end where the next chunk begins, into new memory. */
tricorn_status tg_tri_encode_chunk(
  tricorn_context *context, const tg_rows *rows, const tg_tri_chunk *chunk, unsigned char **encoded, uint64_t *bytes);

/* The content of a section: bytes in memory or, if `read` is not NULL, what `read` returns; any
 * thread may call it. */
typedef struct tg_tri_source {
    const void *bytes;
    tricorn_status (*read)(tricorn_context *context, void *user, uint64_t offset, void *to, uint64_t count);
    void *user;
} tg_tri_source;

/* Writes the file. The caller has set the sizes of all sections except for CHECKSUMS in the
 * header; this function sets its other members. */
tricorn_status tg_tri_write_sections(
  tricorn_context *context, tg_tri_header *header, const tg_tri_source sources[TG_TRI_CHECKSUMS], tg_output *output);

/* ---- the writer of graphs in memory ---- */

tricorn_status tg_tri_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output);
