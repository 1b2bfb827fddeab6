/* packing.h - recognises compressed content and archives by their first bytes. */
#pragma once

#include <stddef.h>

typedef enum tg_packing_kind {
    TG_PACKED_GZIP,
    TG_PACKED_ZSTD,
    /* libarchive reads these (archive.h): content without a name, and archives of files. */
    TG_PACKED_BY_CODEC,
    TG_PACKED_ARCHIVE,
    TG_PACKED_ARCHIVE_AT_END, /* only its end says what is in it */
    TG_PACKED_OTHERWISE /* tricorn cannot read it */
} tg_packing_kind;

typedef struct tg_packing {
    tg_packing_kind kind;
    const char *name; /* what the content is, such as "compressed by xz", for messages */
    const char *program; /* a command that unpacks it; NULL for gzip and zstd */
} tg_packing;

enum { TG_PACKING_BYTES = 512 }; /* with this many bytes every kind can be recognised */

/* Returns the kind of compression that these bytes begin; NULL: they are not compressed. */
const tg_packing *tg_packing_of(const void *bytes, size_t count);
