/* test_stored_files.c - the same as test_files.c for what is asked of a graph on disk: tables with their sums, lists,
 * partitions, other formats, and counts that processes share in a work folder.
 *
 * The graph is a windmill, copies of K_SIZE that share vertex 0, so all tables are known.
 */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fault/system.h"
#include "store/files/limits.h"
#include "store/files/triples.h"
#include "support/families.h"
#include "support/files.h"
#include "support/stored.h"

enum {
    SIZE = 9,
    COPIES = 40,
    VERTICES = 1 + COPIES * (SIZE - 1),
    EDGES = COPIES * SIZE * (SIZE - 1) / 2,
    OF_EDGE = SIZE - 2,
    OF_VERTEX = (SIZE - 1) * (SIZE - 2) / 2,
    TRIANGLES = COPIES * SIZE * (SIZE - 1) * (SIZE - 2) / 6,
    PAGES = 64, /* fewer and larger segments: about so many times the edges */
    DESCRIPTORS = 8
};

static struct {
    test_allocator allocator;
    tricorn_context *context;
    test_folder inputs, outputs;
    char graph[TEST_PATH_BYTES], table[TEST_PATH_BYTES], work[TEST_PATH_BYTES];
} fixture;

/* ---- tables ---- */

typedef enum kind { VERTEX_TABLE, EDGE_TABLE, TRIANGLE_TABLE } kind;

static const tricorn_table table_of[] = {TRICORN_TABLE_VERTICES, TRICORN_TABLE_EDGES, TRICORN_TABLE_TRIANGLES};

static void check_row(kind of, const uint64_t *row)
{
    if (of == VERTEX_TABLE)
        CHECK_EQ(row[1], row[0] == 0 ? COPIES * OF_VERTEX : OF_VERTEX, "triangles of %d", (int)row[0]);
    if (of == EDGE_TABLE) CHECK_EQ(row[2], OF_EDGE, "triangles of (%d, %d)", (int)row[0], (int)row[1]);
    if (of != TRIANGLE_TABLE) return;
    uint64_t copy = 0; /* from 1 */
    for (int i = 0; i < 3; i++) {
        const uint64_t own = row[i] > 0 ? (row[i] - 1) / (SIZE - 1) + 1 : 0;
        CHECK(own == 0 || copy == 0 || own == copy, "no triangle");
        CHECK(row[i] != row[(i + 1) % 3], "twice the same vertex");
        if (own > 0) copy = own;
    }
}

/* The binary table of that kind; removes it. */
static void check_table(kind of)
{
    static const uint64_t rows[] = {VERTICES, EDGES, TRIANGLES};
    const size_t columns = of == VERTEX_TABLE ? 2 : 3;
    size_t bytes;
    char *content = test_file_read(fixture.table, &bytes);
    CHECK_EQ(bytes, rows[of] * columns * sizeof(uint64_t), "bytes of the table");
    for (size_t at = 0; at < bytes; at += columns * sizeof(uint64_t)) {
        uint64_t row[3];
        memcpy(row, content + at, columns * sizeof *row);
        check_row(of, row);
    }
    free(content);
    CHECK(unlink(fixture.table) == 0, "removing the table");
}

static tricorn_status write_table(const tricorn_graph *graph, kind of, bool sorted, const tricorn_options *count)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_table_save(fixture.context, graph, fixture.table,
      OPTIONS(tricorn_table_options, .table = table_of[of], .sorted = sorted, .count = count), &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, TRIANGLES, "of a table");
    if (status == TRICORN_OK)
        check_table(of);
    else
        CHECK(access(fixture.table, F_OK) != 0, "a table in spite of failure");
    return status;
}

/* ---- what is asked of a graph in a scratch folder ---- */

typedef tricorn_status ask(const tricorn_graph *graph);

static tricorn_status ask_total(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_count(fixture.context, graph, count, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, TRIANGLES, "in all");
    return status;
}

static tricorn_status ask_edges(const tricorn_graph *graph)
{
    return write_table(graph, EDGE_TABLE, false, NULL);
}

static tricorn_status ask_sorted_edges(const tricorn_graph *graph)
{
    return write_table(graph, EDGE_TABLE, true, NULL);
}

static tricorn_status ask_triangles(const tricorn_graph *graph)
{
    return write_table(graph, TRIANGLE_TABLE, false, NULL);
}

static tricorn_status ask_sorted_triangles(const tricorn_graph *graph)
{
    return write_table(graph, TRIANGLE_TABLE, true, NULL);
}

static tricorn_status ask_partition(const tricorn_graph *graph, const char *partition)
{
    return ask_total(graph, COUNTING(.partition = partition, .blocks = 9));
}

static tricorn_status ask_trust(const tricorn_graph *graph)
{
    return ask_partition(graph, "trust");
}

static tricorn_status ask_trix(const tricorn_graph *graph)
{
    return ask_partition(graph, "trix");
}

/* The edges are peeled in memory, by narrow supports, once fewer than these are left. */
static tricorn_status find_trusses(const tricorn_graph *graph, uint64_t left)
{
    tricorn_trusses *trusses = NULL;
    uint64_t edges = 0;
    tg_store_limits_set.left_edges = left;
    tg_store_limits_set.wide_edges = 1;
    const tricorn_status status = tricorn_trussness(fixture.context, graph, NULL, &trusses, NULL);
    for (uint32_t k = 2; k <= VERTICES; k++) edges += tricorn_trusses_edges(trusses, k);
    if (status == TRICORN_OK) CHECK_EQ(edges, EDGES, "with a trussness");
    tricorn_trusses_free(trusses);
    return status;
}

/* All leave in rounds on disk. */
static tricorn_status ask_trusses(const tricorn_graph *graph)
{
    return find_trusses(graph, 1);
}

static tricorn_status ask_trusses_in_memory(const tricorn_graph *graph)
{
    return find_trusses(graph, EDGES + 1);
}

static tricorn_status ask_cores(const tricorn_graph *graph)
{
    uint32_t most = 0;
    const tricorn_status status = tricorn_core_numbers(fixture.context, graph, NULL, &most);
    if (status == TRICORN_OK) CHECK(most >= 2, "triangles without a 2-core");
    return status;
}

static const char *format; /* to which is converted */

/* What was written must hold the graph; reading it is not under test here. */
static void check_converted(void)
{
    const int64_t fail_at = faults.fail_at;
    faults.fail_at = -1;
    test_store_reset();
    tricorn_graph *graph = test_load(fixture.context, fixture.table, LOADING(.input.format = format));
    WORKS(ask_total(graph, NULL));
    tricorn_graph_free(graph);
    CHECK(unlink(fixture.table) == 0, "removing what was converted");
    faults.fail_at = fail_at;
}

static tricorn_status ask_format(const tricorn_graph *graph)
{
    const tricorn_status status = tricorn_graph_save(fixture.context, graph, fixture.table, SAVING(.format = format));
    if (status == TRICORN_OK)
        check_converted();
    else
        CHECK(access(fixture.table, F_OK) != 0, "a file in spite of failure");
    return status;
}

/* A graph that goes to disk, in passes that keep two of four ranges. */
static tricorn_status load(const tricorn_load_options *options, tricorn_graph **graph)
{
    test_store_cut(4, PAGES * EDGES);
    test_store_passes(2, 0);
    return tricorn_graph_load(fixture.context, fixture.graph, options, graph);
}

typedef struct asked {
    ask *what;
} asked;

static tricorn_status run_in_scratch(const void *with)
{
    const asked *of = with;
    tricorn_graph *graph = NULL;
    tricorn_status status = load(LOADING(.disk.scratch = fixture.outputs.path), &graph);
    if (status == TRICORN_OK) status = of->what(graph);
    CHECK_EQ(test_folder_count(&fixture.outputs), 0, "files in the scratch folder");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

/* More triples than their least memory takes. */
enum { TRIPLES = 5000 };

static tricorn_status take_triples(tricorn_context *context, void *user, const tg_triple *triples, uint64_t count)
{
    uint64_t *taken = user;
    (void)context;
    for (uint64_t i = 0; i < count; i++) CHECK_EQ(triples[i].of[0], *taken + i, "a triple of those sorted");
    *taken += count;
    return TRICORN_OK;
}

static tricorn_status sort_triples(const void *unused)
{
    tg_disk_folder folder;
    tg_triples *triples = NULL;
    uint64_t taken = 0;
    (void)unused;
    tricorn_status status = tg_disk_folder_open(fixture.context, fixture.outputs.path, true, &folder);
    if (status != TRICORN_OK) return status;
    status = tg_triples_create(fixture.context, &folder, 0, &triples);
    for (uint32_t i = TRIPLES; i-- > 0 && status == TRICORN_OK;)
        status = tg_triples_put(fixture.context, triples, (tg_triple){{i, 7, 7}});
    if (status == TRICORN_OK) status = tg_triples_each(fixture.context, triples, take_triples, &taken);
    if (status == TRICORN_OK) CHECK_EQ(taken, TRIPLES, "triples");
    tg_triples_free(triples);
    tg_disk_folder_close(&folder);
    CHECK_EQ(test_folder_count(&fixture.outputs), 0, "files in the scratch folder");
    return status;
}

/* ---- what is asked in a joined folder ---- */

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info, (void)type, (void)where;
    return remove(path);
}

/* Files that stay: the graph, and of what is shared the cut, leases, journals and sums. */
static int expect_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    static const char *const names[] = {"tricorn-graph", "tricorn-rows", "cut", "lease-", "counts-", "sums-",
      "tricorn-join-", "tricorn-preparing-", "about", "blocks-", "index-"};
    const char *name = path + where->base;
    bool expected = where->level == 0;
    (void)info, (void)type;
    for (size_t i = 0; i < LENGTH(names); i++) expected = expected || strncmp(name, names[i], strlen(names[i])) == 0;
    CHECK(expected, "%s was left", path);
    return 0;
}

typedef tricorn_status ask_with(const tricorn_graph *graph, const tricorn_options *count);

static tricorn_status ask_joined_vertices(const tricorn_graph *graph, const tricorn_options *count)
{
    return write_table(graph, VERTEX_TABLE, false, count);
}

static tricorn_status ask_joined_edges(const tricorn_graph *graph, const tricorn_options *count)
{
    return write_table(graph, EDGE_TABLE, false, count);
}

typedef struct joined {
    ask_with *what;
} joined;

static tricorn_status run_joined(const void *with)
{
    const joined *of = with;
    tricorn_graph *graph = NULL;
    tricorn_status status = load(LOADING(.disk.work = fixture.work, .disk.join = 1), &graph);
    if (status == TRICORN_OK) status = of->what(graph, COUNTING(.parts = 4));
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

/* Whatever failed, the same call goes on in the same folder, and leaves nothing but what stays.
 */
static void go_on(const void *with)
{
    WORKS(run_joined(with));
    nftw(fixture.work, expect_one, DESCRIPTORS, FTW_PHYS);
    nftw(fixture.work, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

/* ---- one call fails ---- */

static fault_trial trial_of(tricorn_status (*run)(const void *), const void *with, const char *name)
{
    return (fault_trial){.context = fixture.context,
      .allocator = &fixture.allocator,
      .name = name,
      .folder = test_temporary(),
      .run = run,
      .with = with,
      .step = EACH};
}

/* Whether a file that is closed was written is asked before, where it counts. */
static void fail_each(fault_trial trial, int64_t least)
{
    CHECK(fail_in_turn(&trial, READ, EIO) > least, "few were read");
    CHECK(fail_in_turn(&trial, WRITE, ENOSPC) > least, "few were written");
    CHECK(fail_in_turn(&trial, OPEN, EMFILE) > 0, "few were opened");
    trial.maybe_harmless = true;
    CHECK(fail_in_turn(&trial, CLOSE, EIO) > 0, "few were closed");
}

static void fail_asking(ask *what, const char *name)
{
    const asked of = {what};
    fail_each(trial_of(run_in_scratch, &of, name), 10);
}

TEST_CASE(tables_fail)
{
    fail_asking(ask_edges, "edges");
    fail_asking(ask_sorted_edges, "sorted edges");
    no_nameless = true;
    fail_asking(ask_edges, "edges without nameless files");
    no_nameless = false;
}

TEST_CASE(lists_fail)
{
    fail_asking(ask_triangles, "triangles");
    fail_asking(ask_sorted_triangles, "sorted triangles");
    fail_each(trial_of(sort_triples, NULL, "triples"), 3);
}

TEST_CASE(trusses_and_cores_fail)
{
    fail_asking(ask_trusses, "trusses");
    fail_asking(ask_trusses_in_memory, "trusses in memory");
    fail_asking(ask_cores, "cores");
}

TEST_CASE(partitions_fail)
{
    fail_asking(ask_trust, "TRUST");
    fail_asking(ask_trix, "TriX");
}

TEST_CASE(converting_fails)
{
    const asked of = {ask_format};
    size_t converted = 0;
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        format = test_format_name(f);
        if (format == NULL) continue;
        no_faults();
        const tricorn_status status = run_in_scratch(&of);
        if (status == TRICORN_UNSUPPORTED) continue;
        WORKS(status);
        fail_asking(ask_format, format);
        converted++;
    }
    CHECK(converted > 5, "%zu formats", converted);
}

/* What is removed needs to be opened, but does not matter. writes: each, or every so many, of
 * which each file has few. */
static void fail_joined(ask_with *what, const char *name, int64_t writes)
{
    const joined of = {what};
    fault_trial trial = trial_of(run_joined, &of, name);
    trial.after = go_on;
    trial.step = writes;
    CHECK(fail_in_turn(&trial, WRITE, ENOSPC) > 10, "few were written");
    trial.step = EACH;
    CHECK(fail_in_turn(&trial, READ, EIO) > 10, "few were read");
    CHECK(fail_in_turn(&trial, SYNC, EIO) > 10, "few were synchronised");
    CHECK(fail_in_turn(&trial, LINK, EPERM) > 0, "few were linked");
    CHECK(fail_in_turn(&trial, RENAME, EACCES) > 3, "few were renamed");
    trial.maybe_harmless = true;
    CHECK(fail_in_turn(&trial, OPEN, EMFILE) > 10, "few were opened");
    CHECK(fail_in_turn(&trial, FOLDER, ENOMEM) > 3, "few folders were made");
    CHECK(fail_in_turn(&trial, CLOSE, EIO) > 10, "few were closed");
}

static tricorn_status ask_joined_total(const tricorn_graph *graph, const tricorn_options *count)
{
    return ask_total(graph, count);
}

static tricorn_status ask_joined_blocks(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_options options = *count;
    options.partition = "trust";
    options.blocks = 4;
    return ask_total(graph, &options);
}

TEST_CASE(joining_fails)
{
    fail_joined(ask_joined_total, "joined", 1);
    fail_joined(ask_joined_blocks, "joined blocks", EACH);
    fail_joined(ask_joined_vertices, "joined vertices", EACH);
    fail_joined(ask_joined_edges, "joined edges", EACH);
}

TEST_CASE(signals_interrupt)
{
    ask_with *const asks[] = {ask_joined_total, ask_joined_blocks, ask_joined_vertices, ask_joined_edges};
    for (size_t a = 0; a < LENGTH(asks); a++) {
        const joined of = {asks[a]};
        no_faults();
        faults.interrupt = true;
        WORKS(run_joined(&of));
        go_on(&of); /* with what is there */
    }
    no_faults();
}

/* ---- fixture ---- */

static void create(void)
{
    edge_list edges = make_windmill(SIZE, COPIES);
    no_faults();
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, 2);
    test_folder_create(&fixture.inputs);
    test_folder_create(&fixture.outputs);
    test_folder_path(&fixture.inputs, "graph.txt", fixture.graph);
    test_folder_path(&fixture.outputs, "table.bin", fixture.table);
    test_folder_path(&fixture.outputs, "work", fixture.work);
    test_file_write_edges(fixture.graph, &edges, TEST_EDGES, TEST_PLAIN);
    edge_list_free(&edges);
}

static void destroy(void)
{
    test_folder_remove(&fixture.inputs);
    test_folder_remove(&fixture.outputs);
    test_context_free(&fixture.allocator, fixture.context);
}

TEST_MAIN_EACH(create, destroy)
