/* approximate.c - count --approximate: estimates the number of triangles from random wedges. */
#include "verbs/approximate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "shown.h"
#include "text.h"

typedef struct estimate {
    tricorn_graph_description described;
    tricorn_approximate_options options;
    tricorn_approximate_result result;
} estimate;

bool cli_is_approximate(const cli_session *session)
{
    return session->options.error > 0 || (session->options.given & CLI_TAKES(SAMPLES)) != 0;
}

static int check(const cli_session *session, tricorn_approximate_options *options)
{
    const cli_options *given = &session->options;

    if (given->error <= 0)
        return cli_usage(session->verb, "--confidence and --seed are for --approximate and --sample");
    if (given->join || session->transport != NULL || given->verify)
        return cli_usage(session->verb, "--approximate is for one process, without --join and --verify");
    options->error = given->error;
    options->confidence = given->confidence;
    options->seed = given->seed;
    return CLI_DONE;
}

void cli_interval_print(const cli_session *session, const cli_interval *of, const char *method)
{
    enum { KEY_COLUMNS = 12 };
    /* With several files, each answer names its file. */
    if (session->options.argument_count > 1) cli_print_name(KEY_COLUMNS, "file", session->options.arguments[0]);
    printf("%-*s%.0f\n", KEY_COLUMNS, "estimate", of->estimate);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "low", of->low);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "high", of->high);
    printf("%-*s%.12g\n", KEY_COLUMNS, "confidence", of->confidence);
    printf("%-*s%s\n", KEY_COLUMNS, "method", of->exact ? "counted" : method);
}

void cli_interval_json(json_object *answer, const cli_interval *of)
{
    cli_json_exact(answer, "estimate", of->estimate);
    cli_json_count(answer, "low", of->low);
    cli_json_count(answer, "high", of->high);
    cli_json_exact(answer, "confidence", of->confidence);
    cli_json_flag(answer, "exact", of->exact);
}

static cli_interval interval_of(const tricorn_approximate_result *result)
{
    return (cli_interval){
      result->estimate, result->low, result->high, result->exact ? 1 : result->confidence, result->exact};
}

static void print_text(const cli_session *session, const tricorn_approximate_result *result)
{
    const cli_interval interval = interval_of(result);
    cli_interval_print(session, &interval, "sampled");
}

static void print_json(const cli_session *session, const estimate *found)
{
    const tricorn_approximate_result *result = &found->result;
    const cli_interval interval = interval_of(result);
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_interval_json(answer, &interval);
    cli_json_exact(answer, "asked_error", result->error);
    cli_json_exact(answer, "asked_confidence", result->confidence);
    cli_json_count(answer, "seed", result->seed);
    cli_json_count(answer, "wedges", result->wedges);
    cli_json_count(answer, "samples", result->samples);
    cli_json_count(answer, "closed", result->closed);
    cli_json_count(answer, "drawn", result->drawn);
    cli_json_described(answer, session->options.arguments[0], &found->described);
    cli_json_prepared(seconds, &found->described);
    cli_json_real(seconds, "exact", result->exact_seconds);
    cli_json_real(seconds, "estimate", result->seconds);
    cli_json_finish(session, answer, seconds);
}

static void note(const cli_session *session, const estimate *found)
{
    const tricorn_approximate_result *result = &found->result;

    if (session->options.quiet) return;
    if (result->exact)
        cli_note("counted in %.3f s: %s", result->seconds,
          found->described.folder != NULL ? "a graph on disk is read as a whole"
                                          : "that is as fast as samples for this error");
    else
        cli_note("%" PRIu64 " of %" PRIu64 " random wedges are closed, of %" PRIu64
                 " wedges; %.3f s (counting: about %.3f s)",
          result->closed, result->samples, result->wedges, result->seconds, result->exact_seconds);
}

int cli_approximate_run(cli_session *session)
{
    const tricorn_options how = cli_count_options(session);
    estimate found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT,
      .options = TRICORN_APPROXIMATE_OPTIONS_INIT,
      .result = TRICORN_APPROXIMATE_RESULT_INIT};
    tricorn_graph *graph = NULL;
    int code = check(session, &found.options);

    found.options.count = &how;
    if (code == CLI_DONE) code = cli_load_to_count(session, &how, TRICORN_FOR_TOTAL, &graph, &found.described);
    if (code != CLI_DONE) return code;
    code =
      cli_step_end(session, CLI_COUNTING, tricorn_approximate(session->context, graph, &found.options, &found.result));
    if (code == CLI_DONE) {
        if (session->options.json)
            print_json(session, &found);
        else
            print_text(session, &found.result);
        cli_flush_stdout();
        note(session, &found);
    }
    tricorn_graph_free(graph);
    return code;
}
