/* worker_rules.c - the rules that cut a graph in memory for workers: tricorn's own, and those of
 * papers.
 *
 * Sources: Pandey et al., "TRUST", TPDS 2021, section 5.1 (worker i of g counts the vertices u
 * with u % g = i), sections 5.2 and 5.3 (n^3 tasks, each of which is split by its vertices u
 * into m shares, for m n^3 workers); Hu et al., "TriX", HPEC 2017, sections III and IV-A (P1 x
 * P1 x P2 tasks, which workers take from a queue); Polak, "Counting triangles in large graphs on
 * GPU", 2016, section 3.5 (each worker has the whole graph and an equal share of the edges).
 */
#include "base/memory.h"
#include "schedule/partitioned.h"
#include "schedule/disk/parts.h"

enum { MOST_TASKS = 1 << 20 };

static uint64_t at_most(uint64_t wanted)
{
    return wanted == 0 ? 1 : wanted < MOST_TASKS ? wanted : MOST_TASKS;
}

static tg_vertices all_of(const tg_worker_cut *cut)
{
    return (tg_vertices){0, 1, cut->rows.count};
}

/* ---- ranges of edges ---------------------------------------------------------------------- */

static tg_worker_task range_task(const tg_worker_cut *cut, uint64_t number)
{
    const tg_vertices all = all_of(cut);
    return (tg_worker_task){all, all, all, cut->edges[number], cut->edges[number + 1]};
}

static tricorn_status cut_edges(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                                tg_worker_cut *cut)
{
    const uint64_t edges = plan->graph->edges;
    tricorn_status status = TRICORN_OK;
    cut->count = at_most(wanted);
    TG_TRY(TG_ALLOC(context, cut->count + 1, &cut->edges));
    for (uint64_t t = 0; t <= cut->count; t++)
        cut->edges[t] = (uint64_t)((unsigned __int128)edges * t / cut->count);
cleanup:
    return status;
}

/* Cuts ranges with equally many edges first, and then ranges with equal costs. */
static tricorn_status cut_costs(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                                tg_worker_cut *cut)
{
    const tricorn_status status = cut_edges(context, plan, wanted, cut);
    if (status == TRICORN_OK) tg_worker_cut_by_cost(context, cut);
    return status;
}

const tg_worker_rule tg_worker_rule_own = {"own", cut_costs, range_task, TG_CLAIM_FEW};

static const tg_worker_rule rule_polak = {"polak", cut_edges, range_task, TG_CLAIM_NONE};

/* ---- classes of vertices ------------------------------------------------------------------ */

static tg_worker_task class_task(const tg_worker_cut *cut, uint64_t number)
{
    const tg_grid *grid = &cut->grid;
    const uint32_t n = grid->rows, share = (uint32_t)(number % cut->shares);
    const uint64_t task = number / cut->shares;
    tg_vertices u = grid->row_sets[task / n / n];
    u.first += n * share;
    u.stride *= cut->shares;
    return (tg_worker_task){u, grid->row_sets[task % n], grid->column_sets[task / n % n], 0,
                            UINT64_MAX};
}

/* Cuts n x n x n tasks, and each of them into as many shares as it takes to reach `wanted`. */
static tricorn_status share_classes(tricorn_context *context, uint32_t n, uint64_t wanted,
                                    tg_worker_cut *cut)
{
    const uint64_t tasks = (uint64_t)n * n * n;
    cut->shares = (uint32_t)((at_most(wanted) + tasks - 1) / tasks);
    cut->count = tasks * cut->shares;
    return tg_grid_classes(context, cut->rows.count, n, &cut->grid);
}

static tricorn_status cut_sources(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                                  tg_worker_cut *cut)
{
    (void)plan;
    return share_classes(context, 1, wanted, cut);
}

static const tg_worker_rule rule_workload = {"workload", cut_sources, class_task, TG_CLAIM_NONE};

static tricorn_status cut_classes(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                                  tg_worker_cut *cut)
{
    uint32_t n = 0;
    const tricorn_status status = tg_trust_classes(context, plan, &n);
    return status == TRICORN_OK ? share_classes(context, n, wanted, cut) : status;
}

const tg_worker_rule tg_worker_rule_trust = {"trust", cut_classes, class_task, TG_CLAIM_NONE};

/* ---- ranges of vertices ------------------------------------------------------------------- */

static tg_worker_task grid_task(const tg_worker_cut *cut, uint64_t number)
{
    const tg_grid *grid = &cut->grid;
    const uint64_t i = number / grid->columns / grid->rows;
    const uint64_t k = number / grid->rows % grid->columns, j = number % grid->rows;
    return (tg_worker_task){grid->row_sets[i], grid->row_sets[j], grid->column_sets[k], 0,
                            UINT64_MAX};
}

static tricorn_status cut_grid(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                               tg_worker_cut *cut)
{
    const tricorn_status status = tg_trix_cut(context, plan, &cut->grid);
    (void)wanted;
    cut->count = (uint64_t)cut->grid.rows * cut->grid.rows * cut->grid.columns;
    return status;
}

const tg_worker_rule tg_worker_rule_trix = {"trix", cut_grid, grid_task, TG_CLAIM_ALL};

/* ---- partitions of workers alone ---------------------------------------------------------- */

const tg_worker_rule *tg_worker_rule_of(const tg_plan *plan)
{
    const tg_partition_kind *kind = plan->request.partition;
    return kind ? tg_partition_methods_of(kind)->workers : &tg_worker_rule_own;
}

static tricorn_status measure(tricorn_context *context, const tg_plan *plan,
                              tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    tg_parts *parts = NULL;
    tg_pass_limits limits = {0};

    TG_TRY(tg_partition_memory(context, plan, &sizes->memory_bytes));
    TG_TRY(tg_parts_cut(context, plan->graph, &plan->request, &limits, &parts));
    sizes->tasks = tg_parts_count(parts);
    sizes->rows = (uint32_t)sizes->tasks;
    sizes->columns = 1;
    for (uint64_t t = 0; t < sizes->tasks; t++) {
        const tg_worker_size size = tg_parts_size(parts, t);
        tg_partition_add_block(sizes, size.bytes);
        sizes->read_bytes += size.bytes;
        sizes->empty_tasks += size.wedges == 0;
    }
cleanup:
    tg_parts_free(parts);
    return status;
}

const tg_partition_methods tg_partition_workload = {.measure = measure,
                                                    .workers = &rule_workload};
const tg_partition_methods tg_partition_polak = {.measure = measure, .workers = &rule_polak};
