/* test_adjacency.c - the AdjacencyGraph text of PBBS, Ligra and GBBS. */

#include "unit/io/format_files.h"
#include "support/families.h"

/* 0-1, 0-2, 1-2, 2-4; vertex 3 has no edge. Rows need not be mirrored. */
static const uint64_t pairs[] = {0, 1, 0, 2, 1, 2, 2, 4};
static const expected_edges expected = {4, pairs, true, 5};
static const uint64_t twice[] = {0, 1, 0, 1, 0, 2, 0, 2, 1, 2, 1, 2, 2, 4, 2, 4};
static const expected_edges mirrored = {8, twice, true, 5};

static void reads(const char *text, const expected_edges *edges)
{
    check_file_reads("any", text, strlen(text), NULL, edges);
}

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "AdjacencyGraph\n5\n4\n0\n2\n3\n4\n4\n1\n2\n2\n4\n",
      "AdjacencyGraph\n5\n4\n0\n2\n3\n4\n4\n1\n2\n2\n4", /* the last line lacks its end */
      "AdjacencyGraph 5 4 0 2 3 4 4 1 2 2 4",
      "\n AdjacencyGraph\r\n5\t4\r\n\r\n0 2 3\n\n\n 4 4 1\n2 2 4 \r\n\n \n",
      "WeightedAdjacencyGraph\n5\n4\n0\n2\n3\n4\n4\n1\n2\n2\n4\n9\n-9\n0.5\n1e9\n",
      "WeightedAdjacencyGraph\n5\n4\n0\n2\n3\n4\n4\n1\n2\n2\n4\n9 9 9 9",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) reads(texts[i], &expected);
    reads("AdjacencyGraph\n5\n8\n0\n2\n4\n7\n7\n1\n2\n0\n2\n0\n1\n4\n2\n", &mirrored);
}

TEST_CASE(test_no_edges)
{
    static const expected_edges three = {0, NULL, true, 3}, zero = {0, NULL, true, 0};
    reads("AdjacencyGraph\n3\n0\n0\n0\n0\n", &three);
    reads("AdjacencyGraph\n0\n0\n", &zero);
    reads("AdjacencyGraph\n0\n0", &zero);
    reads("WeightedAdjacencyGraph\n0\n0", &zero);
}

TEST_CASE(test_damaged)
{
    static const refused_text damaged[] = {
      {"Adjacency\n1\n1\n", "begins with 'Adjacency'"},
      {"AdjacencyGraphs\n1\n1\n", "begins with"},
      {"AdjacencyGraph\n", "any:2: expected the number of vertices"},
      {"AdjacencyGraph\nx\n1\n", "any:2: expected the number of vertices"},
      {"AdjacencyGraph\n-1\n1\n", "but found '-1'"},
      {"AdjacencyGraph\n2\n\n", "expected the number of edges"},
      {"AdjacencyGraph\n2\n1x\n", "any:3: expected the number of edges"},
      {"AdjacencyGraph\n2\n99999999999999999999\n", "number of edges"},
      {"AdjacencyGraph\n2\n9223372036854775807\n0\n0\n0\n", "cut?"},
      {"AdjacencyGraph\n4294967295\n1\n0\n0\n0\n", "there are 3; is"},
      {"AdjacencyGraph\n2\n2\n0\n1\n1\n",
        "with 2 vertices and 2 edges, as the header says, 4 numbers must follow it, but there "
        "are 3; is the file cut?"},
      {"WeightedAdjacencyGraph\n2\n2\n0\n1\n1\n0\n", "6 numbers must"},
      {"AdjacencyGraph\n2\n2\n0\n1\n1\n0\n5\n", NULL},
      {"AdjacencyGraph\n2\n2\n1\n1\n1\n0\n", "offset number 0 is 1"},
      {"AdjacencyGraph\n3\n2\n0\n2\n1\n1\n0\n", "offset number 2 is 1 after 2"},
      {"AdjacencyGraph\n2\n2\n0\n3\n1\n0\n", "any:5: an offset is larger"},
      {"AdjacencyGraph\n2\n2\n0\n1\n1\n2\n", "any:7: a neighbour is not"},
      {"AdjacencyGraph\n2\n2\n0 1\n1\n2\n", "any:6: a neighbour is not"},
      {"AdjacencyGraph\n2\n2\n0\n1\n-1\n0\n", "any:6: expected whole"},
      {"AdjacencyGraph\n2\n2\n0\n1\n1.0\n0\n", "any:6: expected whole"},
      {"AdjacencyGraph\n2\n2\n0\n\n1\n1,\n0\n", "any:7: expected whole"},
      {"WeightedAdjacencyGraph\n2\n1\n0\n1\n1\nx\n", "any:7: expected a"},
      {"AdjacencyGraph\n0\n1\n0\n", NULL},
    };
    static const refused_text unsupported[] = {
      {"AdjacencyHypergraph\n1\n1\n", "is a hypergraph"},
      {"WeightedAdjacencyHypergraph\n1\n1\n", "is a hypergraph"},
      {"AdjacencyGraph\n4294967296\n1\n", "4294967296 vertices"},
    };
    check_texts_fail("any", "adjacency", TRICORN_BAD_FORMAT, damaged, LENGTH(damaged));
    check_texts_fail("any", "adjacency", TRICORN_UNSUPPORTED, unsupported, LENGTH(unsupported));
}

TEST_CASE(test_cut_or_changed)
{
    static const char text[] = "WeightedAdjacencyGraph\n5\n4\n0\n2\n3\n4\n4\n1\n2\n2\n4\n9\n-9\n"
                               "0.5\n123\n";
    file_bytes file = {0};
    put_bytes(&file, text, sizeof text - 1);
    check_changes_are_safe("any", &file, "adjacency");
    file.count -= sizeof "23\n" - 1; /* without them the last weight is 1 */
    check_cuts_fail("any", &file, "adjacency");
}

TEST_CASE(test_writes)
{
    check_rewritten("in", "AdjacencyGraph\n5\n8\n0\n2\n4\n7\n7\n1\n2\n0\n2\n0\n1\n4\n2\n", "out.adj");
}

TEST_CASE(test_round_trip)
{
    edge_list edges = make_complete(300);
    check_round_trip("a.adj", NULL, &edges, 0);
    check_round_trip("a.gz", "adjacency", &edges, 0);
    edge_list_free(&edges);
}

TEST_MAIN_EACH(files_create, test_destroy)
