/* adaptive/model.cu - predicts how long gpu-adaptive will count, from a sample of the task's
 * edges and the rates of the GPU's architecture (rates.def).
 *
 * - Each way of counting is limited by one rate that `tricorn bench --ceilings` measures, and
 *   reaches a fraction of that rate.  The fractions were measured on an H100 on the benchmark
 *   graphs.
 * - Other architectures are assumed to reach the same fractions.
 */
#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/costs.cuh"
#include "gpu/rates.h"

#include <math.h>

typedef tg_gpu_rates gpu_rates;

/* The fractions of the measured rates that counting reaches. Blocks of 32, 16 and 8 vertices reach wide_share,
 * half_share and narrow_share of the rate of probes, counted in wedges (a probe tests several wedges); tests of keys
 * reach test_share of it. Slots reach slot_share of the rate of gathers if all of them are in the L2 cache, otherwise
 * far_slot_share (on an H200). Short rows reach row_share of the rate of bytes read. */
static const double wide_share = 0.68, half_share = 0.6, narrow_share = 0.5, test_share = 0.55, slot_share = 0.8,
                    far_slot_share = 0.5, row_share = 0.45;
/* Seconds that it takes to start: blocks and the search after them; a product of hubs. */
static const double block_seconds = 8e-6, product_seconds = 16e-6;

/* How much faster `wgmma`, in code for 9.0a, multiplies than `mma.sync`
 * (docs/notes/gpu-counting.md#the-binary-matrix-unit). */
#ifdef TRICORN_HAS_90A
static const double wgmma_speed = 2;
#else
static const double wgmma_speed = 1;
#endif

static gpu_rates rates_of(const tg_device_properties *gpu)
{
    gpu_rates rates = tg_gpu_rates_of(gpu);
    if (gpu->major == 9 && gpu->minor == 0) rates.product *= wgmma_speed;
    return rates;
}

/* Returns how many clocks all multiprocessors together have in a second, from the measured rate:
 * each counts the bits of 16 words of 32 bits in a clock. */
static double clocks_of(const gpu_rates *rates)
{
    return rates->popcount / (16 * 32);
}

/* Returns the seconds of searching the shorter lists of a fraction `part` of the edges. */
static double search_seconds(const gpu_rates *rates, const tg_gpu_features *features, double part, double edge_clocks)
{
    return part * (features->open * features->edges * edge_clocks + features->few * search_clocks) / clocks_of(rates);
}

/* Returns which fraction of the rate blocks reach, for wedges at vertices whose limits are in the octave. */
static double block_share(uint32_t octave)
{
    return octave <= octave_of(TG_WIDE_LIMITS - 1)   ? wide_share
           : octave <= octave_of(TG_HALF_LIMITS - 1) ? half_share
                                                     : narrow_share;
}

/* Returns how many wedges a vertex whose limit is in the octave has on average. */
static double wedges_at(const tg_gpu_features *features, uint32_t octave)
{
    return features->octave_wedges[octave] / (double)(UINT64_C(1) << (octave - 1));
}

uint32_t tg_adaptive_block_limits(const tg_gpu_features *features, uint64_t limits)
{
    uint32_t pay = TG_MOST_BLOCK_LIMITS;
    while (pay > TG_LEAST_BLOCK_LIMITS &&
           wedges_at(features, octave_of(pay - 1)) < (pay > TG_WINDOW_IDS + 1 ? far_block_wedges : block_wedges))
        pay /= 2;
    return pay < limits ? pay : (uint32_t)limits;
}

/* Returns the seconds that the matrix unit saves in the cell of columns c and rows r. */
static double saved_seconds(const gpu_rates *rates, const tg_gpu_features *features, uint32_t c, uint32_t r)
{
    const double cell = TG_HUB_CELL, columns = cell * c + cell / 2;
    const double pairs = cell * cell * columns / (r == c ? 2 : 1);
    return features->hub_tests[c][r] / (test_share * rates->probe) - pairs / rates->product;
}

/* Returns the seconds that the matrix unit saves in a cell for counts by vertex, where the matrix
 * is symmetric: each column is then multiplied with all columns before it, and those with it. */
static double saved_by_vertex(const gpu_rates *rates, const tg_gpu_features *features, uint32_t c, uint32_t r)
{
    const double cell = TG_HUB_CELL;
    return features->hub_tests[c][r] * vertex_test_clocks / clocks_of(rates) -
           cell * cell * cell * (2 * c + 1) / rates->product;
}

/* Returns the bounds that save the most seconds, or empty bounds if these save less than least_seconds. */
static tg_hub_bounds bounds_that_save(const gpu_rates *rates, const tg_gpu_features *features,
  double (*saved_in)(const gpu_rates *, const tg_gpu_features *, uint32_t, uint32_t), uint32_t most_columns,
  double least_seconds)
{
    tg_hub_bounds bounds = tg_hub_bounds_square(0);
    double saved = 0;
    uint32_t end = 0; /* the bound of the cell of columns after this one */
    for (uint32_t c = TG_HUB_CELLS; c-- > 0;) {
        double here = 0, best = end > 0 ? -INFINITY : 0;
        if ((c + 1) * TG_HUB_CELL > most_columns) continue;
        for (uint32_t r = c; r < TG_HUB_ROW_CELLS; r++) {
            here += saved_in(rates, features, c, r);
            if ((r + 1) * TG_HUB_CELL < end || here <= best) continue;
            best = here;
            bounds.rows[c] = (r + 1) * TG_HUB_CELL;
        }
        saved += best;
        end = bounds.rows[c];
    }
    return saved > least_seconds ? bounds : tg_hub_bounds_square(0);
}

static bool may_multiply(const tg_device_properties *gpu, const tg_device_task *task)
{
    return rates_of(gpu).product > 0 && tg_hub_product_works(gpu) && task->whole && task->first_row == 0;
}

tg_hub_bounds tg_adaptive_hub_bounds(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made)
{
    const gpu_rates rates = rates_of(gpu);
    const bool all = made->block_limits >= task->edges.count;
    if (!may_multiply(gpu, task)) return tg_hub_bounds_square(0);
    return bounds_that_save(
      &rates, &made->features, saved_seconds, all ? UINT32_MAX : made->block_limits, product_seconds);
}

tg_hub_bounds tg_adaptive_vertex_bounds(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_gpu_features *features)
{
    const gpu_rates rates = rates_of(gpu);
    if (!may_multiply(gpu, task)) return tg_hub_bounds_square(0);
    return bounds_that_save(&rates, features, saved_by_vertex, UINT32_MAX, vertex_hub_seconds);
}

double tg_adaptive_product_rate(const tg_device_properties *gpu)
{
    return tg_hub_product_works(gpu) ? rates_of(gpu).product : 0;
}

/* Returns the seconds of counting the wedges and entries of blocks, and of searching the remaining edges. */
static double seconds_of_blocks(const gpu_rates *rates, const tg_adaptive *made)
{
    const tg_gpu_features *features = &made->features;
    double seconds = block_seconds, all = 0, left = 0;
    for (uint32_t o = 0; o < TG_OCTAVES; o++) {
        const double wedges = features->octave_wedges[o];
        all += wedges;
        if (o > octave_of(made->block_limits - 1)) {
            left += wedges;
            continue;
        }
        seconds += wedges / (block_share(o) * rates->probe);
        seconds += features->octave_entries[o] * entry_tests(o > 0 ? 1u << (o - 1) : 0) / (test_share * rates->probe);
    }
    if (all > 0) seconds += search_seconds(rates, features, left / all, search_edge_clocks);
    return seconds;
}

/* Returns how many of the blocks' seconds the product of hubs saves. */
static double seconds_of_product(const gpu_rates *rates, const tg_adaptive *made)
{
    double seconds = 0;
    if (made->hubs.bounds.rows[0] == 0) return 0;
    for (uint32_t c = 0; c < TG_HUB_CELLS; c++)
        for (uint32_t r = c; r < made->hubs.bounds.rows[c] / TG_HUB_CELL; r++)
            seconds += saved_seconds(rates, &made->features, c, r);
    return seconds - product_seconds;
}

static double seconds_of_slots(const gpu_rates *rates, const tg_device_task *task, const tg_adaptive *made)
{
    const tg_gpu_features *features = &made->features;
    const double table = 4.0 * task->into.count * made->slot_words;
    const double held = fmin(rates->cache_bytes / fmax(table, 1), 1);
    const double share = held * slot_share + (1 - held) * far_slot_share;
    const double gathers = share * tg_gpu_gather_rate(rates, table);
    const double open = features->open * features->edges;
    const double row = features->edges / (tg_is_cut(task, features) ? (double)(task->last_row - task->first_row)
                                                                    : task->into.count + 1.0);
    const double unevenness = 2 * features->wedges / (row * features->edges);
    const double of_wedge = made->slot_words == TG_SMALL_SLOT ? small_slot_clocks : large_slot_clocks;
    return fmax(fmax(open / gathers, features->most * slot_wait),
      (open * slot_edge_clocks + features->wedges * of_wedge * unevenness) / clocks_of(rates));
}

/* Returns the seconds of reading rows v at random addresses, for a fraction `part` of the edges that have a wedge. */
static double fetching_seconds(
  const gpu_rates *rates, const tg_device_task *task, const tg_gpu_features *features, double part)
{
    const double rows = task->last_row - task->first_row;
    return row_gathers * part * features->open * features->edges /
           tg_gpu_gather_rate(rates, 4 * (rows + features->edges));
}

static double seconds_of_merges(const gpu_rates *rates, const tg_device_task *task, const tg_gpu_features *features)
{
    const double near = features->near, far = 1 - near;
    const double of_edge = near * near_merge_edge_clocks + far * far_merge_edge_clocks;
    const double of_step = near * near_merge_clocks + far * far_merge_clocks;
    const double clocks = features->open * features->edges * of_edge + (features->wedges + features->into) * of_step;
    const double waiting = fmin(features->most, (double)TG_OWN_IDS) * merge_wait;
    const double fetching = fetching_seconds(rates, task, features, far);
    return fmax(fmax(fetching, waiting), clocks / clocks_of(rates));
}

static double seconds_of_search(const gpu_rates *rates, const tg_device_task *task, const tg_gpu_features *features)
{
    const double open = features->open * features->edges;
    const double fetching = fetching_seconds(rates, task, features, 1);
    const double waiting = open > 0 ? features->few / open * search_wait : 0;
    const double edge_clocks = is_sparse(task) ? sparse_edge_clocks : search_edge_clocks;
    return fmax(fmax(fetching, waiting), search_seconds(rates, features, 1, edge_clocks));
}

/* Returns which fraction of the wedges in one sequence a bit matrix tests. */
static double wedges_in_matrix(const gpu_rates *rates, const tg_device_task *task, const tg_gpu_features *features)
{
    const uint32_t hubs = tg_wedge_line_hubs(task, (uint64_t)features->wedges, rates->cache_bytes, TG_MOST_WEDGE_HUBS);
    double tested = 0;
    for (uint32_t o = 0; hubs > 0 && o <= octave_of(hubs - 1); o++) tested += features->octave_wedges[o];
    return features->wedges > 0 ? tested / features->wedges : 0;
}

static double seconds_of_wedges(const gpu_rates *rates, const tg_device_task *task, const tg_gpu_features *features)
{
    const double open = features->open * features->edges;
    const double fetching = fetching_seconds(rates, task, features, 1);
    const double of_wedge = wedge_clocks * (1 - saved_by_matrix * wedges_in_matrix(rates, task, features));
    const double clocks = open * wedge_edge_clocks + features->wedges * of_wedge;
    return wedge_wait + fmax(fetching, clocks / clocks_of(rates));
}

/* Returns the seconds of a count with a thread for each edge, which merges its lists. */
static double seconds_of_threads(const gpu_rates *rates, const tg_device_task *task, const tg_gpu_features *features)
{
    const double near = features->near, far = 1 - near;
    const double open = features->open * features->edges;
    const double of_step = near * near_thread_clocks + far * far_thread_clocks;
    const double clocks = open * thread_edge_clocks + (features->wedges + features->into) * of_step;
    const double fetching = fetching_seconds(rates, task, features, far);
    return fmax(fmax(fetching, features->most * thread_wait), clocks / clocks_of(rates));
}

static double seconds_of_edges(const gpu_rates *rates, const tg_device_task *task, const tg_adaptive *made)
{
    const tg_gpu_features *features = &made->features;
    const double rows = task->last_row - task->first_row, ids = features->edges;
    switch (made->edge_way) {
    case TG_BY_SLOT: return seconds_of_slots(rates, task, made);
    case TG_BY_ROW: return 4 * (rows + ids) / (row_share * rates->read);
    case TG_BY_MERGE: return seconds_of_merges(rates, task, features);
    case TG_BY_WEDGE: return seconds_of_wedges(rates, task, features);
    case TG_BY_EDGE: return seconds_of_threads(rates, task, features);
    default:
        return seconds_of_search(rates, task, features) *
               (made->listed && features->open > few_open ? listed_share : 1);
    }
}

double tg_adaptive_edge_seconds(const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made)
{
    const gpu_rates rates = rates_of(gpu);
    return seconds_of_edges(&rates, task, made);
}

double tg_adaptive_block_seconds(const tg_device_properties *gpu, const tg_adaptive *made)
{
    const gpu_rates rates = rates_of(gpu);
    return seconds_of_blocks(&rates, made);
}

double tg_adaptive_index_seconds(const tg_device_task *task, const tg_adaptive *made)
{
    const double edges = made->features.edges, slot_bytes = 4.0 * made->slot_words;
    if (made->block_limits > 0) return index_seconds + edges * index_edge_seconds;
    switch (made->edge_way) {
    case TG_BY_SLOT: return slot_seconds + task->into.count * slot_bytes * slot_byte_seconds;
    case TG_BY_WEDGE: return line_seconds + edges * line_edge_seconds;
    case TG_BY_SEARCH: return made->listed ? list_seconds + edges * list_edge_seconds : 0;
    default: return 0;
    }
}

double tg_adaptive_predict(const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made)
{
    const gpu_rates rates = rates_of(gpu);
    if (task->first_edge == task->last_edge) return start_seconds;
    if (made->block_limits == 0) return start_seconds + seconds_of_edges(&rates, task, made);
    return start_seconds + seconds_of_blocks(&rates, made) - seconds_of_product(&rates, made);
}
