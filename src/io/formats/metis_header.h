/* metis_header.h - the header of a METIS file, and what the beginning of a text says for or
 * against its being one. */
#ifndef TG_IO_FORMATS_METIS_HEADER_H
#define TG_IO_FORMATS_METIS_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/format.h"

enum { TG_METIS_WORDS = 4 }; /* the most that a header has */

typedef struct tg_metis_header {
    uint64_t vertices, edges;
    uint64_t vertex_words; /* numbers before a line's first neighbour */
    bool edge_weights;
    uint64_t lines; /* up to and including the header */
} tg_metis_header;

/* Understands the header's words, of which there are `count`; returns NULL or the fault. */
const char *tg_metis_header_read(const char *const *words, size_t count, tg_metis_header *found);

/* Whether the first line that is not a comment can be the header of a graph. */
bool tg_metis_begins(const char *bytes, size_t count);

/* Judges by the content alone: TG_NOT_MINE, TG_BY_SHAPE (an edge list could have the same lines)
 * or TG_BY_CONTENT.  Reading must still find the file right: a beginning proves nothing about the
 * rest. */
tg_likeness tg_metis_look(const char *bytes, size_t count);

#endif
