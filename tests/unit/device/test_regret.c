/* test_regret.c - gpu-adaptive is at most a tenth slower than the best of all other GPU algorithms, on every kind of
 * graph, and predicts its time roughly.
 *
 * Skipped without a GPU; other processes on the GPU disturb it. It prints a line for each graph and attempt: the
 * least time of each algorithm in microseconds. Algorithms that are twice as slow are only timed in the first rounds.
 */
#include <stdio.h>
#include <string.h>

#include "device/device.h"
#include "registry/registry.h"
#include "support/device_tests.h"

static tricorn_context *context;

enum { MOST_ALGORITHMS = 32, RUNS = 5, ROUNDS = 3, ATTEMPTS = 5 };
static const double most_regret = 0.10;
/* Events are exact to half a microsecond; the time to start differs by some microseconds. */
static const double slack = 2e-6;
/* The model knows neither the contents of the cache nor how much the work of chunks differs. */
static const double most_off = 2.5;

/* An algorithm with its index of the graph. */
typedef struct entrant {
    const char *name;
    tricorn_plan *plan;
    double seconds; /* the least; 0: not timed yet */
} entrant;

typedef struct contest {
    entrant entrants[MOST_ALGORITHMS]; /* the first is gpu-adaptive */
    size_t count;
    double predicted; /* by gpu-adaptive */
} contest;

static void enter(contest *all, const tricorn_graph *graph, const char *algorithm)
{
    entrant *added = &all->entrants[all->count];
    test_by("%s", algorithm);
    CHECK(all->count < MOST_ALGORITHMS, "there are more algorithms");
    *added = (entrant){.name = algorithm};
    REQUIRE_OK(context, tricorn_plan_create(context, graph, COUNTING(.algorithm = algorithm), &added->plan));
    all->count++;
}

static void enter_all(contest *all, const tricorn_graph *graph)
{
    enter(all, graph, "gpu-adaptive");
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const char *name = tg_algorithm_at(a)->description.name;
        if (tg_device_of(tg_algorithm_at(a)) == TG_GPU && strcmp(name, all->entrants[0].name) != 0)
            enter(all, graph, name);
    }
}

/* Runs one after the other, so that the caches are warm. */
static void time_runs(contest *all, entrant *one)
{
    test_by("%s", one->name);
    for (int run = 0; run < RUNS; run++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        REQUIRE_OK(context, tricorn_plan_run(context, one->plan, &result));
        if (one->seconds == 0 || result.seconds.count < one->seconds) one->seconds = result.seconds.count;
        if (one == all->entrants) all->predicted = result.predicted.count_seconds;
    }
}

/* Once timed, algorithms that take twice as long as the choice will not be the best. */
static bool is_slow(const contest *all, const entrant *one)
{
    return one->seconds > 2 * all->entrants[0].seconds;
}

static const entrant *best_of(const contest *all)
{
    const entrant *best = &all->entrants[1];
    for (const entrant *one = best; one < all->entrants + all->count; one++)
        if (one->seconds < best->seconds) best = one;
    return best;
}

static bool has_regret(const contest *all)
{
    return all->entrants[0].seconds > (1 + most_regret) * best_of(all)->seconds + slack;
}

static bool is_mispredicted(const contest *all)
{
    const double ours = all->entrants[0].seconds;
    return all->predicted > most_off * ours || ours > most_off * all->predicted;
}

static void print_times(const contest *all, const char *graph, unsigned attempt)
{
    print_message("%s, attempt %u: predicted %.1f us;", graph, attempt + 1, 1e6 * all->predicted);
    for (size_t i = 0; i < all->count; i++)
        print_message(" %s %.1f", all->entrants[i].name, 1e6 * all->entrants[i].seconds);
    print_message("%s%s\n", has_regret(all) ? "; REGRET" : "", is_mispredicted(all) ? "; MISPREDICTED" : "");
}

/* Times all algorithms in turn. Each attempt starts with new times, because one lucky round of
 * an algorithm would spoil all later attempts. Slow algorithms stay marked as slow. */
static void time_all(contest *all)
{
    entrant *const first = all->entrants;
    for (size_t i = 1; i < all->count; i++)
        if (!is_slow(all, &first[i])) first[i].seconds = 0;
    first->seconds = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        time_runs(all, first);
        for (size_t i = 1; i < all->count; i++)
            if (!is_slow(all, &first[i])) time_runs(all, &first[i]);
    }
}

/* Whether gpu-adaptive is good enough on the graph in one of the attempts; a choice that is bad
 * in all of them is not bad by chance. */
static bool is_well_chosen(const char *model, const char *parameters)
{
    tricorn_graph *graph = test_model(context, model, parameters, 1);
    contest all = {.count = 0};
    char name[128];
    bool good = false;
    snprintf(name, sizeof name, "%s %s", model, parameters);
    enter_all(&all, graph);
    for (unsigned attempt = 0; attempt < ATTEMPTS && !good; attempt++) {
        time_all(&all);
        print_times(&all, name, attempt);
        good = !has_regret(&all) && !is_mispredicted(&all);
    }
    if (!good)
        print_error("%s: gpu-adaptive takes %.1f us, predicted %.1f; %s takes %.1f\n", name,
          1e6 * all.entrants[0].seconds, 1e6 * all.predicted, best_of(&all)->name, 1e6 * best_of(&all)->seconds);
    for (size_t i = 0; i < all.count; i++) tricorn_plan_free(all.entrants[i].plan);
    tricorn_graph_free(graph);
    return good;
}

typedef struct tried_graph {
    const char *model, *parameters;
} tried_graph;

/* Times all graphs, and reports each one with a bad choice. */
static void check_graphs(const tried_graph *graphs, size_t count)
{
    size_t bad = 0;
    for (size_t g = 0; g < count; g++) bad += !is_well_chosen(graphs[g].model, graphs[g].parameters);
    test_on("%zu graphs", count);
    CHECK_EQ(bad, 0, "graphs as reported above");
}

TEST_CASE(skewed_graphs)
{
    static const tried_graph graphs[] = {
      {"kronecker", "scale=12 edge_factor=16"},
      {"kronecker", "scale=16 edge_factor=16"},
      {"kronecker", "scale=19 edge_factor=16"},
      {"barabasi_albert", "vertices=500000 attach=16"},
    };
    check_graphs(graphs, LENGTH(graphs));
}

TEST_CASE(flat_graphs)
{
    static const tried_graph graphs[] = {
      {"erdos_renyi", "vertices=1000000 edges=8000000"},
      {"erdos_renyi", "vertices=100000 edges=4000000"},
      {"watts_strogatz", "vertices=1000000 degree=16 rewire=0.1"},
    };
    check_graphs(graphs, LENGTH(graphs));
}

TEST_CASE(sparse_graphs)
{
    static const tried_graph graphs[] = {
      {"grid2d", "width=1500 height=1500 diagonals=0.1"},
      {"grid3d", "width=120 height=120 depth=120 wrap=1"},
      {"hub", "leaves=3000000 extra=20000"},
    };
    check_graphs(graphs, LENGTH(graphs));
}

/* Graphs for which starting takes most of the time, and graphs with uneven rows. */
TEST_CASE(small_graphs)
{
    static const tried_graph graphs[] = {
      {"grid2d", "width=120 height=90 diagonals=0.1"},
      {"erdos_renyi", "vertices=10000 edges=40000"},
      {"watts_strogatz", "vertices=5000 degree=6 rewire=0.1"},
      {"kronecker", "scale=17 edge_factor=3"},
    };
    check_graphs(graphs, LENGTH(graphs));
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
