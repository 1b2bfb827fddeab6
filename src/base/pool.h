/* pool.h - blocks of some 64 KiB to 4 MiB from maps of huge pages that are kept.
 *
 * First touches of fresh memory by pages of 4 KiB cost more than all else that is done with it on
 * graphs of 100,000 edges, and threads that touch at once wait for each other.  So such blocks
 * share huge pages, and memory that was given back is used again.
 */
#ifndef TG_BASE_POOL_H
#define TG_BASE_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* What a block may have at most. */
#define TG_POOL_MOST_BYTES ((size_t)4 << 20)

typedef struct tg_pool_chunk tg_pool_chunk;
typedef struct tg_pool {
    pthread_mutex_t lock;
    tg_pool_chunk *first;
} tg_pool;

/* From any thread, but for the first and the last.  Destroying ends blocks still in use too. */
void tg_pool_create(tg_pool *pool);
void tg_pool_destroy(tg_pool *pool);

/* Gives `bytes` <= TG_POOL_MOST_BYTES aligned to 4096, neither 0 nor zeroed; NULL: the system has
 * no more. */
void *tg_pool_take(tg_pool *pool, size_t bytes);
/* Gives back a block with as many bytes as it has. */
void tg_pool_give(tg_pool *pool, void *block, size_t bytes);
/* Lets a block of `before` bytes have `bytes` where it stands; false if what follows is in use. */
bool tg_pool_resize(tg_pool *pool, void *block, size_t before, size_t bytes);

#endif
