/* change.c - the verb change: the triangles of a graph after batches of edges. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "output.h"
#include "table.h"
#include "text.h"

enum { OPTION_REMOVE = CLI_OWN_AFTER_TABLE, OPTION_ADD, OPTION_BATCH, OPTION_DEVICE };
enum { OPTION_VERTICES = OPTION_DEVICE + 1, MOST_PAIRS = INT32_MAX };

static const struct poptOption own_options[] = {
    CLI_TABLE_OPTION("remove", '\0', POPT_ARG_STRING, OPTION_REMOVE,
                     "remove the edges in PAIRS, an edge list as text or raw pairs", "PAIRS"),
    CLI_TABLE_OPTION("add", '\0', POPT_ARG_STRING, OPTION_ADD,
                     "add the edges in PAIRS, between vertices of FILE", "PAIRS"),
    CLI_TABLE_OPTION("batch", '\0', POPT_ARG_STRING, OPTION_BATCH,
                     "in batches of N pairs of each [all at once]", "N"),
    CLI_TABLE_OPTION("device", '\0', POPT_ARG_STRING, OPTION_DEVICE,
                     "keep the graph on the cpu, gpu or gpu:N [cpu]", "NAME"),
    CLI_TABLE_OPTION("vertices", '\0', POPT_ARG_NONE, OPTION_VERTICES,
                     "write a table: id, triangles after the last batch", NULL),
    CLI_TABLE_OPTIONS("only the K vertices in the most triangles, most first"),
    POPT_TABLEEND,
};

typedef struct pair_list {
    uint32_t *ends;
    uint64_t count;
} pair_list;

/* What is asked for, and found. */
typedef struct changes {
    tricorn_graph_description described;
    tricorn_changing *state;
    pair_list removed, added;
    uint64_t batch, top; /* pairs of each at once */
    bool table;
    uint64_t triangles;            /* before */
    tricorn_batch_result *batches; /* after each */
    size_t batch_count;
    double seconds; /* of the first count */
} changes;

static int check(const cli_session *session, changes *asked)
{
    const char *batch = cli_own(session, OPTION_BATCH);

    asked->batch = MOST_PAIRS;
    if (batch != NULL && !cli_parse_number(batch, 1, MOST_PAIRS, &asked->batch))
        return cli_usage(session->verb, "--batch needs a whole number from 1 on, not '%s'",
                         batch);
    asked->table = cli_own(session, OPTION_VERTICES) != NULL;
    return cli_table_check_vertices(session, asked->table, &asked->top);
}

/* A table must not go where pairs are read. */
static int check_files(const cli_session *session, const changes *asked)
{
    int code = CLI_DONE;

    for (int option = OPTION_REMOVE; asked->table && option <= OPTION_ADD; option++)
        if (code == CLI_DONE && cli_own(session, option) != NULL)
            code =
                cli_check_not_input(session, cli_table_output(session), cli_own(session, option));
    return code;
}

/* Nothing, if no file is named. */
static int load_pairs(cli_session *session, const tricorn_graph *graph, const char *path,
                      pair_list *list)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;

    if (path == NULL) return CLI_DONE;
    options.ids = session->options.ids;
    return cli_step_end(
        session, CLI_READING,
        tricorn_pairs_load(session->context, graph, path, &options, &list->ends, &list->count));
}

static int load_batches(cli_session *session, const tricorn_graph *graph, changes *made)
{
    int code = load_pairs(session, graph, cli_own(session, OPTION_REMOVE), &made->removed);

    if (code == CLI_DONE)
        code = load_pairs(session, graph, cli_own(session, OPTION_ADD), &made->added);
    if (code != CLI_DONE) return code;
    const uint64_t most =
        made->removed.count > made->added.count ? made->removed.count : made->added.count;
    made->batch_count = most > 0 ? (most - 1) / made->batch + 1 : 0;
    made->batches = calloc(made->batch_count + 1, sizeof *made->batches);
    if (made->batches != NULL) return CLI_DONE;
    cli_error("there is no memory for %zu batches", made->batch_count);
    return CLI_FAILED;
}

/* The pairs of one batch. */
static const uint32_t *cut(const pair_list *list, uint64_t first, uint64_t most, uint64_t *count)
{
    const uint64_t left = first < list->count ? list->count - first : 0;

    *count = left < most ? left : most;
    return *count > 0 ? list->ends + 2 * first : NULL;
}

static tricorn_status apply(cli_session *session, changes *made)
{
    tricorn_status status = TRICORN_OK;

    for (size_t b = 0; b < made->batch_count && status == TRICORN_OK; b++) {
        tricorn_batch batch = TRICORN_BATCH_INIT;
        const uint64_t first = b * made->batch;
        batch.removed = cut(&made->removed, first, made->batch, &batch.removed_count);
        batch.added = cut(&made->added, first, made->batch, &batch.added_count);
        made->batches[b] = (tricorn_batch_result)TRICORN_BATCH_RESULT_INIT;
        status = tricorn_changing_apply(session->context, made->state, &batch, &made->batches[b]);
    }
    return status;
}

static int write_table(cli_session *session, const tricorn_graph *graph, const changes *made)
{
    const uint64_t vertices = made->described.vertices + made->described.isolated;
    tricorn_column column = {.name = "triangles"};
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    uint64_t *counts = NULL;
    tricorn_status status =
        tricorn_array_create(session->context, vertices, sizeof *counts, (void **)&counts);

    if (status == TRICORN_OK)
        status = tricorn_changing_vertices(session->context, made->state, counts);
    int code = cli_step_end(session, CLI_COUNTING, status);
    column.counts = counts;
    options.table = TRICORN_TABLE_COLUMNS;
    options.columns = &column;
    options.column_count = 1;
    options.top = made->top;
    if (code == CLI_DONE) code = cli_table_write(session, graph, &options, NULL);
    tricorn_array_free(counts);
    return code;
}

static int change(cli_session *session, const tricorn_graph *graph, changes *made)
{
    const double start = cli_now();
    int code = load_batches(session, graph, made);

    if (code != CLI_DONE) return code;
    const double loaded = cli_now();
    tricorn_status status = tricorn_changing_create_on(
        session->context, graph, cli_own(session, OPTION_DEVICE), &made->state);
    made->described.read_seconds += loaded - start;
    made->seconds = cli_now() - loaded;
    made->triangles = tricorn_changing_triangles(made->state);
    if (status == TRICORN_OK) status = apply(session, made);
    code = cli_step_end(session, CLI_COUNTING, status);
    return code == CLI_DONE && made->table ? write_table(session, graph, made) : code;
}

static double seconds_of_batches(const changes *made)
{
    double sum = 0;
    for (size_t b = 0; b < made->batch_count; b++) sum += made->batches[b].seconds;
    return sum;
}

static void print_json(const cli_session *session, const changes *made)
{
    json_object *answer = cli_json_object(), *seconds = cli_json_object();
    json_object *batches = cli_json_array();

    cli_json_count(answer, "triangles", tricorn_changing_triangles(made->state));
    cli_json_count(answer, "triangles_before", made->triangles);
    cli_json_count(answer, "edges_after", tricorn_changing_edges(made->state));
    cli_json_described(answer, session->options.arguments[0], &made->described);
    for (size_t b = 0; b < made->batch_count; b++) {
        json_object *one = cli_json_object();
        cli_json_count(one, "removed", made->batches[b].removed);
        cli_json_count(one, "added", made->batches[b].added);
        cli_json_count(one, "edges", made->batches[b].edges);
        cli_json_count(one, "triangles", made->batches[b].triangles);
        cli_json_text(one, "method", made->batches[b].method);
        cli_json_real(one, "seconds", made->batches[b].seconds);
        cli_json_append(batches, one);
    }
    cli_json_add(answer, "batches", batches);
    cli_json_text(answer, "output", made->table ? cli_table_output(session) : NULL);
    cli_json_real(seconds, "read", made->described.read_seconds);
    cli_json_real(seconds, "prepare", made->described.prepare_seconds);
    cli_json_real(seconds, "count", made->seconds);
    cli_json_real(seconds, "change", seconds_of_batches(made));
    cli_json_real(seconds, "total", cli_elapsed(session));
    cli_json_add(answer, "seconds", seconds);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
    cli_json_print(answer);
}

/* A line for each batch: the triangles behind it, and what it has changed. */
static void print_lines(const changes *made)
{
    printf("triangles  %" PRIu64 "\n", made->triangles);
    for (size_t b = 0; b < made->batch_count; b++) {
        const tricorn_batch_result *one = &made->batches[b];
        printf("triangles  %" PRIu64 "  edges %" PRIu64 ", %" PRIu64 " removed, %" PRIu64
               " added\n",
               one->triangles, one->edges, one->removed, one->added);
    }
}

static void print(const cli_session *session, const changes *made)
{
    char peak[CLI_NUMBER_BYTES];

    if (session->options.json)
        print_json(session, made);
    else if (!made->table || strcmp(cli_table_output(session), "-") != 0)
        print_lines(made);
    cli_flush_stdout();
    if (session->options.quiet) return;
    cli_note("%" PRIu64 " triangles before, %" PRIu64 " after %zu %s", made->triangles,
             tricorn_changing_triangles(made->state), made->batch_count,
             made->batch_count == 1 ? "batch" : "batches");
    cli_note("read %.3f s, prepare %.3f s, count %.3f s, change %.3f s, total %.3f s; %s at the "
             "most",
             made->described.read_seconds, made->described.prepare_seconds, made->seconds,
             seconds_of_batches(made), cli_elapsed(session), cli_bytes(cli_peak_bytes(), peak));
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    changes made = {.described = TRICORN_GRAPH_DESCRIPTION_INIT};
    tricorn_graph *graph = NULL;
    int code = check(session, &made);

    if (code == CLI_DONE) code = check_files(session, &made);
    if (code == CLI_DONE) code = cli_load(session, path, &graph, &made.described);
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &made.described);
    code = change(session, graph, &made);
    if (code == CLI_DONE) print(session, &made);
    tricorn_changing_free(made.state);
    tricorn_array_free(made.removed.ends);
    tricorn_array_free(made.added.ends);
    free(made.batches);
    tricorn_graph_free(graph); /* the description has texts of it */
    return code;
}

CLI_DEFINE_VERB(change) = {
    .name = "change",
    .arguments = "FILE",
    .summary = "count again after edges are removed and added",
    .description =
        "Reads the graph in FILE (- for standard input), makes it simple, counts its triangles,\n"
        "and keeps them counted while edges are removed and added: it prints the number before,\n"
        "and a line for each batch.  A batch removes its edges before it adds others.  Ids are\n"
        "those of vertices of FILE; edges that are there already, or not there, make no\n"
        "difference.  With --vertices it writes a line for each vertex: its id as in FILE, and\n"
        "the triangles that it is in after the last batch.",
    .examples = "  tricorn change --remove gone.txt --add new.txt graph.txt\n"
                "  tricorn change --add new.txt --batch 1000 --json graph.mtx.gz\n"
                "  tricorn change --add new.txt --vertices --top 10 graph.txt\n",
    .takes = CLI_TAKES_FILE,
    .own = own_options,
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
