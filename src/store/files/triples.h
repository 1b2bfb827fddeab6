/* triples.h - any number of triples of 32-bit numbers, sorted on disk.
 *
 * - Triples are collected until their memory is full, then sorted and written as a run for each
 *   thread.  At the end all runs are merged by a heap: each triple is written and read once.
 * - A run has a checksum, which is compared when its last triple is read.
 */
#ifndef TG_STORE_FILES_TRIPLES_H
#define TG_STORE_FILES_TRIPLES_H

#include "store/files/disk.h"

typedef struct tg_triple {
    uint32_t of[3]; /* numbers, which are compared in this order */
} tg_triple;

typedef struct tg_triples tg_triples;

/* Makes an empty set of triples.  It uses up to about memory_bytes, and half as much more while
 * it grows.  The runs are in a file of the folder, without a name. */
tricorn_status tg_triples_create(tricorn_context *context, tg_disk_folder *folder,
                                 uint64_t memory_bytes, tg_triples **triples);
void tg_triples_free(tg_triples *triples);

/* Adds triples.  Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_triples_put(tricorn_context *context, tg_triples *triples, tg_triple triple);

/* Calls take for all triples in order, many at a time.  Call it once. */
typedef tricorn_status tg_take_triples(tricorn_context *context, void *user,
                                       const tg_triple *triples, uint64_t count);
tricorn_status tg_triples_each(tricorn_context *context, tg_triples *triples,
                               tg_take_triples *take, void *user);

#endif
