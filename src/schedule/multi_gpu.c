/* multi_gpu.c - see multi_gpu.h.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016, section
 * III-E. As there, one GPU has the graph first and hands it on; here those that have it hand it on
 * at the same time, so that in each round twice as many do.
 */
#include "schedule/multi_gpu.h"

#include <pthread.h>

#include "base/memory.h"
#include "schedule/on_device.h"

/* One GPU's share; its context is used by its thread alone. */
typedef struct part {
    tricorn_context *context;
    uint32_t number;
    uint64_t bytes_limit;
    const tricorn_graph *graph;
    const tg_algorithm *algorithm;
    const struct part *giver; /* has the rows already; NULL: the graph */
    uint32_t parts, *rows;    /* of all: where the rows of each begin and end */
    uint32_t index;
    tg_device_plan *plan;
    tg_multi_gpu_use use; /* of the last step */
    uint64_t triangles;
    tricorn_status status;
    pthread_t thread;
} part;

struct tg_multi_gpu {
    pthread_mutex_t *lock; /* of the parts, while they run */
    part *parts;
    uint32_t count;
    uint32_t *rows; /* while it is made */
    tg_multi_gpu_use made;
};

/* ---- parts -------------------------------------------------------------------------------- */

static tg_device_times difference(tg_device_times after, tg_device_times before)
{
    after.transfer_seconds -= before.transfer_seconds;
    after.arrange_seconds -= before.arrange_seconds;
    after.count_seconds -= before.count_seconds;
    return after;
}

/* What a part does on its GPU, in its thread. */
typedef tricorn_status part_step(part *mine);

static void do_step(part *mine, part_step *step)
{
    mine->status = tg_device_open(mine->context, mine->number);
    if (mine->status != TRICORN_OK) return;
    tg_device_set_limit(mine->context, mine->bytes_limit);
    const tg_device_times before = *tg_device_times_of(mine->context);
    mine->status = step(mine);
    mine->use.times = difference(*tg_device_times_of(mine->context), before);
    mine->use.peak_bytes = tg_device_peak_bytes(mine->context);
}

/* The first has the rows of the graph and says where those of each part are. */
static tricorn_status load(part *mine)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_device_plan_load(mine->context, mine->graph, mine->algorithm, &mine->plan));
    TG_TRY(tg_device_plan_split(mine->context, mine->plan, mine->parts, mine->rows));
cleanup:
    return status;
}

static tricorn_status take_rows(part *mine)
{
    return tg_device_plan_copy(mine->context, mine->giver->plan, &mine->plan);
}

static tricorn_status arrange(part *mine)
{
    return tg_device_plan_arrange(mine->context, mine->plan, mine->rows[mine->index],
                                  mine->rows[mine->index + 1]);
}

static tricorn_status run(part *mine)
{
    return tg_device_plan_run(mine->context, mine->plan, &mine->triangles);
}

static void *load_part(void *given)
{
    do_step(given, load);
    return NULL;
}

static void *give_part(void *given)
{
    do_step(given, take_rows);
    return NULL;
}

static void *arrange_part(void *given)
{
    do_step(given, arrange);
    return NULL;
}

static void *run_part(void *given)
{
    do_step(given, run);
    return NULL;
}

/* One step of the parts from `first` to before `last` at once.  The first error is the one of the
 * whole. */
static tricorn_status some_parts(tricorn_context *context, const tg_multi_gpu *plan, uint32_t first,
                                uint32_t last, void *(*step)(void *part))
{
    tricorn_status status = TRICORN_OK;
    uint32_t started = first;
    for (; started < last; started++)
        if (pthread_create(&plan->parts[started].thread, NULL, step, &plan->parts[started]) != 0)
            break;
    if (started < last)
        status = tg_fail(context, TRICORN_OUT_OF_MEMORY, "no thread could be started for a GPU");
    for (uint32_t p = first; p < started; p++) {
        pthread_join(plan->parts[p].thread, NULL);
        if (status == TRICORN_OK && plan->parts[p].status != TRICORN_OK)
            status = tg_fail(context, plan->parts[p].status, "%s",
                             tricorn_context_message(plan->parts[p].context));
    }
    return status;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Adds what the last step took: times of the slowest part, memory of the fullest. */
static void add_use(const tg_multi_gpu *plan, uint32_t first, uint32_t last,
                    tg_multi_gpu_use *all)
{
    tg_device_times slowest = {0};
    for (uint32_t p = first; p < last; p++) {
        const tg_multi_gpu_use *of = &plan->parts[p].use;
        slowest.transfer_seconds = larger(slowest.transfer_seconds, of->times.transfer_seconds);
        slowest.arrange_seconds = larger(slowest.arrange_seconds, of->times.arrange_seconds);
        slowest.count_seconds = larger(slowest.count_seconds, of->times.count_seconds);
        if (of->peak_bytes > all->peak_bytes) all->peak_bytes = of->peak_bytes;
    }
    all->times.transfer_seconds += slowest.transfer_seconds;
    all->times.arrange_seconds += slowest.arrange_seconds;
    all->times.count_seconds += slowest.count_seconds;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static tricorn_status prepare_parts(tricorn_context *context, const tricorn_graph *graph,
                                   const tg_algorithm *algorithm, const tg_multi_gpu_set *gpus,
                                   tg_multi_gpu *made)
{
    tricorn_status status = TRICORN_OK;
    const tricorn_context_options single = {.struct_size = sizeof single, .threads = 1};

    TG_TRY(TG_ALLOC(context, (size_t)gpus->count + 1, &made->rows));
    for (uint32_t p = 0; p < gpus->count; p++) {
        made->parts[p] = (part){.number = gpus->numbers[p],
                                .bytes_limit = gpus->bytes_limit,
                                .graph = graph,
                                .algorithm = algorithm,
                                .parts = gpus->count,
                                .rows = made->rows,
                                .index = p};
        if (tricorn_context_create(&single, &made->parts[p].context) != TRICORN_OK)
            TG_TRY(tg_fail(context, TRICORN_OUT_OF_MEMORY, "no memory for another GPU's context"));
    }
cleanup:
    return status;
}

static tricorn_status step_of_all(tricorn_context *context, tg_multi_gpu *made, uint32_t first,
                                 uint32_t last, void *(*step)(void *part))
{
    const tricorn_status status = some_parts(context, made, first, last, step);
    add_use(made, first, last, &made->made);
    return status;
}

tricorn_status tg_multi_gpu_create(tricorn_context *context, const tricorn_graph *graph,
                                  const tg_algorithm *algorithm, const tg_multi_gpu_set *gpus,
                                  tg_multi_gpu **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_multi_gpu *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(TG_ALLOC_ZERO(context, gpus->count, &made->parts));
    made->count = gpus->count;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made->lock));
    pthread_mutex_init(made->lock, NULL);
    TG_TRY(prepare_parts(context, graph, algorithm, gpus, made));
    TG_TRY(step_of_all(context, made, 0, 1, load_part));
    for (uint32_t have = 1; have < made->count; have *= 2) {
        const uint32_t last = 2 * have < made->count ? 2 * have : made->count;
        for (uint32_t p = have; p < last; p++) made->parts[p].giver = &made->parts[p - have];
        TG_TRY(step_of_all(context, made, have, last, give_part));
    }
    TG_TRY(step_of_all(context, made, 0, made->count, arrange_part));
    *plan = made;
    made = NULL;
cleanup:
    tg_multi_gpu_free(made);
    return status;
}

tg_multi_gpu_use tg_multi_gpu_made(const tg_multi_gpu *plan)
{
    return plan->made;
}

tricorn_status tg_multi_gpu_run(tricorn_context *context, const tg_multi_gpu *plan,
                               uint64_t *triangles, tg_multi_gpu_use *use)
{
    tricorn_status status = TRICORN_OK;
    tg_multi_gpu_use used = {.peak_bytes = 0};
    uint64_t sum = 0;

    TG_TRY(tg_check_cancelled(context));
    pthread_mutex_lock(plan->lock);
    status = some_parts(context, plan, 0, plan->count, run_part);
    for (uint32_t p = 0; p < plan->count; p++) sum += plan->parts[p].triangles;
    add_use(plan, 0, plan->count, &used);
    pthread_mutex_unlock(plan->lock);
    TG_TRY(status);
    TG_TRY(tg_check_cancelled(context));
    *triangles = sum;
    *use = used;
cleanup:
    return status;
}

void tg_multi_gpu_free(tg_multi_gpu *plan)
{
    if (plan == NULL) return;
    for (uint32_t p = 0; plan->parts && p < plan->count; p++) {
        tg_device_plan_free(plan->parts[p].plan);
        tricorn_context_free(plan->parts[p].context);
    }
    if (plan->lock) pthread_mutex_destroy(plan->lock);
    tg_free(plan->lock);
    tg_free(plan->rows);
    tg_free(plan->parts);
    tg_free(plan);
}
