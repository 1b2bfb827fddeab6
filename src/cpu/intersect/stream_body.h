/* stream_body.h - tg_kernels.stream, for the variants to include.
 *
 * Rows of few ids are held in registers and compared with the rows of all their neighbours; that
 * is each variant's own.  Longer ones mark their ids in a filter that fits the first level cache:
 * an id that hits the filter is looked up.  Rows of more ids than the filter can tell apart are
 * merged.  Neighbours' rows lie anywhere, so they are fetched well ahead of their use: first the
 * two offsets, then the ids.
 *
 * Needs from the including file, which includes stream_row.h,
 *     SMALL_ROW                           at most so many ids are a small row
 *     small_row(job, first, last, ahead)  the count of a small row's edges, at these positions
 *     stands_in(id, ids, count)           whether an id is one of the row's
 *     shared(a, a_count, b, b_count)      tg_kernels.shared
 */
static __attribute__((noinline)) uint64_t filtered_row(const row_job *job, uint64_t first,
                                                       uint64_t last, uint32_t ahead)
{
    uint64_t *filter = job->filter, found = 0;
    for (uint64_t i = 0; i < job->count; i++)
        filter[job->ids[i] / 64 % FILTER_WORDS] |= UINT64_C(1) << job->ids[i] % 64;
    for (uint64_t e = first; e < last; e++) {
        const uint32_t v = job->edges->ids[e];
        if (ahead) fetch_ahead(job, e, ahead);
        const uint32_t *ids = job->into->ids + job->into->offsets[v];
        const uint32_t *end = job->into->ids + job->into->offsets[v + 1];
        for (; ids < end; ids++)
            if (__builtin_expect(filter[*ids / 64 % FILTER_WORDS] >> *ids % 64 & 1, 0))
                found += stands_in(*ids, job->ids, job->count);
    }
    for (uint64_t i = 0; i < job->count; i++) filter[job->ids[i] / 64 % FILTER_WORDS] = 0;
    return found;
}

static __attribute__((noinline)) uint64_t merged_row(const row_job *job, uint64_t first,
                                                     uint64_t last)
{
    uint64_t found = 0;
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        found += shared(job->ids, job->count, job->into->ids + into[0], into[1] - into[0]);
    }
    return found;
}

/* Inlined where ahead is known: rows of two ids have no time for asking. */
static inline __attribute__((always_inline)) uint64_t
stream_chunk(const tg_stream *stream, tg_chunk chunk, const uint32_t ahead)
{
    const tg_task *task = stream->task;
    uint64_t filter[FILTER_WORDS] = {0};
    row_job job = {.edges = &task->edges,
                   .into = &task->into,
                   .last_edge = task->edges.offsets[task->last_row],
                   .filter = filter};
    uint64_t found = 0, e = chunk.first_edge;

    for (uint32_t u = chunk.first_row; e < chunk.last_edge; u++) {
        const uint64_t row_end = task->edges.offsets[u + 1];
        const uint64_t last = row_end < chunk.last_edge ? row_end : chunk.last_edge;
        /* The first neighbour has no smaller one beside it. */
        const uint64_t first = e + (task->whole && e == task->edges.offsets[u]);
        e = last;
        if (first >= last) continue;
        job.ids = task->from.ids + task->from.offsets[u];
        job.count = task->from.offsets[u + 1] - task->from.offsets[u];
        if (job.count <= SMALL_ROW)
            found += small_row(&job, first, last, ahead);
        else if (job.count <= LONG_ROW)
            found += filtered_row(&job, first, last, ahead);
        else
            found += merged_row(&job, first, last);
    }
    return found;
}

static uint64_t stream(const tg_stream *stream, tg_chunk chunk)
{
    return stream->ahead ? stream_chunk(stream, chunk, stream->ahead)
                         : stream_chunk(stream, chunk, 0);
}
