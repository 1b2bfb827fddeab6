/* zeros.h - an array that is zero, and takes memory only where it was written.
 *
 * For arrays by vertex of which only an interval is used: the rest costs address space alone.
 */
#ifndef TG_BASE_ZEROS_H
#define TG_BASE_ZEROS_H

#include "base/context.h"

typedef struct tg_zeros {
    void *begin;
    uint64_t bytes;
} tg_zeros;

/* Errors: TRICORN_OUT_OF_MEMORY where the system has no such address space. */
tricorn_status tg_zeros_create(tricorn_context *context, uint64_t bytes, tg_zeros *zeros);
void tg_zeros_free(tg_zeros *zeros);

/* Makes the bytes first to last - 1 zero again, and others in their pages, and gives their memory
 * back. */
void tg_zeros_clear(tg_zeros *zeros, uint64_t first, uint64_t last);

#endif
