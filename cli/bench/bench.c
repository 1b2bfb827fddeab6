/* bench.c - the verb bench: times algorithms and other programs on graphs. */
#include <stdlib.h>
#include <unistd.h>

#include "bench/ceilings.h"
#include "bench/machine.h"
#include "bench/run.h"
#include "clock.h"
#include "exit.h"
#include "text.h"
#include "verb.h"

enum { MOST_GRAPHS = 10000 };

static const struct poptOption own_options[] = {
    {"algorithms", 'a', POPT_ARG_STRING, NULL, BENCH_ALGORITHMS,
     "names with commas between, auto, all, or none (peers only) [all]", "LIST"},
    {"peers", 'p', POPT_ARG_STRING, NULL, BENCH_PEERS,
     "other programs to time: scripts of bench/peers, or paths of scripts", "LIST"},
    {"suite", '\0', POPT_ARG_STRING, NULL, BENCH_SUITE,
     "the graphs of a suite of bench/datasets.csv: smoke, benchmark, scaling, fox, polak, "
     "tc-compare, trix, trust",
     "NAME"},
    {NULL, 'g', POPT_ARG_STRING, NULL, BENCH_SCALES,
     "Kronecker graphs of 2^SCALE vertices, 16 times as many edges", "SCALE,..."},
    {NULL, 'n', POPT_ARG_STRING, NULL, BENCH_ROUNDS,
     "measure each case N times, in rounds over all cases of a graph [3]", "N"},
    {"trials", '\0', POPT_ARG_STRING, NULL, BENCH_TRIALS,
     "timed counts in each round, by one process [1]", "N"},
    {"warmup", '\0', POPT_ARG_STRING, NULL, BENCH_WARMUP, "counts before the timed ones [1]",
     "N"},
    {NULL, 'v', POPT_ARG_NONE, NULL, BENCH_VERIFY,
     "the same as --verify: each algorithm's count is checked by another one", NULL},
    {"timeout", '\0', POPT_ARG_STRING, NULL, BENCH_TIMEOUT_SECONDS,
     "end a round of a case after SECONDS; 0: never [3600]", "SECONDS"},
    {"base", '\0', POPT_ARG_STRING, NULL, BENCH_BASE,
     "print ratios to the times of NAME [the first peer, else the first algorithm]", "NAME"},
    {"output", 'o', POPT_ARG_STRING, NULL, BENCH_OUTPUT,
     "append records to FILE as JSON lines; cases that are in it are not run again", "FILE"},
    {"ceilings", '\0', POPT_ARG_NONE, NULL, BENCH_CEILINGS,
     "measure the highest rates of the machine; takes no GRAPH", NULL},
    POPT_TABLEEND,
};

/* Environment variables for peers' scripts; docs/benchmarking.md describes them. */
static void tell_peers(const bench_settings *settings)
{
    enum { PATH_BYTES = 4096 };
    char *threads = bench_words("%u", settings->threads),
         *trials = bench_words("%u", settings->trials),
         *warmup = bench_words("%u", settings->warmup), program[PATH_BYTES];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    setenv("TRICORN_BENCH_THREADS", threads, 1);
    setenv("OMP_NUM_THREADS", threads, 1);
    setenv("TRICORN_BENCH_TRIALS", trials, 1);
    setenv("TRICORN_BENCH_WARMUP", warmup, 1);
    if (length > 0) {
        program[length] = '\0';
        setenv("TRICORN_PROGRAM", program, 1);
    }
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
                     .processes = plan->graphs.count * cases * plan->settings.rounds};
    int code = bench_log_open(plan->settings.output, &run.log);

    for (size_t i = 0; i < plan->graphs.count && code == CLI_DONE; i++)
        code = bench_run_graph(&run, &plan->graphs.graphs[i]);
    if (code == CLI_DONE) bench_log_complete(&run.log);
    if (code == CLI_INTERRUPTED && plan->settings.output != NULL)
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
    bench_plan plan;
    int code;

    if (cli_own(session, BENCH_CEILINGS) != NULL) return bench_ceilings(session);
    code = bench_plan_make(session, &plan);
    if (code == CLI_DONE) {
        if (plan.settings.threads == 0) plan.settings.threads = bench_cores();
        tell_peers(&plan.settings);
        code = run_all(session, &plan);
    }
    bench_plan_free(&plan);
    return code;
}

CLI_DEFINE_VERB(bench) = {
    .name = "bench",
    .arguments = "[GRAPH...]",
    .summary = "time algorithms and other programs on graphs",
    .description =
        "Counts each GRAPH by each algorithm and peer, in rounds, each round of a case in a\n"
        "process of its own: a crash or a timeout is recorded and the other cases continue.  "
        "The\n"
        "phases read, prepare, transfer and count are timed separately.  All counts of a graph\n"
        "are compared, with the published one if there is one: a wrong one is reported and has\n"
        "no time.  GRAPH is a file, a data set of bench/datasets.csv, or a model of 'tricorn\n"
        "generate' with its parameters, such as erdos-renyi:vertices=1000,edges=5000.\n"
        "\n"
        "COUNT is counting alone; SOLVE is prepare, transfer and count together.\n"
        "The exit code is 1 if any case failed.",
    .examples = "  tricorn bench s18 road -n 5\n"
                "  tricorn bench --suite smoke -o results.jsonl\n"
                "  TRICORN_PEER_GAPBS=gapbs/tc tricorn bench --peers gapbs s18 s20 ws road\n"
                "  tricorn bench --ceilings --json\n",
    .takes = (CLI_TAKES_FILE & ~(unsigned)CLI_TAKES_ORDER) | CLI_TAKES_ALGORITHM |
             CLI_TAKES_PARAMETERS | CLI_TAKES_RENAME,
    .own = own_options,
    .least_arguments = 0,
    .most_arguments = MOST_GRAPHS,
    .run = run,
};
