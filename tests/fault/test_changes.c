/* test_changes.c - another program changes a file while it is read: cuts it, empties it,
 * lengthens it or overwrites it, before each read in turn. The result must be an error or a
 * valid graph: readers that read a file twice must not rely on their first reading.
 *
 * The linker redirects the library's pread to the __wrap_ function here (CMakeLists.txt).
 */
#include "support/allocator.h"
#include "support/check.h"
#include "support/files.h"
#include "support/wraps.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "graph/graph.h"
#include "io/binary/records.h"
#include "io/text/text.h"

/* ---- the other program ---- */

typedef enum change {
    CUT, /* to its half */
    EMPTY,
    LENGTHEN, /* by its own content */
    TURN, /* swaps its halves */
    MORE, /* replaces every third byte by a blank: text has more words then */
    FEWER, /* every third byte to a 7: text has fewer */
    LARGE, /* every fifth byte to 0xff */
    CHANGES
} change;

static const char *const change_names[CHANGES] = {"cut", "empty", "lengthen", "turn", "more", "fewer", "large"};

static struct {
    char path[TEST_PATH_BYTES];
    char *content;
    size_t bytes;
    change change;
    int64_t at; /* before this read, counted from 0; < 0: never */
    _Atomic int64_t reads;
} meddler = {.at = -1};

static void write_all(int descriptor, const char *bytes, size_t count, off_t offset)
{
    CHECK(pwrite(descriptor, bytes, count, offset) == (ssize_t)count, "writing %s", meddler.path);
}

static void write_every(int descriptor, size_t step, char byte)
{
    char *changed = malloc(meddler.bytes);
    CHECK(changed != NULL, "memory");
    memcpy(changed, meddler.content, meddler.bytes);
    for (size_t i = step - 1; i < meddler.bytes; i += step) changed[i] = byte;
    write_all(descriptor, changed, meddler.bytes, 0);
    free(changed);
}

static void meddle(void)
{
    const int descriptor = open(meddler.path, O_WRONLY);
    const size_t half = meddler.bytes / 2;
    CHECK(descriptor >= 0, "opening %s", meddler.path);
    switch (meddler.change) {
    case CUT: CHECK(ftruncate(descriptor, (off_t)half) == 0, "cutting"); break;
    case EMPTY: CHECK(ftruncate(descriptor, 0) == 0, "emptying"); break;
    case LENGTHEN: write_all(descriptor, meddler.content, meddler.bytes, (off_t)meddler.bytes); break;
    case TURN:
        write_all(descriptor, meddler.content + half, meddler.bytes - half, 0);
        write_all(descriptor, meddler.content, half, (off_t)(meddler.bytes - half));
        break;
    case MORE: write_every(descriptor, 3, ' '); break;
    case FEWER: write_every(descriptor, 3, '7'); break;
    default: write_every(descriptor, 5, (char)0xff); break;
    }
    close(descriptor);
}

TEST_WRAPS(pread);
ssize_t __wrap_pread(int descriptor, void *bytes, size_t count, off_t offset)
{
    if (meddler.reads++ == meddler.at) meddle();
    return __real_pread(descriptor, bytes, count, offset);
}

/* ---- reading ---- */

enum {
    EDGES = 3000,
    VERTICES = 300,
    PIECES = 12, /* calls in which a file is read; each is one read or a few */
    THREADS = 2
};

static struct {
    test_allocator allocator;
    tricorn_context *context;
    test_folder folder;
    tricorn_graph *graph;
} fixture;

static void create(void)
{
    test_random random = {7};
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, THREADS);
    test_folder_create(&fixture.folder);
    edge_list edges = edge_list_create(VERTICES);
    for (uint64_t e = 0; e < EDGES; e++)
        edge_list_add(&edges, test_random_below(&random, VERTICES), test_random_below(&random, VERTICES));
    fixture.graph = edge_list_into_graph(fixture.context, edges);
}

static void destroy(void)
{
    tricorn_graph_free(fixture.graph);
    test_folder_remove(&fixture.folder);
    test_context_free(&fixture.allocator, fixture.context);
}

static void check_rows(const tricorn_graph *graph, const char *format)
{
    for (uint32_t u = 0; u < graph->active; u++)
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++)
            CHECK(graph->host.targets[e] < u &&
                    (e == graph->host.offsets[u] || graph->host.targets[e - 1] < graph->host.targets[e]),
              "row %u of a changed %s", u, format);
}

static void read_meddled(const char *format)
{
    const int64_t before = fixture.allocator.live_blocks;
    tricorn_graph *graph = NULL;
    meddler.reads = 0;
    const tricorn_status status =
      tricorn_graph_load(fixture.context, meddler.path, LOADING(.input.format = format), &graph);
    CHECK(status == TRICORN_OK || status == TRICORN_IO_ERROR || status == TRICORN_BAD_FORMAT ||
            status == TRICORN_UNSUPPORTED || status == TRICORN_OUT_OF_MEMORY,
      "status %d of a changed %s", status, format);
    if (status == TRICORN_OK)
        check_rows(graph, format);
    else
        CHECK(graph == NULL && *tricorn_context_message(fixture.context), "a failure of a changed %s", format);
    if (meddler.change == EMPTY && status == TRICORN_OK && meddler.at == 0)
        CHECK_EQ(graph->edges, 0, "edges of an emptied %s", format);
    tricorn_graph_free(graph);
    CHECK_EQ(fixture.allocator.live_blocks, before, "blocks after a changed %s (%s, read %" PRId64 ")", format,
      change_names[meddler.change], meddler.at);
}

/* Changes the file before each of its reads in turn, until there are no more. */
static void check_format(const char *format)
{
    for (int kind = 0; kind < CHANGES; kind++) {
        meddler.change = (change)kind;
        for (int64_t at = 0;; at++) {
            test_file_write(meddler.path, meddler.content, meddler.bytes, TEST_PLAIN);
            meddler.at = at;
            read_meddled(format);
            if (meddler.reads <= at) break;
        }
    }
    meddler.at = -1;
}

TEST_CASE(test_formats)
{
    const size_t block_bytes = tg_text_chunk_bytes, segment_bytes = tg_record_chunk_bytes;
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        const char *name = test_format_name(f);
        if (name == NULL) continue;
        test_folder_path(&fixture.folder, "changed", meddler.path);
        WORKS(tricorn_graph_save(fixture.context, fixture.graph, meddler.path, SAVING(.format = name)));
        meddler.content = test_file_read(meddler.path, &meddler.bytes);
        tg_text_chunk_bytes = tg_record_chunk_bytes = meddler.bytes / PIECES;
        check_format(name);
        free(meddler.content);
        tg_text_chunk_bytes = block_bytes;
        tg_record_chunk_bytes = segment_bytes;
    }
}

TEST_MAIN_EACH(create, destroy)
