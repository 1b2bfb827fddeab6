/* device_name.h - what a device's name means: "auto", "cpu", "gpu", "gpu:1", "gpu:0,1". */
#ifndef TG_REGISTRY_DEVICE_NAME_H
#define TG_REGISTRY_DEVICE_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "task/algorithm.h"

enum { TG_MOST_GPUS = 16 };

typedef struct tg_gpus {
    uint32_t numbers[TG_MOST_GPUS];
    uint32_t count; /* at least 1; a number may be there twice: two parts on one GPU */
} tg_gpus;

typedef struct tg_device_choice {
    bool automatic; /* no name, or "auto": the rest is not chosen yet */
    tg_device_kind kind;
    tg_gpus gpus;   /* of TG_GPU: "gpu" is the first one */
} tg_device_choice;

/* name: NULL is "auto".  False where it is no name of a device. */
bool tg_device_choice_parse(const char *name, tg_device_choice *choice);

/* The same with a message.  Error: TRICORN_INVALID_ARGUMENT. */
tricorn_status tg_device_choice_read(tricorn_context *context, const char *name,
                                     tg_device_choice *choice);

/* "gpu:0,1"; lives as long as the program. */
const char *tg_gpus_name(const tg_gpus *gpus);

#endif
