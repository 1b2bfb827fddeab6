#include "bench/cases.h"

#include <stdlib.h>
#include <string.h>

#include "exit.h"
#include "parameter.h"
#include "text.h"

const char *bench_status_name(bench_status status)
{
    static const char *const names[] = {"ok",    "wrong",   "disputed",    "failed",
                                        "crash", "timeout", "unsupported", "skipped"};
    return names[status];
}

/* ---- algorithms -------------------------------------------------------------------------- */

static void add_algorithm(bench_plan *plan, const char *name, const char *device)
{
    if (bench_list_has(&plan->algorithms, name)) return;
    bench_list_add(&plan->algorithms, name, strlen(name));
    bench_list_add(&plan->devices, device, strlen(device));
}

/* An algorithm of "cpu" or "gpu" may run on the device of --device ("gpu:1"). */
static bool device_allows(const bench_plan *plan, const char *device)
{
    const char *given = plan->settings.device;
    return given == NULL || strcmp(given, "auto") == 0 ||
           strncmp(given, device, strlen(device)) == 0;
}

static void add_registered(bench_plan *plan, const tricorn_algorithm_description *algorithm)
{
    const char *given = plan->settings.device;
    const bool certain = given != NULL && strcmp(given, "auto") != 0;
    add_algorithm(plan, algorithm->name, certain ? given : algorithm->device);
}

static bool is_named(const tricorn_algorithm_description *algorithm, const char *name)
{
    return strcmp(algorithm->name, name) == 0 ||
           (algorithm->alias != NULL && strcmp(algorithm->alias, name) == 0);
}

static int add_by_name(bench_plan *plan, const char *name)
{
    cli_nearest nearest = cli_nearest_to(name);

    if (strcmp(name, "auto") == 0) {
        add_algorithm(plan, name, plan->settings.device != NULL ? plan->settings.device : "auto");
        return CLI_DONE;
    }
    for (size_t i = 0; i < tricorn_algorithm_count(); i++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(i);
        cli_nearest_offer(&nearest, algorithm->name);
        if (!is_named(algorithm, name)) continue;
        if (device_allows(plan, algorithm->device)) {
            add_registered(plan, algorithm);
            return CLI_DONE;
        }
        cli_error("algorithm '%s' runs on %s, not on --device %s", name, algorithm->device,
                  plan->settings.device);
        return CLI_USAGE;
    }
    return cli_unknown("algorithm", &nearest, "'tricorn algorithms' lists them");
}

static int take_algorithms(const cli_session *session, bench_plan *plan)
{
    const char *text = cli_own(session, BENCH_ALGORITHMS);
    bench_list names = {0};
    int code = CLI_DONE;

    if (text == NULL) text = session->options.algorithm;
    if (text == NULL) text = "all";
    bench_list_split(&names, text, ',');
    for (size_t i = 0; i < names.count && code == CLI_DONE; i++) {
        if (strcmp(names.words[i], "none") == 0) continue;
        if (strcmp(names.words[i], "all") != 0) {
            code = add_by_name(plan, names.words[i]);
            continue;
        }
        for (size_t j = 0; j < tricorn_algorithm_count(); j++)
            if (device_allows(plan, tricorn_algorithm_at(j)->device))
                add_registered(plan, tricorn_algorithm_at(j));
    }
    bench_list_free(&names);
    return code;
}

/* A name is that of a script in bench/peers; with a slash it is a script's path. */
static void take_peers(const cli_session *session, bench_plan *plan)
{
    bench_list given = {0};

    bench_list_split(&given, cli_own(session, BENCH_PEERS), ',');
    for (size_t i = 0; i < given.count; i++) {
        const char *word = given.words[i], *slash = strrchr(word, '/');
        char *script = slash != NULL ? bench_words("%s", word)
                                     : bench_words("%s/peers/%s", plan->catalog.folder, word);
        const char *name = slash != NULL ? slash + 1 : word;
        bench_list_add(&plan->peers, name, strlen(name));
        bench_list_add(&plan->scripts, script, strlen(script));
        free(script);
    }
    bench_list_free(&given);
}

/* ---- all --------------------------------------------------------------------------------- */

/* Checks that each setting belongs to an algorithm of this run; others would have no effect. */
static int take_options(const cli_session *session, bench_plan *plan)
{
    bench_list_split(&plan->options, plan->settings.parameters, ' ');
    for (size_t i = 0; i < plan->options.count; i++) {
        size_t a = 0;
        while (a < plan->algorithms.count &&
               !cli_parameter_is_for(plan->options.words[i], plan->algorithms.words[a]))
            a++;
        if (a == plan->algorithms.count)
            return cli_usage(session->verb, "--option %s is for an algorithm that is not measured",
                             plan->options.words[i]);
    }
    return CLI_DONE;
}

static int check_base(const bench_plan *plan)
{
    const char *base = plan->settings.base;
    cli_nearest nearest;

    if (base == NULL) return CLI_DONE;
    nearest = cli_nearest_to(base);
    for (size_t i = 0; i < plan->algorithms.count; i++)
        cli_nearest_offer(&nearest, plan->algorithms.words[i]);
    for (size_t i = 0; i < plan->peers.count; i++)
        cli_nearest_offer(&nearest, plan->peers.words[i]);
    if (nearest.best != NULL && nearest.distance == 0) return CLI_DONE;
    return cli_unknown("base", &nearest, "it must be among the algorithms or peers of this run");
}

int bench_plan_make(const cli_session *session, bench_plan *plan)
{
    int code;

    *plan = (bench_plan){.graphs = {.count = 0}};
    code = bench_settings_take(session, &plan->settings);
    if (code == CLI_DONE) code = bench_catalog_read(&plan->catalog);
    if (code == CLI_DONE) code = take_algorithms(session, plan);
    if (code == CLI_DONE) {
        take_peers(session, plan);
        code = bench_graphs_take(session, &plan->catalog, &plan->graphs);
    }
    if (code == CLI_DONE && plan->algorithms.count + plan->peers.count == 0)
        code = cli_usage(session->verb, "there is no algorithm for --device %s in this build",
                         plan->settings.device);
    if (code == CLI_DONE) code = take_options(session, plan);
    if (code == CLI_DONE) code = check_base(plan);
    return code;
}

void bench_plan_free(bench_plan *plan)
{
    bench_graphs_free(&plan->graphs);
    bench_list_free(&plan->options);
    bench_list_free(&plan->algorithms);
    bench_list_free(&plan->devices);
    bench_list_free(&plan->peers);
    bench_list_free(&plan->scripts);
    bench_catalog_free(&plan->catalog);
}

/* ---- the cases of a graph ---------------------------------------------------------------- */

static bench_case make_case(const char *name, const char *device, const char *script)
{
    return (bench_case){
        .name = bench_words("%s", name),
        .device = bench_words("%s", device),
        .script = script != NULL ? bench_words("%s", script) : NULL,
        .triangles = UINT64_MAX,
        .samples = bench_needed(json_object_new_object()),
        .facts = bench_needed(json_object_new_object()),
    };
}

/* The options of that algorithm, separated by spaces; NULL: none. */
static char *options_for(const bench_plan *plan, const char *algorithm)
{
    char *all = NULL;

    for (size_t i = 0; i < plan->options.count; i++) {
        const char *word = plan->options.words[i];
        char *longer;
        if (!cli_parameter_is_for(word, algorithm)) continue;
        longer = all == NULL ? bench_words("%s", word) : bench_words("%s %s", all, word);
        free(all);
        all = longer;
    }
    return all;
}

bench_case *bench_cases_make(const bench_plan *plan, size_t *count)
{
    const size_t own = plan->algorithms.count, peers = plan->peers.count;
    bench_case *cases = bench_needed(calloc(own + peers, sizeof *cases));

    for (size_t i = 0; i < own; i++) {
        cases[i] = make_case(plan->algorithms.words[i], plan->devices.words[i], NULL);
        cases[i].parameters = options_for(plan, cases[i].name);
    }
    for (size_t i = 0; i < peers; i++)
        cases[own + i] = make_case(plan->peers.words[i], "cpu", plan->scripts.words[i]);
    *count = own + peers;
    return cases;
}

void bench_cases_free(bench_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(cases[i].name);
        free(cases[i].device);
        free(cases[i].script);
        free(cases[i].parameters);
        free(cases[i].message);
        json_object_put(cases[i].samples);
        json_object_put(cases[i].facts);
    }
    free(cases);
}
