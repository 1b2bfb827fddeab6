/* estimate.c - see estimate.h. */
#include "load/estimate.h"

#include "base/memory.h"
#include "base/options.h"
#include "io/format.h"
#include "load/out_of_core.h"
#include "prepare/cpu/compact_ids.h"

enum {
    THREAD_BYTES = 2 << 20, /* buffers of a thread, and the ends of huge pages */
    OTHER_BYTES = 8 << 20, /* gaps in the pool's memory; what differs from process to process */
    UNIT_BYTES = 2 << 20, /* a part of a compressed file, before and after it is decoded */
    SPARE_UNITS = 2, /* held at once beyond one for each thread */
    EDGE_BYTES = 16, /* at the peak of preparing: raw edges and the same, sorted */
    VERTEX_BYTES = 24,
    /* Memory of an id while ids are numbered: up to four slots of 16 bytes in a hash table, half
     * as much again while the table grows; and the sorted ids. */
    RANKED_BYTES = 16 * 4 * 3 / 2 + 8,
    /* The same of a word, whose slots have 8 bytes, with its start in the text; arrays have half
     * as much again for what follows. */
    WORD_BYTES = 8 * 4 * 3 / 2 + 8 * 3 / 2,
    /* Of an edge in the check for strict reading: its line, and the edge with its place. */
    STRICT_BYTES = 8 * 3 / 2 + 24,
    /* At the peak of giving a graph an order: the ids of its rows three times; their offsets
     * three times, keys twice, and four arrays of numbers. */
    ORDER_EDGE_BYTES = 3 * 4,
    ORDER_VERTEX_BYTES = 3 * 8 + 2 * 8 + 4 * 4 + 8
};

/* a * b + c, or UINT64_MAX on overflow. */
static uint64_t multiply_add(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t result;
    if (__builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, c, &result)) return UINT64_MAX;
    return result;
}

static uint64_t larger_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Bytes for preparing and counting. ranked: ids are numbered by a table. */
static uint64_t working_bytes(
  const tg_sizes *sizes, const tricorn_load_options *options, uint64_t vertices, bool ranked)
{
    /* Counting takes less memory than preparing; for a finished graph, as much as the graph again. */
    const bool finished = sizes->graph_bytes > 0;
    const uint64_t edge = EDGE_BYTES + (options->graph.strict ? STRICT_BYTES : 0);
    uint64_t bytes = finished ? multiply_add(sizes->graph_bytes, 2, 0) : multiply_add(sizes->edges, edge, 0);
    bytes = multiply_add(vertices, VERTEX_BYTES, bytes);
    if (sizes->text_bytes > 0)
        bytes = multiply_add(sizes->text_bytes, 2, multiply_add(vertices, WORD_BYTES, bytes));
    else if (ranked)
        bytes = multiply_add(vertices, RANKED_BYTES, bytes);
    if (tg_is_auto(options->graph.order)) return bytes;
    const uint64_t rows = multiply_add(sizes->edges, ORDER_EDGE_BYTES, sizes->text_bytes);
    return larger_of(bytes, multiply_add(vertices, ORDER_VERTEX_BYTES, rows));
}

/* Fills the estimate, and returns the bytes of the context's memory that it is for. */
static uint64_t fill_estimate(const tricorn_context *context, const tg_sizes *sizes,
  const tricorn_load_options *options, bool compressed, tricorn_estimate *found)
{
    const uint64_t ends = multiply_add(sizes->edges, 2, 0);
    /* One more than the largest id. */
    const uint64_t range = sizes->edges == 0             ? 0
                           : sizes->text_bytes > 0       ? UINT32_MAX
                           : sizes->largest < UINT64_MAX ? sizes->largest + 1
                                                         : UINT64_MAX;
    const bool kept = sizes->text_bytes == 0 && range <= UINT32_MAX && tg_ids_are_dense(range, sizes->edges);

    found->input_edges = sizes->edges;
    found->exact = sizes->exact;
    found->vertices = sizes->declared ? sizes->vertices : kept || range < ends ? range : ends;
    uint64_t bytes =
      larger_of(sizes->read_bytes, working_bytes(sizes, options, found->vertices, !sizes->declared && !kept));
    if (compressed) bytes = multiply_add(context->threads + SPARE_UNITS, UNIT_BYTES, bytes);
    bytes = multiply_add(context->threads, THREAD_BYTES, multiply_add(OTHER_BYTES, 1, bytes));
    found->peak_bytes = tg_memory_of_process(context->memory, multiply_add(sizes->library_bytes, 1, bytes));
    return bytes;
}

/* Adds the bytes on disk, if the graph would be on disk. bytes: those that it takes in memory.
 */
static void estimate_disk(const tricorn_context *context, const tg_sizes *sizes, const tricorn_load_options *options,
  uint64_t bytes, tricorn_estimate *found)
{
    const uint64_t edges = sizes->edges;
    const uint64_t range = sizes->declared ? sizes->vertices : sizes->largest;
    const bool dense = sizes->declared || tg_ids_are_dense(range, edges);
    const bool numbered = sizes->text_bytes > 0 || range > UINT32_MAX - TG_HUBS_MOST || !dense;
    const double memory = numbered ? (double)bytes : tg_out_of_core_memory_bytes(edges, range);
    if (!tg_out_of_core_expected(context, options, edges, memory)) return;
    found->disk_bytes = tg_out_of_core_disk_bytes(edges, range, numbered, sizes->text_bytes);
    found->disk_peak_bytes = tg_memory_of_process(context->memory, tg_memory_most(context->memory));
}

tricorn_status tg_estimate_file(tricorn_context *context, const char *path, const tricorn_load_options *options,
  tricorn_estimate *found, uint64_t *bytes)
{
    tricorn_status status = TRICORN_OK;
    tg_reader reader;
    tg_sizes sizes;

    TG_TRY(tg_reader_open(context, path, options, &reader));
    TG_TRY(tg_reader_sizes(context, &reader, &sizes));
    *bytes = fill_estimate(context, &sizes, options, !tg_input_is_flat(reader.input), found);
    estimate_disk(context, &sizes, options, *bytes, found);
    found->format = reader.format->description.name;
cleanup:
    tg_reader_close(&reader);
    return status;
}

enum { ESTIMATE_BYTES = 16 << 20 }; /* more than it takes: a sample, and decompressing it */

/* The graph's memory is free again, and the estimate may take some beyond the limit. */
tricorn_status tg_estimate_enough(tricorn_context *context, const char *path, const tricorn_load_options *options)
{
    tricorn_estimate found = TRICORN_ESTIMATE_INIT;
    uint64_t bytes = 0;
    const tg_memory_limits limits = tg_memory_lift_limits(context->memory, ESTIMATE_BYTES);
    const tricorn_status status = tg_estimate_file(context, path, options, &found, &bytes);
    tg_memory_restore_limits(context->memory, limits);
    if (status == TRICORN_IO_ERROR || status == TRICORN_BAD_FORMAT) return status;
    tg_limit_reached(context, status == TRICORN_OK ? bytes : 0);
    tg_message_prefix(context, path);
    return TRICORN_OUT_OF_MEMORY;
}
