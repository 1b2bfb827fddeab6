/* stream_body.h - tg_kernels.stream; the file of each variant includes it.
 *
 * - Short rows stay in registers, where code of the variant compares them with the rows of all
 *   their neighbours.
 * - For the ids of longer rows, bytes of an array are set or, if this array would exceed a cache,
 *   bits in a filter that fits into the first level cache.  An id that passes the filter is then
 *   searched in the row.
 * - Rows with too many ids for the filter are merged.
 * - Neighbours' rows may be anywhere in memory, so they are prefetched well before they are used:
 *   first the two offsets, then the ids.
 *
 * The including file includes stream_row.h, and defines
 *     TINY_ROW, SMALL_ROW                 the largest lengths of a tiny and of a small row
 *     MEDIUM_ROW                          the largest length of a row that is counted in parts
 *     tiny_sums                           a type: counts of tiny rows, 32 bits at least;
 *                                         {0} is zero
 *     add_tiny_row(&sums, row, into)      adds the triangles of a tiny row
 *     tiny_sum_of(sums)                   returns the sum of these counts
 *     small_row(job, first, last, ahead)  returns the triangles of a small row's edges at
 *                                         positions `first` to last - 1
 *     stands_in(id, ids, count)           tells whether the row contains the id
 *     shared(a, a_count, b, b_count)      the function of tg_kernels
 */
static __attribute__((noinline)) uint64_t filtered_row(
  const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
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

/* Counts edges of a row with the array of bytes: exactly, and without a branch on an id. */
static __attribute__((noinline)) uint64_t marked_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    uint8_t *const in_row = job->in_row;
    uint64_t found = 0;
    for (uint64_t i = 0; i < job->count; i++) in_row[job->ids[i]] = 1;
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        const uint32_t *ids = job->into->ids + into[0], *end = job->into->ids + into[1];
        if (ahead) fetch_ahead(job, e, ahead);
        for (; ids < end; ids++) found += in_row[*ids];
    }
    for (uint64_t i = 0; i < job->count; i++) in_row[job->ids[i]] = 0;
    return found;
}

static __attribute__((noinline)) uint64_t merged_row(const row_job *job, uint64_t first, uint64_t last)
{
    uint64_t found = 0;
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        found += shared(job->ids, job->count, job->into->ids + into[0], into[1] - into[0]);
    }
    return found;
}

/* Counts edges of a row in parts that fit into registers. In a whole graph the rows of the first
 * ids contain none of the later ids of this row. */
static __attribute__((noinline)) uint64_t parted_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    const uint64_t row_begin = job->whole ? (uint64_t)(job->ids - job->edges->ids) : 0;
    uint64_t found = 0;
    for (uint64_t at = 0; at < job->count; at += SMALL_ROW) {
        const uint64_t left = job->count - at;
        const uint64_t begin = row_begin + at + 1;
        row_job part = *job;
        part.ids = job->ids + at;
        part.count = left < SMALL_ROW ? left : SMALL_ROW;
        if (job->whole && first < begin) first = begin;
        if (first >= last) break;
        found += small_row(&part, first, last, at == 0 ? ahead : 0);
    }
    return found;
}

/* Counts edges of a row that is not tiny. It is not inlined. */
static __attribute__((noinline)) uint64_t stream_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    if (job->count <= SMALL_ROW) return small_row(job, first, last, ahead);
    if (job->count <= MEDIUM_ROW) return parted_row(job, first, last, ahead);
    if (job->in_row) return marked_row(job, first, last, ahead);
    return job->count <= LONG_ROW ? filtered_row(job, first, last, ahead) : merged_row(job, first, last);
}

/* Counts a chunk. It is inlined for constant `ahead` and `whole`, because testing them would
 * take longer than counting a row of two ids. */
static inline __attribute__((always_inline)) uint64_t stream_chunk(
  const tg_stream *stream, tg_chunk chunk, const uint32_t ahead, const bool whole)
{
    const tg_task *task = stream->task;
    const tg_rows edges = task->edges, into = task->into; /* copies, which can stay in registers */
    const uint64_t *offsets = edges.offsets, *from = task->from.offsets;
    const uint32_t *from_ids = task->from.ids;
    uint64_t filter[FILTER_WORDS] = {0};
    row_job job = {.edges = &task->edges,
      .into = &task->into,
      .whole = whole,
      .last_edge = offsets[task->last_row],
      .filter = filter,
      .in_row = stream->in_row};
    tiny_sums tiny = {0};
    uint64_t found = 0, e = chunk.first_edge, begin = offsets[chunk.first_row];

    for (uint32_t u = chunk.first_row; e < chunk.last_edge; u++) {
        const uint64_t row_begin = begin, row_end = offsets[u + 1];
        const uint64_t last = row_end < chunk.last_edge ? row_end : chunk.last_edge;
        /* In a whole graph no triangle is counted at the first edge of a row. */
        const uint64_t first = e + (whole && e == row_begin);
        begin = row_end;
        e = last;
        if (first >= last) continue;
        const uint32_t *ids = from_ids + (whole ? row_begin : from[u]);
        const uint64_t count = whole ? row_end - row_begin : from[u + 1] - from[u];
        if (count <= TINY_ROW) {
            if (ahead)
                for (uint64_t near = first; near < last; near++) fetch_ahead(&job, near, ahead);
            const tiny_row row = {ids, count, edges.ids + first, edges.ids + last};
            add_tiny_row(&tiny, &row, into);
        } else {
            job.ids = ids;
            job.count = count;
            found += stream_row(&job, first, last, ahead);
        }
    }
    return found + tiny_sum_of(tiny);
}

static uint64_t stream(const tg_stream *stream, tg_chunk chunk)
{
    const tg_task *task = stream->task;
    if (tg_task_is_whole(task))
        return stream->ahead ? stream_chunk(stream, chunk, stream->ahead, true) : stream_chunk(stream, chunk, 0, true);
    return stream_chunk(stream, chunk, stream->ahead, false);
}
