/* presence.c - counts the GPUs of the machine by its device files and by CUDA_VISIBLE_DEVICES. */
#include "registry/presence.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Whether a device file belongs to a GPU: the files nvidia0, nvidia1, ... do; nvidiactl and
 * others do not. */
static bool is_gpu(const char *name)
{
    static const char stem[] = "nvidia";
    const char *number = name + sizeof stem - 1;
    if (strncmp(name, stem, sizeof stem - 1) != 0) return false;
    return *number != 0 && number[strspn(number, "0123456789")] == 0;
}

static uint32_t count_gpus(const char *folder)
{
    DIR *entries = opendir(folder);
    uint32_t count = 0;
    if (entries == NULL) return 0;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += is_gpu(entry->d_name);
    closedir(entries);
    return count;
}

/* Returns the number of entries of a list such as "0,GPU-8932f937"; a negative number ends the
 * list. */
static uint32_t count_visible(const char *list)
{
    uint32_t count = 0;
    while (*list != 0 && *list != '-') {
        count++;
        list += strcspn(list, ",");
        list += *list == ',';
    }
    return count;
}

bool tg_gpu_seems_present_in(const char *folder, const char *visible, uint32_t ordinal)
{
    if (visible != NULL && ordinal >= count_visible(visible)) return false;
    return ordinal < count_gpus(folder);
}

bool tg_gpu_seems_present(uint32_t ordinal)
{
    return tg_gpu_seems_present_in("/dev", getenv("CUDA_VISIBLE_DEVICES"), ordinal);
}
