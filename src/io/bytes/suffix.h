/* suffix.h - compares the ends of file names: "web.mtx.gz" is a compressed ".mtx" file. */
#pragma once

#include <stddef.h>

/* Returns the length of `name` without the suffix of a compression, such as .gz. */
size_t tg_suffix_plain(const char *name);

/* Returns the length of name[0..length-1] without its last suffix, such as ".txt", if it has one. */
size_t tg_suffix_stem(const char *name, size_t length);

/* Whether name[0..length-1] ends with the suffix, and is longer than the suffix. */
int tg_suffix_is(const char *name, size_t length, const char *suffix, size_t suffix_length);

/* Whether name[0..length-1] ends with `word`, and `word` is the whole name of the file
 * ("d/begin.bin") or follows one of the characters . _ - ("d/web.begin.bin"). */
int tg_suffix_is_word(const char *name, size_t length, const char *word);
