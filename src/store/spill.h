/* spill.h - stores edges that do not fit in memory on disk, by intervals of their larger labels.
 *
 * - When the parts of a tg_edges have used up their memory, the labels are chosen by a sample of
 *   the first full part.  From then on the edges of a part are moved to buffers, one for each
 *   interval and part, and full buffers are appended to the file as pages.  So the disk writes
 *   large pages, and an interval is later read as a whole and sorted in memory.
 * - The labels of hubs are cut into intervals that have about equally many edges of the sample.
 *   The intervals of the other labels have a power of two of labels, which doubles when a label
 *   is beyond the last interval.  So an interval before doubling lies within one after it, and
 *   earlier pages still belong to one interval.
 * - Edges with ids that are too large for a label are written unchanged. If the input has such
 *   edges, or if its ids are sparse or words, all vertices are numbered afterwards
 *   (numbering.h).
 */
#pragma once

#include <pthread.h>

#include "graph/edges.h"
#include "store/files/buckets.h"
#include "store/files/disk.h"
#include "store/labels.h"
#include "store/word_table.h"

/* A page on disk: edges whose larger labels are in the interval that begins with label
 * `first`. */
typedef struct tg_spill_page {
    uint64_t offset, checksum;
    uint32_t first, count;
    uint32_t part; /* the number of the joined spill whose file has the page */
    uint32_t reserved;
} tg_spill_page;

/* The names of a spill's files in a work folder. */
#define TG_SPILL_EDGES "tricorn-edges"
#define TG_SPILL_PAGES "tricorn-pages"

typedef struct tg_spill_slot tg_spill_slot; /* the buffers of one part of the edges */

typedef struct tg_spill {
    tg_edge_spill base; /* the interface by which readers of edges use the spill */
    tg_disk_folder *folder;
    tg_disk_file file;
    uint64_t memory_bytes; /* the memory that the process may use for all purposes */
    uint32_t given_intervals; /* as in tg_spill_sizes */

    bool begun;
    bool kept; /* its files remain on disk when the spill is freed */
    pthread_mutex_t lock; /* protects the beginning of the spill and the lists below */
    tg_labels labels;
    uint64_t *hub_ids; /* the caller's ids of the hubs; NULL: these are labels.ids */
    tg_buckets *far; /* edges whose ids can have no labels, as tg_wide_edge; NULL: none so far */
    tg_word_table *words; /* the words for which ids stand; NULL: none so far */
    tg_id_table *id_table; /* the ids of numbered vertices; NULL: ids are computed from labels */
    tg_disk_file aside; /* a nameless file with bytes that readers need again later */
    uint32_t hub_intervals, intervals, page_edges;
    uint16_t *interval_of_hub; /* the interval of each hub's label */
    uint32_t *first_of_hub_interval;
    uint32_t shift; /* the other intervals have 2^shift labels; atomic, as it grows */
    uint32_t slot_count;
    tg_spill_slot *slots;

    struct tg_spill **parts; /* the spills that were joined and own the files; NULL: none */
    uint32_t part_count;

    tg_spill_page *pages; /* in the order of their intervals, once the spill is finished */
    uint64_t page_count, page_room;
    uint64_t all_edges; /* the edges of the input; 0 until all are read */
    uint64_t self_loops; /* atomic */
    uint32_t largest; /* the largest label; atomic */
} tg_spill;

/* The memory for a spill, and the parts of its edges. */
typedef struct tg_spill_sizes {
    uint64_t memory_bytes; /* the memory that the process may use for all purposes */
    uint64_t room_bytes; /* the memory of edges, before they are spilled */
    uint32_t parts; /* how many parts of the edges may spill at the same time */
    /* The intervals of the labels that are no hubs, a power of two; 0: chosen by the memory. */
    uint32_t intervals;
} tg_spill_sizes;
tricorn_status tg_spill_create(
  tricorn_context *context, tg_disk_folder *folder, const tg_spill_sizes *sizes, tg_spill **spill);
void tg_spill_free(tg_spill *spill);
/* Frees the edges; the hubs and their intervals can still be used. */
void tg_spill_free_edges(tg_spill *spill);

/* Spills the edges that are still in memory, and frees this memory; no more edges may follow. */
tricorn_status tg_spill_finish(tricorn_context *context, tg_spill *spill, tg_edges *edges);

/* Writes the buffers of all parts to disk. */
tricorn_status tg_spill_flush(tricorn_context *context, tg_spill *spill);

/* Returns the caller's id of the hub with label `hub`. */
static inline uint64_t tg_spill_hub(const tg_spill *spill, uint32_t hub)
{
    return spill->hub_ids ? spill->hub_ids[hub] : spill->labels.ids[hub];
}

/* Begins a spill of edges whose vertices are numbered from 0 to about `numbers` - 1. Its hubs are those of the spill
 * `sampled`, which has the same edges with other ids; hub h of `sampled` has the number hub_numbers[h] now. */
tricorn_status tg_spill_begin_numbered(
  tricorn_context *context, tg_spill *spill, const tg_spill *sampled, const uint32_t *hub_numbers, uint64_t numbers);

/* Returns the label after the interval that begins with label `first`, once the spill is finished. */
uint64_t tg_spill_interval_end(const tg_spill *spill, uint32_t first);

/* Tells the system that page number `page` and some of the pages page + step, page + 2 step, ...
 * before `last` will be read soon. *said is the first page that was not announced yet; the
 * caller sets it to the first page at the beginning. */
void tg_spill_fetch(const tg_spill *spill, uint64_t page, uint64_t step, uint64_t last, uint64_t *said);

/* Reads a page's edges, as pairs of labels in the order of the input. */
tricorn_status tg_spill_read(tricorn_context *context, tg_spill *spill, const tg_spill_page *page, tg_edge *edges);

/* Joins finished spills that have the same hubs into *spill, which is empty. *spill owns them
 * from then on, also after a failure. */
tricorn_status tg_spill_join(tricorn_context *context, tg_spill *spill, tg_spill **parts, uint32_t count);

/* ---- in a work folder (spill_index.c) ---- */

/* The properties of the input, beside its edges. */
typedef struct tg_spill_input {
    uint64_t fingerprint, first_id, vertices, declarations, missing, excluded;
    /* unnamed: the vertices were numbered, but no id table was made. */
    uint32_t declared, unnamed;
    char format[64], dialect[TG_DIALECT_BYTES];
} tg_spill_input;

/* Writes the index of a spill that is finished, so that its pages can be used after the process
 * was killed, and after a power cut. */
tricorn_status tg_spill_write_index(tricorn_context *context, tg_spill *spill, const tg_spill_input *input);

/* Sets *found to whether the folder has all pages of the input with this fingerprint. If so,
 * opens them in *spill, which is empty, and fills *input; otherwise removes the pages of another
 * input. Errors: TRICORN_BAD_FORMAT for files that were changed. */
tricorn_status tg_spill_resume(
  tricorn_context *context, tg_spill *spill, uint64_t fingerprint, tg_spill_input *input, bool *found);

/* Removes the pages and the index from the folder. */
void tg_spill_remove_index(const tg_disk_folder *folder);
