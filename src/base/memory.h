/* memory.h - all memory of the library: counted, limited, from the user's allocator if given.
 *
 * A tg_memory is shared by a context and by all that was made with it, and lives until the last
 * block is given back: graphs may outlive their context.
 */
#ifndef TG_BASE_MEMORY_H
#define TG_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

tricorn_status tg_memory_create(const tricorn_context_options *options, tg_memory **memory);
/* Drops the context's own share; the tg_memory ends when every block is back too. */
void tg_memory_release(tg_memory *memory);

uint64_t tg_memory_bytes(const tg_memory *memory);
uint64_t tg_memory_peak_bytes(const tg_memory *memory);
/* What may still be allocated under the limit. */
uint64_t tg_memory_room(const tg_memory *memory);
/* Lowers the limit to `bytes` for a while (0, or more than it is: leaves it) and returns what it
 * was; tg_memory_set_limit brings that back. */
uint64_t tg_memory_lower_limit(tg_memory *memory, uint64_t bytes);
void tg_memory_set_limit(tg_memory *memory, uint64_t bytes);

/* Gives count * size bytes aligned to 64, not zeroed; *block is NULL for 0 bytes.  Fails with
 * TRICORN_OUT_OF_MEMORY and a message on overflow, limit or exhaustion.  From any thread. */
tricorn_status tg_alloc(tricorn_context *context, uint64_t count, size_t size, void **block);
tricorn_status tg_alloc_zero(tricorn_context *context, uint64_t count, size_t size, void **block);

/* Grows or shrinks, keeping the content; *block may be NULL.  On failure *block stays as it is. */
tricorn_status tg_realloc(tricorn_context *context, uint64_t count, size_t size, void **block);

/* The bytes of a block from first to last - 1 are not needed any more: those of them that are whole
 * pages of a large block go back to the system now, which may give them again at once, where new
 * memory takes long to come.  Until they are written they may have any value; the block counts as
 * before.  Returns where the first byte is that has not gone back, for the next call. */
uint64_t tg_give_back(void *block, uint64_t first, uint64_t last);
/* Where the first page begins that tg_give_back could give, each having TG_HUGE_BYTES; UINT64_MAX
 * if the block has none. */
enum { TG_HUGE_BYTES = 2 << 20 };
uint64_t tg_huge_begin(const void *block);

/* NULL is fine. */
void tg_free(void *block);

/* *copy is the caller's. */
tricorn_status tg_copy_text(tricorn_context *context, const char *text, char **copy);

/* TG_ALLOC(context, n, &pointer): n elements of the pointer's type. */
#define TG_ALLOC(context, count, pointer)                                                        \
    tg_alloc((context), (count), sizeof **(pointer), (void **)(pointer))
#define TG_ALLOC_ZERO(context, count, pointer)                                                   \
    tg_alloc_zero((context), (count), sizeof **(pointer), (void **)(pointer))
#define TG_REALLOC(context, count, pointer)                                                      \
    tg_realloc((context), (count), sizeof **(pointer), (void **)(pointer))

#ifdef __cplusplus
}
#endif

#endif
