/* test_written.c - graphs on disk: their vertices and degrees, and what is written of them,
 * against the edges that they were made of.
 */
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/same_graph.h"
#include "support/stored.h"

static const uint32_t ranges[] = {1, 2, 5, 16, 64};
enum { RANGES = LENGTH(ranges) };

/* Each id that the edges have is that of one vertex; those without an edge come last. */
static void check_vertices(const tricorn_graph *graph, const edge_list *edges)
{
    unsigned char *named = test_allocate(edges->vertices + 1, 1);
    uint64_t *degrees = edge_list_degrees(edges);
    uint64_t left = 0;

    memset(named, 0, edges->vertices + 1);
    for (uint64_t i = 0; i < 2 * edges->count; i++) named[edges->pairs[i]] = 1;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint64_t id = tricorn_graph_id(graph, v);
        CHECK(id < edges->vertices && named[id] == 1, "vertex %u has no id or another's", v);
        CHECK_EQ(degrees[id] > 0, v < graph->active, "vertex %u", v);
        if (v > 0 && v != graph->active) CHECK(tricorn_graph_id(graph, v - 1) != id, "vertex %u", v);
        named[id] = 2;
    }
    for (uint32_t id = 0; id < edges->vertices; id++) left += named[id] == 1;
    CHECK_EQ(left, 0, "ids without a vertex");
    CHECK_EQ(tricorn_graph_id(graph, graph->vertices), UINT64_MAX, "a vertex beyond");
    free(degrees);
    free(named);
}

/* All at once, and some at a time. */
static void check_degrees(const tricorn_graph *graph, const edge_list *edges)
{
    uint64_t *expected = edge_list_degrees(edges);
    uint64_t *degrees = test_allocate(graph->vertices, sizeof *degrees);

    WORKS(tricorn_graph_degrees(fixture.context, graph, degrees));
    for (uint32_t v = 0; v < graph->vertices; v++)
        CHECK_EQ(degrees[v], expected[tricorn_graph_id(graph, v)], "degree of vertex %u", v);
    for (uint32_t first = 0, count; first < graph->vertices; first += count) {
        const uint32_t left = graph->vertices - first;
        uint64_t some[17];
        count = left < 17 ? left : 17;
        WORKS(tricorn_graph_some_degrees(fixture.context, graph, first, count, some));
        for (uint32_t i = 0; i < count; i++) CHECK_EQ(some[i], degrees[first + i], "again");
    }
    free(degrees);
    free(expected);
}

/* The file's graph is that of the edges; only .tri says what was removed from them. */
static void check_file(const tricorn_graph *stored, const edge_list *edges, const char *format, const char *name)
{
    tricorn_save_options save = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    edge_list simple = edge_list_create(edges->vertices);
    unsigned char *matrix = edge_list_matrix(edges);

    for (uint32_t u = 0; u < edges->vertices; u++)
        for (uint32_t v = u + 1; v < edges->vertices; v++)
            if (matrix[(size_t)u * edges->vertices + v]) edge_list_add(&simple, u, v);
    save.format = load.input.format = format;
    WORKS(tricorn_graph_save(fixture.context, stored, fixture.path, &save));
    test_store_reset(); /* the file is read into memory */
    tricorn_graph *graph = test_load(fixture.context, fixture.path, &load);
    check_graph_of_list(graph, strcmp(format, "tri") == 0 ? edges : &simple, name);
    CHECK_EQ(test_triangles(fixture.context, graph, NULL), edge_list_brute_force(edges), "%s as %s", name, format);
    tricorn_graph_free(graph);
    free(matrix);
    edge_list_free(&simple);
}

static void check_list(edge_list edges, const char *name)
{
    static const char *const formats[] = {"tri", "edges", "pairs32", "pairs64", "graph500"};
    for (int r = 0; r < RANGES; r++) {
        tricorn_graph *stored = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, ranges[r]);
        check_vertices(stored, &edges);
        check_degrees(stored, &edges);
        for (size_t f = 0; f < LENGTH(formats); f++)
            if (f == 0 || stored->edges > 0) check_file(stored, &edges, formats[f], name);
        tricorn_graph_free(stored);
    }
    test_store_reset();
    edge_list_free(&edges);
}

TEST_CASE(families)
{
    test_random random = {11};
    check_list(make_karate(), "karate club");
    check_list(make_star(70), "star");
    check_list(make_complete(30), "complete");
    check_list(make_windmill(4, 12), "windmill");
    check_list(make_hypercube(5), "hypercube");
    for (uint32_t percent = 1; percent <= 60; percent += 12) {
        edge_list edges = make_random(90, percent, &random);
        edge_list_add_loops(&edges, 20, &random);
        edge_list_add_duplicates(&edges, 60, &random);
        edge_list_flip(&edges, &random);
        edge_list_shuffle(&edges, &random);
        check_list(edges, "random");
    }
}

/* A graph with hubs in the middle of its ids, by name alone in loops too. */
TEST_CASE(hubs)
{
    edge_list edges = edge_list_create(900);
    for (uint32_t v = 1; v < 300; v++) {
        edge_list_add(&edges, 3 * v, 400);
        edge_list_add(&edges, 402, 3 * v);
        if (v % 10 == 0) edge_list_add(&edges, 3 * v + 1, 3 * v + 1);
    }
    edge_list_add(&edges, 400, 402);
    check_list(edges, "two hubs");
}

TEST_CASE(no_edge)
{
    edge_list edges = edge_list_create(5);
    edge_list_add(&edges, 3, 3);
    edge_list_add(&edges, 4, 4);
    check_list(edges, "two loops");
}

/* Every id below a bound is a vertex, where the file says so. */
TEST_CASE(declared)
{
    static const char text[] = "%%MatrixMarket matrix coordinate pattern symmetric\n"
                               "200 200 4\n3 2\n5 2\n5 3\n8 8\n";
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *stored = NULL, *graph = NULL;
    unsigned char seen[201] = {0};

    test_file_write(fixture.path, text, sizeof text - 1, TEST_PLAIN);
    test_store_cut(3, 4);
    WORKS(tricorn_graph_load(fixture.context, fixture.path,
      LOADING(.disk.scratch = fixture.folder.path, .input.format = "matrix-market"), &stored));
    WORKS(tricorn_graph_describe(fixture.context, stored, &described));
    CHECK(described.stored_bytes > 0, "the graph is in memory");
    for (uint32_t v = 0; v < 200; v++) {
        const uint64_t id = tricorn_graph_id(stored, v);
        CHECK(id >= 1 && id <= 200 && !seen[id], "vertex %u", v);
        seen[id] = 1;
    }
    REQUIRE_OK(
      fixture.context, tricorn_graph_save(fixture.context, stored, fixture.path,
                         &(tricorn_save_options){.struct_size = sizeof(tricorn_save_options), .format = "tri"}));
    test_store_reset();
    WORKS(tricorn_graph_load(fixture.context, fixture.path, NULL, &graph));
    WORKS(tricorn_graph_describe(fixture.context, graph, &described));
    CHECK_EQ(described.vertices, 3, "vertices with an edge");
    CHECK_EQ(described.isolated, 197, "vertices without an edge");
    check_graph_invariants(graph, "declared");
    for (uint32_t v = 0; v < 200; v++)
        CHECK_EQ(tricorn_graph_id(graph, v), tricorn_graph_id(stored, v), "vertex %u", v);
    tricorn_graph_free(graph);
    tricorn_graph_free(stored);
}

/* Each row of a path has one id, so that each block has one column range, whatever the range. */
TEST_CASE(cells_without_ids)
{
    enum { VERTICES = 3000 };
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t v = 0; v + 1 < VERTICES; v++) edge_list_add(&edges, v, v + 1);
    tricorn_graph *graph = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 64);
    const tg_disk_rows *disk = &graph->store->disk_rows;
    CHECK(disk->ranges > 16, "%u ranges", disk->ranges);
    CHECK_EQ(disk->entries, VERTICES - 1, "edges");
    CHECK_EQ(disk->column_ranges, disk->blocks, "a cell for each block");
    check_vertices(graph, &edges);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_CASE(what_cannot_be_written)
{
    static const char *const formats[] = {"gapbs", "metis", "npz"};
    edge_list edges = make_karate();
    tricorn_graph *stored = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 2);
    tricorn_save_options save = TRICORN_SAVE_OPTIONS_INIT;

    for (size_t f = 0; f < LENGTH(formats); f++) {
        save.format = formats[f];
        FAILS(tricorn_graph_save(fixture.context, stored, fixture.path, &save), TRICORN_UNSUPPORTED);
        SAYS("does not fit in memory");
        CHECK_EQ(test_folder_count(&fixture.folder), 0, "files that are left");
    }
    tricorn_graph_free(stored);
    test_store_reset();
    edge_list_free(&edges);
}

typedef struct names {
    uint64_t ids[34];
    unsigned taken;
} names;

static int take_name(void *user, uint64_t i, uint64_t id, const char *label)
{
    names *all = user;
    CHECK_EQ(i, all->taken, "in turn");
    CHECK(label == NULL, "ids are numbers");
    all->ids[all->taken++] = id;
    return 0;
}

static int stop_at_once(void *user, uint64_t i, uint64_t id, const char *label)
{
    (void)user;
    (void)i;
    (void)id;
    (void)label;
    return 1;
}

/* The vertex of the edge list with that id. */
static uint32_t vertex_with(test_ids ids, uint64_t id)
{
    uint32_t vertex = 0;
    while (vertex < 34 && test_id_of(ids, vertex) != id) vertex++;
    return vertex;
}

/* Ids of vertices that were numbered on disk are on disk, too. */
static void check_named(test_ids ids, uint32_t cuts)
{
    edge_list edges = make_karate();
    tricorn_graph *stored = test_stored_graph(fixture.context, &edges, ids, cuts);
    uint64_t degrees[34], expected[34] = {0};
    uint32_t vertices[34];
    names all = {.taken = 0};

    for (uint64_t e = 0; e < 2 * edges.count; e++) expected[edges.pairs[e]]++;
    for (uint32_t v = 0; v < 34; v++) vertices[v] = v * 7 % 34;
    WORKS(tricorn_graph_degrees(fixture.context, stored, degrees));
    WORKS(tricorn_graph_names(fixture.context, stored, vertices, 34, take_name, &all));
    CHECK_EQ(all.taken, 34, "names");
    for (uint32_t i = 0; i < 34; i++) {
        const uint32_t vertex = vertex_with(ids, all.ids[i]);
        CHECK(vertex < 34, "id %llu is of no vertex", (unsigned long long)all.ids[i]);
        CHECK_EQ(degrees[vertices[i]], expected[vertex], "degree of vertex %u", vertex);
        for (uint32_t j = 0; j < i; j++) CHECK(all.ids[i] != all.ids[j], "an id comes twice");
    }
    FAILS(tricorn_graph_names(fixture.context, stored, vertices, 34, stop_at_once, &all), TRICORN_CANCELLED);
    vertices[5] = 34;
    FAILS(tricorn_graph_names(fixture.context, stored, vertices, 34, take_name, &all), TRICORN_INVALID_ARGUMENT);
    tricorn_graph_free(stored);
    test_store_reset();
    edge_list_free(&edges);
}

TEST_CASE(named_on_disk)
{
    for (uint32_t cuts = 1; cuts < 6; cuts += 2)
        for (int ids = TEST_IDS_NUMBERED; ids < TEST_IDS_KINDS; ids++) check_named((test_ids)ids, cuts);
}

/* Where only totals are asked for, nothing is told by other numbers. */
TEST_CASE(totals_only)
{
    static const char text[] = "70000001\t5\n5\t9\n9\t70000001\n";
    uint64_t counts[3];

    test_file_write(fixture.path, text, sizeof text - 1, TEST_PLAIN);
    test_store_cut(2, 3);
    test_store_number();
    tricorn_graph *stored = test_load(fixture.context, fixture.path,
      LOADING(.disk.scratch = fixture.folder.path, .input.format = "edges", .graph.totals_only = 1));
    CHECK_EQ(test_triangles(fixture.context, stored, NULL), 1, "triangles");
    CHECK_EQ(tricorn_graph_id(stored, 0), UINT64_MAX, "an id");
    FAILS(tricorn_graph_save(fixture.context, stored, fixture.path, SAVING(.format = "tri")), TRICORN_UNSUPPORTED);
    SAYS("not told by id");
    FAILS(tricorn_vertex_triangles(fixture.context, stored, NULL, counts, NULL), TRICORN_UNSUPPORTED);
    FAILS(tricorn_table_save(fixture.context, stored, fixture.path, NULL, NULL), TRICORN_UNSUPPORTED);
    tricorn_graph_free(stored);
    test_store_reset();
}

TEST_MAIN_EACH(test_create, test_destroy)
