/* label_api.c - triangles by the labels of their vertices or edges. */
#include "analysis/label_triples.h"
#include "api/api.h"
#include "load/vertex_labels.h"

tricorn_status tricorn_labels_load(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_load_options *options, tricorn_vertex_labels *labels)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;
    tricorn_vertex_labels found = TRICORN_VERTEX_LABELS_INIT;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_TEXT(path), TG_LOAD_OPTIONS(options, &known), TG_GIVEN(labels),
      TG_RESULT(labels, TRICORN_VERTEX_LABELS_INIT)));
    TG_TRY(tg_vertex_labels_read(context, graph, path, &known.options, &found));
    TG_WRITE_RESULT(labels, &found);
    found.labels = NULL;
    found.names = NULL;
cleanup:
    tricorn_array_free(found.labels);
    tricorn_array_free(found.names);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_count_by_labels(
  tricorn_context *context, const tricorn_graph *graph, const uint32_t *labels, tricorn_label_counts *counts)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options how;
    tricorn_label_counts found = TRICORN_LABEL_COUNTS_INIT;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(counts), TG_RESULT(counts, TRICORN_LABEL_COUNTS_INIT)));
    TG_TRY(TG_TAKE(context, TG_COUNT_OPTIONS(NULL, &how)));
    if (labels == NULL && graph->vertices > 0 && graph->temporal == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "labels is NULL, and the graph has no labels of edges"));
    TG_TRY(tg_count_by_labels(context, graph, &how, labels, &found));
    TG_WRITE_RESULT(counts, &found);
cleanup:
    return tg_api_leave(context, status);
}
