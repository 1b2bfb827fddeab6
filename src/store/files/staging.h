/* staging.h - the staging folder of a work folder: results that processes share while they
 * prepare a graph.
 *
 * - Each process makes a result in a folder with a name of its own, and then renames the folder
 *   to the result's common name: a result is complete or absent, and never changes.
 * - If two processes make the same result, the first one that is renamed remains.
 */
#ifndef TG_STORE_FILES_STAGING_H
#define TG_STORE_FILES_STAGING_H

#include "store/files/disk.h"

typedef struct tg_staging_folder {
    tg_disk_folder folder;
    uint64_t random, made; /* for names of this process's folders */
} tg_staging_folder;

enum { TG_STAGED_NAME_BYTES = 48 };

tricorn_status tg_staging_folder_open(tricorn_context *context, const tg_disk_folder *work,
                                      uint64_t fingerprint, tg_staging_folder *staging);
void tg_staging_folder_close(tg_staging_folder *staging);

/* Makes the folder for a result of this process. */
tricorn_status tg_staged_begin(tricorn_context *context, tg_staging_folder *staging,
                               tg_disk_folder *result);
/* Renames the folder of a result whose files are synchronised; if the name exists, removes the
 * folder.  Closes it in either case. */
tricorn_status tg_staged_publish(tricorn_context *context, tg_staging_folder *staging,
                                 tg_disk_folder *result, const char *name);
/* Removes the folder of a result, and closes it. */
void tg_staged_drop(tg_staging_folder *staging, tg_disk_folder *result);

bool tg_staged_has(const tg_staging_folder *staging, const char *name);

/* Writes "KIND-NUMBER". */
void tg_staged_name(char name[TG_STAGED_NAME_BYTES], const char *kind, uint64_t number);

/* Removes the staging folder of that input; does not follow links.  A file that another process
 * has just removed is no error. */
void tg_staging_folder_remove(const tg_disk_folder *work, uint64_t fingerprint);

#endif
