/* test_every_nth.cu - the launches of Polak and Green, and the ranges of Green's path, on the host. */
#include "gpu/lookup/every_nth.cuh"
#include "gpu/lookup/merge.cuh"
#include "host_lookup.cuh"

enum { MOST_EDGES = 5000, TRIALS = 200 };

typedef edge_turns (*turns_rule)(const launch_place &, uint32_t);

static edge_turns turns_of_lane_there(const launch_place &at, uint32_t lanes)
{
    return turns_of_lane(at, lanes);
}

static edge_turns turns_of_team_there(const launch_place &at, uint32_t lanes)
{
    return turns_of_team(at, lanes);
}

/* Each edge must be counted `times` times by all threads of a launch together. */
static void check_turns(turns_rule rule, launch_place at, uint32_t lanes, uint32_t edges, uint32_t times)
{
    static uint32_t taken[MOST_EDGES];
    memset(taken, 0, sizeof taken);
    for (at.block = 0; at.block < at.blocks; at.block++)
        for (at.thread = 0; at.thread < at.threads; at.thread++) {
            const edge_turns turns = rule(at, lanes);
            for (uint64_t e = turns.first; e < edges; e += turns.step) taken[e]++;
        }
    for (uint32_t e = 0; e < edges; e++)
        CHECK_EQ(taken[e], times, "edge %u of %u, %u x %u, %u lanes", e, edges, at.blocks, at.threads, lanes);
}

/* Polak 3.3: i = threadIdx.x + blockIdx.x * blockDim.x, then every gridDim.x * blockDim.x-th. */
static void polaks_threads_take_every_nth_edge(void **)
{
    for (uint32_t block = 0; block < 8 * 3; block++)
        for (uint32_t thread = 0; thread < 64; thread++) {
            const edge_turns turns = turns_of_lane({8 * 3, 64, block, thread}, 32);
            CHECK_EQ(turns.first, thread + block * 64, "block %u, thread %u", block, thread);
            CHECK_EQ(turns.step, 8 * 3 * 64, "block %u, thread %u", block, thread);
        }
    check_turns(turns_of_lane_there, {24, 64, 0, 0}, 32, MOST_EDGES, 1);
}

/* Polak 3.4.4: half of each warp has no edges, and the other half has them all. */
static void halved_warps_leave_lanes_idle(void **)
{
    for (uint32_t thread = 0; thread < 128; thread++) {
        const edge_turns turns = turns_of_lane({5, 128, 2, thread}, 16);
        CHECK_EQ(turns.first == NO_TURN, thread % 32 >= 16, "thread %u", thread);
        CHECK_EQ(turns.step, 5 * 4 * 16, "thread %u", thread);
    }
    for (uint32_t lanes = 1; lanes <= 32; lanes++) check_turns(turns_of_lane_there, {3, 128, 0, 0}, lanes, 1000, 1);
}

/* Green: 16 warps of a block of 512 threads have an edge each, which all their lanes share. */
static void greens_warps_share_an_edge(void **)
{
    for (uint32_t edges = 1; edges <= MOST_EDGES; edges += 357) {
        const uint32_t blocks = blocks_for_given(edges, 10);
        CHECK(10 * blocks >= edges && 10 * (blocks - 1) < edges, "%u edges", edges);
        check_turns(turns_of_team_there, {blocks, 512, 0, 0}, 32, edges, 32);
    }
    const edge_turns turns = turns_of_team({7, 512, 3, 100}, 32);
    CHECK_EQ(turns.first, 3 * 16 + 3, "warp 3 of block 3");
    CHECK_EQ(turns.step, 7 * 16, "teams of 7 blocks");
    for (uint32_t lanes = 1; lanes <= 32; lanes *= 2)
        check_turns(turns_of_team_there, {3, 64, 0, 0}, lanes, 1000, lanes);
}

/* Without a bound one round has the whole path, with a range for each lane, and no range is
 * longer than the path divided by the lanes, rounded up. */
static void a_lane_has_one_range_of_the_path(void **)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
      cmocka_unit_test(polaks_threads_take_every_nth_edge),
      cmocka_unit_test(halved_warps_leave_lanes_idle),
      cmocka_unit_test(greens_warps_share_an_edge),
      cmocka_unit_test(a_lane_has_one_range_of_the_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
