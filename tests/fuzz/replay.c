/* replay.c - gives each file of folders to a target, without libFuzzer: replay TARGET FOLDER...
 *
 * replay --targets prints the names of all targets.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { PATH_BYTES = 4096, CHUNK_BYTES = 1 << 16 };

static uint8_t *read_whole(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t room = 0, got = 1;
    FUZZ_REQUIRE(file != NULL, "%s cannot be opened", path);
    for (*count = 0; got > 0; *count += got) {
        if (room - *count < CHUNK_BYTES) bytes = realloc(bytes, room += CHUNK_BYTES);
        FUZZ_REQUIRE(bytes != NULL, "out of memory");
        got = fread(bytes + *count, 1, CHUNK_BYTES, file);
    }
    fclose(file);
    /* Just as much as there is: the sanitizer then sees any byte that is read beyond. */
    uint8_t *exact = malloc(*count + (*count == 0));
    FUZZ_REQUIRE(exact != NULL, "out of memory");
    if (*count > 0) memcpy(exact, bytes, *count);
    free(bytes);
    return exact;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Gives the target each file of the folder; returns the number of files. */
static size_t replay(const fuzz_target *target, const char *folder)
{
    struct dirent **entries = NULL;
    size_t ran = 0;
    const int found = scandir(folder, &entries, NULL, by_name);
    FUZZ_REQUIRE(found >= 0, "%s cannot be read", folder);
    for (int i = 0; i < found; i++) {
        char path[PATH_BYTES];
        size_t bytes_count = 0;
        if (entries[i]->d_type != DT_DIR) {
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            printf("%s\n", path);
            fflush(stdout); /* before what may be its last words */
            uint8_t *bytes = read_whole(path, &bytes_count);
            (target->run ? target->run : fuzz_run_reader)(target, bytes, bytes_count);
            free(bytes);
            ran++;
        }
        free(entries[i]);
    }
    free(entries);
    FUZZ_REQUIRE(ran > 0, "%s has no files", folder);
    return ran;
}

int main(int count, char **words)
{
    size_t ran = 0;
    if (count == 2 && strcmp(words[1], "--targets") == 0) {
        for (size_t i = 0; fuzz_target_at(i); i++) puts(fuzz_target_at(i)->name);
        return 0;
    }
    FUZZ_REQUIRE(count >= 3, "usage: replay TARGET FOLDER...");
    const fuzz_target *target = fuzz_target_find(words[1]);
    FUZZ_REQUIRE(target != NULL, "there is no target %s", words[1]);
    for (int i = 2; i < count; i++) ran += replay(target, words[i]);
    printf("%zu inputs, no finding\n", ran);
    return 0;
}
