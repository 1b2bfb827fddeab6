/* test_whole_rows.cu - Polak's merge and what he tried beside it, on the host: all lanes together find each common
 * id once. */
#include "gpu/lookup/whole_rows.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 1000 };

/* A list as it is in memory, in which each id takes `stride` words. */
typedef struct spread_list {
    uint32_t words[2 * MOST_IDS];
} spread_list;

static spread_list spread(const id_list *list, uint32_t stride)
{
    spread_list made;
    memset(&made, 0xff, sizeof made);
    for (uint32_t i = 0; i < list->count; i++) made.words[i * stride] = list->ids[i];
    return made;
}

static id_list random_ids(test_random *random)
{
    return random_list(random, test_random_below(random, 150), 5 + test_random_below(random, 96));
}

/* The lanes of a virtual warp have parts of list a that follow one another, and merge them with enough of list b. */
template <uint32_t STRIDE, uint32_t WORDS_READ> static void check_shares(void)
{
    test_random random = {31 * STRIDE + WORDS_READ};
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        const uint32_t lanes = 1 + trial % 32;
        const id_list a = random_ids(&random), b = random_ids(&random);
        const spread_list a_words = spread(&a, STRIDE), b_words = spread(&b, STRIDE);
        const list_pair lists = {a_words.words, a.count, b_words.words, b.count};
        uint32_t found = 0, taken = 0;
        for (uint32_t lane = 0; lane < lanes; lane++) {
            const list_pair share = share_of_lane<STRIDE>(lists, lane, lanes);
            const bool first = share.a_count == 0 || share.a == a_words.words + taken * STRIDE;
            CHECK(first, "lane %u of %u does not go on at id %u", lane, lanes, taken);
            CHECK(
              share.a_count <= (a.count + lanes - 1) / lanes, "lane %u of %u has %u ids", lane, lanes, share.a_count);
            taken += share.a_count;
            found += merge_rows<STRIDE, WORDS_READ, false>(share, 0);
        }
        CHECK_EQ(taken, a.count, "ids of %u lanes", lanes);
        CHECK_EQ(found, shared_ids(&a, &b), "%u lanes", lanes);
        CHECK_EQ((merge_rows<STRIDE, WORDS_READ, true>(lists, 1 + trial % 9)), shared_ids(&a, &b), "one lane");
    }
}

TEST_CASE(virtual_warps_add_up)
{
    check_shares<1, 1>();
    check_shares<1, 2>();
    check_shares<2, 1>();
    check_shares<2, 2>();
}

/* Tiles of any size, each from where the merge of the one before has ended, add up to the whole merge. */
TEST_CASE(tiles_add_up)
{
    test_random random = {77};
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        const id_list a = random_ids(&random), b = random_ids(&random);
        const uint32_t tile = 1 + trial % 32;
        uint32_t found = 0, i = 0, j = 0, rounds = 0;
        while (i < a.count && j < b.count) {
            const list_pair held = {a.ids + i, least(a.count - i, tile), b.ids + j, least(b.count - j, tile)};
            const path_place at = merge_held(held, &found);
            CHECK(at.i == held.a_count || at.j == held.b_count, "a tile of %u ids is not merged to its end", tile);
            i += at.i;
            j += at.j;
            CHECK(++rounds <= a.count + b.count, "tiles of %u ids do not go on", tile);
        }
        CHECK_EQ(found, shared_ids(&a, &b), "tiles of %u ids", tile);
    }
}

/* Any values of the parameters become a form that counts each edge and whose tiles fit into shared memory. */
TEST_CASE(forms_fit)
{
    for (uint32_t threads = 32; threads <= 1024; threads += 32)
        for (uint32_t tile = 0; tile <= 32; tile++) {
            const merging_form form = form_that_fits({1 + tile % 32, 32 - tile / 2, 7, tile}, threads);
            CHECK(form.team >= 1 && form.team <= form.lanes, "%u lanes, %u for an edge", form.lanes, form.team);
            CHECK_EQ(form.tile > 0, tile > 0, "%u threads, %u ids", threads, tile);
            CHECK(form.tile <= tile, "%u threads, %u ids", threads, tile);
            CHECK_EQ(form.ahead, 7, "%u threads", threads);
            CHECK(tile_stride(form) >= form.tile && tile_stride(form) % 2 == 1, "%u ids", form.tile);
            CHECK(
              form.tile == 0 || 2 * threads * tile_stride(form) <= TILE_WORDS, "%u threads, %u ids", threads, tile);
        }
    CHECK_EQ(form_that_fits({32, 1, 0, 32}, 64).tile, 32, "blocks of the paper have room for all");
}

TEST_MAIN()
