/* memory_analytics.c - what is built on triangles, and measures of graphs. */
#include "fault/memory.h"

#include <stdio.h>
#include <string.h>

static tricorn_status measure_rows(const char *unused)
{
    tricorn_row_statistics found = TRICORN_ROW_STATISTICS_INIT;
    (void)unused;
    return tricorn_row_statistics_measure(memory.context, memory.graph, &found);
}

static tricorn_status measure_partition(const char *partition)
{
    tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
    return tricorn_partition_measure(
      memory.context, memory.graph, COUNTING(.partition = partition, .device = "cpu", .blocks = 9), &sizes);
}

static tricorn_status degrees(const char *unused)
{
    uint64_t room[256];

    (void)unused;
    return tricorn_graph_degrees(memory.context, memory.graph, room);
}

static tricorn_status edges(const char *unused)
{
    uint32_t ends[2 * 256];

    (void)unused;
    return tricorn_graph_edges(memory.context, memory.graph, ends, NULL, NULL);
}

static tricorn_status values(const char *unused)
{
    double weights[256] = {0};
    tricorn_graph *valued = NULL;

    (void)unused;
    const tricorn_status status = tricorn_graph_with_values(memory.context, memory.graph, NULL, weights, &valued);
    tricorn_graph_free(valued);
    return status;
}

static tricorn_status trussness(const char *method)
{
    tricorn_trusses *trusses = NULL;
    uint64_t edges = 0;

    const tricorn_status status =
      tricorn_trussness(memory.context, memory.graph, OPTIONS(tricorn_truss_options, .method = method), &trusses, NULL);
    for (uint32_t k = 2; k <= KARATE_K_MAX; k++) edges += tricorn_trusses_edges(trusses, k);
    if (status == TRICORN_OK) CHECK_EQ(edges, memory.graph->edges, "%s", method);
    tricorn_trusses_free(trusses);
    return status;
}

/* Of a complete graph, which is peeled by bits, or by TriX where memory for these is refused. */
static tricorn_status trussness_by_bits(const char *parameters)
{
    tricorn_trusses_description all = TRICORN_TRUSSES_DESCRIPTION_INIT;
    tricorn_trusses *trusses = NULL;
    tricorn_graph *graph = NULL;

    tricorn_status status = tricorn_graph_generate(memory.context, "complete", parameters, 0, &graph);
    if (status == TRICORN_OK) status = tricorn_trussness(memory.context, graph, NULL, &trusses, NULL);
    if (status == TRICORN_OK) {
        CHECK_EQ(tricorn_trusses_edges(trusses, 40), graph->edges, "trussness of K_40");
        REQUIRE_OK(memory.context, tricorn_trusses_describe(memory.context, trusses, &all));
        memory.by_trix += strcmp(all.method, "trix") == 0;
    }
    tricorn_trusses_free(trusses);
    tricorn_graph_free(graph);
    return status;
}

/* The 5-truss as a graph, and the table of all. */
static tricorn_status truss(const char *name)
{
    tricorn_trusses *trusses = NULL;
    tricorn_graph *one = NULL, *same = NULL;

    const char *path = PATH_IN(&memory.folder, name);
    tricorn_status status = tricorn_truss(memory.context, memory.graph, KARATE_K_MAX, NULL, &one, NULL);
    if (status == TRICORN_OK) status = tricorn_trussness(memory.context, memory.graph, NULL, &trusses, NULL);
    if (status == TRICORN_OK) status = tricorn_trusses_graph(memory.context, trusses, KARATE_K_MAX, &same);
    if (status == TRICORN_OK) status = tricorn_trusses_save(memory.context, trusses, path, NULL);
    if (status == TRICORN_OK) {
        CHECK_EQ(one->edges, same->edges, "edges of the truss");
        CHECK(remove(path) == 0, "%s was not written", name);
    }
    tricorn_trusses_free(trusses);
    tricorn_graph_free(one);
    tricorn_graph_free(same);
    return status;
}

/* Coefficients, of arrays that the library makes and that the caller has. */
static tricorn_status clustering(const char *own)
{
    tricorn_clustering_options options = TRICORN_CLUSTERING_OPTIONS_INIT;
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    void *array = NULL;

    tricorn_status status = tricorn_array_create(memory.context, memory.graph->vertices, sizeof(uint64_t), &array);
    if (own == NULL) options.triangles = array;
    if (status == TRICORN_OK) status = tricorn_clustering(memory.context, memory.graph, &options, &summary, NULL);
    if (status == TRICORN_OK) CHECK_EQ(summary.triangles, memory.triangles, "clustering");
    tricorn_array_free(array);
    return status;
}

static tricorn_status cores(const char *unused)
{
    uint64_t numbers[256];
    uint32_t most = 0;
    (void)unused;
    return tricorn_core_numbers(memory.context, memory.graph, numbers, &most);
}

static tricorn_status core(const char *unused)
{
    tricorn_graph *made = NULL;
    const tricorn_status status = tricorn_graph_core(memory.context, memory.graph, 2, &made);
    (void)unused;
    return memory_made(status, made);
}

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user, (void)ends, (void)values, (void)count;
    return 0;
}

/* By sums of weights, and by supports. */
static tricorn_status similarity(const char *weighted)
{
    return tricorn_edge_similarity(memory.context, memory.graph,
      OPTIONS(
        tricorn_similarity_options, .measure = weighted ? TRICORN_ADAMIC_ADAR : TRICORN_COSINE, .edges = take_similar),
      NULL);
}

static tricorn_status similar_pairs(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 2, 3};
    double values[2];
    (void)unused;
    return tricorn_pair_similarity(memory.context, memory.graph, TRICORN_JACCARD, pairs, 2, values);
}

static tricorn_status top_pairs(const char *unused)
{
    static const uint32_t vertices[] = {0, 3};
    tricorn_top_pairs options = TRICORN_TOP_PAIRS_INIT;
    uint32_t *pairs = NULL;
    uint64_t count = 0;
    (void)unused;
    options.measure = TRICORN_RESOURCE;
    options.top = 5;
    options.vertices = vertices;
    options.vertex_count = 2;
    const tricorn_status status = tricorn_pairs_search(memory.context, memory.graph, &options, &pairs, &count);
    tricorn_array_free(pairs);
    return status;
}

static tricorn_status communities(const char *size)
{
    tricorn_communities found = TRICORN_COMMUNITIES_INIT;
    const tricorn_status status =
      tricorn_clique_communities(memory.context, memory.graph, (uint32_t)(*size - '0'), &found);
    tricorn_array_free(found.offsets);
    tricorn_array_free(found.vertices);
    return status;
}

static tricorn_status cliques(const char *of_vertices)
{
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;
    uint64_t counts[256];
    tricorn_clique_options options = *OPTIONS(tricorn_clique_options, .size = 3);
    if (of_vertices) options.vertices = counts;
    const tricorn_status status = tricorn_count_cliques(memory.context, memory.graph, &options, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.cliques, memory.triangles, "cliques of three");
    return status;
}

static tricorn_status graphlets(const char *unused)
{
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    uint64_t orbits[TRICORN_ORBITS * 256];
    (void)unused;
    return tricorn_count_graphlets(memory.context, memory.graph, orbits, &found);
}

static tricorn_status holes(const char *unused)
{
    tricorn_holes found = TRICORN_HOLES_INIT;
    (void)unused;
    return tricorn_structural_holes(memory.context, memory.graph, NULL, NULL, &found);
}

static tricorn_status triples(const char *unused)
{
    tricorn_triples found = TRICORN_TRIPLES_INIT;
    uint64_t vertices[TRICORN_TRIPLES * 256];
    (void)unused;
    return tricorn_count_triples(memory.context, memory.graph, NULL, vertices, &found);
}

static tricorn_status labels(const char *unused)
{
    tricorn_label_counts counts = TRICORN_LABEL_COUNTS_INIT;
    tricorn_graph *graph = NULL;
    uint32_t *of = NULL;
    (void)unused;
    tricorn_status status = tricorn_array_create(memory.context, 1u << 20, sizeof *of, (void **)&of);
    if (status == TRICORN_OK) status = tricorn_count_by_labels(memory.context, memory.graph, of, &counts);
    tricorn_array_free(counts.triples);
    tricorn_array_free(of);
    counts.triples = NULL;
    if (status == TRICORN_OK)
        status = tricorn_graph_from_edges32(
          memory.context, (uint32_t[]){0, 1, 1, 2, 2, 0}, 3, LOADING(.edge_times = (const int64_t[]){1, 0, 1}), &graph);
    if (status == TRICORN_OK) status = tricorn_count_by_labels(memory.context, graph, NULL, &counts);
    tricorn_array_free(counts.triples);
    tricorn_graph_free(graph);
    return status;
}

static tricorn_status approximate(const char *unused)
{
    tricorn_approximate_result result = TRICORN_APPROXIMATE_RESULT_INIT;
    const tricorn_status status = tricorn_approximate(memory.context, memory.graph, NULL, &result);
    (void)unused;
    if (status == TRICORN_OK) CHECK_EQ(result.high, memory.triangles, "approximate");
    return status;
}

/* A part of the edges of a file, and estimates of its vertices. */
static tricorn_status sample(const char *unused)
{
    static const char lines[] = "1 2\n2 3\n3 1\n3 4\n4 5000000000\n";
    tricorn_sample_result result = TRICORN_SAMPLE_RESULT_INIT;

    (void)unused;
    const char *path = PATH_IN(&memory.folder, "sampled.txt");
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    const tricorn_status status = tricorn_sample_load(memory.context, path, NULL, NULL, &result);
    CHECK(remove(path) == 0, "the file");
    if (status == TRICORN_OK) CHECK_EQ(result.high, 1, "all edges");
    return status;
}

static tricorn_status local(const char *unused)
{
    (void)unused;
    return tricorn_approximate_vertices(memory.context, memory.graph, OPTIONS(tricorn_local_options));
}

static tricorn_status squares(const char *unused)
{
    tricorn_square_summary summary = TRICORN_SQUARE_SUMMARY_INIT;
    (void)unused;
    return tricorn_square_clustering(memory.context, memory.graph, NULL, &summary);
}

/* From a file with words, and in a table. */
static tricorn_status named_pairs(const char *unused)
{
    static const char lines[] = "a b\nb c\nc a\nc d\n", wanted[] = "d a\na b\n";
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    char path[TEST_PATH_BYTES], out[TEST_PATH_BYTES];
    tricorn_graph *graph = NULL;
    uint32_t *pairs = NULL;

    (void)unused;
    test_folder_path(&memory.folder, "words.txt", path);
    test_folder_path(&memory.folder, "out.txt", out);
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    tricorn_load_options load = *LOADING(.input.ids = TRICORN_IDS_STRING);
    tricorn_status status = tricorn_graph_load(memory.context, path, &load, &graph);
    test_file_write(path, wanted, sizeof wanted - 1, TEST_PLAIN);
    if (status == TRICORN_OK)
        status = tricorn_pairs_load(memory.context, graph, path, &load, &pairs, &options.pair_count);
    options.table = TRICORN_TABLE_SIMILARITY;
    options.pairs = pairs;
    options.top = 1;
    if (status == TRICORN_OK) status = tricorn_table_save(memory.context, graph, out, &options, NULL);
    if (status == TRICORN_OK) CHECK_EQ(options.pair_count, 2, "pairs");
    if (status == TRICORN_OK) CHECK(remove(out) == 0, "no table was written");
    CHECK(remove(path) == 0, "the file of pairs");
    tricorn_array_free(pairs);
    tricorn_graph_free(graph);
    return status;
}

/* From a file with directions to what is counted of them. */
static tricorn_status directed(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0, 0, 2};
    tricorn_census census = TRICORN_CENSUS_INIT;
    tricorn_directed_summary summary = TRICORN_DIRECTED_SUMMARY_INIT;
    tricorn_motifs motifs = TRICORN_MOTIFS_INIT;
    tricorn_graph *graph = NULL;
    uint64_t triads[TRICORN_TRIADS * 3];
    double values[4];

    (void)unused;
    tricorn_status status = tricorn_graph_from_edges32(
      memory.context, pairs, 4, LOADING(.graph.directed = 1, .edge_times = (const int64_t[]){4, 2, 3, 1}), &graph);
    if (status == TRICORN_OK) status = tricorn_count_motifs(memory.context, graph, 5, &motifs);
    if (status == TRICORN_OK) status = tricorn_triad_census(memory.context, graph, triads, &census);
    if (status == TRICORN_OK) status = tricorn_directed_clustering(memory.context, graph, TRICORN_LDBC, NULL, &summary);
    if (status == TRICORN_OK)
        status = tricorn_pair_similarity(memory.context, graph, TRICORN_OF_SUCCESSORS, pairs, 4, values);
    if (status == TRICORN_OK) CHECK_EQ(census.triangles, 1, "directed");
    tricorn_graph_free(graph);
    return status;
}

/* From arrays with signs to the triangles of each vertex. */
static tricorn_status balance(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0, 0, 3};
    static const double weights[] = {1, -1, -8, 0.5};
    tricorn_balance found = TRICORN_BALANCE_INIT;
    tricorn_graph *graph = NULL;
    uint64_t vertices[TRICORN_SIGNS * 4], edges[TRICORN_SIGNS * 4];

    (void)unused;
    tricorn_status status = tricorn_graph_from_edges32(
      memory.context, pairs, 4, LOADING(.graph.edge_weights = weights, .graph.weights = TRICORN_SIGNED), &graph);
    if (status == TRICORN_OK) status = tricorn_structural_balance(memory.context, graph, vertices, edges, &found);
    if (status == TRICORN_OK) CHECK_EQ(found.balanced, 1, "two negative edges");
    tricorn_graph_free(graph);
    return status;
}

/* From arrays whose columns have ids of their own to butterflies. */
static tricorn_status butterflies(const char *unused)
{
    static const uint32_t pairs[] = {0, 0, 0, 1, 1, 0, 1, 1, 2, 1};
    tricorn_butterfly_summary found = TRICORN_BUTTERFLY_SUMMARY_INIT;
    tricorn_latapy_summary latapy = TRICORN_LATAPY_SUMMARY_INIT;
    uint64_t vertices[5], edges[5];
    tricorn_graph *graph = NULL, *part = NULL;

    (void)unused;
    tricorn_status status = tricorn_graph_from_edges32(memory.context, pairs, 5, LOADING(.bipartite = 1), &graph);
    if (status == TRICORN_OK) status = tricorn_count_butterflies(memory.context, graph, vertices, edges, &found);
    if (status == TRICORN_OK) status = tricorn_latapy_clustering(memory.context, graph, NULL, &latapy);
    if (status == TRICORN_OK) status = tricorn_graph_bitruss(memory.context, graph, 1, &part);
    if (status == TRICORN_OK) CHECK_EQ(found.butterflies, 1, "two of each side");
    tricorn_graph_free(part);
    tricorn_graph_free(graph);
    return status;
}

/* From arrays with weights to both coefficients. */
static tricorn_status weighted(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0, 0, 3};
    static const double weights[] = {1, 1, 8, 0.5};
    tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
    tricorn_graph *graph = NULL;

    (void)unused;
    tricorn_status status =
      tricorn_graph_from_edges32(memory.context, pairs, 4, LOADING(.graph.edge_weights = weights), &graph);
    for (int kind = TRICORN_ONNELA; kind <= TRICORN_BARRAT && status == TRICORN_OK; kind++)
        status = tricorn_weighted_clustering(memory.context, graph, (tricorn_weighted)kind, NULL, NULL, &summary);
    if (status == TRICORN_OK) CHECK_EQ(summary.triangles, 1, "weighted");
    tricorn_graph_free(graph);
    return status;
}

static tricorn_status generalized(const char *unused)
{
    uint64_t *offsets = NULL, *pairs = NULL;
    const tricorn_status status =
      tricorn_generalized_degree(memory.context, memory.graph, NULL, &offsets, &pairs, NULL);
    (void)unused;
    tricorn_array_free(offsets);
    tricorn_array_free(pairs);
    return status;
}

const memory_call memory_analytics[] = {
  {"sizes of TRUST", measure_partition, "trust"},
  {"sizes of TriX", measure_partition, "trix"},
  {"statistics of rows", measure_rows, NULL},
  {"degrees", degrees, NULL},
  {"edges", edges, NULL},
  {"values of edges", values, NULL},
  {"clustering", clustering, NULL},
  {"clustering, own arrays", clustering, "own"},
  {"core numbers", cores, NULL},
  {"core", core, NULL},
  {"similarity", similarity, NULL},
  {"similarity by weights", similarity, "weighted"},
  {"similarity of pairs", similar_pairs, NULL},
  {"top pairs", top_pairs, NULL},
  {"cliques", cliques, NULL},
  {"graphlets", graphlets, NULL},
  {"holes", holes, NULL},
  {"triples", triples, NULL},
  {"labels", labels, NULL},
  {"cliques of vertices", cliques, "of vertices"},
  {"communities of triangles", communities, "3"},
  {"communities", communities, "4"},
  {"approximate", approximate, NULL},
  {"a part of the edges", sample, NULL},
  {"estimates of vertices", local, NULL},
  {"directed", directed, NULL},
  {"weighted", weighted, NULL},
  {"balance", balance, NULL},
  {"butterflies", butterflies, NULL},
  {"generalized degree", generalized, NULL},
  {"named pairs", named_pairs, NULL},
  {"squares", squares, NULL},
  {"trussness by TriX", trussness, "trix"},
  {"trussness by index", trussness, "index"},
  {"trussness by rows", trussness, "rows"},
  {"trussness by bits", trussness_by_bits, "vertices=40"},
  {"truss", truss, "truss.csv"},
  {NULL, NULL, NULL},
};
