/* sample_api.c - estimates from a part of the edges, in one reading, and of single vertices. */
#include "analysis/estimates/local.h"
#include "analysis/estimates/sampled.h"
#include "api/api.h"
#include "load/edge_sample.h"
#include "load/load.h"
#include "load/place.h"

enum { USUAL_SAMPLES = 1000 };

static const char *const kinds[] = {"colours", "edges"};

const char *tricorn_sampling_name(tricorn_sampling kind)
{
    return (unsigned)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : NULL;
}

static tricorn_status check_load(tricorn_context *context, const tricorn_load_options *load)
{
    if (!load->graph.strict && load->disk.work == NULL && tg_is_auto(load->graph.prepare) &&
        tg_is_auto(load->graph.order) && !tg_keeps_edges(load))
        return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "a part of the edges is read without " TG_OPTION("strict") ", " TG_OPTION("work") ", " TG_OPTION(
        "prepare") ", " TG_OPTION("order") ", directions "
                                           "and weights");
}

/* How a sample is read and counted. */
typedef struct request {
    tg_load_request load;
    tricorn_sample_options options; /* whose `count` is that below */
    tricorn_options count;
} request;

/* Reads and checks all that can be checked without a file. */
static tricorn_status read_request(
  tricorn_context *context, const tricorn_load_options *load, const tricorn_sample_options *options, request *to)
{
    tricorn_sample_options *known = &to->options;
    TG_DO(TG_TAKE(context, TG_LOAD_OPTIONS(load, &to->load)));
    TG_DO(check_load(context, &to->load.options));
    TG_DO(TG_TAKE(context, TG_OPTIONS(options, known, TRICORN_SAMPLE_OPTIONS_INIT)));
    TG_DO(tg_api_read_confidence(context, &known->confidence));
    if (tricorn_sampling_name(known->kind) == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "kind is %d, which is no tricorn_sampling", (int)known->kind);
    if ((known->one_in & (known->one_in - 1)) != 0 || known->one_in > UINT32_C(1) << TG_EDGE_SAMPLE_HALVINGS_MOST)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("one_in") " is %u; choose a power of two up to 2^%d, or 0", known->one_in,
          TG_EDGE_SAMPLE_HALVINGS_MOST);
    TG_DO(TG_TAKE(context, TG_COUNT_OPTIONS(known->count, &to->count)));
    known->count = &to->count;
    return TRICORN_OK;
}

tricorn_status tricorn_sample_load(tricorn_context *context, const char *path, const tricorn_load_options *load,
  const tricorn_sample_options *options, tricorn_sample_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_sample_result found = TRICORN_SAMPLE_RESULT_INIT;
    request known;
    tg_reader reader;

    TG_TRY(TG_ENTER(context, TG_TEXT(path), TG_GIVEN(result), TG_RESULT(result, TRICORN_SAMPLE_RESULT_INIT)));
    TG_TRY(read_request(context, load, options, &known));
    TG_TRY(tg_reader_open(context, path, &known.load.options, &reader));
    TG_TRY(tg_count_sampled(context, &reader, &known.options, &found));
    TG_WRITE_RESULT(result, &found);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_sample_read(tricorn_context *context, int descriptor, const char *name,
  const tricorn_load_options *load, const tricorn_sample_options *options, tricorn_sample_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_sample_result found = TRICORN_SAMPLE_RESULT_INIT;
    request known;
    tg_reader reader;

    TG_TRY(TG_ENTER(context, TG_TEXT(name), TG_GIVEN(result), TG_RESULT(result, TRICORN_SAMPLE_RESULT_INIT)));
    TG_TRY(read_request(context, load, options, &known));
    TG_TRY(tg_load_open_descriptor(context, descriptor, name, &known.load.options, &reader));
    TG_TRY(tg_count_sampled(context, &reader, &known.options, &found));
    TG_WRITE_RESULT(result, &found);
cleanup:
    return tg_api_leave(context, status);
}

/* ---- single vertices ---- */

tricorn_status tricorn_approximate_vertices(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_local_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_local_options known;

    TG_TRY(
      TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(options), TG_OPTIONS(options, &known, TRICORN_LOCAL_OPTIONS_INIT)));
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
