/* choose_order.cuh - functions for kernels that compute the sums which decide the order of
 * vertices, and the place of each vertex in it; private to this folder. */
#ifndef TG_PREPARE_GPU_CHOOSE_ORDER_CUH
#define TG_PREPARE_GPU_CHOOSE_ORDER_CUH

#include "prepare/gpu/preparing.cuh"

/* A view of the degrees, as tg_preparing stores them. */
typedef struct tg_degrees_view {
    const uint32_t *degrees, *offsets;
    uint32_t numbers;
    bool declared;
} tg_degrees_view;

/* Returns the degree of x. If `offsets` is not NULL, offsets[x + 1] counts the edges whose
 * second end is x, and degrees[x] only the others. */
static __device__ __forceinline__ uint32_t degree_at(const tg_degrees_view &view, uint32_t x)
{
    const uint32_t first = view.degrees[x] & TG_DEGREE_MASK;
    return view.offsets ? first + view.offsets[x + 1] : first;
}

/* Whether x, a number without edges, is a vertex. */
static __device__ __forceinline__ bool is_isolated(const tg_degrees_view &view, uint32_t x)
{
    return view.declared || view.degrees[x] & TG_LOOP_SEEN;
}

/* Returns the place of a vertex in the order. Vertices with edges have the smallest places, then
 * come vertices without edges, then numbers that are not vertices. */
struct place_of_vertex {
    tg_degrees_view view;
    uint32_t last_class; /* the last class of vertices with edges; 0 if all are in one class */
    __device__ __forceinline__ uint32_t operator()(uint32_t x) const
    {
        const uint32_t degree = degree_at(view, x);
        if (degree > 0) return last_class > 0 ? last_class - tg_degree_class(degree) : 0;
        return last_class + (is_isolated(view, x) ? 1 : 2);
    }
};

/* Returns how many bits a place has; the largest place is last_class + 2. */
TG_BOTH_SIDES uint32_t bits_of_places(uint32_t last_class)
{
    uint32_t bits = 1;
    while ((last_class + 2) >> bits != 0) bits++;
    return bits;
}

TG_BOTH_SIDES uint32_t last_class_for(tg_order order, uint32_t most_degree)
{
    return order == TG_ORDER_DEGREE && most_degree > 0 ? tg_degree_class(most_degree) : 0;
}

/* Computes the sums over all vertices, with the whole grid; `mine` is in the block's shared
 * memory. Additions to one address take a nanosecond each, so each block adds its own sums only
 * once: if each warp added its sums to `sums`, waiting would take as long as summing. */
static __device__ void sum_all_vertices(const tg_degrees_view &view, tg_vertex_sums *mine, tg_vertex_sums *sums)
{
    uint32_t most = 0, active = 0, isolated = 0;
    unsigned long long squares = 0;
    if (threadIdx.x == 0) *mine = {0, 0, 0, 0};
    __syncthreads();
    for (uint64_t x = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; x < view.numbers;
         x += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t degree = degree_at(view, (uint32_t)x);
        most = degree > most ? degree : most;
        active += degree > 0;
        squares += (unsigned long long)degree * degree;
        isolated += degree == 0 && is_isolated(view, (uint32_t)x);
    }
    squares = prepare_warp_sum(squares);
    most = prepare_warp_most(most);
    active = prepare_warp_sum(active);
    isolated = prepare_warp_sum(isolated);
    if (threadIdx.x % TG_WARP == 0 && active + isolated > 0) {
        atomicMax(&mine->most_degree, most);
        atomicAdd(&mine->active, active);
        atomicAdd(&mine->isolated, isolated);
        atomicAdd(&mine->squares, squares);
    }
    __syncthreads();
    if (threadIdx.x != 0 || mine->active + mine->isolated == 0) return;
    atomicMax(&sums->most_degree, mine->most_degree);
    atomicAdd(&sums->active, mine->active);
    atomicAdd(&sums->squares, mine->squares);
    if (mine->isolated > 0) atomicAdd(&sums->isolated, mine->isolated);
}

/* Counts how many of the sampled edges are local. Only the first warps of the grid have samples;
 * all lanes of a warp must call it. */
static __device__ void sample_local(
  const tg_edge *edges, uint64_t count, uint32_t samples, uint32_t numbers, tg_order_sample *sample)
{
    const uint32_t stride = gridDim.x * blockDim.x;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i - threadIdx.x % TG_WARP < samples; i += stride) {
        const bool local = i < samples && tg_edge_is_local(edges[i * (count / samples)], numbers);
        const uint32_t all = __ballot_sync(TG_ALL_LANES, local);
        if (threadIdx.x % TG_WARP == 0 && all != 0) atomicAdd(&sample->local, (uint32_t)__popc(all));
    }
}

static inline uint32_t order_samples(uint64_t edges)
{
    return edges < TG_ORDER_SAMPLES ? (uint32_t)edges : (uint32_t)TG_ORDER_SAMPLES;
}

static inline tg_degrees_view degrees_of(const tg_preparing *job)
{
    return {job->degrees, job->offsets, job->numbers, job->declared};
}

#endif
