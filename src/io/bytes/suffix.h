/* suffix.h - the ends of file names: "web.mtx.gz" is a compressed ".mtx". */
#ifndef TG_IO_BYTES_SUFFIX_H
#define TG_IO_BYTES_SUFFIX_H

#include <stddef.h>

/* Length of name without a compression suffix (.gz, .bgz, .zst) in any case. */
size_t tg_suffix_plain(const char *name);

/* Length of the first `length` bytes of name without their last suffix (".txt"), if any. */
size_t tg_suffix_stem(const char *name, size_t length);

/* True if the first `length` bytes of name end in suffix, in any case, and are longer than it. */
int tg_suffix_is(const char *name, size_t length, const char *suffix, size_t suffix_length);

/* True if the first `length` bytes of name end in word, in any case, and word is the whole file
 * name ("d/begin.bin") or follows one of . _ - ("d/web.begin.bin"). */
int tg_suffix_is_word(const char *name, size_t length, const char *word);

#endif
