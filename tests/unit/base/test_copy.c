/* test_copy.c - copying, narrowing and maxima with all threads. */
#include "base/copy.h"

#include <stdlib.h>
#include <string.h>

#include "support/fixture.h"
#include "support/edge_list.h"

enum { BYTES = (5 << 20) + 77, NUMBERS = 100000 };

static tricorn_context *context;

typedef void copy(const tricorn_context *context, void *to, const void *from, uint64_t bytes);

static void check_copies(copy *function)
{
    unsigned char *from = test_allocate(BYTES, 1), *to = test_allocate(BYTES + 1, 1);
    for (size_t i = 0; i < BYTES; i++) from[i] = (unsigned char)(i * 2654435761u >> 13);
    static const size_t lengths[] = {0, 1, 63, 1 << 20, (1 << 20) + 1, BYTES};
    for (size_t l = 0; l < LENGTH(lengths); l++) {
        memset(to, 0xa5, BYTES + 1);
        function(context, to, from, lengths[l]);
        CHECK(memcmp(to, from, lengths[l]) == 0, "%zu bytes", lengths[l]);
        CHECK(to[lengths[l]] == 0xa5, "not one more than %zu", lengths[l]);
        tg_clear_parallel(context, to, lengths[l]);
        for (size_t i = 0; i < lengths[l]; i++) CHECK(to[i] == 0, "cleared at %zu", i);
        CHECK(to[lengths[l]] == 0xa5, "cleared not one more than %zu", lengths[l]);
    }
    free(from);
    free(to);
}

TEST_CASE(copies_all)
{
    check_copies(tg_copy_parallel);
    check_copies(tg_copy_by_few);
}

TEST_CASE(finds_the_largest)
{
    uint32_t *numbers = test_allocate(NUMBERS, sizeof *numbers);
    CHECK_EQ(tg_most_parallel(context, numbers, 0), 0, "of none");
    for (uint32_t i = 0; i < NUMBERS; i++) numbers[i] = i % 1000;
    for (uint32_t at = 0; at < NUMBERS; at += NUMBERS / 7) {
        const uint32_t before = numbers[at];
        numbers[at] = UINT32_MAX - at;
        CHECK_EQ(tg_most_parallel(context, numbers, NUMBERS), UINT32_MAX - at, "at %u", at);
        numbers[at] = before;
    }
    free(numbers);
}

/* Offsets that begin anywhere, as they are behind others: below 2^32, whatever they were. */
TEST_CASE(narrows_all)
{
    static const uint64_t begins[] = {0, 5, UINT64_C(1) << 33, UINT64_MAX - 7};
    uint64_t *wide = test_allocate(NUMBERS, sizeof *wide);
    uint32_t *narrow = test_allocate(NUMBERS + 1, sizeof *narrow);
    for (size_t b = 0; b < LENGTH(begins); b++)
        for (uint64_t count = 0; count <= NUMBERS; count += NUMBERS / 2) {
            for (uint64_t i = 0; i < NUMBERS; i++) wide[i] = begins[b] + 3 * i;
            narrow[count] = 77;
            tg_narrow_parallel(context, narrow, wide, count, 11 - begins[b]);
            for (uint32_t i = 0; i < count; i++) CHECK_EQ(narrow[i], 11 + 3 * i, "number %u", i);
            CHECK_EQ(narrow[count], 77, "not one more");
        }
    free(wide);
    free(narrow);
}

static void create(void)
{
    context = test_fixture_open(3);
}

TEST_MAIN_BETWEEN(create, test_destroy)
