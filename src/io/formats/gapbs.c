/* gapbs.c - serialized graphs of the GAP Benchmark Suite (.sg, and .wsg with weights).
 *
 * The file has one byte (1: directed) and then, without alignment, the number of stored edges and of vertices as
 * int64, vertices + 1 offsets as int64, and neighbours as int32 (.wsg: a weight of four bytes follows each). In an
 * undirected graph, each edge is in the rows of both its ends. In a directed graph, the offsets and neighbours of the
 * incoming edges follow. Source: Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", 2015; its writer.h.
 */
#include "io/format.h"

#include "base/memory.h"
#include "io/binary/csr.h"
#include "io/binary/rows.h"

enum {
    HEADER_BYTES = 1 + 2 * sizeof(int64_t),
    FIRST_OFFSET_BYTES = HEADER_BYTES + sizeof(int64_t),
    ID_BYTES = sizeof(int32_t),
    WEIGHTED_BYTES = 2 * ID_BYTES,
    OFFSET_BYTES = sizeof(int64_t)
};

static const char SUFFIXES[] = ".sg .wsg";
static const char WEIGHTED_SUFFIX[] = ".wsg";
static const char OFFSETS[] = "offsets";
static const char INVERSE[] = "incoming edges";

typedef struct header {
    bool directed;
    uint64_t arcs, vertices;
} header;

static header decode_header(const void *bytes)
{
    const char *at = bytes;
    return (header){*at != 0, tg_get64(at + 1), tg_get64(at + 1 + sizeof(int64_t))};
}

/* Whether the offsets, and neighbours with `stride` bytes each, fill the rest of the file exactly. */
static bool fits(const tg_bytes *from, const header *found, unsigned stride)
{
    unsigned __int128 bytes =
      ((unsigned __int128)found->vertices + 1) * OFFSET_BYTES + (unsigned __int128)found->arcs * stride;
    if (found->directed) bytes *= 2;
    return bytes == from->size - from->at;
}

/* Returns how many bytes a neighbour has: found by the file's size or, for a stream, by its name. */
static unsigned find_stride(const tg_bytes *from, const header *found)
{
    if (from->size == TG_SIZE_UNKNOWN)
        return tg_suffix_matches(from->name, WEIGHTED_SUFFIX) ? WEIGHTED_BYTES : ID_BYTES;
    return fits(from, found, WEIGHTED_BYTES) && !fits(from, found, ID_BYTES) ? WEIGHTED_BYTES : ID_BYTES;
}

static tricorn_status read_header(tricorn_context *context, tg_bytes *from, header *found)
{
    char bytes[HEADER_BYTES];
    TG_DO(tg_bytes_read(context, from, bytes, sizeof bytes, "header"));
    if ((unsigned char)bytes[0] > 1)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its first byte is %d: a serialized graph of GAPBS begins with 0 "
          "(undirected) or 1 (directed)",
          from->name, (unsigned char)bytes[0]);
    *found = decode_header(bytes);
    return tg_csr_check_vertices(context, from->name, found->vertices);
}

static tricorn_status read_serialized(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_bytes from = tg_bytes_of(input);
    tg_csr csr = {.offsets.spill = edges->spill, .offset_bytes = OFFSET_BYTES, .target_bytes = ID_BYTES};
    header found = {0};
    (void)options;

    tg_work_begin(context, "reading", tg_input_size(input));
    TG_TRY(read_header(context, &from, &found));
    csr.vertices = found.vertices;
    csr.arcs = found.arcs;
    csr.stride = find_stride(&from, &found);
    csr.mirrored = !found.directed;
    csr.offsets_at = from.at;
    const tg_numbers offsets = {OFFSETS, found.vertices + 1, 0, OFFSET_BYTES};
    TG_TRY(tg_csr_read_offsets(context, &from, &offsets, &csr));
    TG_TRY(tg_csr_check_offsets(context, from.name, &csr));
    TG_TRY(tg_csr_read_targets(context, &from, &csr, edges));
    if (found.directed) { /* the incoming edges are the same edges */
        const uint64_t bytes = offsets.count * OFFSET_BYTES + found.arcs * csr.stride;
        TG_TRY(tg_bytes_require(context, &from, bytes, 1, INVERSE));
        TG_TRY(tg_bytes_skip(context, &from, bytes, INVERSE));
    }
    TG_TRY(tg_bytes_end(context, &from, "neighbours"));

cleanup:
    tg_offsets_free(&csr.offsets);
    return status;
}

/* Whether the header and the offsets among these bytes agree with each other and, if these bytes
 * are the whole content, with its size. */
static bool is_consistent(const header *found, const char *bytes, size_t count)
{
    const uint64_t in_view = (count - HEADER_BYTES) / OFFSET_BYTES, all = found->vertices + 1;
    const tg_bytes content = {.at = HEADER_BYTES, .size = count};
    if (count < TG_PEEK_BYTES && !fits(&content, found, ID_BYTES) && !fits(&content, found, WEIGHTED_BYTES))
        return false;
    uint64_t last = 0;
    for (uint64_t i = 0; i < in_view && i < all; i++) {
        const uint64_t offset = tg_get64(bytes + HEADER_BYTES + i * OFFSET_BYTES);
        if (offset < last || offset > found->arcs) return false;
        last = offset;
    }
    return in_view < all || last == found->arcs;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    const bool named = tg_suffix_matches(name, SUFFIXES);
    const tg_likeness otherwise = named ? TG_BY_NAME : TG_NOT_MINE;
    if (count < FIRST_OFFSET_BYTES || (unsigned char)bytes[0] > 1) return otherwise;
    const header found = decode_header(bytes);
    const bool plausible =
      found.arcs <= INT64_MAX && found.vertices <= UINT32_MAX && tg_get64(bytes + HEADER_BYTES) == 0;
    if (named) return plausible ? TG_BY_CONTENT : TG_BY_NAME;
    return plausible && is_consistent(&found, bytes, count) ? TG_BY_SHAPE : TG_NOT_MINE;
}

/* Writes each id, followed by the weight 1. */
static tricorn_status write_weighted(tricorn_context *context, tg_output *output, const uint32_t *ids, uint64_t count)
{
    enum { AT_ONCE = 512 };
    uint32_t pairs[2 * AT_ONCE];
    for (uint64_t first = 0; first < count; first += AT_ONCE) {
        const uint64_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
        for (uint64_t i = 0; i < some; i++) {
            pairs[2 * i] = ids[first + i];
            pairs[2 * i + 1] = 1;
        }
        TG_DO(tg_write_ids(context, output, pairs, 2 * some));
    }
    return TRICORN_OK;
}

static tricorn_status write_serialized(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    const char undirected = 0;
    const uint64_t arcs = 2 * graph->edges;
    tg_rows rows = {0};

    if (graph->vertices > INT32_MAX)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "a graph of %u vertices does not fit the format 'gapbs', whose ids are "
          "below 2^31; choose another format",
          graph->vertices);
    const uint64_t stride = tg_suffix_matches(tg_output_name(output), WEIGHTED_SUFFIX) ? WEIGHTED_BYTES : ID_BYTES;
    tg_work_begin(
      context, "writing", HEADER_BYTES - 1 + arcs * stride + ((uint64_t)graph->vertices + 1) * OFFSET_BYTES);
    TG_TRY(tg_dense_rows(context, graph, 1, &rows));
    const uint64_t sizes[] = {arcs, rows.count};
    TG_TRY(tg_output_write(context, output, &undirected, sizeof undirected));
    TG_TRY(tg_write_numbers(context, output, sizes, 2, OFFSET_BYTES));
    TG_TRY(tg_write_numbers(context, output, rows.offsets, (uint64_t)rows.count + 1, OFFSET_BYTES));
    if (stride == WEIGHTED_BYTES)
        TG_TRY(write_weighted(context, output, rows.ids, arcs));
    else
        TG_TRY(tg_write_ids(context, output, rows.ids, arcs));

cleanup:
    tg_rows_free(&rows);
    return status;
}

/* Estimates the size of the graph. The file has each edge of an undirected graph twice, and the
 * reader drops one of the two. */
static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tg_bytes from = tg_bytes_of(input);
    header found = {0};
    (void)options;
    TG_DO(read_header(context, &from, &found));
    *sizes = tg_sizes_declared(found.directed ? found.arcs : found.arcs / 2 + found.arcs % 2, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(gapbs) = {
  .binary = true,
  .estimate = estimate,
  .description = {.name = "gapbs",
    .summary = "GAP Benchmark Suite, serialized: .sg, or .wsg with weights",
    .suffixes = SUFFIXES,
    .reads = "isolated large pipe parallel",
    .writes = "isolated pipe"},
  .recognise = recognise,
  .read = read_serialized,
  .write = write_serialized,
};
