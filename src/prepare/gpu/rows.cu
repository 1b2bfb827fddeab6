/* rows.cu - makes rows on the GPU by one sort of relabelled edges.
 *
 * - Each edge is one key, with its larger end above its smaller one. A radix sort of the bits
 *   that vary puts the rows in order; then repeated keys are dropped, and the other keys are the
 *   graph.
 * - If rows are short, the radix sort only sorts the rows, and sort_rows.cu sorts the ids within
 *   each row, which saves passes over all edges.
 * - Bytes moved for each edge: 8 + 8 to relabel, 16 for each 8 bits of the sort, 8 + 8 to drop
 *   repetitions and split keys.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", 2016, for one sort of 64-bit keys.
 */
#include "prepare/gpu/preparing.cuh"

#include <inttypes.h>

#include "prepare/gpu/keys.cuh"
#include "prepare/gpu/sort_rows.cuh"

/* Limits for the mean length of rows: up to SHORT_ROW ids, rows are always sorted one by one; up
 * to MIDDLE_ROW ids, if that saves SAVED_PASSES passes over all edges. */
enum { SHORT_ROW = 20, MIDDLE_ROW = 64, SAVED_PASSES = 3, PASS_BITS = 8 };

/* Makes keys from the edges, and sorts them by the bits from `first_bit` on. */
static tricorn_status sort_keys(tg_preparing *job, uint32_t first_bit)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t m = job->edge_count;
    const uint64_t turned = job->describe && job->read.unsorted ? TURNED : 0;

    if (turned != 0 && 2 * job->id_bits > 63)
        TG_TRY(tg_fail(job->context, TRICORN_UNSUPPORTED,
          "%" PRIu32 " vertices are too many to prepare on a GPU (2^31)", job->graph.rows.count));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->spare));
    make_keys<<<prepare_blocks(job->context, m), TG_PREPARE_THREADS, 0, job->stream>>>(
      job->keys, m, job->new_ids, job->id_bits, turned);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(radix_sort_keys(job->context, &job->keys, &job->spare, m, {first_bit, 2 * job->id_bits}));
    tg_device_free(job->context, job->spare);
    job->spare = NULL;
cleanup:
    return status;
}

/* Splits the distinct keys, except that of loops, which is the last one. */
static tricorn_status split_unique(tg_preparing *job, const split_key &split)
{
    tricorn_status status = TRICORN_OK;
    unsigned long long *kept = NULL, count = 0;
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &kept));
    if (job->describe) {
        count_turns<<<prepare_blocks(job->context, job->edge_count), TG_PREPARE_THREADS, 0, job->stream>>>(
          job->keys, job->edge_count, &job->sums->described);
        TG_TRY_CUDA(job->context, cudaGetLastError());
        TG_TRY(write_once(job->context, thrust::make_transform_iterator(job->keys, without_turn()), job->edge_count,
          thrust::make_tabulate_output_iterator(split), kept));
    } else {
        TG_TRY(
          write_once(job->context, job->keys, job->edge_count, thrust::make_tabulate_output_iterator(split), kept));
    }
    TG_TRY(tg_device_copy_out(job->context, &count, kept, sizeof count));
    job->graph.rows.id_count = (uint32_t)(count - (job->read.loops > 0));
cleanup:
    tg_device_free(job->context, kept);
    return status;
}

static uint32_t passes_for(uint32_t bits)
{
    return (bits + PASS_BITS - 1) / PASS_BITS;
}

static bool sorts_rows_alone(const tg_preparing *job)
{
    const uint64_t m = job->edge_count, rows = job->graph.rows.count;
    if (m / SHORT_ROW <= rows) return true;
    return m / MIDDLE_ROW <= rows && passes_for(2 * job->id_bits) - passes_for(job->id_bits) >= SAVED_PASSES;
}

/* Makes rows of clean edges: no key is dropped, and for some graphs fewer bits are sorted. */
static tricorn_status make_clean_rows(tg_preparing *job, const split_key &split)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t m = job->edge_count;
    /* If vertices keep the order of the input, edges are sorted by their smaller ends, and a
     * stable sort by larger ends leaves the smaller ends of each row in order. */
    const bool in_order = job->graph.order == TG_ORDER_INPUT;
    const bool short_rows = sorts_rows_alone(job);

    TG_TRY(sort_keys(job, in_order || short_rows ? job->id_bits : 0));
    job->graph.rows.id_count = (uint32_t)m;
    if (in_order || !short_rows) return split_into_rows(job->context, job->keys, split, &job->graph.rows);
    TG_TRY(find_row_offsets(job->context, row_of_key{job->keys, job->id_bits}, &job->graph.rows));
    {
        const tg_unsorted_rows rows = {job->keys, job->id_bits, &job->graph.rows, split.sources, split.ids};
        TG_TRY(tg_sort_rows(job->context, &rows));
    }
cleanup:
    return status;
}

tricorn_status tg_make_rows_on_device(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t m = job->edge_count;
    uint32_t *ids = NULL;
    split_key split;

    /* The ids of an edge differ, so only the key of loops has all bits set. */
    job->id_bits = bits_of(job->graph.rows.count > 0 ? job->graph.rows.count - 1 : 0);
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &ids));
    job->graph.rows.ids = ids; /* from here on, freeing the graph frees the ids */
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->graph.sources));
    split.sources = job->graph.sources;
    split.ids = ids;
    split.id_bits = job->id_bits;
    if (m > 0 && !job->read.unsorted) {
        TG_TRY(make_clean_rows(job, split));
    } else {
        if (m > 0) TG_TRY(sort_keys(job, 0));
        if (m > 0) TG_TRY(split_unique(job, split));
        TG_TRY(find_row_offsets(job->context, row_of_source{job->graph.sources}, &job->graph.rows));
    }
cleanup:
    return status;
}
