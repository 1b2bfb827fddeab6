/* test_memory.c - blocks are aligned, counted, limited, and keep their content when they move. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/machine_memory.h"
#include "base/memory.h"
#include "support/fixture.h"

enum { ALIGNMENT = 64, MEGABYTE = 1 << 20 };
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = true }; /* it takes memory of its own */
#else
enum { SANITIZED = false };
#endif

/* In place of libc's, as UCX before 1.15 replaces it in programs of MPI: the new address is lost
 * (openucx/ucx issue 8820). */
void *mremap(void *old, size_t before, size_t bytes, int flags, ...)
{
    return (void *)syscall(SYS_mremap, old, before, bytes, flags, 0L);
}

/* The library's own allocator, with a limit. */
static tricorn_context *limited_context(uint64_t limit)
{
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .host_bytes_limit = limit));
    return context;
}

TEST_CASE(blocks_are_aligned_and_counted)
{
    static const uint64_t sizes[] = {1, 63, 64, 65, 4096, MEGABYTE - 64, MEGABYTE, 9 * MEGABYTE};
    tricorn_context *context = limited_context(0);
    char *blocks[LENGTH(sizes)];
    uint64_t asked = 0;

    for (size_t i = 0; i < LENGTH(sizes); i++) {
        REQUIRE_OK(context, TG_ALLOC(context, sizes[i], &blocks[i]));
        CHECK_EQ((uintptr_t)blocks[i] % ALIGNMENT, 0, "a block of %llu", (unsigned long long)sizes[i]);
        memset(blocks[i], (int)i, sizes[i]);
        asked += sizes[i];
        CHECK(tricorn_context_bytes(context) >= asked, "bytes counted after %llu", (unsigned long long)asked);
    }
    const uint64_t most = tricorn_context_bytes(context);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        CHECK_EQ(blocks[i][0], i, "content of block %zu", i);
        CHECK_EQ(blocks[i][sizes[i] - 1], i, "content of block %zu", i);
        tg_free(blocks[i]);
    }
    CHECK_EQ(tricorn_context_bytes(context), 0, "all given back");
    CHECK_EQ(tricorn_context_peak_bytes(context), most, "the peak stays");
    tricorn_context_free(context);
}

TEST_CASE(nothing_is_null)
{
    tricorn_context *context = limited_context(0);
    char *block = (char *)&context;

    REQUIRE_OK(context, TG_ALLOC(context, 0, &block));
    CHECK(block == NULL, "no bytes");
    REQUIRE_OK(context, TG_REALLOC(context, 10, &block));
    CHECK(block != NULL, "grown from nothing");
    REQUIRE_OK(context, TG_REALLOC(context, 0, &block));
    CHECK(block == NULL, "shrunk to nothing");
    tg_free(NULL);
    CHECK_EQ(tricorn_context_bytes(context), 0, "nothing is left");
    tricorn_context_free(context);
}

/* Zeros even where the memory was used before, or comes from an allocator that poisons it. */
TEST_CASE(zeroed_blocks_are_zero)
{
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *contexts[] = {test_context_create(&allocator, 1), limited_context(0)};

    for (size_t c = 0; c < 2; c++)
        for (uint64_t size = 8; size <= 4 * MEGABYTE; size *= 8) {
            unsigned char *block = NULL;
            REQUIRE_OK(contexts[c], TG_ALLOC(contexts[c], size, &block));
            memset(block, 0xff, size);
            tg_free(block);
            REQUIRE_OK(contexts[c], TG_ALLOC_ZERO(contexts[c], size, &block));
            for (uint64_t i = 0; i < size; i++) CHECK_EQ(block[i], 0, "byte %llu", (unsigned long long)i);
            tg_free(block);
        }
    tricorn_context_free(contexts[1]);
    test_context_free(&allocator, contexts[0]);
}

static void check_moves(tricorn_context *context)
{
    /* Across both sides of the size from which blocks are mapped. */
    static const uint64_t counts[] = {
      1, 100, MEGABYTE / 4 - 100, MEGABYTE / 4, 3 * MEGABYTE, 5, MEGABYTE / 4, 2 * MEGABYTE, 40, 4000};
    uint32_t *values = NULL;
    uint64_t before = 0;

    for (size_t i = 0; i < LENGTH(counts); i++) {
        REQUIRE_OK(context, TG_REALLOC(context, counts[i], &values));
        CHECK_EQ((uintptr_t)values % ALIGNMENT, 0, "after move %zu", i);
        const uint64_t kept = before < counts[i] ? before : counts[i];
        for (uint64_t v = 0; v < kept; v++) CHECK_EQ(values[v], v, "after move %zu", i);
        for (uint64_t v = kept; v < counts[i]; v++) values[v] = (uint32_t)v;
        before = counts[i];
        CHECK(tricorn_context_bytes(context) >= counts[i] * sizeof *values &&
                tricorn_context_bytes(context) < counts[i] * sizeof *values + 4096,
          "bytes counted after move %zu", i);
    }
    tg_free(values);
    CHECK_EQ(tricorn_context_bytes(context), 0, "nothing is left");
}

TEST_CASE(content_moves_along)
{
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *own = limited_context(0), *given = test_context_create(&allocator, 1);

    check_moves(own);
    check_moves(given);
    tricorn_context_free(own);
    test_context_free(&allocator, given);
}

/* Two blocks grow alternately, so that each is in the other's way, and shrink again. */
TEST_CASE(blocks_move_past_each_other)
{
    enum { BLOCKS = 2, STEPS = 24, STEP = 5 * MEGABYTE / 3 / 8 };
    tricorn_context *context = limited_context(0);
    uint64_t *values[BLOCKS] = {NULL, NULL};

    for (unsigned step = 1; step < 2 * STEPS; step++) {
        const uint64_t count = STEP * (step <= STEPS ? step : 2 * STEPS - step);
        const uint64_t before = STEP * (step <= STEPS ? step - 1 : 2 * STEPS - step + 1);
        for (unsigned b = 0; b < BLOCKS; b++) {
            REQUIRE_OK(context, TG_REALLOC(context, count, &values[b]));
            CHECK_EQ((uintptr_t)values[b] % ALIGNMENT, 0, "block %u, step %u", b, step);
            for (uint64_t i = before; i < count; i++) values[b][i] = i * BLOCKS + b;
            for (uint64_t i = 0; i < count; i += 509)
                CHECK_EQ(values[b][i], i * BLOCKS + b, "block %u, step %u", b, step);
            CHECK_EQ(values[b][count - 1], (count - 1) * BLOCKS + b, "block %u, step %u", b, step);
        }
    }
    for (unsigned b = 0; b < BLOCKS; b++) tg_free(values[b]);
    CHECK_EQ(tricorn_context_bytes(context), 0, "nothing is left");
    tricorn_context_free(context);
}

/* Only the bytes between the two offsets are lost; they can be written again. */
TEST_CASE(bytes_are_given_back)
{
    static const uint64_t places[] = {0, 1, 4095, 2 * MEGABYTE - 64, 2 * MEGABYTE - 63, 3 * MEGABYTE, 6 * MEGABYTE - 64,
      6 * MEGABYTE - 63, 9 * MEGABYTE - 1, 9 * MEGABYTE};
    enum { PLACES = LENGTH(places) };
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *contexts[] = {test_context_create(&allocator, 1), limited_context(0)};

    for (size_t c = 0; c < 2; c++)
        for (size_t first = 0; first < PLACES; first++)
            for (size_t last = first; last < PLACES; last++) {
                const uint64_t from = places[first], to = places[last], size = places[PLACES - 1];
                char *block = NULL;
                REQUIRE_OK(contexts[c], TG_ALLOC(contexts[c], size, &block));
                memset(block, 1, size);
                const uint64_t before = tricorn_context_bytes(contexts[c]);
                const uint64_t next = tg_give_back(block, from, to);
                CHECK(next >= from && next <= to, "from %llu to %llu: %llu", (unsigned long long)from,
                  (unsigned long long)to, (unsigned long long)next);
                CHECK_EQ(tricorn_context_bytes(contexts[c]), before, "the block counts as before");
                CHECK(memchr(block, 0, from) == NULL, "lost before %llu", (unsigned long long)from);
                CHECK(memchr(block + next, 0, size - next) == NULL, "lost from %llu on", (unsigned long long)next);
                memset(block, 2, size);
                REQUIRE_OK(contexts[c], TG_REALLOC(contexts[c], 2 * size, &block));
                CHECK(memchr(block, 1, size) == NULL, "written again");
                tg_free(block);
            }
    tricorn_context_free(contexts[1]);
    test_context_free(&allocator, contexts[0]);
}

TEST_CASE(the_limit_holds)
{
    enum { LIMIT = 8 * MEGABYTE };
    tricorn_context *context = limited_context(LIMIT);
    char *half = NULL, *more = NULL;

    REQUIRE_OK(context, TG_ALLOC(context, LIMIT / 2, &half));
    CHECK(tg_memory_room(context->memory) < LIMIT / 2, "room under the limit");
    REQUIRE_STATUS(context, TG_ALLOC(context, LIMIT / 2, &more), TRICORN_OUT_OF_MEMORY);
    CHECK_MESSAGE(context, "limit");
    CHECK(more == NULL, "a failure has no output");
    memset(half, 7, LIMIT / 2);
    REQUIRE_STATUS(context, TG_REALLOC(context, LIMIT, &half), TRICORN_OUT_OF_MEMORY);
    CHECK_EQ(half[LIMIT / 2 - 1], 7, "the block stays as it was");
    REQUIRE_OK(context, TG_REALLOC(context, LIMIT - 4096, &half));
    CHECK(tricorn_context_peak_bytes(context) <= LIMIT, "the peak is below the limit");
    tg_free(half);
    REQUIRE_OK(context, TG_ALLOC(context, LIMIT / 2, &half));
    tg_free(half);
    tricorn_context_free(context);
}

/* Blocks of all kinds, written, until no more are given: the process is within its limit. */
TEST_CASE(the_process_stays_within_its_limit)
{
    enum { MORE = 96 * MEGABYTE, BLOCKS = 1000 };
    static const uint64_t sizes[] = {100, 70000, 3 * MEGABYTE, MEGABYTE, 4 * MEGABYTE + 1, 5000};
    char *blocks[BLOCKS] = {NULL};
    const uint64_t before = tg_resident_memory("");
    tricorn_context *context = test_context_in_process(MORE, 1);

    for (int round = 0; round < 3; round++) {
        int made = 0;
        for (; made < BLOCKS; made++) {
            const uint64_t size = sizes[made % 6];
            if (TG_ALLOC(context, size, &blocks[made]) != TRICORN_OK) break;
            memset(blocks[made], 1, size);
        }
        CHECK(made < BLOCKS, "all were given");
        CHECK_MESSAGE(context, "the option 'process_bytes_limit'");
        CHECK(tricorn_context_bytes(context) > MORE / 2, "%llu bytes were given",
          (unsigned long long)tricorn_context_bytes(context));
        CHECK(tg_resident_memory("") <= before + MORE || SANITIZED, "%llu more bytes are resident",
          (unsigned long long)(tg_resident_memory("") - before));
        for (int first = 0; first < 2; first++) /* with gaps between them for a while */
            for (int b = first; b < made; b += 2) tg_free(blocks[b]);
    }
    CHECK_EQ(tricorn_context_bytes(context), 0, "nothing is left");
    tricorn_context_free(context);
}

TEST_CASE(a_process_of_little_memory_gets_none)
{
    char *block = NULL;

    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .process_bytes_limit = 1));
    CHECK_EQ(tg_memory_room(context->memory), 0, "room");
    REQUIRE_STATUS(context, TG_ALLOC(context, 1, &block), TRICORN_OUT_OF_MEMORY);
    CHECK(context->limit_reached, "the limit");
    const tg_memory_limits limits = tg_memory_lift_limits(context->memory, MEGABYTE);
    REQUIRE_OK(context, TG_ALLOC(context, MEGABYTE / 2, &block));
    tg_memory_restore_limits(context->memory, limits);
    tg_free(block);
    REQUIRE_STATUS(context, TG_ALLOC(context, 1, &block), TRICORN_OUT_OF_MEMORY);
    tricorn_context_free(context);
}

/* What others take is room no more; more than there is is refused, and changes nothing. */
TEST_CASE(others_of_the_process_take_room)
{
    enum { MORE = 96 * MEGABYTE };
    tricorn_context *context = test_context_in_process(MORE, 1);
    char *block = NULL;

    const uint64_t room = tg_memory_room(context->memory);
    REQUIRE_OK(context, TG_ALLOC(context, 16 * MEGABYTE, &block));
    CHECK(!tg_memory_add_process(context->memory, room), "the block is there");
    CHECK(!tg_memory_add_process(context->memory, UINT64_MAX), "that would wrap");
    tg_free(block);
    CHECK_EQ(tg_memory_room(context->memory), room, "room after refusals");
    CHECK(tg_memory_add_process(context->memory, 64 * MEGABYTE), "there is room");
    CHECK(tg_memory_room(context->memory) <= room - 63 * MEGABYTE, "less room, but for page tables");
    CHECK(tg_memory_room(context->memory) > room - 72 * MEGABYTE, "not much less");
    REQUIRE_STATUS(context, TG_ALLOC(context, 32 * MEGABYTE, &block), TRICORN_OUT_OF_MEMORY);
    REQUIRE_OK(context, TG_ALLOC(context, 16 * MEGABYTE, &block));
    tg_free(block);
    tricorn_context_free(context);
}

/* A message names the limit that has to be raised, and how much is enough where that is known. */
TEST_CASE(messages_name_what_is_enough)
{
    enum { LIMIT = 100 * MEGABYTE };
    tricorn_context *contexts[] = {limited_context(LIMIT), test_context_in_process(LIMIT, 1), limited_context(0)};
    const uint64_t system = tg_process_memory("");
    char text[64];

    tg_limit_reached(contexts[0], 0);
    CHECK_MESSAGE(contexts[0], "limit of 104857600 bytes is reached");
    tg_limit_reached(contexts[0], LIMIT + 1);
    CHECK_MESSAGE(contexts[0], "104857601 bytes are enough: raise the limit by the option "
                               "'host_bytes_limit'");
    tg_limit_reached(contexts[1], 0);
    CHECK_MESSAGE(contexts[1], "is reached; raise the limit by the option 'process_bytes_limit'");
    const uint64_t enough = tg_memory_of_process(contexts[1]->memory, LIMIT);
    CHECK(enough > LIMIT + LIMIT / 512, "the process's own and page tables");
    snprintf(text, sizeof text, "'process_bytes_limit=%llu'", (unsigned long long)enough);
    tg_limit_reached(contexts[1], LIMIT);
    CHECK_MESSAGE(contexts[1], text);
    tg_limit_reached(contexts[1], system);
    CHECK_MESSAGE(contexts[1], "the system lets this process have");
    tg_limit_reached(contexts[2], 0);
    CHECK_MESSAGE(contexts[2], "which the system sets this process");
    tg_limit_reached(contexts[2], system);
    CHECK_MESSAGE(contexts[2], "bytes are enough: use a larger machine or container");
    for (int c = 0; c < 3; c++) tricorn_context_free(contexts[c]);
}

TEST_CASE(the_limit_lowers_for_a_while)
{
    tricorn_context *context = limited_context(4 * MEGABYTE);
    char *block = NULL;

    const uint64_t before = tg_memory_lower_limit(context->memory, MEGABYTE);
    CHECK_EQ(before, 4 * MEGABYTE, "the limit before");
    REQUIRE_STATUS(context, TG_ALLOC(context, 2 * MEGABYTE, &block), TRICORN_OUT_OF_MEMORY);
    tg_memory_set_limit(context->memory, before);
    CHECK_EQ(tg_memory_lower_limit(context->memory, 0), before, "0 leaves it");
    CHECK_EQ(tg_memory_lower_limit(context->memory, 64 * MEGABYTE), before, "more leaves it");
    REQUIRE_OK(context, TG_ALLOC(context, 2 * MEGABYTE, &block));
    tg_free(block);
    tricorn_context_free(context);
}

TEST_CASE(sizes_do_not_wrap)
{
    tricorn_context *context = limited_context(0);
    void *block = NULL;

    REQUIRE_STATUS(context, tg_alloc(context, UINT64_MAX, 8, &block), TRICORN_OUT_OF_MEMORY);
    REQUIRE_STATUS(context, tg_alloc(context, UINT64_C(1) << 61, 8, &block), TRICORN_OUT_OF_MEMORY);
    REQUIRE_STATUS(context, tg_alloc(context, UINT64_MAX, 1, &block), TRICORN_OUT_OF_MEMORY);
    REQUIRE_STATUS(context, tg_alloc(context, UINT64_MAX - 63, 1, &block), TRICORN_OUT_OF_MEMORY);
    REQUIRE_STATUS(context, tg_alloc_zero(context, INT64_MAX, 2, &block), TRICORN_OUT_OF_MEMORY);
    REQUIRE_STATUS(context, tg_realloc(context, UINT64_MAX, 4, &block), TRICORN_OUT_OF_MEMORY);
    CHECK(block == NULL, "a failure has no output");
    CHECK_EQ(tricorn_context_bytes(context), 0, "failures are not counted");
    tricorn_context_free(context);
}

TEST_CASE(blocks_outlive_their_context)
{
    test_allocator allocator;
    char *block = NULL;

    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 1);
    REQUIRE_OK(context, TG_ALLOC(context, 100, &block));
    tricorn_context_free(context);
    memset(block, 1, 100);
    tg_free(block);
    CHECK_EQ(allocator.live_blocks, 0, "blocks");
}

/* Many threads at once: nothing is lost from the counts, and the limit is never passed. */
TEST_CASE(threads_share_the_counts)
{
    enum { ROUNDS = 2000, THREADS = 4, BLOCK = 1000 };
    tricorn_context *context = limited_context(THREADS * BLOCK); /* headers make it too small */
    uint64_t refused = 0;

#pragma omp parallel for num_threads(THREADS) reduction(+ : refused)
    for (int i = 0; i < ROUNDS; i++) {
        char *block = NULL;
        if (TG_ALLOC(context, BLOCK, &block) != TRICORN_OK) refused++;
        tg_free(block);
    }
    CHECK(refused < ROUNDS, "all were refused");
    CHECK_EQ(tricorn_context_bytes(context), 0, "nothing is left");
    CHECK(tricorn_context_peak_bytes(context) <= THREADS * BLOCK, "the limit was passed");
    tricorn_context_free(context);
}

TEST_MAIN()
