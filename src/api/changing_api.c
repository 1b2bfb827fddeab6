/* changing_api.c - graphs that change. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/changing.h"
#include "api/api.h"
#include "base/clock.h"

static const char *const methods[] = {"auto", "rows", "recount"}; /* by tg_batch_method */

tricorn_status tricorn_changing_create(
  tricorn_context *context, const tricorn_graph *graph, tricorn_changing **changing)
{
    return tricorn_changing_create_on(context, graph, NULL, changing);
}

tricorn_status tricorn_changing_create_on(
  tricorn_context *context, const tricorn_graph *graph, const char *device, tricorn_changing **changing)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(changing));
    return TG_LEAVE(context, status, tg_changing_create(context, graph, device, changing));
}

void tricorn_changing_free(tricorn_changing *changing)
{
    tg_changing_free(changing);
}

uint64_t tricorn_changing_triangles(const tricorn_changing *changing)
{
    return changing ? changing->triangles : 0;
}

uint64_t tricorn_changing_edges(const tricorn_changing *changing)
{
    return changing ? tg_changing_edges(changing) : 0;
}

uint64_t tricorn_changing_vertex(const tricorn_changing *changing, uint32_t vertex)
{
    return changing && vertex < changing->rows.vertices ? tg_changing_vertex(changing, vertex) : 0;
}

uint64_t tricorn_changing_vertex_count(const tricorn_changing *changing)
{
    return changing ? changing->rows.vertices : 0;
}

double tricorn_changing_transitivity(const tricorn_changing *changing)
{
    if (changing == NULL || changing->gpu) return NAN;
    const uint64_t wedges = changing->rows.wedges;
    return wedges > 0 ? 3 * (double)changing->triangles / (double)wedges : 0;
}

tricorn_status tricorn_changing_find(
  tricorn_context *context, tricorn_changing *changing, const char *id, int add, uint32_t *vertex)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(changing), TG_TEXT(id), TG_GIVEN(vertex));
    return TG_LEAVE(context, status, tg_changing_find(context, changing, id, add != 0, vertex));
}

tricorn_status tricorn_changing_vertices(
  tricorn_context *context, const tricorn_changing *changing, uint64_t *triangles)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(changing), TG_GIVEN(triangles));
    return TG_LEAVE(context, status, tg_changing_vertices(context, changing, triangles));
}

tricorn_status tricorn_changing_keep_supports(tricorn_context *context, tricorn_changing *changing)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(changing));
    return TG_LEAVE(context, status, tg_changing_keep_supports(context, changing));
}

uint64_t tricorn_changing_support(const tricorn_changing *changing, uint32_t u, uint32_t v)
{
    const uint64_t vertices = changing ? changing->rows.vertices : 0;
    if (u >= vertices || v >= vertices || !tg_changing_supported(changing)) return 0;
    return tg_changing_support_of(changing, u, v);
}

static tricorn_status check_pairs(
  tricorn_context *context, const tricorn_changing *changing, const char *name, const uint32_t *pairs, uint64_t count)
{
    if (count > UINT32_MAX / 2)
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "%s has %" PRIu64 " pairs: give less than 2^31 at once", name, count);
    if (count > 0 && pairs == NULL) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is NULL", name);
    for (uint64_t i = 0; i < 2 * count; i++)
        if (pairs[i] >= changing->rows.vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "%s[%" PRIu64 "] is %" PRIu32 ", but the graph has %" PRIu64 " vertices", name, i, pairs[i],
              changing->rows.vertices);
    return TRICORN_OK;
}

tricorn_status tricorn_changing_supports(
  tricorn_context *context, const tricorn_changing *changing, const uint32_t *pairs, uint64_t count, uint32_t *supports)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(changing), TG_GIVEN_IF(count > 0, supports)));
    TG_TRY(check_pairs(context, changing, "pairs", pairs, count));
    if (!tg_changing_supported(changing))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the graph keeps no supports; tricorn_changing_keep_supports() has it "
          "keep them"));
    TG_TRY(tg_changing_supports_of(context, changing, pairs, count, supports));
cleanup:
    return tg_api_leave(context, status);
}

static tricorn_status read_method(tricorn_context *context, const char *name, tg_batch_method *method)
{
    *method = TG_BATCH_AUTO;
    if (name == NULL) return TRICORN_OK;
    for (int m = TG_BATCH_AUTO; m <= TG_BATCH_RECOUNT; m++) {
        *method = (tg_batch_method)m;
        if (strcmp(methods[m], name) == 0) return TRICORN_OK;
    }
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the method '%s' is unknown; choose auto, rows or recount", name);
}

tricorn_status tricorn_changing_apply(
  tricorn_context *context, tricorn_changing *changing, const tricorn_batch *batch, tricorn_batch_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_batch known;
    tricorn_batch_result found = TRICORN_BATCH_RESULT_INIT;
    tg_batch_method method;
    tg_batch_done done;

    TG_TRY(TG_ENTER(context, TG_GIVEN(changing), TG_GIVEN(batch), TG_OPTIONS(batch, &known, TRICORN_BATCH_INIT),
      TG_RESULT(result, TRICORN_BATCH_RESULT_INIT)));
    TG_TRY(check_pairs(context, changing, "removed", known.removed, known.removed_count));
    TG_TRY(check_pairs(context, changing, "added", known.added, known.added_count));
    TG_TRY(read_method(context, known.method, &method));
    const double start = tg_clock_now();
    const tg_batch pairs = {known.removed, known.added, known.removed_count, known.added_count};
    TG_TRY(tg_changing_apply(context, changing, &pairs, method, &done));
    found.triangles = changing->triangles;
    found.edges = tg_changing_edges(changing);
    found.removed = done.removed;
    found.added = done.added;
    found.method = methods[done.method];
    found.seconds = tg_clock_now() - start;
    if (result) TG_WRITE_RESULT(result, &found);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_changing_graph(tricorn_context *context, const tricorn_changing *changing, tricorn_graph **graph)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(changing), TG_GIVEN(graph));
    return TG_LEAVE(context, status, tg_changing_graph(context, changing, graph));
}
