/* spill.h - edges that do not fit in memory, on disk by intervals of their larger labels.
 *
 * When the parts of a tg_edges have used up their memory, the first of them that is full decides
 * the labels; from then on parts are emptied into buffers, one for each interval and part, and
 * full buffers go to disk as pages.  Labels of hubs have intervals of about as many edges of the
 * sample; the others have intervals of a power of two, which doubles when a label is beyond the
 * last one.  Intervals only grow, each into one, so pages of all sizes fit the last ones.
 *
 * Edges with ids that are too large for a label are kept apart, as they are.  If there are any,
 * or if ids are sparse or words, all vertices are numbered afterwards (numbering.h).
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
    uint32_t part,
        reserved; /* the number of the spill that has it, among those that were joined */
} tg_spill_page;

/* Names of files in a work folder. */
#define TG_SPILL_EDGES "tricorn-edges"
#define TG_SPILL_PAGES "tricorn-pages"

typedef struct tg_spill_slot tg_spill_slot; /* the buffers of one part */

typedef struct tg_spill {
    tg_edge_spill base; /* what the readers of edges know */
    tg_disk_folder *folder;
    tg_disk_file file;
    uint64_t memory_bytes; /* that the process may use for all */

    bool begun;
    bool kept;            /* its files stay */
    pthread_mutex_t lock; /* of beginning and of the lists below */
    tg_labels labels;
    uint64_t *hub_ids;     /* or NULL: those of the labels */
    tg_buckets *far;       /* edges, as tg_wide_edge, whose ids have no labels; or NULL */
    tg_word_table *words;  /* or NULL */
    tg_id_table *id_table; /* of vertices that were numbered; NULL: labels tell the ids */
    tg_disk_file aside;    /* what readers need again later; without a name */
    uint32_t hub_intervals, intervals, page_edges;
    uint16_t *interval_of_hub; /* by label */
    uint32_t *first_of_hub_interval;
    uint32_t shift; /* the other intervals are 2^shift labels; atomic, grows */
    uint32_t slot_count;
    tg_spill_slot *slots;

    struct tg_spill **parts; /* or NULL: the spills that were joined, which have the files */
    uint32_t part_count;

    tg_spill_page *pages; /* all, once finished: in the order of their intervals */
    uint64_t page_count, page_room;
    uint64_t all_edges;  /* once all are read; 0 before */
    uint64_t self_loops; /* atomic */
    uint32_t largest;    /* label; atomic */
} tg_spill;

/* Edges take room_bytes before they spill.  Up to `parts` parts spill at the same time. */
tricorn_status tg_spill_create(tricorn_context *context, tg_disk_folder *folder,
                               uint64_t memory_bytes, uint64_t room_bytes, uint32_t parts,
                               tg_spill **spill);
void tg_spill_free(tg_spill *spill);
/* Frees all but the hubs and their intervals. */
void tg_spill_free_edges(tg_spill *spill);

/* Spills what is left in the parts of the edges, and frees their memory; no more edges follow. */
tricorn_status tg_spill_finish(tricorn_context *context, tg_spill *spill, tg_edges *edges);

/* Writes what is left in the buffers of all parts. */
tricorn_status tg_spill_flush(tricorn_context *context, tg_spill *spill);

/* The user's id of hub number `hub`. */
static inline uint64_t tg_spill_hub(const tg_spill *spill, uint32_t hub)
{
    return spill->hub_ids ? spill->hub_ids[hub] : spill->labels.ids[hub];
}

/* Lets a spill take edges whose vertices are numbered from 0 to about numbers - 1.  The hubs are
 * those of another spill, which has sampled the same edges with other ids; they have these
 * numbers, in their order. */
tricorn_status tg_spill_begin_numbered(tricorn_context *context, tg_spill *spill,
                                       const tg_spill *sampled, const uint32_t *hub_numbers,
                                       uint64_t numbers);

/* The end of the interval that begins with `first`, as intervals are when finished. */
uint64_t tg_spill_interval_end(const tg_spill *spill, uint32_t first);

/* Says that page number `page` and some behind it, each `step`-th one before `last`, will be read
 * soon; it was said of those before *said, which begins with the first page.  Advice. */
void tg_spill_fetch(const tg_spill *spill, uint64_t page, uint64_t step, uint64_t last,
                    uint64_t *said);

/* Reads a page's edges, as pairs of labels in the order of the input. */
tricorn_status tg_spill_read(tricorn_context *context, tg_spill *spill, const tg_spill_page *page,
                             tg_edge *edges);

/* Makes *spill, which is empty, all of the parts, which have the same hubs and are finished. They
 * are its own from here on, also after a failure. */
tricorn_status tg_spill_join(tricorn_context *context, tg_spill *spill, tg_spill **parts,
                             uint32_t count);

/* ---- in a work folder (spill_index.c) ------------------------------------------------------ */

/* What is known of an input that was read, beside its edges. */
typedef struct tg_spill_input {
    uint64_t fingerprint, first_id, vertices, declarations;
    uint32_t declared, unnamed; /* unnamed: the vertices were numbered, and have no names */
    char format[64], dialect[TG_DIALECT_BYTES];
} tg_spill_input;

/* Keeps the pages of a spill that is finished, also after a power cut, so that a preparation that
 * is killed goes on with them. */
tricorn_status tg_spill_write_index(tricorn_context *context, tg_spill *spill,
                                    const tg_spill_input *input);

/* *found: the folder has all pages of the input of that fingerprint, which *spill, that was
 * empty, then has, and fills *input.  Else nothing of another input stays.  Files that were
 * changed are TRICORN_BAD_FORMAT. */
tricorn_status tg_spill_resume(tricorn_context *context, tg_spill *spill, uint64_t fingerprint,
                               tg_spill_input *input, bool *found);

/* Removes what was kept. */
void tg_spill_remove_index(const tg_disk_folder *folder);

#endif
