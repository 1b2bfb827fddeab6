/* device_name.h - parses the names of devices: "auto", "cpu", "gpu", "gpu:1", "gpu:0,1". */
#ifndef TG_REGISTRY_DEVICE_NAME_H
#define TG_REGISTRY_DEVICE_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "task/algorithm.h"

enum { TG_MOST_GPUS = 16 };

typedef struct tg_gpus {
    uint32_t numbers[TG_MOST_GPUS];
    uint32_t count; /* at least 1; a number that occurs twice means two parts on one GPU */
} tg_gpus;

typedef struct tg_device_choice {
    bool automatic; /* no name, or "auto": the other members are not chosen yet */
    tg_device_kind kind;
    tg_gpus gpus;   /* set for TG_GPU; "gpu" is GPU number 0 */
} tg_device_choice;

/* A NULL name means "auto".  Returns false if the name is not that of a device. */
bool tg_device_choice_parse(const char *name, tg_device_choice *choice);

/* The same, but a wrong name sets a message.  Error: TRICORN_INVALID_ARGUMENT. */
tricorn_status tg_device_choice_read(tricorn_context *context, const char *name,
                                     tg_device_choice *choice);

/* A name such as "gpu:0,1", valid until the program ends. */
const char *tg_gpus_name(const tg_gpus *gpus);

#endif
