/* words.h - numbers words in the order in which they first come. */
#ifndef PY_WORDS_H
#define PY_WORDS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct py_word {
    const char *text; /* memory of the caller, valid as long as the table is used */
    int64_t bytes;
} py_word;

typedef struct py_words {
    py_word *all;    /* by their numbers */
    uint64_t *slots; /* the number and 1, below the hash of its word; 0: free */
    uint64_t mask;   /* number of slots, a power of 2, minus 1 */
    uint32_t count;
} py_words;

/* Makes an empty table; free it in any case.  Returns false with an exception set. */
bool py_words_begin(py_words *words);
void py_words_free(py_words *words);

/* Returns the numbers of `count` words: a word that has not come before gets a new number.
 * Returns false with an exception set if memory is too small or words are too many. */
bool py_words_number(py_words *words, const py_word *word, uint32_t count, uint32_t *numbers);

/* Returns a list of str, or NULL with an exception set, also if a word is not UTF-8. */
PyObject *py_words_list(const py_words *words);

/* number_words(first, second): returns the words of two lists of str in the order in which they
 * come, row by row, and two numbers of 32 bits for each row, as bytes; None if an item is no
 * str. */
PyObject *py_number_words(PyObject *module, PyObject *arguments);

#endif
