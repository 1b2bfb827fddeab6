/* word_lines.h - the fast path of texts of words: plain lines, in one walk over their bytes.
 *
 * A plain line has as many words as columns, with one separator between two of them. Of its bytes
 * outside of quotes none has a meaning of its own: brackets, control characters, signs of comments.
 * All other lines are left to the dialect (dialect.h), for which a plain line is the same edge.
 */
#pragma once

#include "io/text/dialect/dialect.h"

/* Cuts the ends from a plain line at `at`; they have no quotes within. The dialect is of words, and
 * tg_reads_first_two(). Returns the position behind the line's '\n'; NULL: the line is not plain. */
const char *tg_plain_words(const tg_dialect *dialect, const char *at, tg_field ends[2]);
