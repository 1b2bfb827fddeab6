/* removal_queue.c - subtracts the notes for a range of edges from their supports, under the lock
 * of the range. Each lock has its own cache line. */
#include "cpu/truss/removal_queue.h"

#include <omp.h>
#include <pthread.h>

#include "base/memory.h"

struct tg_range_lock {
    _Alignas(64) pthread_mutex_t lock;
};

enum {
    RANGE_BITS = 18, /* log2 of the edges in a range, at most: 1 MiB of supports */
    LEAST_RANGE_BITS = 12, /* and at least */
    /* ranges for each thread, at least: so that threads seldom want the same one */
    RANGES_OF_THREAD = 8,
    LEAST_NOTES = 256
};

/* Chooses the ranges and how many notes threads collect: fewer for small ranges, so that the notes
 * stay in the cache. */
static void choose_ranges(uint64_t edges, uint32_t threads, tg_removal_queue *removal)
{
    uint32_t shift = RANGE_BITS, notes = TG_NOTES;
    const uint64_t wanted = threads == 1 ? 1 : (uint64_t)threads * RANGES_OF_THREAD;
    while (shift > LEAST_RANGE_BITS && edges >> shift < wanted && edges >> (shift - 1) < TG_RANGES) {
        shift--;
        notes = notes > LEAST_NOTES ? notes / 2 : LEAST_NOTES;
    }
    while (edges >> shift >= TG_RANGES) shift++;
    removal->shift = shift;
    removal->ranges = (uint32_t)(edges >> shift) + 1;
    removal->notes = notes;
}

uint64_t tg_removal_queue_bytes(uint64_t edges, uint32_t removers)
{
    tg_removal_queue chosen;
    choose_ranges(edges, removers, &chosen);
    const uint64_t of_remover = sizeof(tg_remover) + (uint64_t)chosen.ranges * chosen.notes * sizeof(uint32_t);
    return chosen.ranges * sizeof(struct tg_range_lock) + removers * of_remover;
}

tricorn_status tg_removal_queue_create(tricorn_context *context, uint64_t edges, tg_removal_queue *removal)
{
    choose_ranges(edges, context->threads, removal);
    TG_DO(TG_ALLOC(context, removal->ranges, &removal->locks));
    for (uint32_t r = 0; r < removal->ranges; r++) pthread_mutex_init(&removal->locks[r].lock, NULL);
    return TRICORN_OK;
}

void tg_removal_queue_free(tg_removal_queue *removal)
{
    for (uint32_t r = 0; removal->locks && r < removal->ranges; r++) pthread_mutex_destroy(&removal->locks[r].lock);
    tg_free(removal->locks);
    removal->locks = NULL;
}

tricorn_status tg_remover_create(tricorn_context *context, tg_removal_queue *shared, tg_remover **remover)
{
    tricorn_status status = TRICORN_OK;
    tg_remover *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->shared = shared;
    TG_TRY(TG_ALLOC(context, (uint64_t)shared->ranges * shared->notes, &made->notes));
    *remover = made;
    made = NULL;
cleanup:
    tg_remover_free(made);
    return status;
}

void tg_remover_free(tg_remover *remover)
{
    if (remover == NULL) return;
    tg_free(remover->notes);
    tg_free(remover);
}

void tg_push_all(tg_pushes *pushes, tg_edge_queue *queue)
{
    const uint64_t at = atomic_fetch_add_explicit(&queue->tail, pushes->count, memory_order_relaxed);
    for (uint32_t i = 0; i < pushes->count; i++) queue->edges[at + i] = pushes->edges[i];
    pushes->count = 0;
}

/* Subtracts the notes that a thread has collected for a range; `own` collects the edges for the queues. */
static void subtract(tg_remover *own, tg_remover *from, uint32_t range)
{
    tg_removal_queue *shared = own->shared;
    const uint32_t *notes = from->notes + (size_t)range * shared->notes;
    const uint32_t limit = shared->limit, near = shared->near, count = from->noted[range];
    uint32_t *support = shared->support;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t left = --support[notes[i]];
        if (left == limit) {
            __atomic_store_n(&shared->states[notes[i]], shared->round + 1, __ATOMIC_RELAXED);
            tg_push(&own->pushes, &shared->queue, notes[i]);
        }
        if (left == near) tg_push(&own->nears, &shared->nears, notes[i]);
    }
    from->noted[range] = 0;
}

void tg_subtract_range(tg_remover *own, uint32_t range)
{
    pthread_mutex_lock(&own->shared->locks[range].lock);
    subtract(own, own, range);
    pthread_mutex_unlock(&own->shared->locks[range].lock);
}

static void push_collected(tg_remover *own)
{
    if (own->pushes.count > 0) tg_push_all(&own->pushes, &own->shared->queue);
    if (own->nears.count > 0) tg_push_all(&own->nears, &own->shared->nears);
}

void tg_subtract_all(tg_remover *const *removers, uint32_t threads)
{
    const uint32_t ranges = removers[0]->shared->ranges;
#pragma omp parallel num_threads((int)threads)
    {
        tg_remover *own = removers[omp_get_thread_num()];
#pragma omp for schedule(static) nowait
        for (uint32_t range = 0; range < ranges; range++)
            for (uint32_t t = 0; t < threads; t++) subtract(own, removers[t], range);
        push_collected(own);
    }
}
