/* test_forged.c - indexes and rows of a graph on disk that somebody has written on purpose, checksums and all. They
 * are refused, or are rows of a graph: each ascends and stays below its label.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/bytes/checksum.h"
#include "store/store.h"
#include "store/stream.h"
#include "support/fixture.h"
#include "support/random.h"
#include "support/stored.h"

enum { GRAPHS = 1000, BLOCK_MOST = 1 << 16 };

/* An array of the index, as 32-bit numbers. */
typedef struct numbers {
    uint32_t *at;
    uint64_t count;
} numbers;

static void forge_number(numbers of, test_random *random)
{
    static const uint32_t hostile[] = {0, 1, 2, 63, 255, UINT32_MAX - 1, UINT32_MAX};
    enum { HOSTILE = LENGTH(hostile) };
    if (of.count > 0)
        of.at[test_random_next(random) % of.count] =
          test_random_below(random, 2) ? hostile[test_random_below(random, HOSTILE)] : test_random_below(random, 100);
}

static void forge_index(tg_store *store, test_random *random)
{
    tg_disk_rows *disk = &store->disk_rows;
    const numbers arrays[] = {{disk->cuts, disk->ranges + 1},
      {(uint32_t *)(void *)disk->segment, disk->segments * sizeof *disk->segment / 4},
      {(uint32_t *)(void *)disk->block, disk->blocks * sizeof *disk->block / 4},
      {(uint32_t *)(void *)disk->column_range, disk->column_ranges * sizeof *disk->column_range / 4}};
    forge_number(arrays[test_random_below(random, LENGTH(arrays))], random);
}

/* Changes bytes of a block; then its checksums are right again. */
static void forge_block(tg_store *store, test_random *random)
{
    tg_disk_rows *disk = &store->disk_rows;
    tg_row_block *block = &disk->block[test_random_next(random) % disk->blocks];
    unsigned char bytes[BLOCK_MOST];
    const int rows = store->rows.descriptor;
    uint64_t count = block->list_bytes;

    for (uint32_t c = block->first_range; c <= block->level; c++) count += tg_block_columns(disk, block, c)->bytes;
    CHECK(count <= BLOCK_MOST, "a block has %zu bytes", (size_t)count);
    CHECK(pread(rows, bytes, count, (off_t)block->offset) == (ssize_t)count, "reading");
    for (uint32_t i = test_random_below(random, 4); i < 4; i++)
        bytes[test_random_next(random) % count] ^= (unsigned char)(1u << test_random_below(random, 8));
    CHECK(pwrite(rows, bytes, count, (off_t)block->offset) == (ssize_t)count, "writing");
    block->checksum = tg_checksum(bytes, block->list_bytes);
    count = block->list_bytes;
    for (uint32_t c = block->first_range; c <= block->level; c++) {
        tg_column_range *columns = &disk->column_range[block->first_column_range + (c - block->first_range)];
        columns->checksum = tg_checksum(bytes + count, columns->bytes);
        count += columns->bytes;
    }
}

static tricorn_status check_rows(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const tg_store *store = user;
    (void)context;
    CHECK(rows->last <= store->label_count, "label %u", rows->last);
    for (uint32_t label = rows->first; label < rows->last; label++) {
        const uint64_t begin = rows->offsets[label - rows->first];
        const uint64_t end = rows->offsets[label - rows->first + 1];
        for (uint64_t e = begin; e < end; e++) {
            CHECK(e == begin || rows->ids[e - 1] < rows->ids[e], "row %u does not ascend", label);
            CHECK(rows->ids[e] < label, "row %u has id %u", label, rows->ids[e]);
        }
    }
    return TRICORN_OK;
}

/* Returns whether the rows were read. */
static bool read_forged(tg_store *store)
{
    if (!tg_store_is_sound(store)) return false;
    const tricorn_status status = tg_store_each_row(fixture.context, store, NULL, check_rows, store);
    if (status != TRICORN_OK) FAILS(status, TRICORN_BAD_FORMAT);
    return status == TRICORN_OK;
}

/* Forges once in each graph, then more. */
static void forge_all(void (*forge)(tg_store *, test_random *))
{
    test_random random = {3};
    edge_list edges = make_random(90, 20, &random);
    uint32_t read = 0;
    for (uint32_t g = 0; g < GRAPHS; g++) {
        tricorn_graph *graph = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 1 + g % 16);
        CHECK(read_forged(graph->store), "a good graph");
        for (uint32_t f = 0; f <= g % 4; f++) {
            forge(graph->store, &random);
            read += read_forged(graph->store);
        }
        tricorn_graph_free(graph);
    }
    CHECK(read > 0, "all are refused, so nothing is tested");
    test_store_reset();
    edge_list_free(&edges);
}

TEST_CASE(indexes)
{
    forge_all(forge_index);
}

TEST_CASE(blocks)
{
    forge_all(forge_block);
}

TEST_MAIN_EACH(test_create, test_destroy)
