/* utf8.h - checks and measures characters in UTF-8. */
#ifndef TG_BASE_UTF8_H
#define TG_BASE_UTF8_H

#include <stddef.h>

/* Returns the bytes of the text's first character; 0 if it is not UTF-8.  It stops at the first
 * byte that cannot continue the character, such as the zero at the end of a text. */
size_t tg_utf8_length(const char *text);

#endif
