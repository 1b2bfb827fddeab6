/* group.h - stores the rows of some units in a folder of their own, until the rows of all units are made.
 *
 * The folder has the file of the rows, named TG_STORE_ROWS, and an array file with the index of these rows and the
 * bitmaps of their labels. A process that shares the preparation reads and checks the results of the others.
 */
#pragma once

#include "store/build_steps.h"

/* Writes the array file, after synchronising the file `rows`, which has the rows. */
tricorn_status tg_group_write(
  tricorn_context *context, tg_disk_folder *folder, uint64_t fingerprint, const tg_disk_file *rows, tg_built *made);

/* Reads the array file; the caller has set made->words, the length of the bitmaps. *rows_bytes receives the size of
 * the file of the rows. Errors: TRICORN_BAD_FORMAT for a file that was changed, or that has another fingerprint. */
tricorn_status tg_group_read(
  tricorn_context *context, const tg_disk_folder *folder, uint64_t fingerprint, tg_built *made, uint64_t *rows_bytes);
