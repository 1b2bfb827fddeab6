/* product_warp_chunk.cu - counts a task as a sparse matrix product under a mask.
 *
 * - L is the matrix of the oriented edges. Entry (u, w) of the product L L is the number of
 *   paths u -> v -> w.  The number of triangles is the sum of those entries of L L where L itself
 *   has an entry.
 * - The product is made row by row (Gustavson), only where the mask L has an entry, and is
 *   stored.  This takes the same lookups as an intersection, and memory for one number for each
 *   edge.
 * - The rows of 32 edges are read as one sequence (lookup/flatten.cuh), so lanes stay busy.
 *
 * Source: Azad, Buluc, Gilbert, "Parallel Triangle Counting and Enumeration Using Matrix
 * Algebra", IPDPS workshops 2015.
 */
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/search.cuh"

enum { BLOCK_THREADS = 256, WARPS = BLOCK_THREADS / WARP_THREADS, BLOCKS_PER_MULTIPROCESSOR = 8 };

/* Makes the product. For each entry (u, v) of the left matrix, row v of the right matrix is
 * added to row u of the product, where the mask (row u of `from`) has an entry. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  multiply(tg_device_task task, uint32_t draw, tg_tally *tally, uint32_t *product)
{
    __shared__ flat_list lists[WARPS][WARP_THREADS];
    visit_edge_chunks(task, draw, queue_of_one(&tally->next[0]), [&](const edge_parts &edge) {
        visit_mostly_tiny_lists(lists[threadIdx.x / WARP_THREADS],
          {edge.into.start, edge.into.count, edge.from.start, edge.from.count},
          [&](uint32_t position, uint32_t start, uint32_t count) {
              const uint32_t w = load_id(task.into.ids + position);
              const uint32_t at = search_between(task.from.ids, start, start + count, w);
              if (load_id(task.from.ids + at) == w) atomicAdd(product + at, 1u);
          });
    });
}

/* Adds the entries of the product to the tally. */
static __global__ void __launch_bounds__(BLOCK_THREADS) add_up(const uint32_t *product, uint32_t count, tg_tally *tally)
{
    uint64_t found = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * BLOCK_THREADS + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * BLOCK_THREADS)
        found += product[i];
    __syncwarp();
    tally_add(tally, found);
}

/* Makes the product and adds it up. Each count has a product of its own, because other counts of
 * the same task may run at the same time. */
static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t entries = task->from.id_count;
    const edge_kernel<uint32_t *> kernel = {multiply, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR};
    uint32_t *product = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, entries, &product));
    TG_TRY_CUDA(context, cudaMemsetAsync(product, 0, entries * sizeof *product, stream));
    TG_TRY(launch_over_edges(context, kernel, task, tally, product));
    add_up<<<tg_device_blocks(context, entries, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS, 0, stream>>>(
      product, entries, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, product); /* the stream frees this memory after the kernels */
    return status;
}

TG_DEFINE_GPU_METHODS(gpu_product_warp_chunk) = {
  .enqueue = enqueue,
};
