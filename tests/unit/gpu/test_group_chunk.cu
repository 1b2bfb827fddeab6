/* test_group_chunk.cu - GroupTC's choice of the table, and which keys of a chunk each thread counts, on the host. */
#include "gpu/lookup/group_chunk.cuh"
#include "gpu/lookup/search.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 60, MOST_EDGES = 64, MOST_KEYS = 90, MOST_LISTS = 8 };

/* The paper: u is searched unless twice its length is less than the length of v. */
TEST_CASE(the_table_is_u_by_the_papers_rule)
{
    for (uint32_t u = 1; u < 50; u++)
        for (uint32_t v = 1; v < 120; v++) CHECK_EQ(table_is_u(true, 2, u, v), !(2 * u < v), "%u, %u", u, v);
    CHECK(table_is_u(true, 2, 0x80000000u, 0xffffffffu), "no overflow");
}

/* With factor 1 the longer list is searched, whichever it is. */
TEST_CASE(the_longer_is_searched)
{
    for (uint32_t u = 1; u < 30; u++)
        for (uint32_t v = 1; v < 30; v++) {
            if (u == v) continue;
            CHECK_EQ(table_is_u(false, 1, u, v), u > v, "%u, %u", u, v);
            CHECK_EQ(table_is_u(true, 1, u, v), u > v, "%u, %u", u, v);
        }
}

TEST_CASE(the_keys_are_the_other_list)
{
    const edge_parts long_v = {{3, 10}, {70, 21}}, short_v = {{3, 10}, {70, 20}};
    const chunk_edge swapped = chunk_edge_of(long_v, true, 2), kept = chunk_edge_of(short_v, true, 2);
    CHECK(swapped.table_of_u == 0 && swapped.table.start == 70 && swapped.keys.start == 3, "v");
    CHECK(kept.table_of_u == 1 && kept.table.start == 3 && kept.keys.start == 70, "u");
    CHECK(swapped.table.count == 21 && swapped.keys.count == 10, "lengths, v");
    CHECK(kept.table.count == 10 && kept.keys.count == 20, "lengths, u");
}

/* Every key of every edge is counted by exactly one thread, in ascending order within an edge. */
static void check_walks(const chunk_edge *edges, uint32_t count, uint32_t threads, uint32_t stride)
{
    static unsigned char taken[MOST_EDGES][MOST_KEYS];
    memset(taken, 0, sizeof taken);
    for (uint32_t t = 0; t < threads; t++) {
        chunk_walk walk = chunk_start(t, stride);
        uint32_t edge = count, key = 0;
        for (; chunk_find(edges, count, threads / stride, &walk); walk.key += stride) {
            CHECK(walk.edge < count && walk.key < edges[walk.edge].keys.count, "in bounds");
            CHECK(edge != walk.edge || key < walk.key, "keys ascend");
            edge = walk.edge;
            key = walk.key;
            taken[edge][key]++;
        }
    }
    for (uint32_t e = 0; e < count; e++)
        for (uint32_t k = 0; k < edges[e].keys.count; k++)
            CHECK_EQ(taken[e][k], 1, "edge %u, key %u, %u threads by %u", e, k, threads, stride);
}

TEST_CASE(threads_share_all_keys)
{
    test_random random = {31};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t threads = 32 * (1 + test_random_below(&random, 2));
        const uint32_t count = 1 + test_random_below(&random, threads);
        const uint32_t longest = 1 + test_random_below(&random, trial % 2 ? 4 : MOST_KEYS);
        chunk_edge edges[MOST_EDGES];
        memset(edges, 0, sizeof edges);
        for (uint32_t e = 0; e < count; e++) edges[e].keys.count = test_random_below(&random, longest);
        for (uint32_t mean = 0; mean <= 64; mean += 64) check_walks(edges, count, threads, chunk_stride(threads, mean));
    }
}

TEST_CASE(the_stride_is_that_of_the_program)
{
    CHECK_EQ(chunk_stride(256, 32), 32, "mean 32");
    CHECK_EQ(chunk_stride(256, 33), 64, "mean 33");
    CHECK_EQ(chunk_stride(96, 33), 32, "three warps");
}

/* A thread's searches find the same as independent ones, though each starts where the one before ended. */
TEST_CASE(searches_go_on)
{
    test_random random = {32};
    for (int trial = 0; trial < 400; trial++) {
        const uint32_t bound = 1 + test_random_below(&random, 200), stride = 1 + trial % 40;
        const id_list keys = random_list(&random, bound, test_random_below(&random, 101));
        const id_list table = random_list(&random, bound, 1 + test_random_below(&random, 100));
        uint32_t found = 0;
        if (table.count == 0) continue;
        for (uint32_t lane = 0; lane < stride; lane++)
            for (uint32_t i = lane, place = 0; i < keys.count; i += stride) {
                const uint32_t before = place;
                found += search_from(table.ids, table.count, keys.ids[i], &place);
                CHECK(place >= before && place < table.count, "place %u after %u", place, before);
            }
        CHECK_EQ(found, shared_ids(&keys, &table), "stride %u", stride);
    }
}

TEST_MAIN()
