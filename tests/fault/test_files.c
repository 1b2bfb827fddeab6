/* test_files.c - each open, read, write, synchronisation, link, rename and close fails in turn,
 * or does only half of its work: the call must report the failure, or do the rest; an output file
 * is complete or missing, and a former file stays; a work folder serves the next call.
 */
#include "fault/system.h"
#include "support/files.h"
#include "support/stored.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is read and written ---- */

enum { EDGES = 40000, VERTICES = 3000 }; /* several full buffers in every format */

static struct {
    test_allocator allocator;
    tricorn_context *context;
    test_folder inputs, outputs;
    tricorn_graph *graph;
    uint64_t edges, triangles;
} fixture;

/* A file in one of the formats, compressed or not, and a matching name. */
typedef struct file {
    char name[TEST_PATH_BYTES / 4];
    const char *format, *compression;
} file;

enum { MOST_FILES = 64 };
static file files[MOST_FILES];
static size_t file_count;

static void add_file(const char *format, const char *compression)
{
    assert_true(file_count < MOST_FILES);
    file *added = &files[file_count++];
    snprintf(added->name, sizeof added->name, "%s-%s", format, compression);
    added->format = format;
    added->compression = compression;
}

/* Every format that can be written and read; the first also compressed. */
static void list_files(void)
{
    file_count = 0;
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        const char *name = test_format_name(f);
        if (name) add_file(name, "none");
    }
    add_file(files[0].format, "gzip");
    add_file(files[0].format, "zstd");
}

static uint64_t edges_of(const tricorn_graph *graph)
{
    const tricorn_graph_description description = test_describe(fixture.context, graph);
    return description.edges;
}

/* Takes the graph if there is one. */
static tricorn_status check_loaded(tricorn_status status, tricorn_graph *graph, const char *name)
{
    if (status == TRICORN_OK)
        CHECK_EQ(edges_of(graph), fixture.edges, "edges of %s", name);
    else
        CHECK(graph == NULL, "a graph in spite of failure from %s", name);
    tricorn_graph_free(graph);
    return status;
}

static tricorn_status load(const file *from)
{
    tricorn_graph *graph = NULL;

    const tricorn_status status = tricorn_graph_load(
      fixture.context, PATH_IN(&fixture.inputs, from->name), LOADING(.input.format = from->format), &graph);
    return check_loaded(status, graph, from->name);
}

/* Through a pipe, which has no size and no offsets. */
static tricorn_status load_by_pipe(const file *from, const tricorn_load_options *options, tricorn_graph **graph)
{
    char path[TEST_PATH_BYTES], command[TEST_PATH_BYTES + 32];
    test_folder_path(&fixture.inputs, from->name, path);
    snprintf(command, sizeof command, "cat '%s' 2>/dev/null", path);
    FILE *pipe = popen(command, "r");
    CHECK(pipe != NULL, "starting cat");
    const tricorn_status status = tricorn_graph_read(fixture.context, fileno(pipe), from->name, options, graph);
    pclose(pipe); /* cat may have been left alone with its bytes */
    return status;
}

static tricorn_status load_piped(const file *from)
{
    tricorn_graph *graph = NULL;
    const tricorn_status status = load_by_pipe(from, LOADING(.input.format = from->format), &graph);
    return check_loaded(status, graph, from->name);
}

/* Whether a table is written, too, of the user's ids. */
static bool write_table;

static tricorn_status write_nowhere(const tricorn_graph *graph)
{
    const int descriptor = __real_open("/dev/null", O_WRONLY);
    CHECK(descriptor >= 0, "opening /dev/null");
    const tricorn_status status = tricorn_table_write(fixture.context, graph, descriptor,
      OPTIONS(tricorn_table_options, .table = TRICORN_TABLE_VERTICES, .format = "text"), NULL);
    close(descriptor);
    return status;
}

/* From disk, cut as for so many edges: what is spilled, sorted and read again goes through the scratch folder. */
static tricorn_status count_stored_by(const file *from, tricorn_ids ids, uint64_t cut_edges, bool piped)
{
    char path[TEST_PATH_BYTES];
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;

    test_store_cut(4, cut_edges);
    test_store_passes(1, 1);
    tricorn_load_options options =
      *LOADING(.input.ids = ids, .input.format = from->format, .disk.scratch = fixture.outputs.path);
    test_folder_path(&fixture.inputs, from->name, path);
    tricorn_status status =
      piped ? load_by_pipe(from, &options, &graph) : tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) status = tricorn_count(fixture.context, graph, NULL, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "from disk");
    if (status == TRICORN_OK && write_table) status = write_nowhere(graph);
    CHECK_EQ(test_folder_count(&fixture.outputs), 0, "files in the scratch folder");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

static tricorn_status count_from_disk(const file *from, tricorn_ids ids, uint64_t cut_edges)
{
    return count_stored_by(from, ids, cut_edges, false);
}

static tricorn_status count_stored(const file *from)
{
    return count_from_disk(from, TRICORN_IDS_NUMBER, EDGES);
}

enum { FEWER_PAGES = 32, NAMED_PAGES = 96 };

/* With numbers that are made on disk. */
static tricorn_status count_numbered(const file *from)
{
    test_store_number();
    return count_from_disk(from, TRICORN_IDS_NUMBER, NAMED_PAGES * EDGES);
}

/* With words, half of which fit in memory. */
static tricorn_status count_words(const file *from)
{
    test_store_words(70000);
    return count_from_disk(from, TRICORN_IDS_STRING, NAMED_PAGES * EDGES);
}

enum { SPILLED_BYTES = 1 << 17, TABLE_BYTES = 1 << 13 }; /* less than edges and offsets take */

/* Edges go to disk while they are read, and what readers need later is set aside. */
static tricorn_status count_spilled(const file *from)
{
    test_store_readers(SPILLED_BYTES, TABLE_BYTES);
    return count_from_disk(from, TRICORN_IDS_NUMBER, FEWER_PAGES * EDGES);
}

static tricorn_status count_spilled_piped(const file *from)
{
    test_store_readers(SPILLED_BYTES, TABLE_BYTES);
    return count_stored_by(from, TRICORN_IDS_NUMBER, FEWER_PAGES * EDGES, true);
}

/* Whether vertices are numbered on disk in the work folder, too. */
static bool names_kept;

/* The same in a work folder: what is kept is written under other names, and synchronised. */
static tricorn_status count_kept(const file *from)
{
    enum { KEPT_PAGES = 8 };
    char path[TEST_PATH_BYTES];
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;

    test_store_cut(4, (names_kept ? NAMED_PAGES : KEPT_PAGES) * EDGES);
    if (names_kept) test_store_number();
    tricorn_load_options options = *LOADING(.input.format = from->format, .disk.work = fixture.outputs.path);
    test_folder_path(&fixture.inputs, from->name, path);
    tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) status = tricorn_count(fixture.context, graph, NULL, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "in a work folder");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

static const char old_content[] = "what was there before";

/* The written file must hold the graph; reading is not under test here. */
static void check_saved(const char *path, const char *format)
{
    const int64_t fail_at = faults.fail_at;

    faults.fail_at = -1;
    tricorn_graph *graph = test_load(fixture.context, path, LOADING(.input.format = format));
    check_loaded(TRICORN_OK, graph, path);
    faults.fail_at = fail_at;
}

static void check_unchanged(const char *path)
{
    size_t size;
    char *content = test_file_read(path, &size);
    CHECK(size == sizeof old_content && memcmp(content, old_content, size) == 0,
      "a failure changed the file that was there");
    free(content);
}

/* Over an existing file, or where there is none. */
static tricorn_status save(const file *to, bool over)
{
    const char *path = PATH_IN(&fixture.outputs, to->name);
    if (over) test_file_write(path, old_content, sizeof old_content, TEST_PLAIN);
    const tricorn_status status = tricorn_graph_save(
      fixture.context, fixture.graph, path, SAVING(.format = to->format, .compression = to->compression));
    const bool expected = over || status == TRICORN_OK;
    CHECK_EQ(test_folder_count(&fixture.outputs), expected, "files after saving %s: %s", to->name,
      tricorn_status_string(status));
    if (status == TRICORN_OK)
        check_saved(path, to->format);
    else if (over)
        check_unchanged(path);
    if (expected) CHECK(unlink(path) == 0, "removing %s", path);
    return status;
}

static tricorn_status save_new(const file *to)
{
    return save(to, false);
}

static tricorn_status save_over(const file *to)
{
    return save(to, true);
}

/* ---- one call fails ---- */

/* What is done before and after each failing run, or NULL; and which calls fail. */
static struct {
    void (*before)(const void *), (*after)(const void *);
    int64_t first, step; /* step 0: each */
} around;

typedef struct use {
    tricorn_status (*run)(const file *with);
    const file *with;
} use;

static tricorn_status run_use(const void *given)
{
    const use *of = given;
    return of->run(of->with);
}

/* Each call of that kind fails once. Returns how many there were, at least if they do in turn.
 */
static int64_t fail_use(tricorn_status (*run)(const file *), const file *with, call_kind kind, int error)
{
    const int64_t each = kind == READ || kind == WRITE ? EACH : 1;
    const use of = {run, with};
    const fault_trial trial = {.context = fixture.context,
      .allocator = &fixture.allocator,
      .name = with->name,
      .run = run_use,
      .before = around.before,
      .after = around.after,
      .with = &of,
      .first = around.first,
      .step = around.step > 0 ? around.step : each,
      .harmless = kind == CLOSE && (run == load || run == load_piped)};
    return fail_in_turn(&trial, kind, error);
}

TEST_CASE(reading_fails)
{
    for (size_t f = 0; f < file_count; f++) {
        CHECK(fail_use(load, &files[f], OPEN, EMFILE) > 0, "nothing was opened");
        CHECK(fail_use(load, &files[f], READ, EIO) > 0, "nothing was read");
        fail_use(load, &files[f], CLOSE, EIO);
        CHECK(fail_use(load_piped, &files[f], READ, EIO) > 1, "not read in several pieces");
    }
}

static void fail_disk(tricorn_status (*count)(const file *from))
{
    CHECK(fail_use(count, &files[0], READ, EIO) > 10, "not read in pieces");
    CHECK(fail_use(count, &files[0], WRITE, ENOSPC) > 10, "not written in pieces");
    CHECK(fail_use(count, &files[0], OPEN, EMFILE) > 2, "nothing was opened");
}

TEST_CASE(disk_fails)
{
    for (int way = 0; way < 2; way++) {
        no_nameless = way == 1;
        fail_disk(count_stored);
    }
    no_nameless = false;
    write_table = true;
    fail_disk(count_numbered);
    fail_disk(count_words);
    write_table = false;
}

/* Every format, while its edges go to disk: for its time, not each of its calls fails. */
TEST_CASE(spilling_fails)
{
    enum { STEP = 37 * EACH };
    around.step = STEP;
    for (size_t f = 0; f < file_count; f++)
        for (int way = 0; way < 2; way++) {
            tricorn_status (*count)(const file *) = way == 0 ? count_spilled : count_spilled_piped;
            around.first = (int64_t)(5 * f) % STEP;
            fail_use(count, &files[f], READ, EIO);
            fail_use(count, &files[f], WRITE, ENOSPC);
            around.first %= 4;
            fail_use(count, &files[f], OPEN, EMFILE);
        }
    around.first = around.step = 0;
}

/* Whatever failed, the same call succeeds in the same folder. */
static void go_on(const void *unused)
{
    (void)unused;
    WORKS(count_kept(&files[0]));
    CHECK_EQ(test_folder_count(&fixture.outputs), names_kept ? 3 : 2, "files of the graph in the work folder");
    test_folder_empty(&fixture.outputs);
}

static void keep_graph(const void *unused)
{
    (void)unused;
    WORKS(count_kept(&files[0]));
}

/* The graph is not kept, for its file cannot be renamed: the edges are. */
static void keep_edges(const void *unused)
{
    (void)unused;
    faults.kind = RENAME;
    faults.fail_at = 1; /* after that of the pages */
    faults.error = EACCES;
    FAILS(count_kept(&files[0]), TRICORN_IO_ERROR);
    CHECK_EQ(
      test_folder_count(&fixture.outputs), names_kept ? 5 : 4, "edges, pages, rows, names, and what is not renamed");
}

static void fail_in_a_work_folder(int64_t writes, int64_t syncs, int64_t renames)
{
    CHECK(fail_use(count_kept, &files[0], OPEN, EMFILE) > 3, "few opened");
    CHECK(fail_use(count_kept, &files[0], READ, EIO) > 3, "few read");
    CHECK(fail_use(count_kept, &files[0], WRITE, ENOSPC) >= writes, "few written");
    CHECK_EQ(fail_use(count_kept, &files[0], SYNC, EIO), syncs, "synchronisations");
    CHECK_EQ(fail_use(count_kept, &files[0], RENAME, EACCES), renames, "renamed");
}

/* Edges, their pages, rows, the graph and the journal are synchronised, and of the three that are
 * renamed the folder. */
TEST_CASE(work_folder_fails)
{
    around.after = go_on;
    fail_in_a_work_folder(10, 8, 3);
    around.before = keep_edges;
    fail_in_a_work_folder(5, 5, 2);
    around.before = keep_graph;
    fail_in_a_work_folder(2, 2, 1);
    around.before = around.after = NULL;
}

/* Names are synchronised with the pages and with the graph. */
TEST_CASE(names_fail)
{
    names_kept = true;
    around.after = go_on;
    fail_in_a_work_folder(10, 10, 3);
    around.before = keep_edges;
    fail_in_a_work_folder(5, 6, 2);
    around.before = around.after = NULL;
    names_kept = false;
}

/* Before anything is written: 8 bytes for an edge are a pair of ids, 2 its entry in a row. */
TEST_CASE(disk_is_too_small)
{
    char available[64], needed[64];
    const uint64_t all = 10 * fixture.edges, least = fixture.edges / 4 * 3 * 8;
    no_faults();
    bytes_free = least - 1;
    snprintf(available, sizeof available, " %" PRIu64 " bytes are free", bytes_free);
    snprintf(needed, sizeof needed, "about %" PRIu64 " there", all);
    FAILS(count_stored(&files[0]), TRICORN_IO_ERROR);
    SAYS(available);
    SAYS(needed);
    SAYS(fixture.outputs.path);
    SAYS("'work'");
    CHECK_EQ(faults.calls[WRITE], 0, "bytes were written");
    bytes_free = all;
    WORKS(count_stored(&files[0]));
    no_faults();
    faults.kind = WRITE;
    faults.fail_at = 3;
    faults.error = ENOSPC;
    FAILS(count_stored(&files[0]), TRICORN_IO_ERROR);
    SAYS(strerror(ENOSPC));
    SAYS(needed);
    bytes_free = UINT64_MAX;
    no_faults();
}

/* Whether the outputs' file system has files without a name. */
static bool has_nameless(void)
{
    const int descriptor = open(fixture.outputs.path, O_TMPFILE | O_WRONLY, 0600);
    if (descriptor >= 0) close(descriptor);
    return descriptor >= 0;
}

static void fail_writing(void)
{
    for (size_t f = 0; f < file_count; f++) {
        CHECK(fail_use(save_new, &files[f], OPEN, ENOSPC) > 0, "nothing was opened");
        CHECK(fail_use(save_new, &files[f], WRITE, ENOSPC) > 1, "not written in pieces");
        CHECK(fail_use(save_new, &files[f], CLOSE, EDQUOT) > 0, "nothing was closed");
        CHECK_EQ(fail_use(save_new, &files[f], RENAME, EACCES) > 0, !has_nameless(), "renames");
    }
    CHECK(fail_use(save_over, &files[0], WRITE, EIO) > 1, "not written in pieces");
    CHECK(fail_use(save_over, &files[0], CLOSE, EIO) > 0, "nothing was closed");
    CHECK(fail_use(save_over, &files[0], RENAME, EIO) > 0, "nothing was renamed");
}

TEST_CASE(writing_fails)
{
    for (int way = 0; way < 2; way++) {
        no_nameless = way == 1;
        fail_writing();
        const bool links = has_nameless();
        CHECK_EQ(fail_use(save_new, &files[0], LINK, EDQUOT), links, "links");
        CHECK_EQ(fail_use(save_over, &files[0], LINK, EDQUOT), 2 * links, "links");
    }
    no_nameless = false;
}

/* ---- calls do less than they were asked ---- */

static void run_all_calls(void)
{
    for (size_t f = 0; f < file_count; f++) {
        WORKS(load(&files[f]));
        WORKS(load_piped(&files[f]));
        WORKS(count_stored(&files[f]));
        WORKS(save_new(&files[f]));
        WORKS(save_over(&files[f]));
    }
}

TEST_CASE(segments_are_short)
{
    no_faults();
    faults.most_bytes = 997; /* a prime: cuts in the middle of everything */
    run_all_calls();
    no_faults();
}

TEST_CASE(signals_interrupt)
{
    no_faults();
    faults.interrupt = true;
    run_all_calls();
    faults.most_bytes = 4099;
    run_all_calls();
    no_faults();
}

/* ---- fixture ---- */

static int create(uint32_t threads)
{
    test_random random = {7};
    edge_list edges = edge_list_create(VERTICES);
    char path[TEST_PATH_BYTES];

    no_faults();
    /* Some vertices are hubs, so that vertices are renumbered and formats have ids to keep. */
    for (unsigned i = 0; i < EDGES; i++)
        edge_list_add(&edges, test_random_below(&random, VERTICES), test_random_below(&random, i % 8 ? VERTICES : 10));
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, threads);
    test_folder_create(&fixture.inputs);
    test_folder_create(&fixture.outputs);
    fixture.graph = edge_list_into_graph(fixture.context, edges);
    fixture.edges = edges_of(fixture.graph);
    fixture.triangles = test_triangles(fixture.context, fixture.graph, NULL);
    list_files();
    for (size_t f = 0; f < file_count; f++) {
        test_folder_path(&fixture.inputs, files[f].name, path);
        WORKS(tricorn_graph_save(fixture.context, fixture.graph, path,
          SAVING(.format = files[f].format, .compression = files[f].compression)));
    }
    return 0;
}

static int create_for_one_thread(void **state)
{
    (void)state;
    return create(1);
}

static int create_for_two_threads(void **state)
{
    (void)state;
    return create(2);
}

static int destroy(void **state)
{
    (void)state;
    tricorn_graph_free(fixture.graph);
    test_folder_remove(&fixture.inputs);
    test_folder_remove(&fixture.outputs);
    test_context_free(&fixture.allocator, fixture.context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading_fails),
      cmocka_unit_test(writing_fails),
      cmocka_unit_test(disk_fails),
      cmocka_unit_test(segments_are_short),
      cmocka_unit_test(work_folder_fails),
      cmocka_unit_test(names_fail),
      cmocka_unit_test(signals_interrupt),
      cmocka_unit_test(disk_is_too_small),
    };
    const struct CMUnitTest formats[] = {cmocka_unit_test(spilling_fails)};
    return cmocka_run_group_tests_name("one thread", tests, create_for_one_thread, destroy) +
           cmocka_run_group_tests_name("two threads", tests, create_for_two_threads, destroy) +
           cmocka_run_group_tests_name("formats", formats, create_for_two_threads, destroy);
}
