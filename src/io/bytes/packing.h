/* packing.h - detects compressed content by its beginning. */
#ifndef TG_IO_BYTES_PACKING_H
#define TG_IO_BYTES_PACKING_H

#include <stddef.h>

typedef enum tg_packing_kind {
    TG_PACKED_GZIP,
    TG_PACKED_ZSTD,
    TG_PACKED_OTHERWISE
} tg_packing_kind;

typedef struct tg_packing {
    tg_packing_kind kind;
    const char *name;    /* of the program, for messages */
    const char *program; /* a program that unpacks what tricorn does not read */
} tg_packing;

enum { TG_PACKING_BYTES = 16 }; /* bytes of content that are enough for every kind */

/* NULL: the beginning is not that of compressed content. */
const tg_packing *tg_packing_of(const void *bytes, size_t count);

#endif
