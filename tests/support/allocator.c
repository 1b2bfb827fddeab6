/* allocator.c - see allocator.h. Blocks come from malloc one by one, so that the address
 * sanitizer sees each access beyond one. */
#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum {
    ALIGNMENT = 64, /* what tricorn_allocate_function promises */
    POISON = 0xA5, /* fresh memory is not zero: uninitialised reads give nonsense */
    POISONED_MOST = 16 << 10 /* at either end of a block */
};

/* Of a large block both ends: buffers of many pages, of which a small test uses the first, would
 * cost most of a test's time, page by page. */
static void poison(unsigned char *block, size_t bytes)
{
    const size_t end = bytes < POISONED_MOST ? bytes : POISONED_MOST;
    memset(block, POISON, end);
    memset(block + bytes - end, POISON, end);
}

static void *allocate(void *user, size_t bytes)
{
    test_allocator *allocator = user;
    const int64_t call = atomic_fetch_add(&allocator->calls, 1);
    const int64_t first = atomic_load(&allocator->fail_from);
    void *block = NULL;

    if (first >= 0 && call >= first && call - first < atomic_load(&allocator->failures)) {
        atomic_fetch_add(&allocator->refused, 1);
        return NULL;
    }
    if (posix_memalign(&block, ALIGNMENT, bytes) != 0) return NULL;
    poison(block, bytes);
    atomic_fetch_add(&allocator->live_blocks, 1);
    atomic_fetch_add(&allocator->live_bytes, (int64_t)bytes);
    return block;
}

static void release(void *user, void *block, size_t bytes)
{
    test_allocator *allocator = user;

    atomic_fetch_sub(&allocator->live_blocks, 1);
    atomic_fetch_sub(&allocator->live_bytes, (int64_t)bytes);
    free(block);
}

void test_allocator_init(test_allocator *allocator)
{
    atomic_init(&allocator->live_blocks, 0);
    atomic_init(&allocator->live_bytes, 0);
    test_allocator_fail(allocator, -1, 0);
}

void test_allocator_fail(test_allocator *allocator, int64_t first, int64_t failures)
{
    atomic_store(&allocator->fail_from, first);
    atomic_store(&allocator->failures, failures);
    atomic_store(&allocator->calls, 0);
    atomic_store(&allocator->refused, 0);
}

tricorn_context *test_context_create(test_allocator *allocator, uint32_t threads)
{
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = threads,
      .allocate = allocate, .release = release, .allocator_user = allocator));
    return context;
}

void test_context_free(test_allocator *allocator, tricorn_context *context)
{
    CHECK_EQ(tricorn_context_bytes(context), allocator->live_bytes, "bytes that the context says");
    tricorn_context_free(context);
    CHECK_EQ(allocator->live_blocks, 0, "blocks after the context's end");
    CHECK_EQ(allocator->live_bytes, 0, "bytes after the context's end");
}
