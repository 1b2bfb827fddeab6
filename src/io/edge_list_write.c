/* edge_list_write.c - text edge lists: the writer. */
#include "io/edge_list.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "io/digits.h"
#include "io/format.h"

enum {
    TAIL_BYTES = 4,                                  /* moved at once */
    LINE_MOST = 2 * TG_DIGITS_MOST + 1 + TAIL_BYTES, /* two numbers, a separator, the tail */
    REPORT_EDGES = 1 << 16                           /* edges between two progress reports */
};

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    const tg_ids *ids;
    char separator;        /* between the two ids */
    char tail[TAIL_BYTES]; /* behind them: the newline, before it perhaps a weight */
    size_t tail_bytes;
} writing;

/* What the owners of suffixes read: commas in .csv, and in GAPBS's .wel a weight, which is 1. */
static writing writing_of(tricorn_context *context, const tg_ids *ids, tg_output *output)
{
    const char *name = tg_output_name(output);
    const bool weighted = tg_suffix_matches(name, ".wel");
    writing job = {.context = context, .output = output, .ids = ids};
    job.separator = tg_suffix_matches(name, ".csv") ? ',' : '\t';
    job.tail_bytes = (size_t)snprintf(job.tail, sizeof job.tail, weighted ? "\t1\n" : "\n");
    return job;
}

static uint64_t number_of(const tg_ids *ids, uint32_t x)
{
    return ids->numbers ? ids->numbers[x] : ids->first + x;
}

/* The lines of one row, u < v in the order of the input. */
static tricorn_status write_numbers(const writing *job, uint32_t u, const uint32_t *row,
                                    uint64_t length)
{
    char first[TG_DIGITS_MOST + 1];
    const char *first_end = tg_put_digits(first, number_of(job->ids, u));
    const size_t first_length = (size_t)(first_end - first) + 1;
    first[first_length - 1] = job->separator;
    for (uint64_t i = 0; i < length;) {
        char *begin, *end;
        const tricorn_status status =
            tg_output_room(job->context, job->output, LINE_MOST, &begin, &end);
        if (status != TRICORN_OK) return status;
        char *at = begin;
        for (; i < length && end - at >= LINE_MOST; i++) {
            memcpy(at, first, first_length);
            at = tg_put_digits(at + first_length, number_of(job->ids, row[i]));
            memcpy(at, job->tail, TAIL_BYTES);
            at += job->tail_bytes;
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

/* Whether the reader would take the plain label for no id, for two, for quoted, for the start of
 * a comment, or drop its end. */
static bool needs_quotes(const char *label)
{
    return *label == '#' || *label == '%' || label[strcspn(label, "\t ,;\"")];
}

/* As RFC 4180: in quotes, of which each within is doubled. */
static tricorn_status write_quoted(const writing *job, const char *label)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_output_write(job->context, job->output, "\"", 1));
    while (*label) {
        const size_t plain = strcspn(label, "\"");
        TG_TRY(tg_output_write(job->context, job->output, label, plain));
        label += plain;
        if (*label == 0) break;
        TG_TRY(tg_output_write(job->context, job->output, "\"\"", 2));
        label++;
    }
    TG_TRY(tg_output_write(job->context, job->output, "\"", 1));
cleanup:
    return status;
}

static tricorn_status write_label(const writing *job, uint32_t x)
{
    const char *label = job->ids->text + job->ids->starts[x];
    if (*label == 0 || strpbrk(label, "\r\n"))
        return tg_fail(job->context, TRICORN_UNSUPPORTED,
                       "%s: an id is empty or holds the end of a line, which an edge list cannot "
                       "hold; write it with " TG_OPTION("format=tri"),
                       tg_output_name(job->output));
    if (needs_quotes(label)) return write_quoted(job, label);
    return tg_output_write(job->context, job->output, label, strlen(label));
}

static tricorn_status write_strings(const writing *job, uint32_t u, const uint32_t *row,
                                    uint64_t length)
{
    tricorn_status status = TRICORN_OK;
    for (uint64_t i = 0; i < length; i++) {
        TG_TRY(write_label(job, u));
        TG_TRY(tg_output_write(job->context, job->output, &job->separator, 1));
        TG_TRY(write_label(job, row[i]));
        TG_TRY(tg_output_write(job->context, job->output, job->tail, job->tail_bytes));
    }
cleanup:
    return status;
}

tricorn_status tg_edge_list_write(tricorn_context *context, const tricorn_graph *graph,
                                  tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows = {0};
    uint64_t unreported = 0;
    const writing job = writing_of(context, &graph->ids, output);

    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    for (uint32_t u = 0; u < rows.count; u++) {
        const uint32_t *row = rows.ids + rows.offsets[u];
        const uint64_t length = rows.offsets[u + 1] - rows.offsets[u];
        if (length == 0) continue;
        TG_TRY(graph->ids.text ? write_strings(&job, u, row, length)
                               : write_numbers(&job, u, row, length));
        unreported += length;
        if (unreported < REPORT_EDGES) continue;
        if (tg_work_add(context, unreported)) TG_TRY(tg_check_cancelled(context));
        unreported = 0;
    }

cleanup:
    tg_rows_free(&rows);
    return status;
}

/* ---- without a graph ---------------------------------------------------------------------- */

static char *put_line(const writing *job, char *at, tg_edge edge)
{
    at = tg_put_digits(at, edge.u);
    *at++ = job->separator;
    at = tg_put_digits(at, edge.v);
    memcpy(at, job->tail, TAIL_BYTES);
    return at + job->tail_bytes;
}

static tricorn_status write_lines(void *user, const tg_edge *edges, uint64_t count)
{
    const writing *job = user;
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        const tricorn_status status =
            tg_output_room(job->context, job->output, LINE_MOST, &begin, &end);
        if (status != TRICORN_OK) return status;
        char *at = begin;
        for (; i < count && end - at >= LINE_MOST; i++) at = put_line(job, at, edges[i]);
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

tricorn_status tg_edge_list_write_edges(tricorn_context *context, const tg_edge_stream *edges,
                                        tg_output *output)
{
    const tg_ids none = {0};
    writing job = writing_of(context, &none, output);
    return tg_edge_stream_each(context, edges, write_lines, &job);
}
