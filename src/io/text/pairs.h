/* pairs.h - the fast path of text readers: plain lines of two numbers become edges.
 *
 * A plain line is two unsigned decimal numbers that begin the line, one separator between them,
 * and the end of the line ('\n' or "\r\n"). Or further columns without quotes, braces and NUL
 * bytes follow the numbers, with as many columns in all as the caller says. It has at most
 * TG_PAIRS_LINE_BYTES bytes. All other lines are left to the caller's general parser.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/isa.h"
#include "graph/edges.h"

enum { TG_PAIRS_LINE_BYTES = 4096 }; /* with the '\n' */

typedef struct tg_pairs {
    /* in: the start of a line; out: the start of the first line that was not read. */
    const char *at;
    const char *stop; /* the byte behind a '\n'; TG_TEXT_PADDING - 1 bytes more may be read */
    void *edges; /* room for (stop - at) / 4 elements, tg_edge or tg_wide_edge */
    char separator; /* ' ': any blank or tab, of which no two follow each other */
    uint32_t columns; /* the number of columns of each line; 0: two or more */
    bool wide; /* if false, a line with an id of 2^32 - 1 or more is not plain */
    uint64_t count; /* out: the number of lines read, each an edge */
    uint64_t largest; /* out: the largest of their ids */
} tg_pairs;

/* A variant for an instruction set; all variants give the same result. */
typedef struct tg_pairs_reader {
    tg_isa isa;
    /* Reads plain lines, up to the first line that is not plain, or to the stop. */
    void (*read)(tg_pairs *pairs);
} tg_pairs_reader;

/* The variant for an instruction set: its own, or that of the next lower set. */
const tg_pairs_reader *tg_pairs_reader_of(tg_isa isa);
