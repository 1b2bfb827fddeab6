/* sample_api.c - estimates from a part of the edges, in one reading, and of single vertices. */
#include <math.h>

#include "analysis/local.h"
#include "analysis/table.h"
#include "analysis/thinned.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "io/format.h"
#include "load/place.h"
#include "load/edge_sample.h"
#include "load/load.h"
#include "prepare/prepare.h"

enum {
    ROOM_SHARE = 16,      /* of the memory, for edges before they are sampled */
    ROOM_LEAST = 1 << 16, /* bytes */
    KEPT_BYTES = 128,     /* of an edge at the peak of its preparation and count */
    USUAL_SAMPLES = 1000
};

static const char *const kinds[] = {"colours", "edges"};

const char *tricorn_sampling_name(tricorn_sampling kind)
{
    return (unsigned)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : NULL;
}

static tricorn_status read_options(tricorn_context *context, const tricorn_sample_options *given,
                                   tricorn_sample_options *known)
{
    tricorn_status status = TRICORN_OK;
    *known = (tricorn_sample_options)TRICORN_SAMPLE_OPTIONS_INIT;
    TG_TRY(TG_READ_STRUCT(context, known, given, TRICORN_SAMPLE_OPTIONS_INIT));
    TG_TRY(tg_api_read_confidence(context, &known->confidence));
    if (tricorn_sampling_name(known->kind) == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "kind is %d, which is no tricorn_sampling", (int)known->kind));
    if ((known->one_in & (known->one_in - 1)) != 0 ||
        known->one_in > UINT32_C(1) << TG_EDGE_SAMPLE_HALVINGS_MOST)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("one_in") " is %u; choose a power of two up to 2^%d, or 0",
                       known->one_in, TG_EDGE_SAMPLE_HALVINGS_MOST));
cleanup:
    return status;
}

static tricorn_status check_load(tricorn_context *context, const tricorn_load_options *load)
{
    if (!load->graph.strict && load->disk.work == NULL && tg_is_auto(load->graph.prepare) &&
        tg_is_auto(load->graph.order) && !tg_keeps_edges(load))
        return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "a part of the edges is read without " TG_OPTION("strict") ", " TG_OPTION(
                       "work") ", " TG_OPTION("prepare") ", " TG_OPTION("order") ", directions "
                                                                                 "and weights");
}

/* Reads the part that is kept. */
static tricorn_status read_part(tricorn_context *context, const tg_reader *reader,
                                const tricorn_sample_options *options, tg_edges *edges,
                                tricorn_sample_result *to)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t room = tg_memory_room(context->memory), share = room / ROOM_SHARE;
    tg_edge_sample sample;

    tg_edge_sample_open(&sample, options->kind, options->seed,
                        share > ROOM_LEAST ? share : ROOM_LEAST);
    if (options->one_in == 0) sample.most = room / KEPT_BYTES;
    while (options->one_in >> sample.halvings > 1) sample.halvings++;
    edges->spill = &sample.base;
    TG_TRY(tg_reader_edges(context, reader, edges));
    if (reader->format->read == NULL)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
                       "the format '%s' is read as a whole: no part of its edges can be kept",
                       reader->format->description.name));
    to->input_edges = tg_edges_count(edges) - edges->declarations;
    TG_TRY(tg_edge_sample_finish(context, &sample, edges));
    to->one_in = UINT32_C(1) << sample.halvings;
cleanup:
    edges->spill = NULL;
    tg_edge_sample_close(&sample);
    return status;
}

/* Pairs of triangles that share an edge. */
static double pairs_of(const tricorn_graph *graph, const uint32_t *support)
{
    double pairs = 0;
    for (uint64_t e = 0; e < graph->edges; e++)
        pairs += (double)support[e] * ((double)support[e] - 1) / 2;
    return pairs;
}

static tricorn_status count_part(tricorn_context *context, const tricorn_sample_options *options,
                                 tg_edges *edges, tricorn_sample_result *to)
{
    const tg_prepare_options how = {0};
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = NULL;
    tg_placement loading = {0};
    tg_supported supported = {0};
    tricorn_options count;
    tricorn_result result;
    tg_plan *plan = NULL;

    TG_TRY(tg_api_read_count_options(context, &count, options->count));
    TG_TRY(tg_placement_prepare(context, &loading, edges, &how, &graph));
    TG_TRY(tg_plan_create(context, graph, &count, TG_SINK_EDGES, &plan));
    TG_TRY(tg_count_support(context, plan, &supported, &result));
    to->edges = graph->edges;
    to->triangles = result.triangles;
    const tg_thinned seen = {.kind = options->kind,
                             .halvings = (uint32_t)__builtin_ctz(to->one_in),
                             .triangles = result.triangles,
                             .pairs = pairs_of(graph, supported.support)};
    const tg_thinned_estimate found = tg_estimate_thinned(&seen, options->confidence);
    to->estimate = found.estimate;
    to->low = found.low;
    to->high = found.high;
cleanup:
    tg_supported_free(&supported);
    tg_plan_free(plan);
    tricorn_graph_free(graph);
    return status;
}

/* Closes the reader. */
static tricorn_status sample(tricorn_context *context, tg_reader *reader,
                             const tricorn_sample_options *options, tricorn_sample_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_sample_result found = TRICORN_SAMPLE_RESULT_INIT;
    const double start = tg_clock_now();
    tg_edges edges = {0};

    found.kind = options->kind;
    found.confidence = options->confidence;
    found.seed = options->seed;
    tg_threads_apart(context);
    TG_TRY(read_part(context, reader, options, &edges, &found));
    found.read_seconds = tg_clock_now() - start;
    TG_TRY(count_part(context, options, &edges, &found));
    found.count_seconds = tg_clock_now() - start - found.read_seconds;
    found.exact = found.one_in == 1;
    TG_WRITE_RESULT(result, &found);
cleanup:
    tg_edges_free(&edges);
    tg_reader_close(reader);
    return status;
}

/* What is wrong before there is a file. */
static tricorn_status begin(tricorn_context *context, const tricorn_load_options *load,
                            const tricorn_sample_options *options, tg_load_request *known_load,
                            tricorn_sample_options *known, tricorn_sample_result *result)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_require(context, result, "result"));
    TG_TRY(tg_check_struct(context, result, sizeof *result, "TRICORN_SAMPLE_RESULT_INIT"));
    TG_TRY(tg_api_read_load_options(context, known_load, load));
    TG_TRY(check_load(context, &known_load->options));
    TG_TRY(read_options(context, options, known));
cleanup:
    return status;
}

tricorn_status tricorn_sample_load(tricorn_context *context, const char *path,
                                   const tricorn_load_options *load,
                                   const tricorn_sample_options *options,
                                   tricorn_sample_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known_load;
    tricorn_sample_options known;
    tg_reader reader;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(begin(context, load, options, &known_load, &known, result));
    TG_TRY(tg_reader_open(context, path, &known_load.options, &reader));
    TG_TRY(sample(context, &reader, &known, result));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_sample_read(tricorn_context *context, int descriptor, const char *name,
                                   const tricorn_load_options *load,
                                   const tricorn_sample_options *options,
                                   tricorn_sample_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known_load;
    tricorn_sample_options known;
    tg_reader reader;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, name, "name"));
    TG_TRY(begin(context, load, options, &known_load, &known, result));
    TG_TRY(tg_load_open_descriptor(context, descriptor, name, &known_load.options, &reader));
    TG_TRY(sample(context, &reader, &known, result));
cleanup:
    return tg_api_leave(context, status);
}

/* ---- single vertices ---------------------------------------------------------------------- */

tricorn_status tricorn_approximate_vertices(tricorn_context *context, const tricorn_graph *graph,
                                            const tricorn_local_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_local_options known = TRICORN_LOCAL_OPTIONS_INIT;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, options, "options"));
    TG_TRY(TG_READ_STRUCT(context, &known, options, TRICORN_LOCAL_OPTIONS_INIT));
    TG_TRY(tg_api_read_confidence(context, &known.confidence));
    if (known.samples >= UINT64_C(1) << 53)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "samples is 2^53 or more"));
    const tg_local ask = {.samples = known.samples ? known.samples : USUAL_SAMPLES,
                          .confidence = known.confidence,
                          .seed = known.seed,
                          .estimates = known.estimates,
                          .low = known.low,
                          .high = known.high};
    TG_TRY(tg_approximate_vertices(context, graph, &ask));
cleanup:
    return tg_api_leave(context, status);
}
