/* pool.c - see pool.h.
 *
 * A chunk is a mapping of a few huge pages, cut into units; a bit set has the units in use.  A
 * block is the first run of free units that is long enough, so that used units stay together.  A
 * block's chunk is found by its address.
 */
#include "base/pool.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    UNIT = 1 << 12,
    CHUNK = 8 << 20, /* twice the largest block: one that does not fit wastes little */
    UNITS = CHUNK / UNIT,
    WORD = 64,
    WORDS = UNITS / WORD,
    HUGE_UNITS = (2 << 20) / UNIT,
    KEPT_CHUNKS = 2 /* without a block in use */
};

/* In the first unit of its mapping. */
struct tg_pool_chunk {
    tg_pool_chunk *next;
    uint32_t free_units;
    uint32_t touched_units; /* at most: whole huge pages, up to the last unit that was ever used */
    uint64_t used[WORDS];
};

_Static_assert(sizeof(struct tg_pool_chunk) <= UNIT, "the first unit holds the chunk's bits");
_Static_assert(TG_POOL_MOST_BYTES <= CHUNK - UNIT, "the largest block fits a chunk");

static uint32_t units_for(size_t bytes)
{
    return (uint32_t)((bytes + UNIT - 1) / UNIT);
}

static tg_pool_chunk *chunk_of(void *block)
{
    return (tg_pool_chunk *)(void *)((char *)block - (uintptr_t)block % CHUNK);
}

/* ---- bits --------------------------------------------------------------------------------- */

static void set_used(tg_pool_chunk *chunk, uint32_t first, uint32_t count, bool used)
{
    const uint32_t touched = (first + count + HUGE_UNITS - 1) / HUGE_UNITS * HUGE_UNITS;
    if (touched > chunk->touched_units) chunk->touched_units = touched;
    for (uint32_t end = first + count; first < end;) {
        const uint32_t here = WORD - first % WORD, some = end - first < here ? end - first : here;
        const uint64_t ones = some == WORD ? UINT64_MAX : (UINT64_C(1) << some) - 1;
        if (used)
            chunk->used[first / WORD] |= ones << first % WORD;
        else
            chunk->used[first / WORD] &= ~(ones << first % WORD);
        first += some;
    }
    chunk->free_units += used ? -count : count;
}

/* The first unit from `unit` on that is (or is not) in use; UNITS: none. */
static uint32_t next_unit(const tg_pool_chunk *chunk, uint32_t unit, bool used)
{
    while (unit < UNITS) {
        const uint64_t word = used ? chunk->used[unit / WORD] : ~chunk->used[unit / WORD];
        const uint64_t bits = word >> unit % WORD;
        if (bits) return unit + (uint32_t)__builtin_ctzll(bits);
        unit += WORD - unit % WORD;
    }
    return UNITS;
}

/* The first unit of a run of so many free units; UNITS: none. */
static uint32_t find_run(const tg_pool_chunk *chunk, uint32_t count)
{
    for (uint32_t first = 0, end; first < UNITS; first = end) {
        first = next_unit(chunk, first, false);
        end = next_unit(chunk, first, true);
        if (end - first >= count) return first;
    }
    return UNITS;
}

/* ---- chunks ------------------------------------------------------------------------------- */

static tg_pool_chunk *map_chunk(void)
{
    char *map = mmap(NULL, 2 * (size_t)CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);
    if (map == MAP_FAILED) return NULL;
    const size_t before = -(uintptr_t)map % CHUNK; /* unmap the parts around the aligned chunk */
    if (before > 0) munmap(map, before);
    munmap(map + before + CHUNK, CHUNK - before);
    madvise(map + before, CHUNK, MADV_HUGEPAGE); /* advice: may fail */
    tg_pool_chunk *chunk = (tg_pool_chunk *)(void *)(map + before);
    chunk->free_units = UNITS;
    set_used(chunk, 0, 1, true);
    return chunk;
}

/* Bytes of touched units that no block uses. */
static size_t idle_bytes(const tg_pool_chunk *chunk)
{
    return (size_t)(chunk->touched_units - (UNITS - chunk->free_units)) * UNIT;
}

/* Marks units as used or free, and counts them. */
static void mark(tg_pool *pool, tg_pool_chunk *chunk, uint32_t first, uint32_t count, bool used)
{
    const size_t before = idle_bytes(chunk);
    set_used(chunk, first, count, used);
    atomic_fetch_add(&pool->idle, idle_bytes(chunk) - before);
}

static bool is_empty(const tg_pool_chunk *chunk)
{
    return chunk->free_units == UNITS - 1;
}

/* Keeps at most so many unused chunks. */
static void drop_empty_chunks(tg_pool *pool, uint32_t most)
{
    uint32_t kept = 0;
    for (tg_pool_chunk **link = &pool->first; *link;) {
        tg_pool_chunk *chunk = *link;
        if (is_empty(chunk) && kept++ >= most) {
            *link = chunk->next;
            atomic_fetch_sub(&pool->idle, idle_bytes(chunk));
            munmap(chunk, CHUNK);
        } else {
            link = &chunk->next;
        }
    }
}

/* Gives back the huge pages behind the chunk's last unit in use. */
static void cut_tail(tg_pool *pool, tg_pool_chunk *chunk)
{
    uint32_t end = UNITS;
    while (next_unit(chunk, end - 1, true) == UNITS) end--;
    end = (end + HUGE_UNITS - 1) / HUGE_UNITS * HUGE_UNITS;
    if (end >= chunk->touched_units) return;
    const size_t before = idle_bytes(chunk);
    if (madvise((char *)chunk + (size_t)end * UNIT, (size_t)(chunk->touched_units - end) * UNIT,
                MADV_DONTNEED) != 0)
        return;
    chunk->touched_units = end;
    atomic_fetch_sub(&pool->idle, before - idle_bytes(chunk));
}

/* ---- blocks ------------------------------------------------------------------------------- */

void tg_pool_create(tg_pool *pool)
{
    *pool = (tg_pool){.first = NULL};
    pthread_mutex_init(&pool->lock, NULL);
}

void tg_pool_destroy(tg_pool *pool)
{
    while (pool->first) {
        tg_pool_chunk *chunk = pool->first;
        pool->first = chunk->next;
        munmap(chunk, CHUNK);
    }
    pthread_mutex_destroy(&pool->lock);
}

static void *take(tg_pool *pool, uint32_t count)
{
    tg_pool_chunk **link = &pool->first, *chunk;
    uint32_t first = UNITS;
    for (; (chunk = *link) != NULL; link = &chunk->next) {
        if (chunk->free_units < count) continue;
        first = find_run(chunk, count);
        if (first < UNITS) break;
    }
    if (chunk == NULL) {
        chunk = *link = map_chunk();
        if (chunk == NULL) return NULL;
        atomic_fetch_add(&pool->idle, idle_bytes(chunk));
        first = 1;
    }
    mark(pool, chunk, first, count, true);
    return (char *)chunk + (size_t)first * UNIT;
}

void *tg_pool_take(tg_pool *pool, size_t bytes)
{
    pthread_mutex_lock(&pool->lock);
    void *block = take(pool, units_for(bytes));
    pthread_mutex_unlock(&pool->lock);
    return block;
}

void tg_pool_give(tg_pool *pool, void *block, size_t bytes)
{
    tg_pool_chunk *chunk = chunk_of(block);
    const uint32_t first = (uint32_t)((uintptr_t)block % CHUNK / UNIT);
    pthread_mutex_lock(&pool->lock);
    mark(pool, chunk, first, units_for(bytes), false);
    if (is_empty(chunk)) drop_empty_chunks(pool, KEPT_CHUNKS);
    pthread_mutex_unlock(&pool->lock);
}

bool tg_pool_resize(tg_pool *pool, void *block, size_t before, size_t bytes)
{
    tg_pool_chunk *chunk = chunk_of(block);
    const uint32_t first = (uint32_t)((uintptr_t)block % CHUNK / UNIT);
    const uint32_t old = units_for(before), new = units_for(bytes);
    bool done = true;
    pthread_mutex_lock(&pool->lock);
    if (new < old) {
        mark(pool, chunk, first + new, old - new, false);
    } else if (new > old) {
        done = new <= UNITS - first && next_unit(chunk, first + old, true) >= first + new;
        if (done) mark(pool, chunk, first + old, new - old, true);
    }
    pthread_mutex_unlock(&pool->lock);
    return done;
}

void tg_pool_trim(tg_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    drop_empty_chunks(pool, 0);
    for (tg_pool_chunk *chunk = pool->first; chunk; chunk = chunk->next) cut_tail(pool, chunk);
    pthread_mutex_unlock(&pool->lock);
}
