#include "bench/settings.h"

#include <stdlib.h>

#include "exit.h"

enum { MOST_RUNS = 1000000, USUAL_ROUNDS = 3, USUAL_TRIALS = 1, USUAL_WARMUP = 1 };

static const double usual_timeout = 3600;
static const double most_seconds = 1e9;

static int whole_number(const cli_session *session, int option, const char *name, uint32_t least,
                        uint32_t *number)
{
    const char *text = cli_own(session, option);
    uint64_t value;

    if (text == NULL) return CLI_DONE;
    if (!cli_parse_number(text, least, MOST_RUNS, &value))
        return cli_usage(session->verb, "%s needs a whole number from %u to %d, not '%s'", name,
                         least, MOST_RUNS, text);
    *number = (uint32_t)value;
    return CLI_DONE;
}

static int seconds(const cli_session *session, double *timeout)
{
    const char *text = cli_own(session, BENCH_TIMEOUT_SECONDS);
    char *end;

    if (text == NULL) return CLI_DONE;
    *timeout = strtod(text, &end);
    if (end == text || *end != '\0' || !(*timeout >= 0 && *timeout <= most_seconds))
        return cli_usage(session->verb, "--timeout needs seconds such as 0.5 or 600, not '%s'",
                         text);
    return CLI_DONE;
}

int bench_settings_take(const cli_session *session, bench_settings *settings)
{
    const cli_options *options = &session->options;
    int code;

    *settings = (bench_settings){
        .rounds = USUAL_ROUNDS,
        .trials = USUAL_TRIALS,
        .warmup = USUAL_WARMUP,
        .timeout = usual_timeout,
        .verify = options->verify || cli_own(session, BENCH_VERIFY) != NULL,
        .threads = options->threads,
        .instruction_set = options->instruction_set,
        .memory_bytes = options->memory_bytes,
        .device = options->device,
        .parameters = options->parameters,
        .prepare = options->prepare,
        .rename = options->rename,
        .load = cli_load_options(session),
        .base = cli_own(session, BENCH_BASE),
        .output = cli_own(session, BENCH_OUTPUT),
    };
    settings->load.prepare = NULL; /* for counts alone */
    settings->load.count = NULL;
    code = whole_number(session, BENCH_ROUNDS, "-n", 1, &settings->rounds);
    if (code == CLI_DONE)
        code = whole_number(session, BENCH_TRIALS, "--trials", 1, &settings->trials);
    if (code == CLI_DONE)
        code = whole_number(session, BENCH_WARMUP, "--warmup", 0, &settings->warmup);
    if (code == CLI_DONE) code = seconds(session, &settings->timeout);
    return code;
}
