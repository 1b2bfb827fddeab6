/* test_sizes.c - every struct of the API with every size: those of no version are refused, shorter ones are read and
 * written as far as they reach, longer ones must be 0 behind what is known. */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"

enum { WORD = sizeof(size_t), MOST = 1024, ROOM = 2 * MOST, GARBAGE = 0xEE };

static tricorn_context *context;
static tricorn_graph *karate;
static tricorn_plan *plan;
static tricorn_trusses *trusses;
static tricorn_changing *changing;
static tricorn_graph *directed;
static char path[TEST_PATH_BYTES], out[TEST_PATH_BYTES];
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

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user, (void)ends, (void)values, (void)count;
    return 0;
}

/* ---- calls with a struct ---- */

/* What calls make, and what else they fill. */
static struct {
    tricorn_context *context;
    tricorn_graph *graph;
    tricorn_plan *plan;
    tricorn_trusses *trusses;
} made;
static uint32_t *found;
static uint64_t found_count, triangles[64];
static tricorn_result result = TRICORN_RESULT_INIT;
static tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
static tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
static tricorn_clique_result clique_result = TRICORN_CLIQUE_RESULT_INIT;
static tricorn_approximate_result approximate_result = TRICORN_APPROXIMATE_RESULT_INIT;
static tricorn_sample_result sample_result = TRICORN_SAMPLE_RESULT_INIT;
static tricorn_square_summary square_summary = TRICORN_SQUARE_SUMMARY_INIT;

/* Options by default, but for what their names say. */
static const tricorn_options cut_options = {.struct_size = sizeof cut_options, .partition = "trust"};
static const tricorn_visitor edges_visitor = {.struct_size = sizeof edges_visitor, .edges = take_edges};
static const tricorn_visitor triangles_visitor = {.struct_size = sizeof triangles_visitor, .triangles = take_triangles};
static const tricorn_batch nothing = TRICORN_BATCH_INIT;
static const char *const column_names[] = {"source", "target"};

/* A call makes an object if, and only if, it succeeds. */
static tricorn_status freed(tricorn_status status)
{
    CHECK_EQ(made.context || made.graph || made.plan || made.trusses, status == TRICORN_OK, "an object is made");
    tricorn_context_free(made.context);
    tricorn_graph_free(made.graph);
    tricorn_plan_free(made.plan);
    tricorn_trusses_free(made.trusses);
    memset(&made, 0, sizeof made);
    return status;
}

static tricorn_status read_descriptor(void *given)
{
    const int descriptor = open(path, O_RDONLY);
    const tricorn_status status = tricorn_graph_read(context, descriptor, "x", given, &made.graph);
    close(descriptor);
    return freed(status);
}

static tricorn_status count_labels(void *given)
{
    static const uint32_t labels[64];
    tricorn_label_counts *counts = given;
    const tricorn_status status = tricorn_count_by_labels(context, karate, labels, counts);
    if (status == TRICORN_OK) tricorn_array_free(counts->triples);
    return status;
}

static tricorn_status search_pairs(void *given)
{
    const tricorn_status status = tricorn_pairs_search(context, karate, given, &found, &found_count);
    tricorn_array_free(found);
    found = NULL;
    return status;
}

typedef struct use {
    const char *name, *type;
    tricorn_status (*call)(void *given);
    size_t known;
    bool written; /* by the library; otherwise read */
} use;

static void check_use(const use *tested);

/* A call that reads, or writes, the struct `given`. */
#define READS(name, type, called) USES(name, type, called, false)
#define WRITES(name, type, called) USES(name, type, called, true)
#define USES(name, type, called, written) \
    static tricorn_status name(void *given) \
    { \
        return called; \
    } \
    TEST_CASE(sizes_for_##name) \
    { \
        check_use(&(const use){#name, #type, name, sizeof(type), written}); \
    }

READS(create, tricorn_context_options, freed(tricorn_context_create(given, &made.context)))
READS(load, tricorn_load_options, freed(tricorn_graph_load(context, path, given, &made.graph)))
READS(read_graph, tricorn_load_options, read_descriptor(given))
READS(from_edges32, tricorn_load_options, freed(tricorn_graph_from_edges32(context, pairs, 3, given, &made.graph)))
READS(from_edges64, tricorn_load_options, freed(tricorn_graph_from_edges64(context, NULL, 0, given, &made.graph)))
READS(from_csr, tricorn_load_options,
  freed(tricorn_graph_from_csr(context, 0, (const uint64_t[]){0}, NULL, given, &made.graph)))
READS(estimate_loading, tricorn_load_options, tricorn_graph_estimate(context, path, given, &estimate))
READS(load_for, tricorn_options,
  from_edges32(&(tricorn_load_options){.struct_size = sizeof(tricorn_load_options), .count = given}))
READS(save, tricorn_save_options, tricorn_graph_save(context, karate, out, given))
READS(check_load, tricorn_load_options, tricorn_load_options_check(context, given))
READS(check_save, tricorn_save_options, tricorn_save_options_check(context, "out.txt", given))
READS(check_table, tricorn_table_options, tricorn_table_options_check(context, "out.txt", given))
READS(save_recipe, tricorn_recipe, tricorn_recipe_save(context, given, out, NULL, NULL))
READS(count, tricorn_options, tricorn_count(context, karate, given, &result))
READS(create_plan, tricorn_options, freed(tricorn_plan_create(context, karate, given, &made.plan)))
READS(count_vertices, tricorn_options, tricorn_vertex_triangles(context, karate, given, triangles, NULL))
READS(count_edges, tricorn_options, tricorn_edge_support(context, karate, given, &edges_visitor, NULL))
READS(visit_edges, tricorn_visitor, tricorn_edge_support(context, karate, NULL, given, NULL))
READS(save_table, tricorn_table_options, tricorn_table_save(context, karate, out, given, NULL))
READS(save_table_for, tricorn_options,
  save_table(&(tricorn_table_options){.struct_size = sizeof(tricorn_table_options), .count = given}))
READS(clustering, tricorn_clustering_options, tricorn_clustering(context, karate, given, &summary, NULL))
WRITES(clustering_summary, tricorn_clustering_summary, tricorn_clustering(context, karate, NULL, given, NULL))
READS(top_pairs, tricorn_top_pairs, search_pairs(given))
READS(cliques, tricorn_clique_options, tricorn_count_cliques(context, karate, given, &clique_result))
WRITES(holes, tricorn_holes, tricorn_structural_holes(context, karate, NULL, NULL, given))
WRITES(graphlets, tricorn_graphlets, tricorn_count_graphlets(context, karate, NULL, given))
READS(count_triples, tricorn_options,
  tricorn_count_triples(context, karate, given, NULL, &(tricorn_triples)TRICORN_TRIPLES_INIT))
WRITES(triples, tricorn_triples, tricorn_count_triples(context, karate, NULL, NULL, given))
WRITES(motifs, tricorn_motifs, tricorn_count_motifs(context, directed, 1, given))
WRITES(label_counts, tricorn_label_counts, count_labels(given))
WRITES(cliques_result, tricorn_clique_result, tricorn_count_cliques(context, karate, NULL, given))
READS(approximate, tricorn_approximate_options, tricorn_approximate(context, karate, given, &approximate_result))
READS(sample, tricorn_sample_options, tricorn_sample_load(context, path, NULL, given, &sample_result))
WRITES(places_of_columns, tricorn_column_places, tricorn_columns_find(context, column_names, 2, NULL, given))
WRITES(result_of_sample, tricorn_sample_result, tricorn_sample_load(context, path, NULL, NULL, given))
READS(local, tricorn_local_options, tricorn_approximate_vertices(context, karate, given))
WRITES(result_of_approximate, tricorn_approximate_result, tricorn_approximate(context, karate, NULL, given))
READS(squares, tricorn_square_options, tricorn_square_clustering(context, karate, given, &square_summary))
WRITES(summary_of_squares, tricorn_square_summary, tricorn_square_clustering(context, karate, NULL, given))
WRITES(census, tricorn_census, tricorn_triad_census(context, directed, NULL, given))
WRITES(balance, tricorn_balance, tricorn_structural_balance(context, directed, NULL, NULL, given))
WRITES(butterfly_summary, tricorn_butterfly_summary, tricorn_count_butterflies(context, directed, NULL, NULL, given))
WRITES(latapy_summary, tricorn_latapy_summary, tricorn_latapy_clustering(context, directed, NULL, given))
WRITES(directed_summary, tricorn_directed_summary,
  tricorn_directed_clustering(context, directed, TRICORN_FAGIOLO, NULL, given))
WRITES(weighted_summary, tricorn_weighted_summary,
  tricorn_weighted_clustering(context, directed, TRICORN_ONNELA, NULL, NULL, given))
READS(batch, tricorn_batch, tricorn_changing_apply(context, changing, given, NULL))
WRITES(batch_result, tricorn_batch_result, tricorn_changing_apply(context, changing, &nothing, given))
READS(similarity, tricorn_similarity_options, tricorn_edge_similarity(context, karate, given, NULL))
WRITES(describe, tricorn_graph_description, tricorn_graph_describe(context, karate, given))
WRITES(estimate_file, tricorn_estimate, tricorn_graph_estimate(context, path, NULL, given))
WRITES(measure_partition, tricorn_partition_sizes, tricorn_partition_measure(context, karate, &cut_options, given))
WRITES(measure_rows, tricorn_row_statistics, tricorn_row_statistics_measure(context, karate, given))
READS(trussness, tricorn_truss_options, freed(tricorn_trussness(context, karate, given, &made.trusses, NULL)))
READS(truss, tricorn_truss_options, freed(tricorn_truss(context, karate, 3, given, &made.graph, NULL)))
READS(trussness_for, tricorn_options,
  trussness(&(tricorn_truss_options){.struct_size = sizeof(tricorn_truss_options), .count = given}))
READS(visit_trusses, tricorn_visitor, tricorn_trusses_visit(context, trusses, given))
READS(save_trusses, tricorn_table_options, tricorn_trusses_save(context, trusses, out, given))
WRITES(describe_trusses, tricorn_trusses_description, tricorn_trusses_describe(context, trusses, given))
WRITES(result_of_trussness, tricorn_result, freed(tricorn_trussness(context, karate, NULL, &made.trusses, given)))
WRITES(result_of_count, tricorn_result, tricorn_count(context, karate, NULL, given))
WRITES(result_of_plan, tricorn_result, tricorn_plan_run(context, plan, given))
WRITES(result_of_vertices, tricorn_result, tricorn_vertex_triangles(context, karate, NULL, triangles, given))
WRITES(result_of_list, tricorn_result, tricorn_triangle_list(context, karate, NULL, &triangles_visitor, given))
WRITES(result_of_table, tricorn_result, tricorn_table_save(context, karate, out, NULL, given))

/* ---- sizes ---- */

static union {
    size_t size;
    tricorn_visitor visitor;
    tricorn_recipe recipe;
    tricorn_similarity_options similarity;
    unsigned char bytes[ROOM];
} room;

static bool takes_edges(const use *tested)
{
    return tested->call == visit_edges || tested->call == visit_trusses;
}

/* The bytes that cannot stay 0: of the size, and of a member that the call needs. */
static size_t set_bytes(const use *tested)
{
    if (takes_edges(tested)) return sizeof(tricorn_visitor);
    if (tested->call == save_recipe) return sizeof(tricorn_recipe);
    if (tested->call == similarity) return offsetof(tricorn_similarity_options, user);
    return WORD;
}

/* A struct of that size with nothing set that need not be, and garbage behind it. */
static void prepare(const use *tested, size_t size)
{
    memset(room.bytes, 0, sizeof room);
    if (takes_edges(tested)) room.visitor.edges = take_edges;
    if (tested->call == save_recipe) room.recipe.model = "star";
    if (tested->call == similarity) room.similarity.edges = take_similar;
    if (size < sizeof room) memset(room.bytes + size, GARBAGE, sizeof room - size);
    room.size = size;
}

static const char *message_of(const use *tested)
{
    return tricorn_context_message(tested->call == create ? NULL : context);
}

/* The message has to name the macro that makes the struct: of tricorn_options, it is TRICORN_OPTIONS_INIT. */
static void check_macro(const use *tested, size_t size)
{
    char macro[64];
    snprintf(macro, sizeof macro, "%s_INIT", tested->type);
    for (char *c = macro; *c; c++) *c = (char)toupper(*c);
    CHECK(strstr(message_of(tested), macro) != NULL, "%s of %zu bytes: %s", tested->name, size, message_of(tested));
}

static bool is_right(size_t size)
{
    return size >= 2 * WORD && size <= MOST && size % WORD == 0;
}

static void check_size(const use *tested, size_t size)
{
    const bool right = is_right(size);
    prepare(tested, size);
    const tricorn_status status = tested->call(&room);
    CHECK_EQ(status, right ? TRICORN_OK : TRICORN_INVALID_ARGUMENT, "%s of %zu bytes: %s", tested->name, size,
      message_of(tested));
    if (!right) check_macro(tested, size);
    CHECK_EQ(room.size, size, "%s: the size stays", tested->name);
    const size_t reach = !tested->written || !right ? set_bytes(tested) : size < tested->known ? size : tested->known;
    for (size_t i = reach; i < sizeof room; i++)
        CHECK_EQ(room.bytes[i], i < size ? 0 : GARBAGE, "%s of %zu bytes: byte %zu", tested->name, size, i);
}

/* A struct of a newer header, with a member set that the library does not know. */
static void check_newer_members(const use *tested)
{
    for (size_t size = (tested->known + WORD) / WORD * WORD; size <= MOST; size += 7 * WORD)
        for (size_t set = tested->known; set < size; set += 1 + set % 13) {
            prepare(tested, size);
            room.bytes[set] = 1;
            CHECK_EQ(tested->call(&room), TRICORN_INVALID_ARGUMENT, "%s: byte %zu of %zu", tested->name, set, size);
            CHECK(strstr(message_of(tested), "not 0") != NULL, "%s", tested->name);
        }
}

static void check_use(const use *tested)
{
    static const size_t large[] = {1 << 12, 1 << 16, (size_t)1 << 32, SIZE_MAX / 2, SIZE_MAX - 7, SIZE_MAX};
    for (size_t size = 0; size <= tested->known + 5 * WORD; size++) check_size(tested, size);
    for (size_t size = MOST - WORD; size <= MOST + WORD; size++) check_size(tested, size);
    for (size_t i = 0; i < LENGTH(large); i++) check_size(tested, large[i]);
    check_newer_members(tested);
}

/* The members that a shorter struct has are in force, and no others. */
TEST_CASE(shorter_structs)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_options with = TRICORN_OPTIONS_INIT;
    tricorn_graph *triangle = NULL;
    options.graph.order = "no such order";
    options.struct_size = offsetof(tricorn_load_options, graph.order) + sizeof options.graph.order;
    REQUIRE_STATUS(
      context, tricorn_graph_from_edges32(context, pairs, 3, &options, &triangle), TRICORN_INVALID_ARGUMENT);
    options.struct_size = offsetof(tricorn_load_options, graph.order);
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, &options, &triangle));
    with.parameters = "nonsense";
    with.struct_size = offsetof(tricorn_options, parameters) + sizeof with.parameters;
    REQUIRE_STATUS(context, tricorn_count(context, triangle, &with, &result), TRICORN_INVALID_ARGUMENT);
    with.struct_size = offsetof(tricorn_options, parameters);
    REQUIRE_OK(context, tricorn_count(context, triangle, &with, &result));
    CHECK_EQ(result.triangles, 1, "triangles");
    tricorn_graph_free(triangle);
}

static void set_up(void)
{
    static const char lines[] = "0 1\n1 2\n2 0\n";
    static const double weights[] = {1, 2, 3};
    static const int64_t times[] = {1, 2, 3};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    test_fixture_open(1);
    context = fixture.context;
    options.graph.directed = 1;
    options.bipartite = 1;
    options.graph.edge_weights = weights;
    options.edge_times = times;
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, &options, &directed));
    karate = edge_list_into_graph(context, make_karate());
    test_folder_path(&fixture.folder, "triangle.txt", path);
    test_folder_path(&fixture.folder, "out.txt", out);
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    WORKS(tricorn_plan_create(context, karate, NULL, &plan));
    WORKS(tricorn_trussness(context, karate, NULL, &trusses, NULL));
    WORKS(tricorn_changing_create(context, karate, &changing));
}

static void tear_down(void)
{
    tricorn_trusses_free(trusses);
    tricorn_changing_free(changing);
    tricorn_graph_free(directed);
    tricorn_plan_free(plan);
    tricorn_graph_free(karate);
    test_fixture_close();
}

TEST_MAIN_BETWEEN(set_up, tear_down)
