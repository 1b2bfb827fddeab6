/* id_table.h - the caller's ids of vertices that were numbered on disk.
 *
 * - The table is in the order of the numbers, which is the order of the ids: numeric ids
 *   ascending, words as they come in the input.  So the ids of many vertices are read in one
 *   direction of the file.
 * - A word is found by two reads: of its place in the text, and of the text.
 * - In a work folder the files remain; their checksums are in the index of the graph.
 */
#ifndef TG_STORE_FILES_ID_TABLE_H
#define TG_STORE_FILES_ID_TABLE_H

#include "graph/ids.h"
#include "store/files/checked_file.h"

/* Names of files in a work folder. */
#define TG_ID_TABLE_IDS "tricorn-names"
#define TG_ID_TABLE_TEXT "tricorn-text"

typedef struct tg_id_table {
    tg_checked_file ids;  /* 64 bits for each number: the id, or the place of its word */
    tg_checked_file text; /* the words, with a zero byte behind each */
    bool words;
} tg_id_table;

/* Makes a table that has no files yet. */
tricorn_status tg_id_table_new(tricorn_context *context, tg_id_table **table);
/* Makes an empty table. */
tricorn_status tg_id_table_create(tricorn_context *context, tg_disk_folder *folder, bool words,
                                  tg_id_table **table);
/* Frees a table; NULL is allowed. */
void tg_id_table_free(tg_id_table *table);
/* Removes the files of a work folder. */
void tg_id_table_remove(const tg_disk_folder *folder);

/* Appends the id of the next number. */
tricorn_status tg_id_table_put(tricorn_context *context, tg_id_table *table, uint64_t id);
/* Appends the word of the next number. */
tricorn_status tg_id_table_put_word(tricorn_context *context, tg_id_table *table,
                                    const char *word, uint64_t bytes);
/* Writes the end of the files. */
tricorn_status tg_id_table_end(tricorn_context *context, tg_id_table *table);
/* Waits until the files are on the disk. */
tricorn_status tg_id_table_sync(tricorn_context *context, const tg_id_table *table);

static inline uint64_t tg_id_table_count(const tg_id_table *table)
{
    return table->ids.bytes / sizeof(uint64_t);
}

/* The sizes of a table, in the head of an array file of the same folder. */
typedef struct tg_id_table_head {
    uint64_t id_bytes, text_bytes;
    uint32_t known, words; /* known: whether the folder has a table */
} tg_id_table_head;

/* Returns the sizes of a table, which may be NULL. */
tg_id_table_head tg_id_table_head_of(const tg_id_table *table);
/* Opens the files of a table whose checksums were read. */
tricorn_status tg_id_table_open(tricorn_context *context, const tg_disk_folder *folder,
                                const tg_id_table_head *head, tg_id_table *table);

/* Numbers whose ids are looked up, and the memory for their words. */
typedef struct tg_id_query {
    uint32_t *numbers;
    uint64_t count, text_room;
} tg_id_query;

/* Reads the ids of vertices with ascending numbers: ids->numbers, or ids->text and ids->starts,
 * by place in the query.  If the words do not fit in text_room, as many as fit, but at least one:
 * *read is their number. */
tricorn_status tg_id_table_read(tricorn_context *context, tg_id_table *table,
                                const tg_id_query *query, tg_ids *ids, uint64_t *read);

/* Reads the ids of numbers in any order, which may repeat; replaces each number by the place of
 * its id in *ids.  If the words do not fit in text_room, *fits is false and nothing else is set.
 * At most 2^32 numbers; uses 36 bytes of memory for each, beside the words. */
tricorn_status tg_id_table_look_up(tricorn_context *context, tg_id_table *table,
                                   const tg_id_query *query, tg_ids *ids, bool *fits);

#endif
