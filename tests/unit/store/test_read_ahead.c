/* test_read_ahead.c - where memory is little the system reads nothing ahead by itself: what is
 * read in preparation was announced before, and nothing else is read from the disk.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/bytes/input.h"
#include "support/fixture.h"
#include "support/random.h"
#include "support/stored.h"
#include "support/wraps.h"

/* ---- what the library says and reads; the linker sends its calls here ---- */

enum { SAID_MOST = 1 << 16, AHEAD_BYTES = 2 << 20 };

typedef struct range {
    int descriptor;
    uint64_t first, end;
} range;

static struct {
    pthread_mutex_t lock;
    range said[SAID_MOST];
    uint32_t count, apart, sequential; /* advice */
    uint64_t apart_files; /* bits of descriptors of files that are read apart */
    uint64_t reads, unsaid; /* of these files */
} seen = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t bit_of(int descriptor)
{
    return descriptor >= 0 && descriptor < 64 ? UINT64_C(1) << descriptor : 0;
}

static void forget(void)
{
    seen.count = seen.apart = seen.sequential = 0;
    seen.apart_files = seen.reads = seen.unsaid = 0;
}

TEST_WRAPS(posix_fadvise);
int __wrap_posix_fadvise(int descriptor, off_t offset, off_t bytes, int advice)
{
    pthread_mutex_lock(&seen.lock);
    seen.sequential += advice == POSIX_FADV_SEQUENTIAL;
    if (advice == POSIX_FADV_RANDOM) {
        seen.apart++;
        seen.apart_files |= bit_of(descriptor);
    }
    if (advice == POSIX_FADV_WILLNEED) {
        CHECK(seen.count < SAID_MOST, "too much is said");
        seen.said[seen.count++] = (range){descriptor, (uint64_t)offset, (uint64_t)offset + (uint64_t)bytes};
    }
    pthread_mutex_unlock(&seen.lock);
    return __real_posix_fadvise(descriptor, offset, bytes, advice);
}

/* Each reading needs an announcement of its own. */
static bool was_said(int descriptor, uint64_t first, uint64_t end)
{
    for (uint32_t i = seen.count; i-- > 0;) {
        range *said = &seen.said[i];
        if (said->descriptor != descriptor || said->first > first || said->end < end) continue;
        said->descriptor = -1;
        return true;
    }
    return false;
}

TEST_WRAPS(pread);
ssize_t __wrap_pread(int descriptor, void *to, size_t bytes, off_t offset)
{
    const ssize_t got = __real_pread(descriptor, to, bytes, offset);
    pthread_mutex_lock(&seen.lock);
    if (got > 0 && seen.apart_files & bit_of(descriptor)) {
        seen.reads++;
        seen.unsaid += !was_said(descriptor, (uint64_t)offset, (uint64_t)(offset + got));
    }
    pthread_mutex_unlock(&seen.lock);
    return got;
}

TEST_WRAPS(close);
int __wrap_close(int descriptor)
{
    pthread_mutex_lock(&seen.lock);
    /* The next file of that number is another. */
    seen.apart_files &= ~bit_of(descriptor);
    for (uint32_t i = 0; i < seen.count; i++)
        if (seen.said[i].descriptor == descriptor) seen.said[i].descriptor = -1;
    pthread_mutex_unlock(&seen.lock);
    return __real_close(descriptor);
}

/* ---- an input ---- */

enum { PIECE = 1 << 18, LIMIT = 2 << 20, BYTES = 3 * AHEAD_BYTES + 12345 };

/* Reads the file by segments, as readers of plain files do; all but the first ones were announced
 * where memory is less than the file. */
static void check_input(const char *content, uint64_t said, uint64_t unsaid)
{
    tg_input *input;
    char *bytes = test_allocate(PIECE, 1);
    WORKS(tg_input_open(fixture.context, fixture.path, &input));
    CHECK_EQ(tg_input_size(input), BYTES, "its size");
    seen.reads = seen.unsaid = 0; /* what recognised the content */
    for (uint64_t at = 0; at < BYTES; at += PIECE) {
        const size_t count = BYTES - at < PIECE ? BYTES - at : PIECE;
        WORKS(tg_input_read_at(fixture.context, input, at, bytes, count));
        CHECK(memcmp(bytes, content + at, count) == 0, "bytes from %d", (int)at);
    }
    CHECK_EQ(seen.reads, said + unsaid, "reads");
    CHECK_EQ(seen.unsaid, unsaid, "reads that were not announced");
    tg_input_close(input);
    free(bytes);
}

TEST_CASE(test_inputs)
{
    enum { PIECES = BYTES / PIECE + 1, FIRST = AHEAD_BYTES / PIECE };
    tg_memory *memory = tg_context_memory(fixture.context);
    test_random random = {123};
    char *content = test_allocate(BYTES, 1);
    for (uint64_t i = 0; i < BYTES; i++) content[i] = (char)('0' + test_random_below(&random, 10));
    test_file_write(fixture.path, content, BYTES, TEST_PLAIN);

    forget();
    check_input(content, 0, 0);
    CHECK_EQ(seen.sequential, 1, "advice, with much memory");
    CHECK_EQ(seen.apart + seen.count, 0, "advice of another kind");

    forget();
    const uint64_t limit = tg_memory_lower_limit(memory, LIMIT);
    check_input(content, PIECES - FIRST, FIRST);
    tg_memory_set_limit(memory, limit);
    CHECK_EQ(seen.apart, 1, "advice, with little memory");
    CHECK_EQ(seen.sequential, 0, "advice of another kind");
    free(content);
}

/* ---- edges on disk ---- */

static void check_spilled(const edge_list *edges, test_ids ids)
{
    forget();
    tricorn_graph *graph = test_stored_graph(fixture.context, edges, ids, 16);
    CHECK(seen.reads > 64, "%d reads of edges", (int)seen.reads);
    CHECK_EQ(seen.unsaid, 0, "reads that were not announced");
    CHECK(seen.count <= 4 * seen.reads, "%u announcements", seen.count);
    tricorn_graph_free(graph);
    test_store_reset();
}

/* All pages, whether they are sorted or numbered again. */
TEST_CASE(test_spilled_edges)
{
    enum { VERTICES = 3000, EDGES = 40000 };
    test_random random = {321};
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t i = 0; i < EDGES; i++)
        edge_list_add(
          &edges, (uint32_t)test_random_below(&random, VERTICES), (uint32_t)test_random_below(&random, VERTICES));
    check_spilled(&edges, TEST_IDS_DENSE);
    check_spilled(&edges, TEST_IDS_NUMBERED);
    edge_list_free(&edges);
}

TEST_MAIN_EACH(test_create, test_destroy)
