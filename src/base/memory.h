/* memory.h - all memory of the library: counted, limited, from the user's allocator if given.
 *
 * A context shares its tg_memory with everything made with it.  It exists until the last block is
 * freed: graphs may outlive their context.
 */
#ifndef TG_BASE_MEMORY_H
#define TG_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options with all choices made.  What the process has at this time counts against its limit. */
tricorn_status tg_memory_create(const tricorn_context_options *options, tg_memory **memory);
/* Drops the context's reference; the tg_memory is freed when every block is freed, too. */
void tg_memory_release(tg_memory *memory);

uint64_t tg_memory_bytes(const tg_memory *memory);
uint64_t tg_memory_peak_bytes(const tg_memory *memory);
/* Bytes of blocks that may still be allocated under the limits, beside what huge pages and the pool
 * usually take: use a part of it.  It is the same at the same point of the same program. */
uint64_t tg_memory_room(const tg_memory *memory);
/* All bytes that blocks may have under the limits, with what huge pages and the pool take. */
uint64_t tg_memory_most(const tg_memory *memory);
/* From here on the process takes so many bytes more beside this memory, as CUDA does.  False, and
 * nothing changes, where the blocks that there are and these bytes are beyond the process's limit.
 * While no other thread allocates. */
bool tg_memory_add_process(tg_memory *memory, uint64_t bytes);
/* Gives memory that was kept for later blocks back to the system. */
void tg_memory_trim(tg_memory *memory);
/* Lowers the limit to `bytes` (no change for 0 or more than the limit) and returns the former
 * limit, which tg_memory_set_limit restores. */
uint64_t tg_memory_lower_limit(tg_memory *memory, uint64_t bytes);
void tg_memory_set_limit(tg_memory *memory, uint64_t bytes);

/* Lets the memory take so many bytes beside what it has, whatever its limits: to say why they do
 * not do. */
typedef struct tg_memory_limits {
    uint64_t limit, process_room;
} tg_memory_limits;
tg_memory_limits tg_memory_lift_limits(tg_memory *memory, uint64_t bytes);
void tg_memory_restore_limits(tg_memory *memory, tg_memory_limits before);

/* The most that the process has while it has so many bytes from this memory: what it had when the
 * memory was made, what its threads take, and page tables. */
uint64_t tg_memory_of_process(const tg_memory *memory, uint64_t bytes);

/* Sets the message of a call that the limit has stopped, and returns TRICORN_OUT_OF_MEMORY.
 * enough: bytes of this memory with which the call succeeds; 0: not known.  After a call of
 * tg_alloc that failed so, context->limit_reached is true.  From any thread. */
tricorn_status tg_limit_reached(tricorn_context *context, uint64_t enough);

/* Allocates count * size bytes aligned to 64, not zeroed; *block is NULL for 0 bytes.  Fails with
 * TRICORN_OUT_OF_MEMORY and a message on overflow, limit or exhaustion.  From any thread. */
tricorn_status tg_alloc(tricorn_context *context, uint64_t count, size_t size, void **block);
tricorn_status tg_alloc_zero(tricorn_context *context, uint64_t count, size_t size, void **block);

/* Counts memory that is not a block, until tg_memory_discharge; fails as tg_alloc does. */
tricorn_status tg_memory_charge(tricorn_context *context, uint64_t bytes);
void tg_memory_discharge(tg_memory *memory, uint64_t bytes);

/* Makes room for `need` entries in a block that has *room of them, and for some more; its content
 * is lost then.  After a failure there is no block. */
tricorn_status tg_make_room(tricorn_context *context, uint64_t need, size_t size, uint64_t *room,
                            void **block);

/* Grows or shrinks, keeping the content; *block may be NULL.  On failure *block stays as it is. */
tricorn_status tg_realloc(tricorn_context *context, uint64_t count, size_t size, void **block);

/* Gives the whole pages among bytes first to last - 1 of a large block back to the system, which
 * may reuse them at once; this helps where the host is slow to supply new memory.  Until they are
 * written again these bytes have undefined values; the block counts as before.  Returns the
 * offset of the first byte that was not given back, for the next call. */
uint64_t tg_give_back(void *block, uint64_t first, uint64_t last);
/* The offset of the first page, of TG_HUGE_BYTES, that tg_give_back can give back; UINT64_MAX if
 * the block has none. */
enum { TG_HUGE_BYTES = 2 << 20 };
uint64_t tg_huge_begin(const void *block);

/* block may be NULL. */
void tg_free(void *block);

/* The caller frees *copy. */
tricorn_status tg_copy_text(tricorn_context *context, const char *text, char **copy);

/* TG_ALLOC(context, n, &pointer): n elements of the pointer's type. */
#define TG_ALLOC(context, count, pointer)                                                        \
    tg_alloc((context), (count), sizeof **(pointer), (void **)(pointer))
#define TG_ALLOC_ZERO(context, count, pointer)                                                   \
    tg_alloc_zero((context), (count), sizeof **(pointer), (void **)(pointer))
#define TG_MAKE_ROOM(context, need, room, pointer)                                               \
    tg_make_room((context), (need), sizeof **(pointer), (room), (void **)(pointer))
#define TG_REALLOC(context, count, pointer)                                                      \
    tg_realloc((context), (count), sizeof **(pointer), (void **)(pointer))

#ifdef __cplusplus
}
#endif

#endif
