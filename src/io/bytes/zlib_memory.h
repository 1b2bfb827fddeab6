/* zlib_memory.h - lets zlib allocate its memory from the context, where it is counted and limited. */
#pragma once

#include <zlib.h>

#include "base/memory.h"

/* The functions for z_stream's members zalloc and zfree; its member `opaque` is the context. */
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
