/* memory.c - counted and limited memory: small blocks from malloc, medium ones from a pool, large
 * ones from mmap. */
#include "base/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/numa.h"
#include "base/pool.h"

/* The address sanitizer checks the bounds of malloc's blocks, not of the pool's. */
#if defined(__SANITIZE_ADDRESS__)
#define WITH_POOL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_POOL 0
#endif
#endif
#ifndef WITH_POOL
#define WITH_POOL 1
#endif

enum {
    HEADER_BYTES = 64,                  /* keeps the block behind it aligned to 64 */
    MAP_THRESHOLD = TG_POOL_MOST_BYTES, /* from this size a block is a mapping of its own, which
                                           grows without a copy */
    POOL_THRESHOLD = WITH_POOL ? 1 << 16 : MAP_THRESHOLD, /* smaller blocks have few pages */
    HUGE_PAGE = TG_HUGE_BYTES, /* on x86; elsewhere a multiple or a part of a huge page */
    SMALL_PAGE = 1 << 16,      /* a multiple of any system's */
    SHORT_TAIL = 1 << 18       /* up to this size small pages take less time than a huge page */
};

struct tg_memory {
    tricorn_allocate_function allocate;
    tricorn_release_function release;
    void *user;
    uint64_t limit;
    _Atomic uint64_t live, peak;
    _Atomic uint64_t holders; /* the context, and each live block */
    tg_pool pool;             /* of the library's allocator */
};

typedef struct header {
    tg_memory *memory;
    uint64_t bytes; /* with the header */
} header;

static header *header_of(void *block)
{
    return (header *)(void *)((char *)block - HEADER_BYTES);
}

static void *map_memory(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return map == MAP_FAILED ? NULL : map;
}

/* Whole huge pages, which take no memory until they are touched, or small pages at the end. */
static size_t map_bytes(size_t bytes)
{
    const size_t page = bytes % HUGE_PAGE > SHORT_TAIL ? HUGE_PAGE : SMALL_PAGE;
    return (bytes + page - 1) / page * page;
}

/* A mapping that begins with a huge page.  Not every kernel aligns mappings to huge pages, and
 * the kernel splits huge pages when a mapping moves to an address of another alignment. */
static void *map_huge(size_t bytes)
{
    char *map = map_memory(bytes + HUGE_PAGE);
    if (map == NULL) return NULL;
    const size_t before = -(uintptr_t)map % HUGE_PAGE;
    if (before > 0) munmap(map, before);
    munmap(map + before + bytes, HUGE_PAGE - before);
    madvise(map + before, bytes, MADV_HUGEPAGE); /* advice: may fail */
    tg_numa_interleave(tg_numa_of_machine(), map + before, bytes);
    return map + before;
}

static void *own_allocate(void *user, size_t bytes)
{
    tg_memory *memory = user;
    if (bytes < POOL_THRESHOLD) return aligned_alloc(64, (bytes + 63) / 64 * 64);
    return bytes < MAP_THRESHOLD ? tg_pool_take(&memory->pool, bytes) : map_huge(map_bytes(bytes));
}

static void own_release(void *user, void *block, size_t bytes)
{
    tg_memory *memory = user;
    if (bytes < POOL_THRESHOLD)
        free(block);
    else if (bytes < MAP_THRESHOLD)
        tg_pool_give(&memory->pool, block, bytes);
    else
        munmap(block, map_bytes(bytes));
}

/* Moves page tables instead of bytes; NULL, without change, on failure. */
static void *resize_map(void *block, size_t before, size_t bytes)
{
    const size_t old = map_bytes(before), new = map_bytes(bytes);
    void *map = old == new ? block : mremap(block, old, new, 0);
    if (map != MAP_FAILED) return map;
    void *const room = map_huge(new);
    if (room == NULL) return NULL;
    map = mremap(block, old, new, MREMAP_MAYMOVE | MREMAP_FIXED, room);
    if (map != MAP_FAILED) return map; /* the advice moved with it */
    munmap(room, new);
    return NULL;
}

/* Resizes the block without a copy; NULL, without change, if that is not possible. */
static void *own_resize(tg_memory *memory, void *block, size_t before, size_t bytes)
{
    if (before >= MAP_THRESHOLD && bytes >= MAP_THRESHOLD)
        return resize_map(block, before, bytes);
    if (before < POOL_THRESHOLD || bytes < POOL_THRESHOLD || before >= MAP_THRESHOLD ||
        bytes >= MAP_THRESHOLD)
        return NULL;
    return tg_pool_resize(&memory->pool, block, before, bytes) ? block : NULL;
}

/* The memory that this process may use: the machine's, or the container's limit. */
static uint64_t machine_bytes(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
    FILE *file = fopen("/sys/fs/cgroup/memory.max", "re");
    unsigned long long most = 0;
    if (file == NULL) return bytes;
    /* "max" if the container has no limit: then no number is read */
    if (fscanf(file, "%llu", &most) == 1 && most > 0 && most < bytes) bytes = most;
    fclose(file);
    return bytes;
}

tricorn_status tg_memory_create(const tricorn_context_options *options, tg_memory **memory)
{
    const bool own = options == NULL || options->allocate == NULL;
    tg_memory *made = malloc(sizeof *made);
    if (made == NULL) return TRICORN_OUT_OF_MEMORY;
    made->allocate = own ? own_allocate : options->allocate;
    made->release = own ? own_release : options->release;
    made->user = own ? made : options->allocator_user;
    tg_pool_create(&made->pool);
    made->limit =
        options && options->host_bytes_limit ? options->host_bytes_limit : machine_bytes();
    atomic_init(&made->live, 0);
    atomic_init(&made->peak, 0);
    atomic_init(&made->holders, 1);
    *memory = made;
    return TRICORN_OK;
}

void tg_memory_release(tg_memory *memory)
{
    if (memory == NULL || atomic_fetch_sub(&memory->holders, 1) != 1) return;
    tg_pool_destroy(&memory->pool);
    free(memory);
}

uint64_t tg_memory_bytes(const tg_memory *memory)
{
    return atomic_load(&memory->live);
}

uint64_t tg_memory_peak_bytes(const tg_memory *memory)
{
    return atomic_load(&memory->peak);
}

uint64_t tg_memory_room(const tg_memory *memory)
{
    const uint64_t live = atomic_load(&memory->live);
    return live < memory->limit ? memory->limit - live : 0;
}

uint64_t tg_memory_lower_limit(tg_memory *memory, uint64_t bytes)
{
    const uint64_t before = memory->limit;
    if (bytes != 0 && bytes < before) memory->limit = bytes;
    return before;
}

void tg_memory_set_limit(tg_memory *memory, uint64_t bytes)
{
    memory->limit = bytes;
}

/* Counts `bytes` more; false beyond the limit. */
static bool reserve(tg_memory *memory, uint64_t bytes)
{
    uint64_t live = atomic_load(&memory->live);
    do {
        if (bytes > memory->limit || live > memory->limit - bytes) return false;
    } while (!atomic_compare_exchange_weak(&memory->live, &live, live + bytes));
    uint64_t peak = atomic_load(&memory->peak);
    while (peak < live + bytes &&
           !atomic_compare_exchange_weak(&memory->peak, &peak, live + bytes)) {
    }
    return true;
}

static tricorn_status no_memory(tricorn_context *context, uint64_t bytes)
{
    const tg_memory *memory = context->memory;
    if (bytes > tg_memory_room(memory))
        return tg_fail(
            context, TRICORN_OUT_OF_MEMORY,
            "%llu more bytes needed, but the memory limit is %llu and %llu are in use; "
            "raise the limit by " TG_OPTION("host_bytes_limit") " or use a larger machine",
            (unsigned long long)bytes, (unsigned long long)memory->limit,
            (unsigned long long)tg_memory_bytes(memory));
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
                   "the system gave no %llu more bytes of memory (%llu are in use)",
                   (unsigned long long)bytes, (unsigned long long)tg_memory_bytes(memory));
}

/* count * size with the header, false on overflow. */
static bool block_bytes(uint64_t count, size_t size, uint64_t *bytes)
{
    return !__builtin_mul_overflow(count, (uint64_t)size, bytes) &&
           !__builtin_add_overflow(*bytes, HEADER_BYTES, bytes) && *bytes <= PTRDIFF_MAX;
}

tricorn_status tg_alloc(tricorn_context *context, uint64_t count, size_t size, void **block)
{
    tg_memory *memory = context->memory;
    uint64_t bytes;
    if (count == 0 || size == 0) {
        *block = NULL;
        return TRICORN_OK;
    }
    if (!block_bytes(count, size, &bytes)) return no_memory(context, UINT64_MAX);
    if (!reserve(memory, bytes)) return no_memory(context, bytes);
    header *made = memory->allocate(memory->user, bytes);
    if (made == NULL) {
        atomic_fetch_sub(&memory->live, bytes);
        return no_memory(context, bytes);
    }
    made->memory = memory;
    made->bytes = bytes;
    atomic_fetch_add(&memory->holders, 1);
    *block = (char *)made + HEADER_BYTES;
    return TRICORN_OK;
}

tricorn_status tg_memory_charge(tricorn_context *context, uint64_t bytes)
{
    return reserve(context->memory, bytes) ? TRICORN_OK : no_memory(context, bytes);
}

void tg_memory_discharge(tricorn_context *context, uint64_t bytes)
{
    atomic_fetch_sub(&context->memory->live, bytes);
}

tricorn_status tg_alloc_zero(tricorn_context *context, uint64_t count, size_t size, void **block)
{
    const tricorn_status status = tg_alloc(context, count, size, block);
    if (status != TRICORN_OK || *block == NULL) return status;
    const header *made = header_of(*block);
    /* A fresh mapping is zero already; touching it here would place its pages on one node. */
    if (made->memory->allocate != own_allocate || made->bytes < MAP_THRESHOLD)
        memset(*block, 0, count * size);
    return TRICORN_OK;
}

void tg_free(void *block)
{
    if (block == NULL) return;
    header *made = header_of(block);
    tg_memory *memory = made->memory;
    const uint64_t bytes = made->bytes;
    memory->release(memory->user, made, bytes);
    atomic_fetch_sub(&memory->live, bytes);
    tg_memory_release(memory);
}

tricorn_status tg_copy_text(tricorn_context *context, const char *text, char **copy)
{
    const size_t bytes = strlen(text) + 1;
    const tricorn_status status = TG_ALLOC(context, bytes, copy);
    if (status == TRICORN_OK) memcpy(*copy, text, bytes);
    return status;
}

uint64_t tg_huge_begin(const void *block)
{
    const header *made = (const header *)(const void *)((const char *)block - HEADER_BYTES);
    const bool mapped = made->memory->allocate == own_allocate && made->bytes >= MAP_THRESHOLD;
    return mapped ? HUGE_PAGE - HEADER_BYTES : UINT64_MAX; /* the first has the header */
}

uint64_t tg_give_back(void *block, uint64_t first, uint64_t last)
{
    header *made = header_of(block);
    if (tg_huge_begin(block) == UINT64_MAX) return first;
    /* Such a block begins with a huge page, which a partial release would split. */
    const uint64_t begin = (first + HEADER_BYTES + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    const uint64_t end = (last + HEADER_BYTES) / HUGE_PAGE * HUGE_PAGE;
    if (begin >= end) return first;
    if (madvise((char *)made + begin, end - begin, MADV_DONTNEED) != 0) return first;
    return end - HEADER_BYTES;
}

/* Resizes a block of the library's own in place; false, without change, if that is not possible.
 */
static bool resize(header **block, uint64_t bytes)
{
    header *made = *block;
    tg_memory *memory = made->memory;
    const uint64_t before = made->bytes;
    if (memory->allocate != own_allocate) return false;
    if (bytes > before && !reserve(memory, bytes - before)) return false;
    header *moved = own_resize(memory, made, before, bytes);
    if (moved == NULL) {
        if (bytes > before) atomic_fetch_sub(&memory->live, bytes - before);
        return false;
    }
    if (bytes < before) atomic_fetch_sub(&memory->live, before - bytes);
    moved->bytes = bytes;
    *block = moved;
    return true;
}

tricorn_status tg_realloc(tricorn_context *context, uint64_t count, size_t size, void **block)
{
    uint64_t bytes;
    void *moved = NULL;
    if (*block == NULL) return tg_alloc(context, count, size, block);
    if (count == 0 || size == 0) {
        tg_free(*block);
        *block = NULL;
        return TRICORN_OK;
    }
    if (!block_bytes(count, size, &bytes)) return no_memory(context, UINT64_MAX);
    header *old = header_of(*block);
    if (resize(&old, bytes)) {
        *block = (char *)old + HEADER_BYTES;
        return TRICORN_OK;
    }
    const tricorn_status status = tg_alloc(context, count, size, &moved);
    if (status != TRICORN_OK) return status;
    memcpy(moved, *block, (bytes < old->bytes ? bytes : old->bytes) - HEADER_BYTES);
    tg_free(*block);
    *block = moved;
    return TRICORN_OK;
}
