/* staging.c - the staging folder: renames folders when they are complete, and removes trees
 * without following links. */
#include "store/files/staging.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

enum { DEPTH_MOST = 4 };

static void name_folder(char name[TG_STAGED_NAME_BYTES], uint64_t fingerprint)
{
    snprintf(name, TG_STAGED_NAME_BYTES, TG_STAGING_FOLDER "%016" PRIx64, fingerprint);
}

void tg_staged_rows_name(char name[TG_STAGED_NAME_BYTES], uint64_t fingerprint)
{
    snprintf(name, TG_STAGED_NAME_BYTES, "tricorn-rows-%016" PRIx64, fingerprint);
}

void tg_staged_name(char name[TG_STAGED_NAME_BYTES], const char *kind, uint64_t number)
{
    snprintf(name, TG_STAGED_NAME_BYTES, "%s-%" PRIu64, kind, number);
}

tricorn_status tg_staging_folder_open(
  tricorn_context *context, const tg_disk_folder *work, uint64_t fingerprint, tg_staging_folder *staging)
{
    char name[TG_STAGED_NAME_BYTES];
    *staging = (tg_staging_folder){.random = tg_hash_seed()};
    name_folder(name, fingerprint);
    return tg_disk_folder_below(context, work, name, &staging->folder);
}

void tg_staging_folder_close(tg_staging_folder *staging)
{
    tg_disk_folder_close(&staging->folder);
}

/* ---- removing ---- */

/* Whether the name begins like those of the files and folders that are made in a staging folder.
 * Whatever else somebody has put into it stays. */
static bool is_own(const char *name)
{
    static const char *const begins[] = {
      "tricorn-", ".tricorn-", "own-", "plan", "alone", "edges-", "rows-", "cut", "lease-", "counts-", "new-", "about"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

/* Removes the file `name`, or the folder `name` with what is its own, down to `depth` levels of folders. */
static void remove_tree(int folder, const char *name, unsigned depth)
{
    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT || depth == 0) return;
    const tg_disk_folder in = {.descriptor = folder};
    const int below = tg_disk_open_at(&in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    DIR *list = below >= 0 ? fdopendir(below) : NULL;
    if (list == NULL) {
        if (below >= 0) close(below);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;)
        if (is_own(entry->d_name)) remove_tree(dirfd(list), entry->d_name, depth - 1);
    closedir(list);
    (void)unlinkat(folder, name, AT_REMOVEDIR);
}

void tg_staging_folder_remove(const tg_disk_folder *work, uint64_t fingerprint)
{
    char name[TG_STAGED_NAME_BYTES];
    tg_staged_rows_name(name, fingerprint);
    tg_disk_remove(work, name);
    name_folder(name, fingerprint);
    remove_tree(work->descriptor, name, DEPTH_MOST);
}

/* ---- results ---- */

tricorn_status tg_staged_begin(tricorn_context *context, tg_staging_folder *staging, tg_disk_folder *result)
{
    char name[TG_STAGED_NAME_BYTES];
    snprintf(name, sizeof name, "own-%016" PRIx64 "-%" PRIu64, staging->random, ++staging->made);
    return tg_disk_folder_below(context, &staging->folder, name, result);
}

/* Returns the name that the folder of an unfinished result has within the staging folder. */
static const char *name_of(const tg_disk_folder *result)
{
    return strrchr(result->path, '/') + 1;
}

void tg_staged_drop(tg_staging_folder *staging, tg_disk_folder *result)
{
    if (result->path == NULL) return;
    remove_tree(staging->folder.descriptor, name_of(result), DEPTH_MOST);
    tg_disk_folder_close(result);
}

tricorn_status tg_staged_publish(
  tricorn_context *context, tg_staging_folder *staging, tg_disk_folder *result, const char *name)
{
    tricorn_status status = TRICORN_OK;
    const int at = staging->folder.descriptor;
    int error = tg_disk_sync_names(result) != 0 ? errno : 0;
    if (error == 0 && renameat(at, name_of(result), at, name) != 0) error = errno;
    if (error == EEXIST || error == ENOTEMPTY)
        tg_staged_drop(staging, result);
    else if (error != 0 || tg_disk_sync_names(&staging->folder) != 0)
        status = tg_fail(context, TRICORN_IO_ERROR, "%s/%s: cannot be written: %s", staging->folder.path, name,
          strerror(error ? error : errno));
    if (error != 0 && status != TRICORN_OK) tg_staged_drop(staging, result);
    tg_disk_folder_close(result);
    return status;
}
