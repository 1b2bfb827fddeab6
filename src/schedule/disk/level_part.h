/* level_part.h - parts of a graph on disk: which rows a pass keeps and a batch has, and their
 * task.
 *
 * A pass keeps the rows v of its ranges; a part is these rows, or other segments that have ids
 * among them.  How large passes and batches are depends on the index and on limits alone.
 */
#ifndef TG_SCHEDULE_DISK_LEVEL_PART_H
#define TG_SCHEDULE_DISK_LEVEL_PART_H

#include "store/files/journal.h"
#include "store/store.h"
#include "task/task.h"

/* Memory of what is read; one range and one segment are read whatever they take. */
typedef struct tg_pass_limits {
    uint64_t kept_bytes, batch_bytes;
    uint64_t batch_wedges; /* of a batch of several segments; 0: any number */
    bool elsewhere; /* a GPU keeps the rows of a pass: 4 bytes an id and 4 a row are there */
} tg_pass_limits;

/* Of what memory there is, what the rows of a pass and of a batch may take; the algorithm has the
 * rest. */
tg_pass_limits tg_levels_limits(uint64_t room);
/* The same where a count has sums, which take as much again. */
tg_pass_limits tg_levels_sink_limits(uint64_t room);

typedef struct tg_pass {
    uint32_t first_range, last_range;     /* last_range is among them */
    uint32_t first_segment, last_segment; /* last_piece is behind them */
} tg_pass;

/* The next pass, with as many ranges as fit; one at least, with a segment. */
tg_pass tg_pass_next(const tg_disk_rows *disk, const tg_pass_limits *limits, uint32_t first_range,
                     uint32_t first_segment);

/* The end of a batch that begins with first_piece, of the pass's own rows or of others: as many
 * segments as fit, one at least, beside what is read of the next batch meanwhile, about as many
 * bytes as of this one. */
uint32_t tg_batch_end(const tg_disk_rows *disk, const tg_pass_limits *limits, const tg_pass *at,
                      uint32_t first_segment);

static inline tg_part_key tg_part_of(const tg_pass *at, uint32_t first_segment,
                                     uint32_t last_segment)
{
    return (tg_part_key){at->first_range, at->last_range, first_segment, last_segment};
}

/* What is read for a part. */
tg_row_view tg_part_view(const tg_disk_rows *disk, const tg_part_key *part);

/* The edges of a part: those of its task. */
uint64_t tg_part_edges(const tg_disk_rows *disk, const tg_part_key *part);
/* Its wedges: pairs (v, w), w < v, of ids in the rows u of its task, for each edge u, v. */
uint64_t tg_part_wedges(const tg_disk_rows *disk, const tg_part_key *part);

/* The label that row 0 of those of a pass has. */
uint32_t tg_pass_first_label(const tg_disk_rows *disk, const tg_pass *at);

/* Rows in memory; all zero: none. */
typedef struct tg_part_rows {
    tg_view_rows all;   /* their ids up to the end of the pass */
    tg_view_rows edges; /* those in the pass, where they are not all */
    struct tg_row_room {
        uint64_t offsets, ids; /* elements */
    } room, edge_room;
} tg_part_rows;

/* Reads the rows of a part, numbered from first_label, into the memory of those before where it
 * is enough: new pages take longer than decoding.  loaded: what tg_disk_rows_load read, or NULL.
 * After a failure, too, they are to be dropped.  Errors: as tg_disk_rows_read. */
tricorn_status tg_part_read(tricorn_context *context, tg_store *store, const tg_part_key *part,
                            uint32_t first_label, const unsigned char *loaded,
                            tg_part_rows *rows);
void tg_part_drop(tg_part_rows *rows);
void tg_part_drop_edges(tg_part_rows *rows); /* those alone */

/* The task of a part whose rows were read, and of the rows that its pass keeps.  Rows u are
 * numbered from the batch's first label; rows v from that of the range, or from label 0 where few
 * labels are before; ids w are labels: u, v and w of the task say so. */
tg_task tg_part_task(const tg_disk_rows *disk, const tg_pass *at, const tg_part_key *part,
                     const tg_part_rows *rows, const tg_view_rows *kept);

#endif
