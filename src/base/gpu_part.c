/* gpu_part.c - see gpu_part.h. */
#include "base/gpu_part.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tricorn/tricorn.h>

#include "base/portable.h"

/* Where the part is, from the folder of the program or the library. */
static const char *const places[] = {
  "/", /* the folder of the build; a wheel that has both */
  "/tricorn/", /* of an installed library */
  "/../" TRICORN_LIBDIR "/tricorn/", /* of an installed program */
  "/../lib/tricorn/",
  "/../tricorn_gpu/", /* of the Python package: a wheel that has only the part */
#ifdef TRICORN_FROM_PYTHON
  "/" TRICORN_FROM_PYTHON "/tricorn/",
#endif
};

/* Writes the folder of the file that this code is in; the kernel knows its whole path, even if it
 * was started or loaded by a name without a folder. */
static bool find_own_folder(char folder[TG_PART_PATH_BYTES])
{
    const uintptr_t own = (uintptr_t)places;
    char line[TG_PART_PATH_BYTES + 256];
    FILE *maps = fopen("/proc/self/maps", "re");
    bool found = false;
    if (maps == NULL) return false;
    while (!found && fgets(line, sizeof line, maps)) {
        uintmax_t first = 0, end = 0;
        const char *path = strchr(line, '/');
        if (path == NULL || sscanf(line, "%jx-%jx", &first, &end) != 2) continue;
        if (own < first || own >= end) continue;
        snprintf(folder, TG_PART_PATH_BYTES, "%.*s", (int)(strrchr(path, '/') - path), path);
        found = true;
    }
    fclose(maps);
    return found;
}

/* Writes the path of any part in the folder, whatever its version. */
static bool find_other(const char *folder, char path[TG_PART_PATH_BYTES])
{
    DIR *entries = opendir(folder);
    bool found = false;
    if (entries == NULL) return false;
    for (const struct dirent *entry; !found && (entry = readdir(entries)) != NULL;) {
        if (strncmp(entry->d_name, TG_PART_STEM, strlen(TG_PART_STEM)) != 0) continue;
        const int length = snprintf(path, TG_PART_PATH_BYTES, "%s%s", folder, entry->d_name);
        found = length < TG_PART_PATH_BYTES;
    }
    closedir(entries);
    return found;
}

/* Searches one folder, whose name ends with a slash. */
static tg_part_found find_in(const char *folder, bool others, char path[TG_PART_PATH_BYTES])
{
    if (others) return find_other(folder, path) ? TG_PART_OTHER : TG_PART_NONE;
    const int length = snprintf(path, TG_PART_PATH_BYTES, "%s%s", folder, TG_PART_NAME);
    return length < TG_PART_PATH_BYTES && access(path, F_OK) == 0 ? TG_PART_FOUND : TG_PART_NONE;
}

/* Searches all folders for a part of this version, or for `others`. */
static tg_part_found find(bool others, char path[TG_PART_PATH_BYTES])
{
    const char *named = secure_getenv(TG_PART_FOLDER);
    char own[TG_PART_PATH_BYTES], folder[TG_PART_PATH_BYTES];
    tg_part_found found = TG_PART_NONE;
    if (named != NULL) {
        snprintf(folder, sizeof folder, "%s/", named);
        return *named == '/' ? find_in(folder, others, path) : TG_PART_NONE;
    }
    if (!find_own_folder(own)) return TG_PART_NONE;
    for (size_t p = 0; p < sizeof places / sizeof *places && found == TG_PART_NONE; p++) {
        const int length = snprintf(folder, sizeof folder, "%s%s", own, places[p]);
        if (length < TG_PART_PATH_BYTES) found = find_in(folder, others, path);
    }
    return found;
}

tg_part_found tg_part_find(char path[TG_PART_PATH_BYTES])
{
    tg_part_found found = find(false, path);
    if (found == TG_PART_NONE) found = find(true, path);
    if (found == TG_PART_NONE) *path = 0;
    return found;
}
