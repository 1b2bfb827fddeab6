/* group.h - the rows of some units in a folder of their own, until all units are made. */
#ifndef TG_STORE_GROUP_H
#define TG_STORE_GROUP_H

#include "store/build_steps.h"

/* Keeps what was made, whose rows are in the file, which has the name TG_STORE_ROWS in the
 * folder. words: of its sets. */
tricorn_status tg_group_keep(tricorn_context *context, tg_disk_folder *folder,
                             uint64_t fingerprint, const tg_disk_file *rows, uint64_t words,
                             tg_built *made);

/* Reads it; its sets have `words`.  A file that was changed, or is of another fingerprint, is
 * TRICORN_BAD_FORMAT.  *rows_bytes: of its rows. */
tricorn_status tg_group_read(tricorn_context *context, const tg_disk_folder *folder,
                             uint64_t fingerprint, uint64_t words, tg_built *made,
                             uint64_t *rows_bytes);

#endif
