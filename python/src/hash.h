/* hash.h - hashes for tables of words and numbers, with Python's secret, so that nobody can make
 * data whose words or numbers all collide. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* Sets *seed from the hash that this process of Python has for a word. Returns false with an
 * exception set if memory is too small. */
static inline bool py_hash_seed(uint64_t *seed)
{
    PyObject *word = PyUnicode_FromString("tricorn");
    *seed = word ? (uint64_t)PyObject_Hash(word) : 0;
    Py_XDECREF(word);
    return word != NULL;
}

/* Returns the exclusive or of the two halves of the 128-bit product a * b. */
static inline uint64_t py_hash_mix(uint64_t a, uint64_t b)
{
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The factors are odd and have random bits: from the golden ratio and the square root of 2. */
static inline uint64_t py_hash(uint64_t seed, uint64_t key)
{
    const uint64_t once = py_hash_mix(key ^ seed, UINT64_C(0x9E3779B97F4A7C15));
    return py_hash_mix(once ^ (seed << 32 | seed >> 32), UINT64_C(0x6A09E667F3BCC909));
}
