/* mapping.h - arrays that several processes of a machine read in the same memory: a file without
 * a name, which the system removes when the last process that uses it ends, even by a crash. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

/* One array of a file; each begins at a multiple of 64 bytes. */
typedef struct tg_part_bytes {
    const void *bytes;
    uint64_t count;
} tg_part_bytes;

/* Writes the arrays to a new file in memory and seals it, so that nobody can change it
 * afterwards. The file counts as memory only where it is mapped. Errors: TRICORN_OUT_OF_MEMORY;
 * TRICORN_IO_ERROR where the system has no such files. */
tricorn_status tg_mapping_write(tricorn_context *context, const tg_part_bytes *parts, size_t count, int *descriptor);

/* Sets places[i] to the offset of array i, and places[count] to the size of the file. */
void tg_mapping_places(const uint64_t *bytes, size_t count, uint64_t *places);

/* Maps the whole file for reading. The mapping counts against the memory limit as a block does,
 * and may outlive its context. Errors: TRICORN_OUT_OF_MEMORY; TRICORN_IO_ERROR. */
typedef struct tg_mapping tg_mapping;
tricorn_status tg_mapping_create(tricorn_context *context, int descriptor, tg_mapping **mapping);
/* Returns the mapped bytes, and sets *count to their number. */
const void *tg_mapping_bytes(const tg_mapping *mapping, uint64_t *count);
void tg_mapping_free(tg_mapping *mapping); /* accepts NULL */
