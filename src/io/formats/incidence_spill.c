/* incidence_spill.c - makes the edges of an incidence matrix that does not fit in memory.
 *
 * - A line is stored in a table, at a place computed from the number of its edge, until the
 *   other line of the edge is read.
 * - If the place has a line of another edge, the line is set aside again for the next pass;
 *   lines in the table stay in it.
 * - Writers put both lines of an edge close to each other, so one pass is nearly always enough.
 */
#include "io/formats/incidence_spill.h"

#include <string.h>

#include "base/memory.h"

enum {
    LINES = 1 << 13, /* how many lines are read or set aside at a time */
    EDGES = 1 << 10, /* how many edges a part makes room for at a time */
    ENDS = 2,
    BITS = 2, /* the bits of a count; the count 3 means three or more */
    COUNTS_PER_BYTE = 8 / BITS,
    MANY = (1 << BITS) - 1
};

/* ---- lines ---- */

static tricorn_status take(tricorn_context *context, tg_edge_spill *base, const tg_edge_part *part, size_t edge_bytes)
{
    tg_incidence_spill *spill = (tg_incidence_spill *)(void *)base;
    tricorn_status status = TRICORN_OK;
    pthread_mutex_lock(&spill->lock);
    base->taken += part->count;
    if (edge_bytes == sizeof(tg_edge)) /* wide lines are refused later */
        status = spill->to->set_aside(context, spill->to, part->edges, part->count * edge_bytes);
    pthread_mutex_unlock(&spill->lock);
    return status;
}

void tg_incidence_spill_open(tg_incidence_spill *spill, tg_edge_spill *to)
{
    *spill =
      (tg_incidence_spill){.base = {.take = take, .room_bytes = to->room_bytes}, .to = to, .place = to->aside_bytes};
    pthread_mutex_init(&spill->lock, NULL);
}

void tg_incidence_spill_close(tg_incidence_spill *spill)
{
    pthread_mutex_destroy(&spill->lock);
}

tricorn_status tg_incidence_spill_finish(tricorn_context *context, tg_incidence_spill *spill, tg_edges *lines)
{
    for (uint32_t p = 0; p < lines->part_count; p++) {
        tg_edge_part *part = &lines->parts[p];
        if (part->count > 0) TG_DO(take(context, &spill->base, part, sizeof(tg_edge)));
        tg_free(part->edges);
        *part = (tg_edge_part){0};
    }
    return TRICORN_OK;
}

/* A pass over the lines that were set aside. */
typedef struct pass {
    tricorn_context *context;
    tg_edge_spill *from;
    uint64_t place, left; /* where the next line is, and how many lines remain */
    tg_edge *lines; /* room for LINES lines; free it with tg_free */
    uint64_t count; /* how many lines are in memory; 0 at the end */
} pass;

static tricorn_status begin_pass(tricorn_context *context, const tg_incidence_spill *spill, pass *over)
{
    *over = (pass){.context = context, .from = spill->to, .place = spill->place, .left = spill->base.taken};
    return TG_ALLOC(context, LINES, &over->lines);
}

static tricorn_status next_lines(pass *over)
{
    over->count = over->left < LINES ? over->left : LINES;
    const size_t bytes = over->count * sizeof *over->lines;
    if (bytes == 0) return tg_check_cancelled(over->context);
    const tricorn_status status = over->from->read_aside(over->context, over->from, over->place, over->lines, bytes);
    over->place += bytes;
    over->left -= over->count;
    return status == TRICORN_OK ? tg_check_cancelled(over->context) : status;
}

static uint32_t edge_of(const tg_incidence_column *column, tg_edge line)
{
    return column->second ? line.v : line.u;
}

static uint32_t vertex_of(const tg_incidence_column *column, tg_edge line)
{
    return column->second ? line.u : line.v;
}

/* ---- checking ---- */

/* How often each of some consecutive numbers occurs; a count has BITS bits. */
typedef struct number_counts {
    uint64_t first, range; /* the numbers are `first` to first + range - 1 */
    unsigned char *counts;
} number_counts;

static tricorn_status count_numbers(
  tricorn_context *context, const tg_incidence_spill *spill, const tg_incidence_column *column, number_counts *of)
{
    tricorn_status status = TRICORN_OK;
    pass over;
    memset(of->counts, 0, of->range / COUNTS_PER_BYTE + 1);
    TG_TRY(begin_pass(context, spill, &over));
    for (;;) {
        TG_TRY(next_lines(&over));
        if (over.count == 0) break;
        for (uint64_t i = 0; i < over.count; i++) {
            const uint64_t number = edge_of(column, over.lines[i]) - of->first;
            /* Numbers below `first` have wrapped around, so this skips them, too. */
            if (number >= of->range) continue;
            const unsigned shift = number % COUNTS_PER_BYTE * BITS;
            unsigned char *count = &of->counts[number / COUNTS_PER_BYTE];
            if ((*count >> shift & MANY) < MANY) *count = (unsigned char)(*count + (1u << shift));
        }
    }

cleanup:
    tg_free(over.lines);
    return status;
}

static tricorn_status count_odd(tricorn_context *context, const tg_incidence_spill *spill, tg_incidence_column *column)
{
    tricorn_status status = TRICORN_OK;
    pass over;
    column->odd_lines = 0;
    TG_TRY(begin_pass(context, spill, &over));
    for (;;) {
        TG_TRY(next_lines(&over));
        if (over.count == 0) break;
        for (uint64_t i = 0; i < over.count; i++) column->odd_lines += edge_of(column, over.lines[i]) == column->odd;
    }

cleanup:
    tg_free(over.lines);
    return status;
}

tricorn_status tg_incidence_spill_check(
  tricorn_context *context, tg_incidence_spill *spill, uint64_t numbers, tg_incidence_column *column)
{
    tricorn_status status = TRICORN_OK;
    number_counts of = {.range = spill->to->table_bytes * COUNTS_PER_BYTE};
    if (of.range > numbers || of.range == 0) of.range = numbers;

    column->odd = UINT64_MAX;
    TG_TRY(TG_ALLOC(context, of.range / COUNTS_PER_BYTE + 1, &of.counts));
    for (; of.first < numbers && column->odd == UINT64_MAX; of.first += of.range) {
        TG_TRY(count_numbers(context, spill, column, &of));
        for (uint64_t i = 0; i < of.range && column->odd == UINT64_MAX; i++) {
            const unsigned lines = of.counts[i / COUNTS_PER_BYTE] >> (i % COUNTS_PER_BYTE * BITS) & MANY;
            if (lines != 0 && lines != ENDS) column->odd = of.first + i;
        }
    }
    if (column->odd != UINT64_MAX) TG_TRY(count_odd(context, spill, column));

cleanup:
    tg_free(of.counts);
    return status;
}

/* ---- joining ---- */

typedef struct joining {
    tricorn_context *context;
    const tg_incidence_column *column;
    tg_edge_spill *spill;
    tg_edge_part *part;
    /* The first line of each edge, at a place computed from the edge's number; UINT32_MAX twice:
     * the place is empty. */
    tg_edge *first_lines;
    uint64_t room;
    tg_edge *later; /* the lines for the next pass */
    uint64_t later_count, all_later;
} joining;

static tricorn_status set_later_aside(joining *job)
{
    const uint64_t count = job->later_count;
    job->later_count = 0;
    job->all_later += count;
    return job->spill->set_aside(job->context, job->spill, job->later, count * sizeof(tg_edge));
}

static tricorn_status join_line(joining *job, tg_edge line)
{
    const uint32_t number = edge_of(job->column, line);
    tg_edge *place = &job->first_lines[number % job->room];
    if (place->u == UINT32_MAX && place->v == UINT32_MAX) {
        *place = line;
    } else if (edge_of(job->column, *place) == number) {
        if (job->part->count == job->part->room)
            TG_DO(tg_edge_part_reserve(job->context, job->part, EDGES, sizeof(tg_edge)));
        tg_edge_part_push(job->part, vertex_of(job->column, *place), vertex_of(job->column, line));
        *place = (tg_edge){UINT32_MAX, UINT32_MAX};
    } else {
        job->later[job->later_count++] = line;
        if (job->later_count == LINES) TG_DO(set_later_aside(job));
    }
    return TRICORN_OK;
}

/* Makes edges from the lines of a pass. *over becomes the pass over the lines that remain. */
static tricorn_status join_pass(joining *job, pass *over)
{
    const uint64_t place = job->spill->aside_bytes;
    job->all_later = 0;
    for (;;) {
        TG_DO(next_lines(over));
        if (over->count == 0) break;
        for (uint64_t i = 0; i < over->count; i++) TG_DO(join_line(job, over->lines[i]));
    }
    TG_DO(set_later_aside(job));
    over->place = place;
    over->left = job->all_later;
    return TRICORN_OK;
}

tricorn_status tg_incidence_spill_join(
  tricorn_context *context, tg_incidence_spill *spill, const tg_incidence_column *column, tg_edge_part *part)
{
    tricorn_status status = TRICORN_OK;
    joining job = {.context = context,
      .column = column,
      .spill = spill->to,
      .part = part,
      .room = spill->to->table_bytes / sizeof(tg_edge) + 1};
    pass over;

    TG_TRY(begin_pass(context, spill, &over));
    TG_TRY(TG_ALLOC(context, LINES, &job.later));
    TG_TRY(TG_ALLOC(context, job.room, &job.first_lines));
    memset(job.first_lines, 0xff, job.room * sizeof *job.first_lines);
    while (over.left > 0) TG_TRY(join_pass(&job, &over));

cleanup:
    tg_free(over.lines);
    tg_free(job.later);
    tg_free(job.first_lines);
    return status;
}
