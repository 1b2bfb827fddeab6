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
#define TG_NAMES_IDS "tricorn-names"
#define TG_NAMES_TEXT "tricorn-text"

typedef struct tg_names {
    tg_checked_file ids;  /* 64 bits for each number: the id, or where its word begins */
    tg_checked_file text; /* the words, with a zero behind each */
    bool words;
} tg_names;

/* Without files. */
tricorn_status tg_names_new(tricorn_context *context, tg_names **names);
/* Makes empty files. */
tricorn_status tg_names_create(tricorn_context *context, tg_disk_folder *folder, bool words,
                               tg_names **names);
/* names may be NULL. */
void tg_names_free(tg_names *names);
/* Removes the files of a work folder. */
void tg_names_forget(const tg_disk_folder *folder);

/* The id of the next number. */
tricorn_status tg_names_put(tricorn_context *context, tg_names *names, uint64_t id);
/* Its word. */
tricorn_status tg_names_put_word(tricorn_context *context, tg_names *names, const char *word,
                                 uint64_t bytes);
/* Nothing follows. */
tricorn_status tg_names_end(tricorn_context *context, tg_names *names);
/* Waits until all is on the disk. */
tricorn_status tg_names_sync(tricorn_context *context, const tg_names *names);

static inline uint64_t tg_names_count(const tg_names *names)
{
    return names->ids.bytes / sizeof(uint64_t);
}

/* What a file says of the names that lie beside it. */
typedef struct tg_names_head {
    uint64_t id_bytes, text_bytes;
    uint32_t known, words; /* known: there are names */
} tg_names_head;

/* names may be NULL. */
tg_names_head tg_names_head_of(const tg_names *names);
/* Opens files whose checksums were read. */
tricorn_status tg_names_open(tricorn_context *context, const tg_disk_folder *folder,
                             const tg_names_head *head, tg_names *names);

/* The ids of `count` vertices with ascending numbers; ids->numbers or ids->text and ids->starts,
 * by place in the array.  If words take more than text_room bytes, as many as fit, but at least
 * one: *read says how many. */
tricorn_status tg_names_read(tricorn_context *context, tg_names *names, const uint32_t *numbers,
                             uint64_t count, uint64_t text_room, tg_ids *ids, uint64_t *read);

/* The same of numbers in any order, each as often as it comes; they are replaced by places in
 * *ids.  If words take more than text_room bytes, *fits is false and nothing else is set.  At
 * most 2^32 numbers; takes 36 bytes for each beside the words. */
tricorn_status tg_names_look_up(tricorn_context *context, tg_names *names, uint32_t *numbers,
                                uint64_t count, uint64_t text_room, tg_ids *ids, bool *fits);

#endif
