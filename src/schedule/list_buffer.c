/* list_buffer.c - fills the buffer from the rows of a graph in memory, or from the list on disk.
 */
#include "schedule/list_buffer.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "schedule/grid_file.h"
#include "schedule/run_task.h"

struct tg_list_buffer {
    const tg_setup *setup;
    const tg_grid *grid;
    tg_block_file *file; /* NULL: the graph is in memory */
    tg_rows rows; /* the rows of a graph in memory */
    uint32_t *pairs; /* the edges of a list on disk, two ids for each */
    uint64_t room; /* how many edges the buffer can have */
    /* The edges in the buffer, as rows of a row range, and their counts. */
    uint64_t *offsets;
    uint32_t *ids, *counts;
    uint64_t held;
    /* The rows first_row to last_row - 1 have edges in the buffer. */
    uint32_t first_row, last_row;
    uint64_t first_place; /* the position of the buffer's first edge among the graph's ids */
    /* The task. */
    tg_grid_at at;
    tg_sink sink;
    uint32_t *edges; /* the counts of the graph's edges */
    uint64_t *triangles;
};

uint64_t tg_list_buffer_edges(uint64_t block_bytes)
{
    enum { SHARE = 4 };
    const uint64_t edges = block_bytes / SHARE / TG_LIST_EDGE_BYTES;
    return edges ? edges : 1;
}

tricorn_status tg_list_buffer_create(
  tricorn_context *context, const tg_block_job *job, uint64_t edges, tg_list_buffer **buffer)
{
    const tg_grid *grid = job->grid;
    tricorn_status status = TRICORN_OK;
    tg_list_buffer *made = NULL;
    uint32_t most = 0;

    for (uint32_t i = 0; i < grid->rows; i++)
        if (tg_grid_range(grid, i) > most) most = tg_grid_range(grid, i);
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->setup = job->setup;
    made->grid = grid;
    made->file = job->file;
    made->room = edges;
    made->rows = job->rows;
    if (job->file) TG_TRY(TG_ALLOC(context, 2 * edges, &made->pairs));
    TG_TRY(TG_ALLOC(context, (uint64_t)most + 1, &made->offsets));
    TG_TRY(TG_ALLOC(context, edges, &made->ids));
    if (made->setup->sink == TG_SINK_EDGES) TG_TRY(TG_ALLOC(context, edges, &made->counts));
    *buffer = made;
    made = NULL;
cleanup:
    tg_list_buffer_free(made);
    return status;
}

void tg_list_buffer_free(tg_list_buffer *buffer)
{
    if (buffer == NULL) return;
    tg_free(buffer->pairs);
    tg_free(buffer->offsets);
    tg_free(buffer->ids);
    tg_free(buffer->counts);
    tg_free(buffer);
}

/* Returns the position of the first edge from vertex u to the range of v or to a later one. */
static uint64_t first_edge(const tg_list_buffer *from, uint64_t u)
{
    const uint64_t begin = from->rows.offsets[u], end = from->rows.offsets[u + 1];
    return begin + tg_lower_bound(from->rows.ids + begin, end - begin, from->grid->row_sets[from->at.j].first);
}

/* Adds the counts of the edges in the buffer to the graph's counts. */
static void give_counts(const tg_list_buffer *from)
{
    const uint64_t first = from->grid->row_sets[from->at.i].first;
    for (uint32_t r = from->first_row; r < from->last_row; r++) {
        const uint64_t place = r == from->first_row ? from->first_place : first_edge(from, first + r);
        for (uint64_t e = from->offsets[r]; e < from->offsets[r + 1]; e++)
            from->edges[place + e - from->offsets[r]] += from->counts[e];
    }
}

/* Counts the edges in the buffer, and empties it. */
static tricorn_status count_held(tricorn_context *context, tg_list_buffer *from)
{
    const uint64_t edges = from->held;
    tg_task task = tg_grid_task(from->grid, from->at);
    uint64_t found = 0;

    if (edges == 0) return TRICORN_OK;
    for (uint32_t r = 0; r <= from->first_row; r++) from->offsets[r] = 0;
    for (uint32_t r = from->last_row; r <= task.from.count; r++) from->offsets[r] = edges;
    task.edges = (tg_rows){task.from.count, from->offsets, from->ids};
    task.first_row = from->first_row;
    task.last_row = from->last_row;
    from->sink.edges = from->counts;
    if (from->counts) memset(from->counts, 0, edges * sizeof *from->counts);
    TG_DO(tg_count_task(context, &task, from->setup, from->setup->sink == TG_SINK_TOTAL ? NULL : &from->sink, &found));
    *from->triangles += found;
    if (from->counts) give_counts(from);
    from->held = 0;
    if (tg_work_finish(context, edges)) TG_DO(tg_check_cancelled(context));
    return TRICORN_OK;
}

/* Puts an edge into the buffer: it leads from row r to row v, and is at position `place` of the graph's ids. */
static tricorn_status push(tricorn_context *context, tg_list_buffer *to, uint32_t r, uint32_t v, uint64_t place)
{
    if (to->held == to->room) TG_DO(count_held(context, to));
    if (to->held == 0) {
        to->first_row = to->last_row = r;
        to->first_place = place;
    }
    for (; to->last_row <= r; to->last_row++) to->offsets[to->last_row] = to->held;
    to->ids[to->held++] = v;
    return TRICORN_OK;
}

static tricorn_status stream_rows(tricorn_context *context, tg_list_buffer *to)
{
    const tg_vertices u = to->grid->row_sets[to->at.i], v = to->grid->row_sets[to->at.j];
    const tg_rows *rows = &to->rows;

    for (uint32_t x = u.first; x < u.end; x++)
        for (uint64_t e = first_edge(to, x); e < rows->offsets[x + 1] && rows->ids[e] < v.end; e++)
            TG_DO(push(context, to, x - u.first, rows->ids[e] - v.first, e));
    return TRICORN_OK;
}

static tricorn_status stream_pairs(tricorn_context *context, tg_list_buffer *to)
{
    const uint64_t edges = tg_grid_edges(to->grid, to->at.i, to->at.j);

    for (uint64_t done = 0, now; done < edges; done += now) {
        now = edges - done < to->room ? edges - done : to->room;
        const tg_block_ids next = {tg_grid_list(to->grid, to->at.i, to->at.j), 2 * done, 2 * now};
        TG_DO(tg_block_file_read_ids(context, to->file, &next, to->pairs));
        for (uint64_t e = 0; e < now; e++) TG_DO(push(context, to, to->pairs[2 * e], to->pairs[2 * e + 1], 0));
    }
    return TRICORN_OK;
}

tricorn_status tg_list_buffer_count(
  tricorn_context *context, tg_list_buffer *buffer, tg_grid_at at, const tg_sink *sink, uint64_t *triangles)
{
    buffer->at = at;
    buffer->sink = *sink;
    buffer->edges = sink->edges;
    buffer->triangles = triangles;
    TG_DO(buffer->file ? stream_pairs(context, buffer) : stream_rows(context, buffer));
    return count_held(context, buffer);
}
