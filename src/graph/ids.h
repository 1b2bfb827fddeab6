/* ids.h - the user's ids of vertices, which the library numbers 0, 1, 2, ... */
#pragma once

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The user's id of vertex x: first + x if both arrays are NULL; otherwise numbers[x], or the
 * string at text + starts[x], which ends with a zero byte. */
typedef struct tg_ids {
    uint64_t first; /* 1 for formats that count from one */
    uint64_t *numbers; /* NULL if ids are consecutive or words */
    char *text; /* NULL unless ids are words */
    uint64_t *starts;
} tg_ids;

void tg_ids_free(tg_ids *ids);

/* Copies the ids of the vertices below `count`. */
tricorn_status tg_ids_copy(tricorn_context *context, const tg_ids *ids, uint64_t count, tg_ids *copy);

/* Returns the bytes of the words that are the ids of `count` vertices; 0 if their ids are numbers. */
uint64_t tg_ids_text_bytes(const tg_ids *ids, uint64_t count);

#ifdef __cplusplus
}
#endif
