/* words.h - numbers the words of a reader, which need not all fit in memory.
 *
 * Words are numbered in the order in which they occur. If they do not fit in memory and the
 * edges have a spill, all words move to the spill, and the numbering goes on with an empty map.
 * A word may then have several numbers, which the spill joins.
 */
#pragma once

#include "graph/edges.h"
#include "io/text/dialect/id_parts.h"
#include "io/text/fields.h"
#include "io/text/strings.h"

enum { TG_WATCHED_WORDS = 2 };

typedef struct tg_words {
    tg_strings *strings;
    tg_edge_spill *spill; /* NULL: all words stay in memory */
    uint64_t before; /* words in the maps before this one */
    /* Words of which the reader wants to know whether they occur; NULL: none. If they are the
     * first words of all: whether they occur again. */
    const char *watched[TG_WATCHED_WORDS];
    size_t watched_bytes[TG_WATCHED_WORDS];
    bool watched_first;
    bool again[TG_WATCHED_WORDS]; /* the first words of the first map occurred again */
    bool occurred[TG_WATCHED_WORDS]; /* the watched words were in a map before this one */
    char *plain; /* the memory for a word after its quotes are removed */
    size_t plain_room;
} tg_words;

/* spill may be NULL. */
tricorn_status tg_words_create(tricorn_context *context, tg_edge_spill *spill, tg_words *words);
void tg_words_free(tg_words *words);

/* The number of the word, any bytes but NUL. Errors: those of tg_strings_number and of the spill. */
tricorn_status tg_words_number(
  tricorn_context *context, tg_words *words, const char *word, size_t bytes, uint64_t *number);

/* The number of the word in a field, without its quotes. */
tricorn_status tg_words_of_field(tricorn_context *context, tg_words *words, tg_field field, uint64_t *number);

/* The number of the id that is the words of two fields. */
tricorn_status tg_words_of_parts(
  tricorn_context *context, tg_words *words, const tg_field parts[TG_ID_PARTS], uint64_t *number);

/* Whether a watched word has occurred; if it is one of the first words, whether it has again. */
bool tg_words_occurred(const tg_words *words, unsigned watched);

/* Moves the words to *edges as its ids or, if some have moved to the spill, all to the spill; frees the rest. */
tricorn_status tg_words_finish(tricorn_context *context, tg_words *words, tg_edges *edges);

/* Moves the words to *names, sorted by their bytes, each with a zero byte behind it; places: by numbers. */
tricorn_status tg_words_sort(
  tricorn_context *context, tg_words *words, char **names, uint32_t **places, uint32_t *count);
