/* mapping.h - memory that several processes of a machine read: a file without a name, which is
 * gone when the last of them has ended, however it ended.
 */
#ifndef TG_BASE_MAPPING_H
#define TG_BASE_MAPPING_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a file one behind the other, each part from a multiple of 64 on. */
typedef struct tg_part_bytes {
    const void *bytes;
    uint64_t count;
} tg_part_bytes;

/* Writes the parts to a new file in memory that nobody can change afterwards.  The file counts as
 * memory only where it is mapped.  Errors: TRICORN_OUT_OF_MEMORY; TRICORN_IO_ERROR, where the
 * system has no such files. */
tricorn_status tg_mapping_write(tricorn_context *context, const tg_part_bytes *parts,
                                size_t count, int *descriptor);

/* The place of each part, and behind the last one the bytes of the file.  places: count + 1. */
void tg_mapping_places(const uint64_t *bytes, size_t count, uint64_t *places);

/* Maps the whole file, to be read; it is counted as a block is, and may outlive its context.
 * Errors: TRICORN_OUT_OF_MEMORY; TRICORN_IO_ERROR. */
typedef struct tg_mapping tg_mapping;
tricorn_status tg_mapping_create(tricorn_context *context, int descriptor, tg_mapping **mapping);
/* *count: its bytes. */
const void *tg_mapping_bytes(const tg_mapping *mapping, uint64_t *count);
void tg_mapping_free(tg_mapping *mapping); /* takes NULL */

#ifdef __cplusplus
}
#endif

#endif
