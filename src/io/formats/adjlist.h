/* adjlist.h - the form of the lines of an adjacency list, and how to cut a line into ids. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "io/text/lines.h"
#include "io/text/words.h"

/* The separators between the ids of a line; ' ' stands for one or more blanks. */
typedef struct tg_adjlist_form {
    char head; /* the one after the line's vertex: ':', '\t', ',' or ' ' */
    char list; /* the one between its neighbours: ',', '\t' or ' ' */
    bool words; /* ids may be any words; false: they are digits */
} tg_adjlist_form;

/* Finds the form of the first lines of a content. Returns NULL or, if the lines can have
 * several forms, a constant sentence that explains this. */
const char *tg_adjlist_find_form(const char *bytes, size_t count, bool words, tg_adjlist_form *form);

/* The ids of a line that are not cut yet; at first these are {form, line, true, false}. */
typedef struct tg_adjlist_ids {
    const tg_adjlist_form *form;
    tg_line rest;
    bool first; /* the next id is the line's vertex */
    bool owed; /* the last byte was a separator, so another id must follow */
} tg_adjlist_ids;

/* Cuts off the next id. Returns false at the end of the line, or with *error set to a constant
 * sentence. The caller checks whether the id is a number. */
bool tg_adjlist_next(tg_adjlist_ids *ids, tg_line *id, const char **error);

/* Whether the line is empty or a comment. */
static inline bool tg_adjlist_skips(tg_line line)
{
    return line.begin == line.end || *line.begin == '#';
}

/* Reads an unsigned number. Returns NULL, or a constant sentence that says why the id is none. */
const char *tg_adjlist_number(tg_line id, uint64_t *number);

/* Sets *number to the id itself or, if `words` is not NULL, to the number that this word has.
 * *error is NULL, or a constant sentence that says why the id is no number. */
tricorn_status tg_adjlist_id(
  tricorn_context *context, tg_words *words, tg_line id, uint64_t *number, const char **error);

/* Whether the content begins with the three comments that NetworkX writes at the beginning of
 * both its formats: the command, the time, and the name of the graph. */
bool tg_adjlist_has_head(const char *bytes, size_t count);
