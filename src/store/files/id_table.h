/* id_table.h - the user's ids of vertices that were numbered on disk, on disk too.
 *
 * Numbers are in the order of the ids: numbers ascend, words are in the order of the input.  So
 * what is in the order of numbers is in the order of ids, and ids of many vertices are read in
 * one direction.  In a work folder the files stay; their checksums are with the graph.
 */
#ifndef TG_STORE_FILES_ID_TABLE_H
#define TG_STORE_FILES_ID_TABLE_H

#include "graph/ids.h"
#include "store/files/checked_file.h"

/* Names of files in a work folder. */
#define TG_ID_TABLE_IDS "tricorn-names"
#define TG_ID_TABLE_TEXT "tricorn-text"

typedef struct tg_id_table {
    tg_checked_file ids;  /* 64 bits for each number: the id, or where its word begins */
    tg_checked_file text; /* the words, with a zero behind each */
    bool words;
} tg_id_table;

/* Without files. */
tricorn_status tg_id_table_new(tricorn_context *context, tg_id_table **names);
/* Makes empty files. */
tricorn_status tg_id_table_create(tricorn_context *context, tg_disk_folder *folder, bool words,
                                  tg_id_table **names);
/* names may be NULL. */
void tg_id_table_free(tg_id_table *names);
/* Removes the files of a work folder. */
void tg_id_table_remove(const tg_disk_folder *folder);

/* The id of the next number. */
tricorn_status tg_id_table_put(tricorn_context *context, tg_id_table *names, uint64_t id);
/* Its word. */
tricorn_status tg_id_table_put_word(tricorn_context *context, tg_id_table *names,
                                    const char *word, uint64_t bytes);
/* Nothing follows. */
tricorn_status tg_id_table_end(tricorn_context *context, tg_id_table *names);
/* Waits until all is on the disk. */
tricorn_status tg_id_table_sync(tricorn_context *context, const tg_id_table *names);

static inline uint64_t tg_id_table_count(const tg_id_table *names)
{
    return names->ids.bytes / sizeof(uint64_t);
}

/* What a file says of the names that lie beside it. */
typedef struct tg_id_table_head {
    uint64_t id_bytes, text_bytes;
    uint32_t known, words; /* known: there are names */
} tg_id_table_head;

/* names may be NULL. */
tg_id_table_head tg_id_table_head_of(const tg_id_table *names);
/* Opens files whose checksums were read. */
tricorn_status tg_id_table_open(tricorn_context *context, const tg_disk_folder *folder,
                                const tg_id_table_head *head, tg_id_table *names);

/* The ids of `count` vertices with ascending numbers; ids->numbers or ids->text and ids->starts,
 * by place in the array.  If words take more than text_room bytes, as many as fit, but at least
 * one: *read says how many. */
tricorn_status tg_id_table_read(tricorn_context *context, tg_id_table *names,
                                const uint32_t *numbers, uint64_t count, uint64_t text_room,
                                tg_ids *ids, uint64_t *read);

/* The same of numbers in any order, each as often as it comes; they are replaced by places in
 * *ids.  If words take more than text_room bytes, *fits is false and nothing else is set.  At
 * most 2^32 numbers; takes 36 bytes for each beside the words. */
tricorn_status tg_id_table_look_up(tricorn_context *context, tg_id_table *names,
                                   uint32_t *numbers, uint64_t count, uint64_t text_room,
                                   tg_ids *ids, bool *fits);

#endif
