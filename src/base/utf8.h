/* utf8.h - which bytes are a character. */
#ifndef TG_BASE_UTF8_H
#define TG_BASE_UTF8_H

#include <stddef.h>

/* Bytes of the first character of the text; 0 if it is not UTF-8.  No byte is read behind the
 * first one that cannot continue the character, such as the zero at the end of a text. */
size_t tg_utf8_length(const char *text);

#endif
