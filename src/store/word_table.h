/* word_table.h - words that do not fit in memory, on disk, each with a number that stands for it.
 *
 * A reader numbers words until their map is full, gives all of them away, and begins a new map
 * with further numbers: so a word may have several numbers, one for each map that it was in.
 */
#ifndef TG_STORE_WORD_TABLE_H
#define TG_STORE_WORD_TABLE_H

#include "store/files/buckets.h"
#include "store/files/id_table.h"

typedef struct tg_word_table {
    tg_disk_folder *folder;
    tg_buckets *words;
    tg_bucket_writer writer;
    uint64_t seed, memory_bytes;
    uint64_t count;   /* of the words taken, repetitions too */
    uint64_t numbers; /* one more than the largest number */
} tg_word_table;

tricorn_status tg_word_table_create(tricorn_context *context, tg_disk_folder *folder,
                                    uint64_t memory_bytes, tg_word_table **store);
/* store may be NULL. */
void tg_word_table_free(tg_word_table *store);

/* From one thread, by ascending numbers.  The word is below 4 GiB. */
tricorn_status tg_word_table_put(tricorn_context *context, tg_word_table *store, uint64_t number,
                                 const char *word, size_t bytes);
/* Writes what is in buffers, and frees them. */
tricorn_status tg_word_table_end(tricorn_context *context, tg_word_table *store);

/* Calls take(user, number, vertex) for the number of each word that was put: equal words have the
 * same vertex, different ones others; vertices are numbered from 0 in the order of their first
 * numbers.  Words are compared as a whole.  Puts the words into names by vertex, unless it is
 * NULL.  Takes a bit for each number beside the memory of the store. */
typedef tricorn_status (*tg_word_taker)(void *user, uint64_t number, uint64_t vertex);
tricorn_status tg_word_table_number(tricorn_context *context, tg_word_table *store,
                                    tg_id_table *names, tg_word_taker take, void *user);

#endif
