/* test_declared.c - vertices that a file declares change no weight and no time of an edge. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/files.h"
#include "support/fixture.h"

enum { DECLARED = 20000, LINE = 8 };

static const char text[] = "source,target,weight,time\n1,2,2,10\n2,3,4,20\n3,1,6,30\n3,4,8,40\n";

static tricorn_context *context;

static tricorn_graph *load(const char *path, const char *vertices)
{
    tricorn_graph *graph =
      test_load(context, path, LOADING(.input.vertex_file = vertices, .graph.weights = 1, .times = 1));
    return graph;
}

TEST_CASE(edges_keep_their_values)
{
    char edges[TEST_PATH_BYTES], vertices[TEST_PATH_BYTES];
    char *ids = test_allocate(DECLARED, LINE);
    size_t bytes = 0;
    test_folder folder;
    test_folder_create(&folder);
    test_folder_path(&folder, "edges.csv", edges);
    test_folder_path(&folder, "ids.txt", vertices);
    for (int v = 0; v < DECLARED; v++) bytes += (size_t)sprintf(ids + bytes, "%d\n", v);
    test_file_write(edges, text, sizeof text - 1, TEST_PLAIN);
    test_file_write(vertices, ids, bytes, TEST_PLAIN);
    for (int declared = 0; declared < 2; declared++) {
        tricorn_weighted_summary weighted = TRICORN_WEIGHTED_SUMMARY_INIT;
        tricorn_motifs motifs = TRICORN_MOTIFS_INIT;
        tricorn_graph *graph = load(edges, declared ? vertices : NULL);
        REQUIRE_OK(context, tricorn_weighted_clustering(context, graph, TRICORN_BARRAT, NULL, NULL, &weighted));
        CHECK(weighted.largest == 8, "the largest weight");
        /* Of 1 and 2: 1; of 3: (6 + 4) / (18 * 2); of 4: 0. */
        CHECK(fabs(weighted.average - (2 + 10. / 36) / 4) < 1e-12, "Barrat");
        REQUIRE_OK(context, tricorn_count_motifs(context, graph, 20, &motifs));
        uint64_t all = 0;
        for (int m = 0; m < TRICORN_MOTIF_SIDE * TRICORN_MOTIF_SIDE; m++) all += motifs.low[m];
        CHECK_EQ(all, 1, "1->2, 2->3, 3->1; the fourth edge has another vertex");
        CHECK_EQ(motifs.temporal_edges, 4, "declared vertices are no edges");
        tricorn_graph_free(graph);
    }
    test_folder_remove(&folder);
    free(ids);
}

static void create(void)
{
    context = test_fixture_open(0);
}

TEST_MAIN_BETWEEN(create, test_destroy)
