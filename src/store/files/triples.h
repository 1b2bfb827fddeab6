/* triples.h - any number of triples of 32-bit numbers, sorted on disk or in memory.
 *
 * - Triples are collected until their memory is full.  Then each thread sorts a chunk of them
 *   and writes it as a run.  At the end all runs are merged by a heap, so each triple is written
 *   and read once.
 * - A run has a checksum, which is checked when the run's last triple is read.
 */
#pragma once

#include "store/files/disk.h"

typedef struct tg_triple {
    /* The three numbers; triples are ordered by the first, then the second, then the third. */
    uint32_t of[3];
} tg_triple;

typedef struct tg_triples tg_triples;

/* Creates an empty set of triples.  It needs about memory_bytes at most, and half as much more
 * while its memory grows.  Its runs are in a nameless file of the folder; if that is NULL, all
 * triples stay in memory. */
tricorn_status tg_triples_create(tricorn_context *context, tg_disk_folder *folder,
                                 uint64_t memory_bytes, tg_triples **triples);
void tg_triples_free(tg_triples *triples);

/* Adds triples.  Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_triples_put(tricorn_context *context, tg_triples *triples, tg_triple triple);

/* Calls `take` for all triples in ascending order, many at a time.  Call it only once. */
typedef tricorn_status tg_take_triples(tricorn_context *context, void *user,
                                       const tg_triple *triples, uint64_t count);
tricorn_status tg_triples_each(tricorn_context *context, tg_triples *triples,
                               tg_take_triples *take, void *user);
