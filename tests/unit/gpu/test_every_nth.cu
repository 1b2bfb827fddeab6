/* test_every_nth.cu - the launches of Polak and Green, and the ranges of Green's path, on the host. */
#include "gpu/lookup/every_nth.cuh"
#include "gpu/lookup/merge.cuh"
#include "host_lookup.cuh"

enum { MOST_EDGES = 5000, TRIALS = 200 };

/* Each edge must be counted by `team` threads of a launch. */
static void check_turns(launch_place at, uint32_t lanes, uint32_t team, uint32_t edges)
{
    static uint32_t taken[MOST_EDGES];
    memset(taken, 0, sizeof taken);
    for (at.block = 0; at.block < at.blocks; at.block++)
        for (at.thread = 0; at.thread < at.threads; at.thread++) {
            const edge_turns turns = turns_of_team(at, lanes, team);
            for (uint64_t e = turns.first; e < edges; e += turns.step) taken[e]++;
        }
    for (uint32_t e = 0; e < edges; e++)
        CHECK_EQ(taken[e], team, "edge %u of %u, %u x %u, %u lanes, %u for an edge", e, edges, at.blocks, at.threads,
          lanes, team);
}

/* Polak 3.3: i = threadIdx.x + blockIdx.x * blockDim.x, then every gridDim.x * blockDim.x-th. */
TEST_CASE(polaks_threads_take_every_nth_edge)
{
    for (uint32_t block = 0; block < 8 * 3; block++)
        for (uint32_t thread = 0; thread < 64; thread++) {
            const edge_turns turns = turns_of_team({8 * 3, 64, block, thread}, 32, 1);
            CHECK_EQ(turns.first, thread + block * 64, "block %u, thread %u", block, thread);
            CHECK_EQ(turns.step, 8 * 3 * 64, "block %u, thread %u", block, thread);
        }
    check_turns({24, 64, 0, 0}, 32, 1, MOST_EDGES);
}

/* Polak 3.4.4: half of each warp has no edges, and the other half has them all. */
TEST_CASE(halved_warps_leave_lanes_idle)
{
    for (uint32_t thread = 0; thread < 128; thread++) {
        const edge_turns turns = turns_of_team({5, 128, 2, thread}, 16, 1);
        CHECK_EQ(turns.first == NO_TURN, thread % 32 >= 16, "thread %u", thread);
        CHECK_EQ(turns.step, 5 * 4 * 16, "thread %u", thread);
    }
    for (uint32_t lanes = 1; lanes <= 32; lanes++) check_turns({3, 128, 0, 0}, lanes, 1, 1000);
}

/* Polak 3.4.6: the lanes of a virtual warp are neighbours, and have the same edges; those that are left have none. */
TEST_CASE(virtual_warps_share_an_edge)
{
    for (uint32_t thread = 0; thread < 64; thread++) {
        const edge_turns turns = turns_of_team({5, 64, 2, thread}, 27, 8);
        CHECK_EQ(
          turns.first, thread % 32 < 24 ? 2 * 2 * 3 + thread / 32 * 3 + thread % 32 / 8 : NO_TURN, "thread %u", thread);
        CHECK_EQ(turns.step, 5 * 2 * 3, "thread %u", thread);
    }
    for (uint32_t lanes = 1; lanes <= 32; lanes++)
        for (uint32_t team = 1; team <= lanes; team++) check_turns({3, 96, 0, 0}, lanes, team, 500);
}

/* Green: 16 warps of a block of 512 threads have an edge each, which all their lanes share. */
TEST_CASE(greens_warps_share_an_edge)
{
    for (uint32_t edges = 1; edges <= MOST_EDGES; edges += 357) {
        const uint32_t blocks = blocks_for_given(edges, 10);
        CHECK(10 * blocks >= edges && 10 * (blocks - 1) < edges, "%u edges", edges);
        check_turns({blocks, 512, 0, 0}, 32, 32, edges);
    }
    const edge_turns turns = turns_of_team({7, 512, 3, 100}, 32, 32);
    CHECK_EQ(turns.first, 3 * 16 + 3, "warp 3 of block 3");
    CHECK_EQ(turns.step, 7 * 16, "teams of 7 blocks");
    for (uint32_t team = 1; team <= 32; team *= 2) check_turns({3, 64, 0, 0}, 32, team, 1000);
}

/* Without a bound one round has the whole path, with a range for each lane, and no range is
 * longer than the path divided by the lanes, rounded up. */
TEST_CASE(a_lane_has_one_range_of_the_path)
{
    test_random random = {41};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t bound = 1 + test_random_below(&random, 150), lanes = 1u << trial % 6;
        const id_list a = random_list(&random, bound, 5 + test_random_below(&random, 96));
        const id_list b = random_list(&random, bound, 5 + test_random_below(&random, 96));
        const list_pair lists = {a.ids, a.count, b.ids, b.count};
        const uint32_t all = a.count + b.count;
        const uint32_t steps = steps_of_round(all, lanes, UINT32_MAX);
        uint32_t found = 0;
        CHECK(steps * lanes >= all && (steps == 0 || (steps - 1) * lanes < all), "%u by %u", all, lanes);
        for (uint32_t lane = 0; lane < lanes; lane++) {
            const uint32_t skip = least(lane * steps, all);
            const uint32_t along = path_position(lists, skip);
            path_place at = {along, skip - along};
            found += merge_steps(lists, least(steps, all - skip), &at);
        }
        CHECK_EQ(found, shared_ids(&a, &b), "%u lanes", lanes);
    }
    CHECK_EQ(steps_of_round(1000, 32, 16), 16, "rounds of 16 steps");
}

TEST_MAIN()
