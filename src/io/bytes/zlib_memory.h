/* zlib_memory.h - zlib's memory comes from the context, where it is counted and limited. */
#ifndef TG_IO_BYTES_ZLIB_MEMORY_H
#define TG_IO_BYTES_ZLIB_MEMORY_H

#include <zlib.h>

#include "base/memory.h"

/* z_stream's zalloc; the context is its opaque, and the next function its zfree. */
static inline void *tg_zlib_allocate(void *context, uInt items, uInt size)
{
    void *block = NULL;
    if (tg_alloc(context, items, size, &block) != TRICORN_OK) return Z_NULL;
    return block;
}

static inline void tg_zlib_release(void *context, void *block)
{
    (void)context;
    tg_free(block);
}

#endif
