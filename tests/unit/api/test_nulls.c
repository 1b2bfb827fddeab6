/* test_nulls.c - every public call with every choice of its pointers being NULL: it fails with
 * TRICORN_INVALID_ARGUMENT and names one that it needs, or it works without them. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"

enum { MOST_POINTERS = 6, KARATE_VERTICES = 34, KARATE_TRIANGLES = 45, KARATE_K_MAX = 5, MOST_VERTICES = 64, MOST_EDGES = 78 };

/* What calls are given, and what they fill. */
static struct {
    tricorn_graph *karate, *made;
    tricorn_plan *plan, *made_plan;
    tricorn_parts *parts, *made_parts;
    tricorn_context *made_context;
    tricorn_context_options context_options;
    tricorn_load_options load;
    tricorn_save_options save;
    tricorn_recipe recipe;
    tricorn_column_places places;
    tricorn_options count, cut;
    tricorn_partition_sizes sizes;
    tricorn_row_statistics row_statistics;
    tricorn_truss_options truss;
    tricorn_trusses *trusses, *made_trusses;
    tricorn_changing *changing, *made_changing;
    uint32_t *made_pairs;
    uint64_t pair_count;
    tricorn_top_pairs top_pairs;
    tricorn_graph *directed;
    uint64_t triads[TRICORN_TRIADS * 4], orbits[TRICORN_ORBITS * 34];
    double coefficients[4];
    tricorn_census census;
    tricorn_balance balance;
    tricorn_butterfly_summary butterfly_summary;
    tricorn_latapy_summary latapy_summary;
    tricorn_square_options squares;
    tricorn_square_summary square_summary;
    tricorn_directed_summary directed_summary;
    tricorn_weighted_summary weighted_summary;
    uint64_t *made_offsets, *made_counts;
    tricorn_batch batch;
    tricorn_batch_result batch_result;
    tricorn_trusses_description trusses_description;
    uint32_t components[MOST_VERTICES], component_count;
    tricorn_table_options table;
    tricorn_visitor visitor;
    tricorn_clustering_options clustering;
    tricorn_clustering_summary summary;
    tricorn_result result;
    tricorn_graph_description description;
    tricorn_estimate estimate;
    uint64_t numbers[MOST_VERTICES];
    uint32_t ends[2 * MOST_EDGES];
    double edge_reals[MOST_EDGES];
    uint32_t degeneracy;
    tricorn_similarity_options similarity;
    tricorn_clique_options cliques;
    tricorn_clique_result clique_result;
    tricorn_graphlets graphlets;
    tricorn_label_counts label_counts;
    tricorn_vertex_labels vertex_labels;
    tricorn_approximate_options approximate;
    tricorn_approximate_result approximate_result;
    tricorn_sample_options sample;
    tricorn_sample_result sample_result;
    tricorn_local_options local;
    double reals[MOST_VERTICES];
    char file[TEST_PATH_BYTES], path[TEST_PATH_BYTES], work[TEST_PATH_BYTES];
} given;

static const uint32_t pairs32[] = {0, 1, 1, 2, 2, 0}, targets[] = {1, 2, 2};
static const uint64_t pairs64[] = {0, 1, 1, 2, 2, 0}, offsets[] = {0, 2, 3, 3};
static char empty[] = "", edges_name[] = "edges", model[] = "complete";
static char partition[] = "trust";

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

/* ---- the calls ---- */

/* A pointer that a call is given, by the name that its message has for it. */
typedef struct pointer {
    const char *name;
    void *value;
    bool needed;
} pointer;

typedef tricorn_status (*caller)(void *const *p);

#define CALLER(name, call)                                                                       \
    static tricorn_status name(void *const *p)                                                   \
    {                                                                                            \
        return call;                                                                             \
    }

static const uint64_t zeros[4];

CALLER(create, tricorn_context_create(p[1], p[0]))
CALLER(load, tricorn_graph_load(p[0], p[1], p[2], p[3]))
CALLER(edges32, tricorn_graph_from_edges32(p[0], p[1], 3, p[2], p[3]))
CALLER(edges64, tricorn_graph_from_edges64(p[0], p[1], 3, p[2], p[3]))
CALLER(no_edges32, tricorn_graph_from_edges32(p[0], p[1], 0, p[2], p[3]))
CALLER(no_edges64, tricorn_graph_from_edges64(p[0], p[1], 0, p[2], p[3]))
CALLER(rows, tricorn_graph_from_csr(p[0], 3, p[1], p[2], p[3], p[4]))
CALLER(empty_rows, tricorn_graph_from_csr(p[0], 3, p[1] ? zeros : NULL, p[2], p[3], p[4]))
CALLER(no_rows, tricorn_graph_from_csr(p[0], 0, p[1], p[2], p[3], p[4]))
CALLER(generate, tricorn_graph_generate(p[0], p[1], p[2], 0, p[3]))
CALLER(describe, tricorn_graph_describe(p[0], p[1], p[2]))
CALLER(estimate, tricorn_graph_estimate(p[0], p[1], p[2], p[3]))
CALLER(describe_work, tricorn_work_describe(p[0], p[1], p[2], p[3] ? take_line : NULL, NULL))
CALLER(degrees, tricorn_graph_degrees(p[0], p[1], p[2]))
CALLER(edges, tricorn_graph_edges(p[0], p[1], p[2], NULL, NULL))
CALLER(save, tricorn_graph_save(p[0], p[1], p[2], p[3]))
CALLER(check_load, tricorn_load_options_check(p[0], p[1]))
CALLER(check_save, tricorn_save_options_check(p[0], "x.txt", p[1]))
CALLER(check_write, tricorn_save_options_check(p[0], NULL, p[1]))
CALLER(check_table, tricorn_table_options_check(p[0], p[1], p[2]))
CALLER(find_columns, tricorn_columns_find(p[0], p[1], 2, p[2], p[3]))
CALLER(test_conditions, tricorn_conditions_test(p[0], p[1], p[2], p[3]))
CALLER(save_recipe, tricorn_recipe_save(p[0], p[1], p[2], p[3], p[4]))
CALLER(count, tricorn_count(p[0], p[1], p[2], p[3]))
CALLER(plan, tricorn_plan_create(p[0], p[1], p[2], p[3]))
CALLER(measure, tricorn_partition_measure(p[0], p[1], p[2], p[3]))
CALLER(measure_rows, tricorn_row_statistics_measure(p[0], p[1], p[2]))
CALLER(cut_parts, tricorn_parts_create(p[0], p[1], p[2], p[3]))
CALLER(name_parts, tricorn_parts_identity(p[0], p[1], p[2]))
CALLER(count_part, tricorn_part_count(p[0], p[1], 0, p[2]))
CALLER(run_plan, tricorn_plan_run(p[0], p[1], p[2]))
CALLER(vertices, tricorn_vertex_triangles(p[0], p[1], p[2], p[3], p[4]))
CALLER(support, tricorn_edge_support(p[0], p[1], p[2], p[3], p[4]))
CALLER(list, tricorn_triangle_list(p[0], p[1], p[2], p[3], p[4]))
CALLER(clustering, tricorn_clustering(p[0], p[1], p[2], p[3], p[4]))
CALLER(cores, tricorn_core_numbers(p[0], p[1], p[2], p[3]))
CALLER(core, tricorn_graph_core(p[0], p[1], 2, p[2]))
CALLER(similarity, tricorn_edge_similarity(p[0], p[1], p[2], p[3]))
CALLER(similar_pairs, tricorn_pair_similarity(p[0], p[1], TRICORN_COSINE, p[2], 1, p[3]))
CALLER(with_names, tricorn_graph_with_names(p[0], p[1], p[2], NULL, p[3]))
CALLER(with_values, tricorn_graph_with_values(p[0], p[1], NULL, p[2], p[3]))
CALLER(pairs_search, tricorn_pairs_search(p[0], p[1], p[2], p[3], p[4]))
CALLER(load_pairs, tricorn_pairs_load(p[0], p[1], p[2], p[3], p[4], p[5]))
CALLER(cliques, tricorn_count_cliques(p[0], p[1], p[2], p[3]))
CALLER(graphlets, tricorn_count_graphlets(p[0], p[1], p[2], p[3]))
CALLER(count_labels, tricorn_count_by_labels(p[0], p[1], p[2], p[3]))
static tricorn_status load_and_free(void *const *p)
{
    tricorn_vertex_labels *labels = p[4];
    const tricorn_status status = tricorn_labels_load(p[0], p[1], p[2], p[3], labels);
    if (status != TRICORN_OK) return status;
    tricorn_array_free(labels->labels);
    tricorn_array_free(labels->names);
    *labels = (tricorn_vertex_labels)TRICORN_VERTEX_LABELS_INIT;
    return status;
}
CALLER(load_labels, load_and_free(p))
CALLER(sample, tricorn_sample_load(p[0], p[1], p[2], p[3], p[4]))
CALLER(local, tricorn_approximate_vertices(p[0], p[1], p[2]))
CALLER(keep_supports, tricorn_changing_keep_supports(p[0], p[1]))
CALLER(changing_supports, tricorn_changing_supports(p[0], p[1], p[2], 1, p[3]))
CALLER(approximate, tricorn_approximate(p[0], p[1], p[2], p[3]))
CALLER(squares, tricorn_square_clustering(p[0], p[1], p[2], p[3]))
CALLER(census, tricorn_triad_census(p[0], p[1], p[2], p[3]))
CALLER(balance, tricorn_structural_balance(p[0], p[1], p[2], p[3], p[4]))
CALLER(butterflies, tricorn_count_butterflies(p[0], p[1], p[2], p[3], p[4]))
CALLER(sides, tricorn_graph_sides(p[0], p[1], p[2]))
CALLER(latapy, tricorn_latapy_clustering(p[0], p[1], p[2], p[3]))
CALLER(directed, tricorn_directed_clustering(p[0], p[1], TRICORN_LDBC, p[2], p[3]))
CALLER(weighted, tricorn_weighted_clustering(p[0], p[1], TRICORN_BARRAT, p[2], p[3], p[4]))
CALLER(generalized, tricorn_generalized_degree(p[0], p[1], p[2], p[3], p[4], p[5]))
CALLER(create_changing, tricorn_changing_create(p[0], p[1], p[2]))
CALLER(create_changing_on, tricorn_changing_create_on(p[0], p[1], p[2], p[3]))
CALLER(changing_vertices, tricorn_changing_vertices(p[0], p[1], p[2]))
CALLER(apply_batch, tricorn_changing_apply(p[0], p[1], p[2], p[3]))
CALLER(graph_of_changing, tricorn_changing_graph(p[0], p[1], p[2]))
CALLER(save_table, tricorn_table_save(p[0], p[1], p[2], p[3], p[4]))
CALLER(trussness, tricorn_trussness(p[0], p[1], p[2], p[3], p[4]))
CALLER(truss, tricorn_truss(p[0], p[1], 3, p[2], p[3], p[4]))
CALLER(describe_trusses, tricorn_trusses_describe(p[0], p[1], p[2]))
CALLER(visit_trusses, tricorn_trusses_visit(p[0], p[1], p[2]))
CALLER(save_trusses, tricorn_trusses_save(p[0], p[1], p[2], p[3]))
CALLER(graph_of_trusses, tricorn_trusses_graph(p[0], p[1], 3, p[2]))
CALLER(components, tricorn_graph_components(p[0], p[1], p[2], p[3]))

/* With a descriptor, which each call opens anew. */
#define DESCRIPTOR_CALLER(name, path, flags, call)                                               \
    static tricorn_status name(void *const *p)                                                   \
    {                                                                                            \
        const int descriptor = open(path, flags);                                                \
        const tricorn_status status = call;                                                      \
        close(descriptor);                                                                       \
        return status;                                                                           \
    }

DESCRIPTOR_CALLER(read_it, given.file, O_RDONLY,
                  tricorn_graph_read(p[0], descriptor, p[1], p[2], p[3]))
DESCRIPTOR_CALLER(write_it, "/dev/null", O_WRONLY,
                  tricorn_graph_write(p[0], p[1], descriptor, p[2]))
DESCRIPTOR_CALLER(write_recipe, "/dev/null", O_WRONLY,
                  tricorn_recipe_write(p[0], p[1], descriptor, p[2], p[3]))
DESCRIPTOR_CALLER(write_table, "/dev/null", O_WRONLY,
                  tricorn_table_write(p[0], p[1], descriptor, p[2], p[3]))
DESCRIPTOR_CALLER(write_trusses, "/dev/null", O_WRONLY,
                  tricorn_trusses_write(p[0], p[1], descriptor, p[2]))

/* ---- all of them ---- */

static void free_made(void)
{
    tricorn_graph_free(given.made);
    tricorn_plan_free(given.made_plan);
    tricorn_parts_free(given.made_parts);
    tricorn_context_free(given.made_context);
    tricorn_trusses_free(given.made_trusses);
    tricorn_changing_free(given.made_changing);
    tricorn_array_free(given.made_pairs);
    tricorn_array_free(given.made_offsets);
    tricorn_array_free(given.made_counts);
    given.made_offsets = given.made_counts = NULL;
    given.made_pairs = NULL;
    given.made_trusses = NULL;
    given.made_changing = NULL;
    given.made = NULL;
    given.made_plan = NULL;
    given.made_parts = NULL;
    given.made_context = NULL;
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
        for (int i = 0; pointers[i].name; i++)
            values[i] = missing & 1u << i ? NULL : pointers[i].value;
        const bool with_context = call != create && values[0] != NULL;
        const tricorn_status status = call(values);
        CHECK_EQ(status, missing & needed ? TRICORN_INVALID_ARGUMENT : TRICORN_OK,
                 "%s without 0x%x: %s", name, missing, tricorn_context_message(fixture.context));
        if (status != TRICORN_OK)
            CHECK(given.made == NULL && given.made_plan == NULL && given.made_parts == NULL &&
                      given.made_context == NULL && given.made_trusses == NULL &&
                      given.made_changing == NULL && given.made_pairs == NULL,
                  "%s without 0x%x has an output", name, missing);
        if (status != TRICORN_OK && with_context) check_message(name, pointers, missing & needed);
        free_made();
    }
}

#define CONTEXT                                                                                  \
    {                                                                                            \
        "context", fixture.context, true                                                         \
    }
#define GRAPH                                                                                    \
    {                                                                                            \
        "graph", given.karate, true                                                              \
    }
#define MADE                                                                                     \
    {                                                                                            \
        "graph", &given.made, true                                                               \
    }
#define LOAD                                                                                     \
    {                                                                                            \
        "options", &given.load, false                                                            \
    }
#define COUNT                                                                                    \
    {                                                                                            \
        "options", &given.count, false                                                           \
    }
#define RESULT(needed)                                                                           \
    {                                                                                            \
        "result", &given.result, needed                                                          \
    }
#define POINTERS(...) ((const pointer[]){__VA_ARGS__, {NULL, NULL, false}})
#define ARRAY(name, array, needed)                                                               \
    {                                                                                            \
        name, (void *)(uintptr_t)(array), needed                                                 \
    }

TEST_CASE(graphs)
{
    check_call("create", create,
               POINTERS({"context", &given.made_context, true},
                        {"options", &given.context_options, false}));
    check_call("load", load, POINTERS(CONTEXT, {"path", given.file, true}, LOAD, MADE));
    check_call("read", read_it, POINTERS(CONTEXT, {"name", given.file, true}, LOAD, MADE));
    check_call("from_edges32", edges32,
               POINTERS(CONTEXT, ARRAY("edges", pairs32, true), LOAD, MADE));
    check_call("from_edges64", edges64,
               POINTERS(CONTEXT, ARRAY("edges", pairs64, true), LOAD, MADE));
    check_call("from no edges32", no_edges32,
               POINTERS(CONTEXT, ARRAY("edges", pairs32, false), LOAD, MADE));
    check_call("from no edges64", no_edges64,
               POINTERS(CONTEXT, ARRAY("edges", pairs64, false), LOAD, MADE));
    check_call("from_csr", rows,
               POINTERS(CONTEXT, ARRAY("offsets", offsets, true), ARRAY("targets", targets, true),
                        LOAD, MADE));
    check_call("from empty csr", empty_rows,
               POINTERS(CONTEXT, ARRAY("offsets", offsets, true),
                        ARRAY("targets", targets, false), LOAD, MADE));
    check_call("from csr without rows", no_rows,
               POINTERS(CONTEXT, ARRAY("offsets", offsets, true),
                        ARRAY("targets", targets, false), LOAD, MADE));
    check_call("generate", generate,
               POINTERS(CONTEXT, {"model", model, true}, {"parameters", empty, false}, MADE));
}

TEST_CASE(recipes)
{
    static const char *const names[] = {"source", "target"};
    tricorn_column_texts values = {.role = "label", .texts = names, .count = 2};
    uint8_t holds[2];
    check_call("recipe_save", save_recipe,
               POINTERS(CONTEXT, {"recipe", &given.recipe, true}, {"path", given.path, true},
                        {"options", &given.save, false}, ARRAY("edges", given.numbers, false)));
    check_call("columns_find", find_columns,
               POINTERS(CONTEXT, ARRAY("names", names, true), LOAD, {"places", &given.places, true}));
    check_call("conditions_test", test_conditions,
               POINTERS(CONTEXT, LOAD, {"values", &values, true}, {"holds", holds, true}));
    check_call("recipe_write", write_recipe,
               POINTERS(CONTEXT, {"recipe", &given.recipe, true}, {"format", &given.save, true},
                        ARRAY("edges", given.numbers, false)));
}

TEST_CASE(descriptions)
{
    check_call("work_describe", describe_work,
               POINTERS(CONTEXT, {"path", given.work, true},
                        {"description", &given.description, true}, {"take", &given, true}));
    check_call("describe", describe,
               POINTERS(CONTEXT, GRAPH, {"description", &given.description, true}));
    check_call(
        "estimate", estimate,
        POINTERS(CONTEXT, {"path", given.file, true}, LOAD, {"estimate", &given.estimate, true}));
    check_call("degrees", degrees,
               POINTERS(CONTEXT, GRAPH, ARRAY("degrees", given.numbers, true)));
    check_call("edges", edges, POINTERS(CONTEXT, GRAPH, ARRAY("ends", given.ends, false)));
    check_call(
        "save", save,
        POINTERS(CONTEXT, GRAPH, {"path", given.path, true}, {"options", &given.save, false}));
    check_call("write", write_it, POINTERS(CONTEXT, GRAPH, {"format", &given.save, true}));
    check_call("check_load", check_load, POINTERS(CONTEXT, {"options", &given.load, false}));
    check_call("check_save", check_save, POINTERS(CONTEXT, {"options", &given.save, false}));
    check_call("check_write", check_write, POINTERS(CONTEXT, {"format", &given.save, true}));
    CHECK_EQ(given.description.vertices, KARATE_VERTICES, "described");
}

TEST_CASE(counts)
{
    check_call("count", count, POINTERS(CONTEXT, GRAPH, COUNT, RESULT(true)));
    check_call("plan_create", plan,
               POINTERS(CONTEXT, GRAPH, COUNT, {"plan", &given.made_plan, true}));
    check_call(
        "partition_measure", measure,
        POINTERS(CONTEXT, GRAPH, {"options", &given.cut, true}, {"sizes", &given.sizes, true}));
    check_call("row_statistics_measure", measure_rows,
               POINTERS(CONTEXT, GRAPH, {"statistics", &given.row_statistics, true}));
    check_call("plan_run", run_plan, POINTERS(CONTEXT, {"plan", given.plan, true}, RESULT(true)));
    check_call(
        "vertex_triangles", vertices,
        POINTERS(CONTEXT, GRAPH, COUNT, ARRAY("triangles", given.numbers, true), RESULT(false)));
    check_call("edge_support", support,
               POINTERS(CONTEXT, GRAPH, COUNT, {"visitor", &given.visitor, true}, RESULT(false)));
    check_call("triangle_list", list,
               POINTERS(CONTEXT, GRAPH, COUNT, {"visitor", &given.visitor, true}, RESULT(false)));
    check_call("clustering", clustering,
               POINTERS(CONTEXT, GRAPH, {"options", &given.clustering, false},
                        {"summary", &given.summary, true}, RESULT(false)));
    check_call("core_numbers", cores,
               POINTERS(CONTEXT, GRAPH, ARRAY("cores", given.numbers, false),
                        {"degeneracy", &given.degeneracy, false}));
    check_call("graph_core", core, POINTERS(CONTEXT, GRAPH, {"core", &given.made, true}));
    check_call("edge_similarity", similarity,
               POINTERS(CONTEXT, GRAPH, {"options", &given.similarity, true}, RESULT(false)));
    check_call(
        "pair_similarity", similar_pairs,
        POINTERS(CONTEXT, GRAPH, ARRAY("pairs", pairs32, true), {"values", given.reals, true}));
    check_call("graph_with_names", with_names,
               POINTERS(CONTEXT, GRAPH, ARRAY("ids", given.numbers, true),
                        {"named", &given.made, true}));
    check_call("graph_with_values", with_values,
               POINTERS(CONTEXT, GRAPH, ARRAY("weights", given.edge_reals, false),
                        {"valued", &given.made, true}));
    check_call("pairs_search", pairs_search,
               POINTERS(CONTEXT, GRAPH, {"options", &given.top_pairs, true},
                        {"pairs", &given.made_pairs, true}, {"count", &given.pair_count, true}));
    check_call("pairs_load", load_pairs,
               POINTERS(CONTEXT, GRAPH, {"path", given.file, true}, LOAD,
                        {"pairs", &given.made_pairs, true}, {"count", &given.pair_count, true}));
    check_call("count_cliques", cliques,
               POINTERS(CONTEXT, GRAPH, {"options", &given.cliques, false},
                        {"result", &given.clique_result, true}));
    check_call("count_graphlets", graphlets,
               POINTERS(CONTEXT, GRAPH, ARRAY("vertices", given.orbits, false),
                        {"graphlets", &given.graphlets, true}));
    static char nothing[] = "/dev/null";
    check_call("count_by_labels", count_labels,
               POINTERS(CONTEXT, GRAPH, ARRAY("labels", given.numbers, true), {"counts", &given.label_counts, true}));
    check_call("labels_load", load_labels,
               POINTERS(CONTEXT, GRAPH, {"path", nothing, true}, LOAD, {"labels", &given.vertex_labels, true}));
    check_call("square_clustering", squares,
               POINTERS(CONTEXT, GRAPH, {"options", &given.squares, false},
                        {"summary", &given.square_summary, true}));
    check_call("generalized_degree", generalized,
               POINTERS(CONTEXT, GRAPH, {"count", &given.count, false},
                        {"offsets", &given.made_offsets, true},
                        {"pairs", &given.made_counts, true}, RESULT(false)));
    check_call("approximate", approximate,
               POINTERS(CONTEXT, GRAPH, {"options", &given.approximate, false},
                        {"result", &given.approximate_result, true}));
    check_call("sample_load", sample,
               POINTERS(CONTEXT, {"path", given.file, true}, LOAD,
                        {"options", &given.sample, false},
                        {"result", &given.sample_result, true}));
    check_call("approximate_vertices", local,
               POINTERS(CONTEXT, GRAPH, {"options", &given.local, true}));
    check_call("check_table", check_table,
               POINTERS(CONTEXT, {"path", given.path, false}, {"options", &given.table, false}));
    check_call("table_save", save_table,
               POINTERS(CONTEXT, GRAPH, {"path", given.path, true},
                        {"options", &given.table, false}, RESULT(false)));
    check_call("table_write", write_table,
               POINTERS(CONTEXT, GRAPH, {"options", &given.table, false}, RESULT(false)));
    CHECK_EQ(given.result.triangles, KARATE_TRIANGLES, "counted");
}

#define TRUSSES                                                                                  \
    {                                                                                            \
        "trusses", given.trusses, true                                                           \
    }

TEST_CASE(trusses)
{
    REQUIRE_OK(fixture.context,
               tricorn_trussness(fixture.context, given.karate, NULL, &given.trusses, NULL));
    check_call("trussness", trussness,
               POINTERS(CONTEXT, GRAPH, {"options", &given.truss, false},
                        {"trusses", &given.made_trusses, true}, RESULT(false)));
    check_call("truss", truss,
               POINTERS(CONTEXT, GRAPH, {"options", &given.truss, false},
                        {"truss", &given.made, true}, RESULT(false)));
    check_call(
        "trusses_describe", describe_trusses,
        POINTERS(CONTEXT, TRUSSES, {"description", &given.trusses_description, true}));
    check_call("trusses_visit", visit_trusses,
               POINTERS(CONTEXT, TRUSSES, {"visitor", &given.visitor, true}));
    check_call(
        "trusses_save", save_trusses,
        POINTERS(CONTEXT, TRUSSES, {"path", given.path, true}, {"options", &given.table, false}));
    check_call("trusses_write", write_trusses,
               POINTERS(CONTEXT, TRUSSES, {"options", &given.table, false}));
    check_call("trusses_graph", graph_of_trusses,
               POINTERS(CONTEXT, TRUSSES, {"truss", &given.made, true}));
    check_call("components", components,
               POINTERS(CONTEXT, GRAPH, ARRAY("components", given.components, true),
                        {"count", &given.component_count, true}));
    CHECK_EQ(given.trusses_description.k_max, KARATE_K_MAX, "described");
    CHECK_EQ(given.component_count, 1, "components");
    tricorn_trusses_free(given.trusses);
}

TEST_CASE(bipartite_graphs)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *made = NULL;
    pointer graph = {"graph", NULL, true};
    double coefficients[TRICORN_LATAPY * 6];

    options.bipartite = 1;
    REQUIRE_OK(fixture.context,
               tricorn_graph_from_edges32(fixture.context, pairs32, 3, &options, &made));
    graph.value = made;
    check_call("count_butterflies", butterflies,
               POINTERS(CONTEXT, graph, ARRAY("vertices", given.triads, false),
                        ARRAY("edges", given.triads, false),
                        {"summary", &given.butterfly_summary, true}));
    check_call("graph_sides", sides,
               POINTERS(CONTEXT, graph, ARRAY("sides", given.triads, true)));
    check_call("latapy_clustering", latapy,
               POINTERS(CONTEXT, graph, ARRAY("coefficients", coefficients, false),
                        {"summary", &given.latapy_summary, true}));
    tricorn_graph_free(made);
}

TEST_CASE(directed_graphs)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    pointer graph = {"graph", NULL, true};

    options.graph.directed = 1;
    options.graph.edge_weights = (const double[]){1, 1, 1};
    REQUIRE_OK(fixture.context, tricorn_graph_from_edges32(fixture.context, pairs32, 3, &options,
                                                           &given.directed));
    graph.value = given.directed;
    check_call("triad_census", census,
               POINTERS(CONTEXT, graph, ARRAY("vertices", given.triads, false),
                        {"census", &given.census, true}));
    check_call("structural_balance", balance,
               POINTERS(CONTEXT, graph, ARRAY("vertices", given.triads, false),
                        ARRAY("edges", given.triads, false), {"balance", &given.balance, true}));
    check_call("directed_clustering", directed,
               POINTERS(CONTEXT, graph, ARRAY("coefficients", given.coefficients, false),
                        {"summary", &given.directed_summary, true}));
    check_call("weighted_clustering", weighted,
               POINTERS(CONTEXT, graph, {"count", &given.count, false},
                        ARRAY("coefficients", given.coefficients, false),
                        {"summary", &given.weighted_summary, true}));
    tricorn_graph_free(given.directed);
}

TEST_CASE(changing)
{
    const pointer object = {"changing", NULL, true};
    pointer changed = object;
    uint32_t pair[] = {0, 1}, support = 0;

    REQUIRE_OK(fixture.context,
               tricorn_changing_create(fixture.context, given.karate, &given.changing));
    changed.value = given.changing;
    check_call("changing_create", create_changing,
               POINTERS(CONTEXT, GRAPH, {"changing", &given.made_changing, true}));
    check_call("changing_create_on", create_changing_on,
               POINTERS(CONTEXT, GRAPH, {"device", (void *)(uintptr_t) "cpu", false},
                        {"changing", &given.made_changing, true}));
    check_call("changing_vertices", changing_vertices,
               POINTERS(CONTEXT, changed, {"triangles", given.numbers, true}));
    check_call("changing_apply", apply_batch,
               POINTERS(CONTEXT, changed, {"batch", &given.batch, true},
                        {"result", &given.batch_result, false}));
    check_call("changing_graph", graph_of_changing, POINTERS(CONTEXT, changed, MADE));
    check_call("changing_keep_supports", keep_supports, POINTERS(CONTEXT, changed));
    check_call("changing_supports", changing_supports,
               POINTERS(CONTEXT, changed, {"pairs", pair, true}, {"supports", &support, true}));
    CHECK_EQ(tricorn_changing_support(NULL, 0, 1), 0, "no object");
    CHECK_EQ(given.batch_result.triangles, KARATE_TRIANGLES, "nothing changed");
    tricorn_changing_free(given.changing);
}

TEST_CASE(parts)
{
    check_call("parts_create", cut_parts,
               POINTERS(CONTEXT, GRAPH, COUNT, {"parts", &given.made_parts, true}));
    check_call(
        "parts_identity", name_parts,
        POINTERS(CONTEXT, {"parts", given.parts, true}, ARRAY("identity", given.numbers, true)));
    check_call(
        "part_count", count_part,
        POINTERS(CONTEXT, {"parts", given.parts, true}, ARRAY("triangles", given.numbers, true)));
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
    REQUIRE_STATUS(fixture.context, tricorn_gpu_part_load(fixture.context, NULL),
                   TRICORN_INVALID_ARGUMENT);
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
    CHECK_EQ(tricorn_changing_triangles(NULL), 0, "nothing that changes");
    CHECK_EQ(tricorn_changing_edges(NULL), 0, "nothing that changes");
    CHECK_EQ(tricorn_changing_vertex(NULL, 0), 0, "nothing that changes");
}

/* A graph without vertices has nothing to put into an array. */
TEST_CASE(arrays_without_entries)
{
    tricorn_graph *none = NULL;
    REQUIRE_OK(fixture.context,
               tricorn_graph_from_edges32(fixture.context, NULL, 0, NULL, &none));
    REQUIRE_OK(fixture.context, tricorn_graph_degrees(fixture.context, none, NULL));
    REQUIRE_OK(fixture.context,
               tricorn_vertex_triangles(fixture.context, none, NULL, NULL, NULL));
    CHECK_EQ(tricorn_graph_id(none, 0), UINT64_MAX, "it has no vertex 0");
    tricorn_graph_free(none);
}

/* Nor has one without edges a list to sort. */
TEST_CASE(lists_without_entries)
{
    tricorn_visitor visitor = given.visitor;
    tricorn_graph *none = NULL;
    REQUIRE_OK(fixture.context,
               tricorn_graph_from_csr(fixture.context, 3, zeros, NULL, NULL, &none));
    for (visitor.sorted = 0; visitor.sorted < 2; visitor.sorted++) {
        REQUIRE_OK(fixture.context,
                   tricorn_edge_support(fixture.context, none, NULL, &visitor, NULL));
        REQUIRE_OK(fixture.context,
                   tricorn_triangle_list(fixture.context, none, NULL, &visitor, NULL));
        for (int t = TRICORN_TABLE_VERTICES; t <= TRICORN_TABLE_TRIANGLES; t++) {
            tricorn_table_options table = TRICORN_TABLE_OPTIONS_INIT;
            table.table = (tricorn_table)t;
            table.sorted = visitor.sorted;
            for (table.top = 0; table.top < 2; table.top++)
                REQUIRE_OK(fixture.context,
                           tricorn_table_save(fixture.context, none, given.path, &table, NULL));
        }
    }
    tricorn_graph_free(none);
}

/* Both functions of a visitor are needed, each by one call. */
TEST_CASE(half_a_visitor)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_context *context = fixture.context;
    visitor.triangles = take_triangles;
    REQUIRE_OK(context, tricorn_triangle_list(context, given.karate, NULL, &visitor, NULL));
    REQUIRE_STATUS(context, tricorn_edge_support(context, given.karate, NULL, &visitor, NULL),
                   TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "visitor->edges");
    visitor.triangles = NULL;
    visitor.edges = take_edges;
    REQUIRE_OK(context, tricorn_edge_support(context, given.karate, NULL, &visitor, NULL));
    REQUIRE_STATUS(context, tricorn_triangle_list(context, given.karate, NULL, &visitor, NULL),
                   TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "visitor->triangles");
}

static int set_up(void **state)
{
    (void)state;
    test_fixture_open(1);
    given.karate = edge_list_into_graph(fixture.context, make_karate());
    given.context_options = (tricorn_context_options)TRICORN_CONTEXT_OPTIONS_INIT;
    given.load = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
    given.save = (tricorn_save_options)TRICORN_SAVE_OPTIONS_INIT;
    given.recipe = (tricorn_recipe)TRICORN_RECIPE_INIT;
    given.recipe.model = model;
    given.places = (tricorn_column_places)TRICORN_COLUMN_PLACES_INIT;
    given.save.format = edges_name;
    given.count = given.cut = (tricorn_options)TRICORN_OPTIONS_INIT;
    given.cut.partition = partition;
    given.sizes = (tricorn_partition_sizes)TRICORN_PARTITION_SIZES_INIT;
    given.row_statistics = (tricorn_row_statistics)TRICORN_ROW_STATISTICS_INIT;
    given.table = (tricorn_table_options)TRICORN_TABLE_OPTIONS_INIT;
    given.truss = (tricorn_truss_options)TRICORN_TRUSS_OPTIONS_INIT;
    given.trusses_description = (tricorn_trusses_description)TRICORN_TRUSSES_DESCRIPTION_INIT;
    given.visitor = (tricorn_visitor)TRICORN_VISITOR_INIT;
    given.similarity = (tricorn_similarity_options)TRICORN_SIMILARITY_OPTIONS_INIT;
    given.similarity.edges = take_similar;
    given.cliques = (tricorn_clique_options)TRICORN_CLIQUE_OPTIONS_INIT;
    given.clique_result = (tricorn_clique_result)TRICORN_CLIQUE_RESULT_INIT;
    given.graphlets = (tricorn_graphlets)TRICORN_GRAPHLETS_INIT;
    given.label_counts = (tricorn_label_counts)TRICORN_LABEL_COUNTS_INIT;
    given.vertex_labels = (tricorn_vertex_labels)TRICORN_VERTEX_LABELS_INIT;
    given.squares = (tricorn_square_options)TRICORN_SQUARE_OPTIONS_INIT;
    given.square_summary = (tricorn_square_summary)TRICORN_SQUARE_SUMMARY_INIT;
    given.top_pairs = (tricorn_top_pairs)TRICORN_TOP_PAIRS_INIT;
    given.census = (tricorn_census)TRICORN_CENSUS_INIT;
    given.butterfly_summary = (tricorn_butterfly_summary)TRICORN_BUTTERFLY_SUMMARY_INIT;
    given.latapy_summary = (tricorn_latapy_summary)TRICORN_LATAPY_SUMMARY_INIT;
    given.balance = (tricorn_balance)TRICORN_BALANCE_INIT;
    given.directed_summary = (tricorn_directed_summary)TRICORN_DIRECTED_SUMMARY_INIT;
    given.weighted_summary = (tricorn_weighted_summary)TRICORN_WEIGHTED_SUMMARY_INIT;
    given.batch = (tricorn_batch)TRICORN_BATCH_INIT;
    given.batch_result = (tricorn_batch_result)TRICORN_BATCH_RESULT_INIT;
    given.sample = (tricorn_sample_options)TRICORN_SAMPLE_OPTIONS_INIT;
    given.sample_result = (tricorn_sample_result)TRICORN_SAMPLE_RESULT_INIT;
    given.local = (tricorn_local_options)TRICORN_LOCAL_OPTIONS_INIT;
    given.approximate = (tricorn_approximate_options)TRICORN_APPROXIMATE_OPTIONS_INIT;
    given.approximate_result = (tricorn_approximate_result)TRICORN_APPROXIMATE_RESULT_INIT;
    given.clustering = (tricorn_clustering_options)TRICORN_CLUSTERING_OPTIONS_INIT;
    given.summary = (tricorn_clustering_summary)TRICORN_CLUSTERING_SUMMARY_INIT;
    given.visitor.edges = take_edges;
    given.visitor.triangles = take_triangles;
    given.result = (tricorn_result)TRICORN_RESULT_INIT;
    given.description = (tricorn_graph_description)TRICORN_GRAPH_DESCRIPTION_INIT;
    given.estimate = (tricorn_estimate)TRICORN_ESTIMATE_INIT;
    test_folder_path(&fixture.folder, "graph.txt", given.path);
    test_folder_path(&fixture.folder, "triangle.txt", given.file);
    test_folder_path(&fixture.folder, "tricorn-user-alone-1-7-a-1-2", given.work);
    test_file_write(given.work, "", 0, TEST_PLAIN);
    strcpy(given.work, fixture.folder.path);
    test_file_write(given.file, "0 1\n1 2\n2 0\n", 12, TEST_PLAIN);
    return tricorn_plan_create(fixture.context, given.karate, NULL, &given.plan) != TRICORN_OK ||
           tricorn_parts_create(fixture.context, given.karate, NULL, &given.parts) != TRICORN_OK;
}

static int tear_down(void **state)
{
    (void)state;
    tricorn_plan_free(given.plan);
    tricorn_parts_free(given.parts);
    tricorn_graph_free(given.karate);
    test_fixture_close();
    return 0;
}

TEST_MAIN_BETWEEN(set_up, tear_down)
