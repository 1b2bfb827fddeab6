/* test_hub_product.cu - bit matrices of hubs that are multiplied on the GPU, against plain counts
 * on the host. Skipped without a GPU that multiplies bits. */
#include <vector>

#include "support/device_tests.h"
extern "C" {
#include "support/random.h"
}
#include "device/cuda.cuh"
#include "gpu/adaptive/hub_product.cuh"

static tricorn_context *context;

/* Rows of smaller ids, and the same rows as bits. */
typedef struct hub_rows {
    std::vector<uint32_t> offsets, ids;
    std::vector<std::vector<uint64_t>> bits;
} hub_rows;

/* A row has each smaller id with a chance of about dense / (id + dense). */
static hub_rows make_rows(uint32_t count, uint32_t dense, uint64_t seed)
{
    hub_rows rows;
    test_random random = {seed};
    rows.offsets.push_back(0);
    for (uint32_t u = 0; u < count; u++) {
        rows.bits.push_back(std::vector<uint64_t>(count / 64 + 1, 0));
        for (uint32_t v = 0; v < u; v++)
            if (test_random_below(&random, v + dense) < dense) {
                rows.ids.push_back(v);
                rows.bits[u][v / 64] |= UINT64_C(1) << v % 64;
            }
        rows.offsets.push_back((uint32_t)rows.ids.size());
    }
    return rows;
}

static uint32_t common(const hub_rows &rows, uint32_t u, uint32_t v)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < rows.bits[u].size(); i++)
        sum += (uint32_t)__builtin_popcountll(rows.bits[u][i] & rows.bits[v][i]);
    return sum;
}

static uint64_t expected_within(const hub_rows &rows, uint32_t last_row, const tg_hub_bounds &bounds)
{
    uint64_t sum = 0;
    for (uint32_t u = 0; u < last_row; u++)
        for (uint32_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++)
            if (rows.ids[e] / TG_HUB_CELL < TG_HUB_CELLS && u < bounds.rows[rows.ids[e] / TG_HUB_CELL])
                sum += common(rows, u, rows.ids[e]);
    return sum;
}

static tg_device_rows to_device(const hub_rows &rows)
{
    uint32_t *offsets = NULL, *ids = NULL;
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, rows.offsets.size(), &offsets));
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, rows.ids.size() + 1, &ids));
    REQUIRE_OK(context, tg_device_copy_in(context, offsets, rows.offsets.data(), rows.offsets.size() * 4));
    REQUIRE_OK(context, tg_device_copy_in(context, ids, rows.ids.data(), rows.ids.size() * 4));
    const tg_device_rows made = {(uint32_t)rows.offsets.size() - 1, (uint32_t)rows.ids.size(), offsets, ids};
    return made;
}

static void free_rows(const tg_device_rows &rows)
{
    tg_device_free(context, (void *)rows.offsets);
    tg_device_free(context, (void *)rows.ids);
}

/* Fills the memory that the matrix will use, so that bits that are not written would be noticed. */
static void dirty_memory(uint64_t bytes)
{
    void *dirty = NULL;
    REQUIRE_OK(context, tg_device_alloc(context, bytes, 1, &dirty));
    REQUIRE_OK(context, cudaMemsetAsync(dirty, 0xff, bytes, tg_device_stream(context)) == cudaSuccess
                          ? TRICORN_OK
                          : TRICORN_DEVICE_ERROR);
    tg_device_free(context, dirty);
}

static uint64_t counted(const tg_device_rows &rows, uint32_t last_row, const tg_hub_bounds &bounds, bool symmetric)
{
    tg_hub_matrix matrix = {};
    tg_tally *tally = NULL, read = {};
    matrix.bounds = bounds;
    matrix.symmetric = symmetric;
    dirty_memory(tg_hub_matrix_bytes(&bounds, symmetric) + 256);
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, 1, &tally));
    REQUIRE_OK(context, tg_device_copy_in(context, tally, &read, sizeof read));
    REQUIRE_OK(context, tg_hub_matrix_make(context, &rows, last_row, &matrix));
    REQUIRE_OK(context, tg_hub_matrix_count(context, &matrix, tally));
    REQUIRE_OK(context, tg_device_copy_out(context, &read, tally, sizeof read));
    tg_hub_matrix_free(tg_context_device(context), &matrix);
    tg_device_free(context, tally);
    return read.found;
}

static void check_bounds(
  const hub_rows &rows, const tg_device_rows &there, uint32_t last_row, const tg_hub_bounds &bounds, const char *name)
{
    test_on("%u rows of %u ids, %s, up to row %u, cells of columns up to %u %u %u %u", there.count, there.id_count,
      name, last_row, bounds.rows[0], bounds.rows[1], bounds.rows[2], bounds.rows[3]);
    CHECK_EQ(counted(there, last_row, bounds, false), expected_within(rows, last_row, bounds), "triangles");
}

static void check_square(uint32_t count, uint32_t dense)
{
    const hub_rows rows = make_rows(count, dense, count);
    const tg_device_rows there = to_device(rows);
    check_bounds(rows, there, count, tg_hub_bounds_square(count), "square");
    check_bounds(rows, there, count - count / 3, tg_hub_bounds_square(count), "fewer rows");
    free_rows(there);
}

TEST_CASE(small_matrices)
{
    check_square(1, 1);
    check_square(3, 100);
    check_square(130, 1000000); /* complete */
    check_square(700, 60);
}

TEST_CASE(squares)
{
    check_square(2048, 100);
    check_square(2049, 100000);
    check_square(6500, 200);
}

/* Bounds with fewer columns than rows, with more rows than the graph has, and without any. */
TEST_CASE(bounds_of_columns)
{
    const hub_rows rows = make_rows(9000, 150, 5);
    const tg_device_rows there = to_device(rows);
    const tg_hub_bounds bounds[] = {
      {{2048}}, {{8192}}, {{8192, 4096}}, {{8192, 8192, 6144}}, {{20480, 12288, 6144, 0}}, {{0}}};
    for (const tg_hub_bounds &one : bounds) check_bounds(rows, there, 9000, one, "bounds");
    free_rows(there);
}

/* Stores the number of common neighbours of pairs with an edge. */
struct keep_sums {
    uint32_t *sums;
    uint32_t side;
    __device__ __forceinline__ void begin_tile(const tg_hub_matrix &, uint32_t)
    {
    }
    __device__ __forceinline__ void add(bool edge, uint32_t row, uint32_t column, uint32_t sum)
    {
        if (edge && column < row) sums[row * side + column] = sum + 1;
    }
    __device__ __forceinline__ void tile_done()
    {
    }
    __device__ __forceinline__ void finish()
    {
    }
};

static void make_symmetric_bits(hub_rows *rows)
{
    for (uint32_t u = 0; u + 1 < rows->offsets.size(); u++)
        for (uint32_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++)
            rows->bits[rows->ids[e]][u / 64] |= UINT64_C(1) << u % 64;
}

/* All common neighbours of both ends of each edge. */
TEST_CASE(symmetric_sums)
{
    enum { SIDE = 2600 };
    hub_rows rows = make_rows(SIDE, 90, 11);
    const tg_device_rows there = to_device(rows);
    const tg_hub_bounds bounds = tg_hub_bounds_square(SIDE);
    std::vector<uint32_t> sums((size_t)SIDE * SIDE, 0), expected((size_t)SIDE * SIDE, 0);
    tg_hub_matrix matrix = {};
    keep_sums keep = {NULL, SIDE};
    test_on("%u rows of %u ids, both ways", there.count, there.id_count);
    make_symmetric_bits(&rows);
    for (uint32_t u = 0; u < SIDE; u++)
        for (uint32_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++)
            expected[(size_t)u * SIDE + rows.ids[e]] = common(rows, u, rows.ids[e]) + 1;
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, sums.size(), &keep.sums));
    REQUIRE_OK(context, tg_device_copy_in(context, keep.sums, sums.data(), sums.size() * 4));
    matrix.bounds = bounds;
    matrix.symmetric = true;
    REQUIRE_OK(context, tg_hub_matrix_make(context, &there, SIDE, &matrix));
    REQUIRE_OK(context, tg_hub_matrix_multiply(context, &matrix, keep));
    REQUIRE_OK(context, tg_device_copy_out(context, sums.data(), keep.sums, sums.size() * 4));
    check_elements(sums, expected, "sums of edges, each 1 more"); /* 0: no edge */
    tg_hub_matrix_free(tg_context_device(context), &matrix);
    tg_device_free(context, keep.sums);
    free_rows(there);
}

int main(int argc, char **argv)
{
    if (!device_suits(tg_hub_product_works, "this GPU does not multiply bits")) return TEST_SKIPPED;
    return run_on_device(&context, NULL, NULL, argc, argv);
}
