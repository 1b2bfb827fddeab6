/* words.c - numbers words with a hash table with open addressing.
 *
 * - A slot has 32 bits of the word's hash beside its number, so different words are rarely
 *   compared, and a larger table can be filled without reading the words again.
 * - The slots of several words are prefetched together, because in a large table each slot is a
 *   cache miss.
 */
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"

enum { FIRST_SLOTS = 1024, SLOTS_PER_WORD = 2, AT_ONCE = 32 };

/* Hashes eight bytes at a time. */
static uint32_t hash_of(uint64_t seed, py_word word)
{
    uint64_t hash = (uint64_t)word.bytes, part = 0;
    int64_t at = 0;
    for (; at + (int64_t)sizeof part < word.bytes; at += (int64_t)sizeof part) {
        memcpy(&part, word.text + at, sizeof part);
        hash = py_hash(seed, hash ^ part);
    }
    part = 0;
    if (at < word.bytes) memcpy(&part, word.text + at, (size_t)(word.bytes - at));
    return (uint32_t)(py_hash(seed, hash ^ part) >> 32);
}

bool py_words_begin(py_words *words)
{
    *words = (py_words){.mask = FIRST_SLOTS - 1};
    words->slots = calloc(FIRST_SLOTS, sizeof *words->slots);
    words->all = malloc(FIRST_SLOTS / SLOTS_PER_WORD * sizeof *words->all);
    if (words->slots && words->all) return py_hash_seed(&words->seed);
    PyErr_NoMemory();
    return false;
}

void py_words_free(py_words *words)
{
    free(words->slots);
    free(words->all);
    *words = (py_words){0};
}

/* Doubles the number of slots, and makes room for as many words. */
static bool grow(py_words *words)
{
    const uint64_t slots = 2 * (words->mask + 1);
    uint64_t *grown = calloc(slots, sizeof *grown);
    py_word *all = realloc(words->all, slots / SLOTS_PER_WORD * sizeof *all);
    if (all) words->all = all;
    if (grown == NULL || all == NULL) {
        free(grown);
        PyErr_NoMemory();
        return false;
    }
    for (uint64_t s = 0; s <= words->mask; s++) {
        uint64_t at = words->slots[s] >> 32;
        if (words->slots[s] == 0) continue;
        while (grown[at & (slots - 1)] != 0) at++;
        grown[at & (slots - 1)] = words->slots[s];
    }
    free(words->slots);
    words->slots = grown;
    words->mask = slots - 1;
    return true;
}

static bool is_word(const py_words *words, uint32_t number, py_word word)
{
    const py_word known = words->all[number];
    return known.bytes == word.bytes && (word.bytes == 0 || memcmp(known.text, word.text, (size_t)word.bytes) == 0);
}

static bool number_one(py_words *words, py_word word, uint32_t hash, uint32_t *number)
{
    uint64_t at = hash;
    for (uint64_t slot; (slot = words->slots[at & words->mask]) != 0; at++) {
        *number = (uint32_t)slot - 1;
        if (slot >> 32 == hash && is_word(words, *number, word)) return true;
    }
    if (words->count == UINT32_MAX - 1) {
        PyErr_SetString(PyExc_ValueError, "the table has more than 2^32 - 2 words");
        return false;
    }
    *number = words->count++;
    words->all[*number] = word;
    words->slots[at & words->mask] = (uint64_t)hash << 32 | words->count;
    return SLOTS_PER_WORD * (uint64_t)words->count <= words->mask || grow(words);
}

bool py_words_number(py_words *words, const py_word *word, uint32_t count, uint32_t *numbers)
{
    uint32_t hashes[AT_ONCE];
    for (uint32_t first = 0; first < count; first += AT_ONCE) {
        const uint32_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
        for (uint32_t i = 0; i < some; i++) {
            hashes[i] = hash_of(words->seed, word[first + i]);
            __builtin_prefetch(&words->slots[hashes[i] & words->mask]);
        }
        for (uint32_t i = 0; i < some; i++)
            if (!number_one(words, word[first + i], hashes[i], &numbers[first + i])) return false;
    }
    return true;
}

PyObject *py_words_list(const py_words *words)
{
    PyObject *list = PyList_New((Py_ssize_t)words->count);
    for (uint32_t i = 0; list && i < words->count; i++) {
        const py_word word = words->all[i];
        PyObject *text = PyUnicode_DecodeUTF8(word.text, (Py_ssize_t)word.bytes, "strict");
        if (text == NULL || PyList_SetItem(list, (Py_ssize_t)i, text) != 0) Py_CLEAR(list);
    }
    return list;
}

/* ---- words of Python ---- */

/* Gets the words of some items, from number `first` on, alternately from both lists. Returns
 * false if one is no str that can be UTF-8. */
static bool get_words(PyObject *const lists[2], Py_ssize_t first, uint32_t count, py_word *words)
{
    for (uint32_t i = 0; i < count; i++) __builtin_prefetch(PyList_GetItem(lists[i % 2], first + i / 2));
    for (uint32_t i = 0; i < count; i++) {
        PyObject *item = PyList_GetItem(lists[i % 2], first + i / 2);
        Py_ssize_t bytes;
        const char *text = PyUnicode_Check(item) ? PyUnicode_AsUTF8AndSize(item, &bytes) : NULL;
        if (text == NULL) return false;
        words[i] = (py_word){text, bytes};
    }
    return true;
}

/* Numbers all items, and appends new words to `nodes`. Returns false if an item is no word, or
 * with an exception set if something fails. */
static bool number_lists(py_words *words, PyObject *const lists[2], PyObject *nodes, uint32_t *numbers)
{
    const Py_ssize_t rows = PyList_Size(lists[0]);
    for (Py_ssize_t row = 0; row < rows; row += AT_ONCE / 2) {
        py_word some[AT_ONCE];
        const uint32_t count = rows - row < AT_ONCE / 2 ? 2 * (uint32_t)(rows - row) : AT_ONCE;
        uint32_t *found = numbers + 2 * row;
        if (!get_words(lists, row, count, some) || !py_words_number(words, some, count, found)) return false;
        for (uint32_t i = 0; i < count; i++)
            if ((Py_ssize_t)found[i] == PyList_Size(nodes) &&
                PyList_Append(nodes, PyList_GetItem(lists[i % 2], row + i / 2)) != 0)
                return false;
    }
    return true;
}

PyObject *py_number_words(PyObject *module, PyObject *arguments)
{
    PyObject *lists[2], *made = NULL;
    py_words words = {0};
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!:number_words", &PyList_Type, &lists[0], &PyList_Type, &lists[1]))
        return NULL;
    const Py_ssize_t rows = PyList_Size(lists[0]);
    PyObject *nodes = PyList_New(0);
    PyObject *numbers = PyBytes_FromStringAndSize(NULL, 2 * rows * (Py_ssize_t)sizeof(uint32_t));
    if (nodes && numbers && rows == PyList_Size(lists[1]) && py_words_begin(&words)) {
        void *out = PyBytes_AsString(numbers);
        if (number_lists(&words, lists, nodes, out)) made = PyTuple_Pack(2, nodes, numbers);
    }
    py_words_free(&words);
    Py_XDECREF(nodes);
    Py_XDECREF(numbers);
    if (made == NULL && (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_UnicodeError))) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    return made;
}
