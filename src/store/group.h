/* group.h - the rows of some units in a folder of their own, until the rows of all units are
 * made.
 *
 * The folder has the file of the rows, named TG_STORE_ROWS, and an array file with their index
 * and their bitmaps.  A process that joins the preparation reads what others have made, and
 * checks it.
 */
#ifndef TG_STORE_GROUP_H
#define TG_STORE_GROUP_H

#include "store/build_steps.h"

/* Writes the array file; the rows are in the file `rows`, which is synchronised first. */
tricorn_status tg_group_write(tricorn_context *context, tg_disk_folder *folder,
                              uint64_t fingerprint, const tg_disk_file *rows, tg_built *made);

/* Reads it; made->words is set, the length of the bitmaps.  A file that was changed, or that has
 * another fingerprint, is TRICORN_BAD_FORMAT.  *rows_bytes: the size of the file of the rows. */
tricorn_status tg_group_read(tricorn_context *context, const tg_disk_folder *folder,
                             uint64_t fingerprint, tg_built *made, uint64_t *rows_bytes);

#endif
