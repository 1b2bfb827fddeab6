/* words.h - numbers of words, in the order in which they first come. */
#ifndef PY_WORDS_H
#define PY_WORDS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct py_word {
    const char *text; /* of the caller, who holds it as long as the table is used */
    int64_t bytes;
} py_word;

typedef struct py_words {
    py_word *all;    /* by their numbers */
    uint64_t *slots; /* a number and 1, below the hash of its word; 0: free */
    uint64_t mask;   /* the slots, of which there is a power of 2, less 1 */
    uint32_t count;
} py_words;

/* An empty table; free it in any case.  False with an exception set. */
bool py_words_begin(py_words *words);
void py_words_free(py_words *words);

/* The numbers of `count` words: a new one for a word that has not come before.  False, with an
 * exception set, where there is no memory or a word too many. */
bool py_words_number(py_words *words, const py_word *word, uint32_t count, uint32_t *numbers);

/* A list of str; NULL with an exception set, also where a word is not UTF-8. */
PyObject *py_words_list(const py_words *words);

/* number_words(first, second): of two lists of str their words, in the order in which they come,
 * row by row, and two numbers of 32 bits for each row, as bytes.  None where an item is no str.
 */
PyObject *py_number_words(PyObject *module, PyObject *arguments);

#endif
