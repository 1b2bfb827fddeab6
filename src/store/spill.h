/* spill.h - stores edges that do not fit in memory on disk, by intervals of their larger labels.
 *
 * - When the parts of a tg_edges have used up their memory, the labels are chosen by a sample of
 *   the first full part.  From then on parts are emptied into buffers, one for each interval and
 *   part, and full buffers are appended to the file as pages: the disk writes large pages, and an
 *   interval is later read as a whole and sorted in memory.
 * - The labels of hubs have intervals with about as many edges of the sample.  The other
 *   intervals have a power of two of labels, which doubles when a label is beyond the last one.
 *   An interval of an earlier size lies in one of the last size, so all pages fit the last
 *   intervals.
 * - Edges with ids that are too large for a label are written unchanged.  If the input has any,
 *   or if ids are sparse or words, all vertices are numbered afterwards (numbering.h).
 */
#ifndef TG_STORE_SPILL_H
#define TG_STORE_SPILL_H

#include <pthread.h>

#include "graph/edges.h"
#include "store/files/buckets.h"
#include "store/files/disk.h"
#include "store/labels.h"
#include "store/word_table.h"

/* Edges on disk whose larger labels are in an interval that begins with `first`. */
typedef struct tg_spill_page {
    uint64_t offset, checksum;
    uint32_t first, count;
    uint32_t part; /* number of the joined spill that has the page */
    uint32_t reserved;
} tg_spill_page;

/* Names of files in a work folder. */
#define TG_SPILL_EDGES "tricorn-edges"
#define TG_SPILL_PAGES "tricorn-pages"

typedef struct tg_spill_slot tg_spill_slot; /* the buffers of one part */

typedef struct tg_spill {
    tg_edge_spill base; /* its interface for readers of edges */
    tg_disk_folder *folder;
    tg_disk_file file;
    uint64_t memory_bytes; /* of the process, for all its uses */

    bool begun;
    bool kept;            /* its files remain when it is freed */
    pthread_mutex_t lock; /* protects the beginning and the lists below */
    tg_labels labels;
    uint64_t *hub_ids;     /* the caller's ids of the hubs; NULL: labels.ids */
    tg_buckets *far;       /* as tg_wide_edge, edges whose ids have no labels; or NULL */
    tg_word_table *words;  /* or NULL */
    tg_id_table *id_table; /* of numbered vertices; NULL: ids follow from labels */
    tg_disk_file aside;    /* bytes that readers need again later; without a name */
    uint32_t hub_intervals, intervals, page_edges;
    uint16_t *interval_of_hub; /* by label */
    uint32_t *first_of_hub_interval;
    uint32_t shift; /* the other intervals have 2^shift labels; atomic, grows */
    uint32_t slot_count;
    tg_spill_slot *slots;

    struct tg_spill **parts; /* the spills that were joined, and own the files; or NULL */
    uint32_t part_count;

    tg_spill_page *pages; /* once finished, in the order of their intervals */
    uint64_t page_count, page_room;
    uint64_t all_edges;  /* of the input; 0 until all are read */
    uint64_t self_loops; /* atomic */
    uint32_t largest;    /* label; atomic */
} tg_spill;

/* The memory of a spill. */
typedef struct tg_spill_sizes {
    uint64_t memory_bytes; /* of the process, for all */
    uint64_t room_bytes;   /* of edges, before they spill */
    uint32_t parts;        /* that may spill at the same time */
} tg_spill_sizes;
tricorn_status tg_spill_create(tricorn_context *context, tg_disk_folder *folder,
                               const tg_spill_sizes *sizes, tg_spill **spill);
void tg_spill_free(tg_spill *spill);
/* Frees the edges; the hubs and their intervals remain. */
void tg_spill_free_edges(tg_spill *spill);

/* Spills the edges that are left in memory, and frees their memory; no more edges may follow. */
tricorn_status tg_spill_finish(tricorn_context *context, tg_spill *spill, tg_edges *edges);

/* Writes the buffers of all parts. */
tricorn_status tg_spill_flush(tricorn_context *context, tg_spill *spill);

/* Returns the caller's id of hub number `hub`. */
static inline uint64_t tg_spill_hub(const tg_spill *spill, uint32_t hub)
{
    return spill->hub_ids ? spill->hub_ids[hub] : spill->labels.ids[hub];
}

/* Begins a spill of edges whose vertices are numbered from 0 to about numbers - 1.  Its hubs are
 * those of the spill `sampled`, which has the same edges with other ids; hub h of `sampled` has
 * the number hub_numbers[h] now. */
tricorn_status tg_spill_begin_numbered(tricorn_context *context, tg_spill *spill,
                                       const tg_spill *sampled, const uint32_t *hub_numbers,
                                       uint64_t numbers);

/* Returns the end of the interval that begins with `first`, once the spill is finished. */
uint64_t tg_spill_interval_end(const tg_spill *spill, uint32_t first);

/* Tells the system that page number `page` and some of the following ones, each `step`-th before
 * `last`, will be read soon. *said, initially the first page: the first page that was not
 * announced yet. */
void tg_spill_fetch(const tg_spill *spill, uint64_t page, uint64_t step, uint64_t last,
                    uint64_t *said);

/* Reads a page's edges, as pairs of labels in the order of the input. */
tricorn_status tg_spill_read(tricorn_context *context, tg_spill *spill, const tg_spill_page *page,
                             tg_edge *edges);

/* Joins spills that are finished and have the same hubs into *spill, which is empty.  It owns
 * them from here on, also after a failure. */
tricorn_status tg_spill_join(tricorn_context *context, tg_spill *spill, tg_spill **parts,
                             uint32_t count);

/* ---- in a work folder (spill_index.c) ----------------------------------------------------- */

/* The properties of an input that was read, beside its edges. */
typedef struct tg_spill_input {
    uint64_t fingerprint, first_id, vertices, declarations;
    uint32_t declared, unnamed; /* unnamed: the vertices were numbered, without an id table */
    char format[64], dialect[TG_DIALECT_BYTES];
} tg_spill_input;

/* Writes the index of a spill that is finished, so that its pages can be used after the process
 * was killed, and after a power cut. */
tricorn_status tg_spill_write_index(tricorn_context *context, tg_spill *spill,
                                    const tg_spill_input *input);

/* *found: whether the folder has all pages of the input of that fingerprint.  Then opens them in
 * *spill, which is empty, and fills *input; otherwise removes the pages of another input.
 * Errors: TRICORN_BAD_FORMAT for files that were changed. */
tricorn_status tg_spill_resume(tricorn_context *context, tg_spill *spill, uint64_t fingerprint,
                               tg_spill_input *input, bool *found);

/* Removes pages and index. */
void tg_spill_remove_index(const tg_disk_folder *folder);

#endif
