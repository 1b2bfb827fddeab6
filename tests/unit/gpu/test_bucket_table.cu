/* test_bucket_table.cu - the table with counters of TRUST and H-INDEX, and how the threads of a
 * team read rows together, on the host. */
#include "gpu/lookup/bucket_table.cuh"
#include "gpu/lookup/edge_set.cuh"
#include "gpu/lookup/mean_class.cuh"
#include "gpu/lookup/row_sharing.cuh"
#include "gpu/lookup/table_shape.cuh"
#include "host_lookup.cuh"

extern "C" {
#include "registry/registry.h"
}

#include <string.h>

enum { MOST_WORDS = 4096 };

static uint32_t near_words[MOST_WORDS], far_words[MOST_WORDS];

static bucket_table empty_table(uint32_t buckets, uint32_t levels, uint32_t slots)
{
    memset(near_words, 0, buckets * sizeof *near_words);
    return bucket_table_in(near_words, far_words, buckets, levels, slots);
}

/* Without a key, multiples of the buckets send every id to one bucket, which overflows. */
static void check_list(const bucket_table &table, const id_list *list, uint32_t step, uint32_t bound)
{
    const uint32_t count = least(list->count, bucket_room(table));
    for (uint32_t i = 0; i < count; i++) bucket_insert(table, list->ids[i] * step);
    for (uint32_t id = 0; id <= bound * step; id++) {
        bool there = false;
        for (uint32_t i = 0; i < count; i++) there = there || list->ids[i] * step == id;
        CHECK_EQ(bucket_contains(table, id), there, "id %u, %u buckets, %u of %u levels, step %u", id, table.buckets,
          table.levels, table.slots, step);
    }
}

TEST_CASE(tables_of_all_shapes)
{
    test_random random = {78};
    for (uint32_t buckets = 1; buckets <= 32; buckets *= 2)
        for (uint32_t levels = 1; levels <= 8; levels += 3)
            for (uint32_t slots = 1; slots <= 16; slots *= 2)
                for (uint32_t step = 1; step <= 64; step *= 8) {
                    bucket_table table = empty_table(buckets, levels, slots);
                    if (step == 8) table.key = (uint32_t)test_random_below(&random, 1u << 31) * 2 + 1;
                    const id_list list = random_list(&random, 80, test_random_below(&random, 101));
                    CHECK_EQ(bucket_room(table), buckets * (slots > levels ? slots : levels), "room");
                    check_list(table, &list, step, 80);
                }
}

/* TRUST, Fig. 2: four buckets, of which the first two levels are near. */
TEST_CASE(buckets_are_interleaved)
{
    static const uint32_t ids[] = {4, 8, 12, 20, 24, 5, 10, 6, 18, 22, 3, 7, 11, 19};
    static const uint32_t first_levels[] = {4, 5, 6, 3, 8, UINT32_MAX, 10, 7};
    const bucket_table table = empty_table(4, 2, 8);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) bucket_insert(table, ids[i]);
    CHECK_EQ(table.counters[0], 5, "4, 8, 12, 20, 24");
    CHECK_EQ(table.counters[1], 1, "5");
    CHECK_EQ(table.counters[2], 4, "10, 6, 18, 22");
    CHECK_EQ(table.counters[3], 4, "3, 7, 11, 19");
    CHECK_EQ(table.near[0], first_levels[0], "level 0 of bucket 0");
    CHECK_EQ(table.near[3], first_levels[3], "level 0 of bucket 3");
    CHECK_EQ(table.near[4], first_levels[4], "level 1 of bucket 0");
    CHECK_EQ(table.near[7], first_levels[7], "level 1 of bucket 3");
    CHECK_EQ(table.far[0], 12, "level 2 of bucket 0 is in global memory");
    CHECK_EQ(table.far[3], 11, "level 2 of bucket 3");
    CHECK_EQ(table.far[8], 24, "level 4 of bucket 0");
}

/* The parameters of an algorithm as its paper has them. */
static tg_setup setup_of_paper(const char *alias)
{
    const tg_algorithm *of = tg_algorithm_find(alias);
    tricorn_context *context = NULL;
    assert_non_null(of);
    tg_setup setup = tg_standard_setup(of, TG_SINK_TOTAL);
    assert_int_equal(tricorn_context_create(NULL, &context), TRICORN_OK);
    REQUIRE_OK(context, tg_read_parameters(context, of->description.paper, &setup));
    tricorn_context_free(context);
    return setup;
}

enum { SHARED_BYTES = 48 * 1024 }; /* of a block, on any GPU */

/* TRUST 3.1 and 3.2: 32 warps with 32 buckets, or one block with 1,024, of which 6 levels are in
 * shared memory, 28 KiB both, and 128 in all. */
TEST_CASE(sizes_of_the_paper)
{
    const tg_setup setup = setup_of_paper("trust");
    const uint32_t *values = setup.values;
    const table_shape block = shape_of_values(values, LONG_ROWS, SHARED_BYTES);
    const table_shape warp = shape_of_values(values, MIDDLE_ROWS, SHARED_BYTES);
    CHECK_EQ(values[BLOCKS], 1024, "blocks");
    CHECK_EQ(shape_threads(values), 1024, "threads of a block");
    CHECK_EQ(block.team, 1024, "threads for a long row");
    CHECK_EQ(block.buckets, 1024, "for a long row");
    CHECK_EQ(block.levels, 6, "of a long row's table in shared memory");
    CHECK_EQ(block.slots, 128, "of a bucket");
    CHECK_EQ(shape_table_bytes(values, LONG_ROWS, &block), 28672, "the table of a block");
    CHECK_EQ(shape_teams(values, MIDDLE_ROWS), 32, "warps of a block");
    CHECK_EQ(warp.team, 32, "threads for a row");
    CHECK_EQ(warp.buckets, 32, "for a row");
    CHECK_EQ(warp.levels, 6, "of a row's table in shared memory");
    CHECK_EQ(warp.slots, 128, "of a bucket");
    CHECK_EQ(shape_table_bytes(values, MIDDLE_ROWS, &warp), 28672, "tables of 32 warps");
    CHECK_EQ(block.share, SHARE_WALKING, "virtual combination by a block");
    CHECK_EQ(warp.share, SHARE_WALKING, "virtual combination by a warp");
    CHECK_EQ(block.walkers, 64, "threads that walk together");
    CHECK_EQ(warp.walkers, 32, "threads that walk together");
}

TEST_CASE(tables_are_as_large_as_memory_allows)
{
    uint32_t values[PARAMETERS];
    const tg_setup setup = setup_of_paper("trust");
    memcpy(values, setup.values, sizeof values);
    CHECK_EQ(shape_of_values(values, LONG_ROWS, 16 * 1024).levels, 3, "and a counter a bucket");
    CHECK_EQ(shape_of_values(values, LONG_ROWS, 4 * 1024).levels, 0, "room for counters alone");
    values[THREADS] = 96 + 31;
    CHECK_EQ(shape_threads(values), 96, "whole warps");
    CHECK_EQ(shape_teams(values, MIDDLE_ROWS), 3, "warps of 96 threads");
    values[WARP_TABLE] = 63;
    CHECK_EQ(shape_of_values(values, MIDDLE_ROWS, SHARED_BYTES).buckets, 32, "a power of two");
}

/* TRUST 4.3: a block above 100, a warp from 2 to 100, one vertex at a time. A row of one id has
 * no triangle in a whole graph, but may have one in a block of it. */
TEST_CASE(classes_of_the_paper)
{
    const tg_setup setup = setup_of_paper("trust");
    const uint32_t *values = setup.values;
    const row_classes classes = classes_of_values(values);
    for (uint32_t length = 0; length < 300; length++) {
        const uint32_t expected = length > 100 ? LONG_ROWS : length >= 2 ? MIDDLE_ROWS : NO_ROWS;
        CHECK_EQ(class_of_length(length, length, true, classes), expected, "%u ids", length);
    }
    CHECK_EQ(class_of_length(1, 5, false, classes), MIDDLE_ROWS, "one id, in a block of the graph");
    CHECK_EQ(class_of_length(200, 0, false, classes), NO_ROWS, "no edges, in a block of the graph");
    CHECK_EQ(shape_draw(values), 1, "vertices at a time");
}

/* TRUST, Fig. 10: a vertex has 200 neighbours, 67 of them in P20, which leads to the rows that are
 * looked up in the table of P21: it is a small vertex then. Otherwise the row in the table counts. */
TEST_CASE(classes_by_the_index_block)
{
    const tg_setup paper = setup_of_paper("trust");
    const tg_setup standard = tg_standard_setup(paper.algorithm, TG_SINK_TOTAL);
    const row_classes classes = classes_of_values(paper.values);
    CHECK_EQ(class_of_length(200, 200, true, classes), LONG_ROWS, "200 neighbours");
    CHECK_EQ(class_of_length(66, 67, false, classes), MIDDLE_ROWS, "P21 and P20");
    for (uint32_t table = 0; table < 300; table++)
        for (uint32_t index = 0; index < 300; index++) {
            const uint32_t expected = table == 0 || index == 0 ? NO_ROWS : index > 100 ? LONG_ROWS : MIDDLE_ROWS;
            CHECK_EQ(class_of_length(table, index, false, classes), expected, "%u in P21, %u in P20", table, index);
        }
    CHECK_EQ(
      class_of_length(200, 67, false, classes_of_values(standard.values)), LONG_ROWS, "standard: the row in the table");
}

/* H-INDEX: 32 buckets for a list of any length, in the memory of a warp and of a block. A set
 * can hold half as many ids as it has slots. */
TEST_CASE(h_index_has_32_buckets)
{
    enum { WARP_WORDS = 1024, BLOCK_WORDS = 8192 };
    static uint32_t memory[BLOCK_WORDS];
    const tg_setup setup = setup_of_paper("h-index");
    const uint32_t buckets = setup.values[0];
    CHECK_EQ(setup.values[2], 2, "fixed, in global memory as well");
    for (uint32_t words = WARP_WORDS; words <= BLOCK_WORDS; words *= 8) {
        const bucket_table table = fixed_set_in(memory, words, buckets, 0, NULL);
        CHECK_EQ(table.buckets, 32, "buckets in %u words", words);
        CHECK_EQ(table.levels, words / 32 - 1, "as deep as %u words are", words);
        CHECK_EQ(table.slots, table.levels, "nothing in global memory");
        CHECK_EQ(bucket_near_words(table.buckets, table.levels), words, "all words");
        const uint32_t room = set_room(words, buckets, true);
        CHECK_EQ(2 * room, bucket_room(table), "half of the slots");
        memset(memory, 0, sizeof memory);
        for (uint32_t i = 0; i < room; i++) bucket_insert(table, 3 * i);
        for (uint32_t id = 0; id < 3 * room; id++)
            CHECK_EQ(bucket_contains(table, id), id % 3 == 0, "id %u of %u words", id, words);
        /* Ids that all collide, as 32 buckets let them. */
        memset(memory, 0, sizeof memory);
        for (uint32_t i = 0; i < table.levels; i++) bucket_insert(table, 32 * i);
        CHECK_EQ(table.counters[0], table.levels, "ids in one bucket");
    }
}

/* H-INDEX: the first slots of each bucket are in shared memory, the others in global memory; a set
 * that is full holds its ids all the same. */
TEST_CASE(h_index_continues_in_global_memory)
{
    enum { WORDS = 1024, MOST = 512 };
    static uint32_t near[WORDS], far[MOST * FAR_SET_SLOTS];
    for (uint32_t buckets = 32; buckets <= MOST; buckets *= 4) {
        const bucket_table table = fixed_set_in(near, WORDS, buckets, 0, far);
        const uint32_t room = far_set_words(buckets);
        CHECK_EQ(table.levels, buckets <= 128 ? 6 : 1, "near levels of %u buckets", buckets);
        CHECK(bucket_near_words(buckets, table.levels) <= WORDS, "%u buckets", buckets);
        CHECK_EQ(bucket_room(table), room, "slots of %u buckets", buckets);
        memset(near, 0, sizeof near);
        for (uint32_t i = 0; i < room; i++) bucket_insert(table, 3 * i);
        for (uint32_t id = 0; id < 3 * room; id++)
            CHECK_EQ(bucket_contains(table, id), id % 3 == 0, "id %u, %u buckets", id, buckets);
        memset(near, 0, sizeof near);
        for (uint32_t i = 0; i < 10; i++) bucket_insert(table, buckets * i);
        CHECK_EQ(far[0], buckets * table.levels, "the first far id of %u buckets", buckets);
    }
}

/* The standard form: two to four buckets for each id, from the least number to what fits. */
TEST_CASE(standard_sets_grow)
{
    enum { WORDS = 1024, LEAST = 128 };
    static uint32_t memory[WORDS];
    for (uint32_t count = 1; count <= set_room(WORDS, LEAST, false); count++) {
        const hash_set set = growing_set_in(memory, WORDS, LEAST, count, 1);
        CHECK(set.buckets >= 2 * count || set.buckets == WORDS / 2, "%u buckets for %u ids", set.buckets, count);
        CHECK(set.buckets <= 4 * count || set.buckets == LEAST, "%u buckets for %u ids", set.buckets, count);
        CHECK(hash_room(set) >= count, "room for %u of %u ids", hash_room(set), count);
    }
}

TEST_CASE(bisson_goes_by_the_mean)
{
    CHECK_EQ(class_by_mean(381, 10), MEAN_BLOCK, "38.1");
    CHECK_EQ(class_by_mean(380, 10), MEAN_WARP, "38");
    CHECK_EQ(class_by_mean(39, 10), MEAN_WARP, "3.9");
    CHECK_EQ(class_by_mean(38, 10), MEAN_THREAD, "3.8");
    CHECK_EQ(class_by_mean(0, 0), MEAN_THREAD, "no rows");
}

/* ---- sharing ---- */

enum { ROWS = 40, IDS = 2000, COPY_ROOM = 97 };

typedef struct some_rows {
    uint32_t offsets[ROWS + 1], ids[IDS], neighbours[ROWS];
    tg_device_task task;
} some_rows;

/* Rows of 0 to 90 ids, which are their own positions; the neighbours are all rows, last first. */
static void make_rows(some_rows *rows, test_random *random)
{
    memset(rows, 0, sizeof *rows);
    for (uint32_t r = 0; r < ROWS; r++) {
        const uint32_t most = test_random_below(random, 4) ? 6 : 90;
        rows->offsets[r + 1] = rows->offsets[r] + test_random_below(random, most);
        rows->neighbours[r] = ROWS - 1 - r;
    }
    for (uint32_t i = 0; i < IDS; i++) rows->ids[i] = i;
    rows->task.into = {ROWS, rows->offsets[ROWS], rows->offsets, rows->ids};
    rows->task.edges = {1, ROWS, NULL, rows->neighbours};
}

/* Functors, because a lambda of the host cannot run on the GPU. */
struct visit_counter {
    uint32_t *visits;
    TG_BOTH void operator()(uint32_t at) const
    {
        visits[at]++;
    }
};
struct all_counter {
    uint32_t *count;
    TG_BOTH void operator()(uint32_t) const
    {
        (*count)++;
    }
};

static void check_once(const some_rows *rows, const uint32_t *visits, const char *way, uint32_t size)
{
    for (uint32_t i = 0; i < IDS; i++)
        CHECK_EQ(visits[i], i < rows->offsets[ROWS], "%s by %u threads, position %u", way, size, i);
}

TEST_CASE(every_way_visits_each_id_once)
{
    test_random random = {79};
    const row_part edges = {0, ROWS};
    for (uint32_t size = 32; size <= 256; size *= 2) {
        some_rows rows;
        uint32_t visits[IDS];
        make_rows(&rows, &random);
        memset(visits, 0, sizeof visits);
        for (uint32_t t = 0; t < size; t++) walk_rows(rows.task, edges, {t, size}, size, visit_counter{visits});
        check_once(&rows, visits, "walking", size);
        memset(visits, 0, sizeof visits);
        for (uint32_t t = 0; t < size + 32; t++) walk_rows(rows.task, edges, {t, size + 32}, 64, visit_counter{visits});
        check_once(&rows, visits, "walking in groups", size + 32);
        for (uint32_t lanes = 4; lanes <= 32; lanes *= 2) {
            memset(visits, 0, sizeof visits);
            for (uint32_t t = 0; t < size; t++) stride_rows(rows.task, edges, {t, size}, lanes, visit_counter{visits});
            check_once(&rows, visits, "striding", size);
        }
    }
}

struct position_list {
    uint32_t *positions, *count;
    TG_BOTH void operator()(uint32_t at) const
    {
        positions[(*count)++] = at;
    }
};

/* Hu et al., as Algorithm 1 of Li et al. has it, with the names of that; its line 11 is meant to go
 * to the next neighbour. */
static uint32_t walk_by_algorithm_1(const some_rows *rows, uint32_t thread, uint32_t block_size, uint32_t *positions)
{
    const uint32_t *col = rows->offsets, *row = rows->neighbours;
    uint32_t v_offset = thread, u_point = 0, count = 0;
    while (u_point < ROWS) {
        uint32_t v_point = col[row[u_point]], degree = col[row[u_point] + 1] - v_point;
        while (u_point < ROWS && v_offset >= degree) {
            v_offset -= degree;
            if (++u_point == ROWS) break;
            v_point = col[row[u_point]];
            degree = col[row[u_point] + 1] - v_point;
        }
        if (u_point < ROWS) positions[count++] = v_point + v_offset;
        v_offset += block_size;
    }
    return count;
}

TEST_CASE(hus_threads_walk_by_algorithm_1)
{
    test_random random = {82};
    const row_part edges = {0, ROWS};
    for (uint32_t size = 32; size <= 1024; size *= 2) {
        some_rows rows;
        make_rows(&rows, &random);
        for (uint32_t t = 0; t < size; t++) {
            uint32_t expected[IDS], found[IDS], count = 0;
            const uint32_t all = walk_by_algorithm_1(&rows, t, size, expected);
            walk_rows(rows.task, edges, {t, size}, size, position_list{found, &count});
            CHECK_EQ(count, all, "thread %u of %u", t, size);
            for (uint32_t i = 0; i < all; i++) CHECK_EQ(found[i], expected[i], "id %u of thread %u of %u", i, t, size);
        }
    }
}

/* With virtual combination the numbers of ids of any two threads differ by at most one. */
TEST_CASE(walking_is_even)
{
    enum { SIZE = 64 };
    test_random random = {80};
    const row_part edges = {0, ROWS};
    some_rows rows;
    make_rows(&rows, &random);
    for (uint32_t t = 0; t < SIZE; t++) {
        uint32_t mine = 0;
        walk_rows(rows.task, edges, {t, SIZE}, SIZE, all_counter{&mine});
        CHECK_EQ(mine, (rows.offsets[ROWS] + SIZE - 1 - t) / SIZE, "thread %u", t);
    }
}

TEST_CASE(copies_are_all_rows)
{
    enum { SIZE = 64 };
    test_random random = {81};
    const row_part edges = {0, ROWS};
    uint32_t visits[IDS] = {0}, copies[COPY_ROOM];
    copy_place places[SIZE] = {};
    some_rows rows;
    make_rows(&rows, &random);
    for (;;) {
        uint32_t copied = 0;
        for (uint32_t t = 0; t < SIZE; t++)
            copied = copy_rows(rows.task, edges, {t, SIZE}, &places[t], {copies, COPY_ROOM});
        if (copied == 0) break;
        for (uint32_t i = 0; i < copied; i++) visits[copies[i]]++;
    }
    check_once(&rows, visits, "copying", SIZE);
}

TEST_MAIN()
