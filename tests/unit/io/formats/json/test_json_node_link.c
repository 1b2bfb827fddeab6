/* test_json_node_link.c - a graph as one JSON value. */
#include <inttypes.h>

#include "unit/io/word_files.h"

static const char NAME[] = "g.json", FORMAT[] = "json-node-link";

/* Two triangles that share an edge, by ids. */
#define NODES "[{\"id\":7},{\"id\":30,\"x\":[1]},{\"id\":5},{\"name\":\"d\",\"id\":2},{\"id\":99}]"
#define LINKS \
    "[{\"source\":7,\"target\":30},{\"target\":5,\"source\":30,\"w\":{\"source\":1}}," \
    "{\"source\":5,\"target\":7},{\"source\":30,\"target\":2},{\"source\":2,\"target\":5}]"
static const uint64_t by_ids[] = {2, 5, 2, 30, 5, 7, 5, 30, 7, 30};
static const uint64_t by_positions[] = {0, 1, 0, 2, 1, 2, 1, 3, 2, 3};
#define DIAMOND 5

/* A file that is read in all ways has these edges, in ids, and this number of vertices, also
 * where edges may spill. */
static void reads(const char *text, const uint64_t *pairs, uint64_t count, uint64_t vertices)
{
    static const size_t cuts[] = {1, 2, 3, 7, 16, 40, 100, 1 << 18};
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP, TEST_ZSTD};
    const expected_edges expected = {count, pairs, true, vertices};
    const size_t usual = tg_text_chunk_bytes;
    for (size_t c = 0; c < LENGTH(compressions); c++)
        for (size_t i = 0; i < LENGTH(cuts); i++) {
            tg_edges edges = {0};
            tg_text_chunk_bytes = cuts[i];
            write_file(NAME, text, strlen(text), compressions[c]);
            WORKS(read_file(NAME, NULL, false, &edges));
            CHECK(!edges.wide, "%s", text);
            check_edges_read(&edges, &expected, text);
            tg_edges_free(&edges);
            check_spilling_reads(NAME, NULL, &expected);
        }
    tg_text_chunk_bytes = usual;
}

TEST_CASE(test_reads)
{
    reads("{\"directed\":false,\"multigraph\":false,\"graph\":{},\"nodes\":" NODES ",\"links\":" LINKS "}\n", by_ids,
      DIAMOND, 5);
    reads("{\"directed\":true,\"nodes\":" NODES ",\"edges\":" LINKS ",\"graph\":{\"nodes\":1}}", by_ids, DIAMOND, 5);
    /* Sorted keys: edges before the nodes. */
    reads("\xEF\xBB\xBF\r\n{\"links\" : " LINKS " ,\r\n \"nodes\"\t:" NODES "\r\n}\r\n\r\n", by_ids, DIAMOND, 5);
    reads("{\"n\\u006fdes\":" NODES ",\"edge\\u0073\":" LINKS "}", by_ids, DIAMOND, 5);
    /* Members that say nothing may be anything. */
    reads("{\"a\":[{\"nodes\":[]},[[]],\"links\"],\"nodes\":" NODES ",\"b\":{\"links\":[7]},"
          "\"adjacency\":1,\"links\":" LINKS ",\"graph\":[[\"k\",\"v\"]]}",
      by_ids, DIAMOND, 5);
    /* Edges as arrays, ends of vis.js, nodes that are ids. */
    reads("{\"nodes\":[7,30,5,2],\"edges\":[[7,30],[30,5],[5,7],[30,2],[2,5]]}", by_ids, DIAMOND, 4);
    reads("{\"nodes\":[7,30,5,2],\"edges\":[[7,30,{}],[30,5,{}],[5,7,{}],[30,2,{}],[2,5,{}]]}", by_ids, DIAMOND, 4);
    reads("{\"edges\":[{\"from\":7,\"to\":30},{\"from\":30,\"to\":5},{\"from\":5,\"to\":7},"
          "{\"from\":30,\"to\":2},{\"from\":2,\"to\":5}],\"nodes\":" NODES "}",
      by_ids, DIAMOND, 5);
    /* No nodes, or nothing but edges. */
    reads("{\"links\":" LINKS "}", by_ids, DIAMOND, 4);
    reads(LINKS, by_ids, DIAMOND, 4);
    reads("[[7,30],[30,5],[5,7],\n[30,2],[2,5]]", by_ids, DIAMOND, 4);
}

/* Nodes without ids, as D3 had them: ends are positions. */
TEST_CASE(test_positions)
{
#define UNNAMED "[{\"name\":\"a\"},{\"name\":\"b\",\"group\":1},{},{\"name\":\"d\"},{}]"
#define PLACES \
    "[{\"source\":0,\"target\":1,\"value\":1},{\"source\":1,\"target\":2},{\"source\":2," \
    "\"target\":0},{\"source\":3,\"target\":1},{\"source\":2,\"target\":3}]"
    reads("{\"nodes\":" UNNAMED ",\"links\":" PLACES "}", by_positions, DIAMOND, 5);
    reads("{\"links\":" PLACES ",\"nodes\":" UNNAMED "}", by_positions, DIAMOND, 5);
    /* With words, numbers are still positions; but an integer that is a word is not always a position. */
    check_words_fail(NAME, "{\"nodes\":[{},{}],\"links\":[[\"a\",\"b\"]]}", FORMAT,
      "ends of edges are strings, but nodes have no \"id\"");
    check_words_fail(NAME, "{\"nodes\":[{},{}],\"links\":[[0,-1]]}", FORMAT, "number 1 of \"links\"");
    check_words_fail(NAME, "{\"nodes\":[{},{}],\"links\":[[0,99999999999999999999]]}", FORMAT, "number 1 of \"links\"");
}

TEST_CASE(test_no_edges)
{
    reads("{\"nodes\":[],\"links\":[]}", NULL, 0, 0);
    reads("{\"nodes\":[{\"id\":3},{\"id\":4}],\"links\":[]}", NULL, 0, 2);
    reads("{\"links\":[],\"nodes\":[{},{},{}]}", NULL, 0, 3);
    reads("[]", NULL, 0, 0);
}

/* Loops and repeated edges stay; both are removed later. */
TEST_CASE(test_loops)
{
    static const uint64_t pairs[] = {1, 1, 1, 2, 1, 2};
    reads("{\"nodes\":[1,2],\"links\":[[1,2],[2,1],[1,1]]}", pairs, 3, 2);
}

TEST_CASE(test_wide_ids)
{
    static const uint64_t pairs[] = {0, UINT64_MAX, 10000000000000000000u, UINT64_MAX};
    reads("{\"nodes\":[{\"id\":18446744073709551615},{\"id\":10000000000000000000},{\"id\":0}],"
          "\"links\":[{\"source\":0,\"target\":18446744073709551615},"
          "{\"source\":18446744073709551615,\"target\":10000000000000000000}]}",
      pairs, 2, 3);
}

/* More nodes than the first allocation has room for, listed before the edges and after them. */
TEST_CASE(test_many)
{
    enum { MANY = 5000, ROOM = MANY * 80 };
    uint64_t *pairs = test_allocate(2 * MANY, sizeof *pairs);
    char *text = test_allocate(ROOM, 1), *nodes = test_allocate(ROOM, 1);
    for (uint64_t i = 0; i < MANY; i++) {
        pairs[2 * i] = i * 1000003;
        pairs[2 * i + 1] = (i + 1) * 1000003;
    }
    for (int behind = 0; behind < 2; behind++) {
        size_t used = 0, node_bytes = 0;
        for (uint64_t i = MANY + 1; i-- > 0;)
            node_bytes += (size_t)snprintf(
              nodes + node_bytes, ROOM - node_bytes, "{\"id\":%" PRIu64 "}%s", i * 1000003, i ? "," : "");
        used += (size_t)snprintf(
          text, ROOM, "{%s%s%s\"links\":[", behind ? "" : "\"nodes\":[", behind ? "" : nodes, behind ? "" : "],");
        for (uint64_t i = 0; i < MANY; i++)
            used += (size_t)snprintf(
              text + used, ROOM - used, "%s[%" PRIu64 ",%" PRIu64 "]", i ? "," : "", pairs[2 * i + 1], pairs[2 * i]);
        snprintf(
          text + used, ROOM - used, "]%s%s%s}", behind ? ",\"nodes\":[" : "", behind ? nodes : "", behind ? "]" : "");
        tg_edges edges = {0};
        write_file(NAME, text, strlen(text), TEST_PLAIN);
        WORKS(read_file(NAME, NULL, false, &edges));
        CHECK_EQ(edges.vertices, MANY + 1, "vertices");
        CHECK_EQ(tg_edges_count(&edges), MANY, "edges");
        const tg_edge *read = edges.parts[0].edges;
        for (uint64_t i = 0; i < MANY; i++) {
            CHECK_EQ(edges.ids.numbers[read[i].u], pairs[2 * i + 1], "edge %" PRIu64, i);
            CHECK_EQ(edges.ids.numbers[read[i].v], pairs[2 * i], "edge %" PRIu64, i);
        }
        tg_edges_free(&edges);
    }
    free(nodes);
    free(text);
    free(pairs);
}

static const refused_text refused[] = {
  {"", "is empty"},
  {" \n ", "g.json: holds no JSON value"},
  {"7", "g.json:1: column 1: no graph: expected an object with nodes and links"},
  {"\"links\"", "g.json:1: column 1: no graph"},
  {"null\n", "g.json:1: column 1: no graph"},
  {"links", "g.json:1: column 1: links is no JSON value"},
  {"{\"links\":[]}x", "g.json:1: column 13: expected nothing behind the value, but found 'x'"},
  {"{\"links\":[]}\n{\"links\":[]}\n", "g.json:2: column 1: expected nothing behind"},
  {"{\"links\":[[1,2],]}", "g.json:1: column 17: expected a value, but found ']'"},
  {"{\"links\":\n[[1,2],\n [1,2,]]}", "g.json:3: column 7: expected a value"},
  {"{\"links\":[[1,2]]", "g.json:1: column 17: the text ends within a value"},
  {"{\"links\":[[1,2]],}", "g.json:1: column 18: expected a key"},
  /* What a graph must have. */
  {"{}", "g.json: no \"links\" and no \"edges\" in the JSON object; found no keys"},
  {"{\"nodes\":[{\"id\":1}]}", "found \"nodes\""},
  {"{\"type\":\"FeatureCollection\",\"features\":[]}", "found \"type\", \"features\""},
  {"{\"1\":[2,3],\"2\":[1]}", "found \"1\", \"2\""},
  {"{\"links\":[],\"edges\":[]}", "g.json:1: column 13: the object has both \"links\" and \"edges\""},
  {"{\"edges\":[],\"nodes\":[],\"links\":[[1,2]]}", "the object has both \"links\" and \"edges\""},
  {"{\"links\":[],\"links\":[]}", "g.json:1: column 13: this is a second member of edges"},
  {"{\"nodes\":[],\"nodes\":[]}", "g.json:1: column 13: this is a second member of nodes"},
  {"{\"nodes\":{\"1\":{}},\"links\":[]}", "g.json:1: column 10: \"nodes\" is not an array"},
  {"{\"nodes\":[],\"links\":{}}", "\"links\" is not an array"},
  {"{\"nodes\":[],\"edges\":7}", "\"edges\" is not an array"},
  /* Other graphs. */
  {"{\"directed\":false,\"nodes\":[{\"id\":1}],\"adjacency\":[[]]}",
    "g.json:1: column 50: NetworkX's adjacency_data is not read; write it as"},
  {"{\"data\":[],\"elements\":{\"nodes\":[]}}", "found \"data\", \"elements\""},
  {"{\"graph\":{\"label\":\"x\",\"nodes\":{\"1\":{}},\"edges\":[]}}",
    "g.json: the JSON Graph Format (JGF) is not read"},
  {"{\"graphs\":[{\"nodes\":{}}]}", "the JSON Graph Format (JGF) is not read"},
  {"{\"id\":1,\"children\":[{\"id\":2}]}", "a tree of JSON is not read"},
  {"{\"graph\":{\"a\":{\"nodes\":[]}}}", "no \"links\" and no \"edges\""},
  /* Nodes. */
  {"{\"nodes\":[{\"id\":1},{\"id\":2},{\"id\":1}],\"links\":[]}",
    "g.json:1: column 35: the id of this node is that of an earlier node, too"},
  {"{\"links\":[[1,2]],\"nodes\":[1,2,2]}", "is that of an earlier node, too"},
  {"{\"nodes\":[{\"id\":1},{\"x\":2}],\"links\":[]}", "this node has no \"id\", but earlier ones"},
  {"{\"nodes\":[{\"x\":1},{\"id\":2}],\"links\":[]}", "this node has an \"id\", but earlier ones"},
  {"{\"nodes\":[{\"id\":1,\"id\":2}],\"links\":[]}", "the key \"id\" is in a node twice"},
  {"{\"nodes\":[{\"id\":[1,2]}],\"links\":[]}",
    "g.json:1: column 17: an array is no vertex id (NetworkX writes tuples so)"},
  {"{\"nodes\":[[1,{}],[2,{}]],\"edges\":[[1,2]]}", "an array is no vertex id"},
  {"{\"nodes\":[{\"id\":null}],\"links\":[]}", "null is no vertex id"},
  {"{\"nodes\":[{\"id\":1.0}],\"links\":[]}", "1.0 is no vertex id"},
  {"{\"nodes\":[{\"id\":-1}],\"links\":[]}", "is negative"},
  {"{\"nodes\":[{\"id\":18446744073709551616}],\"links\":[]}", "is over 2^64 - 1"},
  {"{\"nodes\":[{\"id\":1},{\"id\":\"a\"}],\"links\":[]}", "ids=string"},
  /* Ends. */
  {"{\"nodes\":[{\"id\":1},{\"id\":2}],\"links\":[{\"source\":1,\"target\":3}]}",
    "g.json:1: column 60: the end 3 is not the id of a node"},
  {"{\"links\":[[1,2],[2,3]],\"nodes\":[1,2]}",
    "g.json: number 2 of \"links\", counted from 1, has an end that is not the id of a node"},
  {"{\"nodes\":[],\"links\":[[1,2]]}", "the end 1 is not the id of a node"},
  {"{\"links\":[[1,2]],\"nodes\":[]}", "number 1 of \"links\""},
  {"{\"nodes\":[{},{}],\"links\":[[0,1],[2,1]]}",
    "g.json: number 2 of \"links\", counted from 1, has the end 2, but there are 2 nodes"},
  {"{\"edges\":[[0,1],[1,2]],\"nodes\":[{},{}]}", "number 2 of \"edges\""},
  {"{\"links\":[{\"source\":1}]}", "g.json:1: column 11: which two of the keys 'source' are the ends"},
  {"{\"links\":[{\"source\":[1,2],\"target\":[1,3]}]}", "an array is no vertex id"},
  {"{\"links\":[{\"source\":1,\"target\":2},{\"from\":1,\"to\":2}]}",
    "column 35: the edge lacks \"source\", the source; it has \"from\", \"to\""},
  {"{\"links\":[[1,2],{\"from\":1,\"to\":2}]}", "the edge is an object, but"},
  {"{\"links\":[1,2]}", "1 is no edge"},
  {"{\"links\":[\"ab\"]}", "ab is no edge"},
  {"[[1,2],[2,3,4]]", "an array of 3, but the first edge is one of 2: are they lists of neigh"},
  {"[[0,1,1],[1,0,1],[1,1,0]]", "g.json: each array has more than two members"},
  {"[[1,2],[2]]", "an array of 1"},
  {"[[[1,2],[2,3]],[[3,4],[4,5]]]", "an array is no vertex id"},
};

TEST_CASE(test_refused)
{
    check_texts_fail_cut(NAME, FORMAT, refused, LENGTH(refused));
}

TEST_CASE(test_words)
{
    check_words_read(NAME,
      "{\"nodes\":[{\"id\":\"Myriel\"},{\"id\":\"\\u004eapol\xC3\xA9on\"},"
      "{\"id\":\"c d\"}],\"links\":[{\"source\":\"Napol\\u00e9on\",\"target\":"
      "\"Myriel\"},{\"source\":\"c d\",\"target\":\"Myriel\"}]}",
      NULL, "Napol\xC3\xA9on-Myriel c d-Myriel", 3);
    check_words_read(NAME, "{\"links\":[[\"b\",\"a\"]],\"nodes\":[\"a\",\"b\",\"c\"]}", NULL, "b-a", 3);
    check_words_read(NAME, "{\"nodes\":[1,-2],\"links\":[[1,-2]]}", NULL, "1--2", 2);
    check_words_fail(NAME, "{\"nodes\":[{\"id\":\"1\"},{\"id\":1}],\"links\":[]}", FORMAT,
      "the vertex id 1 is a number, but others are strings");
    /* NetworkX 1 wrote ids of nodes, but positions of ends. */
    check_words_fail(NAME, "{\"nodes\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"links\":[[0,1]]}", FORMAT,
      "the vertex id 0 is a number, but others are strings");
    check_words_fail(NAME, "[[\"a\",\"r\",\"b\"],[\"b\",\"r\",\"c\"]]", FORMAT, "triples");
}

/* The same brackets, 100,000 times. */
TEST_CASE(test_deep)
{
    enum { DEEP = 100000 };
    static const char *const opens[] = {"[", "{\"graph\":", "{\"links\":[", "{\"nodes\":["};
    char *text = test_allocate(DEEP * 10, 1);
    for (size_t o = 0; o < LENGTH(opens); o++) {
        size_t used = 0;
        for (size_t i = 0; i < DEEP; i++) {
            const char *open = i == 0 || o < 2 ? opens[o] : "[";
            memcpy(text + used, open, strlen(open));
            used += strlen(open);
        }
        check_file_fails(NAME, text, used, FORMAT, TRICORN_BAD_FORMAT, "nested more than 512 deep");
    }
    free(text);
}

/* Huge tokens without a meaning for the graph, across several fillings of the buffer. */
TEST_CASE(test_huge)
{
    enum { HUGE_BYTES = 1 << 20 };
    static const uint64_t pair[] = {1, 2};
    static const struct {
        const char *before, *after;
        char filling;
    } cases[] = {
      {"{\"x\":\"", "\",\"links\":[[1,2]]}", 'x'},
      {"{\"x\":0.", ",\"links\":[[1,2]]}", '7'},
      {"{\"links\":[{\"u\":1,\"name\":\"", "\",\"v\":2}]}", '.'},
      {"{\"links\":[[1", ",2]]}", ' '},
      {"{\"x\":[[", "]],\"links\":[[1,2]]}", '\n'},
    };
    char *text = test_allocate(HUGE_BYTES + 100, 1);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tg_edges edges = {0};
        const size_t before = strlen(cases[i].before), after = strlen(cases[i].after);
        memcpy(text, cases[i].before, before);
        memset(text + before, cases[i].filling, HUGE_BYTES);
        memcpy(text + before + HUGE_BYTES, cases[i].after, after);
        write_file(NAME, text, before + HUGE_BYTES + after, TEST_PLAIN);
        WORKS(read_file(NAME, FORMAT, false, &edges));
        CHECK_EQ(tg_edges_count(&edges), 1, "%s", cases[i].before);
        const tg_edge edge = *(const tg_edge *)edges.parts[0].edges;
        CHECK_EQ(edges.ids.numbers[edge.u], pair[0], "%s", cases[i].before);
        CHECK_EQ(edges.ids.numbers[edge.v], pair[1], "%s", cases[i].before);
        tg_edges_free(&edges);
    }
    /* An id of a million digits. */
    memcpy(text, "[[1,", 4);
    memset(text + 4, '9', HUGE_BYTES);
    memcpy(text + 4 + HUGE_BYTES, "]]", 2);
    check_file_fails(NAME, text, HUGE_BYTES + 6, FORMAT, TRICORN_BAD_FORMAT, "is over 2^64 - 1");
    free(text);
}

/* ---- damage ---- */

TEST_CASE(test_cuts)
{
    static const char *const texts[] = {
      "{\"nodes\":" NODES ",\"links\":" LINKS ",\"x\":\"\\u00e9\xC3\xA9\"}",
      "{\"links\":[[1,2],[2,3]],\n\"nodes\":[1,2,3]}",
      "[[1,2],[2,3]]",
    };
    file_bytes *file = test_allocate(1, sizeof *file);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        file->count = 0;
        put_bytes(file, texts[i], strlen(texts[i]));
        check_cuts_fail(NAME, file, FORMAT);
    }
    free(file);
}

TEST_CASE(test_changes)
{
    static const char text[] = "{\"nodes\":[{\"id\":1},{\"id\":2}],\"links\":[{\"source\":1,\"target\":2}]}";
    static const unsigned char changes[] = {0x01, 0x02, 0x80, 0xff};
    for (size_t at = 0; at < sizeof text - 1; at++)
        for (size_t c = 0; c < sizeof changes; c++) {
            tg_edges edges = {0};
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[at] = (char)(changed[at] ^ changes[c]);
            write_file(NAME, changed, sizeof text - 1, TEST_PLAIN);
            if (read_file(NAME, FORMAT, false, &edges) == TRICORN_OK) {
                /* A change can make another id, at most. */
                CHECK_EQ(tg_edges_count(&edges), 1, "%s", changed);
                const tg_edge edge = *(const tg_edge *)edges.parts[0].edges;
                CHECK(edge.u < edges.vertices && edge.v < edges.vertices, "%s", changed);
            }
            tg_edges_free(&edges);
        }
}

TEST_CASE(test_failing_allocations)
{
    check_memory_faults(NAME, "{\"nodes\":[7,8,9],\"links\":[[7,8],[8,9]]}", FORMAT, TRICORN_IDS_NUMBER);
    check_memory_faults(NAME, "{\"links\":[[0,1]],\"nodes\":[{},{}]}", FORMAT, TRICORN_IDS_NUMBER);
    check_memory_faults(NAME, "[[\"a\",\"\\u0062\"],[\"c\",\"\\u0062dddddddddddd\"]]", FORMAT, TRICORN_IDS_STRING);
}

/* The callback asks to stop, and reading stops. */
TEST_CASE(test_stopped)
{
    int left = 0;
    tricorn_graph *graph = NULL;
    write_file(NAME, "{\"links\":[[1,2]]}", 17, TEST_PLAIN);
    tricorn_context_set_progress(fixture.context, test_stop, &left);
    FAILS(tricorn_graph_load(fixture.context, IN_FOLDER(NAME), NULL, &graph), TRICORN_CANCELLED);
    SAYS("reading");
    tricorn_context_set_progress(fixture.context, NULL, NULL);
}

TEST_MAIN_EACH(files_create, test_destroy)
