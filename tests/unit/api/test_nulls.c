/* test_nulls.c - every public call with every choice of its pointers being NULL: it fails with
 * TRICORN_INVALID_ARGUMENT and names one that it needs, or it works without them. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"

enum {
    MOST_POINTERS = 6,
    KARATE_VERTICES = 34,
    KARATE_TRIANGLES = 45,
    KARATE_K_MAX = 5,
    MOST_VERTICES = 64,
    MOST_EDGES = 78
};

/* What calls make. */
static struct {
    tricorn_context *context;
    tricorn_graph *graph;
    tricorn_plan *plan;
    tricorn_parts *parts;
    tricorn_trusses *trusses;
    tricorn_changing *changing;
    uint32_t *pairs;
    uint64_t *offsets, *counts;
} made, nothing;

/* What calls are given, and what they fill. */
static tricorn_graph *karate, *directed, *bipartite;
static tricorn_plan *plan;
static tricorn_parts *parts;
static tricorn_trusses *trusses;
static tricorn_changing *changing;
static char file[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
static uint32_t edge_ends[2 * MOST_EDGES], components[MOST_VERTICES], component_count, degeneracy;
static uint32_t support_of_pair;
static const uint32_t labels_of_zero[MOST_VERTICES];
static uint64_t numbers[MOST_VERTICES], triads[TRICORN_TRIADS * 4], orbits[TRICORN_ORBITS * 34];
static uint64_t pair_count;
static double reals[MOST_VERTICES], edge_reals[MOST_EDGES];

static tricorn_context_options context_options = TRICORN_CONTEXT_OPTIONS_INIT;
static tricorn_load_options load_options = TRICORN_LOAD_OPTIONS_INIT;
static tricorn_save_options save_options = TRICORN_SAVE_OPTIONS_INIT;
static tricorn_recipe recipe = TRICORN_RECIPE_INIT;
static tricorn_column_places places = TRICORN_COLUMN_PLACES_INIT;
static tricorn_options options = TRICORN_OPTIONS_INIT;
static tricorn_options cut_options = TRICORN_OPTIONS_INIT;
static tricorn_table_options table_options = TRICORN_TABLE_OPTIONS_INIT;
static tricorn_truss_options truss_options = TRICORN_TRUSS_OPTIONS_INIT;
static tricorn_visitor visitor = TRICORN_VISITOR_INIT;
static tricorn_clustering_options clustering_options = TRICORN_CLUSTERING_OPTIONS_INIT;
static tricorn_similarity_options similarity_options = TRICORN_SIMILARITY_OPTIONS_INIT;
static tricorn_clique_options clique_options = TRICORN_CLIQUE_OPTIONS_INIT;
static tricorn_square_options square_options = TRICORN_SQUARE_OPTIONS_INIT;
static tricorn_top_pairs top_pairs = TRICORN_TOP_PAIRS_INIT;
static tricorn_batch batch = TRICORN_BATCH_INIT;
static tricorn_sample_options sample_options = TRICORN_SAMPLE_OPTIONS_INIT;
static tricorn_local_options local_options = TRICORN_LOCAL_OPTIONS_INIT;
static tricorn_approximate_options approximate_options = TRICORN_APPROXIMATE_OPTIONS_INIT;
static tricorn_result result = TRICORN_RESULT_INIT;
static tricorn_graph_description description = TRICORN_GRAPH_DESCRIPTION_INIT;
static tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
static tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
static tricorn_row_statistics row_statistics = TRICORN_ROW_STATISTICS_INIT;
static tricorn_trusses_description trusses_description = TRICORN_TRUSSES_DESCRIPTION_INIT;
static tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
static tricorn_clique_result clique_result = TRICORN_CLIQUE_RESULT_INIT;
static tricorn_communities communities = TRICORN_COMMUNITIES_INIT;
static tricorn_holes holes = TRICORN_HOLES_INIT;
static tricorn_graphlets graphlets = TRICORN_GRAPHLETS_INIT;
static tricorn_triples triples = TRICORN_TRIPLES_INIT;
static tricorn_motifs motifs = TRICORN_MOTIFS_INIT;
static tricorn_label_counts label_counts = TRICORN_LABEL_COUNTS_INIT;
static tricorn_vertex_labels vertex_labels = TRICORN_VERTEX_LABELS_INIT;
static tricorn_square_summary square_summary = TRICORN_SQUARE_SUMMARY_INIT;
static tricorn_census census = TRICORN_CENSUS_INIT;
static tricorn_balance balance = TRICORN_BALANCE_INIT;
static tricorn_butterfly_summary butterfly_summary = TRICORN_BUTTERFLY_SUMMARY_INIT;
static tricorn_latapy_summary latapy_summary = TRICORN_LATAPY_SUMMARY_INIT;
static tricorn_directed_summary directed_summary = TRICORN_DIRECTED_SUMMARY_INIT;
static tricorn_weighted_summary weighted_summary = TRICORN_WEIGHTED_SUMMARY_INIT;
static tricorn_batch_result batch_result = TRICORN_BATCH_RESULT_INIT;
static tricorn_sample_result sample_result = TRICORN_SAMPLE_RESULT_INIT;
static tricorn_approximate_result approximate_result = TRICORN_APPROXIMATE_RESULT_INIT;

static const uint32_t pairs32[] = {0, 1, 1, 2, 2, 0}, targets[] = {1, 2, 2};
static const uint64_t pairs64[] = {0, 1, 1, 2, 2, 0}, offsets[] = {0, 2, 3, 3};

static int take_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    (void)user, (void)ends, (void)support, (void)count;
    return 0;
}

static int take_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    (void)user, (void)triangles, (void)count;
    return 0;
}

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user, (void)ends, (void)values, (void)count;
    return 0;
}

static void take_line(void *user, const tricorn_work_line *line)
{
    (void)user, (void)line;
}

static const uint64_t zeros[4];
static const char *const column_names[] = {"source", "target"};

/* ---- without pointers ---- */

/* A pointer that a call is given, by the name that its message has for it. */
typedef struct pointer {
    const char *name;
    void *value;
    bool needed;
} pointer;

typedef tricorn_status (*caller)(void *const *p);

static pointer needs(const char *name, const void *value)
{
    return (pointer){name, (void *)(uintptr_t)value, true};
}

static pointer takes(const char *name, const void *value)
{
    return (pointer){name, (void *)(uintptr_t)value, false};
}

static void free_made(void)
{
    tricorn_graph_free(made.graph);
    tricorn_plan_free(made.plan);
    tricorn_parts_free(made.parts);
    tricorn_context_free(made.context);
    tricorn_trusses_free(made.trusses);
    tricorn_changing_free(made.changing);
    tricorn_array_free(made.pairs);
    tricorn_array_free(made.offsets);
    tricorn_array_free(made.counts);
    made = nothing;
}

/* One of the missing pointers that the call needs must be in its message. */
static void check_message(const char *name, const pointer *pointers, unsigned missing)
{
    const char *message = tricorn_context_message(fixture.context);
    bool named = false;
    for (int i = 0; pointers[i].name; i++)
        named = named || ((missing & 1u << i) && strstr(message, pointers[i].name) != NULL);
    CHECK(named, "%s without 0x%x says \"%s\"", name, missing, message);
}

static void check_call(const char *name, caller call, const pointer *pointers)
{
    unsigned needed = 0, all = 0;
    for (int i = 0; pointers[i].name; i++) {
        all |= 1u << i;
        if (pointers[i].needed) needed |= 1u << i;
    }
    for (unsigned missing = 0; missing <= all; missing++) {
        void *values[MOST_POINTERS] = {NULL};
        for (int i = 0; pointers[i].name; i++) values[i] = missing & 1u << i ? NULL : pointers[i].value;
        const bool with_context = values[0] == fixture.context && values[0] != NULL;
        const tricorn_status status = call(values);
        CHECK_EQ(status, missing & needed ? TRICORN_INVALID_ARGUMENT : TRICORN_OK, "%s without 0x%x: %s", name, missing,
          tricorn_context_message(fixture.context));
        if (status != TRICORN_OK)
            CHECK(memcmp(&made, &nothing, sizeof made) == 0, "%s without 0x%x has an output", name, missing);
        if (status != TRICORN_OK && with_context) check_message(name, pointers, missing & needed);
        free_made();
    }
}

/* A call with pointers p[0], p[1], ..., which are listed behind it. */
#define CALL(name, called, ...) \
    static tricorn_status call_##name(void *const *p) \
    { \
        return called; \
    } \
    TEST_CASE(nulls_for_##name) \
    { \
        check_call(#name, call_##name, (const pointer[]){__VA_ARGS__, {NULL, NULL, false}}); \
    }

/* With a descriptor, which each call opens anew. */
#define CALL_ON(name, path, flags, called, ...) \
    static tricorn_status on_descriptor_##name(void *const *p, int descriptor) \
    { \
        const tricorn_status status = called; \
        close(descriptor); \
        return status; \
    } \
    CALL(name, on_descriptor_##name(p, open(path, flags)), __VA_ARGS__)

#define CONTEXT needs("context", fixture.context)
#define GRAPH needs("graph", karate)
#define MADE needs("graph", &made.graph)
#define LOAD takes("options", &load_options)
#define COUNT takes("options", &options)
#define RESULT takes("result", &result)
#define TRUSSES needs("trusses", trusses)

/* ---- graphs ---- */

CALL(create, tricorn_context_create(p[1], p[0]), needs("context", &made.context), takes("options", &context_options))
CALL(load, tricorn_graph_load(p[0], p[1], p[2], p[3]), CONTEXT, needs("path", file), LOAD, MADE)
CALL_ON(read_it, file, O_RDONLY, tricorn_graph_read(p[0], descriptor, p[1], p[2], p[3]), CONTEXT, needs("name", file),
  LOAD, MADE)
CALL(edges32, tricorn_graph_from_edges32(p[0], p[1], 3, p[2], p[3]), CONTEXT, needs("edges", pairs32), LOAD, MADE)
CALL(edges64, tricorn_graph_from_edges64(p[0], p[1], 3, p[2], p[3]), CONTEXT, needs("edges", pairs64), LOAD, MADE)
CALL(no_edges32, tricorn_graph_from_edges32(p[0], p[1], 0, p[2], p[3]), CONTEXT, takes("edges", pairs32), LOAD, MADE)
CALL(no_edges64, tricorn_graph_from_edges64(p[0], p[1], 0, p[2], p[3]), CONTEXT, takes("edges", pairs64), LOAD, MADE)
CALL(rows, tricorn_graph_from_csr(p[0], 3, p[1], p[2], p[3], p[4]), CONTEXT, needs("offsets", offsets),
  needs("targets", targets), LOAD, MADE)
CALL(empty_rows, tricorn_graph_from_csr(p[0], 3, p[1] ? zeros : NULL, p[2], p[3], p[4]), CONTEXT,
  needs("offsets", offsets), takes("targets", targets), LOAD, MADE)
CALL(no_rows, tricorn_graph_from_csr(p[0], 0, p[1], p[2], p[3], p[4]), CONTEXT, needs("offsets", offsets),
  takes("targets", targets), LOAD, MADE)
CALL(generate, tricorn_graph_generate(p[0], p[1], p[2], 0, p[3]), CONTEXT, needs("model", "complete"),
  takes("parameters", ""), MADE)

/* ---- recipes ---- */

CALL(save_recipe, tricorn_recipe_save(p[0], p[1], p[2], p[3], p[4]), CONTEXT, needs("recipe", &recipe),
  needs("path", path), takes("options", &save_options), takes("edges", numbers))
CALL(find_columns, tricorn_columns_find(p[0], p[1], 2, p[2], p[3]), CONTEXT, needs("names", column_names), LOAD,
  needs("places", &places))
CALL_ON(write_recipe, "/dev/null", O_WRONLY, tricorn_recipe_write(p[0], p[1], descriptor, p[2], p[3]), CONTEXT,
  needs("recipe", &recipe), needs("format", &save_options), takes("edges", numbers))

/* ---- descriptions ---- */

CALL(describe_work, tricorn_work_describe(p[0], p[1], p[2], p[3] ? take_line : NULL, NULL), CONTEXT,
  needs("path", fixture.folder.path), needs("description", &description), needs("take", &made))
CALL(describe, tricorn_graph_describe(p[0], p[1], p[2]), CONTEXT, GRAPH, needs("description", &description))
CALL(estimate, tricorn_graph_estimate(p[0], p[1], p[2], p[3]), CONTEXT, needs("path", file), LOAD,
  needs("estimate", &estimate))
CALL(degrees, tricorn_graph_degrees(p[0], p[1], p[2]), CONTEXT, GRAPH, needs("degrees", numbers))
CALL(edges, tricorn_graph_edges(p[0], p[1], p[2], NULL, NULL), CONTEXT, GRAPH, takes("ends", edge_ends))
CALL(save, tricorn_graph_save(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, needs("path", path),
  takes("options", &save_options))
CALL_ON(write_it, "/dev/null", O_WRONLY, tricorn_graph_write(p[0], p[1], descriptor, p[2]), CONTEXT, GRAPH,
  needs("format", &save_options))
CALL(check_load, tricorn_load_options_check(p[0], p[1]), CONTEXT, LOAD)
CALL(check_save, tricorn_save_options_check(p[0], "x.txt", p[1]), CONTEXT, takes("options", &save_options))
CALL(check_write, tricorn_save_options_check(p[0], NULL, p[1]), CONTEXT, needs("format", &save_options))

/* ---- counts ---- */

static tricorn_status load_labels_and_free(void *const *p)
{
    tricorn_vertex_labels *labels = p[4];
    const tricorn_status status = tricorn_labels_load(p[0], p[1], p[2], p[3], labels);
    if (status != TRICORN_OK) return status;
    tricorn_array_free(labels->labels);
    tricorn_array_free(labels->names);
    *labels = (tricorn_vertex_labels)TRICORN_VERTEX_LABELS_INIT;
    return status;
}

static tricorn_status find_communities_and_free(void *const *p)
{
    tricorn_communities *found = p[2];
    const tricorn_status status = tricorn_clique_communities(p[0], p[1], 0, found);
    if (status != TRICORN_OK) return status;
    tricorn_array_free(found->offsets);
    tricorn_array_free(found->vertices);
    *found = (tricorn_communities)TRICORN_COMMUNITIES_INIT;
    return status;
}

static tricorn_status count_labels_and_free(void *const *p)
{
    tricorn_label_counts *counts = p[3];
    const tricorn_status status = tricorn_count_by_labels(p[0], p[1], p[2], counts);
    if (status != TRICORN_OK) return status;
    tricorn_array_free(counts->triples);
    *counts = (tricorn_label_counts)TRICORN_LABEL_COUNTS_INIT;
    return status;
}

CALL(count, tricorn_count(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, COUNT, needs("result", &result))
CALL(plan, tricorn_plan_create(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, COUNT, needs("plan", &made.plan))
CALL(measure, tricorn_partition_measure(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, needs("options", &cut_options),
  needs("sizes", &sizes))
CALL(
  measure_rows, tricorn_row_statistics_measure(p[0], p[1], p[2]), CONTEXT, GRAPH, needs("statistics", &row_statistics))
CALL(run_plan, tricorn_plan_run(p[0], p[1], p[2]), CONTEXT, needs("plan", plan), needs("result", &result))
CALL(vertices, tricorn_vertex_triangles(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, COUNT,
  needs("triangles", numbers), RESULT)
CALL(support, tricorn_edge_support(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, COUNT, needs("visitor", &visitor),
  RESULT)
CALL(
  list, tricorn_triangle_list(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, COUNT, needs("visitor", &visitor), RESULT)
CALL(clustering, tricorn_clustering(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH,
  takes("options", &clustering_options), needs("summary", &summary), RESULT)
CALL(cores, tricorn_core_numbers(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, takes("cores", numbers),
  takes("degeneracy", &degeneracy))
CALL(core, tricorn_graph_core(p[0], p[1], 2, p[2]), CONTEXT, GRAPH, needs("core", &made.graph))
CALL(similarity, tricorn_edge_similarity(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, needs("options", &similarity_options),
  RESULT)
CALL(similar_pairs, tricorn_pair_similarity(p[0], p[1], TRICORN_COSINE, p[2], 1, p[3]), CONTEXT, GRAPH,
  needs("pairs", pairs32), needs("values", reals))
CALL(with_names, tricorn_graph_with_names(p[0], p[1], p[2], NULL, p[3]), CONTEXT, GRAPH, needs("ids", numbers),
  needs("named", &made.graph))
CALL(with_values, tricorn_graph_with_values(p[0], p[1], NULL, p[2], p[3]), CONTEXT, GRAPH, takes("weights", edge_reals),
  needs("valued", &made.graph))
CALL(pairs_search, tricorn_pairs_search(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, needs("options", &top_pairs),
  needs("pairs", &made.pairs), needs("count", &pair_count))
CALL(load_pairs, tricorn_pairs_load(p[0], p[1], p[2], p[3], p[4], p[5]), CONTEXT, GRAPH, needs("path", file), LOAD,
  needs("pairs", &made.pairs), needs("count", &pair_count))
CALL(cliques, tricorn_count_cliques(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, takes("options", &clique_options),
  needs("result", &clique_result))
CALL(communities, find_communities_and_free(p), CONTEXT, GRAPH, needs("communities", &communities))
CALL(holes, tricorn_structural_holes(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, takes("constraints", reals),
  takes("effective_sizes", reals), needs("holes", &holes))
CALL(graphlets, tricorn_count_graphlets(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, takes("vertices", orbits),
  needs("graphlets", &graphlets))
CALL(triples, tricorn_count_triples(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, takes("count", &options),
  takes("vertices", orbits), needs("triples", &triples))
CALL(motifs, tricorn_count_motifs(p[0], p[1], 1, p[2]), CONTEXT, needs("graph", directed), needs("motifs", &motifs))
CALL(count_by_labels, count_labels_and_free(p), CONTEXT, GRAPH, needs("labels", labels_of_zero),
  needs("counts", &label_counts))
CALL(load_labels, load_labels_and_free(p), CONTEXT, GRAPH, needs("path", "/dev/null"), LOAD,
  needs("labels", &vertex_labels))
CALL(squares, tricorn_square_clustering(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, takes("options", &square_options),
  needs("summary", &square_summary))
CALL(generalized, tricorn_generalized_degree(p[0], p[1], p[2], p[3], p[4], p[5]), CONTEXT, GRAPH,
  takes("count", &options), needs("offsets", &made.offsets), needs("pairs", &made.counts), RESULT)
CALL(approximate, tricorn_approximate(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, takes("options", &approximate_options),
  needs("result", &approximate_result))
CALL(sample, tricorn_sample_load(p[0], p[1], p[2], p[3], p[4]), CONTEXT, needs("path", file), LOAD,
  takes("options", &sample_options), needs("result", &sample_result))
CALL(local, tricorn_approximate_vertices(p[0], p[1], p[2]), CONTEXT, GRAPH, needs("options", &local_options))
CALL(check_table, tricorn_table_options_check(p[0], p[1], p[2]), CONTEXT, takes("path", path),
  takes("options", &table_options))
CALL(save_table, tricorn_table_save(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, needs("path", path),
  takes("options", &table_options), RESULT)
CALL_ON(write_table, "/dev/null", O_WRONLY, tricorn_table_write(p[0], p[1], descriptor, p[2], p[3]), CONTEXT, GRAPH,
  takes("options", &table_options), RESULT)

/* ---- trusses ---- */

CALL(trussness, tricorn_trussness(p[0], p[1], p[2], p[3], p[4]), CONTEXT, GRAPH, takes("options", &truss_options),
  needs("trusses", &made.trusses), RESULT)
CALL(truss, tricorn_truss(p[0], p[1], 3, p[2], p[3], p[4]), CONTEXT, GRAPH, takes("options", &truss_options),
  needs("truss", &made.graph), RESULT)
CALL(describe_trusses, tricorn_trusses_describe(p[0], p[1], p[2]), CONTEXT, TRUSSES,
  needs("description", &trusses_description))
CALL(visit_trusses, tricorn_trusses_visit(p[0], p[1], p[2]), CONTEXT, TRUSSES, needs("visitor", &visitor))
CALL(save_trusses, tricorn_trusses_save(p[0], p[1], p[2], p[3]), CONTEXT, TRUSSES, needs("path", path),
  takes("options", &table_options))
CALL_ON(write_trusses, "/dev/null", O_WRONLY, tricorn_trusses_write(p[0], p[1], descriptor, p[2]), CONTEXT, TRUSSES,
  takes("options", &table_options))
CALL(graph_of_trusses, tricorn_trusses_graph(p[0], p[1], 3, p[2]), CONTEXT, TRUSSES, needs("truss", &made.graph))
CALL(components, tricorn_graph_components(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, needs("components", components),
  needs("count", &component_count))

/* ---- bipartite graphs ---- */

CALL(butterflies, tricorn_count_butterflies(p[0], p[1], p[2], p[3], p[4]), CONTEXT, needs("graph", bipartite),
  takes("vertices", triads), takes("edges", triads), needs("summary", &butterfly_summary))
CALL(bitruss, tricorn_bitruss_numbers(p[0], p[1], p[2], p[3]), CONTEXT, needs("graph", bipartite),
  takes("edges", triads), takes("largest", triads))
CALL(bitruss_graph, tricorn_graph_bitruss(p[0], p[1], 1, p[2]), CONTEXT, needs("graph", bipartite),
  needs("bitruss", &made.graph))
CALL(sides, tricorn_graph_sides(p[0], p[1], p[2]), CONTEXT, needs("graph", bipartite), needs("sides", triads))
CALL(latapy, tricorn_latapy_clustering(p[0], p[1], p[2], p[3]), CONTEXT, needs("graph", bipartite),
  takes("coefficients", reals), needs("summary", &latapy_summary))

/* ---- directed graphs ---- */

CALL(census, tricorn_triad_census(p[0], p[1], p[2], p[3]), CONTEXT, needs("graph", directed), takes("vertices", triads),
  needs("census", &census))
CALL(balance, tricorn_structural_balance(p[0], p[1], p[2], p[3], p[4]), CONTEXT, needs("graph", directed),
  takes("vertices", triads), takes("edges", triads), needs("balance", &balance))
CALL(directed, tricorn_directed_clustering(p[0], p[1], TRICORN_LDBC, p[2], p[3]), CONTEXT, needs("graph", directed),
  takes("coefficients", reals), needs("summary", &directed_summary))
CALL(weighted, tricorn_weighted_clustering(p[0], p[1], TRICORN_BARRAT, p[2], p[3], p[4]), CONTEXT,
  needs("graph", directed), takes("count", &options), takes("coefficients", reals), needs("summary", &weighted_summary))

/* ---- changing ---- */

CALL(create_changing, tricorn_changing_create(p[0], p[1], p[2]), CONTEXT, GRAPH, needs("changing", &made.changing))
CALL(create_changing_on, tricorn_changing_create_on(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, takes("device", "cpu"),
  needs("changing", &made.changing))
CALL(changing_vertices, tricorn_changing_vertices(p[0], p[1], p[2]), CONTEXT, needs("changing", changing),
  needs("triangles", numbers))
CALL(apply_batch, tricorn_changing_apply(p[0], p[1], p[2], p[3]), CONTEXT, needs("changing", changing),
  needs("batch", &batch), takes("result", &batch_result))
CALL(changing_find, tricorn_changing_find(p[0], p[1], p[2], 0, p[3]), CONTEXT, needs("changing", changing),
  needs("id", "1"), needs("vertex", &support_of_pair))
CALL(graph_of_changing, tricorn_changing_graph(p[0], p[1], p[2]), CONTEXT, needs("changing", changing), MADE)
CALL(keep_supports, tricorn_changing_keep_supports(p[0], p[1]), CONTEXT, needs("changing", changing))
CALL(changing_supports, tricorn_changing_supports(p[0], p[1], p[2], 1, p[3]), CONTEXT, needs("changing", changing),
  needs("pairs", pairs32), needs("supports", &support_of_pair))

/* ---- parts ---- */

CALL(cut_parts, tricorn_parts_create(p[0], p[1], p[2], p[3]), CONTEXT, GRAPH, COUNT, needs("parts", &made.parts))
CALL(name_parts, tricorn_parts_identity(p[0], p[1], p[2]), CONTEXT, needs("parts", parts), needs("identity", numbers))
CALL(count_part, tricorn_part_count(p[0], p[1], 0, p[2]), CONTEXT, needs("parts", parts), needs("triangles", numbers))

/* ---- what the calls filled ---- */

TEST_CASE(outputs)
{
    CHECK_EQ(description.vertices, KARATE_VERTICES, "described");
    CHECK_EQ(result.triangles, KARATE_TRIANGLES, "counted");
    CHECK_EQ(trusses_description.k_max, KARATE_K_MAX, "described");
    CHECK_EQ(component_count, 1, "components");
    CHECK_EQ(batch_result.triangles, KARATE_TRIANGLES, "nothing changed");
}

/* ---- what has no status ---- */

TEST_CASE(questions)
{
    const char *gpus = NULL;
    CHECK_EQ(tricorn_context_bytes(NULL), 0, "bytes");
    CHECK_EQ(tricorn_context_peak_bytes(NULL), 0, "peak");
    CHECK_EQ(tricorn_context_threads(NULL), 0, "threads");
    assert_string_equal(tricorn_context_instruction_set(NULL), "");
    tricorn_context_set_progress(NULL, NULL, NULL);
    tricorn_context_set_progress(NULL, test_stop, NULL);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    CHECK_EQ(tricorn_graph_id(NULL, 0), UINT64_MAX, "the id without a graph");
    CHECK(tricorn_graph_label(NULL, 0) == NULL, "the label without a graph");
    CHECK(!tricorn_device_is_name(NULL), "no device");
    tricorn_device_hide_others(NULL);
    CHECK_EQ(tricorn_gpu_part_load(NULL, &gpus), TRICORN_INVALID_ARGUMENT, "no context");
    FAILS(tricorn_gpu_part_load(fixture.context, NULL), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(fixture.context, "gpus is NULL");
    CHECK(!tricorn_instruction_set_usable(NULL), "no instruction set");
    for (int i = 0; i < 2; i++) {
        tricorn_context_free(NULL);
        tricorn_graph_free(NULL);
        tricorn_plan_free(NULL);
        tricorn_trusses_free(NULL);
        tricorn_changing_free(NULL);
        tricorn_parts_free(NULL);
    }
    CHECK_EQ(tricorn_parts_count(NULL), 0, "no parts");
    CHECK_EQ(tricorn_part_wedges(NULL, 0), 0, "no part");
    CHECK_EQ(tricorn_trusses_edges(NULL, 2), 0, "edges of no trusses");
    CHECK_EQ(tricorn_changing_support(NULL, 0, 1), 0, "no object");
    CHECK_EQ(tricorn_changing_triangles(NULL), 0, "nothing that changes");
    CHECK_EQ(tricorn_changing_edges(NULL), 0, "nothing that changes");
    CHECK_EQ(tricorn_changing_vertex(NULL, 0), 0, "nothing that changes");
}

/* A graph without vertices has nothing to put into an array. */
TEST_CASE(arrays_without_entries)
{
    tricorn_graph *none = NULL;
    WORKS(tricorn_graph_from_edges32(fixture.context, NULL, 0, NULL, &none));
    WORKS(tricorn_graph_degrees(fixture.context, none, NULL));
    WORKS(tricorn_vertex_triangles(fixture.context, none, NULL, NULL, NULL));
    CHECK_EQ(tricorn_graph_id(none, 0), UINT64_MAX, "it has no vertex 0");
    tricorn_graph_free(none);
}

/* Nor has one without edges a list to sort. */
TEST_CASE(lists_without_entries)
{
    tricorn_visitor sorted = visitor;
    tricorn_graph *none = NULL;
    WORKS(tricorn_graph_from_csr(fixture.context, 3, zeros, NULL, NULL, &none));
    for (sorted.sorted = 0; sorted.sorted < 2; sorted.sorted++) {
        WORKS(tricorn_edge_support(fixture.context, none, NULL, &sorted, NULL));
        WORKS(tricorn_triangle_list(fixture.context, none, NULL, &sorted, NULL));
        for (int t = TRICORN_TABLE_VERTICES; t <= TRICORN_TABLE_TRIANGLES; t++) {
            tricorn_table_options table = TRICORN_TABLE_OPTIONS_INIT;
            table.table = (tricorn_table)t;
            table.sorted = sorted.sorted;
            for (table.top = 0; table.top < 2; table.top++)
                WORKS(tricorn_table_save(fixture.context, none, path, &table, NULL));
        }
    }
    tricorn_graph_free(none);
}

/* Both functions of a visitor are needed, each by one call. */
TEST_CASE(half_a_visitor)
{
    tricorn_visitor half = TRICORN_VISITOR_INIT;
    tricorn_context *context = fixture.context;
    half.triangles = take_triangles;
    REQUIRE_OK(context, tricorn_triangle_list(context, karate, NULL, &half, NULL));
    REQUIRE_STATUS(context, tricorn_edge_support(context, karate, NULL, &half, NULL), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "visitor->edges");
    half.triangles = NULL;
    half.edges = take_edges;
    REQUIRE_OK(context, tricorn_edge_support(context, karate, NULL, &half, NULL));
    REQUIRE_STATUS(context, tricorn_triangle_list(context, karate, NULL, &half, NULL), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "visitor->triangles");
}

static void set_up(void)
{
    tricorn_load_options bipartite_options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_load_options directed_options = TRICORN_LOAD_OPTIONS_INIT;
    char work_file[TEST_PATH_BYTES];
    test_fixture_open(1);
    bipartite_options.bipartite = 1;
    directed_options.graph.directed = 1;
    directed_options.graph.edge_weights = (const double[]){1, 1, 1};
    directed_options.edge_times = (const int64_t[]){1, 2, 3};
    recipe.model = "complete";
    save_options.format = "edges";
    cut_options.partition = "trust";
    visitor.edges = take_edges;
    visitor.triangles = take_triangles;
    similarity_options.edges = take_similar;
    test_folder_path(&fixture.folder, "graph.txt", path);
    test_folder_path(&fixture.folder, "triangle.txt", file);
    test_folder_path(&fixture.folder, "tricorn-user-alone-1-7-a-1-2", work_file);
    test_file_write(work_file, "", 0, TEST_PLAIN);
    test_file_write(file, "0 1\n1 2\n2 0\n", 12, TEST_PLAIN);
    karate = edge_list_into_graph(fixture.context, make_karate());
    WORKS(tricorn_graph_from_edges32(fixture.context, pairs32, 3, &bipartite_options, &bipartite));
    WORKS(tricorn_graph_from_edges32(fixture.context, pairs32, 3, &directed_options, &directed));
    WORKS(tricorn_plan_create(fixture.context, karate, NULL, &plan));
    WORKS(tricorn_parts_create(fixture.context, karate, NULL, &parts));
    WORKS(tricorn_trussness(fixture.context, karate, NULL, &trusses, NULL));
    WORKS(tricorn_changing_create(fixture.context, karate, &changing));
}

static void tear_down(void)
{
    tricorn_changing_free(changing);
    tricorn_trusses_free(trusses);
    tricorn_plan_free(plan);
    tricorn_parts_free(parts);
    tricorn_graph_free(directed);
    tricorn_graph_free(bipartite);
    tricorn_graph_free(karate);
    test_fixture_close();
}

TEST_MAIN_BETWEEN(set_up, tear_down)
