/* shown.h - names of files and vertices, which may hold any byte, for terminals, pages and JSON. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length of the UTF-8 character at the start of `text`, which ends with a zero byte;
 * 0 if it does not begin with a valid one. */
size_t cli_utf8_length(const char *text);

/* Returns the number of the character at the start of `text` if a terminal would act on it and not
 * show it: a control character, also one of 8 bits that is no part of a character in UTF-8, the
 * end of a line, or a change of the direction of writing. Otherwise 0. */
uint32_t cli_control(const char *text);

/* Replaces each such character by a question mark, in place; returns `text`. */
char *cli_show(char *text);
/* Returns a copy of `text` in which they are replaced. The caller frees it with free(). */
char *cli_shown(const char *text);

/* Prints "KEY NAME" with `columns` columns for the key, and NAME as it is shown. */
void cli_print_name(int columns, const char *key, const char *name);
