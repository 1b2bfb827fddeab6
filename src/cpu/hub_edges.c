/* hub_edges.c - counts supports of a graph with hubs. A sample of the edges decides how.
 *
 * - A sampled edge u -> v represents a fraction of all edges. Its numbers of wedges and of
 *   triangles u > v > w are measured, and the cost of each plan is computed from them.
 * - With more hubs, lists have fewer edges, but pairs of hubs have more columns, and the table in
 *   which wedges are looked up is larger.
 */
#include "cpu/hub_edges.h"

#include "base/memory.h"
#include "cpu/common/chunks.h"
#include "cpu/hub_pairs.h"
#include "cpu/hub_wedges.h"
#include "cpu/hubs.h"
#include "cpu/reverse_lists.h"
#include "cpu/intersect/intersect.h"

enum {
    SAMPLES = 4096,
    EDGES_A_SAMPLE = 64, /* edges per sample, at least: small graphs have fewer samples */
    MOST_SLABS = 128 /* how many slabs of rows after those of the hubs may be counted by pairs */
};

/* Nanoseconds on one thread, fitted to the fastest plans for Kronecker graphs of scale 18 and 20.
 * With half or twice as many hubs as in these plans, counting takes a tenth longer. */
static const double cost_of_wedge = 2, cost_of_third = 6, cost_of_list_edge = 30, cost_of_list_test = 0.4,
                    cost_of_list_third = 12, cost_of_pair = 1, cost_of_filling = 0.1; /* per byte */

typedef struct edge_sample {
    uint32_t u, v;
    uint64_t wedges, found;
} edge_sample;

typedef struct sampled_edges {
    uint64_t count;
    double weight; /* how many edges each sample represents */
    edge_sample edges[SAMPLES];
} sampled_edges;

/* Measures edge number `index` of the task. */
static edge_sample look_at(const tg_kernels *kernels, const tg_task *task, uint64_t index)
{
    const tg_rows *rows = &task->into;
    const tg_chunk at = tg_chunk_at(task, 1, index);
    const uint64_t position = at.first_edge;
    edge_sample sample = {.u = at.first_row, .v = rows->ids[position]};
    const uint64_t row = rows->offsets[sample.u], *other = rows->offsets + sample.v;
    sample.wedges = position - row;
    sample.found = kernels->shared(rows->ids + row, sample.wedges, rows->ids + other[0], other[1] - other[0]);
    return sample;
}

static void take_sample(const tricorn_context *context, const tg_task *task, sampled_edges *sample)
{
    const uint64_t edges = tg_task_edges(task), most = edges / EDGES_A_SAMPLE + 1;
    const tg_kernels *kernels = tg_kernels_of(context->isa);
    sample->count = edges == 0 ? 0 : most < SAMPLES ? most : SAMPLES;
    sample->weight = sample->count ? (double)edges / (double)sample->count : 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 64)
    for (uint64_t s = 0; s < sample->count; s++)
        sample->edges[s] = look_at(kernels, task, edges / sample->count * s + edges / sample->count / 2);
}

/* ---- costs ---- */

/* Returns the cost of counting `edges` edges, among hubs or to hubs, by pairs of rows with this number of columns. */
static double cost_of_pairs(double cost_of_line, double edges, uint64_t columns)
{
    const double lines = (double)tg_slabs_of(columns) * TG_SLAB_WORDS / TG_BLOCK_WORDS;
    return edges * (lines * cost_of_line + (double)tg_slabs_of(columns) * cost_of_pair);
}

/* Costs for each slab of rows u; slab 0 consists of the rows of hubs. `wedges` is the cost of looking up the wedges,
 * which counting by pairs would save; `edges` is the number of edges to hubs. */
typedef struct slab_costs {
    double wedges[MOST_SLABS + 1], edges[MOST_SLABS + 1];
    double others; /* the cost of lists, and of the wedges of rows after all slabs */
    double cost_of_line; /* nanoseconds to AND 512 bits of a pair of rows */
} slab_costs;

/* Returns the first row of the task that does not belong to a hub. */
static uint32_t first_other(const tg_task *task, uint32_t hubs)
{
    return task->first_row > hubs ? task->first_row : hubs;
}

static void sort_costs(const sampled_edges *sample, const tg_task *task, uint32_t hubs, slab_costs *costs)
{
    const uint32_t first = first_other(task, hubs);
    for (uint64_t s = 0; s < sample->count; s++) {
        const edge_sample *edge = &sample->edges[s];
        const double wedges = (double)edge->wedges * cost_of_wedge + (double)edge->found * cost_of_third;
        const uint64_t slab = edge->u < hubs ? 0 : (edge->u - first) / TG_SLAB_IDS + 1;
        if (edge->v >= hubs) {
            costs->others +=
              cost_of_list_edge + (double)edge->wedges * cost_of_list_test + (double)edge->found * cost_of_list_third;
        } else if (slab > MOST_SLABS) {
            costs->others += wedges;
        } else {
            costs->wedges[slab] += wedges * sample->weight;
            costs->edges[slab] += sample->weight;
        }
    }
    costs->others *= sample->weight;
}

/* Returns how many nanoseconds are saved if a slab of rows is counted by pairs. Slab 0 consists
 * of the rows of hubs, if the task has these. */
static double gain_of(const tg_task *task, const slab_costs *costs, uint32_t hubs, uint64_t slab)
{
    const double edges = (double)task->into.offsets[hubs];
    const uint64_t columns = slab ? TG_SLAB_IDS : hubs;
    const double filling = (double)tg_slabs_of(columns) * (double)hubs * TG_SLAB_WORDS * sizeof(uint64_t);
    double gain = costs->wedges[slab] - filling * cost_of_filling;
    if (slab > 0 || task->first_row == 0) gain -= cost_of_pairs(costs->cost_of_line, edges, columns);
    if (slab > 0) gain -= cost_of_pairs(costs->cost_of_line, costs->edges[slab], hubs);
    return gain;
}

/* Sets plan->paired to the best number for the plan's hubs; returns the cost of the plan. If the
 * task's first row is between two hubs, no rows are counted by pairs. */
static double choose_paired(const tg_task *task, const slab_costs *costs, tg_hub_edges_plan *plan)
{
    const bool own = task->first_row == 0;
    const bool can = task->last_row >= plan->hubs && (own || task->first_row >= plan->hubs);
    const uint64_t rows = task->last_row, first = first_other(task, plan->hubs);
    double gain = 0, best = 0, all = costs->others;

    plan->paired = 0;
    for (uint64_t slab = 0; slab <= MOST_SLABS; slab++) {
        const uint64_t last = first + slab * TG_SLAB_IDS;
        all += costs->wedges[slab];
        gain += gain_of(task, costs, plan->hubs, slab);
        if (!can || gain <= best || (slab == 0 && !own)) continue;
        if (slab > 0 && last - TG_SLAB_IDS >= rows) continue;
        best = gain;
        plan->paired = (uint32_t)(last < rows ? last : rows);
    }
    return all - best;
}

/* ---- memory ---- */

static bool has_room(const tricorn_context *context, const tg_task *task, const tg_hub_edges_plan *plan, double listed)
{
    const uint64_t left = tg_memory_room(context->memory) / 4 * 3;
    /* These grow with the square of the hubs. */
    const uint64_t words = tg_hub_words_before(plan->hubs) * 2 * sizeof(uint32_t);
    const uint64_t *offsets = task->into.offsets, own = offsets[plan->hubs];
    const uint64_t pairs = tg_hub_pairs_bytes(plan->hubs, plan->paired);
    const uint64_t wedges = tg_hub_wedges_bytes(context, plan->hubs) + own * sizeof(uint32_t) * (context->threads - 1);
    const uint64_t lists = tg_reverse_lists_bytes(task, plan->hubs, (uint64_t)(listed * (double)tg_task_edges(task)));
    return words <= tg_hubs_room(context, task) && own <= UINT32_MAX && offsets[plan->paired] <= UINT32_MAX &&
           tg_edge_counters_fit(context, own) && pairs <= left && wedges <= left && lists <= left;
}

bool tg_hub_edges_choose(
  const tricorn_context *context, const tg_task *task, const tg_features *features, tg_hub_edges_plan *plan)
{
    sampled_edges sample;
    double best = 0;
    bool found = false;

    take_sample(context, task, &sample);
    for (uint32_t c = 0; c < features->hub_choices; c++) {
        tg_hub_edges_plan one = {.hubs = features->hub[c].hubs};
        slab_costs costs = {.cost_of_line = tg_kernels_of(context->isa)->pair_cost};
        sort_costs(&sample, task, one.hubs, &costs);
        const double cost = choose_paired(task, &costs, &one);
        if ((found && cost >= best) || !has_room(context, task, &one, features->hub[c].edges)) continue;
        best = cost;
        *plan = one;
        found = true;
    }
    return found;
}

/* ---- counting ---- */

static tricorn_status count_wedges(
  tricorn_context *context, const tg_task *task, const tg_hub_edges_plan *plan, uint32_t *support, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    tg_edge_counters counters = {0};
    tg_task rows = *task;

    if (plan->paired > rows.first_row) rows.first_row = plan->paired;
    TG_TRY(tg_edge_counters_create(context, support, task->into.offsets[plan->hubs], &counters));
    if (tg_edge_counters_shared(&counters))
        TG_TRY(tg_fail(context, TRICORN_OUT_OF_MEMORY, "too little memory for counters of hubs"));
    TG_TRY(tg_hub_wedges_count(context, &rows, plan->hubs, &counters, found));
    tg_edge_counters_sum(&counters);
cleanup:
    tg_edge_counters_free(&counters);
    return status;
}

static tricorn_status count_lists(
  tricorn_context *context, const tg_task *task, uint32_t hubs, uint32_t *support, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_listing listing = {hubs, true, tg_hubs_room(context, task) / 10 * 3};
    tg_reverse_lists lists = {0};

    TG_TRY(tg_reverse_lists_create(context, task, &listing, &lists));
    TG_TRY(tg_reverse_lists_count(context, task, &lists, &(tg_hub_sink){.edges = support}, found));
cleanup:
    tg_reverse_lists_free(&lists);
    return status;
}

tricorn_status tg_hub_edges_count(
  tricorn_context *context, const tg_task *task, const tg_hub_edges_plan *plan, uint32_t *support, uint64_t *triangles)
{
    const tg_hub_pairs pairs = {task, plan->hubs, plan->paired, support};
    uint64_t found = 0;

    if (plan->paired > 0) TG_DO(tg_hub_pairs_count(context, &pairs, &found));
    TG_DO(count_wedges(context, task, plan, support, &found));
    TG_DO(count_lists(context, task, plan->hubs, support, &found));
    *triangles = found;
    return TRICORN_OK;
}
