/* pool.h - allocates blocks of 64 KiB to 4 MiB from huge pages, which are reused.
 *
 * On graphs of 100,000 edges the first touches of fresh pages of 4 KiB cost more than all work on
 * them, and threads that touch pages at the same time wait for each other. So such blocks share
 * huge pages, and freed memory is used again (decision 6).
 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* The largest size of a block. */
#define TG_POOL_MOST_BYTES ((size_t)4 << 20)

typedef struct tg_pool_chunk tg_pool_chunk;
typedef struct tg_pool {
    pthread_mutex_t lock;
    tg_pool_chunk *first;
    _Atomic size_t idle; /* bytes that take memory but belong to no block */
} tg_pool;

/* Any thread may call these functions, except create and destroy. Destroying frees blocks in use, too. */
void tg_pool_create(tg_pool *pool);
void tg_pool_destroy(tg_pool *pool);

/* Allocates 0 < bytes <= TG_POOL_MOST_BYTES, aligned to 4096, not zeroed; NULL when the system has no more memory. */
void *tg_pool_take(tg_pool *pool, size_t bytes);
/* Frees a block; bytes is its size. */
void tg_pool_give(tg_pool *pool, void *block, size_t bytes);
/* Resizes a block of `before` bytes to `bytes` in place; false if the following units are in use.
 */
bool tg_pool_resize(tg_pool *pool, void *block, size_t before, size_t bytes);

/* Returns the most bytes that the pool uses beside its blocks. */
static inline size_t tg_pool_idle(const tg_pool *pool)
{
    return atomic_load(&pool->idle);
}
/* Returns unused pages to the system; later blocks in the same place touch fresh pages of 4 KiB. */
void tg_pool_trim(tg_pool *pool);
