/* stream.c - reads all rows of a graph on disk in order, and counts degrees from them. */
#include "store/stream.h"

#include "base/memory.h"

/* Returns a view of segments `first` to `last` - 1 that has their rows with all ids. */
static tg_row_view view_of(const tg_disk_rows *disk, uint32_t first, uint32_t last)
{
    return (tg_row_view){disk, first, last, 0, disk->ranges - 1, true, NULL};
}

static uint64_t offset_bytes(const tg_disk_rows *disk, uint32_t first, uint32_t last)
{
    const uint64_t labels = disk->segment[last - 1].last - disk->segment[first].first;
    return (labels + 1) * sizeof(uint64_t);
}

/* Returns the end of the next segments whose rows fit in room_bytes together; at least one segment. */
static uint32_t next_end(const tg_row_stream *stream)
{
    const tg_disk_rows *disk = &stream->store->disk_rows;
    uint64_t bytes = 0;
    uint32_t end = stream->next_segment;
    while (end < stream->last_segment) {
        bytes += disk->segment[end].entries * sizeof(uint32_t) + offset_bytes(disk, end, end + 1);
        if (end > stream->next_segment && bytes > stream->room_bytes) break;
        end++;
    }
    return end;
}

static void drop_rows(tg_row_stream *stream)
{
    tg_free(stream->offsets);
    tg_free(stream->ids);
    stream->offsets = NULL;
    stream->ids = NULL;
}

void tg_row_stream_open(tg_store *store, uint64_t room_bytes, tg_row_stream *stream)
{
    *stream = (tg_row_stream){.store = store, .room_bytes = room_bytes, .last_segment = store->disk_rows.segments};
}

void tg_row_stream_close(tg_row_stream *stream)
{
    drop_rows(stream);
}

tricorn_status tg_row_stream_next(tricorn_context *context, tg_row_stream *stream, tg_stored_rows *rows)
{
    tg_store *store = stream->store;
    const tg_disk_rows *disk = &store->disk_rows;
    const uint32_t first = stream->next_segment, last = next_end(stream);

    drop_rows(stream);
    *rows = (tg_stored_rows){.first_segment = first, .last_segment = last};
    if (first == last) return TRICORN_OK;
    const tg_row_view view = view_of(disk, first, last);
    rows->first = disk->segment[first].first;
    rows->last = disk->segment[last - 1].last;
    TG_DO(TG_ALLOC(context, (uint64_t)(rows->last - rows->first) + 1, &stream->offsets));
    TG_DO(TG_ALLOC(context, tg_disk_rows_sizes(&view).ids, &stream->ids));
    TG_DO(tg_disk_rows_read(
      context, &view, &store->rows, (tg_view_rows){stream->offsets, stream->ids, rows->first, 0}, (tg_view_rows){0}));
    rows->offsets = stream->offsets;
    rows->ids = stream->ids;
    stream->next_segment = last;
    return TRICORN_OK;
}

uint64_t tg_row_stream_room(const tricorn_context *context)
{
    /* a sixteenth: with the buffers of writers this is still some megabytes */
    enum { SHARE = 16 };
    return tg_memory_room(context->memory) / SHARE;
}

tricorn_status tg_store_each_row(
  tricorn_context *context, tg_store *store, const char *phase, tg_take_stored_rows *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    tg_row_stream stream = {0};
    tg_stored_rows rows;

    tg_memory_trim(context->memory);
    tg_row_stream_open(store, tg_row_stream_room(context), &stream);
    if (phase) tg_work_begin(context, phase, store->disk_rows.entries);
    for (;;) {
        TG_TRY(tg_row_stream_next(context, &stream, &rows));
        if (rows.first_segment == rows.last_segment) break;
        TG_TRY(take(context, user, &rows));
        if (tg_work_add(context, phase ? tg_stored_edges_of(&rows) : 0)) TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    tg_row_stream_close(&stream);
    return status;
}

/* ---- degrees ---- */

typedef struct degree_job {
    const tg_store *store;
    uint32_t first, count;
    uint64_t *degrees;
} degree_job;

static void add(const degree_job *job, uint32_t label, uint64_t more)
{
    const uint32_t at = tg_store_vertex(job->store, label) - job->first;
    if (at < job->count) __atomic_fetch_add(&job->degrees[at], more, __ATOMIC_RELAXED);
}

static tricorn_status add_degrees(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const degree_job *job = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t begin = rows->offsets[u - rows->first];
        const uint64_t end = rows->offsets[u - rows->first + 1];
        if (begin == end) continue;
        add(job, u, end - begin);
        for (uint64_t e = begin; e < end; e++) add(job, rows->ids[e], 1);
    }
    return TRICORN_OK;
}

tricorn_status tg_store_degrees(
  tricorn_context *context, tg_store *store, uint32_t first, uint32_t count, uint64_t *degrees)
{
    degree_job job = {store, first, count, degrees};
    for (uint32_t i = 0; i < count; i++) degrees[i] = 0;
    return tg_store_each_row(context, store, "counting degrees", add_degrees, &job);
}
