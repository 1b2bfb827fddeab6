/* inflate.h - the libraries that can decode gzip members. */
#pragma once

#include "base/context.h"
#include "io/bytes/compressed.h"

typedef struct tg_inflate {
    const char *name;
    tricorn_status (*create)(tricorn_context *context, void **state);
    void (*free)(void *state);
    void (*next_member)(void *state);
    /* Decodes until the member ends (then *ended is true), `in` is used up, or `out` is full. If it returns
     * TRICORN_BAD_FORMAT, it sets no message, but *why to the name of the damage. */
    tricorn_status (*step)(void *state, tg_codec_step *step, bool *ended, const char **why);
} tg_inflate;

extern const tg_inflate tg_inflate_isal; /* exists if TRICORN_HAS_ISAL is defined */
extern const tg_inflate tg_inflate_zlib;

/* The libraries of this build, the best one first, and NULL at the end. All of them decode a
 * member to the same content. */
extern const tg_inflate *const tg_inflates[];
/* The library that is used: tg_inflates[0], unless a test has changed it. */
extern const tg_inflate *tg_inflate_chosen;
