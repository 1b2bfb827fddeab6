/* test_choice.c - cpu-adaptive counts each kind of graph with the right method, reports it, and is as fast as the
 * best registered algorithm.
 *
 * Times are CPU times of one thread, the least of several interleaved rounds, which other programs hardly disturb.
 */
#include <string.h>
#include <time.h>

#include "registry/registry.h"
#include "support/fixture.h"
#include "support/host_rows.h"

/* ---- which way ---- */

typedef enum way { STREAMED, STREAMED_FAR, MATRIX, MATRIX_AND_LISTS, LISTS } way;

/* The method that its result reports. Far rows are prefetched if at least one edge in fifty leads to one. */
static way way_of(const tricorn_result *result, double edges)
{
    const tricorn_work *work = &result->predicted.work;
    if (work->compares > 0) return work->fetches > edges / 50 ? STREAMED_FAR : STREAMED;
    if (work->lines > 0) return work->tests > 0 ? MATRIX_AND_LISTS : MATRIX;
    return LISTS;
}

/* Counts: with one, the index may cost more than it saves; with more, both are tried. */
enum { MANY = 15 };

/* Each feature of a graph that decides, at its extreme. */
TEST_CASE(each_way_has_its_graphs)
{
    static const struct {
        const char *model, *parameters, *why;
        way expected;
    } graphs[] = {
      {"grid2d", "width=300 height=300 diagonals=0.1", "short rows, near each other", STREAMED},
      {"torus3d", "width=40 height=40 depth=40", "short rows, near each other", STREAMED},
      {"watts-strogatz", "vertices=50000 degree=16 rewire=0", "short rows, all near", STREAMED},
      {"erdos-renyi", "vertices=500000 edges=2000000", "short rows, far away", STREAMED_FAR},
      {"complete", "vertices=700", "all are hubs", MATRIX},
      {"erdos-renyi", "vertices=1000 edges=200000", "dense", MATRIX},
      {"kronecker", "scale=15 edge_factor=16", "hubs, and others", MATRIX_AND_LISTS},
      {"erdos-renyi", "vertices=150000 edges=10000000", "long rows without hubs", LISTS},
    };

    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_generated(graphs[g].model, graphs[g].parameters);
        tricorn_result result = TRICORN_RESULT_INIT;
        WORKS(tricorn_count(fixture.context, graph, COUNTING(.device = "cpu", .counts = MANY), &result));
        const tricorn_graph_description described = test_describe(fixture.context, graph);
        assert_string_equal(result.how.algorithm, "cpu-adaptive");
        CHECK(result.predicted.count_seconds > 0, "%s", graphs[g].model);
        CHECK_EQ(way_of(&result, (double)described.edges), graphs[g].expected, "%s %s: %s", graphs[g].model,
          graphs[g].parameters, graphs[g].why);
        tricorn_graph_free(graph);
    }
}

/* Streaming is tried on graphs whose cost by hubs is near it; either way counts right, and what
 * is told of the plan is of the way that was taken. */
TEST_CASE(trials_count_right)
{
    static const char *const parameters[] = {"vertices=20000 edges=1500000", "vertices=60000 edges=3000000",
      "vertices=1000 edges=200000", "vertices=500000 edges=2000000"};

    for (size_t g = 0; g < LENGTH(parameters); g++) {
        tricorn_graph *graph = test_generated("erdos-renyi", parameters[g]);
        tricorn_result by_merging = TRICORN_RESULT_INIT, tried = TRICORN_RESULT_INIT;
        tricorn_plan *plan = NULL;
        tricorn_options options = *COUNTING(.algorithm = "cpu-merge-edge");
        WORKS(tricorn_count(fixture.context, graph, &options, &by_merging));
        options.algorithm = "cpu-adaptive";
        options.counts = MANY + 1;
        WORKS(tricorn_plan_create(fixture.context, graph, &options, &plan));
        for (int i = 0; i < 2; i++) {
            WORKS(tricorn_plan_run(fixture.context, plan, &tried));
            CHECK_EQ(tried.triangles, by_merging.triangles, "%s", parameters[g]);
        }
        CHECK(tried.predicted.work.compares == 0 || tried.predicted.work.lines == 0, "%s: the work of one way",
          parameters[g]);
        tricorn_plan_free(plan);
        tricorn_graph_free(graph);
    }
}

/* ---- how fast ---- */

enum { MOST_ALGORITHMS = 32, ROUNDS = 5, ATTEMPTS = 10 };

typedef struct least_times {
    double count, solve; /* without preparation; with it */
} least_times;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void keep_least(double *least, double seconds)
{
    if (*least == 0 || seconds < *least) *least = seconds;
}

static void time_once(const tg_algorithm *algorithm, const tg_task *task, least_times *times)
{
    const tg_cpu_methods *methods = algorithm->cpu;
    tg_index index = {0};
    uint64_t triangles = 0;
    const double start = cpu_seconds();
    if (methods->make_index) WORKS(methods->make_index(fixture.context, task, &index));
    const double made = cpu_seconds();
    WORKS(methods->count(fixture.context, task, &index, &triangles));
    keep_least(&times->count, cpu_seconds() - made);
    keep_least(&times->solve, cpu_seconds() - start);
    tg_index_free(NULL, &index);
}

/* The regret of the first algorithm, the choice, and of its preparing and counting. */
static least_times regret_of(const least_times *times, size_t algorithms)
{
    least_times best = times[1];
    for (size_t a = 2; a < algorithms; a++) {
        if (times[a].count < best.count) best.count = times[a].count;
        if (times[a].solve < best.solve) best.solve = times[a].solve;
    }
    return (least_times){times[0].count / best.count - 1, times[0].solve / best.solve - 1};
}

/* Once timed, algorithms that take twice as long as the choice will not be the best. */
static bool is_slow(const least_times *times, const least_times *choice)
{
    return times->count > 2 * choice->count && times->solve > 2 * choice->solve;
}

/* Times each CPU algorithm once more; returns their number. */
static size_t time_round(const tg_task *task, least_times *times)
{
    size_t algorithms = 0;
    for (size_t a = 0; a < tg_algorithm_count() && algorithms < MOST_ALGORITHMS; a++) {
        if (tg_device_of(tg_algorithm_at(a)) != TG_CPU) continue;
        if (!is_slow(&times[algorithms], &times[0])) time_once(tg_algorithm_at(a), task, &times[algorithms]);
        algorithms++;
    }
    return algorithms;
}

/* Each attempt compares its own times: one lucky run of an algorithm, while the clock was faster,
 * would spoil all later ones. A slow algorithm stays slow. */
static void forget(least_times *times, size_t algorithms)
{
    const least_times choice = times[0];
    for (size_t a = 0; a < algorithms; a++)
        if (!is_slow(&times[a], &choice)) times[a] = (least_times){0, 0};
}

/* Times of one thread vary by some percent from run to run; a choice above the limit in all attempts is too slow. */
static void check_regret(const tricorn_graph *graph, const char *name)
{
    static const double most = 0.1;
    const tg_task task = test_task_of(graph);
    least_times times[MOST_ALGORITHMS] = {{0, 0}}, regret = {1, 1};
    size_t algorithms = 0;

    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        forget(times, algorithms);
        for (unsigned round = 0; round < ROUNDS; round++) algorithms = time_round(&task, times);
        regret = regret_of(times, algorithms);
        if (regret.count <= most && regret.solve <= most) return;
    }
    CHECK(regret.count <= most && regret.solve <= most,
      "%s: the choice takes %.0f %% longer than the best to count, %.0f %% to prepare and count", name,
      100 * regret.count, 100 * regret.solve);
}

TEST_CASE(regret_is_small)
{
    static const char *const graphs[][2] = {
      {"kronecker", "scale=14 edge_factor=16"},
      {"grid2d", "width=700 height=700 diagonals=0.1"},
      {"watts-strogatz", "vertices=100000 degree=16 rewire=0.1"},
      {"torus3d", "width=60 height=60 depth=60"},
      {"barabasi-albert", "vertices=100000 attach=8"},
      {"erdos-renyi", "vertices=200000 edges=1000000"},
      {"erdos-renyi", "vertices=4000 edges=400000"},
      {"complete", "vertices=800"},
    };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
    skip(); /* times of such a build are meaningless */
#endif
    assert_string_equal(tg_algorithm_at(0)->description.name, "cpu-adaptive");
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_generated(graphs[g][0], graphs[g][1]);
        check_regret(graph, graphs[g][0]);
        tricorn_graph_free(graph);
    }
}

TEST_MAIN_BETWEEN(test_create_single, test_destroy)
