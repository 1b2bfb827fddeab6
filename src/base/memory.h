/* memory.h - all memory of the library is allocated here: counted, limited, and from the user's
 * allocator if one is set.
 *
 * All objects of a context share its tg_memory, which exists until the last block is freed,
 * because graphs may outlive their context.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Creates the memory of a context. `options` must leave no choice open. What the process uses
 * at this time counts against the process's limit. */
tricorn_status tg_memory_create(const tricorn_context_options *options, tg_memory **memory);
/* Drops the context's reference; the last block that is freed then frees the tg_memory. */
void tg_memory_release(tg_memory *memory);

uint64_t tg_memory_bytes(const tg_memory *memory);
uint64_t tg_memory_peak_bytes(const tg_memory *memory);
/* Returns the bytes that blocks may still use, less what huge pages and the pool usually need; a caller should use
 * only a part of it. The value is the same whenever a program runs to the same point. */
uint64_t tg_memory_room(const tg_memory *memory);
/* Returns the most bytes that all blocks together may have under the limits, if huge pages and
 * the pool used nothing. */
uint64_t tg_memory_most(const tg_memory *memory);
/* Counts bytes that are not allocated here, such as CUDA's, against the process's limit. Returns false, without
 * change, if the live blocks and these bytes exceed the limit. No other thread may allocate meanwhile. */
bool tg_memory_add_process(tg_memory *memory, uint64_t bytes);
/* Returns the unused memory of the pool to the system. */
void tg_memory_trim(tg_memory *memory);
/* Lowers the limit to `bytes`, unless that is 0 or more than the limit, and returns the former
 * limit, which tg_memory_set_limit restores. */
uint64_t tg_memory_lower_limit(tg_memory *memory, uint64_t bytes);
void tg_memory_set_limit(tg_memory *memory, uint64_t bytes);

/* Replaces the limits by the bytes in use plus `bytes`, so that a call that failed because of a
 * limit can find out how much memory would be enough. */
typedef struct tg_memory_limits {
    uint64_t limit, process_room;
} tg_memory_limits;
tg_memory_limits tg_memory_lift_limits(tg_memory *memory, uint64_t bytes);
void tg_memory_restore_limits(tg_memory *memory, tg_memory_limits before);

/* Returns the most memory that the process uses while the blocks have `bytes` bytes: with what
 * the process used at first, what its threads need, and page tables. */
uint64_t tg_memory_of_process(const tg_memory *memory, uint64_t bytes);

/* Sets the message of a call that failed because of a limit, and returns TRICORN_OUT_OF_MEMORY.
 * `enough` is the number of bytes of blocks with which the call would succeed, 0 if unknown.
 * Sets context->limit_reached, as tg_alloc does when it fails because of a limit. Any thread may call it. */
tricorn_status tg_limit_reached(tricorn_context *context, uint64_t enough);

/* Allocates count * size bytes aligned to 64, not zeroed; *block is NULL for 0 bytes. Fails with
 * TRICORN_OUT_OF_MEMORY and a message on overflow, limit or exhaustion. Any thread may call it. */
tricorn_status tg_alloc(tricorn_context *context, uint64_t count, size_t size, void **block);
tricorn_status tg_alloc_zero(tricorn_context *context, uint64_t count, size_t size, void **block);

/* Counts bytes that are not in a block against the limits until tg_memory_discharge; fails as tg_alloc does. */
tricorn_status tg_memory_charge(tricorn_context *context, uint64_t bytes);
void tg_memory_discharge(tg_memory *memory, uint64_t bytes);

/* If *room is less than `need`, replaces the block by a new one with a quarter more room, and the
 * old content is lost. `size` is the size of an entry. After a failure *block is NULL. */
tricorn_status tg_make_room(tricorn_context *context, uint64_t need, size_t size, uint64_t *room, void **block);

/* Resizes the block and keeps its content; *block may be NULL. A failure leaves *block unchanged. */
tricorn_status tg_realloc(tricorn_context *context, uint64_t count, size_t size, void **block);

/* Returns those whole huge pages that bytes `first` to `last` - 1 of a large block contain to the system, which may
 * use them again at once; this helps where the host is slow to supply new memory. These bytes are undefined until
 * they are written again; the block counts as before. Returns the offset of the first byte that was not returned, to
 * be passed as `first` of the next call. */
uint64_t tg_give_back(void *block, uint64_t first, uint64_t last);
/* Returns the offset of the first page, of TG_HUGE_BYTES, that tg_give_back can return;
 * UINT64_MAX if the block has none. */
enum { TG_HUGE_BYTES = 2 << 20 };
uint64_t tg_huge_begin(const void *block);

/* Frees a block; it may be NULL. */
void tg_free(void *block);

/* Copies a text; the caller frees *copy. */
tricorn_status tg_copy_text(tricorn_context *context, const char *text, char **copy);

/* TG_ALLOC(context, n, &pointer) allocates n elements of the type that the pointer points to. */
#define TG_ALLOC(context, count, pointer) tg_alloc((context), (count), sizeof **(pointer), (void **)(pointer))
#define TG_ALLOC_ZERO(context, count, pointer) tg_alloc_zero((context), (count), sizeof **(pointer), (void **)(pointer))
#define TG_MAKE_ROOM(context, need, room, pointer) \
    tg_make_room((context), (need), sizeof **(pointer), (room), (void **)(pointer))
#define TG_REALLOC(context, count, pointer) tg_realloc((context), (count), sizeof **(pointer), (void **)(pointer))

#ifdef __cplusplus
}
#endif
