/* gpus.h - the GPUs that a device's name means: "gpu", "gpu:1", "gpu:0,1". */
#ifndef TG_API_GPUS_H
#define TG_API_GPUS_H

#include <stdint.h>

#include "base/context.h"

enum { TG_MOST_GPUS = 16 };

typedef struct tg_gpus {
    uint32_t numbers[TG_MOST_GPUS];
    uint32_t count; /* at least 1; a number may be there twice */
} tg_gpus;

/* `name` begins with "gpu".  Error: TRICORN_INVALID_ARGUMENT. */
tricorn_status tg_gpus_read(tricorn_context *context, const char *name, tg_gpus *gpus);

/* "gpu:0,1"; lives as long as the program. */
const char *tg_gpus_name(const tg_gpus *gpus);

#endif
