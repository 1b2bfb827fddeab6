/* table.c - counts, and writes tables of vertices, edges, triangles, similar vertices or the caller's columns.
 *
 * Either a row is written for each item, in chunks, or a heap selects the best `top` items.
 */
#include "analysis/table.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/edge_columns.h"
#include "analysis/edge_figures.h"
#include "analysis/generalized.h"
#include "analysis/text/lines.h"
#include "analysis/listing.h"
#include "analysis/similarity.h"
#include "analysis/table_graph.h"
#include "analysis/top.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "io/binary/parquet_writer.h"
#include "io/format.h"
#include "schedule/disk/joined.h"
#include "schedule/disk/level_list.h"
#include "store/level_support.h"
#include "store/level_vertices.h"

enum {
    ROWS_AT_ONCE = 1 << 16, /* rows of a chunk */
    TOP_ROWS = 1 << 9
};

/* The table that is being written. */
typedef struct table_writer {
    tricorn_context *context;
    tg_lines *lines;
} table_writer;

/* Returns which of `count` rows or parts the table has: those of its share, or all. */
static tg_part_range share_of(const tg_table_job *job, uint64_t count)
{
    const uint64_t share = job->options->share, shares = job->options->shares;
    if (shares == 0) return (tg_part_range){0, count};
    return (tg_part_range){tg_first_of_part(count, shares, share), tg_first_of_part(count, shares, share + 1)};
}

/* ---- the top ---- */

static tricorn_status create_top(tricorn_context *context, const tg_table_job *job, uint64_t items, tg_top *top)
{
    const uint64_t wanted = job->options->top;
    return tg_top_create(context, wanted < items ? wanted : items, top);
}

/* Writes the selected vertices. */
static tricorn_status put_top(const table_writer *writer, tg_top *top)
{
    uint32_t vertices[TOP_ROWS];
    uint64_t counts[TOP_ROWS];
    tricorn_status status = TRICORN_OK;

    tg_top_sort(top);
    for (uint64_t first = 0; first < top->used && status == TRICORN_OK; first += TOP_ROWS) {
        const uint64_t left = top->used - first, count = left < TOP_ROWS ? left : TOP_ROWS;
        for (uint64_t i = 0; i < count; i++) {
            const tg_top_entry *entry = &top->entries[first + i];
            vertices[i] = entry->ends[0];
            counts[i] = entry->count;
        }
        const tg_line_rows rows = {.vertices = vertices, .counts = counts, .count = count};
        status = tg_lines_put(writer->context, writer->lines, &rows);
    }
    return status;
}

/* ---- vertices ---- */

/* The columns of a table of vertices, counts before real numbers, and buffers for the rows of a chunk. */
typedef struct vertex_columns {
    const tricorn_column *columns;
    uint32_t counts, reals;
    bool by_row; /* whether they have an entry for each row, rather than each vertex */
    uint64_t *count_rows; /* ROWS_AT_ONCE * counts entries */
    double *real_rows; /* ROWS_AT_ONCE * reals entries */
} vertex_columns;

/* Fills the rows of `count` vertices from number `first` on. */
static void fill_rows(const vertex_columns *from, const uint32_t *vertices, uint64_t first, uint32_t count, int threads)
{
    const tricorn_column *reals = from->columns + from->counts;
#pragma omp parallel for num_threads(threads)
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t at = from->by_row ? first + i : vertices[first + i];
        for (uint32_t c = 0; c < from->counts; c++)
            from->count_rows[(uint64_t)i * from->counts + c] = from->columns[c].counts[at];
        for (uint32_t r = 0; r < from->reals; r++) from->real_rows[(uint64_t)i * from->reals + r] = reals[r].reals[at];
    }
}

/* Writes a row for each of these vertices. */
static tricorn_status put_these(
  const table_writer *writer, const vertex_columns *from, const uint32_t *vertices, uint64_t all)
{
    tricorn_context *context = writer->context;

    tg_work_begin(context, "writing", all);
    for (uint64_t first = 0; first < all; first += ROWS_AT_ONCE) {
        const uint64_t left = all - first;
        const uint32_t count = left < ROWS_AT_ONCE ? (uint32_t)left : ROWS_AT_ONCE;
        fill_rows(from, vertices, first, count, (int)context->threads);
        const tg_line_rows rows = {
          .vertices = vertices + first, .counts = from->count_rows, .reals = from->real_rows, .count = count};
        TG_DO(tg_lines_put(context, writer->lines, &rows));
        if (tg_work_add(context, count)) TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}

/* Selects the vertices with the largest values in a column, the largest first. The caller frees
 * *best with tg_free(). */
static tricorn_status choose_top(
  tricorn_context *context, const tg_table_job *job, const tricorn_column *by, uint32_t **best, uint64_t *count)
{
    const tricorn_graph *graph = job->graph;
    tricorn_status status = TRICORN_OK;
    tg_top top = {0};

    TG_TRY(create_top(context, job, graph->vertices, &top));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint64_t value = by->counts ? by->counts[v] : tg_top_key(by->reals[v]);
        tg_top_offer(&top, &(tg_top_entry){value, tg_graph_input_id(graph, v), {v, 0}});
    }
    tg_top_sort(&top);
    TG_TRY(TG_ALLOC(context, top.used, best));
    for (uint64_t i = 0; i < top.used; i++) (*best)[i] = top.entries[i].ends[0];
    *count = top.used;
cleanup:
    tg_top_free(&top);
    return status;
}

/* Writes a row for each vertex or, if the options say so, for the top vertices only. */
static tricorn_status put_vertices(
  const table_writer *writer, const tg_table_job *job, const tricorn_column *columns, size_t top_column)
{
    tricorn_context *context = writer->context;
    const tg_line_shape *shape = tg_lines_shape(writer->lines);
    tricorn_status status = TRICORN_OK;
    vertex_columns from = {.columns = columns,
      .counts = shape->counts,
      .reals = shape->reals,
      .by_row = job->options->table == TRICORN_TABLE_COLUMNS && job->options->rows != NULL};
    uint32_t *vertices = NULL;
    uint64_t count = job->graph->vertices;

    TG_TRY(TG_ALLOC(context, (uint64_t)ROWS_AT_ONCE * from.counts, &from.count_rows));
    TG_TRY(TG_ALLOC(context, (uint64_t)ROWS_AT_ONCE * from.reals, &from.real_rows));
    if (from.by_row) {
        TG_TRY(put_these(writer, &from, job->options->rows, job->options->row_count));
        goto cleanup;
    }
    TG_TRY(job->options->top ? choose_top(context, job, &columns[top_column], &vertices, &count)
                             : tg_sorted_vertices(context, job->graph, &vertices));
    const tg_part_range which = share_of(job, count);
    TG_TRY(put_these(writer, &from, vertices + which.first, which.last - which.first));
cleanup:
    tg_free(from.count_rows);
    tg_free(from.real_rows);
    tg_free(vertices);
    return status;
}

/* What is needed to write or select the vertices of a graph on disk, one batch after another. */
typedef struct stored_vertices {
    const table_writer *writer;
    const tricorn_graph *graph;
    tg_top top; /* the best vertices so far */
} stored_vertices;

static tricorn_status put_stored(tricorn_context *context, void *user, const tg_vertex_counts *some)
{
    const stored_vertices *to = user;
    const tg_line_rows rows = {.vertices = some->vertices, .counts = some->triangles, .count = some->count};
    return tg_lines_put(context, to->writer->lines, &rows);
}

static tricorn_status offer_stored(tricorn_context *context, void *user, const tg_vertex_counts *some)
{
    stored_vertices *to = user;
    (void)context;
    for (uint64_t i = 0; i < some->count; i++) {
        const uint32_t v = some->vertices[i];
        tg_top_offer(&to->top, &(tg_top_entry){some->triangles[i], tg_graph_input_id(to->graph, v), {v, 0}});
    }
    return TRICORN_OK;
}

/* Writes the table of a graph on disk, without an array for all vertices. */
static tricorn_status table_of_stored_vertices(tg_table_job *job, const table_writer *writer)
{
    tricorn_context *context = writer->context;
    const tricorn_graph *graph = job->graph;
    tricorn_status status = TRICORN_OK;
    stored_vertices to = {.writer = writer, .graph = graph};
    tg_supported edges = {0};

    TG_TRY(tg_count_support(context, job->plan, &edges, &job->result));
    const bool top = job->options->top > 0;
    const tg_vertex_listing listing = {.share = job->options->share,
      .shares = job->options->shares,
      .take = top ? offer_stored : put_stored,
      .user = &to};
    if (top) TG_TRY(create_top(context, job, graph->vertices, &to.top));
    TG_TRY(tg_level_vertices_each(context, graph, edges.stored, &listing));
    if (top) TG_TRY(put_top(writer, &to.top));
cleanup:
    tg_top_free(&to.top);
    tg_supported_free(&edges);
    return status;
}

static tricorn_status table_of_vertices(tg_table_job *job, const table_writer *writer)
{
    if (job->graph->store) return table_of_stored_vertices(job, writer);
    tricorn_context *context = writer->context;
    tricorn_status status = TRICORN_OK;
    uint64_t *counts = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)job->graph->vertices + 1, &counts));
    const tg_sink sink = tg_sink_of_vertices(counts);
    const tricorn_column column = {.name = "triangles", .counts = counts};
    TG_TRY(tg_plan_execute(context, job->plan, &sink, &job->result));
    TG_TRY(put_vertices(writer, job, &column, 0));
cleanup:
    tg_free(counts);
    return status;
}

/* ---- generalized degrees ---- */

/* A buffer of at most ROWS_AT_ONCE rows. */
typedef struct pair_rows {
    const table_writer *writer;
    uint32_t *vertices;
    uint64_t *counts;
    uint64_t used;
} pair_rows;

static tricorn_status flush_pairs(pair_rows *rows)
{
    const tg_line_rows full = {.vertices = rows->vertices, .counts = rows->counts, .count = rows->used};
    rows->used = 0;
    return tg_lines_put(rows->writer->context, rows->writer->lines, &full);
}

static tricorn_status put_pairs_of(pair_rows *rows, const tg_generalized *from, uint32_t v)
{
    for (uint64_t i = from->offsets[v]; i < from->offsets[v + 1]; i++) {
        rows->vertices[rows->used] = v;
        rows->counts[2 * rows->used] = from->pairs[2 * i];
        rows->counts[2 * rows->used + 1] = from->pairs[2 * i + 1];
        if (++rows->used == ROWS_AT_ONCE) TG_DO(flush_pairs(rows));
    }
    return TRICORN_OK;
}

static tricorn_status table_of_generalized(tg_table_job *job, const table_writer *writer)
{
    tricorn_context *context = writer->context;
    tricorn_status status = TRICORN_OK;
    uint32_t *vertices = NULL;
    tg_generalized from = {0};
    pair_rows rows = {.writer = writer};

    TG_TRY(tg_generalized_count(context, job->plan, &from, &job->result));
    TG_TRY(tg_sorted_vertices(context, job->graph, &vertices));
    TG_TRY(TG_ALLOC(context, ROWS_AT_ONCE, &rows.vertices));
    TG_TRY(TG_ALLOC(context, 2 * ROWS_AT_ONCE, &rows.counts));
    for (uint32_t i = 0; i < job->graph->vertices; i++) TG_TRY(put_pairs_of(&rows, &from, vertices[i]));
    TG_TRY(flush_pairs(&rows));
cleanup:
    tg_free(rows.vertices);
    tg_free(rows.counts);
    tg_free(vertices);
    tg_generalized_free(&from);
    return status;
}

/* ---- edges ---- */

typedef struct edges_offer {
    const tricorn_graph *graph;
    tg_top top;
} edges_offer;

static void offer_edge(edges_offer *to, uint32_t first, uint32_t second, uint64_t value)
{
    const uint64_t rank = (uint64_t)tg_graph_input_id(to->graph, first) << 32 | tg_graph_input_id(to->graph, second);
    tg_top_offer(&to->top, &(tg_top_entry){value, rank, {first, second}});
}

static tricorn_status offer_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    edges_offer *to = user;
    (void)context;
    for (uint64_t i = 0; i < count; i++) offer_edge(to, ends[2 * i], ends[2 * i + 1], support[i]);
    return TRICORN_OK;
}

/* Counts the support of the edges in one share of them, or of all if `shares` is 0. */
static tricorn_status count_share(
  tricorn_context *context, const tg_plan *plan, const tg_supported *which, tg_supported *edges, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_supported made = *which;

    if (plan->graph->store) TG_TRY(tg_level_support_create(context, plan->graph->store, &made.stored));
    if (made.stored && made.shares > 0) tg_level_support_limit(made.stored, made.share, made.shares);
    if (!made.stored) TG_TRY(TG_ALLOC_ZERO(context, plan->graph->edges + 1, &made.support));
    tg_sink sink = tg_sink_of_edges(made.support);
    sink.stored = made.stored;
    TG_TRY(tg_plan_execute(context, plan, &sink, result));
    *edges = made;
    made = (tg_supported){0};
cleanup:
    tg_supported_free(&made);
    return status;
}

tricorn_status tg_count_support(
  tricorn_context *context, const tg_plan *plan, tg_supported *edges, tricorn_result *result)
{
    const tg_supported all = {.graph = plan->graph};
    return count_share(context, plan, &all, edges, result);
}

static tricorn_status table_of_edges(tg_table_job *job, const table_writer *writer)
{
    tricorn_context *context = writer->context;
    const tricorn_graph *graph = job->graph;
    tricorn_status status = TRICORN_OK;
    edges_offer best = {.graph = graph};
    const tg_supported *known = job->known;
    tg_supported edges = {0};
    tg_edge_figures figures = {0};

    TG_TRY(tg_edge_figures_open(context, graph, job->options, writer->lines, &figures));
    if (known == NULL) {
        const tg_supported which = {.graph = graph, .share = job->options->share, .shares = job->options->shares};
        TG_TRY(count_share(context, job->plan, &which, &edges, &job->result));
        known = &edges;
    }
    if (job->options->top) {
        TG_TRY(create_top(context, job, graph->edges, &best.top));
        TG_TRY(tg_list_edges(context, known, false, offer_edges, &best));
        TG_TRY(tg_edge_figures_put_top(context, &figures, &best.top));
    } else {
        TG_TRY(tg_list_edges(context, known, job->options->sorted != 0, tg_edge_figures_put, &figures));
    }
cleanup:
    tg_edge_figures_free(&figures);
    tg_top_free(&best.top);
    tg_supported_free(&edges);
    return status;
}

/* ---- similarity of edges ---- */

static tricorn_status put_similar(
  tricorn_context *context, void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    const tg_line_rows rows = {.vertices = ends, .reals = values, .count = count};
    return tg_lines_put(context, user, &rows);
}

static tricorn_status offer_similar(
  tricorn_context *context, void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    edges_offer *to = user;
    (void)context;
    for (uint64_t i = 0; i < count; i++) offer_edge(to, ends[2 * i], ends[2 * i + 1], tg_top_key(values[i]));
    return TRICORN_OK;
}

static tricorn_status put_top_similar(const table_writer *writer, tg_top *top)
{
    tricorn_status status = TRICORN_OK;
    tg_top_sort(top);
    for (uint64_t i = 0; i < top->used && status == TRICORN_OK; i++) {
        const double value = tg_top_value(top->entries[i].count);
        status = put_similar(writer->context, writer->lines, top->entries[i].ends, &value, 1);
    }
    return status;
}

static tricorn_status list_similar(
  tricorn_context *context, const tg_table_job *job, const tg_similarity *similar, tg_take_similar *take, void *user)
{
    const tricorn_table_options *of = job->options;
    const bool sorted = of->sorted && !of->top;
    const tricorn_similarity_options how = {
      .measure = of->measure, .least = of->least, .sorted = sorted, .side = of->side};
    return of->side ? tg_project(context, job->graph, &how, take, user)
                    : tg_list_similar(context, similar, of->least, sorted, take, user);
}

static tricorn_status table_of_similar(tg_table_job *job, const table_writer *writer)
{
    tricorn_context *context = writer->context;
    const tricorn_table_options *options = job->options;
    tricorn_status status = TRICORN_OK;
    edges_offer best = {.graph = job->graph};
    tg_similarity similar = {0};

    if (options->side == 0) TG_TRY(tg_similarity_count(context, job->plan, options->measure, &similar, &job->result));
    const uint64_t vertices = job->graph->vertices, items = options->side ? vertices * vertices : job->graph->edges;
    if (options->top) {
        TG_TRY(create_top(context, job, items, &best.top));
        TG_TRY(list_similar(context, job, &similar, offer_similar, &best));
        TG_TRY(put_top_similar(writer, &best.top));
    } else {
        TG_TRY(list_similar(context, job, &similar, put_similar, writer->lines));
    }
cleanup:
    tg_top_free(&best.top);
    tg_similarity_free(&similar);
    return status;
}

/* Writes the best pairs; among equal ones the earlier pair is better. */
static tricorn_status put_top_pairs(const table_writer *writer, const tg_table_job *job, const double *values)
{
    const tricorn_table_options *options = job->options;
    tricorn_status status = TRICORN_OK;
    tg_top top = {0};

    TG_TRY(create_top(writer->context, job, options->pair_count, &top));
    for (uint64_t i = 0; i < options->pair_count; i++)
        if (values[i] >= options->least)
            tg_top_offer(
              &top, &(tg_top_entry){tg_top_key(values[i]), i, {options->pairs[2 * i], options->pairs[2 * i + 1]}});
    TG_TRY(put_top_similar(writer, &top));
cleanup:
    tg_top_free(&top);
    return status;
}

/* Writes the pairs that are similar enough, in the order of the input; consecutive ones are written together. */
static tricorn_status put_pairs(const table_writer *writer, const tg_table_job *job, const double *values)
{
    const tricorn_table_options *options = job->options;

    for (uint64_t first = 0, end; first < options->pair_count; first = end) {
        for (end = first; end < options->pair_count && end - first < ROWS_AT_ONCE && values[end] >= options->least;
             end++) {
        }
        TG_DO(put_similar(writer->context, writer->lines, options->pairs + 2 * first, values + first, end - first));
        end += end == first; /* skips a pair that is not similar enough */
    }
    return TRICORN_OK;
}

static tricorn_status table_of_pairs(const tg_table_job *job, const table_writer *writer)
{
    const tricorn_table_options *options = job->options;
    tricorn_status status = TRICORN_OK;
    double *values = NULL;

    TG_TRY(TG_ALLOC(writer->context, options->pair_count + 1, &values));
    TG_TRY(tg_similarity_of_pairs(
      writer->context, job->graph, options->measure, options->pairs, options->pair_count, values));
    TG_TRY((options->top ? put_top_pairs : put_pairs)(writer, job, values));
cleanup:
    tg_free(values);
    return status;
}

/* ---- triangles ---- */

typedef struct triangles_put {
    tg_lines *lines;
    uint64_t left; /* how many triangles may still be written */
    bool done;
} triangles_put;

static tricorn_status put_triangles(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    triangles_put *to = user;
    const uint64_t wanted = count < to->left ? count : to->left;
    tricorn_status status = TRICORN_OK;
    const tg_line_rows rows = {.vertices = triangles, .count = wanted};
    TG_TRY(tg_lines_put(context, to->lines, &rows));
    if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
    to->left -= wanted;
    to->done = to->left == 0;
cleanup:
    return status == TRICORN_OK && to->done ? TRICORN_CANCELLED : status;
}

/* Lists the triangles of the table's share, or all, as the processes of the folder have cut them.
 */
static tricorn_status list_share(tricorn_context *context, tg_table_job *job, triangles_put *to)
{
    tricorn_status status = TRICORN_OK;
    tg_triangle_listing listing = {.take = put_triangles, .user = to};

    TG_TRY(tg_joined_listed_parts(context, job->plan, &listing.parts));
    listing.which = share_of(job, tg_parts_count(listing.parts));
    TG_TRY(tg_levels_list_triangles(context, job->graph, &listing, &job->result.triangles));
cleanup:
    tg_parts_free(listing.parts);
    return status;
}

static tricorn_status table_of_triangles(tg_table_job *job, const table_writer *writer)
{
    const uint64_t wanted = job->options->top ? job->options->top : UINT64_MAX;
    const bool sorted = job->options->sorted != 0;
    triangles_put to = {.lines = writer->lines, .left = wanted};
    const double start = tg_clock_now();
    tg_plan_describe(writer->context, job->plan, &job->result);
    tricorn_status status =
      tg_store_is_joined(job->graph->store) && !sorted
        ? list_share(writer->context, job, &to)
        : tg_list_triangles(writer->context, job->plan, sorted, put_triangles, &to, &job->result.triangles);
    if (to.done) {
        job->result.triangles = wanted;
        status = TRICORN_OK;
    }
    job->result.seconds.count = tg_clock_now() - start;
    return status;
}

/* ---- all ---- */

static tricorn_status put_rows(tg_table_job *job, const table_writer *writer)
{
    const tricorn_table table = job->options->table;
    if (table == TRICORN_TABLE_VERTICES) return table_of_vertices(job, writer);
    if (table == TRICORN_TABLE_EDGES) return table_of_edges(job, writer);
    if (table == TRICORN_TABLE_TRIANGLES) return table_of_triangles(job, writer);
    if (table == TRICORN_TABLE_GENERALIZED) return table_of_generalized(job, writer);
    if (table == TRICORN_TABLE_EDGE_COLUMNS) return tg_edge_columns_put(writer->context, writer->lines, job);
    if (table == TRICORN_TABLE_SIMILARITY)
        return job->options->pairs ? table_of_pairs(job, writer) : table_of_similar(job, writer);
    return put_vertices(writer, job, job->options->columns, job->options->top_column);
}

static void set_columns(const tricorn_table_options *options, tg_line_shape *shape)
{
    for (size_t c = 0; c < options->column_count; c++) {
        shape->names[shape->ends + c] = options->columns[c].name;
        if (options->columns[c].counts)
            shape->counts++;
        else
            shape->reals++;
    }
}

static void set_shape(const tricorn_table_options *options, tg_line_shape *shape)
{
    static const uint32_t ends[] = {[TRICORN_TABLE_VERTICES] = 1,
      [TRICORN_TABLE_EDGES] = 2,
      [TRICORN_TABLE_TRIANGLES] = 3,
      [TRICORN_TABLE_COLUMNS] = 1,
      [TRICORN_TABLE_SIMILARITY] = 2,
      [TRICORN_TABLE_GENERALIZED] = 1,
      [TRICORN_TABLE_EDGE_COLUMNS] = 2};
    const tricorn_table table = options->table;
    shape->ends = ends[table];
    shape->headless = options->share > 0;
    const char *const corners[] = {shape->ends == 1 ? "vertex" : "u", "v", "w"};
    for (uint32_t i = 0; i < shape->ends; i++) shape->names[i] = corners[i];
    if (table == TRICORN_TABLE_COLUMNS || table == TRICORN_TABLE_EDGE_COLUMNS) set_columns(options, shape);
    if (table == TRICORN_TABLE_VERTICES || table == TRICORN_TABLE_EDGES || table == TRICORN_TABLE_GENERALIZED) {
        shape->names[shape->ends] = "triangles";
        shape->counts = 1;
    }
    if (options->clustering) shape->names[shape->ends + shape->counts + shape->reals++] = "clustering";
    if (options->curvature) shape->names[shape->ends + shape->counts + shape->reals++] = "curvature";
    if (table == TRICORN_TABLE_GENERALIZED) shape->names[shape->ends + shape->counts++] = "edges";
    if (table == TRICORN_TABLE_SIMILARITY) {
        shape->names[shape->ends] = options->side ? "weight" : tricorn_measure_name(options->measure);
        shape->reals = 1;
    }
}

static tricorn_status put_lines(
  tricorn_context *context, tg_table_job *job, const tg_line_shape *shape, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    table_writer writer = {.context = context};
    TG_TRY(tg_lines_open(context, output, shape, &writer.lines));
    TG_TRY(put_rows(job, &writer));
    TG_TRY(tg_lines_finish(context, writer.lines));
cleanup:
    tg_lines_free(writer.lines);
    return status;
}

/* Writes the table by a writer that takes its rows as CSV. */
static tricorn_status put_parquet(tricorn_context *context, tg_table_job *job, tg_line_shape *shape, tg_output *output)
{
    tg_parquet_writer *writer = NULL;
    tg_parquet_column columns[TG_MOST_COLUMNS];
    const uint32_t whole = shape->ends + shape->counts, count = whole + shape->reals;
    for (uint32_t c = 0; c < count; c++)
        columns[c] =
          (tg_parquet_column){shape->names[c], c >= whole                                            ? "DOUBLE"
                                               : c < shape->ends && tg_lines_are_words(shape->graph) ? "VARCHAR"
                                                                                                     : "UBIGINT"};
    const tg_parquet_table table = {columns, count, ','};
    shape->format = TG_LINES_CSV;
    shape->headless = true;
    TG_DO(tg_parquet_writer_open(context, output, &table, &writer));
    const tricorn_status status = put_lines(context, job, shape, tg_parquet_writer_text(writer));
    return tg_parquet_writer_end(context, writer, status);
}

static tricorn_status put_table(tricorn_context *context, tg_table_job *job, tg_line_shape *shape, tg_output *output)
{
    set_shape(job->options, shape);
    if (job->known) shape->names[shape->ends] = job->known_name;
    return shape->format == TG_LINES_PARQUET ? put_parquet(context, job, shape, output)
                                             : put_lines(context, job, shape, output);
}

/* Verifies the total count. A list that was cut short, or is a share, has no total, so it is not verified. */
static tricorn_status verify(tricorn_context *context, tg_table_job *job)
{
    const tricorn_table_options *options = job->options;
    const bool cut = options->table == TRICORN_TABLE_TRIANGLES && (options->top > 0 || options->shares > 0);
    return job->verify && !cut ? tg_plan_verify(context, job->plan, &job->result) : TRICORN_OK;
}

/* Fails if figures that follow from triangles are wanted of values that are others. */
static tricorn_status check_known(tricorn_context *context, const tg_table_job *job)
{
    if (job->known == NULL || (!job->options->clustering && !job->options->curvature)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      TG_OPTION("clustering") " and " TG_OPTION(
        "curvature") " are for tables of triangles, not for values that are known");
}

/* Fails if a share is wanted, but the processes that write the shares need not agree on the order
 * of the whole table: a folder or a transport makes them agree. */
static tricorn_status check_share(tricorn_context *context, const tg_table_job *job)
{
    const tg_store *store = job->graph->store;
    const bool list = job->options->table == TRICORN_TABLE_TRIANGLES;
    if (job->options->shares == 0) return TRICORN_OK;
    if (job->known)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("shares") " is for tables of counts, not for values that are known");
    if (list && !tg_store_is_joined(store))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("shares") " of triangles are for processes that share a folder: "
                              "add " TG_OPTION("work") " and " TG_OPTION("join"));
    if (store || job->plan->request.transport.size > 0) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      TG_OPTION("shares") " is for graphs on disk: name a folder by " TG_OPTION("work"));
}

tricorn_status tg_table_write(tricorn_context *context, tg_table_job *job, const char *path, int descriptor)
{
    const tricorn_table_options *options = job->options;
    tg_compression compression = TG_PLAIN;
    tg_line_shape shape = {.graph = job->graph};
    tg_output *output = NULL;
    tricorn_status status = TRICORN_OK;
    const tg_format *graphs = tg_document_of_table(options->format, path);

    TG_TRY(check_share(context, job));
    TG_TRY(check_known(context, job));
    if (graphs) return tg_table_graph_write(context, job, graphs, path, descriptor);
    TG_TRY(tg_lines_choose(context, job->graph, options->format, path, &shape.format));
    TG_TRY(tg_choose_compression(context, path, options->compression, &compression));
    if (path)
        TG_TRY(tg_output_open(context, path, compression, &output));
    else
        TG_TRY(tg_output_open_descriptor(context, descriptor, compression, &output));
    shape.on_terminal = tg_output_is_terminal(output);
    TG_TRY(put_table(context, job, &shape, output));
    TG_TRY(verify(context, job));
    status = tg_output_finish(context, output);
    output = NULL;
cleanup:
    tg_output_discard(output);
    return status;
}
