/* packing.h - how compressed content begins. */
#ifndef TG_IO_PACKING_H
#define TG_IO_PACKING_H

#include <stddef.h>

typedef enum tg_packing_kind {
    TG_PACKED_GZIP,
    TG_PACKED_ZSTD,
    TG_PACKED_OTHERWISE
} tg_packing_kind;

typedef struct tg_packing {
    tg_packing_kind kind;
    const char *name;    /* of the program, for messages */
    const char *program; /* that unpacks what tricorn does not */
} tg_packing;

enum { TG_PACKING_BYTES = 16 }; /* enough of a beginning for every one */

/* NULL: it is not compressed, as far as its beginning tells. */
const tg_packing *tg_packing_of(const void *bytes, size_t count);

#endif
