/* adjlist.h - lists of neighbours: how their lines are written. */
#ifndef TG_IO_FORMATS_ADJLIST_H
#define TG_IO_FORMATS_ADJLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "io/text/lines.h"
#include "io/text/words.h"

/* What separates the ids of a line; ' ' is any blanks. */
typedef struct tg_adjlist_form {
    char head;  /* behind the line's vertex: ':', '\t', ',' or ' ' */
    char list;  /* between its neighbours: ',', '\t' or ' ' */
    bool words; /* ids may be any words, else digits only */
} tg_adjlist_form;

/* Finds the form that the first lines of a content have.  Returns NULL, or why they may have more
 * than one, a constant sentence. */
const char *tg_adjlist_find_form(const char *bytes, size_t count, bool words,
                                 tg_adjlist_form *form);

/* The ids of a line: begin with {form, line, true, false}. */
typedef struct tg_adjlist_ids {
    const tg_adjlist_form *form;
    tg_line rest;
    bool first; /* the next id is the line's vertex */
    bool owed;  /* a separator was read, so an id must follow */
} tg_adjlist_ids;

/* Takes the next id; false at the line's end, or with *error, a constant sentence.  Whether an id
 * is a number is left to the caller. */
bool tg_adjlist_next(tg_adjlist_ids *ids, tg_line *id, const char **error);

/* True for an empty line or a comment. */
static inline bool tg_adjlist_skips(tg_line line)
{
    return line.begin == line.end || *line.begin == '#';
}

/* Parses an unsigned number; returns NULL, or why it is none, a constant sentence. */
const char *tg_adjlist_number(tg_line id, uint64_t *number);

/* The number that the id is, or that its word has in *words; these are NULL where ids are
 * numbers. *error: NULL, or why it is no number, a constant sentence. */
tricorn_status tg_adjlist_id(tricorn_context *context, tg_words *words, tg_line id,
                             uint64_t *number, const char **error);

/* True if the content begins with the three comments that NetworkX puts before both of its
 * formats: the command, the time, the graph's name. */
bool tg_adjlist_has_head(const char *bytes, size_t count);

#endif
