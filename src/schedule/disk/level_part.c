/* level_part.c - parts of a graph on disk: computes their sizes from the index, reads their rows,
 * and makes the tasks that algorithms count. */
#include "schedule/disk/level_part.h"

#include <string.h>

#include "base/memory.h"
#include "store/files/limits.h"

/* If the first row of a pass has at most this label, the rows of the pass are counted from label 0, with empty rows
 * before its own. Then the numbers of rows and of ids are both labels, as tables of hubs need it. Rows above this
 * bound are no hubs (TG_MOST_HUBS in cpu/hub_matrix.h). */
static const uint32_t HUB_ROWS = 1 << 17;

/* Tenths of the memory for the rows of a pass and for a batch. SUMMED: for a count with sums,
 * which need as much memory as the rows. */
enum { KEPT_TENTHS = 4, BATCH_TENTHS = 2, SUMMED_KEPT_TENTHS = 2, SUMMED_BATCH_TENTHS = 2, TENTHS = 10 };
enum { FIXED_BYTES = 3 << 19 };

/* ---- sizes ---- */

tg_pass_limits tg_levels_limits(uint64_t room)
{
    /* Buffers and small tables need the same memory however small the limit is. */
    room = room > 2 * FIXED_BYTES ? room - FIXED_BYTES : room / 2;
    return (tg_pass_limits){.kept_bytes = room / TENTHS * KEPT_TENTHS, .batch_bytes = room / TENTHS * BATCH_TENTHS};
}

tg_pass_limits tg_levels_sink_limits(uint64_t room)
{
    return (tg_pass_limits){
      .kept_bytes = room / TENTHS * SUMMED_KEPT_TENTHS, .batch_bytes = room / TENTHS * SUMMED_BATCH_TENTHS};
}

tg_row_view tg_part_view(const tg_disk_rows *disk, const tg_part_key *part)
{
    /* In the first part of a pass the segments are those of the pass itself. */
    const bool own = disk->segment[part->first_segment].range <= part->last_range;
    return (tg_row_view){.disk = disk,
      .first_segment = part->first_segment,
      .last_segment = part->last_segment,
      .first_range = part->first_range,
      .last_range = part->last_range,
      .all_levels = own};
}

uint64_t tg_part_edges(const tg_disk_rows *disk, const tg_part_key *part)
{
    const tg_row_view view = tg_part_view(disk, part);
    return tg_disk_rows_sizes(&view).in_pass;
}

uint64_t tg_part_wedges(const tg_disk_rows *disk, const tg_part_key *part)
{
    const tg_row_view view = tg_part_view(disk, part);
    return tg_disk_rows_sizes(&view).wedges;
}

uint32_t tg_pass_first_label(const tg_disk_rows *disk, const tg_pass *at)
{
    const uint32_t set = tg_store_limits_set.hub_rows, first = disk->cuts[at->first_range];
    return first > (set ? set : HUB_ROWS) ? first : 0;
}

/* Whether the ids in the ranges of the pass are stored a second time, in arrays of their own. If the pass begins with
 * the first range, its ids are all ids of a row, and need no second arrays. */
static bool has_edges_apart(uint32_t first_range)
{
    return first_range > 0;
}

static uint64_t offset_bytes(const tg_pass *at, uint64_t rows)
{
    return (has_edges_apart(at->first_range) ? 2 : 1) * (rows + 1) * sizeof(uint64_t);
}

static uint64_t id_bytes(const tg_pass *at, const tg_view_sizes *sizes)
{
    const uint64_t apart = has_edges_apart(at->first_range) ? sizes->in_pass : 0;
    return (sizes->ids + apart) * sizeof(uint32_t);
}

/* Returns the memory that the rows of a pass need. */
static uint64_t kept_bytes(const tg_pass_limits *limits, const tg_pass *at, const tg_view_sizes *sizes, uint64_t rows)
{
    if (limits->elsewhere) return (sizes->ids + rows + 1) * sizeof(uint32_t);
    return id_bytes(at, sizes) + offset_bytes(at, rows);
}

tg_pass tg_pass_next(
  const tg_disk_rows *disk, const tg_pass_limits *limits, uint32_t first_range, uint32_t first_segment)
{
    const uint32_t most = tg_store_limits_set.kept_ranges;
    tg_pass best = {first_range, first_range, first_segment, first_segment};
    tg_view_sizes all = {0};
    for (uint32_t r = first_range; r < disk->ranges; r++) {
        tg_pass longer = best;
        longer.last_range = r;
        while (longer.last_segment < disk->segments && disk->segment[longer.last_segment].range <= r)
            longer.last_segment++;
        /* The ranges up to r have more ids only in the segments of range r: rows of earlier
         * ranges have no ids in range r. */
        const tg_row_view more = {disk, best.last_segment, longer.last_segment, first_range, r, true, NULL};
        const tg_view_sizes sizes = tg_disk_rows_sizes(&more);
        all.ids += sizes.ids;
        all.in_pass += sizes.in_pass;
        const uint32_t rows = disk->cuts[r + 1] - tg_pass_first_label(disk, &longer);
        const bool fits = kept_bytes(limits, &longer, &all, rows) <= limits->kept_bytes;
        if (best.last_segment > first_segment && !fits) break;
        if (most > 0 && r - first_range >= most) break;
        best = longer;
    }
    return best;
}

uint32_t tg_batch_end(const tg_disk_rows *disk, const tg_pass_limits *limits, const tg_pass *at, uint32_t first_segment)
{
    const uint32_t most = tg_store_limits_set.batch_segments;
    const uint32_t first = disk->segment[first_segment].first;
    const uint64_t most_wedges = limits->batch_wedges ? limits->batch_wedges : UINT64_MAX;
    const uint32_t end = first_segment < at->last_segment ? at->last_segment : disk->segments;
    uint64_t read = 0, wedges = 0;
    uint32_t p = first_segment;
    for (; p < end; p++) {
        const tg_part_key segment = tg_part_of(at, p, p + 1);
        const tg_row_view view = tg_part_view(disk, &segment);
        const tg_view_sizes sizes = tg_disk_rows_sizes(&view);
        read += id_bytes(at, &sizes) + sizes.bytes;
        const uint64_t bytes = read + offset_bytes(at, disk->segment[p].last - first);
        wedges += sizes.wedges;
        if (p > first_segment && (bytes > limits->batch_bytes || wedges > most_wedges)) break;
        if (most > 0 && p - first_segment >= most) break;
    }
    return p;
}

/* ---- rows ---- */

static void drop_rows(tg_view_rows *rows, struct tg_row_room *room)
{
    tg_free(rows->offsets);
    tg_free(rows->ids);
    *rows = (tg_view_rows){0};
    *room = (struct tg_row_room){0};
}

void tg_part_drop_edges(tg_part_rows *rows)
{
    drop_rows(&rows->edges, &rows->edge_room);
}

void tg_part_drop(tg_part_rows *rows)
{
    drop_rows(&rows->all, &rows->room);
    tg_part_drop_edges(rows);
}

static tricorn_status make_rows(
  tricorn_context *context, uint32_t rows, uint64_t ids, tg_view_rows *made, struct tg_row_room *room)
{
    const uint64_t offsets = (uint64_t)rows + 1;
    if (room->offsets >= offsets && room->ids >= ids) return TRICORN_OK;
    drop_rows(made, room);
    TG_DO(TG_ALLOC(context, offsets, &made->offsets));
    TG_DO(TG_ALLOC(context, ids, &made->ids));
    *room = (struct tg_row_room){offsets, ids};
    return TRICORN_OK;
}

/* Makes the rows empty whose labels come before those of the part. */
static void begin_rows(const tg_disk_rows *disk, const tg_part_reading *which, tg_view_rows *rows)
{
    const uint64_t empty = disk->segment[which->part.first_segment].first - which->first_label;
    memset(rows->offsets, 0, (empty + 1) * sizeof *rows->offsets);
    rows->first_label = which->first_label;
}

tricorn_status tg_part_reserve(
  tricorn_context *context, const tg_disk_rows *disk, const tg_part_reading *which, tg_part_rows *rows)
{
    const tg_pass at = {.first_range = which->part.first_range};
    const tg_row_view view = tg_part_view(disk, &which->part);
    const tg_view_sizes sizes = tg_disk_rows_sizes(&view);
    const uint32_t count = disk->segment[which->part.last_segment - 1].last - which->first_label;

    TG_DO(make_rows(context, count, sizes.ids, &rows->all, &rows->room));
    begin_rows(disk, which, &rows->all);
    if (has_edges_apart(at.first_range)) {
        TG_DO(make_rows(context, count, sizes.in_pass, &rows->edges, &rows->edge_room));
        begin_rows(disk, which, &rows->edges);
        rows->edges.first_id = tg_pass_first_label(disk, &at);
    } else {
        tg_part_drop_edges(rows);
    }
    return TRICORN_OK;
}

/* Returns the arrays from the row of this label on, which is behind the rows that were read. */
static tg_view_rows rows_from(const tg_view_rows *rows, uint32_t label)
{
    if (rows->offsets == NULL) return *rows;
    const uint32_t row = label - rows->first_label;
    return (tg_view_rows){rows->offsets + row, rows->ids + rows->offsets[row], label, rows->first_id};
}

/* Adds the ids that come before the rows to the offsets of the rows. */
static void raise_offsets(const tricorn_context *context, const tg_view_rows *rows, uint64_t before, uint32_t count)
{
    if (before == 0) return;
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t u = 0; u <= count; u++) rows->offsets[u] += before;
}

tricorn_status tg_part_append(
  tricorn_context *context, tg_store *store, const tg_part_reading *which, tg_part_rows *rows)
{
    tg_row_view view = tg_part_view(&store->disk_rows, &which->part);
    const uint32_t label = store->disk_rows.segment[which->part.first_segment].first;
    const tg_view_rows all = rows_from(&rows->all, label), edges = rows_from(&rows->edges, label);
    const uint64_t before = all.offsets[0], edges_before = edges.offsets ? edges.offsets[0] : 0;

    view.loaded = which->loaded;
    TG_DO(tg_disk_rows_read(context, &view, &store->rows, all, edges));
    raise_offsets(context, &all, before, tg_disk_rows_labels(&view));
    raise_offsets(context, &edges, edges_before, tg_disk_rows_labels(&view));
    return TRICORN_OK;
}

tricorn_status tg_part_read(tricorn_context *context, tg_store *store, const tg_part_reading *which, tg_part_rows *rows)
{
    TG_DO(tg_part_reserve(context, &store->disk_rows, which, rows));
    return tg_part_append(context, store, which, rows);
}

/* ---- tasks ---- */

static tg_rows rows_of(const tg_view_rows *rows, uint32_t count)
{
    return (tg_rows){count, rows->offsets, rows->ids};
}

tg_task tg_part_task(const tg_disk_rows *disk, const tg_pass *at, const tg_part_key *part, const tg_part_rows *rows,
  const tg_view_rows *kept)
{
    const uint32_t v_first = tg_pass_first_label(disk, at), u_first = rows->all.first_label;
    const uint32_t count = disk->segment[part->last_segment - 1].last - u_first;
    const tg_rows from = rows_of(&rows->all, count);
    return (tg_task){.edges = has_edges_apart(at->first_range) ? rows_of(&rows->edges, count) : from,
      .from = from,
      .into = rows_of(kept, disk->segment[at->last_segment - 1].last - v_first),
      .first_row = disk->segment[part->first_segment].first - u_first,
      .last_row = count,
      .reach = TG_REACH_BELOW,
      .lead = v_first,
      .u = {u_first, 1},
      .v = {v_first, 1},
      .w = {0, 1}};
}
