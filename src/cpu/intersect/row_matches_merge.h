/* row_matches_merge.h - tg_kernels.row_matches by merging, for instruction sets that have no
 * vector code for it. Include it after stream_row.h. */

static uint64_t row_matches(const tg_match_row *row, tg_matches *matches)
{
    const uint32_t *ids = row->rows->ids;
    const row_job job = {.edges = row->rows, .into = row->rows, .last_edge = row->rows->offsets[row->rows->count]};
    uint64_t count = 0;
    for (uint64_t e = row->begin; e < row->end; e++) {
        const uint64_t *into = row->rows->offsets + ids[e];
        if (row->ahead) fetch_ahead(&job, e, row->ahead);
        /* Ids only change positions, so that no branch on an id can be mispredicted. */
        for (uint64_t i = row->begin, j = into[0]; i < e && j < into[1];) {
            const uint32_t x = ids[i], y = ids[j];
            matches->seconds[count] = (uint32_t)(e - row->begin);
            matches->thirds[count] = (uint32_t)j;
            matches->places[count] = (uint32_t)(i - row->begin);
            count += x == y;
            i += x <= y;
            j += y <= x;
        }
    }
    return count;
}
