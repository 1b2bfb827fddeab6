/* list_task.c - lists the triangles of a task.
 *
 * No bitmap is used, as for those of whole graphs (list_rows.c): a much shorter row is searched
 * in the longer one, and rows of similar lengths are merged.
 */
#include "cpu/list_task.h"

#include "cpu/list_chunks.h"

enum { CHUNK_TRIANGLES = 1 << 13 };

static uint64_t bound_of(const void *job, uint32_t u, uint64_t e)
{
    const tg_task *task = job;
    const uint64_t from = tg_row_length(&task->from, u);
    const uint64_t into = tg_row_length(&task->into, task->edges.ids[e]);
    return from < into ? from : into;
}

static void cut(void *job, tg_uncut_edges *from, tg_list_chunk *made)
{
    tg_list_cut(from, made, bound_of, job);
}

static void list_edge(const tg_task *task, uint32_t u, uint64_t e, tg_list_chunk *out)
{
    const uint32_t v = task->edges.ids[e];
    const tg_listed_edge edge = {u, v, out};
    const uint32_t *from = task->from.ids + task->from.offsets[u];
    const uint32_t *into = task->into.ids + task->into.offsets[v];
    const uint64_t from_count = tg_row_length(&task->from, u), into_count = tg_row_length(&task->into, v);
    if (from_count / TG_FAR_LONGER > into_count) {
        tg_list_searched(into, into + into_count, from, from + from_count, edge);
    } else if (into_count / TG_FAR_LONGER > from_count) {
        tg_list_searched(from, from + from_count, into, into + into_count, edge);
    } else {
        for (uint64_t i = 0, j = 0; i < from_count && j < into_count;) {
            const uint32_t x = from[i], y = into[j];
            if (x == y) tg_list_put(edge, x);
            i += x <= y;
            j += y <= x;
        }
    }
}

static void list(void *job, tg_list_chunk *out)
{
    const tg_task *task = job;
    uint32_t u = out->first_row;
    for (uint64_t e = out->first_edge; e < out->last_edge; e++) {
        while (task->edges.offsets[u + 1] <= e) u++;
        list_edge(task, u, e, out);
    }
}

tricorn_status tg_list_task(
  tricorn_context *context, const tg_task *task, tg_take_triangles *take, void *user, uint64_t *triangles)
{
    tg_task own = *task;
    tg_lister lister = {.edges = {.rows = &own.edges,
                          .row = own.first_row,
                          .last_row = own.last_row,
                          .edge = own.edges.offsets[own.first_row],
                          .most = CHUNK_TRIANGLES},
      .cut = cut,
      .list = list,
      .job = &own};
    return tg_list_all(context, &lister, take, user, triangles);
}
