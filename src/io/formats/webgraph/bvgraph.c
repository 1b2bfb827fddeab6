/* bvgraph.c - WebGraph's BVGraph: opens NAME.graph, NAME.properties and, if it exists,
 * NAME.offsets, and reads these files into memory if they fit. */
#include "io/format.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/formats/webgraph/bvgraph_decode.h"
#include "io/formats/webgraph/bvgraph_properties.h"
#include "io/formats/webgraph/bvgraph_window.h"
#include "io/binary/offsets.h"
#include "io/text/scan.h"

enum { LOAD_BYTES = 1 << 22 }; /* how many bytes a thread reads at a time */

static const char GRAPH_SUFFIX[] = ".graph";
static const char PROPERTIES_SUFFIX[] = ".properties";
static const char OFFSETS_SUFFIX[] = ".offsets";

/* ---- files ---- */

typedef struct stream {
    unsigned char *bytes; /* the bytes, followed by TG_BITS_PADDING zeros */
    uint64_t count;
} stream;

static tricorn_status load_flat(tricorn_context *context, const tg_input *input, stream *to)
{
    _Atomic int failure = TRICORN_OK;
    const uint64_t chunks = (to->count + LOAD_BYTES - 1) / LOAD_BYTES;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t chunk = 0; chunk < chunks; chunk++) {
        const uint64_t at = chunk * LOAD_BYTES, left = to->count - at;
        const size_t count = left < LOAD_BYTES ? left : LOAD_BYTES;
        if (failure != TRICORN_OK || tg_work_add(context, count)) continue;
        tg_keep_failure(&failure, tg_input_read_at(context, input, at, to->bytes + at, count));
    }
    return failure == TRICORN_OK ? tg_check_cancelled(context) : (tricorn_status)failure;
}

static tricorn_status load_stream(tricorn_context *context, tg_input *input, stream *to)
{
    for (uint64_t room = 0;;) {
        size_t got = 0;
        const uint64_t consumed = tg_input_consumed(input);
        if (to->count == room) {
            room += room / 2 + LOAD_BYTES;
            const tricorn_status status = TG_REALLOC(context, room + TG_BITS_PADDING, &to->bytes);
            if (status != TRICORN_OK) return status;
        }
        const uint64_t left = room - to->count;
        const tricorn_status status =
          tg_input_read(context, input, to->bytes + to->count, left < LOAD_BYTES ? left : LOAD_BYTES, &got);
        if (status != TRICORN_OK) return status;
        if (got == 0) return TRICORN_OK;
        to->count += got;
        if (tg_work_add(context, tg_input_consumed(input) - consumed)) return tg_check_cancelled(context);
    }
}

static tricorn_status load_file(tricorn_context *context, tg_input *input, stream *to)
{
    if (tg_input_is_flat(input)) {
        to->count = tg_input_size(input);
        TG_DO(TG_ALLOC(context, to->count + TG_BITS_PADDING, &to->bytes));
        TG_DO(load_flat(context, input, to));
    } else {
        TG_DO(load_stream(context, input, to));
    }
    memset(to->bytes + to->count, 0, TG_BITS_PADDING);
    return TRICORN_OK;
}

typedef struct files {
    tg_input *given;
    tg_input *graph, *properties, *offsets; /* the caller has opened one of the first two */
} files;

static void close_files(files *all)
{
    if (all->graph != all->given) tg_input_close(all->graph);
    if (all->properties != all->given) tg_input_close(all->properties);
    tg_input_close(all->offsets);
}

/* Opens a file that must exist. */
static tricorn_status open_other(tricorn_context *context, const tg_input *given, const char *suffix, tg_input **other)
{
    char why[TG_MESSAGE_BYTES];
    const tricorn_status status = tg_input_open_sibling(context, given, suffix, other);
    if (status != TRICORN_IO_ERROR) return status;
    memcpy(why, context->message, sizeof why);
    return tg_fail(context, status, "%s; a WebGraph graph is NAME%s and NAME%s beside each other", why, GRAPH_SUFFIX,
      PROPERTIES_SUFFIX);
}

static tricorn_status open_files(tricorn_context *context, tg_input *given, files *all)
{
    const char *bytes, *name = tg_input_name(given);
    size_t count;
    tricorn_status status = tg_input_peek(context, given, &bytes, &count);
    if (status != TRICORN_OK) return status;
    *all = (files){.given = given};
    if (tg_bvgraph_is_properties(bytes, count) || tg_suffix_matches(name, PROPERTIES_SUFFIX)) {
        all->properties = given;
        status = open_other(context, given, GRAPH_SUFFIX, &all->graph);
    } else {
        all->graph = given;
        status = open_other(context, given, PROPERTIES_SUFFIX, &all->properties);
    }
    if (status != TRICORN_OK) return status;
    /* The file of offsets may be missing; reading is slower without it. */
    status = tg_input_open_sibling(context, given, OFFSETS_SUFFIX, &all->offsets);
    return status == TRICORN_IO_ERROR ? TRICORN_OK : status;
}

/* ---- the format
 * ---------------------------------------------------------------------------------- */

/* If NAME.graph is a stream, makes it flat. *large: together with all offsets, it is larger than tables may be. */
static tricorn_status look_at_size(
  tricorn_context *context, const files *from, const tg_bvgraph_properties *stated, tg_edge_spill *spill, bool *large)
{
    const bool flat = tg_input_is_flat(from->graph);
    *large = false;
    if (spill == NULL) return TRICORN_OK;
    TG_DO(tg_input_hold(context, from->graph, spill));
    const uint64_t bytes = tg_input_size(from->graph);
    const uint64_t all = (flat ? bytes : 2 * bytes) + (from->offsets ? tg_input_size(from->offsets) : 0);
    *large = tg_offsets_are_many(spill, stated->nodes + all / sizeof(uint64_t));
    return TRICORN_OK;
}

static tricorn_status load_files(
  tricorn_context *context, const files *from, tg_bvgraph_source *source, stream *graph, stream *offsets)
{
    tg_work_begin(context, "reading", tg_input_size(from->graph) + (from->offsets ? tg_input_size(from->offsets) : 0));
    TG_DO(load_file(context, from->graph, graph));
    if (from->offsets) TG_DO(load_file(context, from->offsets, offsets));
    if (from->offsets) source->offsets_name = tg_input_name(from->offsets);
    source->offsets = offsets->bytes;
    source->offset_bytes = offsets->count;
    if (source->graph.properties.little_endian) tg_bits_mirror(graph->bytes, graph->count);
    source->graph.stream = graph->bytes;
    source->graph.bytes = source->bytes = graph->count;
    return TRICORN_OK;
}

/* Begins a window on NAME.graph. NAME.offsets is not used in this case. */
static tricorn_status begin_window(
  tricorn_context *context, const files *from, tg_bvgraph_source *source, tg_bvgraph_window *window)
{
    uint64_t position = 0;
    *window = (tg_bvgraph_window){.input = from->graph, .graph = &source->graph};
    source->window = window;
    source->bytes = tg_input_size(from->graph);
    return tg_bvgraph_window_more(context, window, &position);
}

static tricorn_status read_bvgraph(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    stream graph = {0}, offsets = {0};
    files from = {.given = input};
    tg_bvgraph_window window = {0};
    /* Allocated, because its codes are too large for the stack. */
    tg_bvgraph_source *source = NULL;
    bool large = false;
    (void)options;

    TG_TRY(open_files(context, input, &from));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &source));
    TG_TRY(tg_bvgraph_properties_read(context, from.properties, &source->graph.properties));
    source->name = tg_input_name(from.graph);
    TG_TRY(look_at_size(context, &from, &source->graph.properties, edges->spill, &large));
    TG_TRY(
      large ? begin_window(context, &from, source, &window) : load_files(context, &from, source, &graph, &offsets));
    tg_bvgraph_make_codes(&source->graph);
    TG_TRY(tg_bvgraph_decode(context, source, edges));

cleanup:
    tg_free(window.bytes);
    tg_free(offsets.bytes);
    tg_free(graph.bytes);
    tg_free(source);
    close_files(&from);
    return status;
}

/* Estimates the memory. While edges are made, memory also holds the lists as the file has them. */
static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    tg_bvgraph_properties stated = {0};
    files from = {.given = input};
    (void)options;

    TG_TRY(open_files(context, input, &from));
    TG_TRY(tg_bvgraph_properties_read(context, from.properties, &stated));
    *sizes = tg_sizes_declared(stated.arcs, stated.nodes);
    sizes->read_bytes =
      stated.arcs * sizeof(tg_edge) + tg_input_size(from.graph) + (from.offsets ? tg_input_size(from.offsets) : 0);

cleanup:
    close_files(&from);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_bvgraph_is_properties(bytes, count)) return TG_BY_CONTENT;
    return tg_suffix_matches(name, GRAPH_SUFFIX) && tg_is_binary(bytes, count) ? TG_BY_NAME : TG_NOT_MINE;
}

/* Recognises NAME.graph by the properties in the file beside it. */
static tricorn_status look_beside(tricorn_context *context, const tg_input *input, tg_likeness *likeness)
{
    tg_input *properties = NULL;
    const char *bytes = NULL;
    size_t count = 0;
    *likeness = TG_NOT_MINE;
    if (!tg_suffix_matches(tg_input_name(input), GRAPH_SUFFIX)) return TRICORN_OK;
    tricorn_status status = tg_input_open_sibling(context, input, PROPERTIES_SUFFIX, &properties);
    if (status == TRICORN_OK) status = tg_input_peek(context, properties, &bytes, &count);
    if (status == TRICORN_OK && tg_bvgraph_is_properties(bytes, count)) *likeness = TG_BY_CONTENT;
    tg_input_close(properties);
    /* Properties that cannot be read may belong to something else. */
    return status == TRICORN_OUT_OF_MEMORY || status == TRICORN_CANCELLED ? status : TRICORN_OK;
}

TG_DEFINE_FORMAT(bvgraph) = {
  .binary = true,
  .estimate = estimate,
  .description = {.name = "bvgraph",
    .summary = "WebGraph's BVGraph: NAME.graph with NAME.properties beside it",
    .suffixes = ".graph .properties",
    .reads = "isolated large parallel"},
  .both_ways = true,
  .recognise = recognise,
  .look_beside = look_beside,
  .read = read_bvgraph,
};
