/* adjlist.h - the form of the lines of adjacency lists, and the ids on a line. */
#ifndef TG_IO_FORMATS_ADJLIST_H
#define TG_IO_FORMATS_ADJLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "io/text/lines.h"
#include "io/text/words.h"

/* The separators of a line's ids; ' ' is any blanks. */
typedef struct tg_adjlist_form {
    char head;  /* behind the line's vertex: ':', '\t', ',' or ' ' */
    char list;  /* between its neighbours: ',', '\t' or ' ' */
    bool words; /* ids may be any words; if false, they are digits */
} tg_adjlist_form;

/* Finds the form of the first lines of a content.  Returns NULL or, if they may have several
 * forms, a constant sentence on them. */
const char *tg_adjlist_find_form(const char *bytes, size_t count, bool words,
                                 tg_adjlist_form *form);

/* The ids of a line; they begin as {form, line, true, false}. */
typedef struct tg_adjlist_ids {
    const tg_adjlist_form *form;
    tg_line rest;
    bool first; /* the next id is the line's vertex */
    bool owed;  /* the last byte was a separator, so an id must follow */
} tg_adjlist_ids;

/* Cuts the next id; false at the line's end, or with *error, a constant sentence.  The caller
 * checks whether an id is a number. */
bool tg_adjlist_next(tg_adjlist_ids *ids, tg_line *id, const char **error);

/* Whether the line is empty or a comment. */
static inline bool tg_adjlist_skips(tg_line line)
{
    return line.begin == line.end || *line.begin == '#';
}

/* Parses an unsigned number; returns NULL, or a constant sentence on why it is none. */
const char *tg_adjlist_number(tg_line id, uint64_t *number);

/* The number that the id is or, if words is not NULL, that this word has.  *error is NULL, or a
 * constant sentence on why the id is no number. */
tricorn_status tg_adjlist_id(tricorn_context *context, tg_words *words, tg_line id,
                             uint64_t *number, const char **error);

/* Whether the content begins with the three comments that NetworkX writes before both of its
 * formats: the command, the time, the name of the graph. */
bool tg_adjlist_has_head(const char *bytes, size_t count);

#endif
