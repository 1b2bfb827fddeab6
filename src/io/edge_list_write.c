/* edge_list_write.c - text edge lists: the writer. */
#include "io/edge_list.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "io/digits.h"

enum {
    LINE_MOST = 2 * TG_DIGITS_MOST + 2, /* two numbers, a tab and a newline */
    REPORT_EDGES = 1 << 16              /* edges between two progress reports */
};

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    const tg_ids *ids;
} writing;

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
    first[first_length - 1] = '\t';
    for (uint64_t i = 0; i < length;) {
        char *begin, *end;
        const tricorn_status status =
            tg_output_room(job->context, job->output, LINE_MOST, &begin, &end);
        if (status != TRICORN_OK) return status;
        char *at = begin;
        for (; i < length && end - at >= LINE_MOST; i++) {
            memcpy(at, first, first_length);
            at = tg_put_digits(at + first_length, number_of(job->ids, row[i]));
            *at++ = '\n';
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

/* Whether a label must be quoted.  Otherwise the reader would take the line for a comment, drop
 * the label's own quotes, or drop its end. */
static bool needs_quotes(const char *label, size_t length, bool first)
{
    return length > 0 && (label[0] == '"' || label[length - 1] == '\r' ||
                          (first && (label[0] == '#' || label[0] == '%')));
}

static tricorn_status write_label(const writing *job, uint32_t x, bool first)
{
    const char *label = job->ids->text + job->ids->starts[x];
    const size_t length = strlen(label);
    const bool quotes = needs_quotes(label, length, first);
    const char *behind = first ? "\"\t" : "\"\n";
    tricorn_status status = TRICORN_OK;

    if (quotes) TG_TRY(tg_output_write(job->context, job->output, "\"", 1));
    TG_TRY(tg_output_write(job->context, job->output, label, length));
    TG_TRY(
        tg_output_write(job->context, job->output, quotes ? behind : behind + 1, quotes ? 2 : 1));

cleanup:
    return status;
}

static tricorn_status write_strings(const writing *job, uint32_t u, const uint32_t *row,
                                    uint64_t length)
{
    tricorn_status status = TRICORN_OK;
    for (uint64_t i = 0; i < length && status == TRICORN_OK; i++) {
        status = write_label(job, u, true);
        if (status == TRICORN_OK) status = write_label(job, row[i], false);
    }
    return status;
}

tricorn_status tg_edge_list_write(tricorn_context *context, const tricorn_graph *graph,
                                  tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows = {0};
    uint64_t unreported = 0;
    const writing job = {context, output, &graph->ids};

    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    TG_TRY(tg_output_print(context, output, "# Nodes: %" PRIu32 " Edges: %" PRIu64 "\n",
                           graph->vertices, graph->edges));
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
    tg_free((void *)(uintptr_t)rows.offsets);
    tg_free((void *)(uintptr_t)rows.ids);
    return status;
}
