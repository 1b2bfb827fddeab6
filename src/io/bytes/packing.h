/* packing.h - recognises compressed content by its first bytes. */
#pragma once

#include <stddef.h>

typedef enum tg_packing_kind {
    TG_PACKED_GZIP,
    TG_PACKED_ZSTD,
    TG_PACKED_OTHERWISE
} tg_packing_kind;

typedef struct tg_packing {
    tg_packing_kind kind;
    const char *name; /* the program that compresses in this way, for messages */
    /* A command that decompresses what tricorn cannot read; NULL: tricorn can read it. */
    const char *program;
} tg_packing;

enum { TG_PACKING_BYTES = 16 }; /* with this many bytes every kind can be recognised */

/* Returns the kind of compression that these bytes begin; NULL: they are not compressed. */
const tg_packing *tg_packing_of(const void *bytes, size_t count);
