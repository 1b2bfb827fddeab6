/* reader.c - one input as a file, as a pipe or read strictly, and what it holds written again:
 * all must say the same. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "graph/graph.h"
#include "io/formats/webgraph/bvgraph_decode.h"
#include "io/format.h"
#include "io/bytes/packing.h"
#include "io/binary/records.h"
#include "io/text/text.h"
#include "target.h"

enum {
    FILES_MOST = 3,
    PATH_BYTES = 256,
    PIPE_BYTES = 1 << 16, /* what a pipe takes before somebody reads */
    MOST_WRITTEN = 1 << 12 /* edges of graphs that are written again: it takes longer */
};

/* What an input was found to be. */
typedef struct finding {
    tricorn_status status;
    bool packed; /* of several faults in compressed content, not always the first is told */
    uint64_t vertices, isolated, edges, input_edges, self_loops, duplicates, triangles;
    uint64_t repeats; /* of the duplicates, those that strict reading must refuse */
    bool both; /* there are edges from both ends, which it may refuse by what the file is */
    char message[256];
} finding;

static char folder[PATH_BYTES]; /* of sets of files; "" before the first */
static const fuzz_target *folder_target;

static void remove_folder(void)
{
    for (size_t i = 0; i < FILES_MOST && folder_target->files[i]; i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%.200s/%.40s", folder, folder_target->files[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void make_folder(const fuzz_target *target)
{
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/tricorn-fuzz-XXXXXX", base);
    FUZZ_REQUIRE(mkdtemp(folder) != NULL, "no folder %s", folder);
    folder_target = target;
    atexit(remove_folder);
}

static void write_whole(int descriptor, const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(descriptor, bytes, count);
        FUZZ_REQUIRE(written > 0, "the input cannot be written to a file");
        bytes += written;
        count -= (size_t)written;
    }
}

static int memory_file(const uint8_t *bytes, size_t count)
{
    const int descriptor = memfd_create("input", MFD_CLOEXEC);
    FUZZ_REQUIRE(descriptor >= 0, "no file in memory");
    write_whole(descriptor, bytes, count);
    FUZZ_REQUIRE(lseek(descriptor, 0, SEEK_SET) == 0, "the file cannot be read again");
    return descriptor;
}

static int full_pipe(const uint8_t *bytes, size_t count)
{
    int ends[2];
    FUZZ_REQUIRE(pipe2(ends, O_CLOEXEC) == 0, "no pipe");
    write_whole(ends[1], bytes, count);
    close(ends[1]);
    return ends[0];
}

/* ---- files ---- */

static void place_file(const char *path, const uint8_t *bytes, size_t count)
{
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FUZZ_REQUIRE(descriptor >= 0, "%s cannot be written", path);
    write_whole(descriptor, bytes, count);
    close(descriptor);
}

/* Cuts the input at its separators; what lacks one is a file that is not there. */
static void place_files(const fuzz_target *target, const uint8_t *bytes, size_t count, char first[PATH_BYTES])
{
    static const char separator[] = FUZZ_SEPARATOR;
    if (*folder == 0) make_folder(target);
    for (size_t i = 0; i < FILES_MOST && target->files[i]; i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%.200s/%.40s", folder, target->files[i]);
        if (i == 0) memcpy(first, path, sizeof path);
        if (bytes == NULL) {
            unlink(path);
            continue;
        }
        const uint8_t *cut = memmem(bytes, count, separator, sizeof separator - 1);
        const size_t mine = cut ? (size_t)(cut - bytes) : count;
        place_file(path, bytes, mine);
        count -= cut ? mine + sizeof separator - 1 : mine;
        bytes = cut ? cut + sizeof separator - 1 : NULL;
    }
}

/* ---- findings ---- */

static void require_failure(tricorn_context *context, tricorn_status status)
{
    FUZZ_REQUIRE(status == TRICORN_BAD_FORMAT || status == TRICORN_OUT_OF_MEMORY || status == TRICORN_UNSUPPORTED ||
                   status == TRICORN_IO_ERROR,
      "status %d: %s", status, tricorn_context_message(context));
    FUZZ_REQUIRE(tricorn_context_message(context)[0] != 0, "status %d without a message", status);
}

static finding find(tricorn_context *context, const tricorn_graph *graph, tricorn_status status, unsigned flags)
{
    finding found = {.status = status};
    if (status != TRICORN_OK) {
        require_failure(context, status);
        snprintf(found.message, sizeof found.message, "%s", tricorn_context_message(context));
        return found;
    }
    found.vertices = graph->active;
    found.isolated = graph->vertices - graph->active;
    found.edges = graph->edges;
    found.input_edges = graph->input_edges;
    found.self_loops = graph->self_loops;
    found.duplicates = found.repeats = graph->duplicates;
    if (tg_format_find(graph->source)->both_ways) found.repeats -= graph->both_directions;
    found.both = graph->both_directions > 0;
    found.triangles = fuzz_check_graph(context, graph, flags);
    return found;
}

/* Memory may run out in one way of reading and not in the other. */
static void require_same(const finding *a, const finding *b, const char *what)
{
    if (a->status == TRICORN_OUT_OF_MEMORY || b->status == TRICORN_OUT_OF_MEMORY) return;
    if (a->packed && a->status != TRICORN_OK && b->status != TRICORN_OK) return;
    FUZZ_REQUIRE(
      a->status == b->status, "%s: status %d (%s), not %d (%s)", what, b->status, b->message, a->status, a->message);
    FUZZ_REQUIRE(a->vertices == b->vertices && a->isolated == b->isolated && a->edges == b->edges &&
                   a->input_edges == b->input_edges && a->self_loops == b->self_loops && a->duplicates == b->duplicates,
      "%s: %" PRIu64 " vertices and %" PRIu64 " edges, not %" PRIu64 " and %" PRIu64, what, b->vertices, b->edges,
      a->vertices, a->edges);
    FUZZ_REQUIRE(a->triangles == b->triangles || a->triangles == UINT64_MAX || b->triangles == UINT64_MAX,
      "%s: %" PRIu64 " triangles, not %" PRIu64, what, b->triangles, a->triangles);
}

/* ---- ways to read ---- */

static uint8_t dialect_byte; /* of an input of a target with FUZZ_DIALECT */

/* What the byte says, by digits of several bases. */
static void name_dialect(uint8_t byte, tricorn_load_options *options)
{
    static const char *const separators[] = {NULL, "tab", "comma", "space", ":"};
    static const tricorn_columns columns[] = {
      {.source = NULL}, {.source = "2", .target = "3"}, {.source = "source", .target = "target"}};
    static const char *const headers[] = {NULL, "yes", "no"};
    static const char *const comments[] = {NULL, "none", "/"};
    options->input.ids = byte & 1 ? TRICORN_IDS_STRING : TRICORN_IDS_NUMBER;
    options->text.separator = separators[byte / 2 % 5];
    options->text.columns = columns[byte / 10 % 3];
    options->text.header = headers[byte / 30 % 3];
    options->text.comment = comments[byte / 90 % 3];
}

static tricorn_load_options load_options(const fuzz_target *target, int strict)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    options.input.format = target->format;
    options.input.ids = target->ids;
    options.graph.strict = strict;
    if (target->flags & FUZZ_DIALECT) name_dialect(dialect_byte, &options);
    return options;
}

static tricorn_status read_input(
  const fuzz_target *target, tricorn_context *context, int descriptor, int strict, tricorn_graph **graph)
{
    const tricorn_load_options options = load_options(target, strict);
    const tricorn_status status = tricorn_graph_read(context, descriptor, target->files[0], &options, graph);
    close(descriptor);
    return status;
}

/* What is written reads as the same graph. */
static void check_again(const fuzz_target *target, tricorn_context *context, int descriptor, const finding *first)
{
    tricorn_graph *written = NULL;
    FUZZ_REQUIRE(lseek(descriptor, 0, SEEK_SET) == 0, "the file cannot be read again");
    const tricorn_status status = read_input(target, context, descriptor, 0, &written);
    finding second = find(context, written, status, FUZZ_NO_TOTALS);
    finding expected = *first; /* only what is left is written */
    expected.input_edges = second.input_edges;
    expected.self_loops = second.self_loops;
    expected.duplicates = second.duplicates;
    expected.isolated = second.isolated;
    require_same(&expected, &second, "written and read again");
    tricorn_graph_free(written);
}

/* Written in a format that can be written, the graph reads as the same; an edge list of words
 * also where no format is named. */
static void check_writing(
  const fuzz_target *target, tricorn_context *context, const tricorn_graph *graph, const finding *first)
{
    static const tricorn_save_options init = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_save_options save = init;
    fuzz_target again = *target;
    again.ids = load_options(target, 0).input.ids;
    again.flags &= ~(unsigned)FUZZ_DIALECT;
    const int descriptor = memory_file(NULL, 0);

    save.format = target->format;
    tricorn_status status = save.format ? tricorn_graph_write(context, graph, descriptor, &save) : TRICORN_UNSUPPORTED;
    if (status == TRICORN_UNSUPPORTED) {
        again.format = save.format = "tri";
        FUZZ_REQUIRE(ftruncate(descriptor, 0) == 0, "the file cannot be emptied");
        status = tricorn_graph_write(context, graph, descriptor, &save);
    }
    if (status != TRICORN_OK) {
        FUZZ_REQUIRE(
          status == TRICORN_OUT_OF_MEMORY || status == TRICORN_UNSUPPORTED || status == TRICORN_INVALID_ARGUMENT,
          "writing %s: status %d: %s", save.format, status, tricorn_context_message(context));
        close(descriptor);
        return;
    }
    const int same = dup(descriptor);
    check_again(&again, context, descriptor, first);
    if (again.ids == TRICORN_IDS_STRING && strcmp(again.format, "edges") == 0) {
        again.format = NULL;
        check_again(&again, context, same, first);
    } else {
        close(same);
    }
}

/* As a file, by two threads, in pieces of a size that the input itself draws. */
static finding read_as_file(const fuzz_target *target, const uint8_t *bytes, size_t count, uint32_t drawn)
{
    static const size_t sizes[] = {1, 24, 300, 1 << 16};
    const size_t size = sizes[drawn % (sizeof sizes / sizeof *sizes)];
    const size_t block_bytes = tg_text_chunk_bytes, piece_bytes = tg_record_chunk_bytes;
    tricorn_context *context = fuzz_context_create(2);
    const tricorn_load_options options = load_options(target, 0);
    tricorn_graph *graph = NULL;
    tricorn_status status;

    tg_text_chunk_bytes = tg_record_chunk_bytes = size;
    tg_bvgraph_chunk_bits = size;
    if (target->files[1]) {
        char path[PATH_BYTES];
        place_files(target, bytes, count, path);
        status = tricorn_graph_load(context, path, &options, &graph);
    } else {
        status = read_input(target, context, memory_file(bytes, count), 0, &graph);
    }
    finding found = find(context, graph, status, target->flags);
    tg_text_chunk_bytes = block_bytes;
    tg_record_chunk_bytes = piece_bytes;
    tg_bvgraph_chunk_bits = 0;
    if (status == TRICORN_OK && graph->edges <= MOST_WRITTEN) check_writing(target, context, graph, &found);
    tricorn_graph_free(graph);
    fuzz_context_free(context);
    return found;
}

static void read_as_pipe(const fuzz_target *target, const uint8_t *bytes, size_t count, const finding *first)
{
    tricorn_context *context = fuzz_context_create(1);
    tricorn_graph *graph = NULL;
    const tricorn_status status = read_input(target, context, full_pipe(bytes, count), 0, &graph);
    const finding found = find(context, graph, status, target->flags);
    require_same(first, &found, "from a pipe");
    tricorn_graph_free(graph);
    fuzz_context_free(context);
}

/* An error just where something had to be removed. */
static void read_strictly(const fuzz_target *target, const uint8_t *bytes, size_t count, const finding *first)
{
    tricorn_context *context = fuzz_context_create(1);
    tricorn_graph *graph = NULL;
    const tricorn_status status = read_input(target, context, memory_file(bytes, count), 1, &graph);
    const finding found = find(context, graph, status, target->flags);
    if (first->status == TRICORN_OK && first->self_loops + first->repeats > 0)
        FUZZ_REQUIRE(status != TRICORN_OK || (target->flags & FUZZ_NO_TOTALS),
          "read strictly although %" PRIu64 " loops and %" PRIu64 " repeats are there", first->self_loops,
          first->repeats);
    else if (!first->both || strstr(found.message, "in this or the other direction") == NULL)
        require_same(first, &found, "read strictly");
    tricorn_graph_free(graph);
    fuzz_context_free(context);
}

void fuzz_run_reader(const fuzz_target *target, const uint8_t *bytes, size_t count)
{
    uint32_t drawn = 2166136261u; /* FNV-1a: the same input is always read in the same ways */
    for (size_t i = 0; i < count; i++) drawn = (drawn ^ bytes[i]) * 16777619u;
    drawn ^= drawn >> 15;
    if (target->flags & FUZZ_DIALECT) {
        if (count == 0) return;
        dialect_byte = *bytes++;
        count--;
    }
    finding found = read_as_file(target, bytes, count, drawn);
    found.packed = tg_packing_of(bytes, count) != NULL;
    drawn >>= 2;
    if (target->files[1]) return;
    if (drawn & 1)
        read_strictly(target, bytes, count, &found);
    else if (count <= PIPE_BYTES && !(target->flags & FUZZ_ONLY_FILES))
        read_as_pipe(target, bytes, count, &found);
}
