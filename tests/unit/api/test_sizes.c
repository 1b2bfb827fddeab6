/* test_sizes.c - every struct of the API with every size: those of no version are refused,
 * shorter ones are read and written as far as they reach, longer ones must be 0 behind what is
 * known. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"

enum { WORD = sizeof(size_t), MOST = 1024, ROOM = 2 * MOST, GARBAGE = 0xEE };

static tricorn_graph *karate;
static tricorn_plan *plan;
static tricorn_trusses *trusses;
static tricorn_changing *changing;
static tricorn_graph *directed;
static char path[TEST_PATH_BYTES];
static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0};

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

/* ---- calls with a struct ---- */

static tricorn_status create(void *given)
{
    tricorn_context *made = NULL;
    const tricorn_status status = tricorn_context_create(given, &made);
    CHECK_EQ(made != NULL, status == TRICORN_OK, "a context");
    tricorn_context_free(made);
    return status;
}

static tricorn_status keep_graph(tricorn_status status, tricorn_graph *made)
{
    CHECK_EQ(made != NULL, status == TRICORN_OK, "a graph");
    tricorn_graph_free(made);
    return status;
}

#define LOADER(name, call)                                                                       \
    static tricorn_status name(void *given)                                                      \
    {                                                                                            \
        tricorn_graph *made = NULL;                                                              \
        const tricorn_status status = call;                                                      \
        return keep_graph(status, made);                                                         \
    }
LOADER(load, tricorn_graph_load(fixture.context, path, given, &made))
LOADER(from_edges32, tricorn_graph_from_edges32(fixture.context, pairs, 3, given, &made))
LOADER(from_edges64, tricorn_graph_from_edges64(fixture.context, NULL, 0, given, &made))
LOADER(from_csr,
       tricorn_graph_from_csr(fixture.context, 0, (const uint64_t[]){0}, NULL, given, &made))

static tricorn_status load_for(void *given)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    options.count = given;
    return from_edges32(&options);
}

static tricorn_status read_descriptor(void *given)
{
    const int descriptor = open(path, O_RDONLY);
    tricorn_graph *made = NULL;
    const tricorn_status status =
        tricorn_graph_read(fixture.context, descriptor, "x", given, &made);
    close(descriptor);
    return keep_graph(status, made);
}

static tricorn_status estimate_for(void *given)
{
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    return tricorn_graph_estimate(fixture.context, path, given, &estimate);
}

static tricorn_status estimate(void *given)
{
    return tricorn_graph_estimate(fixture.context, path, NULL, given);
}

static tricorn_status describe(void *given)
{
    return tricorn_graph_describe(fixture.context, karate, given);
}

static tricorn_status measure_rows(void *given)
{
    return tricorn_row_statistics_measure(fixture.context, karate, given);
}

static tricorn_status measure(void *given)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.partition = "trust";
    return tricorn_partition_measure(fixture.context, karate, &options, given);
}

static tricorn_status save(void *given)
{
    char out[TEST_PATH_BYTES];
    test_folder_path(&fixture.folder, "out.txt", out);
    return tricorn_graph_save(fixture.context, karate, out, given);
}

static tricorn_status check_load(void *given)
{
    return tricorn_load_options_check(fixture.context, given);
}

static tricorn_status check_save(void *given)
{
    return tricorn_save_options_check(fixture.context, "out.txt", given);
}

static tricorn_status check_table(void *given)
{
    return tricorn_table_options_check(fixture.context, "out.txt", given);
}

static tricorn_status save_recipe(void *given)
{
    char out[TEST_PATH_BYTES];
    test_folder_path(&fixture.folder, "out.txt", out);
    return tricorn_recipe_save(fixture.context, given, out, NULL, NULL);
}

static tricorn_status count(void *given)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    return tricorn_count(fixture.context, karate, given, &result);
}

static tricorn_status make_plan(void *given)
{
    tricorn_plan *made = NULL;
    const tricorn_status status = tricorn_plan_create(fixture.context, karate, given, &made);
    CHECK_EQ(made != NULL, status == TRICORN_OK, "a plan");
    tricorn_plan_free(made);
    return status;
}

static tricorn_status count_vertices(void *given)
{
    uint64_t triangles[64];
    return tricorn_vertex_triangles(fixture.context, karate, given, triangles, NULL);
}

static tricorn_status count_edges(void *given)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    visitor.edges = take_edges;
    return tricorn_edge_support(fixture.context, karate, given, &visitor, NULL);
}

static tricorn_status visit_edges(void *given)
{
    return tricorn_edge_support(fixture.context, karate, NULL, given, NULL);
}

static tricorn_status table(void *given)
{
    char out[TEST_PATH_BYTES];
    test_folder_path(&fixture.folder, "out.txt", out);
    return tricorn_table_save(fixture.context, karate, out, given, NULL);
}

static tricorn_status table_for(void *given)
{
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    options.count = given;
    return table(&options);
}

static tricorn_status clustering(void *given)
{
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    return tricorn_clustering(fixture.context, karate, given, &summary, NULL);
}

static tricorn_status clustering_summary(void *given)
{
    return tricorn_clustering(fixture.context, karate, NULL, given, NULL);
}

static tricorn_status top_pairs(void *given)
{
    uint32_t *found = NULL;
    uint64_t count;
    const tricorn_status status =
        tricorn_pairs_search(fixture.context, karate, given, &found, &count);
    tricorn_array_free(found);
    return status;
}

static tricorn_status cliques(void *given)
{
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;
    return tricorn_count_cliques(fixture.context, karate, given, &result);
}

static tricorn_status graphlets(void *given)
{
    return tricorn_count_graphlets(fixture.context, karate, NULL, given);
}

static tricorn_status label_counts(void *given)
{
    static const uint32_t labels[64];
    tricorn_label_counts *counts = given;
    const tricorn_status status = tricorn_count_by_labels(fixture.context, karate, labels, given);
    if (status == TRICORN_OK) tricorn_array_free(counts->triples);
    return status;
}

static tricorn_status cliques_result(void *given)
{
    return tricorn_count_cliques(fixture.context, karate, NULL, given);
}

static tricorn_status approximate(void *given)
{
    tricorn_approximate_result result = TRICORN_APPROXIMATE_RESULT_INIT;
    return tricorn_approximate(fixture.context, karate, given, &result);
}

static const char *triangle_file(char place[TEST_PATH_BYTES])
{
    test_folder_path(&fixture.folder, "sampled.txt", place);
    test_file_write(place, "0 1\n1 2\n2 0\n", 12, TEST_PLAIN);
    return place;
}

static tricorn_status places_of_columns(void *given)
{
    static const char *const names[] = {"source", "target"};
    return tricorn_columns_find(fixture.context, names, 2, NULL, given);
}

static tricorn_status sample(void *given)
{
    tricorn_sample_result result = TRICORN_SAMPLE_RESULT_INIT;
    char place[TEST_PATH_BYTES];
    return tricorn_sample_load(fixture.context, triangle_file(place), NULL, given, &result);
}

static tricorn_status sample_result(void *given)
{
    char place[TEST_PATH_BYTES];
    return tricorn_sample_load(fixture.context, triangle_file(place), NULL, NULL, given);
}

static tricorn_status local(void *given)
{
    return tricorn_approximate_vertices(fixture.context, karate, given);
}

static tricorn_status approximate_result(void *given)
{
    return tricorn_approximate(fixture.context, karate, NULL, given);
}

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user, (void)ends, (void)values, (void)count;
    return 0;
}

static tricorn_status similarity(void *given)
{
    return tricorn_edge_similarity(fixture.context, karate, given, NULL);
}

static tricorn_status count_result(void *given)
{
    return tricorn_count(fixture.context, karate, NULL, given);
}

static tricorn_status plan_result(void *given)
{
    return tricorn_plan_run(fixture.context, plan, given);
}

static tricorn_status vertices_result(void *given)
{
    uint64_t triangles[64];
    return tricorn_vertex_triangles(fixture.context, karate, NULL, triangles, given);
}

static tricorn_status list_result(void *given)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    visitor.triangles = take_triangles;
    return tricorn_triangle_list(fixture.context, karate, NULL, &visitor, given);
}

static tricorn_status table_result(void *given)
{
    char out[TEST_PATH_BYTES];
    test_folder_path(&fixture.folder, "out.txt", out);
    return tricorn_table_save(fixture.context, karate, out, NULL, given);
}

static tricorn_status keep_trusses(tricorn_status status, tricorn_trusses *made)
{
    CHECK_EQ(made != NULL, status == TRICORN_OK, "trusses");
    tricorn_trusses_free(made);
    return status;
}

static tricorn_status trussness(void *given)
{
    tricorn_trusses *made = NULL;
    const tricorn_status status = tricorn_trussness(fixture.context, karate, given, &made, NULL);
    return keep_trusses(status, made);
}

static tricorn_status trussness_for(void *given)
{
    tricorn_truss_options options = TRICORN_TRUSS_OPTIONS_INIT;
    options.count = given;
    return trussness(&options);
}

static tricorn_status trussness_result(void *given)
{
    tricorn_trusses *made = NULL;
    const tricorn_status status = tricorn_trussness(fixture.context, karate, NULL, &made, given);
    return keep_trusses(status, made);
}

LOADER(truss, tricorn_truss(fixture.context, karate, 3, given, &made, NULL))

static tricorn_status describe_trusses(void *given)
{
    return tricorn_trusses_describe(fixture.context, trusses, given);
}

static tricorn_status visit_trusses(void *given)
{
    return tricorn_trusses_visit(fixture.context, trusses, given);
}

static tricorn_status table_of_trusses(void *given)
{
    char out[TEST_PATH_BYTES];
    test_folder_path(&fixture.folder, "out.txt", out);
    return tricorn_trusses_save(fixture.context, trusses, out, given);
}

static tricorn_status squares(void *given)
{
    tricorn_square_summary summary = TRICORN_SQUARE_SUMMARY_INIT;
    return tricorn_square_clustering(fixture.context, karate, given, &summary);
}

static tricorn_status square_summary(void *given)
{
    return tricorn_square_clustering(fixture.context, karate, NULL, given);
}

static tricorn_status census(void *given)
{
    return tricorn_triad_census(fixture.context, directed, NULL, given);
}

static tricorn_status balance(void *given)
{
    return tricorn_structural_balance(fixture.context, directed, NULL, NULL, given);
}

static tricorn_status butterfly_summary(void *given)
{
    return tricorn_count_butterflies(fixture.context, directed, NULL, NULL, given);
}

static tricorn_status latapy_summary(void *given)
{
    return tricorn_latapy_clustering(fixture.context, directed, NULL, given);
}

static tricorn_status directed_summary(void *given)
{
    return tricorn_directed_clustering(fixture.context, directed, TRICORN_FAGIOLO, NULL, given);
}

static tricorn_status weighted_summary(void *given)
{
    return tricorn_weighted_clustering(fixture.context, directed, TRICORN_ONNELA, NULL, NULL,
                                       given);
}

static tricorn_status batch(void *given)
{
    return tricorn_changing_apply(fixture.context, changing, given, NULL);
}

static tricorn_status batch_result(void *given)
{
    const tricorn_batch nothing = TRICORN_BATCH_INIT;
    return tricorn_changing_apply(fixture.context, changing, &nothing, given);
}

/* ---- the structs ---- */

static const struct {
    const char *name, *macro;
    tricorn_status (*call)(void *given);
    size_t known;
    bool written; /* by the library; otherwise read */
} uses[] = {
#define CONTEXT_OPTIONS "TRICORN_CONTEXT_OPTIONS_INIT"
#define LOAD_OPTIONS "TRICORN_LOAD_OPTIONS_INIT"
#define OPTIONS "TRICORN_OPTIONS_INIT"
#define RESULT "TRICORN_RESULT_INIT"
    {"context", CONTEXT_OPTIONS, create, sizeof(tricorn_context_options), false},
    {"load", LOAD_OPTIONS, load, sizeof(tricorn_load_options), false},
    {"read", LOAD_OPTIONS, read_descriptor, sizeof(tricorn_load_options), false},
    {"from_edges32", LOAD_OPTIONS, from_edges32, sizeof(tricorn_load_options), false},
    {"from_edges64", LOAD_OPTIONS, from_edges64, sizeof(tricorn_load_options), false},
    {"from_csr", LOAD_OPTIONS, from_csr, sizeof(tricorn_load_options), false},
    {"estimate's", LOAD_OPTIONS, estimate_for, sizeof(tricorn_load_options), false},
    {"loading for", OPTIONS, load_for, sizeof(tricorn_options), false},
    {"save", "TRICORN_SAVE_OPTIONS_INIT", save, sizeof(tricorn_save_options), false},
    {"load's check", LOAD_OPTIONS, check_load, sizeof(tricorn_load_options), false},
    {"save's check", "TRICORN_SAVE_OPTIONS_INIT", check_save, sizeof(tricorn_save_options), false},
    {"table's check", "TRICORN_TABLE_OPTIONS_INIT", check_table, sizeof(tricorn_table_options),
     false},
    {"recipe", "TRICORN_RECIPE_INIT", save_recipe, sizeof(tricorn_recipe), false},
    {"count", OPTIONS, count, sizeof(tricorn_options), false},
    {"plan", OPTIONS, make_plan, sizeof(tricorn_options), false},
    {"vertices", OPTIONS, count_vertices, sizeof(tricorn_options), false},
    {"edges", OPTIONS, count_edges, sizeof(tricorn_options), false},
    {"table's", OPTIONS, table_for, sizeof(tricorn_options), false},
    {"visitor", "TRICORN_VISITOR_INIT", visit_edges, sizeof(tricorn_visitor), false},
    {"table", "TRICORN_TABLE_OPTIONS_INIT", table, sizeof(tricorn_table_options), false},
    {"clustering", "TRICORN_CLUSTERING_OPTIONS_INIT", clustering,
     sizeof(tricorn_clustering_options), false},
    {"clustering's summary", "TRICORN_CLUSTERING_SUMMARY_INIT", clustering_summary,
     sizeof(tricorn_clustering_summary), true},
    {"top pairs", "TRICORN_TOP_PAIRS_INIT", top_pairs, sizeof(tricorn_top_pairs), false},
    {"cliques", "TRICORN_CLIQUE_OPTIONS_INIT", cliques, sizeof(tricorn_clique_options), false},
    {"label counts", "TRICORN_LABEL_COUNTS_INIT", label_counts, sizeof(tricorn_label_counts), true},
    {"graphlets", "TRICORN_GRAPHLETS_INIT", graphlets, sizeof(tricorn_graphlets), true},
    {"cliques' result", "TRICORN_CLIQUE_RESULT_INIT", cliques_result,
     sizeof(tricorn_clique_result), true},
    {"approximate", "TRICORN_APPROXIMATE_OPTIONS_INIT", approximate,
     sizeof(tricorn_approximate_options), false},
    {"sample", "TRICORN_SAMPLE_OPTIONS_INIT", sample, sizeof(tricorn_sample_options), false},
    {"places of columns", "TRICORN_COLUMN_PLACES_INIT", places_of_columns,
     sizeof(tricorn_column_places), true},
    {"sample's result", "TRICORN_SAMPLE_RESULT_INIT", sample_result,
     sizeof(tricorn_sample_result), true},
    {"local", "TRICORN_LOCAL_OPTIONS_INIT", local, sizeof(tricorn_local_options), false},
    {"approximate's result", "TRICORN_APPROXIMATE_RESULT_INIT", approximate_result,
     sizeof(tricorn_approximate_result), true},
    {"squares", "TRICORN_SQUARE_OPTIONS_INIT", squares, sizeof(tricorn_square_options), false},
    {"squares' summary", "TRICORN_SQUARE_SUMMARY_INIT", square_summary,
     sizeof(tricorn_square_summary), true},
    {"census", "TRICORN_CENSUS_INIT", census, sizeof(tricorn_census), true},
    {"balance", "TRICORN_BALANCE_INIT", balance, sizeof(tricorn_balance), true},
    {"butterflies' summary", "TRICORN_BUTTERFLY_SUMMARY_INIT", butterfly_summary,
     sizeof(tricorn_butterfly_summary), true},
    {"Latapy's summary", "TRICORN_LATAPY_SUMMARY_INIT", latapy_summary,
     sizeof(tricorn_latapy_summary), true},
    {"directed clustering", "TRICORN_DIRECTED_SUMMARY_INIT", directed_summary,
     sizeof(tricorn_directed_summary), true},
    {"weighted clustering", "TRICORN_WEIGHTED_SUMMARY_INIT", weighted_summary,
     sizeof(tricorn_weighted_summary), true},
    {"batch", "TRICORN_BATCH_INIT", batch, sizeof(tricorn_batch), false},
    {"batch's result", "TRICORN_BATCH_RESULT_INIT", batch_result, sizeof(tricorn_batch_result),
     true},
    {"similarity", "TRICORN_SIMILARITY_OPTIONS_INIT", similarity,
     sizeof(tricorn_similarity_options), false},
    {"description", "TRICORN_GRAPH_DESCRIPTION_INIT", describe, sizeof(tricorn_graph_description),
     true},
    {"estimate", "TRICORN_ESTIMATE_INIT", estimate, sizeof(tricorn_estimate), true},
    {"partition sizes", "TRICORN_PARTITION_SIZES_INIT", measure, sizeof(tricorn_partition_sizes),
     true},
    {"row statistics", "TRICORN_ROW_STATISTICS_INIT", measure_rows,
     sizeof(tricorn_row_statistics), true},
    {"trussness", "TRICORN_TRUSS_OPTIONS_INIT", trussness, sizeof(tricorn_truss_options), false},
    {"truss", "TRICORN_TRUSS_OPTIONS_INIT", truss, sizeof(tricorn_truss_options), false},
    {"trussness's", OPTIONS, trussness_for, sizeof(tricorn_options), false},
    {"trusses' visitor", "TRICORN_VISITOR_INIT", visit_trusses, sizeof(tricorn_visitor), false},
    {"trusses' table", "TRICORN_TABLE_OPTIONS_INIT", table_of_trusses,
     sizeof(tricorn_table_options), false},
    {"trusses", "TRICORN_TRUSSES_DESCRIPTION_INIT", describe_trusses,
     sizeof(tricorn_trusses_description), true},
    {"trussness's result", RESULT, trussness_result, sizeof(tricorn_result), true},
    {"count's result", RESULT, count_result, sizeof(tricorn_result), true},
    {"plan's result", RESULT, plan_result, sizeof(tricorn_result), true},
    {"vertices' result", RESULT, vertices_result, sizeof(tricorn_result), true},
    {"list's result", RESULT, list_result, sizeof(tricorn_result), true},
    {"table's result", RESULT, table_result, sizeof(tricorn_result), true},
};

enum { USES = LENGTH(uses) };

static union {
    size_t size;
    tricorn_visitor visitor;
    tricorn_recipe recipe;
    tricorn_similarity_options similarity;
    unsigned char bytes[ROOM];
} room;

static bool takes_edges(size_t use)
{
    return uses[use].call == visit_edges || uses[use].call == visit_trusses;
}

/* The bytes that cannot stay 0: of the size, and of a member that the call needs. */
static size_t set_bytes(size_t use)
{
    if (takes_edges(use)) return sizeof(tricorn_visitor);
    if (uses[use].call == save_recipe) return sizeof(tricorn_recipe);
    if (uses[use].call == similarity) return offsetof(tricorn_similarity_options, user);
    return WORD;
}

/* A struct of that size with nothing set that need not be, and garbage behind it. */
static void prepare(size_t use, size_t size)
{
    memset(room.bytes, 0, sizeof room);
    if (takes_edges(use)) room.visitor.edges = take_edges;
    if (uses[use].call == save_recipe) room.recipe.model = "star";
    if (uses[use].call == similarity) room.similarity.edges = take_similar;
    if (size < sizeof room) memset(room.bytes + size, GARBAGE, sizeof room - size);
    room.size = size;
}

static bool is_right(size_t size)
{
    return size >= 2 * WORD && size <= MOST && size % WORD == 0;
}

static void check_size(size_t use, size_t size)
{
    const bool right = is_right(size);
    prepare(use, size);
    const tricorn_status status = uses[use].call(&room);
    const char *message =
        tricorn_context_message(uses[use].call == create ? NULL : fixture.context);
    CHECK_EQ(status, right ? TRICORN_OK : TRICORN_INVALID_ARGUMENT, "%s of %zu bytes: %s",
             uses[use].name, size, message);
    if (!right)
        CHECK(strstr(message, uses[use].macro) != NULL, "%s of %zu bytes: %s", uses[use].name,
              size, message);
    CHECK_EQ(room.size, size, "%s: the size stays", uses[use].name);
    const size_t reach = !uses[use].written || !right ? set_bytes(use)
                         : size < uses[use].known     ? size
                                                      : uses[use].known;
    for (size_t i = reach; i < sizeof room; i++)
        CHECK_EQ(room.bytes[i], i < size ? 0 : GARBAGE, "%s of %zu bytes: byte %zu",
                 uses[use].name, size, i);
}

TEST_CASE(all_sizes)
{
    static const size_t large[] = {1 << 12,      1 << 16,      (size_t)1 << 32,
                                   SIZE_MAX / 2, SIZE_MAX - 7, SIZE_MAX};
    for (size_t u = 0; u < USES; u++) {
        for (size_t size = 0; size <= uses[u].known + 5 * WORD; size++) check_size(u, size);
        for (size_t size = MOST - WORD; size <= MOST + WORD; size++) check_size(u, size);
        for (size_t i = 0; i < LENGTH(large); i++) check_size(u, large[i]);
    }
}

/* A struct of a newer header, with a member set that the library does not know. */
TEST_CASE(newer_members)
{
    for (size_t u = 0; u < USES; u++)
        for (size_t size = (uses[u].known + WORD) / WORD * WORD; size <= MOST; size += 7 * WORD)
            for (size_t set = uses[u].known; set < size; set += 1 + set % 13) {
                prepare(u, size);
                room.bytes[set] = 1;
                CHECK_EQ(uses[u].call(&room), TRICORN_INVALID_ARGUMENT, "%s: byte %zu of %zu",
                         uses[u].name, set, size);
                CHECK(strstr(tricorn_context_message(uses[u].call == create ? NULL
                                                                            : fixture.context),
                             "not 0") != NULL,
                      "%s", uses[u].name);
            }
}

/* The members that a shorter struct has are in force, and no others. */
TEST_CASE(shorter_structs)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_options with = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_context *context = fixture.context;
    tricorn_graph *made = NULL;
    options.graph.order = "no such order";
    options.struct_size =
        offsetof(tricorn_load_options, graph.order) + sizeof options.graph.order;
    REQUIRE_STATUS(context, tricorn_graph_from_edges32(context, pairs, 3, &options, &made),
                   TRICORN_INVALID_ARGUMENT);
    options.struct_size = offsetof(tricorn_load_options, graph.order);
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, &options, &made));
    with.parameters = "nonsense";
    with.struct_size = offsetof(tricorn_options, parameters) + sizeof with.parameters;
    REQUIRE_STATUS(context, tricorn_count(context, made, &with, &result),
                   TRICORN_INVALID_ARGUMENT);
    with.struct_size = offsetof(tricorn_options, parameters);
    REQUIRE_OK(context, tricorn_count(context, made, &with, &result));
    CHECK_EQ(result.triangles, 1, "triangles");
    tricorn_graph_free(made);
}

static int set_up(void **state)
{
    static const char lines[] = "0 1\n1 2\n2 0\n";
    static const double weights[] = {1, 2, 3};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    (void)state;
    test_fixture_open(1);
    options.graph.directed = 1;
    options.bipartite = 1;
    options.graph.edge_weights = weights;
    REQUIRE_OK(fixture.context, tricorn_graph_from_edges32(fixture.context, pairs, 3, &options,
                                                           &directed));
    karate = edge_list_into_graph(fixture.context, make_karate());
    test_folder_path(&fixture.folder, "triangle.txt", path);
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    return tricorn_plan_create(fixture.context, karate, NULL, &plan) != TRICORN_OK ||
           tricorn_trussness(fixture.context, karate, NULL, &trusses, NULL) != TRICORN_OK ||
           tricorn_changing_create(fixture.context, karate, &changing) != TRICORN_OK;
}

static int tear_down(void **state)
{
    (void)state;
    tricorn_trusses_free(trusses);
    tricorn_changing_free(changing);
    tricorn_graph_free(directed);
    tricorn_plan_free(plan);
    tricorn_graph_free(karate);
    test_fixture_close();
    return 0;
}

TEST_MAIN_BETWEEN(set_up, tear_down)
