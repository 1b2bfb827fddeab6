/* input_state.h - what an input has, for input.c and input_unpack.c alone. */
#pragma once

#include "io/bytes/ahead.h"
#include "io/bytes/archive.h"
#include "io/bytes/compressed.h"
#include "io/bytes/input.h"
#include "io/bytes/source.h"

struct tg_input {
    char *path; /* NULL: the input was opened as a descriptor */
    tg_file_list_kind parts_kind; /* only set if source.files is not NULL */
    tg_input *part; /* the part that is being read, if the content is a stream of parts */
    uint64_t next_part; /* the number of the part after that */
    char part_end; /* the last byte of `part` that was read */
    uint64_t part_bytes; /* the bytes of the files of all parts that were read */
    bool flat; /* regular and not compressed; source.position is the number of consumed bytes */
    tg_input_range range;
    tg_source source;

    tg_archive *archive; /* NULL: the content is not read by libarchive */
    tg_decoder *decoder; /* NULL: not compressed */
    tg_ahead *ahead; /* NULL: not compressed, or the context has one thread */
    /* The decoder is called directly: with one thread, or where memory is too small to decode ahead. */
    bool direct;

    char *peek; /* the first bytes of the content, which are kept until the input is closed */
    /* The peek has peek_count bytes, of which tg_input_read has already returned peek_read. */
    size_t peek_count, peek_read;

    char *held; /* the content of a stream, if it is held in memory; otherwise NULL */
    /* The spill that holds the content of a stream, from `place` on; NULL: none does. */
    tg_edge_spill *aside;
    uint64_t place;
};

/* Makes an input with this name, which has nothing open yet. */
tricorn_status tg_input_create(tricorn_context *context, const char *name, tg_input **input);

/* Unpacks the content while it is an archive or compressed. `member` is the file in the archive that the
 * caller names, or NULL. */
tricorn_status tg_input_unpack(tricorn_context *context, tg_input **input, const char *member);
