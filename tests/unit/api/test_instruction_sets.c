/* test_instruction_sets.c - the instruction set of a context is the one that every table of variants is asked for, in
 * reading, preparing and counting; and whichever it is, the count is the same.
 *
 * The linker sends the questions for variants here (tests/CMakeLists.txt), where they are noted.
 */
#include <stdatomic.h>
#include <string.h>

#include "cpu/intersect/intersect.h"
#include "cpu/truss/remove_bits.h"
#include "cpu/truss/common.h"
#include "io/text/pairs.h"
#include "prepare/cpu/sort_row.h"
#include "prepare/cpu/sorted_runs.h"
#include "support/fixture.h"
#include "support/isa.h"

/* ---- what is asked ---- */

enum { KERNELS, ROW_SORTERS, SORTED_RUNS, PAIRS_READERS, LOSE_VARIANTS, MEET_VARIANTS, TABLES };

static const char *const tables[TABLES] = {
  "kernels",
  "row sorters",
  "sorted runs",
  "pairs readers",
  "variants of losing edges",
  "variants of meeting rows",
};

/* The variant that a table has for a set: its own, or that of the nearest lower one. */
#define NONE TG_ISA_COUNT
static const tg_isa variants[TABLES][TG_ISA_COUNT] = {
  [KERNELS] = {TG_ISA_PORTABLE, TG_ISA_AVX2, TG_ISA_AVX512, TG_ISA_NEON},
  [ROW_SORTERS] = {NONE, TG_ISA_AVX2, TG_ISA_AVX512, NONE},
  [SORTED_RUNS] = {TG_ISA_PORTABLE, TG_ISA_AVX2, TG_ISA_AVX512, TG_ISA_PORTABLE},
  [PAIRS_READERS] = {TG_ISA_PORTABLE, TG_ISA_AVX2, TG_ISA_AVX512, TG_ISA_PORTABLE},
  [LOSE_VARIANTS] = {TG_ISA_PORTABLE, TG_ISA_AVX2, TG_ISA_AVX512, TG_ISA_PORTABLE},
  [MEET_VARIANTS] = {TG_ISA_PORTABLE, TG_ISA_AVX2, TG_ISA_AVX512, TG_ISA_PORTABLE},
};

/* By all threads. */
static atomic_uint asked[TABLES], other_sets[TABLES], other_variants[TABLES];
static _Atomic tg_isa forced;

static void note(int table, tg_isa isa, tg_isa given)
{
    atomic_fetch_add(&asked[table], 1);
    atomic_fetch_add(&other_sets[table], isa != atomic_load(&forced));
    atomic_fetch_add(&other_variants[table], given != variants[table][isa]);
}

#define WRAP(type, function, table) \
    const type *__real_##function(tg_isa isa); \
    const type *__wrap_##function(tg_isa isa); \
    const type *__wrap_##function(tg_isa isa) \
    { \
        const type *variant = __real_##function(isa); \
        note(table, isa, variant ? variant->isa : NONE); \
        return variant; \
    }

WRAP(tg_kernels, tg_kernels_of, KERNELS)
WRAP(tg_row_sorter, tg_row_sorter_of, ROW_SORTERS)
WRAP(tg_sorted_runs, tg_sorted_runs_of, SORTED_RUNS)
WRAP(tg_pairs_reader, tg_pairs_reader_of, PAIRS_READERS)
WRAP(tg_remove_variant, tg_remove_variant_of, LOSE_VARIANTS)
WRAP(tg_common_variant, tg_common_variant_of, MEET_VARIANTS)

static void forget(void)
{
    for (int t = 0; t < TABLES; t++) {
        atomic_store(&asked[t], 0);
        atomic_store(&other_sets[t], 0);
        atomic_store(&other_variants[t], 0);
    }
}

/* Since the last forget(), no table was asked for another set than the forced one. */
static void check_others(const char *step)
{
    const char *name = tg_isa_name(atomic_load(&forced));
    for (int t = 0; t < TABLES; t++) {
        CHECK_EQ(atomic_load(&other_sets[t]), 0, "%s, %s: %s of other sets", name, step, tables[t]);
        CHECK_EQ(atomic_load(&other_variants[t]), 0, "%s, %s: other %s", name, step, tables[t]);
    }
    forget();
}

/* The same, and the table was asked. */
static void check_asked(int table, const char *step)
{
    CHECK(atomic_load(&asked[table]) > 0, "%s, %s: %s were not asked for", tg_isa_name(atomic_load(&forced)), step,
      tables[table]);
    check_others(step);
}

/* ---- what asks ---- */

/* A wheel has a hub, and a triangle for each vertex of its rim. */
static void make_wheel(edge_list *edges, uint32_t rim)
{
    for (uint32_t v = 1; v <= rim; v++) {
        edge_list_add(edges, 0, v);
        edge_list_add(edges, v < rim ? v : 1, v < rim ? v + 1 : v);
    }
}

static int count_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    (void)ends;
    for (uint64_t i = 0; i < count; i++) *(uint64_t *)user += support[i];
    return 0;
}

static int count_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    (void)triangles;
    *(uint64_t *)user += count;
    return 0;
}

static bool algorithm_has_variants(const char *name)
{
    return strcmp(name, "cpu-simd-merge-edge") == 0 || strcmp(name, "cpu-stream-edge") == 0 ||
           strcmp(name, "cpu-matrix-vertex") == 0;
}

/* By every algorithm of the CPU; the default one, which has variants, chooses by the graph. */
static void check_totals(tricorn_context *context, const tricorn_graph *graph, uint64_t expected)
{
    tricorn_options options = *COUNTING(.device = "cpu");
    CHECK_EQ(test_triangles(context, graph, &options), expected, "the count");
    check_asked(KERNELS, "count");
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(a);
        if (strcmp(algorithm->device, "cpu") != 0) continue;
        options.algorithm = algorithm->name;
        CHECK_EQ(test_triangles(context, graph, &options), expected, "%s", algorithm->name);
        if (algorithm_has_variants(algorithm->name)) check_asked(KERNELS, algorithm->name);
    }
    check_others("algorithms without variants");
}

/* Of a complete graph, which is peeled by bits. */
static void check_trusses(tricorn_context *context)
{
    tricorn_graph *graph = NULL;
    tricorn_trusses *trusses = NULL;
    REQUIRE_OK(context, tricorn_graph_generate(context, "complete", "vertices=40", 0, &graph));
    REQUIRE_OK(context, tricorn_trussness(context, graph, NULL, &trusses, NULL));
    CHECK_EQ(tricorn_trusses_edges(trusses, 40), 40 * 39 / 2, "trussness of K_40");
    CHECK(atomic_load(&asked[MEET_VARIANTS]) > 0, "variants of meeting rows were not asked for");
    check_asked(LOSE_VARIANTS, "trussness");
    tricorn_trusses_free(trusses);
    tricorn_graph_free(graph);
}

static void check_sinks(tricorn_context *context, const tricorn_graph *graph, uint64_t expected)
{
    uint64_t sum = 0;

    tricorn_options options = *COUNTING(.device = "cpu");
    tricorn_visitor visitor = *OPTIONS(tricorn_visitor, .user = &sum, .edges = count_edges);
    REQUIRE_OK(context, tricorn_edge_support(context, graph, &options, &visitor, NULL));
    CHECK_EQ(sum, 3 * expected, "supports");
    check_asked(KERNELS, "edges");
    sum = 0;
    visitor.triangles = count_triangles;
    REQUIRE_OK(context, tricorn_triangle_list(context, graph, &options, &visitor, NULL));
    CHECK_EQ(sum, expected, "triangles");
    check_asked(KERNELS, "list");
    check_trusses(context);
}

static void check_graph(tricorn_context *context, const tricorn_graph *graph, uint64_t expected)
{
    check_totals(context, graph, expected);
    check_sinks(context, graph, expected);
}

/* Text in any order, edges in any order, sorted edges; a graph that is counted with hubs. */
static void check_set(tricorn_context *context, const edge_list *wheel, uint64_t rim)
{
    enum { CLIQUE = 60 };
    const uint64_t in_clique = CLIQUE * (CLIQUE - 1) * (CLIQUE - 2) / 6;
    tricorn_options merging = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    test_random random = {5};

    forget();
    tricorn_graph *graph = test_load(context, fixture.path, NULL);
    check_asked(PAIRS_READERS, "text");
    check_graph(context, graph, rim);
    tricorn_graph_free(graph);
    tricorn_graph_free(edge_list_graph(context, wheel));
    check_asked(ROW_SORTERS, "edges in any order");
    graph = edge_list_into_graph(context, make_random(CLIQUE, 100, &random));
    check_asked(SORTED_RUNS, "sorted edges");
    check_graph(context, graph, in_clique);
    tricorn_graph_free(graph);
    REQUIRE_OK(context, tricorn_graph_generate(context, "kronecker", "scale=13 edge_factor=16", 1, &graph));
    merging.algorithm = "cpu-merge-edge"; /* it has no variants */
    REQUIRE_OK(context, tricorn_count(context, graph, &merging, &result));
    check_others("a Kronecker graph");
    check_graph(context, graph, result.triangles);
    tricorn_graph_free(graph);
}

TEST_CASE(every_set)
{
    enum { RIM = 2000 };
    test_random random = {6};
    edge_list wheel = edge_list_create(RIM + 1);

    make_wheel(&wheel, RIM);
    edge_list_shuffle(&wheel, &random);
    test_file_write_edges(fixture.path, &wheel, TEST_EDGES, TEST_PLAIN);
    TEST_EACH_ISA (isa) {

        atomic_store(&forced, isa);
        tricorn_context *context =
          test_new_context(OPTIONS(tricorn_context_options, .threads = 2, .instruction_set = tg_isa_name(isa)));
        check_set(context, &wheel, RIM);
        tricorn_context_free(context);
    }
    edge_list_free(&wheel);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
