/* sums.h - stores the sums for edges that the parts of a shared count write.
 *
 * - A process appends the sum runs of a part, then a table of these runs, to a file of its own
 *   in the shared folder.  It waits until all is on the disk and then writes the table's place
 *   to its journal, so the sums of a part are complete or absent.
 * - Every process adds up the sums of each part once. If two processes counted the same part,
 *   only the sums of one of them are used, and the checksums of both must be equal.
 */
#pragma once

#include "store/files/join.h"
#include "store/files/sum_runs.h"

typedef struct tg_sums tg_sums;

/* Opens the sums of a join, which must stay open as long. */
tricorn_status tg_sums_open(tricorn_context *context, tg_join *join, tg_sums **sums);
void tg_sums_close(tg_sums *sums);

/* Begins a part. The caller then appends sum runs to *file, and adds each of them to *runs. */
tricorn_status tg_sums_begin(tricorn_context *context, tg_sums *sums, tg_disk_file **file, tg_sum_runs **runs);
/* Ends a part, whose runs have all been added: writes their table, then the record in the journal. */
tricorn_status tg_sums_end(tricorn_context *context, tg_sums *sums, uint64_t number, uint64_t triangles);

/* Calls `take` for each run of each part, once all parts are done; `file` is the file that contains the run. If
 * `take` returns TRICORN_BAD_FORMAT without a message, adds one with the name of the file. */
typedef tricorn_status tg_take_sum_run(tricorn_context *context, void *user, tg_disk_file *file, const tg_sum_run *run);
tricorn_status tg_sums_each(tricorn_context *context, tg_sums *sums, tg_take_sum_run *take, void *user);
