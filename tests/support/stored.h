/* stored.h - graphs on disk, cut as a test wishes. */
#pragma once

#include "graph/graph.h"
#include "support/edge_list.h"

/* The ids of vertex 0, 1, 2, ... */
typedef enum test_ids {
    TEST_IDS_DENSE, /* 0, 1, 2, ... */
    TEST_IDS_NUMBERED, /* the same, but numbered on disk as other ids are */
    TEST_IDS_SPARSE, /* below 2^32 */
    TEST_IDS_WIDE, /* below 2^64 */
    TEST_IDS_MIXED /* 0, 1, 2, ..., and 2^64 - 1, 2^64 - 2, ... */
} test_ids;
enum { TEST_IDS_KINDS = TEST_IDS_MIXED + 1 };

uint64_t test_id_of(test_ids ids, uint32_t vertex);

/* Makes the graph in a scratch folder, the system's temporary one, with about so many ranges, and
 * sizes that go with them: many small pages, segments, blocks and batches. */
tricorn_graph *test_stored_graph(tricorn_context *context, const edge_list *edges, test_ids ids, uint32_t ranges);

/* Graphs that are loaded with a scratch folder go to disk in the same way, as if they had so many
 * edges, until test_store_reset(). */
void test_store_cut(uint32_t ranges, uint64_t edges);

/* Passes keep so many ranges, and read so many segments at once, until test_store_reset(). */
void test_store_passes(uint32_t kept_ranges, uint32_t batch_segments);
/* Words take so many bytes before they go to disk, until test_store_reset(). */
void test_store_words(uint64_t bytes);
/* Readers keep so many bytes of edges in memory, and so many of tables; 0: as the memory allows.
 */
void test_store_readers(uint64_t room_bytes, uint64_t table_bytes);

/* Vertices are numbered on disk though their ids are dense, until test_store_reset(). */
void test_store_number(void);
void test_store_reset(void);
