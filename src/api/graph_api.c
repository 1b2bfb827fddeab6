/* graph_api.c - graphs from files; their descriptions; saving them. */
#include <string.h>

#include "analysis/describe.h"
#include "api/api.h"
#include "graph/values.h"
#include "load/estimate.h"
#include "load/load.h"
#include "load/pairs.h"
#include "load/save.h"
#include "store/work_folder.h"

/* ---- loading ---- */

tricorn_status tricorn_load_options_check(tricorn_context *context, const tricorn_load_options *options)
{
    tg_load_request known;
    return tg_api_leave(context, TG_ENTER(context, TG_LOAD_OPTIONS(options, &known)));
}

tricorn_status tricorn_graph_load(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status = TG_ENTER(context, TG_TEXT(path), TG_GIVEN(graph), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_path(context, path, &known.options, graph));
}

tricorn_status tricorn_graph_read(tricorn_context *context, int descriptor, const char *name,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status = TG_ENTER(context, TG_TEXT(name), TG_GIVEN(graph), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_descriptor(context, descriptor, name, &known.options, graph));
}

tricorn_status tricorn_graph_estimate(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_estimate *estimate)
{
    tg_load_request known;
    tricorn_estimate found = TRICORN_ESTIMATE_INIT;
    uint64_t bytes;
    tricorn_status status = TG_ENTER(context, TG_TEXT(path), TG_GIVEN(estimate),
      TG_RESULT(estimate, TRICORN_ESTIMATE_INIT), TG_LOAD_OPTIONS(options, &known));
    if (status == TRICORN_OK) status = tg_estimate_file(context, path, &known.options, &found, &bytes);
    if (status == TRICORN_OK) TG_WRITE_RESULT(estimate, &found);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_work_describe(tricorn_context *context, const char *path, tricorn_graph_description *description,
  tricorn_work_function take, void *user)
{
    tricorn_graph_description known = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_status status = TG_ENTER(context, TG_TEXT(path), TG_GIVEN(description), TG_GIVEN(take),
      TG_RESULT(description, TRICORN_GRAPH_DESCRIPTION_INIT));
    if (status == TRICORN_OK) status = tg_work_folder_describe(context, path, &known, take, user);
    if (status == TRICORN_OK) TG_WRITE_RESULT(description, &known);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_pairs_load(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_load_options *options, uint32_t **pairs, uint64_t *count)
{
    tg_load_request known;
    const tg_pairs_source source = {path, &known.options};
    const tricorn_status status = TG_ENTER(
      context, TG_GIVEN(graph), TG_TEXT(path), TG_GIVEN(pairs), TG_GIVEN(count), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_pairs_load(context, graph, &source, pairs, count));
}

/* ---- descriptions ---- */

tricorn_status tricorn_graph_describe(
  tricorn_context *context, const tricorn_graph *graph, tricorn_graph_description *description)
{
    tricorn_graph_description known = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(description), TG_RESULT(description, TRICORN_GRAPH_DESCRIPTION_INIT));
    if (status == TRICORN_OK) status = tg_describe(context, graph, &known);
    if (status == TRICORN_OK) TG_WRITE_RESULT(description, &known);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_some_degrees(
  tricorn_context *context, const tricorn_graph *graph, uint32_t first, uint32_t count, uint64_t *degrees)
{
    tricorn_status status = TG_ENTER(context, TG_GIVEN(graph));
    if (status == TRICORN_OK && (first > graph->vertices || count > graph->vertices - first))
        status = tg_fail(context, TRICORN_INVALID_ARGUMENT, "the graph has %u vertices, and not %u from %u on",
          graph->vertices, count, first);
    if (status == TRICORN_OK) status = TG_TAKE(context, TG_GIVEN_IF(count > 0, degrees));
    if (status == TRICORN_OK) status = tg_degrees_of_some(context, graph, first, count, degrees);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_degrees(tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees)
{
    const tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN_IF(graph && graph->vertices > 0, degrees));
    return TG_LEAVE(context, status, tg_degrees_of_all(context, graph, degrees));
}

tricorn_status tricorn_graph_edges(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *ends, uint8_t *directions, double *weights)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    if (directions && graph->directions == NULL)
        TG_TRY(tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "the graph has no directions: load it with " TG_OPTION("directed")));
    if (weights && graph->weights == NULL)
        TG_TRY(
          tg_fail(context, TRICORN_INVALID_ARGUMENT, "the graph has no weights: load it with " TG_OPTION("weights")));
    if (ends) TG_TRY(tg_graph_ends(context, graph, ends));
    if (directions) memcpy(directions, graph->directions, graph->edges);
    if (weights) memcpy(weights, graph->weights, graph->edges * sizeof *weights);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_with_values(tricorn_context *context, const tricorn_graph *graph,
  const uint8_t *directions, const double *weights, tricorn_graph **valued)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(valued));
    return TG_LEAVE(context, status, tg_graph_with_values(context, graph, directions, weights, valued));
}

/* ---- saving ---- */

tricorn_status tricorn_save_options_check(
  tricorn_context *context, const char *path, const tricorn_save_options *options)
{
    tricorn_save_options known;
    const tricorn_status status = TG_ENTER(context, TG_OPTIONS(options, &known, TRICORN_SAVE_OPTIONS_INIT));
    return TG_LEAVE(context, status, tg_check_target(context, &(tg_target){path, -1, &known}));
}

tricorn_status tricorn_graph_save(
  tricorn_context *context, const tricorn_graph *graph, const char *path, const tricorn_save_options *options)
{
    tricorn_save_options known;
    const tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_TEXT(path), TG_OPTIONS(options, &known, TRICORN_SAVE_OPTIONS_INIT));
    return TG_LEAVE(context, status, tg_save(context, graph, &(tg_target){path, -1, &known}));
}

tricorn_status tricorn_graph_write(
  tricorn_context *context, const tricorn_graph *graph, int descriptor, const tricorn_save_options *options)
{
    tricorn_save_options known;
    const tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_OPTIONS(options, &known, TRICORN_SAVE_OPTIONS_INIT));
    return TG_LEAVE(context, status, tg_save(context, graph, &(tg_target){NULL, descriptor, &known}));
}

size_t tricorn_format_count(void)
{
    return tg_format_count();
}

const tricorn_format_description *tricorn_format_at(size_t index)
{
    const tg_format *format = tg_format_at(index);
    return format ? &format->description : NULL;
}
