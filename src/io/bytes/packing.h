/* packing.h - recognises compressed content by its first bytes. */
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
    const char *name;    /* the program that packs so, for messages */
    const char *program; /* a command that unpacks what tricorn does not read */
} tg_packing;

enum { TG_PACKING_BYTES = 16 }; /* every kind is recognised by this many bytes */

/* NULL: the bytes do not begin compressed content. */
const tg_packing *tg_packing_of(const void *bytes, size_t count);

#endif
