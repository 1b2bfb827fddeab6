/* test_pool.c - blocks of the pool never overlap, keep their content, and are used again. */
#include "base/pool.h"

#include <stdint.h>
#include <string.h>

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
    for (size_t i = 0; i < size; i += PAGE / 2)
        CHECK_EQ(one->bytes[i], one->mark, "byte %zu of %zu", i, one->size);
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

static void blocks_never_overlap(void **state)
{
    tg_pool pool;
    (void)state;
    tg_pool_create(&pool);
    use_at_random(&pool, 1, 3000);
    use_at_random(&pool, 2, 3000);
    tg_pool_destroy(&pool);
}

static void threads_share_a_pool(void **state)
{
    enum { THREADS = 4 };
    tg_pool pool;
    (void)state;
    tg_pool_create(&pool);
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
    for (uint32_t t = 0; t < THREADS; t++) use_at_random(&pool, t + 3, 500);
    tg_pool_destroy(&pool);
}

static void memory_is_used_again(void **state)
{
    tg_pool pool;
    (void)state;
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

static void blocks_grow_where_they_stand(void **state)
{
    tg_pool pool;
    (void)state;
    tg_pool_create(&pool);
    void *first = tg_pool_take(&pool, PAGE);
    CHECK(tg_pool_resize(&pool, first, PAGE, TG_POOL_MOST_BYTES), "nothing follows");
    char *second = tg_pool_take(&pool, PAGE);
    CHECK(!tg_pool_resize(&pool, first, TG_POOL_MOST_BYTES, TG_POOL_MOST_BYTES + 1),
          "a block follows");
    CHECK(tg_pool_resize(&pool, first, TG_POOL_MOST_BYTES, PAGE + 1), "less");
    CHECK(tg_pool_take(&pool, PAGE) == (void *)((char *)first + 2 * PAGE), "the rest is free");
    tg_pool_give(&pool, first, PAGE + 1);
    tg_pool_give(&pool, second, PAGE);
    tg_pool_destroy(&pool); /* one is still in use */
}

/* More than is kept, and more than one mapping holds. */
static void many_blocks_come_and_go(void **state)
{
    tg_pool pool;
    block blocks[BLOCKS];
    (void)state;
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

static void idle_memory_is_counted(void **state)
{
    enum { HUGE = 2 << 20, FULL = 4 << 20 };
    tg_pool pool;
    (void)state;
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
    CHECK_EQ(tg_pool_idle(&pool), 3 * HUGE - FULL - PAGE, "a chunk in use stays");
    tg_pool_give(&pool, last, FULL);
    tg_pool_destroy(&pool);
}

/* A small block that stays does not keep what was beside it. */
static void a_tail_is_given_back(void **state)
{
    enum { HUGE = 2 << 20, SMALL = 16 * PAGE, LARGE = 4 << 20 };
    tg_pool pool;
    (void)state;
    tg_pool_create(&pool);
    block small = {.size = SMALL, .bytes = tg_pool_take(&pool, SMALL)};
    fill(&small, 1);
    void *large = tg_pool_take(&pool, LARGE);
    tg_pool_give(&pool, large, LARGE);
    CHECK_EQ(tg_pool_idle(&pool), 3 * HUGE - 17 * PAGE, "kept");
    tg_pool_trim(&pool);
    CHECK_EQ(tg_pool_idle(&pool), HUGE - 17 * PAGE, "the small block's huge page");
    check_content(&small, SMALL);
    block again = {.size = LARGE, .bytes = tg_pool_take(&pool, LARGE)};
    CHECK(again.bytes == large, "the same place");
    fill(&again, 2);
    CHECK_EQ(tg_pool_idle(&pool), 3 * HUGE - 17 * PAGE - LARGE, "in use again");
    check_content(&small, SMALL);
    tg_pool_give(&pool, again.bytes, LARGE);
    tg_pool_give(&pool, small.bytes, SMALL);
    tg_pool_trim(&pool);
    CHECK_EQ(tg_pool_idle(&pool), 0, "nothing stays");
    tg_pool_destroy(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_never_overlap),    cmocka_unit_test(threads_share_a_pool),
        cmocka_unit_test(memory_is_used_again),    cmocka_unit_test(blocks_grow_where_they_stand),
        cmocka_unit_test(many_blocks_come_and_go), cmocka_unit_test(idle_memory_is_counted),
        cmocka_unit_test(a_tail_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
