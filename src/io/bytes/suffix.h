/* suffix.h - the ends of file names: "web.mtx.gz" is a compressed ".mtx". */
#ifndef TG_IO_BYTES_SUFFIX_H
#define TG_IO_BYTES_SUFFIX_H

#include <stddef.h>

/* The length of name without its compression suffix (.gz, .bgz, .zst). */
size_t tg_suffix_plain(const char *name);

/* The length of name[0..length-1] without its last suffix (".txt"), if it has one. */
size_t tg_suffix_stem(const char *name, size_t length);

/* Whether name[0..length-1] ends with suffix and is longer than it. */
int tg_suffix_is(const char *name, size_t length, const char *suffix, size_t suffix_length);

/* Whether name[0..length-1] ends with word, and word is the whole name of the file
 * ("d/begin.bin") or follows one of . _ - ("d/web.begin.bin"). */
int tg_suffix_is_word(const char *name, size_t length, const char *word);

#endif
