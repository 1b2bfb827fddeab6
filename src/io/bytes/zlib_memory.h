/* zlib_memory.h - lets zlib take its memory from the context. */
#ifndef TG_IO_BYTES_ZLIB_MEMORY_H
#define TG_IO_BYTES_ZLIB_MEMORY_H

#include <zlib.h>

#include "base/memory.h"

/* For z_stream's zalloc and zfree; its opaque is the context. */
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
