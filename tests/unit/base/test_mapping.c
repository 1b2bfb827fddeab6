/* test_mapping.c - files in memory that several processes map: what was written is read, nobody
 * changes it, it counts as memory, and outlives descriptor and context. */
#include "base/mapping.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "support/check.h"

enum { LONG = 70001 };

static int write_three(tricorn_context *context)
{
    static char many[LONG];
    const tg_part_bytes parts[] = {{"first", 5}, {NULL, 0}, {many, LONG}};
    int descriptor = -1;
    memset(many, 'x', LONG);
    REQUIRE_OK(context, tg_mapping_write(context, parts, 3, &descriptor));
    return descriptor;
}

TEST_CASE(parts_are_read)
{
    static const uint64_t bytes[] = {5, 0, LONG};
    tg_mapping *mapping = NULL;
    uint64_t places[4], count = 0;
    tricorn_context *context = test_new_context(NULL);
    const int descriptor = write_three(context);
    CHECK_EQ(tg_memory_bytes(context->memory), 0, "nothing is mapped");
    REQUIRE_OK(context, tg_mapping_create(context, descriptor, &mapping));
    CHECK(pwrite(descriptor, "y", 1, 0) < 0, "the file can be changed");
    CHECK(ftruncate(descriptor, 0) != 0, "the file can be cut");
    close(descriptor);
    const char *at = tg_mapping_bytes(mapping, &count);
    tg_mapping_places(bytes, 3, places);
    CHECK_EQ(places[1], 64, "the empty part");
    CHECK_EQ(places[2], 64, "the long part");
    CHECK_EQ(count, places[3], "all");
    CHECK(tg_memory_bytes(context->memory) >= count, "it counts");
    tricorn_context_free(context);
    CHECK(memcmp(at, "first\0", 6) == 0, "the first part, and zeros");
    for (size_t i = 0; i < LONG; i++) CHECK(at[places[2] + i] == 'x', "byte %zu", i);
    tg_mapping_free(mapping);
}

TEST_CASE(what_fails)
{
    tg_mapping *mapping = NULL;
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .host_bytes_limit = LONG));
    const int descriptor = write_three(context);
    REQUIRE_STATUS(context, tg_mapping_create(context, descriptor, &mapping), TRICORN_OUT_OF_MEMORY);
    CHECK_EQ(tg_memory_bytes(context->memory), 0, "beyond the limit nothing stays");
    REQUIRE_STATUS(context, tg_mapping_create(context, -1, &mapping), TRICORN_IO_ERROR);
    close(descriptor);
    CHECK_EQ(tg_memory_bytes(context->memory), 0, "nothing stays");
    tg_mapping_free(NULL);
    tricorn_context_free(context);
}

/* Without the library's care SIGXFSZ would end this process. */
TEST_CASE(beyond_the_limit_of_a_file)
{
    static const char many[LONG];
    const tg_part_bytes fits = {many, LONG - 1}, parts[] = {{many, LONG}, {many, LONG}};
    struct rlimit before, lower;
    int descriptor = -1;
    tricorn_context *context = test_new_context(NULL);
    getrlimit(RLIMIT_FSIZE, &before);
    lower = before;
    for (lower.rlim_cur = 0; lower.rlim_cur < 2 * LONG; lower.rlim_cur += LONG / 2) {
        setrlimit(RLIMIT_FSIZE, &lower);
        const tricorn_status status = tg_mapping_write(context, parts, 2, &descriptor);
        setrlimit(RLIMIT_FSIZE, &before);
        CHECK_EQ(status, TRICORN_IO_ERROR, "limit %" PRIu64, (uint64_t)lower.rlim_cur);
        CHECK_MESSAGE(context, strerror(EFBIG));
    }
    lower.rlim_cur = LONG - 1; /* the bytes fit, and the zeros that follow them do not */
    setrlimit(RLIMIT_FSIZE, &lower);
    const tricorn_status status = tg_mapping_write(context, &fits, 1, &descriptor);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK_EQ(status, TRICORN_IO_ERROR, "the end of the last part");
    tricorn_context_free(context);
}

TEST_MAIN()
