/* npy_header.h - what NumPy's .npy format says of an array, before its elements. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "io/binary/records.h"

enum { TG_NPY_DIMENSIONS = 2 };

typedef struct tg_npy {
    char kind; /* of the elements: b, i, u, f, S, U, ... */
    char order; /* the byte order of the elements: <, > or | */
    bool fortran; /* the first index runs fastest */
    uint64_t width; /* the bytes of an element; for the kind U, its characters */
    uint64_t count;
    uint64_t dimensions; /* of which `shape` has the first ones */
    uint64_t shape[TG_NPY_DIMENSIONS];
} tg_npy;

/* Reads the header, of the versions 1 to 3. *fault is NULL, or says what is wrong with it: "is not a NumPy array". */
tricorn_status tg_npy_read(tricorn_context *context, tg_bytes *from, tg_npy *array, const char **fault);
