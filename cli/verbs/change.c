/* change.c - the verb change: counts the triangles of a graph after each batch of changed edges. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "follow.h"
#include "input.h"
#include "output.h"
#include "table.h"
#include "text.h"

typedef struct pair_list {
    uint32_t *ends;
    uint64_t count;
} pair_list;

/* The changes that the options ask for, and what they have changed. */
typedef struct changes {
    tricorn_graph_description described;
    tricorn_changing *state;
    pair_list removed, added;
    uint64_t triangles; /* the number before the first batch */
    tricorn_batch_result *batches; /* the results of the batches */
    size_t batch_count;
    double seconds; /* the time of the count before the first batch */
} changes;

static size_t stdin_in(const cli_list *files)
{
    return cli_count_stdin((const char *const *)files->words, files->count);
}

static int check(cli_session *session)
{
    const cli_options *options = &session->options;
    const cli_list *const lists[] = {&options->removed, &options->added};
    int code = cli_table_check_rows(session);

    if (code == CLI_DONE && options->follow &&
        (options->removed.count + options->added.count > 0 || options->vertices || options->json ||
          (options->device && strncmp(options->device, "gpu", 3) == 0)))
        code = cli_usage(session->verb, "with --follow leave out --remove, --add, --vertices, --json and --device gpu");
    if (code == CLI_DONE && options->window != CLI_NO_WINDOW && !options->follow)
        code = cli_usage(session->verb, "--window is for --follow");
    if (code == CLI_DONE)
        code = cli_check_stdin(session, options->follow + stdin_in(&options->removed) + stdin_in(&options->added));
    /* The table must not overwrite a file of pairs. */
    for (size_t l = 0; options->vertices && l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; code == CLI_DONE && i < lists[l]->count; i++)
            code = cli_check_not_input(session, cli_table_output(session), lists[l]->words[i]);
    return code;
}

/* Appends the pairs in a file to the list. */
static tricorn_status load_file(cli_session *session, const tricorn_graph *graph, const char *path, pair_list *list)
{
    tricorn_context *context = session->context;
    pair_list more = {0}, both = {0};
    tricorn_status status = cli_read_pairs(session, graph, path, &more.ends, &more.count);
    if (status != TRICORN_OK || list->count == 0) {
        tricorn_array_free(list->ends);
        *list = more;
        return status;
    }
    both.count = list->count + more.count;
    status = tricorn_array_create(context, 2 * both.count, sizeof *both.ends, (void **)&both.ends);
    if (status == TRICORN_OK) {
        memcpy(both.ends, list->ends, 2 * list->count * sizeof *both.ends);
        memcpy(both.ends + 2 * list->count, more.ends, 2 * more.count * sizeof *both.ends);
        tricorn_array_free(list->ends);
        *list = both;
    }
    tricorn_array_free(more.ends);
    return status;
}

static int load_pairs(cli_session *session, const tricorn_graph *graph, const cli_list *paths, pair_list *list)
{
    tricorn_status status = TRICORN_OK;

    for (size_t i = 0; i < paths->count && status == TRICORN_OK; i++)
        status = load_file(session, graph, paths->words[i], list);
    return cli_step_end(session, CLI_READING, status);
}

static uint64_t batch_of(const cli_session *session)
{
    return session->options.batch > 0 ? session->options.batch : INT32_MAX;
}

static int load_batches(cli_session *session, const tricorn_graph *graph, changes *made)
{

    CLI_DO(load_pairs(session, graph, &session->options.removed, &made->removed));
    CLI_DO(load_pairs(session, graph, &session->options.added, &made->added));
    const uint64_t most = made->removed.count > made->added.count ? made->removed.count : made->added.count;
    made->batch_count = most > 0 ? (most - 1) / batch_of(session) + 1 : 0;
    made->batches = calloc(made->batch_count + 1, sizeof *made->batches);
    if (made->batches != NULL) return CLI_DONE;
    cli_error("out of memory: the results of %zu batches", made->batch_count);
    return CLI_FAILED;
}

/* Returns the pairs of the list from number `first` on that are in one batch, at most `most`;
 * *count receives their number. */
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
        const uint64_t most = batch_of(session), first = b * most;
        batch.removed = cut(&made->removed, first, most, &batch.removed_count);
        batch.added = cut(&made->added, first, most, &batch.added_count);
        made->batches[b] = (tricorn_batch_result)TRICORN_BATCH_RESULT_INIT;
        status = tricorn_changing_apply(session->context, made->state, &batch, &made->batches[b]);
    }
    return status;
}

static int write_table(cli_session *session, const tricorn_graph *graph, const changes *made)
{
    const uint64_t vertices = made->described.vertices + made->described.isolated;
    tricorn_column column = {.name = "triangles"};
    uint64_t *counts = NULL;
    tricorn_status status = tricorn_array_create(session->context, vertices, sizeof *counts, (void **)&counts);

    if (status == TRICORN_OK) status = tricorn_changing_vertices(session->context, made->state, counts);
    int code = cli_step_end(session, CLI_COUNTING, status);
    column.counts = counts;
    if (code == CLI_DONE) code = cli_table_columns(session, graph, &column, 1);
    tricorn_array_free(counts);
    return code;
}

static int change(cli_session *session, const tricorn_graph *graph, changes *made)
{
    const double start = cli_now();
    int code = load_batches(session, graph, made);

    if (code != CLI_DONE) return code;
    const double loaded = cli_now();
    tricorn_status status = tricorn_changing_create_on(session->context, graph, session->options.device, &made->state);
    made->described.read_seconds += loaded - start;
    made->seconds = cli_now() - loaded;
    made->triangles = tricorn_changing_triangles(made->state);
    if (status == TRICORN_OK) status = apply(session, made);
    code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE && session->options.follow) return cli_follow(session, made->state);
    return code == CLI_DONE && session->options.vertices ? write_table(session, graph, made) : code;
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
    cli_json_text(answer, "output", session->options.vertices ? cli_table_output(session) : NULL);
    cli_json_prepared(seconds, &made->described);
    cli_json_real(seconds, "count", made->seconds);
    cli_json_real(seconds, "change", seconds_of_batches(made));
    cli_json_finish(session, answer, seconds);
}

/* Prints a line for each batch: the number of triangles after it, and what it has changed. */
static void print_lines(const changes *made)
{
    printf("triangles  %" PRIu64 "\n", made->triangles);
    for (size_t b = 0; b < made->batch_count; b++) {
        const tricorn_batch_result *one = &made->batches[b];
        printf("triangles  %" PRIu64 "  edges %" PRIu64 ", %" PRIu64 " removed, %" PRIu64 " added\n", one->triangles,
          one->edges, one->removed, one->added);
    }
}

static void print(const cli_session *session, const changes *made)
{
    char peak[CLI_NUMBER_BYTES];

    if (session->options.json)
        print_json(session, made);
    else if (!session->options.vertices || strcmp(cli_table_output(session), "-") != 0)
        print_lines(made);
    cli_flush_stdout();
    if (session->options.quiet) return;
    cli_note("%" PRIu64 " triangles before, %" PRIu64 " after %zu %s", made->triangles,
      tricorn_changing_triangles(made->state), made->batch_count, made->batch_count == 1 ? "batch" : "batches");
    cli_note("read %.3f s, prepare %.3f s, count %.3f s, change %.3f s, total %.3f s; %s at the "
             "most",
      made->described.read_seconds, made->described.prepare_seconds, made->seconds, seconds_of_batches(made),
      cli_elapsed(session), cli_bytes(cli_peak_bytes(), peak));
}

static int run(cli_session *session)
{
    changes made = {.described = TRICORN_GRAPH_DESCRIPTION_INIT};
    tricorn_graph *graph = NULL;

    CLI_DO(check(session));
    CLI_DO(cli_load(session, &graph, &made.described));
    int code = change(session, graph, &made);
    if (code == CLI_DONE && !session->options.follow) print(session, &made);
    tricorn_changing_free(made.state);
    tricorn_array_free(made.removed.ends);
    tricorn_array_free(made.added.ends);
    free(made.batches);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(change) = {
  CLI_OF_FILE(change),
  .summary = "count again after edges are removed and added",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, counts its triangles,\n"
                 "and keeps them counted while edges are removed and added: it prints the number before,\n"
                 "and a line for each batch.  A batch removes its edges before it adds others.  Ids are\n"
                 "those of vertices of FILE; to remove an edge that the graph does not have, or to add\n"
                 "one that it has, makes no difference.  With --vertices it writes a line for each\n"
                 "vertex: its id as in FILE, and the triangles that it is in after the last batch.\n"
                 "\n"
                 "A line for --follow is two ids, after - to remove the edge, and a time or none.  New ids\n"
                 "become vertices.  Rows are time (or number of the line), edges, triangles, transitivity.",
  .examples = "  tricorn change --remove gone.txt --add new.txt graph.txt\n"
              "  tricorn change --add new.txt --batch 1000 --json graph.mtx.gz\n"
              "  tricorn change --add new.txt --vertices --top 10 graph.txt\n"
              "  tricorn change --follow --batch 100 graph.txt < new.txt\n",
  .takes = CLI_TAKES(change) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
  .run = run,
};
