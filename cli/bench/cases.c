/* cases.c - makes the plan of a run from the options: the algorithms and peers, and the cases of each graph. */
#include "bench/cases.h"

#include <stdlib.h>
#include <string.h>

#include "exit.h"
#include "text.h"

const char *bench_status_name(bench_status status)
{
    static const char *const names[] = {
      "ok", "wrong", "disputed", "failed", "crash", "timeout", "unsupported", "skipped"};
    return names[status];
}

/* ---- algorithms ---- */

static void add_algorithm(bench_plan *plan, const char *name, const char *device)
{
    if (cli_list_has(&plan->algorithms, name)) return;
    cli_list_add(&plan->algorithms, name, strlen(name));
    cli_list_add(&plan->devices, device, strlen(device));
}

/* Whether algorithms for `device`, "cpu" or "gpu", may run on the device of --device, such as "gpu:1". */
static bool device_allows(const bench_plan *plan, const char *device)
{
    const char *given = plan->given->device;
    return given == NULL || strcmp(given, "auto") == 0 || strncmp(given, device, strlen(device)) == 0;
}

static void add_registered(bench_plan *plan, const tricorn_algorithm_description *algorithm)
{
    const char *given = plan->given->device;
    const bool certain = given != NULL && strcmp(given, "auto") != 0;
    add_algorithm(plan, algorithm->name, certain ? given : algorithm->device);
}

static bool is_named(const tricorn_algorithm_description *algorithm, const char *name)
{
    return strcmp(algorithm->name, name) == 0 || (algorithm->alias != NULL && strcmp(algorithm->alias, name) == 0);
}

static int add_by_name(cli_session *session, bench_plan *plan, const char *name)
{
    const char *device = plan->given->device;
    tricorn_options options = TRICORN_OPTIONS_INIT;

    if (strcmp(name, "auto") == 0) {
        add_algorithm(plan, name, device != NULL ? device : "auto");
        return CLI_DONE;
    }
    for (size_t i = 0; i < tricorn_algorithm_count(); i++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(i);
        if (!is_named(algorithm, name)) continue;
        if (device_allows(plan, algorithm->device)) {
            add_registered(plan, algorithm);
            return CLI_DONE;
        }
        cli_error("algorithm '%s' runs on %s, not on --device %s", name, algorithm->device, device);
        return CLI_USAGE;
    }
    options.algorithm = name; /* if the name does not exist, the library reports it */
    return cli_check_count(session, &options, TRICORN_FOR_TOTAL);
}

static void add_all(bench_plan *plan)
{
    for (size_t i = 0; i < tricorn_algorithm_count(); i++)
        if (device_allows(plan, tricorn_algorithm_at(i)->device)) add_registered(plan, tricorn_algorithm_at(i));
}

static int take_algorithms(cli_session *session, bench_plan *plan)
{
    const cli_list *names = &plan->given->algorithms;
    int code = CLI_DONE;

    if (names->count == 0) add_all(plan);
    for (size_t i = 0; i < names->count && code == CLI_DONE; i++) {
        if (strcmp(names->words[i], "none") == 0) continue;
        if (strcmp(names->words[i], "all") == 0)
            add_all(plan);
        else
            code = add_by_name(session, plan, names->words[i]);
    }
    return code;
}

/* Adds the peers of --peers. A word with a slash is the path of a script; any other word is the
 * name of a script in bench/peers. */
static void take_peers(bench_plan *plan)
{
    const cli_list *given = &plan->given->peers;

    for (size_t i = 0; i < given->count; i++) {
        const char *word = given->words[i], *slash = strrchr(word, '/');
        const char *name = slash != NULL ? slash + 1 : word;
        cli_list_add(&plan->peers, name, strlen(name));
        cli_list_take(&plan->scripts,
          slash != NULL ? cli_string("%s", word) : cli_string("%s/peers/%s", plan->catalog.folder, word));
    }
}

/* ---- all ---- */

/* Reports names that the library does not have. Then frees the context, because child processes make their own. */
static int check_names(cli_session *session, const tricorn_load_options *load)
{
    int code = cli_check_names(session);

    if (code == CLI_DONE)
        code = cli_step_end(session, CLI_SETTING_UP, tricorn_load_options_check(session->context, load));
    tricorn_context_free(session->context);
    session->context = NULL;
    return code;
}

/* Whether a setting such as "trust.block_row=50" is for the algorithm with this name. */
static bool is_parameter_of(const char *setting, const char *algorithm)
{
    const size_t length = strcspn(setting, ".");

    for (size_t i = 0; i < tricorn_algorithm_count(); i++) {
        const tricorn_algorithm_description *known = tricorn_algorithm_at(i);
        if (strcmp(known->name, algorithm) != 0) continue;
        const char *const names[] = {known->name, known->alias};
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            if (names[n] != NULL && strlen(names[n]) == length && strncmp(names[n], setting, length) == 0) return true;
    }
    return false;
}

/* Splits the values of --option into settings. Reports a setting that is for no algorithm of
 * this run, because it would have no effect. */
static int take_parameters(const cli_session *session, bench_plan *plan)
{
    cli_list_split(&plan->parameters, plan->given->parameters, ' ');
    for (size_t i = 0; i < plan->parameters.count; i++) {
        size_t a = 0;
        while (a < plan->algorithms.count && !is_parameter_of(plan->parameters.words[i], plan->algorithms.words[a]))
            a++;
        if (a == plan->algorithms.count)
            return cli_usage(
              session->verb, "--option %s is for an algorithm that is not measured", plan->parameters.words[i]);
    }
    return CLI_DONE;
}

static int check_base(const bench_plan *plan)
{
    const char *base = plan->given->base;
    cli_nearest nearest;

    if (base == NULL) return CLI_DONE;
    nearest = cli_nearest_to(base);
    for (size_t i = 0; i < plan->algorithms.count; i++) cli_nearest_offer(&nearest, plan->algorithms.words[i]);
    for (size_t i = 0; i < plan->peers.count; i++) cli_nearest_offer(&nearest, plan->peers.words[i]);
    if (nearest.best != NULL && nearest.distance == 0) return CLI_DONE;
    return cli_unknown("base", &nearest, "it must be among the algorithms or peers of this run");
}

int bench_plan_make(cli_session *session, bench_plan *plan)
{
    int code;

    *plan = (bench_plan){.given = &session->options, .load = cli_load_options(session)};
    code = check_names(session, &plan->load);
    plan->load.graph.prepare = NULL; /* only a process that counts prepares the graph */
    plan->load.count = NULL;
    if (code == CLI_DONE) code = bench_catalog_read(&plan->catalog);
    if (code == CLI_DONE) code = take_algorithms(session, plan);
    if (code == CLI_DONE) {
        take_peers(plan);
        code = bench_graphs_take(session, &plan->catalog, &plan->graphs);
    }
    if (code == CLI_DONE && plan->algorithms.count + plan->peers.count == 0)
        code = cli_usage(session->verb, "no algorithm of this build is measured on %s, and no peer",
          plan->given->device != NULL ? plan->given->device : "any device");
    if (code == CLI_DONE) code = take_parameters(session, plan);
    if (code == CLI_DONE) code = check_base(plan);
    return code;
}

void bench_plan_free(bench_plan *plan)
{
    bench_graphs_free(&plan->graphs);
    cli_list_free(&plan->parameters);
    cli_list_free(&plan->algorithms);
    cli_list_free(&plan->devices);
    cli_list_free(&plan->peers);
    cli_list_free(&plan->scripts);
    bench_catalog_free(&plan->catalog);
}

/* ---- the cases of a graph ---- */

static bench_case make_case(const char *name, const char *device, const char *script)
{
    return (bench_case){
      .name = cli_string("%s", name),
      .device = cli_string("%s", device),
      .script = script != NULL ? cli_string("%s", script) : NULL,
      .triangles = UINT64_MAX,
      .samples = cli_needed(json_object_new_object()),
      .facts = cli_needed(json_object_new_object()),
    };
}

/* Returns the settings for the algorithm, with spaces between them; NULL if none are set. The
 * caller frees them with free(). */
static char *parameters_of(const bench_plan *plan, const char *algorithm)
{
    char *all = NULL;

    for (size_t i = 0; i < plan->parameters.count; i++) {
        const char *word = plan->parameters.words[i];
        char *longer;
        if (!is_parameter_of(word, algorithm)) continue;
        longer = all == NULL ? cli_string("%s", word) : cli_string("%s %s", all, word);
        free(all);
        all = longer;
    }
    return all;
}

bench_case *bench_cases_make(const bench_plan *plan, size_t *count)
{
    const size_t own = plan->algorithms.count, peers = plan->peers.count;
    bench_case *cases = cli_needed(calloc(own + peers, sizeof *cases));

    for (size_t i = 0; i < own; i++) {
        cases[i] = make_case(plan->algorithms.words[i], plan->devices.words[i], NULL);
        cases[i].parameters = parameters_of(plan, cases[i].name);
    }
    for (size_t i = 0; i < peers; i++) cases[own + i] = make_case(plan->peers.words[i], "cpu", plan->scripts.words[i]);
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
