/* word_table.h - stores words that do not fit in memory on disk, each with a number that stands for it.
 *
 * - A reader numbers words until its map is full, writes them here, and begins a new map with
 *   further numbers.  So a word may have several numbers, one from each map.
 * - At the end equal words are found bucket by bucket, by a hash of the word.
 */
#pragma once

#include "store/files/buckets.h"
#include "store/files/id_table.h"

typedef struct tg_word_table {
    tg_disk_folder *folder;
    tg_buckets *words;
    tg_bucket_writer writer;
    uint64_t seed, memory_bytes;
    uint64_t count; /* how often a word was added, counting repetitions */
    uint64_t numbers; /* one more than the largest number of a word */
} tg_word_table;

tricorn_status tg_word_table_create(
  tricorn_context *context, tg_disk_folder *folder, uint64_t memory_bytes, tg_word_table **table);
/* Frees a table; NULL is allowed. */
void tg_word_table_free(tg_word_table *table);

/* Adds a word of less than 4 GiB with its number. Only one thread calls it, with ascending numbers. */
tricorn_status tg_word_table_put(
  tricorn_context *context, tg_word_table *table, uint64_t number, const char *word, size_t bytes);
/* Writes the buffers to disk, and frees them. */
tricorn_status tg_word_table_end(tricorn_context *context, tg_word_table *table);

/* Calls take(user, number, vertex) for each number: equal words have the same vertex, and vertices are numbered from
 * 0 in the order of their first numbers. Words are compared byte by byte. Adds the words to `ids` by vertex, unless
 * it is NULL. Needs a bit of memory for each number, beside the memory of the table. */
typedef tricorn_status (*tg_word_taker)(void *user, uint64_t number, uint64_t vertex);
tricorn_status tg_word_table_number(
  tricorn_context *context, tg_word_table *table, tg_id_table *ids, tg_word_taker take, void *user);
