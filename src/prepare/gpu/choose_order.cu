/* choose_order.cu - chooses the order of the vertices on the GPU, hubs first or as in the input,
 * and numbers them in it.
 *
 * - One pass over the degrees and a sample of the edges decide.
 * - The vertices are sorted by the class of their degree, which has few bits, so the radix sort
 *   needs at most two passes.
 */
#include "prepare/gpu/choose_order.cuh"

#include "prepare/gpu/compact_ids.cuh"

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  sum_vertices(tg_degrees_view view, const tg_edge *edges, uint64_t count, uint32_t samples, tg_prepare_totals *sums)
{
    __shared__ tg_vertex_sums mine;
    sample_local(edges, count, samples, view.numbers, &sums->sample);
    sum_all_vertices(view, &mine, &sums->vertices);
}

static tricorn_status sum_on_device(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t samples = order_samples(job->edge_count);
    const uint64_t items = job->numbers > samples ? job->numbers : samples;
    sum_vertices<<<prepare_blocks(job->context, items), TG_PREPARE_THREADS, 0, job->stream>>>(
      degrees_of(job), (const tg_edge *)job->keys, job->edge_count, samples, job->sums);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(job->context, &job->read, job->sums, sizeof job->read));
cleanup:
    return status;
}

tricorn_status tg_decide_order_on_device(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_vertex_sums *sums = &job->read.vertices;
    tg_degree_sums degrees;
    if (job->read.reached == TG_NOTHING_DONE) TG_TRY(sum_on_device(job));
    job->graph.self_loops = job->read.loops;
    job->graph.rows.count = sums->active;
    job->graph.vertices = sums->active + sums->isolated;
    job->read.sample.taken = order_samples(job->edge_count);
    degrees = {sums->most_degree, sums->active, sums->squares};
    job->graph.order = tg_order_for(job->numbers, job->edge_count, &degrees, job->read.sample);
cleanup:
    return status;
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  place_vertices(place_of_vertex place_of, uint32_t *places, uint32_t *ids)
{
    for (uint64_t x = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; x < place_of.view.numbers;
         x += (uint64_t)gridDim.x * blockDim.x) {
        places[x] = place_of((uint32_t)x);
        ids[x] = (uint32_t)x;
    }
}

tricorn_status tg_order_vertices_on_device(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t last_class = last_class_for(job->graph.order, job->read.vertices.most_degree);
    const place_of_vertex place_of = {degrees_of(job), last_class};
    tg_vertex_numbers numbers = {NULL, NULL};
    if (job->new_ids == NULL && tg_renumbers(job)) {
        TG_TRY(number_by_place<uint32_t>(
          job->context, job->numbers, bits_of_places(last_class),
          [&](unsigned blocks, uint32_t *places, uint32_t *ids) {
              place_vertices<<<blocks, TG_PREPARE_THREADS, 0, job->stream>>>(place_of, places, ids);
          },
          &numbers));
        job->graph.input_ids = numbers.order;
        job->new_ids = numbers.new_ids;
    }
    tg_device_free(job->context, job->degrees);
    job->degrees = NULL;
cleanup:
    return status;
}
