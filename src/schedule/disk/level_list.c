/* level_list.c - lists the triangles and the supported edges of a graph on disk, or the triangles of the parts of any
 * graph. Passes and parts list the triangles of their tasks. The numbers in a task are then replaced by vertices or,
 * if the triangles are sorted, first by the vertices' numbers in the input. */
#include "schedule/disk/level_list.h"

#include "base/memory.h"
#include "cpu/list_task.h"
#include "schedule/disk/level_passes.h"
#include "store/files/triples.h"

enum {
    /* Tenths of the memory: for the rows of a pass, for a batch, and for the triples that are sorted. */
    KEPT_TENTHS = 3,
    BATCH_TENTHS = 1,
    SORTED_TENTHS = 2,
    TENTHS = 10
};

/* ---- triangles ---- */

typedef struct triangle_job {
    const tricorn_graph *graph;
    const tg_store *store; /* NULL: the graph is in memory */
    const tg_task *task;
    tg_triples *triples; /* triangles to sort; NULL: they are not sorted */
    tg_take_triangles *take;
    void *user;
    uint64_t triangles;
} triangle_job;

/* Returns the vertex for number x of a task, in which vertices are labels if the graph is on disk. */
static uint32_t vertex_of(const triangle_job *job, tg_numbering numbering, uint32_t x)
{
    const uint32_t vertex = (uint32_t)tg_vertex_of(numbering, x);
    return job->store ? tg_store_vertex(job->store, vertex) : vertex;
}

static uint32_t input_id_of(const triangle_job *job, tg_numbering numbering, uint32_t x)
{
    const uint32_t vertex = (uint32_t)tg_vertex_of(numbering, x);
    return job->store ? tg_label_id(&job->store->labels, vertex) : (uint32_t)tg_graph_input_id(job->graph, vertex);
}

/* Replaces the numbers in the task by vertices, and passes the triangles to the caller. */
static tricorn_status give_vertices(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    const triangle_job *job = user;
    const tg_task *task = job->task;
#pragma omp parallel for num_threads((int)context->threads) schedule(static) if (count > 4096)
    for (uint64_t i = 0; i < count; i++) {
        uint32_t *of = triangles + 3 * i;
        of[0] = vertex_of(job, task->u, of[0]);
        of[1] = vertex_of(job, task->v, of[1]);
        of[2] = vertex_of(job, task->w, of[2]);
    }
    return job->take(context, job->user, triangles, count);
}

static void order(uint32_t *a, uint32_t *b)
{
    const uint32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/* Replaces the numbers in the task by the vertices' numbers in the input, and adds the triangles to the triples. */
static tricorn_status put_triples(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    const triangle_job *job = user;
    const tg_task *task = job->task;
    tricorn_status status = TRICORN_OK;
    for (uint64_t i = 0; i < count && status == TRICORN_OK; i++) {
        const uint32_t *of = triangles + 3 * i;
        tg_triple ids = {
          {input_id_of(job, task->u, of[0]), input_id_of(job, task->v, of[1]), input_id_of(job, task->w, of[2])}};
        order(&ids.of[0], &ids.of[1]);
        order(&ids.of[1], &ids.of[2]);
        order(&ids.of[0], &ids.of[1]);
        status = tg_triples_put(context, job->triples, ids);
    }
    return status;
}

static tricorn_status list_task(tricorn_context *context, void *user, const tg_part_key *part, const tg_task *task)
{
    triangle_job *job = user;
    (void)part;
    job->task = task;
    TG_DO(tg_list_task(context, task, job->triples ? put_triples : give_vertices, job, &job->triangles));
    if (tg_work_finish(context, tg_task_edges(task))) TG_DO(tg_check_cancelled(context));
    return TRICORN_OK;
}

static tricorn_status list_part(tricorn_context *context, void *user, const tg_disk_part *part)
{
    return tg_task_edges(&part->task) > 0 ? list_task(context, user, &part->rows, &part->task) : TRICORN_OK;
}

static tricorn_status list_parts(tricorn_context *context, const tg_triangle_listing *to, triangle_job *job)
{
    tricorn_status status = TRICORN_OK;
    for (uint64_t p = to->which.first; p < to->which.last && status == TRICORN_OK; p++)
        status = tg_parts_visit(context, to->parts, p, list_part, job);
    return status;
}

/* Passes the triangles to the caller. Those of a graph on disk get vertices in the place of the
 * vertices' numbers in the input. */
static tricorn_status give_sorted(tricorn_context *context, void *user, const tg_triple *triples, uint64_t count)
{
    const triangle_job *job = user;
    tricorn_status status = TRICORN_OK;
    uint32_t *vertices = NULL;
    TG_TRY(TG_ALLOC(context, 3 * count, &vertices));
    for (uint64_t i = 0; i < count; i++)
        for (unsigned corner = 0; corner < 3; corner++)
            vertices[3 * i + corner] =
              job->store ? tg_store_vertex_of(job->store, triples[i].of[corner]) : triples[i].of[corner];
    TG_TRY(job->take(context, job->user, vertices, count));
cleanup:
    tg_free(vertices);
    return status;
}

tg_pass_limits tg_level_list_limits(const tricorn_context *context)
{
    const uint64_t room = tg_memory_room(context->memory) / TENTHS;
    return (tg_pass_limits){.kept_bytes = room * KEPT_TENTHS + 1, /* 0 would leave them open */
      .batch_bytes = room * BATCH_TENTHS};
}

tricorn_status tg_levels_list_triangles(
  tricorn_context *context, const tricorn_graph *graph, const tg_triangle_listing *to, uint64_t *triangles)
{
    tg_store *store = graph->store;
    tricorn_status status = TRICORN_OK;
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory) / TENTHS;
    const tg_pass_limits limits = tg_level_list_limits(context);
    triangle_job job = {.graph = graph, .store = store, .take = to->take, .user = to->user};
    const tg_pass_visitor visitor = {.take = list_task, .user = &job};

    /* A part may have edges that other parts have, too, so how much work all are is unknown. */
    tg_work_begin(context, "listing", to->parts ? 0 : store->disk_rows.entries);
    tg_work_hold(context, true);
    if (to->sorted)
        TG_TRY(tg_triples_create(context, store ? &store->folder : NULL, room * SORTED_TENTHS, &job.triples));
    TG_TRY(to->parts ? list_parts(context, to, &job) : tg_levels_each_task(context, store, &limits, &visitor));
    if (to->sorted) TG_TRY(tg_triples_each(context, job.triples, give_sorted, &job));
    *triangles = job.triangles;
cleanup:
    tg_work_hold(context, false);
    tg_triples_free(job.triples);
    return status;
}

/* ---- edges ---- */

typedef struct edge_job {
    const tg_store *store;
    tg_triples *triples; /* edges to sort; NULL: they are not sorted */
    tg_take_edge *take;
    void *user;
} edge_job;

static tricorn_status give_edge(tricorn_context *context, const edge_job *job, uint32_t u, uint32_t v, uint32_t support)
{
    const tg_store *store = job->store;
    const uint32_t a = tg_label_id(&store->labels, u), b = tg_label_id(&store->labels, v);
    if (job->triples)
        return tg_triples_put(
          context, job->triples, a < b ? (tg_triple){{a, b, support}} : (tg_triple){{b, a, support}});
    const uint32_t first = tg_store_vertex(store, a < b ? u : v);
    const uint32_t second = tg_store_vertex(store, a < b ? v : u);
    return job->take(job->user, first, second, support);
}

static tricorn_status give_rows(
  tricorn_context *context, void *user, const tg_stored_rows *rows, const uint32_t *support)
{
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        for (uint64_t e = row[0]; e < row[1]; e++) TG_DO(give_edge(context, user, u, rows->ids[e], support[e]));
    }
    return TRICORN_OK;
}

static tricorn_status give_sorted_edges(tricorn_context *context, void *user, const tg_triple *triples, uint64_t count)
{
    const edge_job *job = user;
    tricorn_status status = TRICORN_OK;
    (void)context;
    for (uint64_t i = 0; i < count && status == TRICORN_OK; i++)
        status = job->take(job->user, tg_store_vertex_of(job->store, triples[i].of[0]),
          tg_store_vertex_of(job->store, triples[i].of[1]), triples[i].of[2]);
    return status;
}

tricorn_status tg_levels_list_edges(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, const tg_edge_listing *to)
{
    tg_store *store = graph->store;
    tricorn_status status = TRICORN_OK;
    edge_job job = {.store = store, .take = to->take, .user = to->user};
    const uint64_t room = tg_memory_room(context->memory) / TENTHS;

    if (to->sorted) TG_TRY(tg_triples_create(context, &store->folder, room * SORTED_TENTHS, &job.triples));
    tg_work_begin(context, "listing edges", store->disk_rows.entries);
    TG_TRY(tg_level_support_each(context, support, give_rows, &job));
    if (to->sorted) TG_TRY(tg_triples_each(context, job.triples, give_sorted_edges, &job));
cleanup:
    tg_triples_free(job.triples);
    return status;
}
