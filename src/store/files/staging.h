/* staging.h - the staging folder of a work folder: it has the results that processes share while
 * they prepare a graph.
 *
 * - Each process makes a result in a folder with a name of its own, and then renames the folder
 *   to the result's common name: a result under its common name is complete, and never changes.
 * - If two processes make the same result, the one whose folder is renamed first remains.
 */
#pragma once

#include "store/files/disk.h"

/* The begin of the folder's name. */
#define TG_STAGING_FOLDER "tricorn-prepare-"

typedef struct tg_staging_folder {
    tg_disk_folder folder;
    /* `random` and `made` are parts of the names of this process's folders */
    uint64_t random, made;
} tg_staging_folder;

enum { TG_STAGED_NAME_BYTES = 48 };

tricorn_status tg_staging_folder_open(
  tricorn_context *context, const tg_disk_folder *work, uint64_t fingerprint, tg_staging_folder *staging);
void tg_staging_folder_close(tg_staging_folder *staging);

/* Creates the folder in which this process makes a result. */
tricorn_status tg_staged_begin(tricorn_context *context, tg_staging_folder *staging, tg_disk_folder *result);
/* Renames the folder of a result, whose files are already synchronised, to `name`; if `name`
 * exists, removes the folder instead. Closes the folder in either case. */
tricorn_status tg_staged_publish(
  tricorn_context *context, tg_staging_folder *staging, tg_disk_folder *result, const char *name);
/* Removes the folder of a result that is given up, and closes it. */
void tg_staged_drop(tg_staging_folder *staging, tg_disk_folder *result);

/* Writes the name of the file in the work folder to which processes copy the rows of this input:
 * tricorn-rows-... */
void tg_staged_rows_name(char name[TG_STAGED_NAME_BYTES], uint64_t fingerprint);

/* Writes the name of a result to `name`: KIND-NUMBER. */
void tg_staged_name(char name[TG_STAGED_NAME_BYTES], const char *kind, uint64_t number);

/* Removes the file of the rows of the input with this fingerprint, what tricorn has made in its
 * staging folder, and then the folder, if nothing else is in it; follows no links. It is no error if another process
 * has just removed a file of it. */
void tg_staging_folder_remove(const tg_disk_folder *work, uint64_t fingerprint);
