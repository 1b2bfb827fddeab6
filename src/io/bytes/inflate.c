/* inflate.c - lists the libraries that can decode gzip members: ISA-L, if the build has it, then zlib. */
#include "io/bytes/inflate.h"

#include <stddef.h>

#ifdef TRICORN_HAS_ISAL
#define BEST tg_inflate_isal
#else
#define BEST tg_inflate_zlib
#endif

const tg_inflate *const tg_inflates[] = {
#ifdef TRICORN_HAS_ISAL
  &tg_inflate_isal, /* decodes text two to three times as fast as zlib */
#endif
  &tg_inflate_zlib,
  NULL,
};

const tg_inflate *tg_inflate_chosen = &BEST;
