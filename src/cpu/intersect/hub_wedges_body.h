/* hub_wedges_body.h - tg_kernels.hub_wedges; the file of each variant includes it.
 *
 * Third edges of triangles are collected in a buffer before they are counted: their counters are
 * far apart in memory, and additions to them would delay the next look-up.
 *
 * The including file defines look_up_hub(job, ids, j, support, thirds), which looks ids[0] to
 * ids[j - 1] up in the row of ids[j]. It adds each match i to support[i], writes the positions
 * of the third edges to `thirds`, and returns their number.
 */

static uint64_t hub_wedges(const tg_hub_wedges *job, uint32_t first_row, uint32_t last_row)
{
    const tg_rows *rows = &job->task->into;
    uint64_t sum = 0, waiting = 0;
    for (uint32_t u = first_row; u < last_row; u++) {
        const uint64_t begin = rows->offsets[u];
        uint64_t end = rows->offsets[u + UINT64_C(1)];
        uint32_t *support = (u < job->hubs ? job->own : job->support) + begin;
        while (end > begin && rows->ids[end - 1] >= job->hubs) end--;
        for (uint64_t j = 1; j < end - begin; j++) {
            const uint64_t found = look_up_hub(job, rows->ids + begin, j, support, job->thirds + waiting);
            support[j] += (uint32_t)found;
            sum += found;
            waiting += found;
            if (waiting < TG_THIRDS_AT_ONCE) continue;
            for (uint64_t k = 0; k < waiting; k++) job->own[job->thirds[k]]++;
            waiting = 0;
        }
    }
    for (uint64_t k = 0; k < waiting; k++) job->own[job->thirds[k]]++;
    return sum;
}
