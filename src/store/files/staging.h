/* staging.h - what processes make together of a graph before it is there: folders in a folder of
 * the work folder.
 *
 * Each process makes a part in a folder that only it knows, and then gives it the name that all
 * know.  Of two that made the same part the first one keeps it, so a part is there as a whole or
 * not at all, and never changes.
 */
#ifndef TG_STORE_FILES_STAGING_H
#define TG_STORE_FILES_STAGING_H

#include "store/files/disk.h"

typedef struct tg_staging_folder {
    tg_disk_folder folder;
    uint64_t random, made; /* names of own folders */
} tg_staging_folder;

enum { TG_STAGED_NAME_BYTES = 48 };

tricorn_status tg_staging_folder_open(tricorn_context *context, const tg_disk_folder *work,
                                      uint64_t fingerprint, tg_staging_folder *stage);
void tg_staging_folder_close(tg_staging_folder *stage);

/* A folder for a part that this process makes. */
tricorn_status tg_staged_begin(tricorn_context *context, tg_staging_folder *stage,
                               tg_disk_folder *part);
/* Its files are on disk; it gets the name.  If there is such a part already it is removed.  The
 * folder is closed in any case. */
tricorn_status tg_staged_publish(tricorn_context *context, tg_staging_folder *stage,
                                 tg_disk_folder *part, const char *name);
/* Removes a part that was begun, and closes it. */
void tg_staged_drop(tg_staging_folder *stage, tg_disk_folder *part);

bool tg_staged_has(const tg_staging_folder *stage, const char *name);

/* "NAME-NUMBER". */
void tg_staged_name(char name[TG_STAGED_NAME_BYTES], const char *kind, uint64_t number);

/* Removes all that the processes made for that input; follows no links.  What another one has
 * just removed is no error. */
void tg_staging_folder_remove(const tg_disk_folder *work, uint64_t fingerprint);

#endif
