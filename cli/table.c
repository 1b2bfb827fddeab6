#include "table.h"

#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "json.h"
#include "output.h"
#include "save.h"
#include "signals.h"
#include "text.h"

static const char *output_of(const cli_session *session)
{
    const char *given = cli_own(session, CLI_TABLE_OUTPUT);
    return given != NULL ? given : "-";
}

/* Reports errors of the verb's options before a graph is read. */
static int check(const cli_session *session, uint64_t *top)
{
    static const char *const formats[] = {"text", "csv", "tsv", "jsonl", "binary"};
    const char *to = cli_own(session, CLI_TABLE_TO), *few = cli_own(session, CLI_TABLE_TOP);
    const char *compression = cli_own(session, CLI_TABLE_COMPRESSION);

    *top = 0;
    if (few != NULL && !cli_parse_number(few, 1, UINT64_MAX, top))
        return cli_usage(session->verb, "--top needs a whole number above 0, not '%s'", few);
    if (to != NULL) {
        cli_nearest nearest = cli_nearest_to(to);
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
            cli_nearest_offer(&nearest, formats[i]);
        if (nearest.best == NULL || nearest.distance > 0)
            return cli_unknown("table format", &nearest,
                               "--to takes text, csv, tsv, jsonl or binary");
        if (strcmp(to, "binary") == 0 && session->options.ids == TRICORN_IDS_STRING)
            return cli_usage(session->verb,
                             "--to binary holds numbers, but --ids string was given");
    }
    if (session->options.json && strcmp(output_of(session), "-") == 0)
        return cli_usage(session->verb,
                         "--json needs a file to write the table to (-o FILE); for a table of "
                         "JSON lines there is --to jsonl");
    int code = compression != NULL ? cli_check_compression(compression) : CLI_DONE;
    if (code == CLI_DONE) code = cli_check_output(session, output_of(session));
    if (code == CLI_DONE)
        code = cli_check_not_input(session, output_of(session), session->options.arguments[0]);
    return code;
}

static int write_table(cli_session *session, const tricorn_graph *graph, tricorn_table table,
                       uint64_t top, tricorn_result *result)
{
    const char *out = output_of(session);
    const tricorn_options count = cli_count_options(session);
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;

    options.table = table;
    options.count = &count;
    options.format = cli_own(session, CLI_TABLE_TO);
    options.compression = cli_own(session, CLI_TABLE_COMPRESSION);
    options.sorted = cli_own(session, CLI_TABLE_SORTED) != NULL;
    options.top = top;
    if (strcmp(out, "-") != 0)
        return cli_step_end(session, CLI_WRITING,
                            tricorn_table_save(session->context, graph, out, &options, result));
    const tricorn_status status =
        tricorn_table_write(session->context, graph, STDOUT_FILENO, &options, result);
    if (status == TRICORN_IO_ERROR) cli_end_with_reader();
    return cli_step_end(session, CLI_WRITING, status);
}

static void note_run(const cli_session *session, const tricorn_result *result, bool whole)
{
    char triangles[CLI_NUMBER_BYTES], threads[CLI_NUMBER_BYTES], peak[CLI_NUMBER_BYTES];

    if (session->options.quiet) return;
    if (result->verified_by != NULL)
        cli_note("verified by %s in %.3f s", result->verified_by, result->verify_seconds);
    cli_note("%s%s; %s on %s, %s: read %.3f s, prepare %.3f s, count %.3f s, total %.3f s; "
             "%s at the most",
             whole ? "" : "the first ", cli_plural(result->triangles, "triangle", triangles),
             result->algorithm, result->device, cli_plural(result->threads, "thread", threads),
             result->read_seconds, result->prepare_seconds, result->count_seconds,
             cli_elapsed(session), cli_bytes(cli_peak_bytes(), peak));
}

static void print_json(const cli_session *session, const tricorn_graph_description *described,
                       const tricorn_result *result)
{
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_json_count(answer, "triangles", result->triangles);
    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_text(answer, "output", output_of(session));
    cli_json_text(answer, "algorithm", result->algorithm);
    cli_json_text(answer, "device", result->device);
    cli_json_count(answer, "threads", result->threads);
    cli_json_text(answer, "verified_by", result->verified_by);
    cli_json_real(seconds, "read", result->read_seconds);
    cli_json_real(seconds, "prepare", result->prepare_seconds);
    cli_json_real(seconds, "count", result->count_seconds);
    cli_json_real(seconds, "total", cli_elapsed(session));
    cli_json_add(answer, "seconds", seconds);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
    cli_json_print(answer);
}

int cli_table_run(cli_session *session, tricorn_table table)
{
    static const tricorn_purpose purposes[] = {
        [TRICORN_TABLE_VERTICES] = TRICORN_FOR_VERTICES,
        [TRICORN_TABLE_EDGES] = TRICORN_FOR_EDGES,
        [TRICORN_TABLE_TRIANGLES] = TRICORN_FOR_LISTS,
    };
    const char *path = session->options.arguments[0];
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    uint64_t top;
    int code = check(session, &top);
    const tricorn_options count = cli_count_options(session);

    if (code == CLI_DONE) code = cli_check_count(session, &count, purposes[table]);
    /* Lists are made by the CPU. */
    if (table != TRICORN_TABLE_TRIANGLES) session->count = &count;
    if (code == CLI_DONE) code = cli_load(session, path, &graph, &described);
    session->count = NULL;
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &described);
    code = write_table(session, graph, table, top, &result);
    if (code == CLI_DONE && session->options.json) print_json(session, &described, &result);
    if (code == CLI_DONE)
        note_run(session, &result, table != TRICORN_TABLE_TRIANGLES || top == 0);
    tricorn_graph_free(graph);
    return code;
}
