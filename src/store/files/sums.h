/* sums.h - what the parts of a joined count add to vertices or edges.
 *
 * Each process appends the runs of a part, then their table, to a file of its own in the
 * folder that all share, waits until they are on the disk, and notes in its journal where they
 * are.  So the sums of a part are there as a whole or not at all, and whoever adds up takes
 * those of each part once: of two processes that counted the same, those of the first that is
 * found, whose checksum is that of the other's.
 */
#ifndef TG_STORE_FILES_SUMS_H
#define TG_STORE_FILES_SUMS_H

#include "store/files/join.h"
#include "store/files/sum_runs.h"

typedef struct tg_sums tg_sums;

/* The join must live as long. */
tricorn_status tg_sums_open(tricorn_context *context, tg_join *join, tg_sums **sums);
void tg_sums_close(tg_sums *sums);

/* Begins with a part: its runs are to be written to *file, and added to *runs. */
tricorn_status tg_sums_begin(tricorn_context *context, tg_sums *sums, tg_disk_file **file,
                             tg_sum_runs **runs);
/* All are written: notes the part. */
tricorn_status tg_sums_end(tricorn_context *context, tg_sums *sums, uint64_t number,
                           uint64_t triangles);

/* Calls take for each run of each part, of which all are done; file: where its bytes are.
 * TRICORN_BAD_FORMAT, also without a message from take, names the file. */
typedef tricorn_status tg_take_sum_run(tricorn_context *context, void *user, tg_disk_file *file,
                                       const tg_sum_run *run);
tricorn_status tg_sums_each(tricorn_context *context, tg_sums *sums, tg_take_sum_run *take,
                            void *user);

#endif
