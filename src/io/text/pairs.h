/* pairs.h - the fast path of text readers: plain lines of two numbers become edges.
 *
 * A plain line is two unsigned decimal numbers that begin the line, with one separator between
 * them, and then its end ('\n' or "\r\n"); or a separator and more columns without quotes,
 * braces and NUL bytes, as many in all as the caller says.  It has TG_PAIRS_LINE_BYTES at most.
 * The caller's general parser reads all other lines.
 */
#ifndef TG_IO_TEXT_PAIRS_H
#define TG_IO_TEXT_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/isa.h"
#include "graph/edges.h"

enum { TG_PAIRS_LINE_BYTES = 4096 }; /* with the '\n' */

typedef struct tg_pairs {
    const char *at;   /* in: the start of a line; out: of the first line that was not read */
    const char *stop; /* the byte after a '\n'; TG_TEXT_PADDING - 1 bytes behind it may be read */
    void *edges;      /* room for (stop - at) / 4 elements, tg_edge or tg_wide_edge */
    char separator;   /* ' ': each a blank or a tab, of which no two follow each other */
    uint32_t columns; /* of each line; 0: two or more */
    bool wide;        /* else a line with an id of at least 2^32 - 1 is not plain */
    uint64_t count;   /* out: lines read and edges written, one for each */
    uint64_t largest; /* out: the largest id among them */
} tg_pairs;

/* All variants do exactly the same. */
typedef struct tg_pairs_reader {
    tg_isa isa;
    /* Reads plain lines, up to the first line that is not plain or to the stop. */
    void (*read)(tg_pairs *pairs);
} tg_pairs_reader;

/* The variant for an instruction set; there is one for each. */
const tg_pairs_reader *tg_pairs_reader_of(tg_isa isa);

#endif
