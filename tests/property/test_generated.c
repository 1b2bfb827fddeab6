/* test_generated.c - every algorithm on the graphs of the library's own models, against a formula
 * if there is one, else against brute force. */
#include "support/per_algorithm.h"

#include <stdio.h>

static tricorn_graph *generate(property_state *state, const char *model, const char *parameters, uint64_t seed)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(state->context, tricorn_graph_generate(state->context, model, parameters, seed, &graph));
    return graph;
}

static void with_a_formula(property_state *state)
{
    static const struct {
        const char *model, *parameters;
        uint64_t triangles;
    } known[] = {
      {"complete", "vertices=1", 0},
      {"complete", "vertices=100", 161700}, /* 100 choose 3 */
      {"multipartite", "parts=3-5-7-11", 3 * 5 * 7 + 3 * 5 * 11 + 3 * 7 * 11 + 5 * 7 * 11},
      {"star", "vertices=5000", 0},
      {"path-power", "vertices=1000 reach=3", 998 + 2 * 997},
      {"ring-lattice", "vertices=1000 reach=5", 1000 * 5 * 4 / 2},
      {"ring-lattice", "vertices=15 reach=5", 15 * 5 * 4 / 2 + 5}, /* 5 go once around */
      {"grid2d", "width=30 height=40", 0},
      {"grid3d", "width=7 height=8 depth=9", 0},
      {"hypercube", "dimension=10", 0},
      {"windmill", "cliques=100 size=6", 100 * 20},
      {"theory-star", "stars=3-4-5-Bk", 0},
      /* ((1+3*3)(1+3*4)(1+3*5) - 3(4*5*6) + 2) / 6 */
      {"theory-star", "stars=3-4-5-B1k", (10 * 13 * 16 - 3 * 4 * 5 * 6 + 2) / 6},
      {"theory-star", "stars=5-9-16-25-B1k", 264799}, /* Fox et al., Table II */
      /* (4^K - 3 * 2^K + 2) / 6, whatever the stars */
      {"theory-star", "stars=3-4-B2k", 1},
      {"theory-star", "stars=3-4-5-B2k", 7},
      {"theory-star", "stars=3-4-5-9-B2k", 35},
      {"theory-star", "stars=2-3-2-3-2-B2k", 155},
      {"theory-star", "stars=3-4-2-2-1-5-B2k", 651},
      /* 6 T T' for a product of graphs with T and T' */
      {"product", "left=complete:vertices=8 right=multipartite:parts=3-4-5", 6 * 56 * 60},
      {"product", "left=windmill:cliques=9:size=5 right=ring-lattice:vertices=40:reach=4",
        6 * (9 * 10) * (40 * 4 * 3 / 2)},
      {"product", "left=theory-star:stars=3-4-5-B2k right=path-power:vertices=30:reach=3", 6 * 7 * (28 + 2 * 27)},
      {"product", "left=complete:vertices=3 right=tiny", 6 * 482104}, /* bench/datasets.csv */
      {"product", "left=hypercube:dimension=5 right=complete:vertices=20", 0},
    };

    for (size_t i = 0; i < LENGTH(known); i++) {
        tricorn_graph *graph = generate(state, known[i].model, known[i].parameters, 0);
        check_count(state, graph, known[i].triangles, known[i].parameters);
        tricorn_graph_free(graph);
    }
}

/* The edges of a graph, for brute force. */
static edge_list edges_of(const tricorn_graph *graph)
{
    edge_list edges = edge_list_create(graph->active);
    for (uint32_t u = 0; u < graph->active; u++)
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++)
            edge_list_add(&edges, u, graph->host.targets[e]);
    return edges;
}

static void at_random(property_state *state)
{
    static const struct {
        const char *model, *parameters;
    } models[] = {
      {"erdos-renyi", "vertices=200 edges=2000"},
      {"erdos-renyi", "vertices=90 edges=4000"},
      {"barabasi-albert", "vertices=250 attach=6"},
      {"hub", "leaves=200 extra=300"},
      {"watts-strogatz", "vertices=240 degree=10 rewire=0.2"},
      {"kronecker", "scale=8 edge_factor=6"},
      {"degrees", "degrees=150x1-4+60x5-20+5x90"},
      {"kronecker", "scale=6 edge_factor=40"},
    };

    for (size_t i = 0; i < LENGTH(models); i++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            char name[96];
            tricorn_graph *graph = generate(state, models[i].model, models[i].parameters, seed);
            edge_list edges = edges_of(graph);
            snprintf(name, sizeof name, "%s %s, seed %u", models[i].model, models[i].parameters, (unsigned)seed);
            check_count(state, graph, edge_list_brute_force(&edges), name);
            edge_list_free(&edges);
            tricorn_graph_free(graph);
        }
}

PROPERTIES_MAIN({"models with a formula", with_a_formula}, {"random models", at_random})
