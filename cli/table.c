#include "table.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "clock.h"
#include "output.h"
#include "signals.h"
#include "text.h"

const char *cli_table_output(const cli_session *session)
{
    const char *given = cli_own(session, CLI_TABLE_OUTPUT);
    return given != NULL ? given : "-";
}

static const struct {
    const char *name, *suffix;
} formats[] = {
    {"text", ".txt"}, {"csv", ".csv"}, {"tsv", ".tsv"}, {"jsonl", ".jsonl"}, {"binary", ".bin"}};

enum { FORMATS = sizeof formats / sizeof *formats };

/* The library would report the same, but only after the graph has been read. */
static int check_suffix(const cli_session *session, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t at = cli_plain_length(path) - (size_t)(name - path);
    const size_t end = at;

    while (at > 0 && name[at - 1] != '.') at--;
    if (at < 2) return CLI_DONE; /* no suffix, or the dot of a hidden file */
    const size_t length = end - at + 1;
    for (size_t i = 0; i < FORMATS; i++)
        if (strlen(formats[i].suffix) == length &&
            strncasecmp(name + at - 1, formats[i].suffix, length) == 0)
            return CLI_DONE;
    return cli_usage(
        session->verb,
        "%s: no table has the suffix '%.*s', but .txt, .csv, .tsv, .jsonl or .bin, or "
        "none; for another one name the format with --to",
        path, (int)length, name + at - 1);
}

int cli_table_check(const cli_session *session, uint64_t *top)
{
    const char *to = cli_own(session, CLI_TABLE_TO), *few = cli_own(session, CLI_TABLE_TOP);
    const char *compression = cli_own(session, CLI_TABLE_COMPRESSION);

    *top = 0;
    if (few != NULL && !cli_parse_number(few, 1, UINT64_MAX, top))
        return cli_usage(session->verb, "--top needs a whole number above 0, not '%s'", few);
    if (to != NULL) {
        cli_nearest nearest = cli_nearest_to(to);
        for (size_t i = 0; i < FORMATS; i++) cli_nearest_offer(&nearest, formats[i].name);
        if (nearest.best == NULL || nearest.distance > 0)
            return cli_unknown("table format", &nearest,
                               "--to takes text, csv, tsv, jsonl or binary");
        if (strcmp(to, "binary") == 0 && session->options.ids == TRICORN_IDS_STRING)
            return cli_usage(session->verb,
                             "--to binary holds numbers, but --ids string was given");
    }
    if (session->options.json && strcmp(cli_table_output(session), "-") == 0)
        return cli_usage(session->verb,
                         "--json needs a file to write the table to (-o FILE); for a table of "
                         "JSON lines there is --to jsonl");
    if (to == NULL && strcmp(cli_table_output(session), "-") != 0) {
        const int wrong = check_suffix(session, cli_table_output(session));
        if (wrong != CLI_DONE) return wrong;
    }
    int code = compression != NULL ? cli_check_compression(compression) : CLI_DONE;
    if (code == CLI_DONE) code = cli_check_output(session, cli_table_output(session));
    if (code == CLI_DONE)
        code = cli_check_not_input(session, cli_table_output(session),
                                   session->options.arguments[0]);
    return code;
}

int cli_table_check_vertices(const cli_session *session, bool wanted, uint64_t *top)
{
    *top = 0;
    if (wanted) return cli_table_check(session, top);
    for (int option = CLI_TABLE_TO; option <= CLI_TABLE_TOP; option++)
        if (cli_own(session, option) != NULL)
            return cli_usage(session->verb,
                             "--output, --to, --compression and --top are for the table of "
                             "--vertices");
    return CLI_DONE;
}

int cli_table_write(cli_session *session, const tricorn_graph *graph,
                    tricorn_table_options *options, tricorn_result *result)
{
    /* Of workers that all have the table the first one writes it; stdout of the others is none. */
    const bool tells = session->transport == NULL || session->transport->rank == 0;
    const char *out = tells ? cli_table_output(session) : "-";

    options->format = cli_own(session, CLI_TABLE_TO);
    options->compression = cli_own(session, CLI_TABLE_COMPRESSION);
    if (strcmp(out, "-") != 0)
        return cli_step_end(session, CLI_WRITING,
                            tricorn_table_save(session->context, graph, out, options, result));
    const tricorn_status status =
        tricorn_table_write(session->context, graph, STDOUT_FILENO, options, result);
    if (status == TRICORN_IO_ERROR) cli_end_with_reader();
    return cli_step_end(session, CLI_WRITING, status);
}

void cli_table_note(const cli_session *session, const tricorn_result *result, bool whole)
{
    char triangles[CLI_NUMBER_BYTES], threads[CLI_NUMBER_BYTES], peak[CLI_NUMBER_BYTES];

    if (session->options.quiet) return;
    if (result->verified_by != NULL)
        cli_note("verified by %s in %.3f s", result->verified_by, result->verify_seconds);
    cli_note("%s%s; %s on %s, %s: read %.3f s, prepare %.3f s, count %.3f s, total %.3f s; "
             "%s at the most",
             whole ? "" : "the first ", cli_plural(result->triangles, "triangle", triangles),
             result->algorithm ? result->algorithm : "sums of weights", result->device,
             cli_plural(result->threads, "thread", threads), result->read_seconds,
             result->prepare_seconds, result->count_seconds, cli_elapsed(session),
             cli_bytes(cli_peak_bytes(), peak));
}

void cli_table_json(json_object *answer, const cli_session *session, const tricorn_result *result)
{
    json_object *seconds = cli_json_object();

    cli_json_text(answer, "algorithm", result->algorithm);
    cli_json_text(answer, "device", result->device);
    cli_json_count(answer, "threads", result->threads);
    cli_json_text(answer, "verified_by", result->verified_by);
    cli_json_real(seconds, "read", result->read_seconds);
    cli_json_real(seconds, "start", result->start_seconds);
    cli_json_real(seconds, "prepare", result->prepare_seconds);
    cli_json_real(seconds, "count", result->count_seconds);
    cli_json_real(seconds, "total", cli_elapsed(session));
    cli_json_add(answer, "seconds", seconds);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
}

static void print_json(const cli_session *session, const tricorn_graph_description *described,
                       const tricorn_result *result)
{
    json_object *answer = cli_json_object();

    cli_json_count(answer, "triangles", result->triangles);
    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_text(answer, "output", cli_table_output(session));
    cli_table_json(answer, session, result);
    cli_json_print(answer);
}

int cli_table_run(cli_session *session, tricorn_table table)
{
    static const tricorn_purpose purposes[] = {
        [TRICORN_TABLE_VERTICES] = TRICORN_FOR_VERTICES,
        [TRICORN_TABLE_EDGES] = TRICORN_FOR_EDGES,
        [TRICORN_TABLE_TRIANGLES] = TRICORN_FOR_LISTS,
        [TRICORN_TABLE_GENERALIZED] = TRICORN_FOR_EDGES,
    };
    const char *path = session->options.arguments[0];
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    int code = cli_check_join(session);
    const tricorn_options count = cli_count_options(session);

    if (code == CLI_DONE) code = cli_table_check(session, &options.top);
    if (code == CLI_DONE) code = cli_check_count(session, &count, purposes[table]);
    /* Lists are made by the CPU. */
    if (table != TRICORN_TABLE_TRIANGLES) session->count = &count;
    if (code == CLI_DONE) code = cli_load(session, path, &graph, &described);
    session->count = NULL;
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &described);
    options.table = table;
    options.count = &count;
    options.sorted = cli_own(session, CLI_TABLE_SORTED) != NULL;
    code = cli_table_write(session, graph, &options, &result);
    if (code == CLI_DONE && session->options.json) print_json(session, &described, &result);
    if (code == CLI_DONE)
        cli_table_note(session, &result, table != TRICORN_TABLE_TRIANGLES || options.top == 0);
    tricorn_graph_free(graph);
    return code;
}
