/* level_passes.c - see level_passes.h. */
#include "schedule/level_passes.h"

#include "base/memory.h"
#include "store/levels_ahead.h"
#include "store/limits.h"

/* So many rows before those of a pass are numbered with them, as empty rows: then the numbers of
 * its rows are labels as its ids are, which tables of hubs need.  Later rows are no hubs
 * (TG_MOST_HUBS in cpu/hub_matrix.h). */
static const uint32_t HUB_ROWS = 1 << 17;

typedef struct pass {
    uint32_t first_range, last_range; /* last_range is among them */
    uint32_t first_piece, last_piece; /* last_piece is behind them */
} pass;

/* Rows, and the memory that they have: the next ones may take it over. */
typedef struct row_arrays {
    tg_level_rows rows;
    uint64_t offset_room, id_room;
} row_arrays;

typedef struct walk {
    tricorn_context *context;
    tg_store *store;
    const tg_pass_limits *limits;
    const tg_pass_visitor *visitor;
    pass at;
    row_arrays kept;       /* of the pass, unless the visitor keeps them */
    row_arrays from;       /* of a batch */
    row_arrays edges;      /* of either, where they are not all ids: those in the pass */
    uint32_t kept_piece;   /* the visitor has the rows of the pass before it */
    tg_levels_ahead ahead; /* the next batch */
} walk;

/* ---- sizes -------------------------------------------------------------------------------- */

static tg_level_view view_of(const pass *at, uint32_t first_piece, uint32_t last_piece)
{
    return (tg_level_view){
        first_piece, last_piece, at->first_range, at->last_range, first_piece < at->last_piece,
        NULL};
}

/* The label that row 0 of those of a pass has. */
static uint32_t first_label_of(const tg_levels *levels, const pass *at)
{
    const uint32_t set = tg_store_limits_set.hub_rows, first = levels->cuts[at->first_range];
    return first > (set ? set : HUB_ROWS) ? first : 0;
}

/* Whether the ids in the pass are apart from all ids up to its end. */
static bool has_edges_apart(const pass *at)
{
    return at->first_range > 0;
}

static uint64_t offset_bytes(const pass *at, uint64_t rows)
{
    return (has_edges_apart(at) ? 2 : 1) * (rows + 1) * sizeof(uint64_t);
}

static uint64_t id_bytes(const pass *at, const tg_level_sizes *sizes)
{
    return (sizes->ids + (has_edges_apart(at) ? sizes->in_pass : 0)) * sizeof(uint32_t);
}

static bool visitor_keeps(const walk *all)
{
    return all->visitor->keep != NULL;
}

/* The next pass, with as many ranges as fit; one at least, with a piece. */
static pass next_pass(const walk *all, uint32_t first_range, uint32_t first_piece)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t most = tg_store_limits_set.kept_ranges;
    pass best = {first_range, first_range, first_piece, first_piece};
    uint64_t ids = 0;
    for (uint32_t r = first_range; r < levels->ranges; r++) {
        pass longer = best;
        longer.last_range = r;
        while (longer.last_piece < levels->pieces && levels->piece[longer.last_piece].range <= r)
            longer.last_piece++;
        /* Rows of earlier ranges have no ids in this one. */
        const tg_level_view more = {
            best.last_piece, longer.last_piece, first_range, r, true, NULL};
        const tg_level_sizes sizes = tg_levels_sizes(levels, &more);
        ids += visitor_keeps(all) ? sizes.ids * sizeof(uint32_t) : id_bytes(&longer, &sizes);
        const uint32_t rows = levels->cuts[r + 1] - first_label_of(levels, &longer);
        const uint64_t offsets = visitor_keeps(all) ? (rows + UINT64_C(1)) * sizeof(uint32_t)
                                                    : offset_bytes(&longer, rows);
        const bool fits = ids + offsets <= all->limits->kept_bytes;
        if (best.last_piece > first_piece && !fits) break;
        if (most > 0 && r - first_range >= most) break;
        best = longer;
    }
    return best;
}

/* The end of a batch that begins with first_piece: as many pieces as fit, one at least, beside
 * what is read of the next batch meanwhile, about as many bytes as of this one.  It is of the
 * pass's own rows or of others. */
static uint32_t end_of_batch(const walk *all, uint32_t first_piece)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t most = tg_store_limits_set.batch_pieces;
    const uint32_t first = levels->piece[first_piece].first;
    const uint32_t end = first_piece < all->at.last_piece ? all->at.last_piece : levels->pieces;
    uint64_t read = 0;
    uint32_t p = first_piece;
    for (; p < end; p++) {
        const tg_level_view view = view_of(&all->at, p, p + 1);
        const tg_level_sizes sizes = tg_levels_sizes(levels, &view);
        read += id_bytes(&all->at, &sizes) + sizes.bytes;
        const uint64_t bytes = read + offset_bytes(&all->at, levels->piece[p].last - first);
        if (p > first_piece && bytes > all->limits->batch_bytes) break;
        if (most > 0 && p - first_piece >= most) break;
    }
    return p;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void drop_rows(row_arrays *arrays)
{
    tg_free(arrays->rows.offsets);
    tg_free(arrays->rows.ids);
    *arrays = (row_arrays){.offset_room = 0};
}

/* Memory that was touched before is used again: new pages take as long as decoding. */
static tricorn_status make_rows(tricorn_context *context, uint32_t rows, uint64_t ids,
                                row_arrays *made)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t offsets = (uint64_t)rows + 1;
    if (made->offset_room >= offsets && made->id_room >= ids) return TRICORN_OK;
    drop_rows(made);
    TG_TRY(TG_ALLOC(context, offsets, &made->rows.offsets));
    TG_TRY(TG_ALLOC(context, ids, &made->rows.ids));
    made->offset_room = offsets;
    made->id_room = ids;
cleanup:
    return status;
}

static tg_rows rows_of(const row_arrays *arrays, uint32_t count)
{
    return (tg_rows){count, arrays->rows.offsets, arrays->rows.ids};
}

/* Reads the rows of a view, numbered from first_label; their ids in the pass go to edges, too,
 * where they are apart. */
static tricorn_status read_rows(walk *all, const tg_level_view *view, uint32_t first_label,
                                row_arrays *to)
{
    tricorn_status status = TRICORN_OK;
    const tg_levels *levels = &all->store->levels;
    const tg_level_sizes sizes = tg_levels_sizes(levels, view);
    const uint32_t count = levels->piece[view->last_piece - 1].last - first_label;

    TG_TRY(make_rows(all->context, count, sizes.ids, to));
    to->rows.first_label = first_label;
    if (has_edges_apart(&all->at)) {
        TG_TRY(make_rows(all->context, count, sizes.in_pass, &all->edges));
        all->edges.rows.first_label = first_label;
        all->edges.rows.first_id = first_label_of(levels, &all->at);
    }
    TG_TRY(
        tg_levels_read(all->context, levels, &all->store->rows, view, to->rows, all->edges.rows));
cleanup:
    return status;
}

/* ---- tasks -------------------------------------------------------------------------------- */

/* The rows of the pass that there are. */
static tg_rows rows_kept(const walk *all, const tg_rows *from, bool own)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t v_first = first_label_of(levels, &all->at);
    const uint32_t last = visitor_keeps(all) ? all->kept_piece : all->at.last_piece;
    const uint32_t count = levels->piece[last - 1].last - v_first;
    return own && from->count == count ? *from : rows_of(&all->kept, count);
}

/* Gives the visitor the task of these pieces, whose rows were read. */
static tricorn_status visit(const walk *all, const tg_part_key *part, const row_arrays *arrays)
{
    const tg_levels *levels = &all->store->levels;
    const tg_pass_visitor *visitor = all->visitor;
    const pass *at = &all->at;
    const bool own = part->first_piece < at->last_piece;
    const uint32_t first_label = arrays->rows.first_label, v_first = first_label_of(levels, at);
    const uint32_t count = levels->piece[part->last_piece - 1].last - first_label;
    const tg_rows from = rows_of(arrays, count);
    const tg_task task = {.edges = has_edges_apart(at) ? rows_of(&all->edges, count) : from,
                          .from = from,
                          .into = rows_kept(all, &from, own),
                          .first_row = levels->piece[part->first_piece].first - first_label,
                          .last_row = count,
                          .reach = TG_REACH_BELOW,
                          .lead = v_first,
                          .u = {first_label, 1},
                          .v = {v_first, 1},
                          .w = {0, 1}};
    tg_take_part *const take = own && visitor_keeps(all) ? visitor->take_kept : visitor->take;
    return take(all->context, visitor->user, part, &task);
}

static tg_part_key part_of(const pass *at, uint32_t first_piece, uint32_t last_piece)
{
    return (tg_part_key){at->first_range, at->last_range, first_piece, last_piece};
}

static bool is_done(const walk *all, const tg_part_key *part)
{
    return all->visitor->is_done && all->visitor->is_done(all->visitor->user, part);
}

/* The first batch that is not done, from that piece on; false if there is none. */
static bool next_batch(const walk *all, uint32_t first_piece, tg_part_key *batch)
{
    for (uint32_t p = first_piece; p < all->store->levels.pieces; p = batch->last_piece) {
        *batch = part_of(&all->at, p, end_of_batch(all, p));
        if (!is_done(all, batch)) return true;
    }
    return false;
}

/* Begins to read the next batch; false if there is none. */
static bool start_batch(walk *all, uint32_t first_piece, tg_part_key *batch)
{
    if (!next_batch(all, first_piece, batch)) return false;
    const tg_level_view view = view_of(&all->at, batch->first_piece, batch->last_piece);
    tg_levels_ahead_start(all->context, &all->store->levels, &all->store->rows, &view,
                          &all->ahead);
    return true;
}

/* Takes the batch that was started, and starts the next one. */
static tricorn_status visit_batch(walk *all, tg_part_key *batch, bool *more)
{
    const tg_part_key own = *batch;
    const uint32_t first_label = all->store->levels.piece[own.first_piece].first;
    tg_level_view view = view_of(&all->at, own.first_piece, own.last_piece);
    tricorn_status status = TRICORN_OK;
    unsigned char *loaded = NULL;

    TG_TRY(tg_levels_ahead_finish(&all->ahead, &loaded));
    *more = start_batch(all, own.last_piece, batch);
    view.loaded = loaded;
    TG_TRY(read_rows(all, &view, first_label, &all->from));
    tg_free(loaded);
    loaded = NULL;
    TG_TRY(visit(all, &own, &all->from));
cleanup:
    tg_free(loaded);
    return status;
}

uint64_t tg_part_edges(const tg_levels *levels, const tg_part_key *part)
{
    const bool own = levels->piece[part->first_piece].range <= part->last_range;
    const tg_level_view view = {.first_piece = part->first_piece,
                                .last_piece = part->last_piece,
                                .first_range = part->first_range,
                                .last_range = part->last_range,
                                .all_levels = own};
    return tg_levels_sizes(levels, &view).in_pass;
}

static tricorn_status visit_pass(walk *all)
{
    const pass *at = &all->at;
    const tg_level_view view = view_of(at, at->first_piece, at->last_piece);
    const tg_part_key own = part_of(at, at->first_piece, at->last_piece);
    const bool own_done = is_done(all, &own);
    tricorn_status status = TRICORN_OK;
    tg_part_key batch;
    bool more = start_batch(all, at->last_piece, &batch);

    if (own_done && !more) return TRICORN_OK;
    drop_rows(&all->from); /* the pass may take more memory than the one before */
    TG_TRY(read_rows(all, &view, first_label_of(&all->store->levels, at), &all->kept));
    if (!own_done) TG_TRY(visit(all, &own, &all->kept));
    drop_rows(&all->edges);
    while (more) TG_TRY(visit_batch(all, &batch, &more));
cleanup:
    tg_levels_ahead_stop(&all->ahead);
    drop_rows(&all->kept);
    drop_rows(&all->edges);
    return status;
}

/* ---- where the visitor keeps the rows ------------------------------------------------------ */

/* Reads a batch, all threads each for itself; its rows are kept if they are those of the pass. */
static tricorn_status read_batch(walk *all, uint32_t first_piece, uint32_t last_piece)
{
    const tg_levels *levels = &all->store->levels;
    const pass *at = &all->at;
    const tg_level_view view = view_of(at, first_piece, last_piece);
    const uint32_t first_label = first_piece == at->first_piece
                                     ? first_label_of(levels, at)
                                     : levels->piece[first_piece].first;
    tricorn_status status = TRICORN_OK;

    TG_TRY(read_rows(all, &view, first_label, &all->from));
    if (first_piece < at->last_piece) {
        const tg_rows rows =
            rows_of(&all->from, levels->piece[last_piece - 1].last - first_label);
        TG_TRY(all->visitor->keep(all->context, all->visitor->user, &rows));
        all->kept_piece = last_piece;
    }
cleanup:
    return status;
}

/* Brings the rows of the pass before a piece to the visitor, from the pass's begin on if nothing
 * of it was needed until now. */
static tricorn_status keep_before(walk *all, uint32_t piece, bool *begun)
{
    const tg_levels *levels = &all->store->levels;
    const pass *at = &all->at;
    tricorn_status status = TRICORN_OK;
    if (!*begun) {
        const tg_level_view own = view_of(at, at->first_piece, at->last_piece);
        TG_TRY(all->visitor->begin(all->context, all->visitor->user,
                                   levels->piece[at->last_piece - 1].last -
                                       first_label_of(levels, at),
                                   tg_levels_sizes(levels, &own).ids));
        all->kept_piece = at->first_piece;
        *begun = true;
    }
    while (all->kept_piece < piece) {
        const uint32_t end = end_of_batch(all, all->kept_piece);
        TG_TRY(read_batch(all, all->kept_piece, end < piece ? end : piece));
    }
cleanup:
    return status;
}

static tricorn_status visit_pass_of_keeper(walk *all)
{
    const pass *at = &all->at;
    tricorn_status status = TRICORN_OK;
    tg_part_key batch;
    bool begun = false;
    for (uint32_t p = at->first_piece; next_batch(all, p, &batch); p = batch.last_piece) {
        const uint32_t before =
            batch.first_piece < at->last_piece ? batch.first_piece : at->last_piece;
        TG_TRY(keep_before(all, before, &begun));
        TG_TRY(read_batch(all, batch.first_piece, batch.last_piece));
        TG_TRY(visit(all, &batch, &all->from));
    }
cleanup:
    return status;
}

tricorn_status tg_levels_each_task(tricorn_context *context, tg_store *store,
                                   const tg_pass_limits *limits, const tg_pass_visitor *visitor)
{
    const tg_levels *levels = &store->levels;
    tricorn_status status = TRICORN_OK;
    walk all = {.context = context, .store = store, .limits = limits, .visitor = visitor};
    uint32_t piece = 0;

    for (uint32_t r = 0; r < levels->ranges && levels->entries > 0;) {
        all.at = next_pass(&all, r, piece);
        if (all.at.last_piece > all.at.first_piece)
            TG_TRY(visitor_keeps(&all) ? visit_pass_of_keeper(&all) : visit_pass(&all));
        r = all.at.last_range + 1;
        piece = all.at.last_piece;
    }
cleanup:
    drop_rows(&all.from);
    drop_rows(&all.edges);
    return status;
}
