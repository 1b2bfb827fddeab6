/* sample.c - count --sample: estimates the number of triangles from a random part of the edges. */
#include "verbs/sample.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "text.h"

bool cli_is_sample(const cli_session *session)
{
    return session->options.sample >= 0 || session->options.one_in > 0;
}

static int check(const cli_session *session, tricorn_sample_options *options)
{
    const cli_options *given = &session->options;

    if (given->sample < 0) return cli_usage(session->verb, "--one-in is for --sample");
    if (given->error > 0) return cli_usage(session->verb, "--sample and --approximate are different methods: name one");
    if (given->join || given->work || session->transport != NULL || given->verify)
        return cli_usage(session->verb, "--sample is for one process, without --work, --join and --verify");
    options->kind = (tricorn_sampling)given->sample;
    options->confidence = given->confidence;
    options->seed = given->seed;
    options->one_in = (uint32_t)given->one_in;
    return CLI_DONE;
}

static cli_interval interval_of(const tricorn_sample_result *result)
{
    return (cli_interval){
      result->estimate, result->low, result->high, result->exact ? 1 : result->confidence, result->exact};
}

static void print_text(const cli_session *session, const tricorn_sample_result *result)
{
    const cli_interval interval = interval_of(result);
    cli_interval_print(session, &interval, tricorn_sampling_name(result->kind));
}

static void print_json(const cli_session *session, const tricorn_sample_result *result)
{
    const cli_interval interval = interval_of(result);
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_interval_json(answer, &interval);
    cli_json_text(answer, "method", tricorn_sampling_name(result->kind));
    cli_json_count(answer, "one_in", result->one_in);
    cli_json_count(answer, "seed", result->seed);
    cli_json_count(answer, "input_edges", result->input_edges);
    cli_json_count(answer, "edges_kept", result->edges);
    cli_json_count(answer, "triangles_kept", result->triangles);
    cli_json_text(answer, "file", session->options.arguments[0]);
    cli_json_real(seconds, "read", result->read_seconds);
    cli_json_real(seconds, "count", result->count_seconds);
    cli_json_finish(session, answer, seconds);
}

static tricorn_status sample(cli_session *session, const tricorn_sample_options *options, tricorn_sample_result *result)
{
    const char *path = session->options.arguments[0];
    const tricorn_load_options load = cli_load_options(session);

    if (strcmp(path, "-") != 0) return tricorn_sample_load(session->context, path, &load, options, result);
    return tricorn_sample_read(session->context, STDIN_FILENO, cli_file_name(path), &load, options, result);
}

int cli_sample_run(cli_session *session)
{
    const tricorn_options how = cli_count_options(session);
    tricorn_sample_options options = TRICORN_SAMPLE_OPTIONS_INIT;
    tricorn_sample_result result = TRICORN_SAMPLE_RESULT_INIT;
    int code = check(session, &options);

    options.count = &how;
    if (code == CLI_DONE) code = cli_check_count(session, &how, TRICORN_FOR_EDGES);
    if (code == CLI_DONE) code = cli_step_end(session, CLI_READING, sample(session, &options, &result));
    if (code != CLI_DONE) return code;
    if (session->options.json)
        print_json(session, &result);
    else
        print_text(session, &result);
    cli_flush_stdout();
    if (!session->options.quiet)
        cli_note("%" PRIu64 " of %" PRIu64 " edges kept, about one in %" PRIu32 ", with %" PRIu64
                 " triangles; read %.3f s, count %.3f s",
          result.edges, result.input_edges, result.one_in, result.triangles, result.read_seconds, result.count_seconds);
    return CLI_DONE;
}
