/* team.c - runs parallel regions: what gcc's code for OpenMP's pragmas calls.
 *
 * - A team belongs to the thread that began its regions; its other threads are helpers, which
 *   start when a region first needs them, and live as long as the process.  When the thread ends,
 *   another one gets its team.
 * - A region has a number. Whoever begins a share stores this number in the share's claim, by an
 *   atomic exchange that fails if another thread was first.  A region ends when all of its shares
 *   have ended.  So a helper that comes late finds all shares claimed, and nobody waits for it.
 * - Helper h first claims share h, so that the same thread has the same part of the data from
 *   region to region; then it takes over shares that nobody has begun.
 * - A helper that has no work looks at the number of the region for some microseconds, then
 *   sleeps.  The caller wakes two helpers, and each of them wakes two more while shares are left.
 * - A thread that was put aside by the system while it looked has company on its CPU: then the
 *   team's threads sleep at once for a while.
 */
#include "base/team.h"

#if defined(__GNUC__) && !defined(__clang__)

#include <linux/futex.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/portable.h"
#include "base/threads.h"

enum {
    LOOPS = 2, /* loops with dynamic schedules in a region, at most */
    LINE = 64, /* bytes of a cache line */
    WOKEN_AT_ONCE = 2, /* helpers that a thread wakes */
    LOOKS_AT_ONCE = 32, /* looks between two readings of the clock: about a microsecond */
    SHARE_BITS = 16, /* of a region's number */
    STACK_BYTES = 8 << 20
};
static const double look_seconds = 100e-6; /* how long a thread looks before it sleeps */
static const double gap_seconds = 500e-6; /* a look that takes longer was interrupted */
static const double crowded_seconds = 0.1; /* how long threads then sleep without looking */

typedef void region_function(void *data);

/* How many iterations of a loop were given to threads. */
typedef struct loop {
    _Alignas(LINE) _Atomic uint64_t given;
} loop;

typedef struct team {
    /* The function and the data of the region, and its number: how many regions began before it,
     * times 2^16, and how many shares it has. The number is written last. */
    _Atomic(region_function *) run;
    _Atomic(void *) data;
    _Alignas(LINE) _Atomic uint64_t region;
    _Alignas(LINE) _Atomic uint32_t left; /* how many shares have not ended */
    _Atomic uint32_t ended; /* serial_of() the last region that has ended; a futex */
    atomic_bool waits; /* whether the caller sleeps until the region ends */
    _Alignas(LINE) _Atomic uint32_t bell; /* a futex for helpers */
    _Atomic uint32_t sleeping; /* how many helpers sleep, or are about to */
    _Atomic double crowded_until; /* threads do not look before that time */
    _Atomic uint32_t fixed; /* shares before this one are not taken over */
    loop loops[LOOPS];
    pthread_mutex_t starting; /* protects the next member */
    _Atomic uint32_t helpers;
    cpu_set_t allowed; /* where the caller may run */
    struct team *next; /* in the list of teams that no thread has */
    /* for each share: the last region in which a thread has begun it */
    _Atomic uint64_t claims[TG_MOST_THREADS + 1];
} team;

/* The share that this thread runs. */
typedef struct share {
    uint32_t number, count;
    bool inside; /* whether a region runs */
    loop *loops; /* those of the region */
    uint32_t begun; /* how many loops with dynamic schedules */
    /* The present loop: where it begins, its iterations, by how much they differ, how many are
     * given at a time, and how many were given. */
    uint64_t first, iterations, step, chunk;
    _Atomic uint64_t *given;
} share;

static _Thread_local share mine = {.count = 1};
static _Thread_local team *own;
static pthread_mutex_t exclusion = PTHREAD_MUTEX_INITIALIZER; /* of critical sections */

/* gcc's calls, by the names of libgomp's interface. */
void GOMP_parallel(region_function *run, void *data, unsigned shares, unsigned flags);
bool GOMP_loop_nonmonotonic_dynamic_start(
  long first, long last, long step, long chunk, long *first_given, long *last_given);
bool GOMP_loop_nonmonotonic_dynamic_next(long *first, long *last);
bool GOMP_loop_ull_nonmonotonic_dynamic_start(
  bool up, uint64_t first, uint64_t last, uint64_t step, uint64_t chunk, uint64_t *first_given, uint64_t *last_given);
bool GOMP_loop_ull_nonmonotonic_dynamic_next(uint64_t *first, uint64_t *last);
void GOMP_loop_end_nowait(void);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);
void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);

static uint32_t serial_of(uint64_t region)
{
    return (uint32_t)(region >> SHARE_BITS);
}

static uint32_t shares_of(uint64_t region)
{
    return (uint32_t)(region % (1 << SHARE_BITS));
}

/* ---- waiting ---- */

static void look_again(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void sleep_while(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake(_Atomic uint32_t *word, int threads)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

/* Looks for some microseconds whether a region other than `region` runs (a helper), or whether it
 * has ended (the caller). Returns whether that is so. */
static bool look(team *of, uint64_t region, bool for_end)
{
    double now = tg_clock_now();
    const bool crowded = atomic_load(&of->crowded_until) > now;
    const double until = crowded ? now : now + look_seconds;
    for (;;) {
        for (int i = 0; i < LOOKS_AT_ONCE; i++) {
            if (for_end ? atomic_load(&of->ended) == serial_of(region) : atomic_load(&of->region) != region)
                return true;
            look_again();
        }
        const double before = now;
        now = tg_clock_now();
        if (now - before > gap_seconds) atomic_store(&of->crowded_until, now + crowded_seconds);
        if (now >= until) return false;
    }
}

/* ---- shares ---- */

/* Claims a share of the region for the calling thread. */
static bool claim(team *of, uint64_t region, uint32_t number)
{
    uint64_t last = atomic_load_explicit(&of->claims[number], memory_order_relaxed);
    return last < region && atomic_compare_exchange_strong(&of->claims[number], &last, region);
}

/* Claims a share that nobody has begun: the thread's own, or else any one behind it. Returns the
 * number of shares if none is left. */
static uint32_t claim_any(team *of, uint64_t region, uint32_t thread)
{
    const uint32_t shares = shares_of(region);
    if (thread < shares && claim(of, region, thread)) return thread;
    const uint32_t fixed = atomic_load_explicit(&of->fixed, memory_order_relaxed);
    for (uint32_t i = 1; i < shares && atomic_load(&of->left) > 0; i++) {
        const uint32_t number = (thread + i) % shares;
        if (number > 0 && number >= fixed && claim(of, region, number)) return number;
    }
    return shares;
}

static void run_share(team *of, uint64_t region, uint32_t number)
{
    region_function *run = atomic_load_explicit(&of->run, memory_order_relaxed);
    mine = (share){.number = number, .count = shares_of(region), .inside = true, .loops = of->loops};
    run(atomic_load_explicit(&of->data, memory_order_relaxed));
    if (atomic_fetch_sub(&of->left, 1) > 1) return;
    atomic_store(&of->ended, serial_of(region));
    if (atomic_load(&of->waits)) wake(&of->ended, 1);
}

static void run_shares(team *of, uint64_t region, uint32_t thread)
{
    for (uint32_t number; (number = claim_any(of, region, thread)) < shares_of(region);) run_share(of, region, number);
}

/* ---- helpers ---- */

typedef struct helper {
    team *of;
    uint32_t number;
    cpu_set_t allowed;
} helper;

static bool start_helper(team *of, uint32_t most);

/* Wakes two helpers, or starts one, if a share may be left for them. */
static void rouse(team *of)
{
    const uint32_t shares = shares_of(atomic_load(&of->region));
    if (atomic_load(&of->left) == 0) return;
    if (atomic_load(&of->sleeping) > 0) {
        atomic_fetch_add(&of->bell, 1);
        wake(&of->bell, WOKEN_AT_ONCE);
    } else if (atomic_load(&of->helpers) + 1 < shares)
        start_helper(of, shares - 1);
}

/* Waits for a region other than the one with this number. */
static void await_region(team *of, uint64_t region)
{
    if (look(of, region, false)) return;
    do {
        atomic_fetch_add(&of->sleeping, 1);
        const uint32_t bell = atomic_load(&of->bell);
        if (atomic_load(&of->region) == region) sleep_while(&of->bell, bell);
        atomic_fetch_sub(&of->sleeping, 1);
    } while (atomic_load(&of->region) == region);
    rouse(of);
}

static void *help(void *made)
{
    const helper me = *(helper *)made;
    uint64_t region = 0;
    free(made);
    sched_setaffinity(0, sizeof me.allowed, &me.allowed);
    rouse(me.of);
    for (;;) {
        region = atomic_load(&me.of->region);
        run_shares(me.of, region, me.number);
        await_region(me.of, region);
    }
    return NULL;
}

/* Sets *at to the CPU on which helper `number` begins: another one than the caller's, since on its
 * creator's CPU it would wait for a time slice. Returns false if the CPUs are not known. */
static bool place(const team *of, uint32_t number, cpu_set_t *at)
{
    const int cpus = CPU_COUNT(&of->allowed);
    int cpu = sched_getcpu();
    if (cpus == 0 || cpu < 0) return false;
    for (uint32_t turn = number % (uint32_t)cpus; turn > 0;) {
        cpu = (cpu + 1) % CPU_SETSIZE;
        turn -= CPU_ISSET(cpu, &of->allowed) != 0;
    }
    CPU_ZERO(at);
    CPU_SET(cpu, at);
    return true;
}

static bool start_thread(team *of, uint32_t number)
{
    pthread_attr_t attributes;
    pthread_t thread;
    cpu_set_t at;
    sigset_t all, before;
    helper *made = malloc(sizeof *made);
    if (made == NULL) return false;
    *made = (helper){of, number, of->allowed};
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES); /* also where the process has little */
    if (place(of, number, &at)) pthread_attr_setaffinity_np(&attributes, sizeof at, &at);
    sigfillset(&all); /* signals are for the caller's threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&thread, &attributes, help, made) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (!started) free(made);
    return started;
}

/* Starts one more helper if the team has fewer than `most`. Returns false if the system does not start it. */
static bool start_helper(team *of, uint32_t most)
{
    bool started = true;
    pthread_mutex_lock(&of->starting);
    const uint32_t number = atomic_load(&of->helpers) + 1;
    if (number <= most) {
        started = start_thread(of, number);
        if (started) atomic_store(&of->helpers, number);
    }
    pthread_mutex_unlock(&of->starting);
    return started;
}

/* ---- teams ---- */

static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER;
static team *idle; /* teams of threads that have ended */
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void give_back(void *team_of_thread)
{
    team *of = team_of_thread;
    pthread_mutex_lock(&idle_lock);
    of->next = idle;
    idle = of;
    pthread_mutex_unlock(&idle_lock);
}

static void make_key(void)
{
    pthread_key_create(&at_end, give_back);
}

/* Returns the team of the calling thread; NULL if memory is short. */
static team *team_of_thread(void)
{
    if (own) return own;
    pthread_once(&once, make_key);
    pthread_mutex_lock(&idle_lock);
    team *of = idle;
    if (of) idle = of->next;
    pthread_mutex_unlock(&idle_lock);
    if (of == NULL) {
        of = aligned_alloc(LINE, (sizeof *of + LINE - 1) / LINE * LINE);
        if (of == NULL) return NULL;
        __builtin_memset(of, 0, sizeof *of);
        pthread_mutex_init(&of->starting, NULL);
    }
    if (sched_getaffinity(0, sizeof of->allowed, &of->allowed) != 0) CPU_ZERO(&of->allowed);
    pthread_setspecific(at_end, of);
    return own = of;
}

void tg_team_forget(void)
{
    if (own) pthread_setspecific(at_end, NULL);
    pthread_mutex_init(&idle_lock, NULL);
    pthread_mutex_init(&exclusion, NULL);
    idle = own = NULL;
    mine = (share){.count = 1};
}

bool tg_team_inside(void)
{
    return mine.inside;
}

bool tg_team_vary(bool may)
{
    return may;
}

bool tg_team_fix(uint32_t threads)
{
    team *of = team_of_thread();
    if (of == NULL || mine.inside) return false;
    while (atomic_load(&of->helpers) + 1 < threads)
        if (!start_helper(of, threads - 1)) return false;
    atomic_store(&of->fixed, threads);
    return true;
}

void tg_team_loosen(void)
{
    atomic_store(&own->fixed, 0);
}

/* ---- regions ---- */

/* Runs all shares one after the other: within a region, or if memory is short. */
static void run_alone(region_function *run, void *data, uint32_t shares)
{
    const share before = mine;
    loop loops[LOOPS] = {0};
    for (uint32_t number = 0; number < shares; number++) {
        mine = (share){.number = number, .count = shares, .inside = true, .loops = loops};
        run(data);
    }
    mine = before;
}

static void await_end(team *of, uint64_t region)
{
    if (look(of, region, true)) return;
    atomic_store(&of->waits, true);
    for (uint32_t ended; (ended = atomic_load(&of->ended)) != serial_of(region);) sleep_while(&of->ended, ended);
    atomic_store(&of->waits, false);
}

static uint64_t next_region(team *of, uint32_t shares)
{
    const uint64_t last = atomic_load_explicit(&of->region, memory_order_relaxed);
    return ((last >> SHARE_BITS) + 1) << SHARE_BITS | shares;
}

void GOMP_parallel(region_function *run, void *data, unsigned shares, unsigned flags)
{
    team *of = mine.inside || shares == 1 ? NULL : team_of_thread();
    (void)flags;
    if (of == NULL) {
        run_alone(run, data, shares);
        return;
    }
    const uint64_t region = next_region(of, shares);
    for (uint32_t l = 0; l < LOOPS; l++) atomic_store_explicit(&of->loops[l].given, 0, memory_order_relaxed);
    atomic_store_explicit(&of->run, run, memory_order_relaxed);
    atomic_store_explicit(&of->data, data, memory_order_relaxed);
    atomic_store(&of->left, shares);
    atomic_store_explicit(&of->claims[0], region, memory_order_relaxed); /* the caller's */
    atomic_store(&of->region, region);
    rouse(of);
    run_share(of, region, 0);
    run_shares(of, region, 0);
    await_end(of, region);
    mine = (share){.count = 1};
}

int omp_get_thread_num(void)
{
    return (int)mine.number;
}

int omp_get_num_threads(void)
{
    return (int)mine.count;
}

/* ---- loops with dynamic schedules ---- */

static void begin_loop(uint64_t first, uint64_t last, uint64_t step, uint64_t chunk)
{
    if (mine.begun == LOOPS) abort();
    mine.given = &mine.loops[mine.begun++].given;
    mine.first = first;
    mine.iterations = (last - first + step - 1) / step;
    mine.step = step;
    mine.chunk = chunk;
}

/* Gives the thread a chunk of the loop. Returns false if none is left. */
static bool next_chunk(uint64_t *first, uint64_t *last)
{
    const uint64_t at = atomic_fetch_add_explicit(mine.given, mine.chunk, memory_order_relaxed);
    if (at >= mine.iterations) return false;
    const uint64_t left = mine.iterations - at, count = left < mine.chunk ? left : mine.chunk;
    *first = mine.first + at * mine.step;
    *last = *first + count * mine.step;
    return true;
}

bool GOMP_loop_ull_nonmonotonic_dynamic_next(uint64_t *first, uint64_t *last)
{
    return next_chunk(first, last);
}

bool GOMP_loop_ull_nonmonotonic_dynamic_start(
  bool up, uint64_t first, uint64_t last, uint64_t step, uint64_t chunk, uint64_t *first_given, uint64_t *last_given)
{
    (void)up;
    begin_loop(first, first < last ? last : first, step, chunk);
    return next_chunk(first_given, last_given);
}

bool GOMP_loop_nonmonotonic_dynamic_next(long *first, long *last)
{
    return next_chunk((uint64_t *)first, (uint64_t *)last);
}

bool GOMP_loop_nonmonotonic_dynamic_start(
  long first, long last, long step, long chunk, long *first_given, long *last_given)
{
    begin_loop((uint64_t)first, (uint64_t)(first < last ? last : first), (uint64_t)step, (uint64_t)chunk);
    return GOMP_loop_nonmonotonic_dynamic_next(first_given, last_given);
}

void GOMP_loop_end_nowait(void)
{
}

/* ---- exclusion ---- */

void GOMP_atomic_start(void)
{
    pthread_mutex_lock(&exclusion);
}

void GOMP_atomic_end(void)
{
    pthread_mutex_unlock(&exclusion);
}

void GOMP_critical_name_start(void **name)
{
    (void)name;
    pthread_mutex_lock(&exclusion);
}

void GOMP_critical_name_end(void **name)
{
    (void)name;
    pthread_mutex_unlock(&exclusion);
}

#else /* LLVM's OpenMP */

#include <omp.h>

bool tg_team_inside(void)
{
    return omp_get_active_level() >= omp_get_max_active_levels();
}

bool tg_team_vary(bool may)
{
    const bool before = omp_get_dynamic() != 0;
    omp_set_dynamic(may);
    return before;
}

bool tg_team_fix(uint32_t threads)
{
    (void)threads;
    return omp_get_proc_bind() == omp_proc_bind_false;
}

void tg_team_loosen(void)
{
}

void tg_team_forget(void)
{
}

#endif
