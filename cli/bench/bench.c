/* bench.c - the verb bench: times algorithms and other programs on graphs. */
#include <inttypes.h>
#include <stdlib.h>

#include "bench/ceilings.h"
#include "bench/run.h"
#include "exit.h"
#include "portable.h"
#include "text.h"
#include "verb.h"

enum { MOST_GRAPHS = 10000 };

/* Sets the environment variables that scripts of peers read; docs/benchmarking.md describes them. */
static void tell_peers(const cli_options *options)
{
    char *threads = cli_string("%" PRIu64, options->threads), *trials = cli_string("%" PRIu64, options->trials),
         *warmup = cli_string("%" PRIu64, options->warmup), *program = cli_program_path();

    setenv("TRICORN_BENCH_THREADS", threads, 1);
    setenv("OMP_NUM_THREADS", threads, 1);
    setenv("TRICORN_BENCH_TRIALS", trials, 1);
    setenv("TRICORN_BENCH_WARMUP", warmup, 1);
    if (program != NULL) setenv("TRICORN_PROGRAM", program, 1);
    free(program);
    free(threads);
    free(trials);
    free(warmup);
}

static int run_all(cli_session *session, bench_plan *plan)
{
    const size_t cases = plan->algorithms.count + plan->peers.count;
    bench_run run = {.session = session,
      .plan = plan,
      .setting = bench_setting_make(),
      .processes = plan->graphs.count * cases * plan->given->rounds};
    int code = bench_log_open(plan->given->output, &run.log);

    for (size_t i = 0; i < plan->graphs.count && code == CLI_DONE; i++)
        code = bench_run_graph(&run, &plan->graphs.graphs[i]);
    if (code == CLI_DONE) bench_log_complete(&run.log);
    if (code == CLI_INTERRUPTED && plan->given->output != NULL)
        cli_error("stopped; the same command continues with the remaining cases");
    else if (code == CLI_INTERRUPTED)
        cli_error("stopped");
    if (code == CLI_DONE && run.faults > 0) {
        char text[CLI_NUMBER_BYTES];
        cli_error("%s failed; see STATUS", cli_plural(run.faults, "case", text));
        code = CLI_FAILED;
    }
    bench_log_close(&run.log);
    bench_setting_free(&run.setting);
    return code;
}

static int run(cli_session *session)
{
    cli_options *options = &session->options;
    bench_plan plan;
    int code;

    if (options->ceilings) return bench_ceilings(session);
    code = bench_plan_make(session, &plan);
    if (code == CLI_DONE) {
        if (options->threads == 0) options->threads = cli_process_cpus();
        tell_peers(options);
        code = run_all(session, &plan);
    }
    bench_plan_free(&plan);
    return code;
}

CLI_DEFINE_VERB(bench) = {
  .name = "bench",
  .arguments = "[GRAPH...]",
  .summary = "time algorithms and other programs on graphs",
  .description = "Counts each GRAPH by each algorithm and peer, in rounds, each round of a case in a\n"
                 "process of its own: a crash or a timeout is recorded and the other cases continue.\n"
                 "The phases read, prepare, transfer and count are timed separately.  All counts of a\n"
                 "graph are compared, with the published one if it is known: a wrong one is reported and\n"
                 "has no time.  GRAPH is a file, a data set of bench/datasets.csv, or a model of\n"
                 "'tricorn generate' with its parameters, such as erdos-renyi:vertices=1000,edges=5000.\n"
                 "\n"
                 "SINGLE COUNT is counting alone, once, as 'tricorn count' does; SOLVE is prepare,\n"
                 "transfer and that count together.  REPEATED COUNT is a later count of a plan, which PLAN\n"
                 "prepared for many counts; other programs time only such counts.\n"
                 "The exit code is 1 if any case failed.",
  .examples = "  tricorn bench s18 road -n 5\n"
              "  tricorn bench --suite smoke -o results.jsonl\n"
              "  TRICORN_PEER_GAPBS=gapbs/tc tricorn bench --peers gapbs s18 s20 ws road\n"
              "  tricorn bench --ceilings --json\n",
  .takes = CLI_TAKES(bench) | CLI_TAKES_FILE | CLI_TAKES(DEVICE) | CLI_TAKES(PARAMETERS) | CLI_TAKES(RELABEL),
  .least_arguments = 0,
  .most_arguments = MOST_GRAPHS,
  .run = run,
};
