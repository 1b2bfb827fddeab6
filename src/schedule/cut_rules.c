/* cut_rules.c - the rules that cut a graph: tricorn's own, and those of papers.
 *
 * Sources: Pandey et al., "TRUST", TPDS 2021, section 5.1 (worker i of g counts the vertices u with u % g = i),
 * sections 5.2 and 5.3 (n^3 tasks, each of which is split by its vertices u into m shares, for m n^3 workers),
 * section 6.5 (the rule for n); Hu et al., "TriX", HPEC 2017, sections III and IV-A (P1 x P1 x P2 tasks, which
 * workers take from a queue); Polak, "Counting triangles in large graphs on GPU", 2016, section 3.5 (each worker has
 * the whole graph and an equal share of the edges).
 */
#include "base/memory.h"
#include "schedule/partitioned.h"

enum { MOST_PARTS = 1 << 20 };

static uint64_t at_most(uint64_t wanted)
{
    return wanted == 0 ? 1 : wanted < MOST_PARTS ? wanted : MOST_PARTS;
}

/* ---- ranges of edges ---- */

static tg_cut_part range_part(const tg_cut *cut, uint64_t number)
{
    const tg_vertices all = {0, 1, cut->rows.count};
    return (tg_cut_part){all, all, all, cut->edges[number], cut->edges[number + 1]};
}

static tricorn_status cut_edges(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut)
{
    const uint64_t edges = plan->graph->edges;
    tricorn_status status = TRICORN_OK;
    cut->count = at_most(wanted);
    TG_TRY(TG_ALLOC(context, cut->count + 1, &cut->edges));
    for (uint64_t t = 0; t <= cut->count; t++) cut->edges[t] = (uint64_t)((unsigned __int128)edges * t / cut->count);
cleanup:
    return status;
}

/* Cuts ranges with equally many edges first, and then ranges with equal costs. */
static tricorn_status cut_costs(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut)
{
    const tricorn_status status = cut_edges(context, plan, wanted, cut);
    if (status == TRICORN_OK) tg_cut_by_cost(context, cut);
    return status;
}

const tg_cut_rule tg_cut_rule_own = {"own", cut_costs, range_part, TG_CLAIM_FEW, true};

const tg_cut_rule tg_cut_rule_polak = {"polak", cut_edges, range_part, TG_CLAIM_NONE, true};

/* ---- grids ---- */

static tg_cut_part grid_part(const tg_cut *cut, uint64_t number)
{
    const tg_grid *grid = &cut->grid;
    const tg_grid_at at = tg_grid_at_number(grid, number);
    return (tg_cut_part){tg_grid_sources(grid, at), grid->row_sets[at.j], grid->column_sets[at.k], 0, UINT64_MAX};
}

/* Makes the grid, and cuts its tasks of classes into as many shares as it takes to reach
 * `wanted`. */
static tricorn_status cut_grid(
  tricorn_context *context, const tg_plan *plan, const tg_grid_shape *shape, uint64_t wanted, tg_cut *cut)
{
    const tricorn_status status = tg_grid_make(context, plan, shape, &cut->grid);
    if (status != TRICORN_OK) return status;
    const uint64_t tasks = tg_grid_tasks(&cut->grid);
    if (!shape->ranges) cut->grid.shares = (uint32_t)((at_most(wanted) + tasks - 1) / tasks);
    cut->count = tg_grid_tasks(&cut->grid);
    return TRICORN_OK;
}

static tricorn_status cut_sources(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut)
{
    return cut_grid(context, plan, &(tg_grid_shape){.columns = 1}, wanted, cut);
}

const tg_cut_rule tg_cut_rule_workload = {"workload", cut_sources, grid_part, TG_CLAIM_NONE, true};

tricorn_status tg_trust_shape(tricorn_context *context, const tg_plan *plan, tg_grid_shape *shape)
{
    enum { BLOCKS = 3 }; /* the blocks of a task */
    const uint64_t bytes = BLOCKS * sizeof(uint32_t) * plan->graph->edges;
    uint64_t memory = 0;
    uint32_t n = 1;
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_partition_memory(context, plan, &memory));
    while (n <= TG_MOST_BLOCK_CLASSES && bytes / n / n >= memory) n++;
    if (n > TG_MOST_BLOCK_CLASSES)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the partition 'trust' would need more than %d x %d blocks: allow more memory", TG_MOST_BLOCK_CLASSES,
          TG_MOST_BLOCK_CLASSES));
    *shape = (tg_grid_shape){.columns = n < plan->request.classes ? plan->request.classes : n};
cleanup:
    return status;
}

static tricorn_status cut_classes(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut)
{
    tg_grid_shape shape;
    const tricorn_status status = tg_trust_shape(context, plan, &shape);
    return status == TRICORN_OK ? cut_grid(context, plan, &shape, wanted, cut) : status;
}

static const tg_cut_rule rule_trust = {"trust", cut_classes, grid_part, TG_CLAIM_NONE, false};

tricorn_status tg_trix_shape(tricorn_context *context, const tg_plan *plan, tg_grid_shape *shape)
{
    /* The memory of a task is for two blocks and a buffer, which is a quarter of a block. */
    enum { MEMORY_NINTHS = 9, BLOCK_NINTHS = 4 };
    const uint64_t vertices = tg_row_source_of(plan).count, edges = plan->graph->edges;
    const uint64_t wanted = plan->request.classes;
    uint64_t memory = 0;
    const tricorn_status status = tg_partition_memory(context, plan, &memory);

    if (status != TRICORN_OK) return status;
    *shape = (tg_grid_shape){.ranges = true, .block_bytes = memory / MEMORY_NINTHS * BLOCK_NINTHS};
    shape->columns = (uint32_t)tg_grid_columns(edges, vertices, shape->block_bytes);
    if (wanted > shape->columns) shape->columns = (uint32_t)wanted;
    if (wanted > 1) {
        const uint64_t all = sizeof(uint32_t) * edges + sizeof(uint64_t) * vertices * wanted;
        const uint64_t part = all / (wanted * wanted);
        if (part < shape->block_bytes) shape->block_bytes = part;
    }
    return TRICORN_OK;
}

/* Cuts several times as many tasks as workers, since many tasks have no edges, and so that a
 * worker that is done finds another one. */
static tricorn_status cut_ranges(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut)
{
    enum { TASKS_OF_WORKER = 4 };
    const uint64_t tasks = wanted > 1 ? TASKS_OF_WORKER * wanted : 1;
    tg_plan asked = *plan;
    uint64_t ranges = 1;
    tg_grid_shape shape;
    while (ranges < TG_GRID_MOST_COLUMNS && ranges * ranges * ranges < tasks) ranges++;
    if (ranges > asked.request.classes) asked.request.classes = (uint32_t)ranges;
    const tricorn_status status = tg_trix_shape(context, &asked, &shape);
    return status == TRICORN_OK ? cut_grid(context, plan, &shape, wanted, cut) : status;
}

static const tg_cut_rule rule_trix = {"trix", cut_ranges, grid_part, TG_CLAIM_ALL, false};

tricorn_status tg_grid_make(tricorn_context *context, const tg_plan *plan, const tg_grid_shape *shape, tg_grid *grid)
{
    const tg_row_source source = tg_row_source_of(plan);
    const tricorn_status status = shape->ranges
                                    ? tg_grid_ranges(context, &source, shape->columns, shape->block_bytes, grid)
                                    : tg_grid_classes(context, source.count, shape->columns, grid);
    grid->relabelled = plan->request.relabel != NULL;
    return status;
}

/* ---- partitions ---- */

const tg_cut_rule *tg_cut_rule_of(const tg_plan *plan)
{
    const tg_partition_kind *kind = plan->request.partition;
    return kind ? tg_partition_methods_of(kind)->rule : &tg_cut_rule_own;
}

extern const tg_schedule tg_schedule_blocks, tg_schedule_trix, tg_schedule_joined;

const tg_partition_methods tg_partition_trust = {.schedule = &tg_schedule_blocks,
  .joined = &tg_schedule_joined,
  .shape = tg_trust_shape,
  .measure = tg_blocks_measure,
  .several_gpus = true,
  .rule = &rule_trust};
const tg_partition_methods tg_partition_trix = {.schedule = &tg_schedule_trix,
  .joined = &tg_schedule_joined,
  .shape = tg_trix_shape,
  .measure = tg_blocks_measure,
  .several_gpus = true,
  .rule = &rule_trix};
