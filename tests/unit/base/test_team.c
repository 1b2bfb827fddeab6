/* test_team.c - each share of a region runs once, each iteration of its loops too, whatever the
 * number of shares, with other callers at the same time, in regions within regions, in forked
 * children, and where the system starts no more threads.
 *
 * The tests' own loops are OpenMP's; the library's functions are called by its names for them.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/team.h"
#include "base/threads.h"
#include "support/check.h"
#include "support/random.h"

#if defined(__GNUC__) && !defined(__clang__)

void tg_GOMP_parallel(void (*run)(void *data), void *data, unsigned shares, unsigned flags);
bool tg_GOMP_loop_nonmonotonic_dynamic_start(
  long first, long last, long step, long chunk, long *first_given, long *last_given);
bool tg_GOMP_loop_nonmonotonic_dynamic_next(long *first, long *last);
bool tg_GOMP_loop_ull_nonmonotonic_dynamic_start(
  bool up, uint64_t first, uint64_t last, uint64_t step, uint64_t chunk, uint64_t *first_given, uint64_t *last_given);
bool tg_GOMP_loop_ull_nonmonotonic_dynamic_next(uint64_t *first, uint64_t *last);
int tg_omp_get_thread_num(void);
int tg_omp_get_num_threads(void);

enum { SHARES_MOST = 300, INNER_SHARES = 3, ITERATIONS_MOST = 2000 };
enum { CALLERS = 4, ROUNDS = 3000, MOST_SECONDS = 60 };

typedef struct region {
    uint32_t shares;
    long first, last, step, chunk;
    bool within; /* whether each share has a region of its own */
    bool skips; /* whether every second share begins no loop */
    _Atomic uint32_t began[SHARES_MOST], ran[2][ITERATIONS_MOST], wrong, inner[INNER_SHARES], inner_ran;
} region;

static void visit(region *job, int loop, long from, long to)
{
    for (long i = from; i < to; i += job->step) job->ran[loop][i - job->first]++;
}

/* A share of the region within a share: another thread may not run it. */
static void add_inner(void *data)
{
    region *job = data;
    long from, to;
    job->inner[tg_omp_get_thread_num()]++;
    job->wrong += tg_omp_get_num_threads() != INNER_SHARES;
    if (tg_GOMP_loop_nonmonotonic_dynamic_start(0, INNER_SHARES, 1, 1, &from, &to)) {
        do job->inner_ran += (uint32_t)(to - from);
        while (tg_GOMP_loop_nonmonotonic_dynamic_next(&from, &to));
    }
}

static void run(void *data)
{
    region *job = data;
    const int me = tg_omp_get_thread_num();
    long from, to;
    uint64_t low, high;
    job->wrong += tg_omp_get_num_threads() != (int)job->shares || !tg_team_inside();
    job->began[me]++;
    if (job->skips && me % 2 == 0) return; /* as after a failure */
    if (tg_GOMP_loop_nonmonotonic_dynamic_start(job->first, job->last, job->step, job->chunk, &from, &to)) {
        do visit(job, 0, from, to);
        while (tg_GOMP_loop_nonmonotonic_dynamic_next(&from, &to));
    }
    if (job->within) tg_GOMP_parallel(add_inner, job, INNER_SHARES, 0);
    job->wrong += tg_omp_get_thread_num() != me;
    if (tg_GOMP_loop_ull_nonmonotonic_dynamic_start(
          true, (uint64_t)job->first, (uint64_t)job->last, (uint64_t)job->step, (uint64_t)job->chunk, &low, &high)) {
        do visit(job, 1, (long)low, (long)high);
        while (tg_GOMP_loop_ull_nonmonotonic_dynamic_next(&low, &high));
    }
}

/* Runs a random region; returns how much in it was wrong. */
static uint32_t run_region(region *job, test_random *random)
{
    const uint32_t shares = 1 + (uint32_t)test_random_below(random, 20);
    memset(job, 0, sizeof *job);
    job->shares = test_random_below(random, 50) == 0 ? SHARES_MOST : shares;
    job->step = 1 + (long)test_random_below(random, 3);
    job->chunk = 1 + (long)test_random_below(random, 70);
    job->first = (long)test_random_below(random, 100);
    job->last = job->first + (long)test_random_below(random, ITERATIONS_MOST);
    job->within = test_random_below(random, 4) == 0;
    job->skips = test_random_below(random, 8) == 0;
    tg_GOMP_parallel(run, job, job->shares, 0);
    uint32_t wrong = job->wrong + tg_team_inside();
    const uint32_t loops = job->skips ? job->shares / 2 : job->shares;
    const uint32_t within = job->within ? loops : 0;
    for (uint32_t s = 0; s < INNER_SHARES; s++) wrong += job->inner[s] != within;
    wrong += job->inner_ran != within * INNER_SHARES;
    for (uint32_t s = 0; s < SHARES_MOST; s++) wrong += job->began[s] != (s < job->shares);
    for (long i = 0; i < ITERATIONS_MOST; i++)
        for (int loop = 0; loop < 2; loop++)
            wrong += job->ran[loop][i] != (loops > 0 && i % job->step == 0 && i < job->last - job->first);
    return wrong;
}

static uint32_t run_regions(uint64_t seed, int rounds)
{
    test_random random = {seed};
    uint32_t wrong = 0;
    region *job = malloc(sizeof *job);
    for (int i = 0; i < rounds; i++) {
        wrong += run_region(job, &random);
        /* helpers look, or sleep, or are about to */
        const struct timespec pause = {0, (long)test_random_below(&random, 100000)};
        if (test_random_below(&random, 8) == 0) nanosleep(&pause, NULL);
    }
    free(job);
    return wrong;
}

TEST_CASE(all_shares_run_once)
{
    assert_int_equal(run_regions(1, ROUNDS), 0);
}

static void *call(void *seed)
{
    uintptr_t wrong = 0;
    for (uint64_t i = 0; i < 3; i++) wrong += run_regions(*(uint64_t *)seed + i, ROUNDS / 4);
    return (void *)wrong;
}

TEST_CASE(callers_do_not_meet)
{
    for (int turn = 0; turn < 3; turn++) { /* later threads get the teams of earlier ones */
        pthread_t threads[CALLERS];
        uint64_t seeds[CALLERS];
        for (int c = 0; c < CALLERS; c++) {
            seeds[c] = (uint64_t)(100 * turn + 10 * c);
            assert_int_equal(pthread_create(&threads[c], NULL, call, &seeds[c]), 0);
        }
        for (int c = 0; c < CALLERS; c++) {
            void *wrong;
            pthread_join(threads[c], &wrong);
            assert_null(wrong);
        }
    }
}

/* Ends with 0 if regions run in a child, which may be allowed to start no thread. */
static void check_child(bool limited)
{
    int ended = 0;
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        alarm(MOST_SECONDS); /* ends a child that waits for ever */
        if (limited && (setuid(65534) != 0 || setrlimit(RLIMIT_NPROC, &none) != 0)) _exit(0);
        _exit(run_regions(7, ROUNDS / 4) > 0);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
}

TEST_CASE(forked_children_have_teams)
{
    for (int c = 0; c < 3; c++) {
        assert_int_equal(run_regions((uint64_t)c, 50), 0);
        check_child(c == 1);
    }
    assert_int_equal(run_regions(9, 50), 0);
}

typedef struct places {
    pthread_t of[8];
} places;

static void note_thread(void *data)
{
    ((places *)data)->of[tg_omp_get_thread_num()] = pthread_self();
}

TEST_CASE(shares_stay_with_threads)
{
    enum { SHARES = 8, TURNS = 500 };
    places first, now;
    assert_true(tg_team_fix(SHARES));
    tg_GOMP_parallel(note_thread, &first, SHARES, 0);
    for (int i = 0; i < TURNS; i++) {
        memset(&now, 0, sizeof now);
        tg_GOMP_parallel(note_thread, &now, SHARES, 0);
        assert_memory_equal(&now, &first, sizeof now);
        assert_int_equal(run_regions((uint64_t)i, 1), 0);
    }
    tg_team_loosen();
    for (int s = 0; s < SHARES; s++)
        for (int t = 0; t < s; t++) assert_false(pthread_equal(first.of[s], first.of[t]));
}

TEST_CASE(variables_bound_the_default)
{
    setenv("OMP_NUM_THREADS", "1,4", 1);
    assert_int_equal(tg_default_threads(), 1);
    setenv("OMP_NUM_THREADS", "many", 1);
    assert_int_equal(tg_default_threads(), tg_usable_cpus());
    setenv("OMP_THREAD_LIMIT", "1", 1);
    assert_int_equal(tg_default_threads(), 1);
    unsetenv("OMP_NUM_THREADS");
    unsetenv("OMP_THREAD_LIMIT");
    assert_int_equal(tg_default_threads(), tg_usable_cpus());
}

TEST_MAIN()

#else /* LLVM's OpenMP runs the regions */

int main(void)
{
    return 77;
}

#endif
