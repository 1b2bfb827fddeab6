/* parallel.c - computes prefix sums, starts a team of threads on separate CPUs, and waits for
 * short times.
 *
 * - A prefix sum reads the values twice: once for each thread's sum, once to write the result.
 * - Threads that share a CPU would delay every region by a time slice of milliseconds, so the
 *   first region of a call moves them to different CPUs.
 */
#include "base/parallel.h"

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

enum {
    MOST_THREADS = 256, /* the sums of all threads are on the stack; more threads gain nothing */
    SERIAL_BELOW = 1 << 14,       /* below this, starting threads takes longer than the sum */
    WAIT_NANOSECONDS = 100000000, /* the longest delay of a request to stop: 0.1 s */
    SECOND_NANOSECONDS = 1000000000,
    ZEROED_AT_ONCE = 1 << 21, /* a thread clears one huge page at a time */
    TURNS = 64, /* how often meet() yields, for about 20 us, until threads on other CPUs arrive */
    NAP_NANOSECONDS = 20000
};

uint64_t tg_prefix_sum(tricorn_context *context, uint64_t *values, uint64_t count)
{
    uint64_t partial[MOST_THREADS + 1] = {0};
    uint32_t threads = context->threads < MOST_THREADS ? context->threads : MOST_THREADS;
    if (count < SERIAL_BELOW) threads = 1;
#pragma omp parallel num_threads((int)threads)
    {
        const uint64_t parts = (uint64_t)omp_get_num_threads(), me = (uint64_t)omp_get_thread_num();
        const uint64_t first = count / parts * me + (me < count % parts ? me : count % parts);
        const uint64_t last = first + count / parts + (me < count % parts);
        uint64_t sum = 0;
        for (uint64_t i = first; i < last; i++) sum += values[i];
        partial[me + 1] = sum;
#pragma omp barrier
#pragma omp single
        for (uint64_t p = 0; p < parts; p++) partial[p + 1] += partial[p];
        sum = partial[me];
        for (uint64_t i = first; i < last; i++) {
            const uint64_t value = values[i];
            values[i] = sum;
            sum += value;
        }
        if (last == count && me == parts - 1) values[count] = sum;
    }
    return values[count];
}

void tg_zero(const tricorn_context *context, void *bytes, uint64_t count)
{
    const uint64_t pieces = (count + ZEROED_AT_ONCE - 1) / ZEROED_AT_ONCE;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t p = 0; p < pieces; p++)
        memset((char *)bytes + p * ZEROED_AT_ONCE, 0,
               p + 1 < pieces ? ZEROED_AT_ONCE : count - p * ZEROED_AT_ONCE);
}

/* Moves this thread to a free CPU if an earlier thread of the team runs on the same CPU, and then
 * restores the thread's former affinity. */
static void leave_crowd(const int *cpus, int me, int team, const cpu_set_t *allowed)
{
    cpu_set_t one, taken;
    int before = 0; /* how many earlier threads must move, too */
    bool crowded = false;
    CPU_ZERO(&taken);
    for (int t = 0; t < team; t++) {
        const bool twice = CPU_ISSET(cpus[t], &taken);
        CPU_SET(cpus[t], &taken);
        if (t < me) before += twice;
        if (t == me) crowded = twice;
    }
    for (int cpu = 0; crowded && cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, allowed) || CPU_ISSET(cpu, &taken) || before-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        if (sched_setaffinity(0, sizeof one, &one) == 0) /* the system moves the thread at once */
            sched_setaffinity(0, sizeof *allowed, allowed);
        return;
    }
}

/* Waits for all threads of the team.  After a while it sleeps instead of yielding: a thread that
 * is queued on this CPU then runs at once, but after a yield it may wait for the rest of a time
 * slice. */
static void meet(_Atomic int *arrived, int team)
{
    const struct timespec nap = {0, NAP_NANOSECONDS};
    atomic_fetch_add(arrived, 1);
    for (int turn = 0; atomic_load(arrived) < team; turn++)
        if (turn < TURNS)
            sched_yield();
        else
            nanosleep(&nap, NULL);
}

/* Starts this thread's team of OpenMP if it has one thread for each CPU.  libgomp spins while it
 * waits for new threads, even on a CPU where a new thread is queued; that thread then starts a
 * time slice, milliseconds, later.  With more threads than CPUs libgomp soon sleeps, so one
 * thread too many is started; it ends with the next region (decision 8). */
static void start_team(int threads)
{
    static _Thread_local bool started;
    _Atomic int arrived = 0;
    if (started || threads < omp_get_num_procs()) return;
    started = true;
#pragma omp parallel num_threads(threads + 1)
    atomic_fetch_add(&arrived, 1);
}

/* Whether this thread waited for more than a millisecond, for a CPU or anything else, since the
 * last call of has_waited() or since the context was created.  A thread that shares its CPU with
 * another one of its team waits so long. */
static bool has_waited(const tricorn_context *context)
{
    static const double long_wait = 1e-3; /* shorter than a time slice */
    static _Thread_local tg_thread_clocks last;
    const tg_thread_clocks now = {tg_clock_now(), tg_clock_cpu()};
    const tg_thread_clocks since = last.clock > context->made.clock ? last : context->made;
    last = now;
    return now.clock - since.clock - (now.cpu - since.cpu) > long_wait;
}

void tg_threads_apart(const tricorn_context *context)
{
    const struct timespec nap = {0, NAP_NANOSECONDS};
    const int threads = (int)context->threads;
    _Atomic int arrived = 0, placed = 0, moved = 0;
    int cpus[MOST_THREADS] = {0};
    if (threads < 2 || threads > MOST_THREADS || omp_get_proc_bind() != omp_proc_bind_false) return;
    start_team(threads);
    /* The region cannot begin before the other threads have left the previous one, and spinning
     * here would keep them off a shared CPU.  A sleep lets the system wake this thread on a free
     * CPU. */
    if (has_waited(context)) nanosleep(&nap, NULL);
#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num(), team = omp_get_num_threads();
        cpu_set_t allowed;
        meet(&arrived, team);
        const int cpu = sched_getcpu(); /* the system may have moved the thread */
        const bool known = cpu >= 0 && cpu < CPU_SETSIZE &&
                           sched_getaffinity(0, sizeof allowed, &allowed) == 0;
        cpus[me] = known ? cpu : 0;
        meet(&placed, team);
        if (known && CPU_COUNT(&allowed) >= team) leave_crowd(cpus, me, team, &allowed);
        meet(&moved, team); /* threads that do not move yield their CPUs to those that do */
    }
}

static struct timespec soon(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += WAIT_NANOSECONDS;
    time.tv_sec += time.tv_nsec / SECOND_NANOSECONDS;
    time.tv_nsec %= SECOND_NANOSECONDS;
    return time;
}

bool tg_lock_briefly(pthread_mutex_t *lock)
{
    const struct timespec until = soon();
    return pthread_mutex_timedlock(lock, &until) == 0;
}

void tg_wait_briefly(pthread_cond_t *changed, pthread_mutex_t *lock)
{
    const struct timespec until = soon();
    pthread_cond_timedwait(changed, lock, &until);
}
