/* device_name.h - reads the names of devices: "auto", "cpu", "gpu", "gpu:1", "gpu:0,1". */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/gpus.h"
#include "task/algorithm.h"

typedef struct tg_device_choice {
    bool automatic; /* the name is NULL or "auto": the other members are not chosen yet */
    tg_device_kind kind;
    tg_gpus gpus; /* set if GPUs are named, by CUDA's numbers; "gpu" alone means number 0 */
} tg_device_choice;

/* Reads a name of a device; NULL means "auto". Returns false if no device has this name. */
bool tg_device_choice_parse(const char *name, tg_device_choice *choice);

/* Reads a name of a device; NULL means "auto". Errors: TRICORN_INVALID_ARGUMENT, with a message, for a wrong name. */
tricorn_status tg_device_choice_read(tricorn_context *context, const char *name, tg_device_choice *choice);

/* Returns a name such as "gpu:0,1", which is valid until the program ends. */
const char *tg_gpus_name(const tg_gpus *gpus);
