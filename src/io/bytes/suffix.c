/* suffix.c - compares the ends of file names, in any case of letters. */
#include "io/bytes/suffix.h"

#include <string.h>
#include <strings.h>

int tg_suffix_is(const char *name, size_t length, const char *suffix, size_t suffix_length)
{
    return length > suffix_length && name[length - suffix_length - 1] != '/' &&
           strncasecmp(name + length - suffix_length, suffix, suffix_length) == 0;
}

size_t tg_suffix_plain(const char *name)
{
    static const char *const compressed[] = {".gz", ".bgz", ".zst", ".bz2", ".xz", ".lz4", ".lz", ".lzma", ".br"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof compressed / sizeof *compressed; i++) {
        const size_t suffix_length = strlen(compressed[i]);
        if (tg_suffix_is(name, length, compressed[i], suffix_length)) return length - suffix_length;
    }
    return length;
}

size_t tg_suffix_stem(const char *name, size_t length)
{
    size_t at = length;
    while (at > 0 && name[at - 1] != '.' && name[at - 1] != '/') at--;
    /* A dot at the start of a file's name hides the file, and begins no suffix. */
    if (at < 2 || name[at - 1] != '.' || name[at - 2] == '/') return length;
    return at - 1;
}

int tg_suffix_is_word(const char *name, size_t length, const char *word)
{
    const size_t word_length = strlen(word);
    if (length < word_length || strncasecmp(name + length - word_length, word, word_length) != 0) return 0;
    return length == word_length || strchr("/._-", name[length - word_length - 1]) != NULL;
}
