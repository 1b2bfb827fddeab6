/* sum_runs.c - encodes and decodes sum runs: consecutive zeros are stored as their number, other
 * sums with as many bytes as they need. Threads encode several runs at the same time. */
#include "store/files/sum_runs.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/bytes/checksum.h"
#include "io/binary/gaps.h"

void tg_sum_runs_free(tg_sum_runs *runs)
{
    tg_free(runs->list);
    *runs = (tg_sum_runs){0};
}

static tricorn_status make_room(tricorn_context *context, tg_sum_runs *runs, uint64_t more)
{
    const uint64_t need = runs->count + more;
    if (need <= runs->room) return TRICORN_OK;
    const tricorn_status status = TG_REALLOC(context, 2 * need, &runs->list);
    if (status == TRICORN_OK) runs->room = 2 * need;
    return status;
}

tricorn_status tg_sum_runs_append(tricorn_context *context, tg_sum_runs *runs, const tg_sum_run *run)
{
    const tricorn_status status = make_room(context, runs, 1);
    if (status == TRICORN_OK) runs->list[runs->count++] = *run;
    return status;
}

/* Returns the position of the first sum from number i on that is not zero. */
static uint64_t zeros_end(const uint32_t *sums, uint64_t count, uint64_t i)
{
    while (i < count && sums[i] == 0) i++;
    return i;
}

/* Replaces consecutive zeros by one zero and their number (which is below 2^32, as the number of
 * sums of a segment is). Returns how many numbers result; `coded` may be NULL. */
static uint64_t code_zeros(const uint32_t *sums, uint64_t count, uint32_t *coded)
{
    uint64_t used = 0;
    for (uint64_t i = 0, end; i < count; i = end) {
        end = sums[i] > 0 ? i + 1 : zeros_end(sums, count, i);
        if (coded) coded[used] = sums[i];
        used++;
        if (sums[i] > 0) continue;
        if (coded) coded[used] = (uint32_t)(end - i);
        used++;
    }
    return used;
}

/* Decodes what code_zeros() made; returns false unless this yields exactly `count` sums. */
static bool decode_zeros(const uint32_t *coded, uint64_t used, uint32_t *sums, uint64_t count)
{
    uint64_t made = 0;
    for (uint64_t i = 0; i < used; i++) {
        const bool zeros = coded[i] == 0;
        if (zeros && ++i == used) return false;
        const uint64_t more = zeros ? coded[i] : 1;
        if (more > count - made) return false;
        if (zeros)
            memset(sums + made, 0, more * sizeof *sums);
        else
            sums[made] = coded[i];
        made += more;
    }
    return made == count;
}

static tricorn_status write_run(tricorn_context *context, tg_disk_file *file, tg_sum_run *at, const uint32_t *sums)
{
    tricorn_status status = TRICORN_OK;
    unsigned char *bytes = NULL;
    uint32_t *coded = NULL;

    if (zeros_end(sums, at->count, 0) == at->count) at->count = 0;
    if (at->count == 0) return TRICORN_OK;
    at->coded = code_zeros(sums, at->count, NULL);
    TG_TRY(TG_ALLOC(context, at->coded, &coded));
    TG_TRY(TG_ALLOC(context, tg_gaps_most_bytes(at->coded), &bytes));
    (void)code_zeros(sums, at->count, coded);
    at->bytes = tg_gaps_encode(coded, at->coded, bytes);
    at->checksum = tg_checksum(bytes, at->bytes);
    TG_TRY(tg_disk_append(context, file, bytes, at->bytes, &at->offset));
cleanup:
    tg_free(coded);
    tg_free(bytes);
    return status;
}

tricorn_status tg_sum_runs_add(
  tricorn_context *context, tg_sum_runs *runs, tg_disk_file *file, const tg_new_sum_runs *added)
{
    tricorn_status status = TRICORN_OK;
    _Atomic int failure = TRICORN_OK;
    tg_sum_run *const list = added->list;
    const uint64_t count = added->count;
    uint64_t *starts = NULL;

    TG_TRY(make_room(context, runs, count));
    TG_TRY(TG_ALLOC(context, count + 1, &starts));
    for (uint64_t r = 0; r < count; r++) starts[r] = list[r].count;
    (void)tg_prefix_sum(context, starts, count);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t r = 0; r < count; r++)
        if (atomic_load(&failure) == TRICORN_OK)
            tg_keep_failure(&failure, write_run(context, file, &list[r], added->sums + starts[r]));
    TG_TRY((tricorn_status)atomic_load(&failure));
    for (uint64_t r = 0; r < count; r++)
        if (list[r].count > 0) runs->list[runs->count++] = list[r];
cleanup:
    tg_free(starts);
    return status;
}

tricorn_status tg_sum_run_load(
  tricorn_context *context, tg_disk_file *file, const tg_sum_run *run, unsigned char **bytes)
{
    tricorn_status status = TRICORN_OK;
    unsigned char *read = NULL;

    if (run->offset > file->end || run->bytes > file->end - run->offset) return TRICORN_BAD_FORMAT;
    TG_TRY(TG_ALLOC(context, run->bytes + TG_GAPS_PADDING, &read));
    TG_TRY(tg_disk_read(context, file, run->offset, read, run->bytes));
    if (tg_checksum(read, run->bytes) != run->checksum || tg_gaps_bytes(read, run->coded, run->bytes) != run->bytes)
        TG_TRY(TRICORN_BAD_FORMAT);
    *bytes = read;
    read = NULL;
cleanup:
    tg_free(read);
    return status;
}

tricorn_status tg_sum_run_read(tricorn_context *context, tg_disk_file *file, const tg_sum_run *run, uint32_t **sums)
{
    tricorn_status status = TRICORN_OK;
    unsigned char *bytes = NULL;
    uint32_t *coded = NULL, *read = NULL;

    TG_TRY(tg_sum_run_load(context, file, run, &bytes));
    TG_TRY(TG_ALLOC(context, run->coded, &coded));
    TG_TRY(TG_ALLOC(context, run->count, &read));
    tg_gaps_decode(bytes, run->coded, coded);
    if (!decode_zeros(coded, run->coded, read, run->count)) TG_TRY(TRICORN_BAD_FORMAT);
    *sums = read;
    read = NULL;
cleanup:
    tg_free(bytes);
    tg_free(coded);
    tg_free(read);
    return status;
}
