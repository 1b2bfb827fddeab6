/* triples.h - any number of triples of 32-bit numbers, sorted on disk or in memory.
 *
 * - Triples are collected until their memory is full. Then each thread sorts a chunk of them
 *   and writes it as a run.  At the end all runs are merged by a heap, so each triple is written
 *   and read once.
 * - A run has a checksum, which is checked when the run's last triple is read.
 */
#pragma once

#include "store/files/array_file.h"

typedef struct tg_triple {
    /* The three numbers; triples are ordered by the first, then the second, then the third. */
    uint32_t of[3];
} tg_triple;

typedef struct tg_triples tg_triples;

/* Creates an empty set of triples. It needs about memory_bytes at most, and half as much more while its memory grows.
 * Its runs are in a nameless file of the folder; if that is NULL, all triples stay in memory. */
tricorn_status tg_triples_create(
  tricorn_context *context, tg_disk_folder *folder, uint64_t memory_bytes, tg_triples **triples);
void tg_triples_free(tg_triples *triples);

/* The file of a set, which stays in its work folder and can be opened again. */
typedef struct tg_triples_file {
    const char *name;
    uint64_t runs, bytes;
} tg_triples_file;
/* Gives an empty set a file with a name. */
tricorn_status tg_triples_name(tricorn_context *context, tg_triples *triples, tg_disk_folder *folder, const char *name);
/* Writes all triples, waits until they are on the disk, and sets the members of *of. */
tricorn_status tg_triples_write(tricorn_context *context, tg_triples *triples, tg_triples_file *of);
/* Returns the array that describes the runs: that of a set, or of one that is opened again. */
tg_array tg_triples_runs(tg_triples *triples, uint64_t runs);
/* Opens the file of a set again, whose array is read; what else the file has is written over.
 * *count receives the number of triples. Errors: TRICORN_BAD_FORMAT for other runs than can be
 * in the file. */
tricorn_status tg_triples_reopen(
  tricorn_context *context, tg_triples *triples, const tg_triples_file *of, uint64_t *count);

/* Adds triples. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_triples_put(tricorn_context *context, tg_triples *triples, tg_triple triple);

/* Calls `take` for all triples in ascending order, many at a time. Call it only once. */
typedef tricorn_status tg_take_triples(tricorn_context *context, void *user, const tg_triple *triples, uint64_t count);
tricorn_status tg_triples_each(tricorn_context *context, tg_triples *triples, tg_take_triples *take, void *user);
