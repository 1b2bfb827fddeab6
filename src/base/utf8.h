/* utf8.h - checks and measures characters in UTF-8, and finds those that cannot be shown. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the bytes of the text's first character; 0 if it is not UTF-8. It stops at the first
 * byte that cannot continue the character, such as the zero at the end of a text. */
size_t tg_utf8_length(const char *text);

/* Whether a terminal would act on the text's first character and not show it: on a control character, also one of 8
 * bits that is no part of a character in UTF-8, on the end of a line, and on a change of the direction of writing. */
bool tg_utf8_is_control(const char *text);

/* Replaces each such character by a question mark, in place. */
void tg_utf8_show(char *text);

/* Returns the number of the text's first character, which must be UTF-8. */
uint32_t tg_utf8_code(const char *text);

/* Writes the character of that number in UTF-8, and returns its bytes. */
enum { TG_UTF8_MOST = 4 };
size_t tg_utf8_put(uint32_t code, char to[TG_UTF8_MOST]);
