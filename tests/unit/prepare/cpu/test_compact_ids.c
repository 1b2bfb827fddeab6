/* test_compact_ids.c - any ids become numbers below `vertices`, in the order of the ids; the same ids
 * get the same number, and each number gives back its id. */
#include "prepare/cpu/compact_ids.h"

#include <stdlib.h>
#include <string.h>

#include "prepare/prepare.h"
#include "support/edge_list.h"
#include "support/fixture.h"
#include "support/random.h"

typedef struct pairs {
    uint64_t (*ends)[2];
    uint64_t count;
} pairs;

static pairs make_pairs(uint64_t count)
{
    return (pairs){test_allocate(count + 1, sizeof(uint64_t[2])), count};
}

/* Deals the pairs to parts in runs of uneven length. */
static tg_edges make_edges(const pairs *given, uint32_t parts, bool wide)
{
    tg_edges edges = {0};
    uint64_t largest = 0;
    WORKS(tg_edges_create(fixture.context, parts, &edges));
    for (uint64_t i = 0; i < given->count; i++) {
        tg_edge_part *part = &edges.parts[i * i / 1000 % parts];
        const uint64_t u = given->ends[i][0], v = given->ends[i][1];
        WORKS(tg_edge_part_reserve(fixture.context, part, 1, wide ? sizeof(tg_wide_edge) : sizeof(tg_edge)));
        if (wide)
            tg_edge_part_push_wide(part, u, v);
        else
            tg_edge_part_push(part, (uint32_t)u, (uint32_t)v);
        largest = u > largest ? u : largest;
        largest = v > largest ? v : largest;
    }
    edges.wide = wide;
    edges.vertices = wide || given->count == 0 ? 0 : largest + 1;
    return edges;
}

static uint64_t id_of(const tg_edges *edges, uint32_t number)
{
    return edges->ids.numbers ? edges->ids.numbers[number] : edges->ids.first + number;
}

/* With numbers turned back into ids, the edges are the given ones plus `first`. */
static void check_edges(const tg_edges *edges, const pairs *given, uint64_t first)
{
    uint64_t *next = test_allocate(edges->part_count, sizeof *next);
    memset(next, 0, edges->part_count * sizeof *next);
    CHECK_EQ(edges->wide, 0, "wide");
    CHECK_EQ(tg_edges_count(edges), given->count, "edges");
    for (uint64_t i = 0; i < given->count; i++) {
        const uint32_t p = (uint32_t)(i * i / 1000 % edges->part_count);
        const tg_edge edge = ((const tg_edge *)edges->parts[p].edges)[next[p]++];
        CHECK(edge.u < edges->vertices && edge.v < edges->vertices, "edge %d", (int)i);
        CHECK_EQ(id_of(edges, edge.u), given->ends[i][0] + first, "edge %d", (int)i);
        CHECK_EQ(id_of(edges, edge.v), given->ends[i][1] + first, "edge %d", (int)i);
    }
    for (uint32_t x = 1; edges->ids.numbers && x < edges->vertices; x++)
        CHECK(edges->ids.numbers[x - 1] < edges->ids.numbers[x], "ids ascend at %u", x);
    free(next);
}

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static uint64_t count_distinct(const pairs *given)
{
    uint64_t *ids = test_allocate(2 * given->count + 1, sizeof *ids), distinct = 0;
    memcpy(ids, given->ends, given->count * sizeof *given->ends);
    qsort(ids, 2 * given->count, sizeof *ids, compare);
    for (uint64_t i = 0; i < 2 * given->count; i++) distinct += i == 0 || ids[i] != ids[i - 1];
    free(ids);
    return distinct;
}

/* Sparse ids get one number each; dense ones at most a few more. */
static void check_numbering(const pairs *given, bool wide, bool sparse)
{
    static const uint32_t threads[] = {1, 2, 5};
    for (int t = 0; t < 3; t++)
        for (uint32_t parts = 1; parts <= 7; parts += 3) {
            test_fixture_open(threads[t]);
            tg_edges edges = make_edges(given, parts, wide);
            WORKS(tg_compact_ids(fixture.context, &edges));
            check_edges(&edges, given, 0);
            if (sparse) CHECK_EQ(edges.vertices, count_distinct(given), "vertices");
            if (sparse) CHECK(edges.ids.numbers != NULL, "sparse ids are listed");
            if (!sparse) CHECK(edges.ids.numbers == NULL, "dense ids are kept");
            tg_edges_free(&edges);
            test_fixture_close();
        }
}

TEST_CASE(no_edges)
{
    const pairs none = make_pairs(0);
    check_numbering(&none, false, false);
    check_numbering(&none, true, false);
    free(none.ends);
}

TEST_CASE(dense_ids)
{
    test_random random = {1};
    pairs given = make_pairs(20000);
    for (uint64_t i = 0; i < given.count; i++)
        for (int e = 0; e < 2; e++) given.ends[i][e] = test_random_below(&random, 30000);
    check_numbering(&given, false, false);
    check_numbering(&given, true, false);
    /* Far from 0, but close together. */
    for (uint64_t i = 0; i < given.count; i++)
        for (int e = 0; e < 2; e++) given.ends[i][e] += 4000000000;
    check_numbering(&given, false, false);
    for (uint64_t i = 0; i < given.count; i++)
        for (int e = 0; e < 2; e++) given.ends[i][e] = UINT64_MAX - given.ends[i][e] % 7777;
    check_numbering(&given, true, false);
    free(given.ends);
}

TEST_CASE(sparse_ids)
{
    static const uint64_t counts[] = {1, 2, 33, 5000, 200000};
    test_random random = {2};
    for (size_t c = 0; c < LENGTH(counts); c++) {
        pairs given = make_pairs(counts[c]);
        for (uint64_t i = 0; i < given.count; i++)
            for (int e = 0; e < 2; e++)
                given.ends[i][e] = test_random_below(&random, (uint32_t)counts[c]) * UINT64_C(0x9E3779B97F4A7C15);
        given.ends[0][0] = 0; /* ends of the range: also the value that marks an empty slot */
        given.ends[0][1] = UINT64_MAX;
        check_numbering(&given, true, true);
        for (uint64_t i = 0; i < given.count; i++)
            for (int e = 0; e < 2; e++) given.ends[i][e] >>= 32;
        given.ends[0][1] = UINT32_MAX - 1;
        check_numbering(&given, false, true);
        free(given.ends);
    }
}

/* Has so many distinct ids that the table must grow. */
TEST_CASE(all_ids_distinct)
{
    pairs given = make_pairs(300000);
    for (uint64_t i = 0; i < given.count; i++)
        for (uint64_t e = 0; e < 2; e++) given.ends[i][e] = (2 * i + e) * UINT64_C(0xD1B54A32D192ED03);
    check_numbering(&given, true, true);
    free(given.ends);
}

/* Numbers counted from `first` stay the user's ids. */
TEST_CASE(counted_from_one)
{
    test_random random = {3};
    pairs given = make_pairs(1000);
    for (uint64_t i = 0; i < given.count; i++)
        for (int e = 0; e < 2; e++) given.ends[i][e] = test_random_next(&random) >> 33;
    test_fixture_open(2);
    tg_edges edges = make_edges(&given, 3, false);
    edges.ids.first = 1;
    WORKS(tg_compact_ids(fixture.context, &edges));
    check_edges(&edges, &given, 1);
    CHECK_EQ(edges.vertices, count_distinct(&given), "vertices");
    tg_edges_free(&edges);

    edges = make_edges(&given, 3, false); /* declared: every number is a vertex */
    edges.ids.first = 1;
    edges.declared = true;
    const uint64_t vertices = edges.vertices;
    WORKS(tg_compact_ids(fixture.context, &edges));
    check_edges(&edges, &given, 1);
    CHECK_EQ(edges.vertices, vertices, "declared vertices");
    CHECK_EQ(edges.declared, 1, "declared");
    tg_edges_free(&edges);
    test_fixture_close();
    free(given.ends);
}

TEST_CASE(too_many_vertices)
{
    enum { VERTICES = 2000 };
    pairs given = make_pairs(VERTICES / 2);
    for (uint64_t i = 0; i < given.count; i++)
        for (uint64_t e = 0; e < 2; e++) given.ends[i][e] = (2 * i + e) << 40;
    for (uint32_t threads = 1; threads <= 5; threads += 4) {
        test_fixture_open(threads);
        tg_edges edges = make_edges(&given, 2, true);
        FAILS(tg_compact_ids_at_most(fixture.context, &edges, VERTICES - 1), TRICORN_BAD_FORMAT);
        SAYS("more than 1999 different vertices");
        tg_edges_free(&edges);
        edges = make_edges(&given, 2, true);
        WORKS(tg_compact_ids_at_most(fixture.context, &edges, VERTICES));
        check_edges(&edges, &given, 0);
        tg_edges_free(&edges);
        test_fixture_close();
    }
    free(given.ends);
}

static int stop(void *user, const char *phase, uint64_t done, uint64_t total)
{
    int *left = user;
    (void)phase;
    (void)done;
    (void)total;
    fixture.context->next_report = 0; /* reports again at once */
    return --*left < 0;
}

TEST_CASE(cancelling)
{
    pairs given = make_pairs(100000);
    for (uint64_t i = 0; i < given.count; i++)
        for (uint64_t e = 0; e < 2; e++) given.ends[i][e] = (i * 7 + e) << 35;
    for (int calls = 0; calls < 20; calls += 3) {
        int left = calls;
        test_fixture_open(2);
        tg_edges edges = make_edges(&given, 2, true);
        tricorn_context_set_progress(fixture.context, stop, &left);
        fixture.context->next_report = 0;
        const tricorn_status status = tg_compact_ids(fixture.context, &edges);
        CHECK(status == TRICORN_CANCELLED || (status == TRICORN_OK && left >= 0), "%d calls", calls);
        if (calls == 0) CHECK_EQ(status, TRICORN_CANCELLED, "at once");
        tg_edges_free(&edges);
        test_fixture_close();
    }
    free(given.ends);
}

TEST_CASE(failing_allocations)
{
    pairs given = make_pairs(100000);
    for (uint64_t i = 0; i < given.count; i++)
        for (uint64_t e = 0; e < 2; e++) given.ends[i][e] = (2 * i + e) << 30;
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    for (int64_t allowed = 0; status != TRICORN_OK; allowed++) {
        CHECK(allowed < 100, "numbering allocates without end");
        test_fixture_open(2);
        tg_edges edges = make_edges(&given, 2, true);
        test_allocator_fail(&fixture.allocator, allowed, 1);
        status = tg_compact_ids(fixture.context, &edges);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "allocation %d", (int)allowed);
        tg_edges_free(&edges);
        test_fixture_close();
    }
    free(given.ends);
}

TEST_MAIN()
