/* generated.h - the raw edges of a model, in one row, for the tests of src/generate. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "load/generated.h"
#include "generate/model.h"
#include "generate/parameters.h"
#include "support/check.h"
#include "support/edge_list.h"

static inline tricorn_context *context_of(uint32_t threads)
{
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = threads));
    return context;
}

/* tg_generate() by the name of the model. */
static inline tricorn_status make_edges(
  tricorn_context *context, const char *model, const char *parameters, uint64_t seed, tg_edges *edges)
{
    tg_model_request request = {tg_model_find(model), parameters, seed, NULL};
    tg_factors factors = {0};
    CHECK(request.model != NULL, "%s", model);
    tricorn_status status = tg_load_factors(context, &request, &factors);
    if (status == TRICORN_OK) status = tg_generate(context, &request, edges);
    tg_factors_free(&factors);
    return status;
}

/* edge_list_free() it. */
static inline edge_list generated(const char *model, const char *parameters, uint64_t seed, uint32_t threads)
{
    tricorn_context *context = context_of(threads);
    tg_edges edges = {0};
    REQUIRE_OK(context, make_edges(context, model, parameters, seed, &edges));
    edge_list list = edge_list_create((uint32_t)edges.vertices);
    for (uint32_t p = 0; p < edges.part_count; p++)
        for (uint64_t i = 0; i < edges.parts[p].count; i++) {
            const tg_edge edge = ((const tg_edge *)edges.parts[p].edges)[i];
            CHECK(edge.u < edges.vertices && edge.v < edges.vertices, "%s: edge %u %u", model, edge.u, edge.v);
            edge_list_add(&list, edge.u, edge.v);
        }
    CHECK_EQ(list.count, tg_edges_count(&edges), "%s", model);
    tg_edges_free(&edges);
    CHECK_EQ(tricorn_context_bytes(context), 0, "%s", model);
    tricorn_context_free(context);
    return list;
}

static inline bool same_edges(const edge_list *a, const edge_list *b)
{
    return a->vertices == b->vertices && a->count == b->count &&
           (a->count == 0 || memcmp(a->pairs, b->pairs, a->count * 2 * sizeof *a->pairs) == 0);
}
