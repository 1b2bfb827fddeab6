/* metis_header.h - reads the header of a METIS file, and finds out whether a text begins like one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/format.h"

enum { TG_METIS_WORDS = 4 }; /* a header has at most four words */

typedef struct tg_metis_header {
    uint64_t vertices, edges;
    uint64_t vertex_words; /* how many numbers come before a line's first neighbour */
    bool edge_weights;
    uint64_t lines; /* the number of the header's line */
} tg_metis_header;

/* Reads the `count` words of a header; returns NULL, or the header's fault. */
const char *tg_metis_header_read(const char *const *words, size_t count, tg_metis_header *found);

/* Whether the first line that is not a comment can be the header of a graph. */
bool tg_metis_begins(const char *bytes, size_t count);

/* Judges a text by its content alone. Returns TG_NOT_MINE, TG_BY_SHAPE (an edge list could have the same lines) or
 * TG_BY_CONTENT. The beginning proves nothing about the rest, so reading checks everything. */
tg_likeness tg_metis_look(const char *bytes, size_t count);
