/* hub_index.c - stores which method was chosen for a task, and the tables of hubs if that method uses them. */
#include "cpu/hub_index.h"

#include "base/memory.h"
#include "cpu/hubs.h"
#include "cpu/stream_edge.h"

typedef struct hub_index {
    bool streamed;
    uint32_t ahead; /* if streamed: how many edges ahead rows are prefetched; 0: not at all */
    tg_hubs hubs; /* the tables, if not streamed */
} hub_index;

static void free_index(tg_device *none, void *data)
{
    hub_index *own = data;
    (void)none;
    tg_hubs_free(&own->hubs);
    tg_free(own);
}

void tg_hub_index_prune(tg_index *index)
{
    hub_index *own = index->data;
    if (own) tg_reverse_lists_free(&own->hubs.lists);
}

uint32_t tg_hub_index_hubs(const tg_index *index)
{
    const hub_index *own = index->data;
    return own ? own->hubs.matrix.hubs : 0;
}

tricorn_status tg_hub_index_create(tricorn_context *context, const tg_task *task, const tg_features *features,
  const tg_hub_choice *choice, tg_index *index)
{
    tricorn_status status = TRICORN_OK;
    const double seconds = choice->streamed ? tg_cost_of_stream(features) : choice->cost.count_seconds;
    hub_index *made = index->data;

    *index = (tg_index){0}; /* so that a failure leaves an empty index */
    if (made == NULL) TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->streamed = choice->streamed;
    made->ahead = choice->ahead;
    if (!made->streamed) TG_TRY(tg_hubs_create(context, task, choice->cost.hubs, &made->hubs));
    *index = (tg_index){
      .data = made,
      .free = free_index,
      .predicted_seconds = seconds / context->threads,
      .work = made->streamed ? tg_work_of_stream(features) : choice->cost.work,
    };
    made = NULL;
cleanup:
    if (made) free_index(NULL, made);
    return status;
}

tricorn_status tg_hub_index_count(
  tricorn_context *context, const tg_task *task, const tg_index *index, uint64_t *triangles)
{
    const hub_index *own = index->data;
    return own->streamed ? tg_stream_count(context, task, own->ahead, triangles)
                         : tg_hubs_count(context, task, &own->hubs, triangles);
}
