/* words.h - numbers words in the order in which they first occur. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct py_word {
    /* Memory of the caller, which must be valid as long as the table is used. */
    const char *text;
    int64_t bytes;
} py_word;

typedef struct py_words {
    py_word *all; /* the words, by their numbers */
    /* The number plus 1 in the lower bits, the hash of the word in the upper bits; 0: free. */
    uint64_t *slots;
    uint64_t mask; /* the number of slots, which is a power of 2, minus 1 */
    uint64_t seed;
    uint32_t count;
} py_words;

/* Makes an empty table; the caller frees it in any case. Returns false with an exception set if
 * memory is too small. */
bool py_words_begin(py_words *words);
void py_words_free(py_words *words);

/* Sets numbers[i] to the number of word i of `count` words; a word that did not occur before gets the next number.
 * Returns false with an exception set if memory is too small, or if the words are too many. */
bool py_words_number(py_words *words, const py_word *word, uint32_t count, uint32_t *numbers);

/* Returns a list of str; NULL with an exception set if this fails, also because a word is not UTF-8. */
PyObject *py_words_list(const py_words *words);

/* number_words(first, second): returns the words of two lists of str, in the order in which they first occur row by
 * row, and, as bytes, two 32-bit numbers for each row. Returns None if an item is no str. */
PyObject *py_number_words(PyObject *module, PyObject *arguments);
