/* pool.c - allocates by first fit in chunks of huge pages, so that blocks share touched pages.
 *
 * - A chunk is a mapping of 8 MiB, cut into units of 4 KiB; a bit set marks the units in use.
 * - A block is the first run of free units that is long enough, so that used units stay together.
 * - Chunks are aligned to their size, so the address of a block tells its chunk.
 * - A second bit set marks units that may take memory: using one unit of a huge page marks all
 *   units of that page, until trimming returns some of them.
 */
#include "base/pool.h"

#include <stdint.h>
#include <sys/mman.h>

#include "base/portable.h"

enum {
    UNIT = 1 << 12,
    CHUNK = 8 << 20, /* twice the largest block, so that little space is wasted */
    UNITS = CHUNK / UNIT,
    WORD = 64,
    WORDS = UNITS / WORD,
    HUGE_UNITS = (2 << 20) / UNIT,
    HUGE_PAGES = UNITS / HUGE_UNITS,
    KEPT_CHUNKS = 2 /* this many empty chunks are kept for later blocks */
};

/* The description of a chunk, which is stored in the chunk's first unit. */
struct tg_pool_chunk {
    tg_pool_chunk *next;
    uint32_t free_units;
    uint32_t touched_units; /* units that may take memory */
    uint64_t used[WORDS], touched[WORDS];
    /* whether each huge page was split, because a part of it was returned to the system */
    bool small[HUGE_PAGES];
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

/* ---- bits ---- */

/* Sets or clears `count` bits from `first` on; returns how many of them were set before. */
static uint32_t set_bits(uint64_t bits[WORDS], uint32_t first, uint32_t count, bool set)
{
    uint32_t before = 0;
    for (uint32_t end = first + count; first < end;) {
        const uint32_t here = WORD - first % WORD, some = end - first < here ? end - first : here;
        const uint64_t ones = some == WORD ? UINT64_MAX : (UINT64_C(1) << some) - 1;
        const uint64_t mask = ones << first % WORD;
        uint64_t *word = &bits[first / WORD];
        before += (uint32_t)__builtin_popcountll(*word & mask);
        *word = set ? *word | mask : *word & ~mask;
        first += some;
    }
    return before;
}

/* Marks the units, and all others of their huge pages, as taking memory. */
static void touch(tg_pool_chunk *chunk, uint32_t first, uint32_t count)
{
    for (uint32_t end = first + count, next; first < end; first = next) {
        const uint32_t page = first / HUGE_UNITS, page_end = (page + 1) * HUGE_UNITS;
        const bool small = chunk->small[page];
        const uint32_t from = small ? first : page * HUGE_UNITS;
        next = end < page_end ? end : page_end;
        const uint32_t some = (small ? next : page_end) - from;
        chunk->touched_units += some - set_bits(chunk->touched, from, some, true);
    }
}

static void set_used(tg_pool_chunk *chunk, uint32_t first, uint32_t count, bool used)
{
    if (used) touch(chunk, first, count);
    set_bits(chunk->used, first, count, used);
    chunk->free_units += used ? -count : count;
}

/* Returns the first unit, from `unit` on, whose bit equals `set`; UNITS if none does. */
static uint32_t next_unit(const uint64_t bits[WORDS], uint32_t unit, bool set)
{
    while (unit < UNITS) {
        const uint64_t word = set ? bits[unit / WORD] : ~bits[unit / WORD];
        const uint64_t rest = word >> unit % WORD;
        if (rest) return unit + (uint32_t)__builtin_ctzll(rest);
        unit += WORD - unit % WORD;
    }
    return UNITS;
}

/* Returns the first unit of a run of `count` free units; UNITS if no run is long enough. */
static uint32_t find_run(const tg_pool_chunk *chunk, uint32_t count)
{
    for (uint32_t first = 0, end; first < UNITS; first = end) {
        first = next_unit(chunk->used, first, false);
        end = next_unit(chunk->used, first, true);
        if (end - first >= count) return first;
    }
    return UNITS;
}

/* ---- chunks ---- */

static tg_pool_chunk *map_chunk(void)
{
    char *map = mmap(NULL, 2 * (size_t)CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) return NULL;
    /* bytes before the first aligned address; they are unmapped, and so are those after the chunk */
    const size_t before = -(uintptr_t)map % CHUNK;
    if (before > 0) munmap(map, before);
    munmap(map + before + CHUNK, CHUNK - before);
    tg_advise_huge(map + before, CHUNK, true);
    tg_pool_chunk *chunk = (tg_pool_chunk *)(void *)(map + before);
    chunk->free_units = UNITS;
    set_used(chunk, 0, 1, true);
    return chunk;
}

/* Returns the bytes of the units that take memory but belong to no block. */
static size_t idle_bytes(const tg_pool_chunk *chunk)
{
    return (size_t)(chunk->touched_units - (UNITS - chunk->free_units)) * UNIT;
}

/* Marks units as used or free, and updates the pool's number of idle bytes. */
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

/* Unmaps all empty chunks except `most` of them. */
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

/* Returns the memory of consecutive unused units, within one huge page, to the system. */
static void give_back(tg_pool_chunk *chunk, uint32_t first, uint32_t count)
{
    const uint32_t page = first / HUGE_UNITS;
    const bool whole = count == HUGE_UNITS;
    char *const memory = (char *)chunk;
    if (!tg_drop_pages(memory + (size_t)first * UNIT, (size_t)count * UNIT)) return;
    chunk->touched_units -= set_bits(chunk->touched, first, count, false);
    if (chunk->small[page] == !whole) return;
    chunk->small[page] = !whole;
    tg_advise_huge(memory + (size_t)page * HUGE_UNITS * UNIT, (size_t)HUGE_UNITS * UNIT, whole);
}

static void trim_chunk(tg_pool *pool, tg_pool_chunk *chunk)
{
    const size_t before = idle_bytes(chunk);
    for (uint32_t first = 0, end; before > 0 && first < UNITS; first = end) {
        first = next_unit(chunk->used, first, false);
        if (first >= UNITS) break;
        const uint32_t page_end = (first / HUGE_UNITS + 1) * HUGE_UNITS;
        end = next_unit(chunk->used, first, true);
        if (end > page_end) end = page_end;
        if (next_unit(chunk->touched, first, true) < end) give_back(chunk, first, end - first);
    }
    atomic_fetch_sub(&pool->idle, before - idle_bytes(chunk));
}

/* ---- blocks ---- */

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
        done = new <= UNITS - first &&next_unit(chunk->used, first + old, true) >= first + new;
        if (done) mark(pool, chunk, first + old, new - old, true);
    }
    pthread_mutex_unlock(&pool->lock);
    return done;
}

void tg_pool_trim(tg_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    drop_empty_chunks(pool, 0);
    for (tg_pool_chunk *chunk = pool->first; chunk; chunk = chunk->next) trim_chunk(pool, chunk);
    pthread_mutex_unlock(&pool->lock);
}
