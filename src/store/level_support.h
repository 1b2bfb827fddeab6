/* level_support.h - the support of each edge of a graph on disk, as sum runs on disk.
 *
 * - Each pass has a sum for each id that it reads, up to the end of its ranges, and each block of
 * a partition one for each of its ids. These sums are written as one run per segment.
 * - The runs of a segment are added up when its rows are read with their supports, so each run
 *   is written once and read once.
 */
#pragma once

#include "store/files/journal.h"
#include "store/files/sum_runs.h"
#include "store/stream.h"

typedef struct tg_level_support tg_level_support;

/* Creates an empty support. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_level_support_create(tricorn_context *context, tg_store *store, tg_level_support **support);
void tg_level_support_free(tg_level_support *support);

/* Restricts the support to share number `share` of `shares` shares of the edges, about equally
 * large, which in their order have all edges in the order of tg_level_support_each. */
void tg_level_support_limit(tg_level_support *support, uint32_t share, uint32_t shares);
/* Whether the support has edges of the run's segment. */
bool tg_level_support_wants(const tg_level_support *support, const tg_sum_run *run);

/* Removes all sums that were added. */
tricorn_status tg_level_support_clear(tricorn_context *context, tg_level_support *support);

/* The sums of a part: one for each id that a pass over the part's ranges reads in the part's
 * rows or, if `whole` is true, one for each id of these rows. */
typedef struct tg_part_sums {
    tg_part_key part;
    bool whole;
    const uint32_t *sums;
} tg_part_sums;

/* The sums of a block: one for each id in `ids_of` of the rows in `of`; those of the row with
 * number r in `of` begin at sums[offsets[r]]. */
typedef struct tg_block_supports {
    tg_vertices of, ids_of;
    const uint64_t *offsets;
    const uint32_t *sums;
} tg_block_supports;

/* Adds the sums of a part, using all threads. */
tricorn_status tg_level_support_add(tricorn_context *context, tg_level_support *support, const tg_part_sums *sums);

/* Who receives sums: the file to which they are appended, and the list of their runs. */
typedef struct tg_sum_writer {
    const tg_disk_rows *disk;
    tg_disk_file *file;
    tg_sum_runs *runs;
} tg_sum_writer;
/* Removes all sums, and sets *writer to the writer that adds to the support. */
tricorn_status tg_level_support_begin(tricorn_context *context, tg_level_support *support, tg_sum_writer *writer);
/* Writes the sums of a part, or of a block, using all threads. */
tricorn_status tg_level_support_write(tricorn_context *context, const tg_sum_writer *to, const tg_part_sums *sums);
tricorn_status tg_level_support_write_block(
  tricorn_context *context, const tg_sum_writer *to, const tg_block_supports *block);
/* Adds a run that was written so; `bytes` are its encoded bytes. Returns
 * TRICORN_BAD_FORMAT without a message if the run is from another graph. */
tricorn_status tg_level_support_take(
  tricorn_context *context, tg_level_support *support, const tg_sum_run *run, const unsigned char *bytes);

/* Copies the sums to a file, where *saved describes them, and adds those of such a file to an empty support. Errors
 * of loading: TRICORN_BAD_FORMAT without a message for runs that were changed. */
tricorn_status tg_level_support_save(
  tricorn_context *context, tg_level_support *support, tg_disk_file *file, tg_sum_runs *saved);
tricorn_status tg_level_support_load(
  tricorn_context *context, tg_level_support *support, tg_disk_file *file, const tg_sum_runs *saved);

/* Calls `take` for all rows in order, with the support of the edge that each id stands for. Reports no progress. */
typedef tricorn_status tg_take_supported_rows(
  tricorn_context *context, void *user, const tg_stored_rows *rows, const uint32_t *support);
tricorn_status tg_level_support_each(
  tricorn_context *context, tg_level_support *support, tg_take_supported_rows *take, void *user);
