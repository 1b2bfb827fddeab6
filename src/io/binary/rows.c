/* rows.c - see rows.h. */
#include "io/binary/rows.h"

#include <string.h>

#include "base/memory.h"
#include "base/portable.h"

/* Sets numbers[x] to how many of the first `kept` vertices have a number below x in the input.
 * All vertices with an edge are among these vertices. */
static void number_densely(const tricorn_graph *graph, uint32_t kept, uint32_t count, uint32_t *numbers)
{
    uint32_t next = 0;
    for (uint32_t v = 0; v < kept; v++) numbers[tg_graph_input_id(graph, v)] = 1;
    for (uint32_t x = 0; x < count; x++) {
        const uint32_t named = numbers[x];
        numbers[x] = next;
        next += named;
    }
}

/* Removes the rows of numbers that no vertex has; such rows are empty. */
static void close_gaps(const uint32_t *numbers, uint32_t count, uint64_t *offsets, uint32_t *ids)
{
    const uint64_t entries = offsets[count];
    uint32_t kept = 0;
    for (uint32_t x = 0; x < count; x++) {
        const uint32_t next = x + 1 < count ? numbers[x + 1] : numbers[x] + 1;
        if (next != numbers[x]) offsets[kept++] = offsets[x];
    }
    offsets[kept] = entries;
    for (uint64_t i = 0; i < entries; i++) ids[i] = numbers[ids[i]];
}

static tricorn_status make_rows(
  tricorn_context *context, const tricorn_graph *graph, int symmetric, uint32_t kept, tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL;
    tg_rows made = {0};

    TG_TRY(tg_graph_input_rows(context, graph, symmetric, &made));
    if (made.count != kept) {
        TG_TRY(TG_ALLOC_ZERO(context, made.count, &numbers));
        number_densely(graph, kept, made.count, numbers);
        /* The arrays were allocated above, so they may be written; `const` is for readers of rows. */
        close_gaps(numbers, made.count, (uint64_t *)(uintptr_t)made.offsets, (uint32_t *)(uintptr_t)made.ids);
        made.count = kept;
    }
    *rows = made;
    made = (tg_rows){0};

cleanup:
    tg_free(numbers);
    tg_rows_free(&made);
    return status;
}

tricorn_status tg_dense_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric, tg_rows *rows)
{
    return make_rows(context, graph, symmetric, graph->vertices, rows);
}

tricorn_status tg_active_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric, tg_rows *rows)
{
    return make_rows(context, graph, symmetric, graph->active, rows);
}

static tricorn_status report(tricorn_context *context, uint64_t units)
{
    return tg_work_add(context, units) ? tg_check_cancelled(context) : TRICORN_OK;
}

tricorn_status tg_rows_write(
  tricorn_context *context, const tg_rows *rows, tricorn_status (*write)(void *user, uint32_t u), void *user)
{
    enum { REPORT_EDGES = 1 << 16 }; /* ids between two reports of progress */
    uint64_t unreported = 0;
    for (uint32_t u = 0; u < rows->count; u++) {
        tricorn_status status = write(user, u);
        unreported += rows->offsets[u + 1] - rows->offsets[u];
        if (status == TRICORN_OK && unreported >= REPORT_EDGES) {
            status = report(context, unreported);
            unreported = 0;
        }
        if (status != TRICORN_OK) return status;
    }
    return TRICORN_OK;
}

tricorn_status tg_write_ids(tricorn_context *context, tg_output *output, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        TG_DO(tg_output_room(context, output, sizeof *ids, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= (ptrdiff_t)sizeof *ids; i++, at += sizeof *ids) {
            const uint32_t id = htole32(ids[i]);
            memcpy(at, &id, sizeof id);
        }
        tg_output_advance(output, (size_t)(at - begin));
        TG_DO(report(context, (uint64_t)(at - begin)));
    }
    return TRICORN_OK;
}

tricorn_status tg_write_numbers(
  tricorn_context *context, tg_output *output, const uint64_t *numbers, uint64_t count, unsigned width)
{
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        TG_DO(tg_output_room(context, output, width, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= (ptrdiff_t)width; i++, at += width) {
            /* The lower bytes of the number come first. */
            const uint64_t number = htole64(numbers[i]);
            memcpy(at, &number, width);
        }
        tg_output_advance(output, (size_t)(at - begin));
        TG_DO(report(context, (uint64_t)(at - begin)));
    }
    return TRICORN_OK;
}
