/* cores.c - peels vertices level by level.
 *
 * Each thread has some of the vertices that are left.  At level k it sets those of degree k
 * aside; when all threads have done so, it removes them, and at once also the neighbours whose
 * degree it lowers to k: only the thread that does so sees k + 1 before.  So a chain of removals
 * takes no meeting of threads, and the array of degrees ends as that of core numbers.
 */
#include "graph/cores.h"

#include <omp.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"

static const uint32_t NONE_LEFT = UINT32_MAX; /* above all degrees */

enum {
    LEAST_STACK = 1 << 10,
    REPORTED = 1 << 16 /* vertices and edges between two reports */
};

/* What the threads found out at the beginning of a level. */
typedef struct round_state {
    _Atomic uint32_t least; /* degree of those above the level */
    atomic_bool removes;    /* whether any vertex is at the level */
} round_state;

typedef struct peeling {
    tricorn_context *context;
    const tg_rows *below, *above;
    uint32_t *degrees;     /* of vertices that are left; of others their core number */
    uint32_t *left;        /* by thread: its vertices */
    round_state rounds[2]; /* this level and the next in turn */
    _Atomic int failure;
} peeling;

/* Vertices that a thread still has to remove. */
typedef struct stack {
    uint32_t *vertices;
    uint64_t used, room;
} stack;

/* The vertices of a thread in peeling.left, from `first` on: `kept` of them are left, and those
 * up to `all` are removed at this level. */
typedef struct share {
    uint32_t first, kept, all;
    uint64_t work; /* not reported yet */
} share;

static void push(peeling *job, stack *waiting, uint32_t v)
{
    if (waiting->used == waiting->room) {
        const uint64_t room = waiting->room ? 2 * waiting->room : LEAST_STACK;
        const tricorn_status status = TG_REALLOC(job->context, room, &waiting->vertices);
        tg_keep_failure(&job->failure, status);
        if (status != TRICORN_OK) return;
        waiting->room = room;
    }
    waiting->vertices[waiting->used++] = v;
}

static void lower(peeling *job, stack *waiting, uint32_t level, const tg_rows *rows, uint32_t v)
{
    for (uint64_t e = rows->offsets[v]; e < rows->offsets[v + 1]; e++) {
        uint32_t *degree = &job->degrees[rows->ids[e]];
        if (__atomic_load_n(degree, __ATOMIC_RELAXED) <= level) continue;
        const uint32_t before = __atomic_fetch_sub(degree, 1, __ATOMIC_RELAXED);
        if (before == level + 1) push(job, waiting, rows->ids[e]);
        if (before <= level) __atomic_fetch_add(degree, 1, __ATOMIC_RELAXED);
    }
}

static void report(const peeling *job, share *own, uint64_t work)
{
    own->work += work;
    if (own->work < REPORTED) return;
    tg_work_add(job->context, own->work);
    own->work = 0;
}

/* Removes v, and what falls to the level by that. */
static void drain(peeling *job, share *own, stack *waiting, uint32_t level, uint32_t v)
{
    waiting->used = 0;
    push(job, waiting, v);
    while (waiting->used > 0) {
        const uint32_t next = waiting->vertices[--waiting->used];
        lower(job, waiting, level, job->below, next);
        lower(job, waiting, level, job->above, next);
        report(job, own,
               1 + job->below->offsets[next + 1] - job->below->offsets[next] +
                   job->above->offsets[next + 1] - job->above->offsets[next]);
    }
}

static void lower_least(round_state *round, uint32_t degree)
{
    uint32_t least = round->least;
    while (degree < least && !atomic_compare_exchange_weak(&round->least, &least, degree)) {
    }
}

/* Parts the thread's vertices: those above the level first, then those at it; those that were
 * removed go. */
static void divide(const peeling *job, share *own, uint32_t level, round_state *round)
{
    uint32_t *left = job->left + own->first, kept = 0, at = 0, least = NONE_LEFT;
    for (uint32_t i = 0; i < own->kept; i++) {
        const uint32_t v = left[i], degree = job->degrees[v];
        if (degree < level) continue;
        left[at] = v;
        if (degree > level) {
            left[at] = left[kept];
            left[kept++] = v;
            if (degree < least) least = degree;
        }
        at++;
    }
    own->kept = kept;
    own->all = at;
    lower_least(round, least);
    if (at > kept) round->removes = true;
}

/* What each thread does. */
static void peel(peeling *job, share *own)
{
    stack waiting = {0};
    for (uint32_t level = 0, r = 0; level != NONE_LEFT; r = !r) {
#pragma omp barrier
        if (tg_cancelled(job->context) || job->failure != TRICORN_OK) break;
        divide(job, own, level, &job->rounds[r]);
#pragma omp barrier
        /* Nobody uses the other one before the next barrier. */
        if (omp_get_thread_num() == 0) job->rounds[!r] = (round_state){.least = NONE_LEFT};
        for (uint32_t i = own->kept; i < own->all && !tg_cancelled(job->context); i++)
            drain(job, own, &waiting, level, job->left[own->first + i]);
        /* Removals lower degrees, to level + 1 at the least. */
        if (job->rounds[r].least != NONE_LEFT && job->rounds[r].removes)
            level++;
        else
            level = job->rounds[r].least;
    }
    tg_work_add(job->context, own->work);
    tg_free(waiting.vertices);
}

/* The vertices of a thread are spread over all: hubs, which are left for long, have the first
 * numbers. */
static share deal(const peeling *job, uint32_t thread, uint32_t threads)
{
    const uint32_t count = job->below->count, each = count / threads, more = count % threads;
    share own = {.first = thread * each + (thread < more ? thread : more)};
    for (uint64_t v = thread; v < count; v += threads)
        job->left[own.first + own.kept++] = (uint32_t)v;
    return own;
}

static uint32_t length(const tg_rows *rows, uint32_t v)
{
    return (uint32_t)(rows->offsets[v + 1] - rows->offsets[v]);
}

tricorn_status tg_core_numbers_of(tricorn_context *context, const tg_rows *below,
                                  const tg_rows *above, uint32_t threads, uint32_t *cores,
                                  uint32_t *most)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = below->count;
    uint32_t largest = 0;
    peeling job = {.context = context, .below = below, .above = above, .degrees = cores};

    job.rounds[0].least = NONE_LEFT;
    TG_TRY(TG_ALLOC(context, count, &job.left));
    tg_work_begin(context, "peeling", count ? count + 2 * below->offsets[count] : 0);
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < count; v++) cores[v] = length(below, v) + length(above, v);
#pragma omp parallel num_threads((int)threads)
    {
        share own = deal(&job, (uint32_t)omp_get_thread_num(), (uint32_t)omp_get_num_threads());
        peel(&job, &own);
    }
    TG_TRY((tricorn_status)job.failure);
    TG_TRY(tg_check_cancelled(context));
    for (uint32_t v = 0; v < count; v++)
        if (cores[v] > largest) largest = cores[v];
    *most = largest;
cleanup:
    tg_free(job.left);
    return status;
}

tricorn_status tg_core_numbers(tricorn_context *context, const tg_rows *rows, uint32_t threads,
                               uint32_t *cores, uint32_t *most)
{
    tricorn_status status = TRICORN_OK;
    tg_rows above = {0};
    TG_TRY(tg_rows_transpose(context, rows, &above));
    TG_TRY(tg_core_numbers_of(context, rows, &above, threads, cores, most));
cleanup:
    tg_rows_free(&above);
    return status;
}
