/* words.h - numbers for the words of a reader, whose words may not all fit in memory.
 *
 * Words have numbers in the order in which they occur.  Where their map is full and the edges
 * have a spill, it takes all words; the map then begins anew, with further numbers.
 */
#ifndef TG_IO_TEXT_WORDS_H
#define TG_IO_TEXT_WORDS_H

#include "graph/edges.h"
#include "io/text/strings.h"

enum { TG_WATCHED_WORDS = 2 };

typedef struct tg_words {
    tg_strings *strings;
    tg_edge_spill *spill; /* or NULL */
    uint64_t before;      /* numbers of the maps before */
    /* Words of which the reader wants to know whether they occur; NULL: none.  If they are the
     * first ones: whether they occur again. */
    const char *watched[TG_WATCHED_WORDS];
    size_t watched_bytes[TG_WATCHED_WORDS];
    bool watched_first;
    bool again[TG_WATCHED_WORDS]; /* of the first map's first words: there twice or more */
    bool met[TG_WATCHED_WORDS];   /* in maps before */
} tg_words;

/* spill may be NULL. */
tricorn_status tg_words_create(tricorn_context *context, tg_edge_spill *spill, tg_words *words);
void tg_words_free(tg_words *words);

/* The number of the word.  Any bytes but NUL.  Errors: those of tg_strings_number and the
 * spill's.
 */
tricorn_status tg_words_number(tricorn_context *context, tg_words *words, const char *word,
                               size_t bytes, uint64_t *number);

/* Whether a watched word has a number; if it is one of the first, whether it came again. */
bool tg_words_met(const tg_words *words, unsigned watched);

/* Gives the words to *edges as its ids, or, if some were given away, all to the spill; frees the
 * rest. */
tricorn_status tg_words_finish(tricorn_context *context, tg_words *words, tg_edges *edges);

#endif
