/* test_json_lines.c - edges as lines of JSON. */
#include <inttypes.h>

#include "io/formats/json/json_layout.h"
#include "unit/io/word_files.h"

static const char NAME[] = "g.jsonl", FORMAT[] = "json-lines";

/* Edges 1-2, 1-3, 2-3, 3-5 and an edge of wide ids. */
static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges four = {4, pairs, false, 0};
static const uint64_t wide_pairs[] = {0, UINT64_MAX, 7, UINT32_MAX, 10000000000000000000u, 18446744073709551614u};
static const expected_edges wide = {3, wide_pairs, false, 0};

static void reads(const char *text, const expected_edges *edges)
{
    check_file_reads(NAME, text, strlen(text), NULL, edges);
}

TEST_CASE(test_reads)
{
    reads("{\"source\":1,\"target\":2}\n{\"source\":1,\"target\":3}\n"
          "{\"source\":2,\"target\":3}\n{\"source\":3,\"target\":5}\n",
      &four);
    reads("[1,2]\n[1,3]\n[2,3]\n[3,5]", &four);
    /* Blank lines, white space, CRLF, a byte order mark, no last newline. */
    reads("\xEF\xBB\xBF\r\n [ 1 ,\t2 ] \r\n[1,3]\r\n\t\r\n\r\n[2,3]\r\n[3,5]\r", &four);
    /* Members in any order, and others between them: nothing in those counts. */
    reads("{\"target\":2,\"source\":1,\"w\":0.5}\n"
          "{\"source\":1,\"x\":{\"source\":9,\"target\":[8,{\"target\":7}]},\"target\":3}\n"
          "{\"x\":\"\\\"source\\\":9}\",\"source\":2,\"target\":3,\"y\":null}\n"
          "{\"x\":[[],{},-1e5,NaN],\"source\":3,\"target\":5,\"x\":true}\n",
      &four);
    /* A key with an escape is the same key. */
    reads("{\"source\":1,\"target\":2}\n{\"s\\u006furce\":1,\"t\\u0061rget\":3}\n"
          "{\"source\":2,\"target\":3,\"sourc\":4}\n{\"target\":5,\"source\":3}\n",
      &four);
    reads("[1,2,0.5]\n[1,3,2]\n[2,3,7]\n[3,5,1]\n", &four);
    reads("[1,2,{}]\n[1,3,{\"w\":1}]\n[2,3,{}]\n[3,5,{}]\n", &four);
    reads("[1,2,\"a\"]\n[1,3,\"b\"]\n[2,3,\"c\"]\n[3,5,\"d\"]\n", &four);
    reads("[1,2,-1]\n[1,3,-1]\n[2,3,-2]\n[3,5,-1]\n", &four);
    /* Names of time spans and places are weaker than those of ends. */
    reads("{\"start\":7,\"x\":9,\"source\":1,\"end\":8,\"target\":2,\"y\":9}\n{\"source\":1,\"target\":3}\n"
          "{\"source\":2,\"target\":3}\n{\"end\":3,\"source\":3,\"target\":5}\n",
      &four);
    reads("{\"source\":1,\"target\":2,\"w\":7}\n{\"source\":1,\"target\":3,\"w\":8}\n"
          "{\"source\":2,\"target\":3,\"w\":9}\n{\"source\":3,\"target\":5,\"w\":7}\n",
      &four);
    /* tricorn's own table of edges. */
    reads("{\"u\":1,\"v\":2,\"triangles\":1}\n{\"u\":1,\"v\":3,\"triangles\":1}\n"
          "{\"u\":2,\"v\":3,\"triangles\":1}\n{\"u\":3,\"v\":5,\"triangles\":0}\n",
      &four);
}

/* Every pair of names in the list, with the target first; keys of two letters have a third key. */
TEST_CASE(test_every_pair)
{
    static const char *const keys[][2] = {
#define TG_ENDS(first, second, alone) {first, second},
#include "io/text/dialect/roles.def"
      {"_from", "_to"}, {"from_address", "to_address"}};
    for (size_t i = 0; i < LENGTH(keys); i++) {
        char text[600];
        size_t used = 0;
        if (keys[i][0][0] == '0' || keys[i][0][0] == '1') continue; /* ends of names, and none alone */
        for (size_t e = 0; e < 4; e++)
            used +=
              (size_t)snprintf(text + used, sizeof text - used, "{\"%s\":%" PRIu64 ",\"time\":7,\"%s\":%" PRIu64 "}\n",
                keys[i][1], pairs[2 * e + 1], keys[i][0], pairs[2 * e]);
        reads(text, &four);
    }
}

TEST_CASE(test_numbers)
{
    reads("[7,4294967295]\n[18446744073709551615,0]\n"
          "[10000000000000000000,18446744073709551614]\n",
      &wide);
    /* The largest id of narrow edges is 2^32 - 2: one more than it must be a number of 32 bits.
     */
    for (int one = 0; one < 2; one++) {
        tg_edges edges = {0};
        write_file(NAME, one ? "[7,4294967295]" : "[7,4294967294]", 14, TEST_PLAIN);
        WORKS(read_file(NAME, FORMAT, false, &edges));
        CHECK_EQ(edges.wide, one, "%d", one);
        CHECK_EQ(edges.vertices, one ? 0 : UINT32_MAX, "%d", one);
        tg_edges_free(&edges);
    }
    /* The first parts stay narrow until the last line. */
    char text[40 * 300];
    uint64_t expected[2 * 301];
    size_t used = 0;
    for (uint64_t i = 0; i < 300; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "[%" PRIu64 ",%" PRIu64 "]\n", i + 1, i);
        expected[2 * i] = i;
        expected[2 * i + 1] = i + 1;
    }
    expected[600] = 300;
    expected[601] = UINT64_C(1) << 40;
    snprintf(text + used, sizeof text - used, "[1099511627776,300]");
    reads(text, &(expected_edges){301, expected, false, 0});
}

static const refused_text refused[] = {
  {"", "is empty"},
  {"\n \r\n", "g.jsonl: holds no edge"},
  {"\xEF\xBB\xBF", "g.jsonl: holds no edge"},
  /* Not JSON, or not one value. */
  {"[1,2]\n[1,2\n", "g.jsonl:2: column 5: the text ends within a value"},
  {"{\"source\":1,\n\"target\":2}\n", "g.jsonl:1: column 13: the text ends within a value"},
  {"[1,2]\n\n[1,2],\n", "g.jsonl:3: column 6: expected nothing behind the value, but found ','"},
  {"[1,2] [3,4]\n", "g.jsonl:1: column 7: expected nothing behind"},
  {"[1,2] # x\n", "g.jsonl:1: column 7: expected nothing behind"},
  {"{'source':1,'target':2}\n", "g.jsonl:1: column 2: expected a key in double quotes"},
  {"[1,2]\n// x\n", "g.jsonl:2: column 1: expected a value, but found '/'"},
  {"[1,2]\n# x\n", "g.jsonl:2: column 1: expected a value, but found '#'"},
  {"[1,2]\n1 2\n", "g.jsonl:2: column 1: 1 is no edge"},
  {"[1,2]\nnull\n", "g.jsonl:2: column 1: null is no edge"},
  {"[1,2]\n\"1 2\"\n", "g.jsonl:2: column 1: 1 2 is no edge"},
  {"[1,2]\n[01,2]\n", "g.jsonl:2: column 2: 01 is no JSON value"},
  {"{\"source\":1,\"target\":2,\"x\":\"\xE9\"}\n", "g.jsonl:1: column 29: expected text in UTF-8"},
  /* Values that are no ids. */
  {"[1,2]\n[1,-2]\n", "g.jsonl:2: column 4: the vertex id -2 is negative"},
  {"[1,2]\n[-0,2]\n", "g.jsonl:2: column 2: the vertex id -0 is negative"},
  {"[1,2]\n[1,2.0]\n", "g.jsonl:2: column 4: 2.0 is no vertex id"},
  {"[1,2.0]\n", "ids=string"},
  {"[1,2]\n[1e3,2]\n", "g.jsonl:2: column 2: 1e3 is no vertex id"},
  {"[1,2]\n[1,null]\n", "g.jsonl:2: column 4: a vertex id has no value (null)"},
  {"[1,2]\n[1,true]\n", "g.jsonl:2: column 4: true is no vertex id"},
  {"[1,2]\n[1,NaN]\n", "g.jsonl:2: column 4: a vertex id has no value (NaN)"},
  {"[1,2]\n[1,[2]]\n", "g.jsonl:2: column 4: an array is no vertex id"},
  {"[1,[2,3]]\n[2,[1]]\n", "g.jsonl:1: column 4: an array is no vertex id"},
  {"{\"from\":{\"id\":1},\"to\":2}\n", "g.jsonl:1: column 9: an object is no vertex id"},
  {"[1,2]\n[1,18446744073709551616]\n", "g.jsonl:2: column 4: the vertex id 184467440737095516"},
  {"[1,2]\n[99999999999999999999999,1]\n", "is over 2^64 - 1"},
  {"[1,2]\n[1,\"2\"]\n", "g.jsonl:2: column 4: \"2\" is a string, but ids are numbers"},
  {"{\"source\":1,\"target\":2}\n{\"source\":\"a\",\"target\":\"b\"}\n", "ids=string"},
  /* No ends, or others than the first edge has. */
  {"{\"id\":1,\"neighbors\":[2,3]}\n",
    "g.jsonl:1: column 1: the keys 'id', 'neighbors' may be something else than the ends of an "
    "edge; if "
    "they are these, give the option 'columns=id,neighbors'"},
  {"{}\n", "which two of the keys (there are none) are the ends"},
  {"{\"vertex\":1,\"triangles\":2}\n", "may be something else"},
  {"{\"vertex\":1,\"degree\":2,\"triangles\":2}\n", "which two of the keys"},
  {"{\"1\":[2,3]}\n{\"2\":[1]}\n", "g.jsonl:1: column 1: the edge lacks \"2\""},
  {"{\"a\":1,\"c\":2,\"x\":3}\n", "which two of the keys 'a', 'c', 'x' are the ends"},
  {"{\"source\":1,\"target\":2}\n{\"from\":2,\"to\":3}\n",
    "g.jsonl:1: column 1: which two of the keys 'source', 'target', 'from', 'to' are the ends"},
  {"{\"source\":1,\"target\":2}\n{\"source\":2,\"tgt\":3}\n",
    "g.jsonl:2: column 1: the edge lacks "
    "\"target\", the target: to leave such lines out, give the option 'missing=drop'; it has "
    "\"source\", \"tgt\""},
  {"{\"source\":1,\"target\":2,\"Source\":7}\n", "which two of the keys"},
  {"{\"source\":1,\"target\":2}\n[2,3]\n", "g.jsonl:2: column 1: the edge is an array, but"},
  {"[2,3]\n{\"source\":1,\"target\":2}\n", "g.jsonl:2: column 1: the edge is an object, but"},
  {"{\"source\":1,\"target\":2,\"sender\":3,\"receiver\":4}\n",
    "g.jsonl:1: column 1: which two of the keys 'source', 'target', 'sender', 'receiver' are "
    "the ends"},
  {"{\"source\":1,\"target\":2,\"source\":3}\n", "g.jsonl:1: column 24: the key \"source\" is in an edge twice"},
  {"{\"source\":1,\"target\":2,\"\\u0073ource\":3}\n", "is in an edge twice"},
  {"[]\n", "g.jsonl:1: column 1: an array of 0 is no edge"},
  {"[1]\n", "an array of 1 is no edge"},
  {"[1,2]\n[2,3,4]\n", "g.jsonl:2: column 1: an array of 3, but the first edge is one of 2"},
  {"[1,2,3]\n[2,1]\n", "are they lists of neighbours?"},
  /* Members that could be ends too. */
  {"[1,2,3]\n[2,1,3]\n[3,1,2]\n", "g.jsonl: each array has more than two members, all of which"},
  {"[0,1,1]\n[1,0,1]\n[1,1,0]\n", "a matrix"},
  {"[0,1,2,3]\n[1,0,2,3]\n[2,0,1,3]\n[3,0,1,2]\n", "lists of neighbours"},
  {"{\"u\":1,\"v\":2,\"w\":3}\n{\"u\":2,\"v\":3,\"w\":4}\n", "which two of the keys 'u', 'v', 'w'"},
};

TEST_CASE(test_refused)
{
    check_texts_fail_cut(NAME, FORMAT, refused, LENGTH(refused));
}

TEST_CASE(test_zero_bytes)
{
    static const char text[] = "[1,2]\n[1,\0002]\n";
    check_file_fails(NAME, text, sizeof text - 1, FORMAT, TRICORN_BAD_FORMAT, "g.jsonl:2: ");
}

/* The first fault of the file is reported, whichever thread finds one first. */
TEST_CASE(test_first_fault)
{
    enum { LINES = 3000, FAULT = 1717 };
    file_bytes *file = test_allocate(1, sizeof *file);
    for (int i = 1; i <= LINES; i++) {
        char line[64];
        const char *end = i == FAULT ? ",7]" : i > FAULT && i % 101 == 0 ? "}" : "]";
        const int bytes = snprintf(line, sizeof line, "[%d,%d%s\n", i, i + 1, end);
        put_bytes(file, line, (size_t)bytes);
    }
    const size_t usual = tg_text_chunk_bytes;
    tg_text_chunk_bytes = 100;
    check_file_fails(NAME, file->bytes, file->count, FORMAT, TRICORN_BAD_FORMAT, "g.jsonl:1717: ");
    tg_text_chunk_bytes = usual;
    free(file);
}

/* A line that is longer than the bytes that are known before the file is read. */
TEST_CASE(test_long_first_line)
{
    enum { LONG = 3 * TG_PEEK_BYTES };
    static const char end[] = "\",\"target\":2}\n[7,8]\n";
    static const uint64_t pair[] = {1, 2};
    char *text = test_allocate(LONG + 100, 1);
    const int begin = snprintf(text, 100, "{\"source\":1,\"x\":\"");
    memset(text + begin, 'x', LONG);
    memcpy(text + LONG, end, sizeof end - 1);
    write_file(NAME, text, LONG + strlen("\",\"target\":2}\n"), TEST_PLAIN);
    for (int f = 0; f < 2; f++) {
        tg_edges edges = {0};
        WORKS(read_file(NAME, f ? FORMAT : NULL, false, &edges));
        check_edges_read(&edges, &(expected_edges){1, pair, false, 0}, NAME);
        tg_edges_free(&edges);
    }
    check_file_fails(
      NAME, text, LONG + sizeof end - 1, NULL, TRICORN_BAD_FORMAT, "g.jsonl:2: column 1: the edge is an array");
    free(text);
}

TEST_CASE(test_strict)
{
    tg_edges edges = {0};
    static const char text[] = "\n[1,2]\n\n[2,3]\n[2,2]\n";
    static const uint64_t lines[] = {2, 4, 5};
    write_file(NAME, text, sizeof text - 1, TEST_PLAIN);
    const size_t usual = tg_text_chunk_bytes;
    tg_text_chunk_bytes = 3;
    WORKS(read_file(NAME, FORMAT, true, &edges));
    tg_text_chunk_bytes = usual;
    CHECK_EQ(edges.part_count, 1, "parts");
    CHECK_EQ(tg_edges_count(&edges), 3, "edges");
    for (int i = 0; i < 3; i++) CHECK_EQ(edges.lines[i], lines[i], "edge %d", i);
    tg_edges_free(&edges);
}

/* ---- words ---- */

TEST_CASE(test_words)
{
    check_words_read(NAME, "[\"a\",\"b\"]\n[\"b\",\"c d\"]\n[\"a\",\"a\"]", FORMAT, "a-b b-c d a-a", 3);
    /* Equal texts are one id, however they are written. */
    check_words_read(NAME, "[\"A\",\"\\u0041\"]\n[\"\xC3\xA9\",\"\\u00e9\"]\n", FORMAT, "A-A \xC3\xA9-\xC3\xA9", 2);
    check_words_read(NAME, "[\"a\\/b\",\"a/b\"]\n[\"\\ud83d\\ude00\",\"\xF0\x9F\x98\x80\"]\n", FORMAT,
      "a/b-a/b \xF0\x9F\x98\x80-\xF0\x9F\x98\x80", 2);
    check_words_read(NAME, "{\"source\":\"12\",\"target\":\"012\"}\n", FORMAT, "12-012", 2);
    check_words_read(NAME, "{\"_from\":\"x/1\",\"_to\":\"x/2\",\"_key\":\"7\"}\n", FORMAT, "x/1-x/2", 2);
    /* Integers are the words of their digits, of any size. */
    check_words_read(NAME, "[1,-2]\n[-2,99999999999999999999]\n", FORMAT, "1--2 -2-99999999999999999999", 3);
    check_words_read(NAME, "[\"a\",\"b\",1]\n", FORMAT, "a-b", 2);
    /* Numbers are the words that they are written as. */
    check_words_read(NAME, "[1,1.0]\n[1e0,2.5]\n", FORMAT, "1-1.0 1e0-2.5", 4);
}

TEST_CASE(test_words_refused)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
      {"[\"a\",\"b\"]\n[\"b\",1]\n", "g.jsonl:2: column 6: the vertex id 1 is a number, but others"},
      {"[\"1\",1]\n", "g.jsonl:1: column 6: the vertex id 1 is a number, but others are strings"},
      {"[1,2]\n[1,\"2\"]\n", "g.jsonl:2: column 4: the vertex id 2 is a string, but others are num"},
      {"[\"a\",\"\"]\n", "g.jsonl:1: column 6: a vertex id is empty"},
      {"[0,-0]\n", "-0 is no vertex id"},
      {"[true,2]\n", "true is no vertex id"},
      {"[\"a\",null]\n", "a vertex id has no value (null)"},
      {"[\"a\",\"\\u0000\"]\n", "holds the character \\u0000"},
      {"[\"a\",\"x\\ud800\"]\n", "g.jsonl:1: column 6: the vertex id \"x\\ud800\" holds half of a"},
      {"[\"a\",\"\xED\xA0\x80\"]\n", "expected text in UTF-8"},
      {"[\"alice\",\"knows\",\"bob\"]\n[\"bob\",\"knows\",\"carol\"]\n", "triples"},
      {"{\"u\":\"a\",\"v\":\"b\",\"w\":\"c\"}\n", "which two of the keys"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) check_words_fail(NAME, cases[i].text, FORMAT, cases[i].message);
}

/* ---- named members ---- */

/* Reads a file with these columns; weights are read if one is named. */
static tricorn_status read_named(const char *text, tricorn_columns columns, tg_edges *edges)
{
    const tg_format *format = NULL;
    tg_input *input = NULL;
    tricorn_load_options options = *LOADING(.text.columns = columns);
    options.graph.weights = columns.weight != NULL;
    write_file(NAME, text, strlen(text), TEST_PLAIN);
    WORKS(tg_input_open(fixture.context, IN_FOLDER(NAME), &input));
    return read_edges(fixture.context, input, &options, edges, &format);
}

/* The members that the caller names are read, whatever others an edge has. */
TEST_CASE(test_named)
{
    static const struct {
        const char *text;
        tricorn_columns columns;
        uint64_t edge[2];
        double weight; /* of the last edge */
    } read[] = {
      {"{\"source\":1,\"target\":2,\"a\":3,\"u\":4,\"b\":5}", {.source = "b", .target = "a"}, {5, 3}, 0},
      {"{\"x\":1,\"y\":2}\n", {.source = "y", .target = "x"}, {2, 1}, 0},
      {"{\"0\":1,\"1\":2,\"2\":3}\n", {.source = "2", .target = "1"}, {3, 2}, 0},
      {"[1,2,3,4]", {.source = "4", .target = "2"}, {4, 2}, 0},
      {"[1,2,3]", {.source = "2", .target = "1", .weight = "3"}, {2, 1}, 3},
      {"[0.5,2,3]", {.weight = "1"}, {2, 3}, 0.5},
      {"[7,2,3]", {.time = "1"}, {2, 3}, 0},
      {"{\"n\":2.5,\"to\":1,\"from\":0}", {.weight = "n"}, {0, 1}, 2.5},
      {"{\"p\":2,\"q\":1,\"r\":1e1}", {.weight = "r"}, {2, 1}, 10},
    };
    static const struct {
        const char *text;
        tricorn_columns columns;
        tricorn_status status;
        const char *message;
    } fails[] = {
      {"{\"a\":3,\"u\":1}", {.source = "a", .target = "b"}, TRICORN_BAD_FORMAT, "lacks \"b\", the target"},
      {"{\"a\":3,\"a\":1,\"b\":2}", {.source = "a", .target = "b"}, TRICORN_BAD_FORMAT, "twice"},
      {"[1,2]", {.source = "a", .target = "b"}, TRICORN_BAD_FORMAT, "'a' is no place in an array"},
      {"[1,2]", {.source = "1", .target = "3"}, TRICORN_BAD_FORMAT, "its target is member 3"},
      {"[1,2]", {.source = "0", .target = "1"}, TRICORN_BAD_FORMAT, "from 1 on"},
      {"{\"u\":1,\"v\":2}", {.source = "1", .target = "2"}, TRICORN_BAD_FORMAT, "no places"},
      {"[1,2,3]", {.source = "1", .target = "01"}, TRICORN_INVALID_ARGUMENT, "one and the same"},
      {"{\"u\":1,\"v\":2,\"w\":-1}", {.weight = "w"}, TRICORN_BAD_FORMAT, "g.jsonl:1: column 18: the weight -1"},
      {"{\"u\":1,\"v\":2,\"w\":\"1\"}", {.weight = "w"}, TRICORN_BAD_FORMAT, "is a string"},
      {"{\"u\":1,\"v\":2,\"w\":null}", {.weight = "w"}, TRICORN_BAD_FORMAT, "the weight has no value"},
      {"{\"u\":1,\"v\":2,\"w\":true}", {.weight = "w"}, TRICORN_BAD_FORMAT, "the weight true"},
      {"{\"u\":1,\"v\":2}", {.weight = "w"}, TRICORN_BAD_FORMAT, "lacks \"w\", the weight"},
    };
    for (size_t i = 0; i < LENGTH(read); i++) {
        tg_edges edges = {0};
        WORKS(read_named(read[i].text, read[i].columns, &edges));
        const tg_edge_part *part = edges.parts;
        while (part->count == 0) part++;
        const tg_edge *edge = part->edges;
        CHECK(edge->u == read[i].edge[0] && edge->v == read[i].edge[1], "%s", read[i].text);
        CHECK(read[i].columns.weight == NULL || part->weights[0] == read[i].weight, "%s", read[i].text);
        tg_edges_free(&edges);
    }
    for (size_t i = 0; i < LENGTH(fails); i++) {
        tg_edges edges = {0};
        CHECK_EQ(read_named(fails[i].text, fails[i].columns, &edges), fails[i].status, "%s", fails[i].text);
        const char *message = tricorn_context_message(fixture.context);
        CHECK(strstr(message, fails[i].message), "%s: %s", fails[i].text, message);
        tg_edges_free(&edges);
    }
}

/* A key that only a later line has may decide which keys are the ends, although the first bytes of the
 * file do not show that key. */
TEST_CASE(test_late_keys)
{
    enum { LINES = 3 * TG_PEEK_BYTES / 16 };
    static const struct {
        const char *line, *message; /* NULL: it is read */
    } last[] = {
      {"{\"a\":1,\"b\":2,\"other\":5}", NULL},
      {"{\"a\":1,\"b\":2,\"source\":5,\"target\":6}", "which two of the keys 'b', 'a', 'source', 'target'"},
      {"{\"a\":1,\"b\":2,\"c\":6}", "which two of the keys 'b', 'a', 'c'"},
    };
    for (size_t i = 0; i < LENGTH(last); i++) {
        static const char line[] = "{\"b\":2,\"a\":1}\n"; /* 14 bytes */
        char *text = test_allocate(LINES * 16 + 100, 1);
        uint64_t *edges = test_allocate(2 * LINES + 2, sizeof *edges);
        size_t bytes = 0;
        for (uint64_t e = 0; e <= LINES; e++) {
            const char *next = e == LINES ? last[i].line : line;
            memcpy(text + bytes, next, strlen(next));
            bytes += strlen(next);
            edges[2 * e] = 1;
            edges[2 * e + 1] = 2;
        }
        if (last[i].message)
            check_file_fails(NAME, text, bytes, FORMAT, TRICORN_BAD_FORMAT, last[i].message);
        else
            check_file_reads(NAME, text, bytes, FORMAT, &(expected_edges){LINES + 1, edges, false, 0});
        free(edges);
        free(text);
    }
}

/* ---- recognition ---- */

TEST_CASE(test_recognised)
{
    static const struct {
        const char *text;
        tg_json_layout layout;
    } cases[] = {
      {"[1,2]\n", TG_JSON_LINES},
      {"[1", TG_JSON_LINES},
      {"\xEF\xBB\xBF\n  [\"a\",\"b\"]", TG_JSON_LINES},
      {"{\"source\":1,\"target\":2}", TG_JSON_LINES},
      {"{\"source\":1,\"target\"", TG_JSON_LINES},
      {"{\"x\":1,\"u\":1,\"v\":2}\n", TG_JSON_LINES},
      {"{\"payer\":\"a\",\"payee\":\"b\",\"of\":{}}\n", TG_JSON_LINES},
      {"{\"x\":1,\"z\":2}\n", TG_JSON_LINES}, /* a row */
      {"{\"x\":1,\"z\":[]}\n", TG_JSON_DOCUMENT},
      {"{\"graph\":\"g\",\"u\":1,\"v\":2}\n", TG_JSON_LINES},
      {"{\"a\":1}\n{\"a\":2}\n", TG_JSON_LINES},
      {"{\"a\":1}\r\n\r\n{", TG_JSON_LINES},
      {"{}\n[", TG_JSON_LINES},
      {"{\"nodes\":[],\"links\":[]}", TG_JSON_DOCUMENT},
      {"{\"start\":1,\"end\":2,\"nodes\":[{\"id\":1}]}", TG_JSON_DOCUMENT},
      {"{\n \"directed\": true,\n \"graph\": {},", TG_JSON_DOCUMENT},
      {"{\"a\":1} {\"a\":2}", TG_JSON_DOCUMENT},
      {"{\"a\":1}\n", TG_JSON_DOCUMENT},
      {"{'nodes':[]}", TG_JSON_DOCUMENT},
      {"{}", TG_JSON_DOCUMENT},
      {"{", TG_JSON_DOCUMENT},
      {"[", TG_JSON_DOCUMENT},
      {"[]", TG_JSON_DOCUMENT},
      {"[[1,2],[2,3]]", TG_JSON_DOCUMENT},
      {"[\n{\"source\":1,\"target\":2},\n", TG_JSON_DOCUMENT},
      {"", TG_JSON_NONE},
      {" \n", TG_JSON_NONE},
      {"1 2\n", TG_JSON_NONE},
      {"# [1,2]\n", TG_JSON_NONE},
      {"\"a\"\n", TG_JSON_NONE},
      {"graph [\n", TG_JSON_NONE},
    };
    static const char binary[] = "[\0\0\0\1\0\0\0";
    const tg_format *lines = tg_format_find(FORMAT), *whole = tg_format_find("json-node-link");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *text = cases[i].text;
        const size_t bytes = strlen(text);
        /* So that the sanitizer detects reads behind it. */
        char *copy = test_allocate(bytes + 1, 1);
        memcpy(copy, text, bytes);
        CHECK_EQ(tg_json_layout_of(copy, bytes), cases[i].layout, "%s", text);
        CHECK_EQ(lines->recognise("a.txt", copy, bytes), cases[i].layout == TG_JSON_LINES ? TG_BY_CONTENT : TG_NOT_MINE,
          "%s", text);
        CHECK_EQ(whole->recognise("a.txt", copy, bytes),
          cases[i].layout == TG_JSON_DOCUMENT ? TG_BY_CONTENT : TG_NOT_MINE, "%s", text);
        free(copy);
    }
    CHECK_EQ(lines->recognise("a.ndjson", "1 2\n", 4), TG_BY_NAME, "by name");
    CHECK_EQ(lines->recognise("a.json", "1 2\n", 4), TG_NOT_MINE, "by name");
    CHECK_EQ(whole->recognise("a.json", "1 2\n", 4), TG_BY_NAME, "by name");
    CHECK_EQ(lines->recognise("a.u32", binary, sizeof binary - 1), TG_NOT_MINE, "binary");
    CHECK_EQ(whole->recognise("a.u32", binary, sizeof binary - 1), TG_NOT_MINE, "binary");
}

/* ---- damage ---- */

/* A beginning of the file is refused, or is whole lines: then it has the edges of these. */
TEST_CASE(test_cuts)
{
    static const char text[] = "{\"u\":1,\"v\":2}\r\n\n{\"u\":1,\"v\":3,\"name\":\"\\u00e9\xC3\xA9\"}\n"
                               "{\"v\":3,\"u\":2}\n{\"u\":3,\"v\":5}";
    for (size_t count = 0; count < sizeof text; count++) {
        /* Edges are as many as lines that have a closing brace. */
        uint64_t whole = 0, open = 0;
        for (size_t i = 0; i < count; i++) {
            open += text[i] == '{';
            whole += text[i] == '}';
        }
        if (whole == open && whole > 0) {
            char *copy = test_allocate(count, 1);
            memcpy(copy, text, count);
            check_file_reads(NAME, copy, count, FORMAT, &(expected_edges){whole, pairs, false, 0});
            free(copy);
        } else {
            check_file_fails(NAME, text, count, FORMAT, TRICORN_BAD_FORMAT, NULL);
        }
    }
}

TEST_CASE(test_changes)
{
    static const char text[] = "{\"u\":1,\"v\":2,\"x\":[0.5]}\n{\"u\":1,\"v\":3}\n[1,2]";
    file_bytes *file = test_allocate(1, sizeof *file);
    put_bytes(file, text, sizeof text - 1);
    check_changes_are_safe(NAME, file, FORMAT);
    free(file);
}

TEST_CASE(test_failing_allocations)
{
    check_memory_faults(NAME, "[1,2]\n[3,4]\n[5000000000,6]\n", FORMAT, TRICORN_IDS_NUMBER);
    check_memory_faults(NAME, "[\"a\",\"b\"]\n[\"\\u0063\",\"d\"]\n", FORMAT, TRICORN_IDS_STRING);
}

TEST_MAIN_EACH(files_create, test_destroy)
