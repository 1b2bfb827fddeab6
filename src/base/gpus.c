/* gpus.c - counts the GPUs of the machine by its device files and by CUDA_VISIBLE_DEVICES, and sets this variable. */
#include "base/gpus.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char variable[] = "CUDA_VISIBLE_DEVICES", device_files[] = "/dev";

/* The users' numbers of the GPUs that CUDA sees; if the set is empty, they are CUDA's numbers. */
static tg_gpus shown;

/* Counts the device files of GPUs, nvidia0, nvidia1, ...; nvidiactl and others are not such files. */
static uint32_t count_gpus(const char *folder)
{
    static const char stem[] = "nvidia";
    DIR *entries = opendir(folder);
    uint32_t count = 0;
    if (entries == NULL) return 0;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (strncmp(entry->d_name, stem, sizeof stem - 1) != 0) continue;
        const char *number = entry->d_name + sizeof stem - 1;
        count += *number != 0 && number[strspn(number, "0123456789")] == 0;
    }
    closedir(entries);
    return count;
}

bool tg_gpu_driver_seems_present(void)
{
    /* of Linux; of the subsystem for Linux in Windows; of boards with Tegra */
    static const char *const files[] = {"/dev/nvidiactl", "/dev/dxg", "/dev/nvhost-gpu"};
    bool present = false;
    for (size_t f = 0; f < sizeof files / sizeof *files && !present; f++) present = access(files[f], F_OK) == 0;
    return present;
}

/* Returns an entry of a list such as "0,GPU-8932f937", and its length; NULL if the list has fewer
 * entries. A negative number ends the list. */
static const char *entry_of(const char *list, uint32_t number, size_t *length)
{
    for (;; number--) {
        if (*list == 0 || *list == '-') return NULL;
        *length = strcspn(list, ",");
        if (number == 0) return list;
        list += *length;
        list += *list == ',';
    }
}

bool tg_gpu_seems_present_in(const char *folder, const char *visible, uint32_t ordinal)
{
    size_t length = 0;
    if (visible != NULL && entry_of(visible, ordinal, &length) == NULL) return false;
    return ordinal < count_gpus(folder);
}

bool tg_gpu_seems_present(uint32_t ordinal)
{
    return tg_gpu_seems_present_in(device_files, getenv(variable), ordinal);
}

/* ---- some of the GPUs ---- */

/* Returns how many GPUs CUDA sees. */
static uint32_t count_visible(const char *folder, const char *visible)
{
    uint32_t count = 0;
    size_t length = 0;
    if (visible == NULL) return count_gpus(folder);
    while (entry_of(visible, count, &length) != NULL) count++;
    return count;
}

uint32_t tg_gpus_visible(void)
{
    return count_visible(device_files, getenv(variable));
}

uint32_t tg_gpus_of_machine(void)
{
    return count_gpus(device_files);
}

bool tg_gpus_alone_in(const char *folder, const char *visible, const tg_gpus *gpus, char value[TG_VISIBLE_BYTES])
{
    const uint32_t count = count_visible(folder, visible);
    size_t used = 0;
    if (gpus->count >= count) return false;
    for (uint32_t g = 0; g < gpus->count; g++) {
        char number[sizeof "4294967295"];
        size_t length = (size_t)snprintf(number, sizeof number, "%u", gpus->numbers[g]);
        if (gpus->numbers[g] >= count) return false;
        const char *entry = visible ? entry_of(visible, gpus->numbers[g], &length) : number;
        if (used + length + sizeof "," > TG_VISIBLE_BYTES) return false;
        used += (size_t)snprintf(value + used, TG_VISIBLE_BYTES - used, "%s%.*s", g > 0 ? "," : "", (int)length, entry);
    }
    return true;
}

/* Returns the GPUs, each once. */
static tg_gpus each_once(const tg_gpus *gpus)
{
    tg_gpus once = {.count = 0};
    for (uint32_t g = 0; g < gpus->count; g++) {
        uint32_t known = 0;
        while (known < once.count && once.numbers[known] != gpus->numbers[g]) known++;
        once.numbers[known] = gpus->numbers[g];
        once.count += known == once.count;
    }
    return once;
}

void tg_gpus_hide_others(const tg_gpus *gpus)
{
    char value[TG_VISIBLE_BYTES];
    const char *visible = getenv(variable);
    tg_gpus seen = each_once(gpus);
    if (visible == NULL && !tg_gpu_driver_seems_present()) return;
    if (!tg_gpus_alone_in(device_files, visible, &seen, value)) return;
    if (setenv(variable, value, 1) != 0) return;
    for (uint32_t g = 0; g < seen.count; g++) seen.numbers[g] = tg_gpu_for_user(seen.numbers[g]);
    shown = seen;
}

bool tg_gpu_of_user(uint32_t number, uint32_t *ordinal)
{
    uint32_t g = 0;
    while (g < shown.count && shown.numbers[g] != number) g++;
    if (shown.count > 0 && g == shown.count) return false;
    *ordinal = shown.count > 0 ? g : number;
    return true;
}

uint32_t tg_gpu_for_user(uint32_t ordinal)
{
    return ordinal < shown.count ? shown.numbers[ordinal] : ordinal;
}
