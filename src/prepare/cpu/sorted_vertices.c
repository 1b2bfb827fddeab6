/* sorted_vertices.c - sums up, numbers and places vertices, by slices of blocks of 64 vertices.
 *
 * The sums of a slice say at which number, row and position the next slice continues, so each
 * step after the sums is one pass in which no thread waits.
 */
#include "prepare/cpu/sorted_vertices.h"

#include "base/memory.h"

enum { BLOCK = TG_RUN_BLOCK };

tricorn_status tg_sorted_vertices_create(
  tricorn_context *context, tg_preparation *preparation, uint32_t threads, tg_sorted_vertices *vertices)
{
    vertices->preparation = preparation;
    vertices->runs = tg_sorted_runs_of(context->isa);
    vertices->count = preparation->edges->vertices;
    vertices->blocks = (vertices->count + BLOCK - 1) / BLOCK;
    vertices->threads = threads;
    TG_DO(TG_ALLOC_ZERO(context, threads * vertices->count, &vertices->counts));
    TG_DO(TG_ALLOC_ZERO(context, vertices->blocks * BLOCK, &vertices->ends));
    TG_DO(TG_ALLOC_ZERO(context, vertices->blocks, &vertices->loops));
    return TG_ALLOC(context, vertices->blocks, &preparation->ranks);
}

void tg_sorted_vertices_free(tg_sorted_vertices *vertices)
{
    tg_free(vertices->counts);
    tg_free(vertices->ends);
    tg_free(vertices->loops);
}

/* ---- blocks ---- */

static uint64_t count_in(const tg_sorted_vertices *vertices, uint64_t block)
{
    const uint64_t left = vertices->count - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

/* Returns a bit for each vertex of the block that has no edge; the block's word of ranks has the
 * bits of the others. */
static uint64_t idle_in(const tg_sorted_vertices *vertices, uint64_t block)
{
    const uint64_t with_edges = vertices->preparation->ranks[block].bits;
    if (!vertices->preparation->edges->declared) return vertices->loops[block] & ~with_edges;
    return UINT64_MAX >> (BLOCK - count_in(vertices, block)) & ~with_edges;
}

/* Adds to larger[i] the number of edges whose larger end is vertex i of the block. */
static inline __attribute__((always_inline)) void add_counts(
  const tg_sorted_vertices *vertices, uint64_t block, uint64_t count, uint32_t *larger)
{
    for (uint32_t t = 0; t < vertices->threads; t++) {
        const uint16_t *own = vertices->counts + t * vertices->count + block * BLOCK;
        for (uint64_t i = 0; i < count; i++) larger[i] += own[i];
    }
}

/* ---- sums ---- */

static bool is_zero(const uint32_t *ends)
{
    uint32_t any = 0;
    for (uint64_t i = 0; i < BLOCK; i++) any |= ends[i];
    return any == 0;
}

/* Returns the end of the slice's last row with edges, or `otherwise` if it has none; the ends of
 * empty rows are still 0. */
static uint32_t last_end(const uint32_t *ends, const tg_sorted_slice *from, uint32_t otherwise)
{
    uint64_t block = from->last;
    uint32_t end = otherwise;
    while (block > from->first && is_zero(ends + (block - 1) * BLOCK)) block--;
    if (block == from->first) return otherwise;
    for (uint64_t i = 0; i < BLOCK; i++) {
        const uint32_t here = ends[(block - 1) * BLOCK + i];
        end = here > end ? here : end;
    }
    return end;
}

static void cut_slices(tg_sorted_vertices *vertices)
{
    uint32_t edges = 0;
    for (uint32_t t = 0; t < vertices->threads; t++) {
        const tg_slice blocks = tg_slice_of(vertices->blocks, t, vertices->threads);
        tg_sorted_slice *own = &vertices->slices[t];
        *own = (tg_sorted_slice){.first = blocks.first, .last = blocks.last, .edges = edges};
        edges = last_end(vertices->ends, own, edges);
    }
}

static void add_sums(tg_sorted_sums *to, const tg_sorted_sums *sums)
{
    to->degrees.active += sums->degrees.active;
    to->degrees.squares += sums->degrees.squares;
    if (sums->degrees.most > to->degrees.most) to->degrees.most = sums->degrees.most;
    if (sums->longest > to->longest) to->longest = sums->longest;
    to->tests += sums->tests;
    to->larger += sums->larger;
    to->idle += sums->idle;
}

static void sum_slice(const tg_sorted_vertices *vertices, tg_sorted_slice *own)
{
    tg_sorted_sums all = {0};
    uint32_t before = own->edges;
    for (uint64_t b = own->first; b < own->last; b++) {
        const uint64_t count = count_in(vertices, b);
        uint32_t larger[BLOCK] = {0};
        if (count == BLOCK) /* with a constant count the compiler vectorises the whole loop */
            add_counts(vertices, b, BLOCK, larger);
        else
            add_counts(vertices, b, count, larger);
        const tg_block_sums block = vertices->runs->sum(vertices->ends + b * BLOCK, before, larger);
        before = vertices->ends[b * BLOCK + BLOCK - 1];
        vertices->preparation->ranks[b].bits = block.bits;
        const tg_sorted_sums sums = {.degrees = {.most = block.most,
                                       .active = (uint64_t)__builtin_popcountll(block.bits),
                                       .squares = block.squares},
          .tests = block.tests,
          .larger = block.larger,
          .longest = block.longest,
          .idle = (uint64_t)__builtin_popcountll(idle_in(vertices, b))};
        add_sums(&all, &sums);
    }
    own->sums = all;
}

tg_sorted_sums tg_sorted_vertices_sum(tg_sorted_vertices *vertices)
{
    tricorn_graph *graph = vertices->preparation->graph;
    tg_sorted_sums all = {0};
    cut_slices(vertices);
#pragma omp parallel for num_threads((int)vertices->threads) schedule(static, 1)
    for (uint32_t t = 0; t < vertices->threads; t++) sum_slice(vertices, &vertices->slices[t]);
    for (uint32_t t = 0; t < vertices->threads; t++) add_sums(&all, &vertices->slices[t].sums);
    graph->active = (uint32_t)all.degrees.active;
    graph->vertices = (uint32_t)(all.degrees.active + all.idle);
    return all;
}

/* Returns the sums over all slices before slice t. */
static tg_sorted_sums sums_before(const tg_sorted_vertices *vertices, uint32_t t)
{
    tg_sorted_sums before = {0};
    for (uint32_t s = 0; s < t; s++) add_sums(&before, &vertices->slices[s].sums);
    return before;
}

/* ---- degrees ---- */

tricorn_status tg_sorted_vertices_keep_degrees(
  tricorn_context *context, const tg_sorted_vertices *vertices, const tg_degree_sums *sums)
{
    tg_preparation *preparation = vertices->preparation;
    const uint32_t *ends = vertices->ends;
    uint32_t *degrees = NULL;
    TG_DO(TG_ALLOC(context, vertices->count, &degrees));
#pragma omp parallel for num_threads((int)vertices->threads) schedule(static)
    for (uint64_t b = 0; b < vertices->blocks; b++) {
        const uint64_t first = b * BLOCK, count = count_in(vertices, b);
        uint32_t larger[BLOCK] = {0};
        add_counts(vertices, b, count, larger);
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t x = first + i;
            const uint32_t loop = (uint32_t)(vertices->loops[b] >> i & 1);
            degrees[x] = (larger[i] + ends[x] - (x > 0 ? ends[x - 1] : 0)) | (loop ? TG_LOOP_SEEN : 0);
        }
    }
    preparation->degrees = degrees;
    preparation->sums = *sums;
    preparation->summed = preparation->ascending = true;
    return TRICORN_OK;
}

/* ---- numbers ---- */

void tg_sorted_vertices_rank(tg_sorted_vertices *vertices)
{
    tg_rank_word *ranks = vertices->preparation->ranks;
    uint32_t before = 0;
    for (uint64_t b = 0; b < vertices->blocks; b++) {
        ranks[b].before = before;
        before += (uint32_t)__builtin_popcountll(ranks[b].bits);
    }
}

bool tg_sorted_vertices_dense(const tg_sorted_vertices *vertices, uint32_t *last)
{
    const tg_rank_word *ranks = vertices->preparation->ranks;
    const uint32_t active = vertices->preparation->graph->active;
    uint64_t low = 0, high = vertices->blocks;
    *last = 0;
    if (active == 0) return false;
    while (ranks[low].bits == 0) low++;
    while (ranks[high - 1].bits == 0) high--;
    const uint64_t first = low * BLOCK + (uint64_t)__builtin_ctzll(ranks[low].bits);
    *last = (uint32_t)(high * BLOCK - 1 - (uint64_t)__builtin_clzll(ranks[high - 1].bits));
    return *last - first == active - 1;
}

/* Sets the offsets of the slice's rows. A row begins where the row of the next smaller vertex ends. */
static void offset_slice(const tg_sorted_vertices *vertices, const tg_sorted_slice *own, uint64_t before)
{
    const tg_preparation *preparation = vertices->preparation;
    const uint64_t edges = preparation->graph->edges;
    uint64_t *next = preparation->graph->host.offsets + (preparation->graph->active - before);
    for (uint64_t b = own->first; b < own->last; b++) {
        const uint32_t *ends = vertices->ends + b * BLOCK;
        uint64_t bits = preparation->ranks[b].bits;
        if (bits == UINT64_MAX)
            for (uint64_t i = 0; i < BLOCK; i++) *--next = edges - ends[i];
        else
            for (; bits; bits &= bits - 1) *--next = edges - ends[__builtin_ctzll(bits)];
    }
}

tricorn_status tg_sorted_vertices_offsets(tricorn_context *context, const tg_sorted_vertices *vertices)
{
    tricorn_graph *graph = vertices->preparation->graph;
    TG_DO(TG_ALLOC(context, (uint64_t)graph->active + 1, &graph->host.offsets));
#pragma omp parallel for num_threads((int)vertices->threads) schedule(static, 1)
    for (uint32_t t = 0; t < vertices->threads; t++)
        offset_slice(vertices, &vertices->slices[t], sums_before(vertices, t).degrees.active);
    graph->host.offsets[graph->active] = graph->edges;
    return TRICORN_OK;
}

/* Numbers the vertices of a slice. The largest vertex with an edge has number 0; vertices
 * without an edge have the last numbers. */
static void number_slice(const tg_sorted_vertices *vertices, const tg_sorted_slice *own, const tg_sorted_sums *before)
{
    const tricorn_graph *graph = vertices->preparation->graph;
    /* numbers are written downwards: the next one goes before this place */
    uint32_t *next = graph->input_ids + (graph->active - before->degrees.active);
    uint32_t *idle = graph->input_ids + graph->active + before->idle;
    for (uint64_t b = own->first; b < own->last; b++) {
        const uint64_t with_edges = vertices->preparation->ranks[b].bits;
        for (uint64_t bits = idle_in(vertices, b); bits; bits &= bits - 1)
            *idle++ = (uint32_t)(b * BLOCK + (uint64_t)__builtin_ctzll(bits));
        if (with_edges == UINT64_MAX)
            for (uint64_t i = 0; i < BLOCK; i++) *--next = (uint32_t)(b * BLOCK + i);
        else
            for (uint64_t bits = with_edges; bits; bits &= bits - 1)
                *--next = (uint32_t)(b * BLOCK + (uint64_t)__builtin_ctzll(bits));
    }
}

tricorn_status tg_sorted_vertices_number(tricorn_context *context, tg_sorted_vertices *vertices)
{
    tricorn_graph *graph = vertices->preparation->graph;
    TG_DO(TG_REALLOC(context, graph->vertices, &vertices->ends));
    graph->input_ids = vertices->ends;
    vertices->ends = NULL;
#pragma omp parallel for num_threads((int)vertices->threads) schedule(static, 1)
    for (uint32_t t = 0; t < vertices->threads; t++) {
        const tg_sorted_sums before = sums_before(vertices, t);
        number_slice(vertices, &vertices->slices[t], &before);
    }
    return TRICORN_OK;
}
