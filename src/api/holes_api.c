/* holes_api.c - structural holes. */
#include "analysis/counted.h"
#include "analysis/structural_holes.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"

tricorn_status tricorn_structural_holes(tricorn_context *context, const tricorn_graph *graph, double *constraints,
  double *effective_sizes, tricorn_holes *holes)
{
    tricorn_status status = TRICORN_OK;
    static const tricorn_options on_cpu = {.struct_size = sizeof on_cpu, .device = "cpu"};
    tricorn_options how;
    tricorn_result counted;
    tricorn_holes found = TRICORN_HOLES_INIT;
    uint64_t *triangles = NULL, *degrees = NULL;
    double *own_constraints = NULL, *own_sizes = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(holes), TG_RESULT(holes, TRICORN_HOLES_INIT),
      TG_COUNT_OPTIONS(&on_cpu, &how)));
    const double start = tg_clock_now();
    const uint64_t room = (uint64_t)graph->vertices + 1;
    TG_TRY(TG_ALLOC(context, room, &triangles));
    if (constraints == NULL) TG_TRY(TG_ALLOC(context, room, &own_constraints));
    if (effective_sizes == NULL) TG_TRY(TG_ALLOC(context, room, &own_sizes));
    const tg_count_of count = {graph, &how, .kind = TG_SINK_VERTICES, .degrees = true};
    TG_TRY(tg_count_vertices(context, &count, triangles, &degrees, &counted));
    const tg_hole_arrays arrays = {
      degrees, triangles, constraints ? constraints : own_constraints, effective_sizes ? effective_sizes : own_sizes};
    TG_TRY(tg_structural_holes(context, graph, &arrays, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(holes, &found);
cleanup:
    tg_free(triangles);
    tg_free(degrees);
    tg_free(own_constraints);
    tg_free(own_sizes);
    return tg_api_leave(context, status);
}
