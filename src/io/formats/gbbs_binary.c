/* gbbs_binary.c - the binary graphs of GBBS (written by its utils/compressor, read with -b).
 *
 * The file has three int64: vertices n, edges m, and the bytes of header, offsets and neighbours; then n + 1 offsets
 * of 8 bytes (of 4 in some builds of GBBS), and m neighbours as uint32. In an asymmetric graph, all of this follows
 * again for the incoming edges. In a weighted graph, each neighbour is a C++ tuple whose layout the compiler chooses,
 * so these graphs are refused. Source: Dhulipala, Blelloch, Shun, "Theoretically Efficient Parallel Graph Algorithms
 * Can Be Fast and Scalable", SPAA 2018; GBBS's utils/converter.h.
 */
#include "io/format.h"

#include <inttypes.h>

#include "base/memory.h"
#include "io/binary/csr.h"
#include "io/binary/rows.h"

enum {
    HEADER_NUMBERS = 3,
    HEADER_BYTES = HEADER_NUMBERS * sizeof(int64_t),
    LONG_OFFSET = sizeof(int64_t),
    SHORT_OFFSET = sizeof(int32_t),
    ID_BYTES = sizeof(uint32_t),
    WEIGHTED_BYTES = 2 * ID_BYTES
};

static const char INCOMING[] = "incoming edges";

typedef struct header {
    uint64_t vertices, arcs, bytes;
} header;

static header decode_header(const void *bytes)
{
    const char *at = bytes;
    return (header){tg_get64(at), tg_get64(at + sizeof(int64_t)), tg_get64(at + 2 * sizeof(int64_t))};
}

/* Whether a header, offsets and neighbours of these sizes have together as many bytes as the header states. */
static bool adds_up(const header *found, unsigned offset_bytes, unsigned stride)
{
    return HEADER_BYTES + ((unsigned __int128)found->vertices + 1) * offset_bytes +
             (unsigned __int128)found->arcs * stride ==
           found->bytes;
}

/* Finds how many bytes an offset and a neighbour have. */
static tricorn_status find_sizes(tricorn_context *context, const char *name, const header *found, tg_csr *csr)
{
    csr->target_bytes = csr->stride = ID_BYTES;
    csr->offset_bytes = adds_up(found, LONG_OFFSET, ID_BYTES) ? LONG_OFFSET : SHORT_OFFSET;
    if (adds_up(found, csr->offset_bytes, ID_BYTES)) return TRICORN_OK;
    if (adds_up(found, LONG_OFFSET, WEIGHTED_BYTES) || adds_up(found, SHORT_OFFSET, WEIGHTED_BYTES))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: its neighbours have 8 bytes each, weights or ids of 64 bits, whose "
          "layout the file does not tell; convert it from its text without weights",
          name);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: its header says %" PRIu64 " vertices, %" PRIu64 " edges and %" PRIu64
      " bytes, which do not fit each other: it is damaged, or of another format (GBBS "
      "has compressed graphs also: decompress those by its own tools)",
      name, found->vertices, found->arcs, found->bytes);
}

/* Skips the incoming edges, which follow the edges of an asymmetric graph. */
static tricorn_status skip_incoming(tricorn_context *context, tg_bytes *from, uint64_t bytes)
{
    bool ended = false;
    TG_DO(tg_bytes_ended(context, from, &ended));
    if (ended) return TRICORN_OK;
    TG_DO(tg_bytes_require(context, from, bytes - 1, 1, INCOMING));
    TG_DO(tg_bytes_skip(context, from, bytes - 1, INCOMING));
    return tg_bytes_end(context, from, INCOMING);
}

static tricorn_status read_binary(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_bytes from = tg_bytes_of(input);
    char bytes[HEADER_BYTES];
    tg_csr csr = {.offsets.spill = edges->spill};
    (void)options;

    tg_work_begin(context, "reading", tg_input_size(input));
    TG_TRY(tg_bytes_read(context, &from, bytes, sizeof bytes, "header"));
    const header found = decode_header(bytes);
    TG_TRY(tg_csr_check_vertices(context, from.name, found.vertices));
    TG_TRY(find_sizes(context, from.name, &found, &csr));
    csr.vertices = found.vertices;
    csr.arcs = found.arcs;
    csr.offsets_at = from.at;
    const tg_numbers offsets = {"offsets", found.vertices + 1, 0, csr.offset_bytes};
    TG_TRY(tg_csr_read_offsets(context, &from, &offsets, &csr));
    TG_TRY(tg_csr_check_offsets(context, from.name, &csr));
    TG_TRY(tg_csr_read_targets(context, &from, &csr, edges));
    TG_TRY(skip_incoming(context, &from, found.bytes));

cleanup:
    tg_offsets_free(&csr.offsets);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)name;
    if (count < HEADER_BYTES) return TG_NOT_MINE;
    const header found = decode_header(bytes);
    const bool fits = adds_up(&found, LONG_OFFSET, ID_BYTES) || adds_up(&found, SHORT_OFFSET, ID_BYTES) ||
                      adds_up(&found, LONG_OFFSET, WEIGHTED_BYTES) || adds_up(&found, SHORT_OFFSET, WEIGHTED_BYTES);
    return fits ? TG_BY_CONTENT : TG_NOT_MINE;
}

static tricorn_status write_binary(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t arcs = 2 * graph->edges, offsets = (uint64_t)graph->vertices + 1;
    const uint64_t bytes = HEADER_BYTES + offsets * LONG_OFFSET + arcs * ID_BYTES;
    const uint64_t sizes[HEADER_NUMBERS] = {graph->vertices, arcs, bytes};
    tg_rows rows = {0};

    tg_work_begin(context, "writing", bytes);
    TG_TRY(tg_dense_rows(context, graph, 1, &rows));
    TG_TRY(tg_write_numbers(context, output, sizes, HEADER_NUMBERS, sizeof(int64_t)));
    TG_TRY(tg_write_numbers(context, output, rows.offsets, offsets, LONG_OFFSET));
    TG_TRY(tg_write_ids(context, output, rows.ids, arcs));

cleanup:
    tg_rows_free(&rows);
    return status;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tg_bytes from = tg_bytes_of(input);
    char bytes[HEADER_BYTES];
    tg_csr csr = {0};
    (void)options;
    TG_DO(tg_bytes_read(context, &from, bytes, sizeof bytes, "header"));
    const header found = decode_header(bytes);
    TG_DO(tg_csr_check_vertices(context, from.name, found.vertices));
    TG_DO(find_sizes(context, from.name, &found, &csr));
    *sizes = tg_sizes_declared(found.arcs, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(gbbs_binary) = {
  .binary = true,
  .estimate = estimate,
  .description = {.name = "gbbs-binary",
    .summary = "GBBS binary: offsets and neighbours, not compressed",
    .suffixes = ".gbbs",
    .reads = "isolated large pipe parallel",
    .writes = "isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_binary,
  .write = write_binary,
};
