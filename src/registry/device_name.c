/* device_name.c - reads names of devices, and stores the names of sets of GPUs that results show. */
#include "registry/device_name.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"

enum { DECIMAL = 10, NAME_BYTES = sizeof "gpu:" + TG_MOST_GPUS * sizeof "4294967294", NAMES = 64 };

/* Reads the numbers after "gpu", such as ":0,1", or no numbers. */
static bool parse_numbers(const char *at, tg_gpus *gpus)
{
    gpus->count = 0;
    while (*at != 0) {
        char *end = NULL;
        if (*at != (gpus->count == 0 ? ':' : ',') || at[1] < '0' || at[1] > '9') return false;
        const unsigned long long number = strtoull(at + 1, &end, DECIMAL);
        if (number >= UINT32_MAX || gpus->count == TG_MOST_GPUS) return false;
        if (!tg_gpu_of_user((uint32_t)number, &gpus->numbers[gpus->count++])) return false;
        at = end;
    }
    if (gpus->count == 0) gpus->count = 1; /* "gpu" alone means GPU number 0 */
    return true;
}

bool tg_device_choice_parse(const char *name, tg_device_choice *choice)
{
    tg_device_choice read = {.kind = TG_CPU, .gpus = {.count = 1}};

    if (tg_is_auto(name)) {
        read.automatic = true;
    } else if (strncmp(name, "gpu", strlen("gpu")) == 0) {
        read.kind = TG_GPU;
        if (!parse_numbers(name + strlen("gpu"), &read.gpus)) return false;
    } else if (strcmp(name, "cpu") != 0) {
        return false;
    }
    *choice = read;
    return true;
}

tricorn_status tg_device_choice_read(tricorn_context *context, const char *name, tg_device_choice *choice)
{
    if (tg_device_choice_parse(name, choice)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "there is no device '%s'; choose auto, cpu, gpu, one GPU such as gpu:0, or "
      "several such as gpu:0,1, at most %d",
      name, TG_MOST_GPUS);
}

/* Returns the name of a set of GPUs. Each name that was requested is stored for ever, since a
 * program uses few different sets. */
const char *tg_gpus_name(const tg_gpus *gpus)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char names[NAMES][NAME_BYTES];
    char name[NAME_BYTES];
    const char *found = "gpu";
    size_t used = 0;

    for (uint32_t g = 0; g < gpus->count; g++)
        used += (size_t)snprintf(
          name + used, sizeof name - used, "%s%u", g ? "," : "gpu:", tg_gpu_for_user(gpus->numbers[g]));
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
