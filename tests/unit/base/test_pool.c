/* test_pool.c - blocks of the pool never overlap, keep their content, and are used again. */
#include "base/pool.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "support/check.h"

enum { KIB = 1 << 10, PAGE = 4 * KIB, BLOCKS = 64 };

typedef struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
} block;

static void fill(block *one, unsigned char mark)
{
    one->mark = mark;
    memset(one->bytes, mark, one->size);
}

static void check_content(const block *one, size_t size)
{
    for (size_t i = 0; i < size; i += PAGE / 2) CHECK_EQ(one->bytes[i], one->mark, "byte %zu of %zu", i, one->size);
    CHECK_EQ(one->bytes[size - 1], one->mark, "last byte of %zu", size);
}

/* A generator of the test's own, so that each run uses the same blocks. */
static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static size_t random_size(uint32_t *state)
{
    const size_t most = next_random(state) % 8 == 0 ? TG_POOL_MOST_BYTES : (size_t)256 * KIB;
    return next_random(state) % most + 1;
}

static void take(tg_pool *pool, block *one, uint32_t *state)
{
    one->size = random_size(state);
    one->bytes = tg_pool_take(pool, one->size);
    CHECK(one->bytes != NULL, "a block of %zu", one->size);
    CHECK_EQ((uintptr_t)one->bytes % PAGE, 0, "a block of %zu", one->size);
    fill(one, (unsigned char)next_random(state));
}

static void resize(tg_pool *pool, block *one, uint32_t *state)
{
    const size_t size = random_size(state);
    if (!tg_pool_resize(pool, one->bytes, one->size, size)) {
        CHECK(size > one->size, "%zu bytes become %zu", one->size, size);
        return;
    }
    check_content(one, size < one->size ? size : one->size);
    one->size = size;
    fill(one, (unsigned char)next_random(state));
}

static void use_at_random(tg_pool *pool, uint32_t seed, unsigned steps)
{
    block blocks[BLOCKS] = {{NULL, 0, 0}};
    uint32_t state = seed;
    for (unsigned step = 0; step < steps; step++) {
        block *one = &blocks[next_random(&state) % BLOCKS];
        if (one->bytes == NULL) {
            take(pool, one, &state);
            continue;
        }
        check_content(one, one->size);
        if (next_random(&state) % 64 == 0) tg_pool_trim(pool);
        if (next_random(&state) % 2) {
            resize(pool, one, &state);
        } else {
            tg_pool_give(pool, one->bytes, one->size);
            one->bytes = NULL;
        }
    }
    for (unsigned b = 0; b < BLOCKS; b++) {
        if (blocks[b].bytes == NULL) continue;
        check_content(&blocks[b], blocks[b].size);
        tg_pool_give(pool, blocks[b].bytes, blocks[b].size);
    }
}

TEST_CASE(blocks_never_overlap)
{
    tg_pool pool;
    tg_pool_create(&pool);
    use_at_random(&pool, 1, 3000);
    use_at_random(&pool, 2, 3000);
    tg_pool_destroy(&pool);
}

TEST_CASE(threads_share_a_pool)
{
    enum { THREADS = 4 };
    tg_pool pool;
    tg_pool_create(&pool);
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
    for (uint32_t t = 0; t < THREADS; t++) use_at_random(&pool, t + 3, 500);
    tg_pool_destroy(&pool);
}

TEST_CASE(memory_is_used_again)
{
    tg_pool pool;
    tg_pool_create(&pool);
    void *first = tg_pool_take(&pool, 100 * KIB);
    void *second = tg_pool_take(&pool, 100 * KIB);
    CHECK(first != second, "two blocks");
    tg_pool_give(&pool, first, 100 * KIB);
    CHECK(tg_pool_take(&pool, 100 * KIB) == first, "the hole is filled");
    tg_pool_give(&pool, first, 100 * KIB);
    tg_pool_give(&pool, second, 100 * KIB);
    CHECK(tg_pool_take(&pool, TG_POOL_MOST_BYTES) == first, "and what is free joins");
    tg_pool_give(&pool, first, TG_POOL_MOST_BYTES);
    tg_pool_destroy(&pool);
}

TEST_CASE(blocks_grow_where_they_stand)
{
    tg_pool pool;
    tg_pool_create(&pool);
    void *first = tg_pool_take(&pool, PAGE);
    CHECK(tg_pool_resize(&pool, first, PAGE, TG_POOL_MOST_BYTES), "nothing follows");
    char *second = tg_pool_take(&pool, PAGE);
    CHECK(!tg_pool_resize(&pool, first, TG_POOL_MOST_BYTES, TG_POOL_MOST_BYTES + 1), "a block follows");
    CHECK(tg_pool_resize(&pool, first, TG_POOL_MOST_BYTES, PAGE + 1), "less");
    CHECK(tg_pool_take(&pool, PAGE) == (void *)((char *)first + 2 * PAGE), "the rest is free");
    tg_pool_give(&pool, first, PAGE + 1);
    tg_pool_give(&pool, second, PAGE);
    tg_pool_destroy(&pool); /* one is still in use */
}

/* More than is kept, and more than one mapping holds. */
TEST_CASE(many_blocks_come_and_go)
{
    tg_pool pool;
    block blocks[BLOCKS];
    tg_pool_create(&pool);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned b = 0; b < BLOCKS; b++) {
            blocks[b] = (block){.size = TG_POOL_MOST_BYTES - b};
            blocks[b].bytes = tg_pool_take(&pool, blocks[b].size);
            CHECK(blocks[b].bytes != NULL, "block %u", b);
            fill(&blocks[b], (unsigned char)(b + round));
        }
        for (unsigned b = 0; b < BLOCKS; b++) {
            check_content(&blocks[b], blocks[b].size);
            tg_pool_give(&pool, blocks[b].bytes, blocks[b].size);
        }
    }
    tg_pool_destroy(&pool);
}

TEST_CASE(idle_memory_is_counted)
{
    enum { HUGE = 2 << 20, FULL = 4 << 20 };
    tg_pool pool;
    tg_pool_create(&pool);
    CHECK_EQ(tg_pool_idle(&pool), 0, "an empty pool");
    void *first = tg_pool_take(&pool, 16 * PAGE);
    CHECK_EQ(tg_pool_idle(&pool), HUGE - 17 * PAGE, "one huge page, less the block and the bits");
    CHECK(tg_pool_resize(&pool, first, 16 * PAGE, 600 * PAGE), "nothing follows");
    CHECK_EQ(tg_pool_idle(&pool), 2 * HUGE - 601 * PAGE, "two huge pages");
    tg_pool_give(&pool, first, 600 * PAGE);
    CHECK_EQ(tg_pool_idle(&pool), 2 * HUGE - PAGE, "kept");
    tg_pool_trim(&pool);
    CHECK_EQ(tg_pool_idle(&pool), 0, "given back");
    first = tg_pool_take(&pool, FULL);
    void *last = tg_pool_take(&pool, FULL); /* does not fit the first chunk */
    CHECK_EQ(tg_pool_idle(&pool), 2 * (3 * HUGE - FULL - PAGE), "two chunks");
    tg_pool_give(&pool, first, FULL);
    tg_pool_trim(&pool);
    CHECK_EQ(tg_pool_idle(&pool), 0, "what is not in use");
    tg_pool_give(&pool, last, FULL);
    tg_pool_destroy(&pool);
}

static size_t resident_pages(char *bytes, size_t pages)
{
    enum { MOST = 4096 };
    unsigned char resident[MOST];
    size_t found = 0;
    CHECK(pages <= MOST, "so many pages");
    CHECK_EQ(mincore(bytes, pages * PAGE, resident), 0, "mapped");
    for (size_t i = 0; i < pages; i++) found += resident[i] & 1;
    return found;
}

/* Small blocks that stay do not keep what was before, between and behind them. */
TEST_CASE(all_but_blocks_is_given_back)
{
    enum { SMALL = 16, LARGE = 300, HUGE = 512 }; /* pages */
    tg_pool pool;
    block small[2];
    char *large[3];
    tg_pool_create(&pool);
    for (unsigned b = 0; b < 3; b++) {
        large[b] = tg_pool_take(&pool, LARGE * PAGE);
        memset(large[b], 3, LARGE * PAGE);
        if (b == 2) continue;
        small[b].size = SMALL * PAGE;
        small[b].bytes = tg_pool_take(&pool, SMALL * PAGE);
        fill(&small[b], (unsigned char)(b + 1));
    }
    for (unsigned b = 0; b < 3; b++) tg_pool_give(&pool, large[b], LARGE * PAGE);
    CHECK_EQ(tg_pool_idle(&pool), (2 * HUGE - 2 * SMALL - 1) * PAGE, "kept");
    tg_pool_trim(&pool);
    CHECK_EQ(tg_pool_idle(&pool), 0, "given back");
    CHECK_EQ(resident_pages(large[0], 3 * LARGE + 2 * SMALL), 2 * SMALL, "the small blocks alone");
    CHECK(tg_pool_take(&pool, LARGE * PAGE) == large[0], "the same place");
    CHECK_EQ(tg_pool_idle(&pool), 0, "pages are small there now");
    for (unsigned b = 0; b < 2; b++) check_content(&small[b], small[b].size);
    tg_pool_destroy(&pool);
}

TEST_MAIN()
