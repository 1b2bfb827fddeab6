/* line_structure.h - tells lines of other texts from edges: comments by unusual signs, facts of
 * Prolog, the ends of pages.
 *
 * Where ids are words, nearly every line is an edge of some words. So what no edge list has is
 * refused here, with the option that settles it. */
#pragma once

#include "io/text/fields.h"

/* Whether a byte is at `at` that no id has unless it is quoted: a control character, or the mark
 * of UTF-8 (U+FEFF). */
bool tg_is_odd_byte(const char *at, const char *end);

/* Whether the line, without a carriage return at its end, may have a NUL, a control character that is
 * no tab, or a mark of UTF-8. It looks at eight bytes at a time: most lines have none. */
bool tg_line_may_have_odd_byte(const char *begin, const char *end);

/* Each of these returns a constant sentence on the line, with what to do, or NULL. */

/* Whether the line has an odd byte that is not within quotes. */
const char *tg_line_odd_byte(const char *begin, const char *end);

/* Whether the line, whose first byte is no blank, begins as a comment does that no option has announced. */
const char *tg_line_may_be_comment(const char *begin, const char *end, char separator);

/* Whether the two ends of an edge are cut out of something else: "edge(u" and "v)", or "u:" and
 * "v". The line ends at `end`. */
const char *tg_line_cut_wrongly(const tg_field ends[2], const char *end);
