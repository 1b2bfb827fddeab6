#include "api/gpus.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DECIMAL = 10,
    NAME_BYTES = sizeof "gpu:" + TG_MOST_GPUS * sizeof "4294967294",
    NAMES = 64
};

static tricorn_status bad_name(tricorn_context *context, const char *name)
{
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "there is no device '%s': GPUs are gpu:0, gpu:1, several of them gpu:0,1",
                   name);
}

tricorn_status tg_gpus_read(tricorn_context *context, const char *name, tg_gpus *gpus)
{
    tg_gpus read = {.count = 0};
    const char *at = name + strlen("gpu");

    if (*at != 0 && *at != ':') return bad_name(context, name);
    while (*at != 0) {
        char *end = NULL;
        if (at[1] < '0' || at[1] > '9') return bad_name(context, name);
        const unsigned long long number = strtoull(at + 1, &end, DECIMAL);
        if (number >= UINT32_MAX || (*end != 0 && *end != ',')) return bad_name(context, name);
        if (read.count == TG_MOST_GPUS)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "%s: no more than %d GPUs count at once", name, TG_MOST_GPUS);
        read.numbers[read.count++] = (uint32_t)number;
        at = end;
    }
    if (read.count == 0) read.count = 1; /* "gpu": the first */
    *gpus = read;
    return TRICORN_OK;
}

/* Names that have been asked for, kept: there are as few of them as ways to name the GPUs of a
 * machine in a program. */
const char *tg_gpus_name(const tg_gpus *gpus)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char names[NAMES][NAME_BYTES];
    char name[NAME_BYTES];
    const char *found = "gpu";
    size_t used = 0;

    for (uint32_t g = 0; g < gpus->count; g++)
        used += (size_t)snprintf(name + used, sizeof name - used, "%s%u",
                                 g ? "," : "gpu:", gpus->numbers[g]);
    pthread_mutex_lock(&lock);
    for (size_t n = 0; n < NAMES; n++) {
        if (*names[n] == 0) memcpy(names[n], name, used + 1);
        if (strcmp(names[n], name) != 0) continue;
        found = names[n];
        break;
    }
    pthread_mutex_unlock(&lock);
    return found;
}
