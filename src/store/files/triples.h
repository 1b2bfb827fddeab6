/* triples.h - any number of triples of 32 bits, sorted with the help of the disk.
 *
 * They are collected until their memory is full, sorted and written as a run; at the end all runs
 * are merged.
 */
#ifndef TG_STORE_FILES_TRIPLES_H
#define TG_STORE_FILES_TRIPLES_H

#include "store/files/disk.h"

typedef struct tg_triple {
    uint32_t of[3]; /* compared in this order */
} tg_triple;

typedef struct tg_triples tg_triples;

/* Takes up to about memory_bytes, half as much again while it grows.  The runs are in the folder,
 * without a name. */
tricorn_status tg_triples_create(tricorn_context *context, tg_disk_folder *folder,
                                 uint64_t memory_bytes, tg_triples **triples);
void tg_triples_free(tg_triples *triples);

/* Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_triples_put(tricorn_context *context, tg_triples *triples, tg_triple triple);

/* Calls take for all of them in order, many at a time; once. */
typedef tricorn_status tg_take_triples(tricorn_context *context, void *user,
                                       const tg_triple *triples, uint64_t count);
tricorn_status tg_triples_each(tricorn_context *context, tg_triples *triples,
                               tg_take_triples *take, void *user);

#endif
