/* hubs.c - makes the matrix and the lists of a task with hubs, and counts with both. */
#include "cpu/hubs.h"

#include "base/memory.h"

uint64_t tg_hubs_room(const tricorn_context *context, const tg_task *task)
{
    const uint64_t left = tg_memory_room(context->memory) / 4 * 3;
    const uint64_t bytes =
      tg_task_edges(task) * sizeof(uint32_t) + (uint64_t)(task->from.count + task->into.count) * sizeof(uint64_t);
    /* A small graph may use more in proportion. */
    const uint64_t most = UINT64_C(32) << 20, more = 4 * bytes < most ? 4 * bytes : most;
    /* the most bytes that hubs may use; preparing the graph took more */
    const uint64_t share = bytes + bytes / 2 + more;
    return left < share ? left : share;
}

static tricorn_status create(tricorn_context *context, const tg_task *task, uint32_t hubs, bool for_sink, tg_hubs *made)
{
    tricorn_status status = TRICORN_OK;
    /* Three tenths of the room, which is at most three quarters of the free memory: so both fit. */
    const tg_listing listing = {hubs, for_sink, tg_hubs_room(context, task) / 10 * 3};

    if (made->matrix.words == NULL || made->matrix.hubs != hubs) {
        tg_hub_matrix_free(&made->matrix);
        TG_TRY(tg_hub_matrix_create(context, task, hubs, &made->matrix));
    }
    TG_TRY(tg_reverse_lists_create(context, task, &listing, &made->lists));
cleanup:
    if (status != TRICORN_OK) tg_hubs_free(made);
    return status;
}

tricorn_status tg_hubs_create(tricorn_context *context, const tg_task *task, uint32_t hubs, tg_hubs *made)
{
    return create(context, task, hubs, false, made);
}

void tg_hubs_free(tg_hubs *hubs)
{
    tg_hub_matrix_free(&hubs->matrix);
    tg_reverse_lists_free(&hubs->lists);
}

static tricorn_status count(
  tricorn_context *context, const tg_task *task, const tg_hubs *hubs, const tg_hub_sink *sink, uint64_t *triangles)
{
    uint64_t found = 0;

    TG_DO(tg_hub_matrix_count(context, task, &hubs->matrix, sink, &found));
    TG_DO(tg_reverse_lists_count(context, task, &hubs->lists, sink, &found));
    *triangles = found;
    return TRICORN_OK;
}

tricorn_status tg_hubs_count(tricorn_context *context, const tg_task *task, const tg_hubs *hubs, uint64_t *triangles)
{
    return count(context, task, hubs, &(tg_hub_sink){0}, triangles);
}

tricorn_status tg_hubs_count_sink(
  tricorn_context *context, const tg_task *task, uint32_t hubs, const tg_hub_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_hubs made = {0};

    TG_TRY(create(context, task, hubs, true, &made));
    TG_TRY(count(context, task, &made, sink, triangles));
cleanup:
    tg_hubs_free(&made);
    return status;
}
