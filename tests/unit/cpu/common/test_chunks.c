/* test_chunks.c - the chunks of a task hold each of its edges once, and start in the right row.
 */
#include "cpu/common/chunks.h"
#include "support/check.h"
#include "support/random.h"

enum { ROWS = 40, MOST_IN_ROW = 12 };

static void check_chunks(const tg_task *task, uint64_t size)
{
    const uint64_t chunks = tg_chunk_count(task, size);
    uint64_t next = task->edges.offsets[task->first_row];

    for (uint64_t c = 0; c < chunks; c++) {
        const tg_chunk chunk = tg_chunk_at(task, size, c);
        CHECK_EQ(chunk.first_edge, next, "chunk %llu of size %llu", (unsigned long long)c, (unsigned long long)size);
        CHECK(chunk.last_edge > chunk.first_edge, "an empty chunk");
        CHECK(chunk.last_edge - chunk.first_edge <= size, "a chunk of more than %llu", (unsigned long long)size);
        CHECK(task->edges.offsets[chunk.first_row] <= chunk.first_edge &&
                chunk.first_edge < task->edges.offsets[chunk.first_row + 1],
          "edge %llu is not in row %u", (unsigned long long)chunk.first_edge, chunk.first_row);
        next = chunk.last_edge;
    }
    CHECK_EQ(next, task->edges.offsets[task->last_row], "the end, in chunks of %llu", (unsigned long long)size);
}

/* Each row with edges is in one chunk, that of its first edge. */
static void check_rows(const tg_task *task, uint64_t size)
{
    unsigned times[ROWS] = {0};
    for (uint64_t c = 0; c < tg_chunk_count(task, size); c++) {
        const tg_chunk chunk = tg_chunk_at(task, size, c);
        uint32_t first, last;
        tg_chunk_rows(task, size, c, &first, &last);
        for (uint32_t r = first; r < last; r++) {
            const uint64_t begin = task->edges.offsets[r];
            if (begin == task->edges.offsets[r + 1]) continue;
            CHECK(begin >= chunk.first_edge && begin < chunk.last_edge, "row %u begins elsewhere", r);
            times[r]++;
        }
    }
    for (uint32_t r = 0; r < ROWS; r++)
        CHECK_EQ(times[r],
          r >= task->first_row && r < task->last_row && task->edges.offsets[r] < task->edges.offsets[r + 1],
          "row %u in chunks of %llu", r, (unsigned long long)size);
}

TEST_CASE(chunks_cover_the_task)
{
    test_random random = {1};

    for (unsigned trial = 0; trial < 300; trial++) {
        uint64_t offsets[ROWS + 1] = {0};
        for (uint32_t r = 0; r < ROWS; r++) /* many rows are empty */
            offsets[r + 1] = offsets[r] + (test_random_below(&random, 2) ? test_random_below(&random, MOST_IN_ROW) : 0);
        tg_task task = {.edges = {ROWS, offsets, NULL}};
        task.first_row = test_random_below(&random, ROWS);
        task.last_row = task.first_row + test_random_below(&random, ROWS - task.first_row + 1);
        for (uint64_t size = 1; size <= 64; size = size * 3 + 1) {
            check_chunks(&task, size);
            check_rows(&task, size);
        }
    }
}

TEST_CASE(no_edges_no_chunks)
{
    const uint64_t offsets[] = {0, 0, 0};
    const tg_task task = {.edges = {2, offsets, NULL}, .last_row = 2};

    CHECK_EQ(tg_chunk_count(&task, 100), 0, "chunks of no edges");
}

TEST_MAIN()
