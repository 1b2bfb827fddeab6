/* test_ranges.c - numbers, names and enums out of range: each call refuses them by a message, and
 * nothing crashes, ends the process or has an output. */
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"

enum { MOST_THREADS = 4096, MOST_BLOCKS = 4096, KARATE_VERTICES = 34 };

static tricorn_graph *karate;
static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0};

static int take_any(void *user, const uint32_t *list, uint64_t count)
{
    (void)user, (void)list, (void)count;
    return 0;
}

static int take_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    (void)support;
    return take_any(user, ends, count);
}

static void check_refused(tricorn_status status, const char *part, const char *what)
{
    const char *message = tricorn_context_message(fixture.context);
    CHECK_EQ(status, TRICORN_INVALID_ARGUMENT, "%s: %s", what, message);
    CHECK(strstr(message, part) != NULL, "%s: \"%s\" lacks \"%s\"", what, message, part);
}

/* ---- threads ---- */

/* Without this, LLVM's OpenMP would end the process. A library with sanitizers has mapped too
 * much to run under such a limit. This comes first, before any thread was started. */
TEST_CASE(threads_that_do_not_start)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    enum { REFUSED = 42 };
    const pid_t child = fork();
    int outcome = 0;
    if (child == 0) {
        const struct rlimit limit = {(rlim_t)4 << 30, (rlim_t)4 << 30}; /* 8 MiB for each stack */
        tricorn_context *made = NULL;
        if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(1);
        const tricorn_status status =
          tricorn_context_create(OPTIONS(tricorn_context_options, .threads = MOST_THREADS), &made);
        const bool told = strstr(tricorn_context_message(NULL), "threads") != NULL;
        _exit(status == TRICORN_UNSUPPORTED && made == NULL && told ? REFUSED : 2);
    }
    CHECK(waitpid(child, &outcome, 0) == child, "waiting");
    CHECK(WIFEXITED(outcome) && WEXITSTATUS(outcome) == REFUSED, "outcome 0x%x", outcome);
#endif
}

static const uint32_t too_many[] = {
  MOST_THREADS + 1, 5000, 1 << 15, 40000, 65536, 100000, 1u << 31, INT_MAX, UINT32_MAX - 1, UINT32_MAX};
enum { TOO_MANY = LENGTH(too_many) };

TEST_CASE(threads_of_a_context)
{
    static const uint32_t right[] = {1, 2, 3, 300, MOST_THREADS};
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *made = NULL;
    for (size_t i = 0; i < TOO_MANY; i++) {
        options.threads = too_many[i];
        CHECK_EQ(tricorn_context_create(&options, &made), TRICORN_INVALID_ARGUMENT, "%u threads", too_many[i]);
        CHECK(made == NULL, "no context");
        CHECK_MESSAGE(NULL, "'threads'");
        CHECK_MESSAGE(NULL, "4096");
    }
    for (size_t i = 0; i < LENGTH(right); i++) {
        options.threads = right[i];
        CHECK_EQ(tricorn_context_create(&options, &made), TRICORN_OK, "%u threads: %s", right[i],
          tricorn_context_message(NULL));
        assert_string_equal(tricorn_context_message(NULL), "");
        CHECK_EQ(tricorn_context_threads(made), right[i], "threads");
        tricorn_context_free(made);
        made = NULL;
    }
}

/* A thread that is not asked for has 8 MiB of the memory that is given. */
TEST_CASE(threads_by_memory)
{
    static const struct {
        uint64_t mebibytes;
        uint32_t most;
    } cases[] = {{1, 1}, {8, 1}, {15, 1}, {16, 2}, {24, 3}};
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *made = NULL;
    CHECK_EQ(tricorn_context_create(NULL, &made), TRICORN_OK, "no options");
    const uint32_t all = tricorn_context_threads(made);
    tricorn_context_free(made);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        options.process_bytes_limit = cases[i].mebibytes << 20;
        CHECK_EQ(tricorn_context_create(&options, &made), TRICORN_OK, "case %zu", i);
        CHECK_EQ(tricorn_context_threads(made), all < cases[i].most ? all : cases[i].most, "case %zu", i);
        tricorn_context_free(made);
    }
    options.threads = 5;
    CHECK_EQ(tricorn_context_create(&options, &made), TRICORN_OK, "little memory");
    CHECK_EQ(tricorn_context_threads(made), 5, "asked for");
    tricorn_context_free(made);
}

/* Every call that counts, with these options. */
static void check_options(const tricorn_options *options, const char *part, const char *what)
{
    tricorn_context *context = fixture.context;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_trusses *trusses = NULL;
    tricorn_graph *made = NULL;
    tricorn_plan *plan = NULL;
    uint64_t counts[KARATE_VERTICES];

    tricorn_visitor visitor = *OPTIONS(tricorn_visitor, .edges = take_edges, .triangles = take_any);
    tricorn_table_options table = *OPTIONS(tricorn_table_options, .count = options);
    tricorn_truss_options truss = *OPTIONS(tricorn_truss_options, .count = options);
    check_refused(tricorn_count(context, karate, options, &result), part, what);
    check_refused(tricorn_plan_create(context, karate, options, &plan), part, what);
    check_refused(tricorn_vertex_triangles(context, karate, options, counts, &result), part, what);
    check_refused(tricorn_edge_support(context, karate, options, &visitor, &result), part, what);
    check_refused(tricorn_triangle_list(context, karate, options, &visitor, &result), part, what);
    check_refused(tricorn_trussness(context, karate, &truss, &trusses, &result), part, what);
    check_refused(tricorn_truss(context, karate, 3, &truss, &made, &result), part, what);
    for (int t = TRICORN_TABLE_VERTICES; t <= TRICORN_TABLE_TRIANGLES; t++) {
        table.table = (tricorn_table)t;
        check_refused(tricorn_table_save(context, karate, fixture.path, &table, &result), part, what);
    }
    CHECK(plan == NULL && trusses == NULL && made == NULL && result.triangles == 0, "%s has an output", what);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "%s: files", what);
}

/* Every call that loads for a count with these options. */
static void check_loading_for(const tricorn_options *options, const char *part, const char *what)
{
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    tricorn_context *context = fixture.context;
    static const uint64_t wide[] = {0, 1}, offsets[] = {0};
    tricorn_graph *made = NULL;

    tricorn_load_options load = *LOADING(.count = options);
    check_refused(tricorn_graph_from_edges32(context, pairs, 3, &load, &made), part, what);
    check_refused(tricorn_graph_from_edges64(context, wide, 1, &load, &made), part, what);
    check_refused(tricorn_graph_from_csr(context, 0, offsets, NULL, &load, &made), part, what);
    check_refused(tricorn_graph_load(context, "/dev/null", &load, &made), part, what);
    check_refused(tricorn_graph_read(context, 0, "x", &load, &made), part, what);
    check_refused(tricorn_graph_estimate(context, "/dev/null", &load, &estimate), part, what);
    CHECK(made == NULL, "%s has an output", what);
}

TEST_CASE(numbers_of_a_count)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    for (size_t i = 0; i < TOO_MANY; i++) {
        options.threads = too_many[i];
        check_options(&options, "'threads'", "threads");
        check_loading_for(&options, "'threads'", "threads");
        options.threads = 0;
        options.blocks = too_many[i];
        check_options(&options, "'blocks'", "blocks");
        check_loading_for(&options, "'blocks'", "blocks");
        options.blocks = 0;
    }
    static const uint32_t blocks[] = {1, 2, 3, 4, 5, 100, MOST_BLOCKS - 1, MOST_BLOCKS};
    for (size_t i = 0; i < LENGTH(blocks); i++) {
        options.blocks = blocks[i];
        WORKS(tricorn_count(fixture.context, karate, &options, &result));
        CHECK_EQ(result.triangles, 45, "in %u blocks", blocks[i]);
        CHECK(result.cut.blocks >= blocks[i], "%u blocks are %u", blocks[i], result.cut.blocks);
    }
}

/* ---- vertices and indices ---- */

TEST_CASE(vertices_out_of_range)
{
    static const char lines[] = "ann bob\nbob cid\ncid ann\n";
    static const uint32_t no_vertices[] = {
      KARATE_VERTICES, KARATE_VERTICES + 1, 1000, 1u << 31, UINT32_MAX - 1, UINT32_MAX};
    test_file_write(fixture.path, lines, sizeof lines - 1, TEST_PLAIN);
    tricorn_graph *named = test_load(fixture.context, fixture.path, LOADING(.input.ids = TRICORN_IDS_STRING));
    unlink(fixture.path);
    for (uint32_t v = 0; v < KARATE_VERTICES; v++)
        CHECK(tricorn_graph_id(karate, v) <= KARATE_VERTICES && !tricorn_graph_label(karate, v), "vertex %u", v);
    for (uint32_t v = 0; v < 3; v++) {
        static const char *const names[] = {"ann", "bob", "cid"};
        const uint64_t number = tricorn_graph_id(named, v);
        CHECK(number < 3, "the number of string %u", v);
        assert_string_equal(tricorn_graph_label(named, v), names[number]);
    }
    for (size_t i = 0; i < LENGTH(no_vertices); i++) {
        CHECK_EQ(tricorn_graph_id(karate, no_vertices[i]), UINT64_MAX, "%u", no_vertices[i]);
        CHECK_EQ(tricorn_graph_id(named, no_vertices[i]), UINT64_MAX, "%u", no_vertices[i]);
        CHECK(tricorn_graph_label(karate, no_vertices[i]) == NULL, "%u", no_vertices[i]);
        CHECK(tricorn_graph_label(named, no_vertices[i]) == NULL, "%u", no_vertices[i]);
    }
    CHECK(tricorn_graph_label(named, 3) == NULL, "one past the end");
    tricorn_graph_free(named);
}

TEST_CASE(indices_out_of_range)
{
    const size_t past[] = {0, 1, 1000, (size_t)1 << 32, SIZE_MAX / 2};
    for (size_t i = 0; i < LENGTH(past); i++) {
        CHECK(tricorn_format_at(tricorn_format_count() + past[i]) == NULL, "formats");
        CHECK(tricorn_model_at(tricorn_model_count() + past[i]) == NULL, "models");
        CHECK(tricorn_algorithm_at(tricorn_algorithm_count() + past[i]) == NULL, "algorithms");
        CHECK(tricorn_instruction_set_at(tricorn_instruction_set_count() + past[i]) == NULL, "instruction sets");
    }
    CHECK(!tricorn_format_at(SIZE_MAX) && !tricorn_model_at(SIZE_MAX), "the last index");
    CHECK(!tricorn_algorithm_at(SIZE_MAX) && !tricorn_instruction_set_at(SIZE_MAX), "likewise");
    for (int s = -2; s < 20; s++) CHECK(tricorn_status_string((tricorn_status)s)[0] != 0, "status %d", s);
}

/* ---- arrays ---- */

TEST_CASE(lengths_of_arrays)
{
    static const uint64_t lengths[] = {UINT64_MAX, UINT64_MAX - 1, UINT64_MAX / 2, UINT64_MAX / 2 + 1, UINT64_MAX / 8,
      UINT64_MAX / 8 + 1, UINT64_MAX / 16, UINT64_MAX / 16 + 1, UINT64_MAX / 32, (uint64_t)1 << 63, (uint64_t)1 << 61,
      (uint64_t)1 << 60, (uint64_t)1 << 59, (uint64_t)1 << 58, (uint64_t)1 << 50};
    static const uint64_t wide[] = {0, 1};
    tricorn_context *context = fixture.context;
    tricorn_graph *made = NULL;
    for (size_t i = 0; i < LENGTH(lengths); i++) {
        const uint64_t offsets[] = {0, 1, lengths[i]};
        const tricorn_status statuses[] = {tricorn_graph_from_edges32(context, pairs, lengths[i], NULL, &made),
          tricorn_graph_from_edges64(context, wide, lengths[i], NULL, &made),
          tricorn_graph_from_csr(context, 2, offsets, pairs, NULL, &made)};
        for (int s = 0; s < 3; s++)
            CHECK(statuses[s] == TRICORN_INVALID_ARGUMENT || statuses[s] == TRICORN_OUT_OF_MEMORY,
              "call %d with %llu: status %d", s, (unsigned long long)lengths[i], statuses[s]);
        CHECK(made == NULL, "%llu has an output", (unsigned long long)lengths[i]);
    }
}

/* A save and its check refuse the columns. */
static void check_columns(const tricorn_save_options *save, const char *part)
{
    tricorn_context *context = fixture.context;
    check_refused(tricorn_graph_save(context, karate, fixture.path, save), part, part);
    check_refused(tricorn_save_options_check(context, "x.gml", save), part, part);
}

TEST_CASE(columns)
{
    static const uint64_t counts[100];
    static const double reals[100] = {NAN};
    const struct {
        const char *part;
        tricorn_column columns[2];
        size_t count;
    } wrong[] = {
      {"_columns[0].name has to be", {{.name = NULL, .counts = counts}}, 1},
      {"_columns[0].name has to be", {{.name = "", .counts = counts}}, 1},
      {"_columns[0].name has to be", {{.name = "a b", .counts = counts}}, 1},
      {"_columns[0].name has to be", {{.name = "abcdefghijklmnopq", .counts = counts}}, 1},
      {"_columns[0] needs either", {{.name = "a"}}, 1},
      {"_columns[0] needs either", {{.name = "a", .counts = counts, .reals = reals}}, 1},
      {"which the formats use", {{.name = "weight", .counts = counts}}, 1},
      {"two columns 'a'", {{.name = "a", .counts = counts}, {.name = "a", .reals = reals}}, 2},
      {"array of up to 16", {{.name = "a", .counts = counts}}, 17},
      {"array of up to 16", {{.name = "a", .counts = counts}}, SIZE_MAX},
    };
    tricorn_save_options save = *SAVING(.format = "gml");
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        save.vertex_columns = wrong[i].columns;
        save.vertex_column_count = wrong[i].count;
        check_columns(&save, wrong[i].part);
        save.vertex_column_count = 0;
        save.edge_columns = wrong[i].columns;
        save.edge_column_count = wrong[i].count;
        check_columns(&save, wrong[i].part);
        save.edge_column_count = 0;
    }
    save.vertex_columns = NULL;
    save.vertex_column_count = 1;
    check_columns(&save, "vertex_columns has to be");
    save.vertex_columns = &(tricorn_column){.name = "a", .reals = reals};
    check_refused(tricorn_graph_save(fixture.context, karate, fixture.path, &save), "not finite", "NaN");
}

TEST_CASE(rows)
{
    static const struct {
        const char *part;
        uint32_t vertices;
        uint64_t offsets[4];
        uint32_t targets[4];
    } wrong[] = {
      {"offsets[0] is 1", 0, {1}, {0}},
      {"offsets[0] is 1", 1, {1, 1}, {0}},
      {"offsets[0] is 1", 2, {1, 2, 2}, {0, 1}},
      {"offsets[0] is 18446744073709551615", 1, {UINT64_MAX, UINT64_MAX}, {0}},
      {"offsets[0] is 2", 2, {2, 1, 0}, {0}},
      {"offsets fall from 2 to 1 behind vertex 1", 2, {0, 2, 1}, {1, 1}},
      {"offsets fall from 1 to 0 behind vertex 2", 3, {0, 0, 1, 0}, {1}},
      {"targets[0] is 2", 2, {0, 1, 1}, {2}},
      {"targets[1] is 4294967295", 2, {0, 1, 2}, {1, UINT32_MAX}},
      {"2^32 - 2", UINT32_MAX, {0}, {0}},
    };
    static const uint64_t fine[] = {0, 2, 3, 3};
    static const uint32_t of_triangle[] = {1, 2, 2};
    tricorn_graph *made = NULL;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        check_refused(
          tricorn_graph_from_csr(fixture.context, wrong[i].vertices, wrong[i].offsets, wrong[i].targets, NULL, &made),
          wrong[i].part, wrong[i].part);
        CHECK(made == NULL, "a failure has no output");
    }
    WORKS(tricorn_graph_from_csr(fixture.context, 3, fine, of_triangle, NULL, &made));
    CHECK_EQ(test_triangles(fixture.context, made, NULL), 1, "triangles");
    tricorn_graph_free(made);
}

/* ---- names and enums ---- */

/* Longer than any name, and than any setting of a parameter. */
#define LONG "a-name-that-is-longer-than-any-name-that-there-is-in-this-library-of-triangles"
static const char long_word[] = LONG LONG;
static const char long_setting[] = "cpu-adaptive." LONG LONG "=1";

static const char *const no_names[] = {"", " ", "x", "AUTO", "auto ", "cpu,gpu", "%s%n", "\xff\xfe", "\n", long_word};
enum { NO_NAMES = LENGTH(no_names) };

TEST_CASE(names_of_a_count)
{
    for (size_t i = 0; i < NO_NAMES; i++) {
        tricorn_options options = *COUNTING(.algorithm = no_names[i]);
        check_options(&options, "no algorithm '", no_names[i]);
        options.algorithm = NULL;
        options.device = no_names[i];
        check_options(&options, "no device '", no_names[i]);
        CHECK(!tricorn_device_is_name(no_names[i]), "'%s'", no_names[i]);
        CHECK(!tricorn_instruction_set_usable(no_names[i]), "'%s'", no_names[i]);
    }
    static const char *const devices[] = {"gpu:", "gpu:x", "gpu:-1", "gpu:0,", "gpu:,0", "gpux", "gpu 0",
      "gpu:4294967295", "gpu: 0", "cpu:0", "cpu,gpu:0", "gpu:99999999999999999999", "gpu:0x1", "gpu:0;1"};
    for (size_t i = 0; i < LENGTH(devices); i++) {
        CHECK(!tricorn_device_is_name(devices[i]), "'%s'", devices[i]);
        check_options(COUNTING(.device = devices[i]), "no device '", devices[i]);
    }
}

TEST_CASE(parameters_of_a_count)
{
    static const char *const wrong[] = {"x", "=", ".", ".=", "a.b", "a=b", "a.b=", "=.", "trust.=5", ".block_row=5",
      "x.y=1", "trust", "\xff.\xff=1", "a.b=c=d.e", "cpu-adaptive.x=1", long_setting};
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        options.parameters = wrong[i];
        check_options(&options, "", wrong[i]);
    }
    static const char *const nothing[] = {"", " ", ",", " , ,, "};
    for (size_t i = 0; i < LENGTH(nothing); i++) {
        options.parameters = nothing[i];
        WORKS(tricorn_count(fixture.context, karate, &options, &result));
    }
}

TEST_CASE(shares_of_tables)
{
    static const tricorn_table tables[] = {
      TRICORN_TABLE_VERTICES, TRICORN_TABLE_EDGES, TRICORN_TABLE_TRIANGLES, TRICORN_TABLE_GENERALIZED};
    tricorn_context *context = fixture.context;
    tricorn_trusses *trusses = NULL;
    tricorn_table_options table = *OPTIONS(tricorn_table_options, .shares = 2);
    for (size_t i = 0; i < LENGTH(tables); i++) {
        table.table = tables[i];
        check_refused(
          tricorn_table_save(context, karate, fixture.path, &table, NULL), "share", "a share of a graph in memory");
    }
    CHECK_EQ(
      tricorn_trussness(context, karate, NULL, &trusses, NULL), TRICORN_OK, "%s", tricorn_context_message(context));
    check_refused(tricorn_trusses_save(context, trusses, fixture.path, &table), "shares", "a share of trussness");
    tricorn_trusses_free(trusses);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files are left");
}

TEST_CASE(names_of_vertices)
{
    for (size_t i = 0; i < NO_NAMES; i++) {
        check_options(COUNTING(.relabel = no_names[i]), "relabelled by '", no_names[i]);
    }
}

/* No format has this name, of graphs or of tables. */
static void check_format(const char *name)
{
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_save_options save = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_table_options table = TRICORN_TABLE_OPTIONS_INIT;
    tricorn_context *context = fixture.context;
    tricorn_graph *made = NULL;
    load.input.format = save.format = table.format = name;
    check_refused(tricorn_graph_load(context, "/dev/null", &load, &made), "format '", name);
    check_refused(tricorn_load_options_check(context, &load), "format '", name);
    check_refused(tricorn_graph_save(context, karate, fixture.path, &save), "format '", name);
    check_refused(tricorn_table_save(context, karate, fixture.path, &table, NULL), "format '", name);
    check_refused(tricorn_save_options_check(context, "x.txt", &save), "format '", name);
    check_refused(tricorn_table_options_check(context, "x.txt", &table), "format '", name);
    CHECK(made == NULL, "a failure has no output");
}

/* No compression has this name. */
static void check_compression(const char *name)
{
    tricorn_table_options table = TRICORN_TABLE_OPTIONS_INIT;
    tricorn_context *context = fixture.context;
    static const char part[] = "compression '";
    tricorn_save_options save = *SAVING(.format = "edges");
    save.compression = table.compression = name;
    check_refused(tricorn_graph_save(context, karate, fixture.path, &save), part, name);
    check_refused(tricorn_table_save(context, karate, fixture.path, &table, NULL), part, name);
    check_refused(tricorn_save_options_check(context, NULL, &save), part, name);
    check_refused(tricorn_table_options_check(context, NULL, &table), part, name);
}

/* No option of loading takes this name, and it is no condition. */
static void check_loading(const char *name)
{
    tricorn_load_options order = TRICORN_LOAD_OPTIONS_INIT, prepare = order, combine = order;
    tricorn_load_options missing = order, where = order;
    tricorn_context *context = fixture.context;
    tricorn_graph *made = NULL;
    order.graph.order = prepare.graph.prepare = name;
    combine.graph.combine = missing.text.missing = name;
    where.where = &name;
    where.where_count = 1;
    check_refused(tricorn_graph_from_edges32(context, pairs, 3, &order, &made), "order '", name);
    check_refused(tricorn_graph_from_edges32(context, pairs, 3, &prepare, &made), "preparation '", name);
    check_refused(tricorn_load_options_check(context, &combine), "combine '", name);
    check_refused(tricorn_load_options_check(context, &missing), "missing '", name);
    check_refused(tricorn_load_options_check(context, &where), "condition '", name);
    CHECK(made == NULL, "a failure has no output");
}

TEST_CASE(names_of_files)
{
    static const int no_enums[] = {-1, 2, 3, 77, INT_MAX, INT_MIN};
    tricorn_context *context = fixture.context;
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *made = NULL;
    check_refused(tricorn_graph_load(context, "", NULL, &made), "path", "an empty path");
    check_refused(tricorn_graph_read(context, 0, "", NULL, &made), "name", "an empty name");
    check_refused(tricorn_graph_estimate(context, "", NULL, &estimate), "path", "an empty path");
    check_refused(tricorn_work_describe(context, "", &described, NULL, NULL), "path", "an empty path");
    check_refused(tricorn_graph_save(context, karate, "", NULL), "path", "an empty path");
    check_refused(tricorn_table_save(context, karate, "", NULL, NULL), "path", "an empty path");
    for (size_t i = 0; i < NO_NAMES; i++) {
        check_format(no_names[i]);
        check_compression(no_names[i]);
        check_loading(no_names[i]);
    }
    for (size_t i = 0; i < LENGTH(no_enums); i++) {
        if (no_enums[i] != TRICORN_IDS_STRING)
            check_refused(
              tricorn_graph_load(context, "/dev/null", LOADING(.input.ids = (tricorn_ids)no_enums[i]), &made),
              "tricorn_ids", "an enum");
        tricorn_table_options table = *OPTIONS(tricorn_table_options, .share = (uint32_t)i, .shares = (uint32_t)i);
        if (i > 0)
            check_refused(tricorn_table_save(context, karate, fixture.path, &table, NULL), "share", "no such share");
        table.share = table.shares = 0;
        if (no_enums[i] >= 0 && no_enums[i] <= TRICORN_TABLE_SIMILARITY) continue; /* a table */
        table.table = (tricorn_table)no_enums[i];
        check_refused(tricorn_table_save(context, karate, fixture.path, &table, NULL), "tricorn_table", "an enum");
    }
    CHECK(made == NULL && test_folder_count(&fixture.folder) == 0, "a failure has no output");
}

/* Nothing can be read there; what is open stays so. */
TEST_CASE(descriptors_to_read)
{
    const int writing = open("/dev/null", O_WRONLY), closed = dup(writing);
    const int folder = open("/", O_RDONLY | O_DIRECTORY);
    const int wrong[] = {-1, INT_MIN, INT_MAX, closed, writing, folder};
    tricorn_graph *made = NULL;
    close(closed);
    for (size_t i = 0; i < LENGTH(wrong); i++)
        FAILS(tricorn_graph_read(fixture.context, wrong[i], "x", NULL, &made), TRICORN_IO_ERROR);
    CHECK(made == NULL, "a failure has no output");
    CHECK(close(writing) == 0 && close(folder) == 0, "the caller's descriptors stay open");
}

TEST_CASE(names_of_a_context)
{
    for (size_t i = 0; i < NO_NAMES; i++) {
        tricorn_context *made = NULL;
        CHECK_EQ(tricorn_context_create(OPTIONS(tricorn_context_options, .instruction_set = no_names[i]), &made),
          TRICORN_INVALID_ARGUMENT, "'%s'", no_names[i]);
        CHECK_MESSAGE(NULL, "portable");
        CHECK(made == NULL, "no context");
    }
}

/* Each may be refused or made, but with these limits only small graphs can be. */
TEST_CASE(parameters_of_models)
{
    static const char *const parameters[] = {
      "",
      " ,, ",
      "=",
      "x",
      "x=1",
      "vertices",
      "vertices=",
      "vertices=-1",
      "vertices=x",
      "vertices=1.5",
      "vertices=1e400",
      "vertices=1e-400",
      "vertices=nan",
      "vertices=inf",
      "vertices=0",
      "vertices=0x10",
      "vertices=1 vertices=2",
      "vertices=18446744073709551616",
      "edges=1e30",
      "scale=64",
      "scale=-1",
      "seed=1",
      "stars=",
      "stars=0-0",
      "stars=3-4-B9",
      "stars=----",
      "=1",
      "vertices==1",
      "vertices=1=2",
      "vertices=1e+",
      "vertices=.",
      "vertices=1.e3",
    };
    tricorn_context *small =
      test_new_context(OPTIONS(tricorn_context_options, .threads = 1, .host_bytes_limit = 64 << 20));
    for (size_t m = 0; m < tricorn_model_count(); m++)
        for (size_t p = 0; p < LENGTH(parameters); p++) {
            tricorn_graph *made = NULL;
            const tricorn_status status =
              tricorn_graph_generate(small, tricorn_model_at(m)->name, parameters[p], UINT64_MAX, &made);
            CHECK(status == TRICORN_OK || status == TRICORN_INVALID_ARGUMENT || status == TRICORN_OUT_OF_MEMORY,
              "%s %s: status %d", tricorn_model_at(m)->name, parameters[p], status);
            CHECK_EQ(made != NULL, status == TRICORN_OK, "the output");
            tricorn_graph_free(made);
        }
    for (size_t i = 0; i < NO_NAMES; i++) {
        tricorn_graph *made = NULL;
        check_refused(
          tricorn_graph_generate(fixture.context, no_names[i], NULL, 0, &made), "no graph model '", no_names[i]);
    }
    tricorn_context_free(small);
}

/* No function succeeds, and none crashes, where a context has no memory to give. */
TEST_CASE(no_memory_at_all)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_context *poor = NULL;
    tricorn_graph *made = NULL;
    tricorn_context_options options = *OPTIONS(tricorn_context_options, .threads = 1);
    for (options.host_bytes_limit = 1; options.host_bytes_limit < 200; options.host_bytes_limit *= 3) {
        REQUIRE_OK(NULL, tricorn_context_create(&options, &poor));
        CHECK_EQ(tricorn_graph_from_edges32(poor, pairs, 3, NULL, &made), TRICORN_OUT_OF_MEMORY, "edges");
        CHECK_EQ(tricorn_count(poor, karate, NULL, &result), TRICORN_OUT_OF_MEMORY, "count");
        CHECK(made == NULL, "no graph");
        CHECK_EQ(tricorn_context_bytes(poor), 0, "bytes");
        tricorn_context_free(poor);
    }
}

static void set_up(void)
{
    test_fixture_open(1);
    karate = edge_list_into_graph(fixture.context, make_karate());
}

static void tear_down(void)
{
    tricorn_graph_free(karate);
    test_fixture_close();
}

TEST_MAIN_BETWEEN(set_up, tear_down)
