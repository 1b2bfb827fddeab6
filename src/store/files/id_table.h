/* id_table.h - the caller's ids of vertices that were numbered on disk.
 *
 * - The table is in the order of the numbers, which is also that of the ids: numeric ids ascend,
 *   and words come as in the input.  So the ids of many vertices are read in one direction.
 * - A word is found by two reads: one of the word's place in the text, one of the text.
 * - In a work folder the files remain, and the index of the graph has their checksums.
 */
#pragma once

#include "graph/ids.h"
#include "store/files/checked_file.h"

/* The names of the table's files in a work folder. */
#define TG_ID_TABLE_IDS "tricorn-names"
#define TG_ID_TABLE_TEXT "tricorn-text"

typedef struct tg_id_table {
    /* 64 bits for each number: its id, or the place where its word begins in the text */
    tg_checked_file ids;
    tg_checked_file text; /* the words, each followed by a zero byte */
    bool words;
} tg_id_table;

/* Creates a table that has no files yet. */
tricorn_status tg_id_table_new(tricorn_context *context, tg_id_table **table);
/* Creates an empty table. */
tricorn_status tg_id_table_create(tricorn_context *context, tg_disk_folder *folder, bool words, tg_id_table **table);
/* Frees a table; NULL is allowed. */
void tg_id_table_free(tg_id_table *table);
/* Removes a table's files from a work folder. */
void tg_id_table_remove(const tg_disk_folder *folder);

/* Appends the id of the next number. */
tricorn_status tg_id_table_put(tricorn_context *context, tg_id_table *table, uint64_t id);
/* Appends the word of the next number. */
tricorn_status tg_id_table_put_word(tricorn_context *context, tg_id_table *table, const char *word, uint64_t bytes);
/* Writes the last bytes of the files. */
tricorn_status tg_id_table_end(tricorn_context *context, tg_id_table *table);
/* Waits until the files are on the disk. */
tricorn_status tg_id_table_sync(tricorn_context *context, const tg_id_table *table);

static inline uint64_t tg_id_table_count(const tg_id_table *table)
{
    return table->ids.bytes / sizeof(uint64_t);
}

/* The sizes of a table, which the head of an array file in the same folder stores. */
typedef struct tg_id_table_head {
    uint64_t id_bytes, text_bytes;
    uint32_t known, words; /* known: the folder has a table; words: its ids are words */
} tg_id_table_head;

/* Returns the sizes of a table; NULL means that no table exists. */
tg_id_table_head tg_id_table_head_of(const tg_id_table *table);
/* Opens the files of a table; the caller has already read their checksums. */
tricorn_status tg_id_table_open(
  tricorn_context *context, const tg_disk_folder *folder, const tg_id_table_head *head, tg_id_table *table);

/* The numbers whose ids are looked up, and the most bytes that their words may take. */
typedef struct tg_id_query {
    uint32_t *numbers;
    uint64_t count, text_room;
} tg_id_query;

/* Reads the ids of vertices whose numbers ascend, to ids->numbers or to ids->text and
 * ids->starts, in the order of the query. If not all words fit in text_room, reads as many as
 * fit, at least one; *read receives how many ids were read. */
tricorn_status tg_id_table_read(
  tricorn_context *context, tg_id_table *table, const tg_id_query *query, tg_ids *ids, uint64_t *read);

/* Reads the ids of at most 2^32 numbers in any order, which may repeat, and replaces each number
 * by the place of its id in *ids. If the words do not fit in text_room, *fits is false and
 * nothing else is set. Uses 36 bytes of memory for each number, beside the words. */
tricorn_status tg_id_table_look_up(
  tricorn_context *context, tg_id_table *table, const tg_id_query *query, tg_ids *ids, bool *fits);
