/* adaptive/choose.cu - lists the ways to count a task, in the order of their predicted costs for
 * all counts that are wanted.
 *
 * - The features of a sample rule out most ways, by thresholds (costs.cuh).
 * - The cost of the others follows from the model (model.cu): building the index once, and
 *   counting.
 */
#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/costs.cuh"

/* Returns the mean length of rows. In a whole task only the rows whose edges belong to the task count. */
static double ids_of_row(const tg_device_task *task, const tg_device_rows *rows, const tg_gpu_features *features)
{
    const double ids = task->whole ? features->edges : rows->id_count;
    return ids / (tg_is_cut(task, features) ? (double)(task->last_row - task->first_row) : rows->count + 1.0);
}

/* Returns the mean length of the rows v that edges with a wedge lead to. */
static double ids_led_to(const tg_gpu_features *features)
{
    return features->into / (features->open * features->edges + 1);
}

/* Whether the lengths of rows differ enough that, with a slot for each thread, a warp would wait
 * for the thread with a long row. */
static bool rows_are_uneven(const tg_device_task *task, const tg_gpu_features *features)
{
    const double row = ids_of_row(task, &task->from, features);
    return 2 * features->wedges > uneven_wedges * row * features->edges;
}

/* Whether counting with slots may pay off. On small graphs with uneven rows it does not: their
 * time is that of the longest rows, which do not fit into slots. */
static bool slots_may_pay(const tg_device_task *task, const tg_gpu_features *features)
{
    if (tg_is_cut(task, features) && ids_led_to(features) > large_slot_row) return false;
    return ids_of_row(task, &task->into, features) <= large_slot_row &&
           (features->edges >= uneven_slot_edges || !rows_are_uneven(task, features));
}

/* Whether most rows fit into registers: neighbours have near numbers, and no row is long. */
static bool rows_are_tiny(const tg_device_task *task, const tg_gpu_features *features)
{
    return task->whole && features->near >= mostly_near && features->most <= register_most &&
           ids_of_row(task, &task->from, features) <= register_row;
}

void tg_adaptive_set_way(const tg_device_task *task, const tg_way *way, tg_adaptive *made)
{
    const tg_gpu_features *features = &made->features;
    const double into_row = ids_of_row(task, &task->into, features);
    const bool of_whole_tasks = way->edges == TG_BY_ROW || way->edges == TG_BY_WEDGE;
    made->edge_way = of_whole_tasks && !task->whole ? TG_BY_SEARCH : way->edges;
    made->listed = way->listed;
    made->slot_words = into_row <= small_slot_row ? TG_SMALL_SLOT : TG_LARGE_SLOT;
    made->uneven = way->edges == TG_BY_MERGE ? features->most > (double)TG_OWN_IDS : rows_are_uneven(task, features);
    made->block_limits = way->block_limits;
    made->windows = windows_for(way->block_limits);
}

/* Sets the predicted seconds of a way. */
static void set_costs(const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made, tg_way *way)
{
    tg_adaptive tried = *made;
    tg_adaptive_set_way(task, way, &tried);
    way->count =
      way->block_limits > 0 ? tg_adaptive_block_seconds(gpu, &tried) : tg_adaptive_edge_seconds(gpu, task, &tried);
    way->index = tg_adaptive_index_seconds(task, &tried);
}

/* Returns the seconds of all counts that are wanted, with those of building the index. */
static double seconds_of_all(const tg_device_task *task, const tg_way *way)
{
    const double counts = task->counts > 0 ? (double)task->counts : unknown_counts;
    return way->index + counts * way->count;
}

/* Adds the way to the list, which stays in the order of ascending cost. */
static void add_way(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made, tg_way way, tg_ways *all)
{
    uint32_t at = all->count;
    set_costs(gpu, task, made, &way);
    for (; at > 0 && seconds_of_all(task, &all->ways[at - 1]) > seconds_of_all(task, &way); at--)
        all->ways[at] = all->ways[at - 1];
    all->ways[at] = way;
    all->count++;
}

/* Adds the ways that count edges one by one. */
static void add_edge_ways(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made, tg_ways *all)
{
    static const tg_way search = {TG_BY_SEARCH}, rows = {TG_BY_ROW}, wedges = {TG_BY_WEDGE}, threads = {TG_BY_EDGE},
                        merges = {TG_BY_MERGE}, slots = {TG_BY_SLOT}, listed = {TG_BY_SEARCH, true};
    const tg_gpu_features *features = &made->features;
    if (features->open <= few_open) {
        add_way(gpu, task, made, listed, all);
        return;
    }
    if (features->edges >= least_edges && rows_are_tiny(task, features)) {
        add_way(gpu, task, made, rows, all);
        return;
    }
    add_way(gpu, task, made, search, all);
    if (task->whole) add_way(gpu, task, made, wedges, all);
    add_way(gpu, task, made, threads, all);
    if (features->edges < least_edges) return;
    if (task->whole && features->open <= listed_open) add_way(gpu, task, made, listed, all);
    add_way(gpu, task, made, merges, all);
    if (features->near < mostly_near && slots_may_pay(task, features)) add_way(gpu, task, made, slots, all);
}

/* Whether counting in blocks may pay off at all, if vertices whose limits are below `limits` are in blocks. In a task
 * with only some rows of its graph, the rows that its edges lead to count as well. */
static bool hubs_pay(const tg_device_task *task, const tg_gpu_features *features, uint32_t limits)
{
    double beyond = 0;
    if (task->reach == TG_REACH_ANY || features->wedges < task->values[TG_WEDGES_VALUE]) return false;
    if (features->wedges >= hub_wedges * features->edges) return true;
    if (tg_is_cut(task, features) && ids_led_to(features) >= hub_wedges) return true;
    if (features->wedges < few_hub_wedges * features->edges || features->near >= mostly_near) return false;
    for (uint32_t o = octave_of(limits - 1) + 1; o < TG_OCTAVES; o++) beyond += features->octave_wedges[o];
    return beyond <= most_beyond * features->wedges;
}

void tg_adaptive_list_ways(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made, tg_ways *all)
{
    const tg_gpu_features *features = &made->features;
    const uint64_t limits = (uint64_t)task->into.count + limit_shift(*task);
    tg_way blocks = {TG_BY_SEARCH};
    all->count = 0;
    if (features->edges < 1) {
        all->ways[all->count++] = blocks; /* no edge is to be counted */
        return;
    }
    if (task->values[TG_WAY_VALUE] > 0) {
        const tg_way told = {(tg_edge_way)(task->values[TG_WAY_VALUE] - 1), features->open <= few_open};
        add_way(gpu, task, made, told, all);
        return;
    }
    add_edge_ways(gpu, task, made, all);
    blocks.block_limits = tg_adaptive_block_limits(features, limits);
    if (!hubs_pay(task, features, blocks.block_limits)) return;
    /* The sample of a task that is not whole has no entries, so blocks cannot be compared with other ways. */
    if (!task->whole || task->values[TG_WEDGES_VALUE] == 0) all->count = 0;
    add_way(gpu, task, made, blocks, all);
}

/* Whether the way's predicted cost is so close to the least one that it may in fact be faster. */
static bool is_near(const tg_way *way, double least)
{
    const double by = least < long_count ? near_costs : near_long_costs;
    return way->count + start_seconds <= by * (least + start_seconds);
}

void tg_adaptive_keep_near(const tg_device_task *task, tg_ways *all)
{
    double least = all->ways[0].count, spent = 0;
    uint32_t kept = 0;
    for (uint32_t i = 1; i < all->count; i++)
        if (all->ways[i].count < least) least = all->ways[i].count;
    const double budget = tried_seconds + tried_part * task->counts * least;
    for (uint32_t i = 0; i < all->count; i++) {
        const double trial = all->ways[i].index + 2 * all->ways[i].count;
        if (!is_near(&all->ways[i], least) || spent + trial > budget) continue;
        all->ways[kept++] = all->ways[i];
        spent += trial;
    }
    all->count = kept;
}
