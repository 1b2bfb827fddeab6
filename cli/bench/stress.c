/* stress.c - runs a kernel on several threads at the same time, and measures their rate. */
#include "bench/stress.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "clock.h"

enum { RUNS = 5, ALIGNMENT = 4096 };

/* Longer than the time slices of a scheduler, but short, because a few dozen ceilings are measured. */
static const double run_seconds = 0.05;

/* What threads wait for: that all have started, or that one could not be started. */
enum { WAIT, GO, GIVE_UP };

typedef struct worker {
    pthread_t thread;
    const bench_kernel *kernel;
    bench_table table;
    atomic_int *signal;
    uint64_t blocks;
    double seconds;
    /* Nobody reads it; without it the compiler would remove the work. */
    volatile uint64_t result;
} worker;

static void *work(void *user)
{
    worker *self = user;
    uint64_t result = 0, blocks = 0;
    double start, now;

    while (atomic_load(self->signal) == WAIT) sched_yield();
    if (atomic_load(self->signal) == GIVE_UP) return NULL;
    start = cli_now();
    do {
        result += self->kernel->block(&self->table);
        blocks++;
        now = cli_now();
    } while (now - start < run_seconds);
    self->result = result;
    self->blocks = blocks;
    self->seconds = now - start;
    return NULL;
}

/* Runs all threads once. Returns the sum of their rates, or -1 if a thread could not be started. */
static double run_once(worker *workers, uint32_t threads)
{
    atomic_int signal = WAIT;
    uint32_t begun = 0;
    double rate = 0;

    for (; begun < threads; begun++) {
        workers[begun].signal = &signal;
        if (pthread_create(&workers[begun].thread, NULL, work, &workers[begun]) != 0) break;
    }
    atomic_store(&signal, begun == threads ? GO : GIVE_UP);
    for (uint32_t i = 0; i < begun; i++) pthread_join(workers[i].thread, NULL);
    if (begun < threads) return -1;
    for (uint32_t i = 0; i < threads; i++)
        rate += (double)workers[i].blocks * (double)workers[i].kernel->units / workers[i].seconds;
    return rate;
}

static uint64_t power_of_two_below(uint64_t bytes)
{
    uint64_t power = 1;
    while (power <= bytes / 2) power *= 2;
    return power;
}

/* Makes a table of numbers that are not all 0, and not in an order that would be faster than
 * others. Returns NULL if memory is too small. */
static uint64_t *make_table(uint64_t bytes)
{
    const uint64_t odd = 0x9E3779B97F4A7C15U; /* 2^64 divided by the golden ratio */
    uint64_t *words = aligned_alloc(ALIGNMENT, bytes);

    for (uint64_t i = 0; words != NULL && i < bytes / sizeof *words; i++) words[i] = i * odd;
    return words;
}

double bench_stress(const bench_kernel *kernel, uint64_t bytes, uint32_t threads)
{
    const uint64_t size = power_of_two_below(bytes);
    worker *workers = calloc(threads, sizeof *workers);
    uint64_t *words = make_table(size);
    double best = workers == NULL || words == NULL ? -1 : 0;

    for (int run = 0; best >= 0 && run < RUNS; run++) {
        double rate;
        for (uint32_t i = 0; i < threads; i++) {
            const uint64_t blocks = size / sizeof *words / BENCH_BLOCK;
            workers[i] =
              (worker){.kernel = kernel, .table = {.words = words, .bytes = size, .place = i * (blocks / threads + 1)}};
        }
        rate = run_once(workers, threads);
        best = rate < 0 ? rate : rate > best ? rate : best;
    }
    free(words);
    free(workers);
    return best;
}
