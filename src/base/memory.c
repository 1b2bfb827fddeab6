/* memory.c - counts, limits and allocates memory. How a block is allocated depends on its size,
 * because page faults cost most.
 *
 * - Blocks below 64 KiB come from malloc(); those below 4 MiB share huge pages in a pool
 *   (pool.h).
 * - Larger blocks are mappings of huge pages, interleaved over NUMA nodes; they grow by moving
 *   page tables instead of bytes.
 * - The limit of the process also covers what the process uses beside the library's blocks.
 */
#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/machine_memory.h"
#include "base/numa.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/portable.h"

/* The address sanitizer checks the bounds of malloc's blocks but not of the pool's. */
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
    HEADER_BYTES = 64, /* a multiple of 64, so that the block after the header is aligned to 64 */
    MAP_THRESHOLD = TG_POOL_MOST_BYTES, /* from this size on, a block is a mapping of its own,
                                         * which grows without a copy */
    /* smaller blocks cover few pages, so malloc() serves them well */
    POOL_THRESHOLD = WITH_POOL ? 1 << 16 : MAP_THRESHOLD,
    /* the size on x86; on other CPUs it is a multiple or a fraction of a huge page */
    HUGE_PAGE = TG_HUGE_BYTES,
    SMALL_PAGE = 1 << 16, /* a multiple of any system's page */
    SHORT_TAIL = 1 << 18 /* a tail up to this size takes less time in small pages */
};

struct tg_memory {
    tricorn_allocate_function allocate;
    tricorn_release_function release;
    void *user;
    uint64_t limit; /* the largest value that `live` may reach */
    /* the most resident memory of the process: the user's option, or system_limit */
    uint64_t process_limit;
    uint64_t system_limit; /* the most that the system allows the process */
    uint64_t process_bytes; /* what the process uses beside the blocks counted in `live` */
    uint64_t process_room; /* what process_limit leaves for live, tails and the pool */
    _Atomic uint64_t live, peak;
    _Atomic uint64_t tails; /* unused bytes after blocks, in the last pages of their mappings */
    _Atomic uint64_t holders; /* how many use this struct: the context and each live block */
    tg_pool pool; /* used by the library's allocator only */
};

typedef struct header {
    tg_memory *memory;
    uint64_t bytes; /* the size of the block and this header */
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

/* Rounds up to whole huge pages, which take no memory until they are touched; to small pages if
 * the tail beyond the last whole huge page is short. */
static size_t map_bytes(size_t bytes)
{
    const size_t page = bytes % HUGE_PAGE > SHORT_TAIL ? HUGE_PAGE : SMALL_PAGE;
    return (bytes + page - 1) / page * page;
}

/* Maps memory that begins at a huge page. Not every kernel aligns mappings so by itself, and a
 * kernel splits huge pages when a mapping moves to an address with another alignment. */
static void *map_huge(size_t bytes)
{
    char *map = map_memory(bytes + HUGE_PAGE);
    if (map == NULL) return NULL;
    const size_t before = -(uintptr_t)map % HUGE_PAGE;
    if (before > 0) munmap(map, before);
    munmap(map + before + bytes, HUGE_PAGE - before);
    tg_advise_huge(map + before, bytes, true);
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

/* Resizes a mapping by moving page tables instead of bytes; NULL, without change, on failure. */
static void *resize_map(void *block, size_t before, size_t bytes)
{
    const size_t old = map_bytes(before), new = map_bytes(bytes);
    if (old == new || tg_resize_pages(block, old, new)) return block;
    void *const room = map_huge(new);
    if (room == NULL) return NULL;
    if (tg_move_pages(block, old, new, room)) return room; /* the advice for huge pages, too */
    munmap(room, new);
    return NULL;
}

/* Resizes the block without a copy; NULL, without change, if that is not possible. */
static void *own_resize(tg_memory *memory, void *block, size_t before, size_t bytes)
{
    if (before >= MAP_THRESHOLD && bytes >= MAP_THRESHOLD) return resize_map(block, before, bytes);
    if (before < POOL_THRESHOLD || bytes < POOL_THRESHOLD || before >= MAP_THRESHOLD || bytes >= MAP_THRESHOLD)
        return NULL;
    return tg_pool_resize(&memory->pool, block, before, bytes) ? block : NULL;
}

/* ---- limits ---- */

/* Estimates of the memory that the process uses beside the library's blocks. */
enum {
    /* pages of program and libraries, and small blocks: 9 MB were measured, together with RESIDENT_FIRST */
    PROCESS_BYTES = 4 << 20,
    /* resident memory at the start, 2.9 to 3.5 MB, is rounded up to this */
    RESIDENT_FIRST = 6 << 20,
    /* more is rounded up by such steps, so that a program always finds the same room: a count
     * that is resumed depends on it */
    RESIDENT_STEP = 4 << 20,
    THREAD_BYTES = 1 << 18, /* a thread's stack and malloc arena */
    /* the most that huge pages and the pool use beside blocks: one chunk of the pool */
    MOST_BESIDE = 8 << 20,
    PAGE_TABLE_SHARE = 512 /* page tables need 8 bytes for each page of 4 KiB */
};

uint64_t tg_memory_of_process(const tg_memory *memory, uint64_t bytes)
{
    if (bytes > UINT64_MAX / 2) return UINT64_MAX;
    return memory->process_bytes + bytes + bytes / PAGE_TABLE_SHARE + 1;
}

/* Returns the most bytes of blocks with which the process, by tg_memory_of_process(), stays within its limit. */
static uint64_t room_in_process(const tg_memory *memory)
{
    const uint64_t others = memory->process_bytes, limit = memory->process_limit;
    const uint64_t room = limit > others ? limit - others : 0;
    return room - (room + PAGE_TABLE_SHARE) / (PAGE_TABLE_SHARE + 1);
}

static uint64_t in_steps(uint64_t resident)
{
    if (resident <= RESIDENT_FIRST) return RESIDENT_FIRST;
    const uint64_t steps = (resident - RESIDENT_FIRST + RESIDENT_STEP - 1) / RESIDENT_STEP;
    return RESIDENT_FIRST + steps * RESIDENT_STEP;
}

static void set_limits(tg_memory *memory, const tricorn_context_options *options)
{
    const uint64_t given = options->process_bytes_limit;

    memory->system_limit = tg_process_memory("");
    /* Buffers are shares of the limit, so it is no more than the machine has. */
    memory->process_limit = given > 0 && given < memory->system_limit ? given : memory->system_limit;
    memory->process_bytes =
      in_steps(tg_resident_memory("")) + PROCESS_BYTES + (uint64_t)options->threads * THREAD_BYTES;
    memory->limit = memory->process_room = room_in_process(memory);
    tg_memory_lower_limit(memory, options->host_bytes_limit);
}

tricorn_status tg_memory_create(const tricorn_context_options *options, tg_memory **memory)
{
    const bool own = options->allocate == NULL;
    tg_memory *made = malloc(sizeof *made);
    if (made == NULL) return TRICORN_OUT_OF_MEMORY;
    made->allocate = own ? own_allocate : options->allocate;
    made->release = own ? own_release : options->release;
    made->user = own ? made : options->allocator_user;
    tg_pool_create(&made->pool);
    set_limits(made, options);
    atomic_init(&made->live, 0);
    atomic_init(&made->peak, 0);
    atomic_init(&made->tails, 0);
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

/* Returns the bytes of the process's room that are in use: by blocks, tails, and idle pages of the pool. */
static uint64_t taken(const tg_memory *memory)
{
    return atomic_load(&memory->live) + atomic_load(&memory->tails) + tg_pool_idle(&memory->pool);
}

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* The room is computed from `live`, not from taken(), which depends on the order in which threads allocate. */
uint64_t tg_memory_room(const tg_memory *memory)
{
    const uint64_t live = atomic_load(&memory->live);
    const uint64_t room = difference(memory->limit, live);
    const uint64_t process_room = difference(memory->process_room, live);
    const uint64_t half = process_room / 2, beside = half < MOST_BESIDE ? half : MOST_BESIDE;
    return room < process_room - beside ? room : process_room - beside;
}

uint64_t tg_memory_most(const tg_memory *memory)
{
    return memory->limit < memory->process_room ? memory->limit : memory->process_room;
}

bool tg_memory_add_process(tg_memory *memory, uint64_t bytes)
{
    const uint64_t before = memory->process_bytes;
    if (bytes > UINT64_MAX - before) return false;
    memory->process_bytes = before + bytes;
    const uint64_t room = room_in_process(memory);
    if (taken(memory) > room) {
        memory->process_bytes = before;
        return false;
    }
    memory->process_room = room;
    if (memory->limit > room) memory->limit = room;
    return true;
}

void tg_memory_trim(tg_memory *memory)
{
    tg_pool_trim(&memory->pool);
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

tg_memory_limits tg_memory_lift_limits(tg_memory *memory, uint64_t bytes)
{
    const tg_memory_limits before = {memory->limit, memory->process_room};
    tg_pool_trim(&memory->pool);
    memory->limit = memory->process_room = taken(memory) + bytes;
    return before;
}

void tg_memory_restore_limits(tg_memory *memory, tg_memory_limits before)
{
    memory->limit = before.limit;
    memory->process_room = before.process_room;
}

/* Returns the unused bytes after a block in the last page of its mapping. */
static uint64_t tail_of(const tg_memory *memory, uint64_t bytes)
{
    if (memory->allocate != own_allocate || bytes < MAP_THRESHOLD) return 0;
    return map_bytes(bytes) - bytes;
}

/* Updates the counters for a block that has shrunk, or was freed (bytes is 0). */
static void count_less(tg_memory *memory, uint64_t before, uint64_t bytes)
{
    atomic_fetch_sub(&memory->tails, tail_of(memory, before) - tail_of(memory, bytes));
    atomic_fetch_sub(&memory->live, before - bytes);
}

static bool fits_process(tg_memory *memory)
{
    if (taken(memory) <= memory->process_room) return true;
    tg_pool_trim(&memory->pool);
    return taken(memory) <= memory->process_room;
}

/* Updates the counters for a block that grows, or is new (before is 0); returns false, without
 * change, if that would exceed a limit. */
static bool count_more(tg_memory *memory, uint64_t before, uint64_t bytes)
{
    const uint64_t more = bytes - before;
    uint64_t live = atomic_load(&memory->live);
    do {
        if (more > memory->limit || live > memory->limit - more) return false;
    } while (!atomic_compare_exchange_weak(&memory->live, &live, live + more));
    atomic_fetch_add(&memory->tails, tail_of(memory, bytes) - tail_of(memory, before));
    if (!fits_process(memory)) {
        count_less(memory, bytes, before);
        return false;
    }
    tg_keep_largest(&memory->peak, live + more);
    return true;
}

/* Fails because of the limit that an option of the context or of the call sets for the library's blocks alone. */
static tricorn_status host_limit_reached(tricorn_context *context, uint64_t enough)
{
    const unsigned long long limit = context->memory->limit;
    if (enough <= limit)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
          "the memory limit of %llu bytes is reached; raise the limit "
          "by " TG_OPTION("host_bytes_limit"),
          limit);
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
      "the memory limit of %llu bytes is too low, %llu bytes are enough: raise the "
      "limit by " TG_OPTION("host_bytes_limit"),
      limit, (unsigned long long)enough);
}

static tricorn_status process_limit_reached(tricorn_context *context, uint64_t enough)
{
    const unsigned long long limit = context->memory->process_limit;
    if (enough <= limit)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
          "the memory limit of %llu bytes is reached; raise the limit "
          "by " TG_OPTION("process_bytes_limit") " or use a larger machine",
          limit);
    if (enough > context->memory->system_limit)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
          "the memory limit of %llu bytes is too low; %llu bytes are enough, but the "
          "system lets this process have %llu: use a larger machine or container",
          limit, (unsigned long long)enough, (unsigned long long)context->memory->system_limit);
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
      "the memory limit of %llu bytes is too low, %llu bytes are enough: raise the "
      "limit by " TG_OPTION("process_bytes_limit=%llu"),
      limit, (unsigned long long)enough, (unsigned long long)enough);
}

static tricorn_status system_limit_reached(tricorn_context *context, uint64_t enough)
{
    const unsigned long long limit = context->memory->system_limit;
    if (enough <= limit)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
          "the memory limit of %llu bytes is reached, which the system sets this "
          "process; use a larger machine or container",
          limit);
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
      "the memory limit of %llu bytes, which the system sets this process, is too "
      "low, %llu bytes are enough: use a larger machine or container",
      limit, (unsigned long long)enough);
}

tricorn_status tg_limit_reached(tricorn_context *context, uint64_t enough)
{
    const tg_memory *memory = context->memory;
    context->limit_reached = true;
    if (memory->limit < memory->process_room) return host_limit_reached(context, enough);
    if (enough > 0) enough = tg_memory_of_process(memory, enough);
    return memory->process_limit == memory->system_limit ? system_limit_reached(context, enough)
                                                         : process_limit_reached(context, enough);
}

static tricorn_status system_refused(tricorn_context *context, uint64_t bytes)
{
    context->limit_reached = false;
    return tg_fail(context, TRICORN_OUT_OF_MEMORY, "the system gave no %llu more bytes of memory (%llu are in use)",
      (unsigned long long)bytes, (unsigned long long)tg_memory_bytes(context->memory));
}

/* Computes count * size plus the header; false on overflow. */
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
    if (!block_bytes(count, size, &bytes) || !count_more(memory, 0, bytes)) return tg_limit_reached(context, 0);
    header *made = memory->allocate(memory->user, bytes);
    if (made == NULL) {
        count_less(memory, bytes, 0);
        return system_refused(context, bytes);
    }
    made->memory = memory;
    made->bytes = bytes;
    atomic_fetch_add(&memory->holders, 1);
    *block = (char *)made + HEADER_BYTES;
    return TRICORN_OK;
}

tricorn_status tg_memory_charge(tricorn_context *context, uint64_t bytes)
{
    return count_more(context->memory, 0, bytes) ? TRICORN_OK : tg_limit_reached(context, 0);
}

void tg_memory_discharge(tg_memory *memory, uint64_t bytes)
{
    count_less(memory, bytes, 0);
}

tricorn_status tg_alloc_zero(tricorn_context *context, uint64_t count, size_t size, void **block)
{
    const tricorn_status status = tg_alloc(context, count, size, block);
    if (status != TRICORN_OK || *block == NULL) return status;
    const header *made = header_of(*block);
    /* A fresh mapping is zero already; writing to it here would place all its pages on one NUMA node. */
    if (made->memory->allocate != own_allocate || made->bytes < MAP_THRESHOLD) memset(*block, 0, count * size);
    return TRICORN_OK;
}

void tg_free(void *block)
{
    if (block == NULL) return;
    header *made = header_of(block);
    tg_memory *memory = made->memory;
    const uint64_t bytes = made->bytes;
    memory->release(memory->user, made, bytes);
    count_less(memory, bytes, 0);
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
    /* the first page contains the header, so it cannot be returned */
    return mapped ? HUGE_PAGE - HEADER_BYTES : UINT64_MAX;
}

uint64_t tg_give_back(void *block, uint64_t first, uint64_t last)
{
    header *made = header_of(block);
    if (tg_huge_begin(block) == UINT64_MAX) return first;
    /* Only whole huge pages are returned, because returning a part of one would split it; the
     * header begins with a huge page. */
    const uint64_t begin = (first + HEADER_BYTES + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    const uint64_t end = (last + HEADER_BYTES) / HUGE_PAGE * HUGE_PAGE;
    if (begin >= end) return first;
    if (madvise((char *)made + begin, end - begin, MADV_DONTNEED) != 0) return first;
    return end - HEADER_BYTES;
}

/* Resizes a block of the library's own allocator without a copy; false, without change, if that is not possible.
 */
static bool resize(header **block, uint64_t bytes)
{
    header *made = *block;
    tg_memory *memory = made->memory;
    const uint64_t before = made->bytes;
    if (memory->allocate != own_allocate) return false;
    if (bytes > before && !count_more(memory, before, bytes)) return false;
    header *moved = own_resize(memory, made, before, bytes);
    if (moved == NULL) {
        if (bytes > before) count_less(memory, bytes, before);
        return false;
    }
    if (bytes < before) count_less(memory, before, bytes);
    moved->bytes = bytes;
    *block = moved;
    return true;
}

tricorn_status tg_make_room(tricorn_context *context, uint64_t need, size_t size, uint64_t *room, void **block)
{
    if (need <= *room) return TRICORN_OK;
    tg_free(*block);
    *block = NULL;
    *room = 0;
    const tricorn_status status = tg_alloc(context, need + need / 4, size, block);
    if (status == TRICORN_OK) *room = need + need / 4;
    return status;
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
    if (!block_bytes(count, size, &bytes)) return tg_limit_reached(context, 0);
    header *old = header_of(*block);
    if (resize(&old, bytes)) {
        *block = (char *)old + HEADER_BYTES;
        return TRICORN_OK;
    }
    TG_DO(tg_alloc(context, count, size, &moved));
    memcpy(moved, *block, (bytes < old->bytes ? bytes : old->bytes) - HEADER_BYTES);
    tg_free(*block);
    *block = moved;
    return TRICORN_OK;
}
