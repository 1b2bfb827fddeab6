/* generated.c - see generated.h. */
#include "load/generated.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "generate/stream.h"
#include "io/binary/rows.h"
#include "load/load.h"
#include "prepare/prepare.h"

static tricorn_status make(tricorn_context *context, const tg_model_request *request, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_edges edges = {0};
    tricorn_graph *made = NULL;
    const tg_prepare_options prepare = {0};
    const double start = tg_clock_now();

    TG_TRY(tg_generate(context, request, &edges));
    const double read_seconds = tg_clock_now() - start;
    TG_TRY(tg_prepare(context, &edges, &prepare, &made));
    made->read_seconds = read_seconds;
    made->source = request->model->description.name;
    *graph = made;
cleanup:
    tg_edges_free(&edges);
    return status;
}

/* ---- factors ---- */

/* A file is read as its content and suffix say, without options. */
static tricorn_status load_named(tricorn_context *context, const char *path, tricorn_graph **graph)
{
    const tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tg_reader reader;
    tricorn_status status = tg_reader_open(context, path, &options, &reader);
    if (status == TRICORN_IO_ERROR && access(path, F_OK) != 0 && errno == ENOENT) return tg_no_graph(context, path);
    if (status == TRICORN_OK) status = tg_load(context, &reader, graph);
    if (status == TRICORN_BAD_FORMAT)
        tg_message_suffix(context, "; files of a product are read without options: convert "
                                   "those that need some");
    return status;
}

static tricorn_status make_named(tricorn_context *context, const char *name, uint64_t seed, tricorn_graph **graph)
{
    char parameters[TG_MODEL_TEXT_BYTES];
    const tg_model *model = tg_model_within(name, parameters);
    if (model == NULL) return load_named(context, name, graph);
    if (!tg_model_is_factor(model))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "a graph of the model '%s' cannot be part of another one; write it to a file "
          "and name that",
          model->description.name);
    const tg_model_request request = {model, parameters, seed, NULL};
    return make(context, &request, graph);
}

static tricorn_status load_factor(tricorn_context *context, const tg_model_request *request, tg_factor *factor)
{
    tricorn_graph *graph = NULL;
    tricorn_status status = make_named(context, factor->name, request->seed, &graph);
    if (status == TRICORN_OK) status = tg_dense_rows(context, graph, factor->symmetric, &factor->rows);
    tricorn_graph_free(graph);
    return status;
}

/* Names the factor before the message of the failure. */
static void name_factor(tricorn_context *context, const tg_model_request *request, const tg_factor *factor)
{
    char place[2 * TG_MODEL_TEXT_BYTES];
    snprintf(place, sizeof place, "%s: %s=%s", request->model->description.name, factor->parameter, factor->name);
    tg_message_prefix(context, place);
}

tricorn_status tg_load_factors(tricorn_context *context, tg_model_request *request, tg_factors *factors)
{
    tricorn_status status = tg_factors_read(context, request, factors);
    for (uint32_t i = 0; status == TRICORN_OK && i < factors->count; i++) {
        status = load_factor(context, request, &factors->at[i]);
        if (status != TRICORN_OK) name_factor(context, request, &factors->at[i]);
    }
    request->factors = factors;
    return status;
}

/* ---- graphs and edges ---- */

static tricorn_status find_model(tricorn_context *context, const char *name, tg_model_request *request)
{
    request->model = tg_model_find(name);
    return request->model ? TRICORN_OK : tg_no_model(context, name);
}

tricorn_status tg_load_generated(tricorn_context *context, const tricorn_recipe *recipe, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_model_request request = {NULL, recipe->parameters, recipe->seed, NULL};
    tg_factors factors = {0};
    TG_TRY(find_model(context, recipe->model, &request));
    TG_TRY(tg_load_factors(context, &request, &factors));
    TG_TRY(make(context, &request, graph));
cleanup:
    tg_factors_free(&factors);
    return status;
}

tricorn_status tg_write_recipe(
  tricorn_context *context, const tricorn_recipe *recipe, const tg_target *target, uint64_t *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_model_request request = {NULL, recipe->parameters, recipe->seed, NULL};
    tg_factors factors = {0};
    tg_generator generator = {0};
    tg_edge_stream stream = {0};

    TG_TRY(find_model(context, recipe->model, &request));
    TG_TRY(tg_stream_check(context, request.model));
    TG_TRY(tg_check_edges_target(context, target)); /* before factors are loaded */
    TG_TRY(tg_load_factors(context, &request, &factors));
    TG_TRY(tg_generator_open(context, &request, &generator));
    TG_TRY(tg_stream_open(context, &generator, &stream));
    TG_TRY(tg_write_edges(context, &stream, target));
    if (edges) *edges = stream.edges;

cleanup:
    tg_stream_close(&stream);
    tg_generator_close(&generator);
    tg_factors_free(&factors);
    return status;
}
