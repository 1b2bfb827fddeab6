/* inflate.c - the available libraries that decode gzip members. */
#include "io/bytes/inflate.h"

#include <stddef.h>

#ifdef TRICORN_HAS_ISAL
#define BEST tg_inflate_isal
#else
#define BEST tg_inflate_zlib
#endif

const tg_inflate *const tg_inflates[] = {
#ifdef TRICORN_HAS_ISAL
    &tg_inflate_isal, /* on text two to three times as fast as zlib */
#endif
    &tg_inflate_zlib,
    NULL,
};

const tg_inflate *tg_inflate_chosen = &BEST;
