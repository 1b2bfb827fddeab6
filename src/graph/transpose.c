/* transpose.c - transposes rows by a counting sort, without atomic operations.
 *
 * - Each thread has a part, consecutive rows with about equally many ids, and counts how many of
 *   its rows contain each id.
 * - Sums over the parts tell each thread where its entries begin in each row of the result.
 */
#include "graph/transpose.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum { LEAST_PARTS = 2, ROWS_AT_ONCE = 1024 /* rows between two checks for cancelling */ };

typedef struct transposition {
    tricorn_context *context;
    const tg_rows *rows;
    uint32_t parts;
    /* counts[p * rows->count + v]: rows of part p that contain v; later those of the parts before p */
    uint32_t *counts;
    uint64_t *offsets; /* the offsets of the result */
    uint32_t *ids;
} transposition;

static uint32_t first_row(const transposition *job, uint32_t part)
{
    return tg_first_row_of_part(job->rows, part, job->parts);
}

static void count_part(const transposition *job, uint32_t part)
{
    uint32_t *counts = job->counts + (uint64_t)part * job->rows->count;
    const uint64_t *offsets = job->rows->offsets;
    const uint32_t last = first_row(job, part + 1);
    if (job->rows->count > 0) memset(counts, 0, job->rows->count * sizeof *counts);
    for (uint32_t u = first_row(job, part); u < last; u++) {
        if (u % ROWS_AT_ONCE == 0 && tg_work_add(job->context, 0)) return;
        for (uint64_t e = offsets[u]; e < offsets[u + 1]; e++) counts[job->rows->ids[e]]++;
    }
}

/* Replaces each part's count for a row of the result by the count of all earlier parts; returns the row's length. */
static uint64_t length_of(const transposition *job, uint32_t row)
{
    uint32_t length = 0;
    for (uint32_t p = 0; p < job->parts; p++) {
        uint32_t *count = &job->counts[(uint64_t)p * job->rows->count + row];
        const uint32_t own = *count;
        *count = length;
        length += own;
    }
    return length;
}

static void place_part(const transposition *job, uint32_t part)
{
    uint32_t *counts = job->counts + (uint64_t)part * job->rows->count;
    const uint32_t last = first_row(job, part + 1);
    for (uint32_t u = first_row(job, part); u < last; u++) {
        if (u % ROWS_AT_ONCE == 0 && tg_work_add(job->context, 0)) return;
        for (uint64_t e = job->rows->offsets[u]; e < job->rows->offsets[u + 1]; e++) {
            const uint32_t v = job->rows->ids[e];
            job->ids[job->offsets[v] + counts[v]++] = u;
        }
    }
}

static uint32_t parts_for(const tricorn_context *context, const tg_rows *rows)
{
    const uint64_t length = rows->count ? rows->offsets[rows->count] / rows->count : 0;
    const uint64_t most = length > LEAST_PARTS ? length : LEAST_PARTS;
    return context->threads < most ? context->threads : (uint32_t)most;
}

tricorn_status tg_rows_transpose(tricorn_context *context, const tg_rows *rows, tg_rows *above)
{
    tricorn_status status = TRICORN_OK;
    transposition job = {.context = context, .rows = rows, .parts = parts_for(context, rows)};
    const int threads = (int)job.parts;
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;

    TG_TRY(TG_ALLOC(context, (uint64_t)rows->count + 1, &job.offsets));
    TG_TRY(TG_ALLOC(context, edges, &job.ids));
    TG_TRY(TG_ALLOC(context, (uint64_t)job.parts * rows->count, &job.counts));
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (uint32_t p = 0; p < job.parts; p++) count_part(&job, p);
    TG_TRY(tg_check_cancelled(context));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < rows->count; v++) job.offsets[v] = length_of(&job, v);
    tg_prefix_sum(context, job.offsets, rows->count);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (uint32_t p = 0; p < job.parts; p++) place_part(&job, p);
    TG_TRY(tg_check_cancelled(context));
    *above = (tg_rows){rows->count, job.offsets, job.ids};
    job.offsets = NULL;
    job.ids = NULL;
cleanup:
    tg_free(job.offsets);
    tg_free(job.ids);
    tg_free(job.counts);
    return status;
}
