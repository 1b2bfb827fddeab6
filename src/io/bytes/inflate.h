/* inflate.h - the libraries that decode gzip members. */
#ifndef TG_IO_BYTES_INFLATE_H
#define TG_IO_BYTES_INFLATE_H

#include "base/context.h"
#include "io/bytes/compressed.h"

typedef struct tg_inflate {
    const char *name;
    /* Makes a `state` that can decode a member. */
    tricorn_status (*create)(tricorn_context *context, void **state);
    void (*free)(void *state);
    void (*next_member)(void *state);
    /* Decodes until the member ends (*ended), `in` is used up or `out` is full.  With
     * TRICORN_BAD_FORMAT no message is set: *why names the damage. */
    tricorn_status (*step)(void *state, tg_codec_step *step, bool *ended, const char **why);
} tg_inflate;

extern const tg_inflate tg_inflate_isal; /* if TRICORN_HAS_ISAL is defined */
extern const tg_inflate tg_inflate_zlib;

/* The best one first, NULL at the end; all of them decode to the same content. */
extern const tg_inflate *const tg_inflates[];
/* The library in use, tg_inflates[0]; only tests change it. */
extern const tg_inflate *tg_inflate_chosen;

#endif
