/* table.c - checks the options of tables, and writes tables with the library. */
#include "table.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "output.h"
#include "signals.h"
#include "text.h"

const char *cli_table_output(const cli_session *session)
{
    return session->options.output != NULL ? session->options.output : "-";
}

static bool is_to_stdout(const cli_session *session)
{
    return strcmp(cli_table_output(session), "-") == 0;
}

static void set_options(const cli_session *session, tricorn_table_options *options)
{
    options->format = session->options.to;
    options->compression = session->options.compression;
    options->sorted = session->options.sorted;
    options->top = session->options.top;
    options->share = (uint32_t)session->options.share;
    options->shares = (uint32_t)session->options.shares;
    options->clustering = session->options.clustering;
    options->curvature = session->options.curvature;
}

/* Checks that the library can write the table in this format, and this share of it. */
static int check_format(cli_session *session)
{
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    const char *path = is_to_stdout(session) ? NULL : cli_table_output(session);
    const int code = cli_session_open(session);

    set_options(session, &options);
    if (options.clustering || options.curvature) options.table = TRICORN_TABLE_EDGES;
    if (code != CLI_DONE) return code;
    return cli_save_end_check(session, tricorn_table_options_check(session->context, path, &options));
}

/* Returns the path with a number before its suffixes: edges-07.csv.gz for edges.csv.gz and share
 * 7 of 12. The caller frees it. */
static char *numbered(const char *path, uint32_t share, uint32_t shares)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = *name != '\0' ? strchr(name + 1, '.') : NULL;
    const int before = (int)(dot != NULL ? dot - path : (ptrdiff_t)strlen(path));
    const int digits = snprintf(NULL, 0, "%" PRIu32, shares - 1);

    return cli_string("%.*s-%0*" PRIu32 "%s", before, path, digits, share, dot != NULL ? dot : "");
}

/* Of workers that reach each other each writes the share with its own number, to a file with that number. */
static int take_share(cli_session *session)
{
    const tricorn_transport *workers = session->transport;
    cli_options *options = &session->options;
    char *path;

    if (workers == NULL || options->shares == 0) return CLI_DONE;
    if (options->share > 0 || options->shares != workers->size || is_to_stdout(session))
        return cli_usage(session->verb,
          "each of the %" PRIu32 " workers of this job (one a machine or rank) "
          "writes a share to a file with its number: give --shares %" PRIu32 " and -o FILE, and leave out --share",
          workers->size, workers->size);
    path = numbered(options->output, workers->rank, workers->size);
    cli_list_take(&options->texts, path);
    options->output = path;
    options->share = workers->rank;
    return CLI_DONE;
}

int cli_table_check(cli_session *session)
{
    const cli_options *options = &session->options;
    const char *out;
    int code = take_share(session);

    if (code == CLI_DONE) code = check_format(session);
    if (code != CLI_DONE) return code;
    out = cli_table_output(session);
    if (options->to != NULL && strcmp(options->to, "binary") == 0 && options->ids == TRICORN_IDS_STRING)
        return cli_usage(
          session->verb, "--to binary holds numbers, and --ids string makes ids words: choose text, csv, tsv or jsonl");
    if (options->json && is_to_stdout(session))
        return cli_usage(session->verb, "--json needs a file to write the table to (-o FILE); for a table of "
                                        "JSON lines there is --to jsonl");
    code = cli_check_output(session, out);
    if (code == CLI_DONE) code = cli_check_not_input(session, out, options->arguments[0]);
    return code;
}

int cli_table_check_rows(cli_session *session)
{
    const cli_options *options = &session->options;
    const bool has_edges = (session->verb->takes & CLI_TAKES(SORTED)) != 0;

    if (options->vertices && options->edges) return cli_usage(session->verb, "give --vertices or --edges, not both");
    if (options->vertices || options->edges) return cli_table_check(session);
    if ((options->given & (CLI_TAKES(TABLE) | CLI_TAKES(SORTED))) == 0 && options->top == 0) return CLI_DONE;
    return cli_usage(session->verb, "--output, --to, --compression%s and --top are for the table of --vertices%s",
      has_edges ? ", --sorted" : "", has_edges ? " or --edges" : "");
}

int cli_table_write(
  cli_session *session, const tricorn_graph *graph, tricorn_table_options *options, tricorn_result *result)
{
    /* All workers have the table, but without shares only the first one writes it to the file.
     * The others write it to their stdout, which is /dev/null. */
    const bool writes = session->transport == NULL || session->transport->rank == 0 || session->options.shares > 0;

    set_options(session, options);
    if (writes && !is_to_stdout(session))
        return cli_step_end(session, CLI_WRITING,
          tricorn_table_save(session->context, graph, cli_table_output(session), options, result));
    const tricorn_status status = tricorn_table_write(session->context, graph, STDOUT_FILENO, options, result);
    if (status == TRICORN_IO_ERROR) cli_end_with_reader();
    return cli_step_end(session, CLI_WRITING, status);
}

int cli_table_columns(cli_session *session, const tricorn_graph *graph, const tricorn_column *columns, size_t count)
{
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;

    options.table = TRICORN_TABLE_COLUMNS;
    options.columns = columns;
    options.column_count = count;
    options.top_column = count - 1;
    return cli_table_write(session, graph, &options, NULL);
}

void cli_table_note(const cli_session *session, const tricorn_result *result, const char *which)
{
    char triangles[CLI_NUMBER_BYTES], threads[CLI_NUMBER_BYTES], peak[CLI_NUMBER_BYTES];

    if (session->options.quiet) return;
    if (result->how.verified_by != NULL)
        cli_note("verified by %s in %.3f s", result->how.verified_by, result->seconds.verify);
    cli_note("%s%s; %s on %s, %s: read %.3f s, prepare %.3f s, count %.3f s, total %.3f s; "
             "%s at the most",
      which, cli_plural(result->triangles, "triangle", triangles),
      result->how.algorithm ? result->how.algorithm : "sums of weights", result->how.device,
      cli_plural(result->how.threads, "thread", threads), result->seconds.read, result->seconds.prepare,
      result->seconds.count, cli_elapsed(session), cli_bytes(cli_peak_bytes(), peak));
}

void cli_table_json(json_object *answer, const cli_session *session, const tricorn_result *result)
{
    json_object *seconds = cli_json_object();

    cli_json_text(answer, "algorithm", result->how.algorithm);
    cli_json_text(answer, "device", result->how.device);
    cli_json_count(answer, "threads", result->how.threads);
    cli_json_text(answer, "verified_by", result->how.verified_by);
    cli_json_real(seconds, "read", result->seconds.read);
    cli_json_real(seconds, "start", result->seconds.start);
    cli_json_real(seconds, "prepare", result->seconds.prepare);
    cli_json_real(seconds, "count", result->seconds.count);
    cli_json_real(seconds, "total", cli_elapsed(session));
    cli_json_add(answer, "seconds", seconds);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
}

static void print_json(
  const cli_session *session, const tricorn_graph_description *described, const tricorn_result *result)
{
    json_object *answer = cli_json_object();

    cli_json_count(answer, "triangles", result->triangles);
    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_text(answer, "output", cli_table_output(session));
    cli_table_json(answer, session, result);
    cli_json_print(answer);
}

/* A list may have some of the triangles alone; other tables follow from all of them. */
static const char *which_are_counted(const cli_session *session, tricorn_table table)
{
    if (table != TRICORN_TABLE_TRIANGLES) return "";
    return session->options.top > 0 ? "the first " : session->options.shares > 0 ? "the share's " : "";
}

int cli_table_run(cli_session *session, tricorn_table table)
{
    static const tricorn_purpose purposes[] = {
      [TRICORN_TABLE_VERTICES] = TRICORN_FOR_VERTICES,
      [TRICORN_TABLE_EDGES] = TRICORN_FOR_EDGES,
      [TRICORN_TABLE_TRIANGLES] = TRICORN_FOR_LISTS,
      [TRICORN_TABLE_GENERALIZED] = TRICORN_FOR_EDGES,
    };
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    int code = cli_check_join(session);
    const tricorn_options count = cli_count_options(session);
    tricorn_options loaded = count;

    if (code == CLI_DONE) code = cli_table_check(session);
    if (code == CLI_DONE) code = cli_check_count(session, &count, purposes[table]);
    /* The CPU lists triangles; only a partition says how the graph must be prepared for that. */
    if (table == TRICORN_TABLE_TRIANGLES) loaded.device = "cpu";
    if (table != TRICORN_TABLE_TRIANGLES || count.partition != NULL) session->count = &loaded;
    if (code == CLI_DONE) code = cli_load(session, &graph, &described);
    session->count = NULL;
    if (code != CLI_DONE) return code;
    options.table = table;
    options.count = &count;
    code = cli_table_write(session, graph, &options, &result);
    if (code == CLI_DONE && session->options.json) print_json(session, &described, &result);
    if (code == CLI_DONE) cli_table_note(session, &result, which_are_counted(session, table));
    tricorn_graph_free(graph);
    return code;
}
