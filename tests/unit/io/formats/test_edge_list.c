/* test_edge_list.c - edge lists in every usual and unusual form, from files and pipes, with one
 * thread and many, cut into chunks at every position. */
#include "io/format.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text/text.h"
#include "support/allocator.h"
#include "support/check.h"
#include "support/edge_list.h"
#include "support/random.h"
#include "unit/io/text_input.h"

static const uint32_t thread_counts[] = {1, 2, 5};
static const size_t chunk_sizes[] = {1, 2, 5, 16, 100, 1 << 18};

enum { THREAD_COUNTS = LENGTH(thread_counts), CHUNK_SIZES = LENGTH(chunk_sizes) };

static struct {
    test_allocator allocator;
    tricorn_context *context;
    int64_t fail_from; /* allocation of read_edges, see allocator.h; < 0: none */
} fixture;

static void create(void)
{
    signal(SIGPIPE, SIG_IGN);
    test_allocator_init(&fixture.allocator);
    fixture.fail_from = -1;
}

/* The settings of one reading. */
typedef struct manner {
    text_kind kind;
    uint32_t threads;
    size_t chunk_bytes;
    tricorn_load_options options;
} manner;

/* Reads once; test_context_free the context and tg_edges_free the edges. */
static tricorn_status read_edges(const manner *way, const char *text, size_t count, tg_edges *edges)
{
    const size_t usual = tg_text_chunk_bytes;
    const tg_format *format = tg_format_find("edges");
    text_input input;
    *edges = (tg_edges){0};
    fixture.context = test_context_create(&fixture.allocator, way->threads);
    text_input_open(fixture.context, &input, way->kind, text, count);
    tg_text_chunk_bytes = way->chunk_bytes;
    test_allocator_fail(&fixture.allocator, fixture.fail_from, 1);
    const tricorn_status status = format->read(fixture.context, input.input, &way->options, edges);
    test_allocator_fail(&fixture.allocator, -1, 0);
    tg_text_chunk_bytes = usual;
    text_input_close(&input);
    return status;
}

static void finish(tg_edges *edges)
{
    tg_edges_free(edges);
    test_context_free(&fixture.allocator, fixture.context);
}

/* Calls `check` for every kind of input, number of threads and size of chunks. */
static void in_every_way(
  const tricorn_load_options *options, void (*check)(const manner *way, const void *user), const void *user)
{
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (int t = 0; t < THREAD_COUNTS; t++)
            for (int b = 0; b < CHUNK_SIZES; b++) {
                const manner way = {(text_kind)kind, thread_counts[t], chunk_sizes[b], *options};
                check(&way, user);
            }
}

static tg_wide_edge edge_at(const tg_edges *edges, const tg_edge_part *part, uint64_t i)
{
    if (edges->wide) return ((const tg_wide_edge *)part->edges)[i];
    const tg_edge edge = ((const tg_edge *)part->edges)[i];
    return (tg_wide_edge){edge.u, edge.v};
}

static int compare_edges(const void *left, const void *right)
{
    const tg_wide_edge *a = left, *b = right;
    if (a->u != b->u) return a->u < b->u ? -1 : 1;
    return a->v < b->v ? -1 : a->v > b->v;
}

/* The edges of all parts, sorted; free() them. */
static tg_wide_edge *sorted_edges(const tg_edges *edges)
{
    tg_wide_edge *all = test_allocate(tg_edges_count(edges) + 1, sizeof *all);
    uint64_t count = 0;
    for (uint32_t p = 0; p < edges->part_count; p++)
        for (uint64_t i = 0; i < edges->parts[p].count; i++) all[count++] = edge_at(edges, &edges->parts[p], i);
    qsort(all, count, sizeof *all, compare_edges);
    return all;
}

/* The expected result of a text. */
typedef struct expected {
    const char *text;
    size_t bytes;
    tg_wide_edge *edges; /* sorted */
    uint64_t count;
    const char *message; /* NULL: no error */
} expected;

static void check_text(const manner *way, const void *user)
{
    const expected *wanted = user;
    tg_edges edges = {0};
    char what[100];
    snprintf(
      what, sizeof what, "%s, %u threads, chunks of %zu", way->kind ? "pipe" : "file", way->threads, way->chunk_bytes);
    const tricorn_status status = read_edges(way, wanted->text, wanted->bytes, &edges);
    if (wanted->message != NULL) {
        FAILS(status, TRICORN_BAD_FORMAT);
        SAYS(wanted->message);
        finish(&edges);
        return;
    }
    WORKS(status);
    CHECK_EQ(tg_edges_count(&edges), wanted->count, "%s: %.60s", what, wanted->text);
    tg_wide_edge *all = sorted_edges(&edges);
    uint64_t largest = 0;
    for (uint64_t i = 0; i < wanted->count; i++) {
        CHECK_EQ(all[i].u, wanted->edges[i].u, "%s: %.60s", what, wanted->text);
        CHECK_EQ(all[i].v, wanted->edges[i].v, "%s: %.60s", what, wanted->text);
        if (all[i].u > largest) largest = all[i].u;
        if (all[i].v > largest) largest = all[i].v;
    }
    CHECK_EQ(edges.wide, wanted->count > 0 && largest >= UINT32_MAX, "%s", what);
    CHECK_EQ(edges.vertices, edges.wide || wanted->count == 0 ? 0 : largest + 1, "%s", what);
    CHECK_EQ(edges.declared, 0, "%s", what);
    free(all);
    finish(&edges);
}

/* ---- shapes ---- */

#define MANY_EDGES 4
static const struct {
    const char *text;
    uint64_t count;
    tg_wide_edge edges[MANY_EDGES]; /* sorted */
} shapes[] = {
  {"1 2\n", 1, {{1, 2}}},
  {"1 2", 1, {{1, 2}}},
  {"0 0", 1, {{0, 0}}},
  {"# FromNodeId\tToNodeId\n1\t2\n3\t4\n", 2, {{1, 2}, {3, 4}}},
  {"% bip unweighted\n1 2\n#-\n3 4\n%x\n", 2, {{1, 2}, {3, 4}}},
  {"1,2\n3,4\n5, 6\n7 ,8\n", 4, {{1, 2}, {3, 4}, {5, 6}, {7, 8}}},
  {"1 \t2\n3\t 4\n  5   6  \n 7\t8\t\n", 4, {{1, 2}, {3, 4}, {5, 6}, {7, 8}}},
  {"1 2\r\n3 4\r\n\r\n# x\r\n5 6\r\n7 8\r", 4, {{1, 2}, {3, 4}, {5, 6}, {7, 8}}},
  {"1 2 \r\n3 4\t\r\n5 6\r\n", 3, {{1, 2}, {3, 4}, {5, 6}}},
  {"1 2 3\n3 4 0.5\n5 6 \"a b\"\n7\t8\ty # z\n", 4, {{1, 2}, {3, 4}, {5, 6}, {7, 8}}},
  {"1 2 3\r\n3 4 \xC3\xA9\r\n", 2, {{1, 2}, {3, 4}}},
  {"\xEF\xBB\xBF"
   "1 2\n",
    1, {{1, 2}}},
  {"\xEF\xBB\xBFsource,target\n1,2\n", 1, {{1, 2}}},
  {"source,target\n1,2\n3,4\n", 2, {{1, 2}, {3, 4}}},
  {"\"source\",\"target\",\"weight\"\r\n1,2,5\r\n", 1, {{1, 2}}},
  {"# made by hand\n\nfrom to\n1 2", 1, {{1, 2}}},
  {"\"1\",\"2\"\n3,\"4\"\n", 2, {{1, 2}, {3, 4}}},
  {"00000000000000000000000000000001 2\n", 1, {{1, 2}}},
  {"4294967294 1\n", 1, {{UINT32_MAX - 1, 1}}},
  {"4294967295 1\n", 1, {{UINT32_MAX, 1}}},
  {"1 2\n4294967296 3\n4 5\n", 3, {{1, 2}, {4, 5}, {UINT64_C(1) << 32, 3}}},
  {"18446744073709551615 0\n9999999999999999999 10000000000000000000\n", 2,
    {{UINT64_C(9999999999999999999), UINT64_C(10000000000000000000)}, {UINT64_MAX, 0}}},
  {"12345678 87654321\n123456789 1\n1 99999999\n", 3, {{1, 99999999}, {12345678, 87654321}, {123456789, 1}}},
  {"1 2\n1 2\n2 1\n3 3\n", 4, {{1, 2}, {1, 2}, {2, 1}, {3, 3}}},
  /* A comment that a line break has cut in two, as in SNAP's as-caida. */
  {"# Relationships:\t\r\n    -1 (<From> is a customer)\r\n#\t1 (<From>)\n1 2\t-1\r\n", 1, {{1, 2}}},
  {"# a\nsome text -2\n# b\nfrom,to\n1,2\n", 1, {{1, 2}}},
  {"# Kinds:\n    -1 (<a> is a customer of <b>)\n# 1 (peers)\n1 2 -1\n", 1, {{1, 2}}},
};

TEST_CASE(all_shapes)
{
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        tg_wide_edge edges[MANY_EDGES];
        memcpy(edges, shapes[i].edges, sizeof edges);
        const expected wanted = {shapes[i].text, strlen(shapes[i].text), edges, shapes[i].count, NULL};
        in_every_way(LOADING(), check_text, &wanted);
    }
}

static const struct {
    const char *text, *message;
} errors[] = {
  {"", "text: holds no edge"},
  {"\n", "text: holds no edge"},
  {"# only\n% comments\n\n   \n\t\n  # here", "text: holds no edge"},
  {"\xEF\xBB\xBF", "text: holds no edge"},
  {"1 2\n3\n", "text:2: 1 column, but line 1 has 2 (the separator is space)"},
  {"1 2\n3 \t\r\n", "text:2: 1 column"},
  {"1,2\n3,\n", "text:2: column 2, an id, is empty"},
  {"1 2\n3,4\n", "text:2: 1 column"},
  {"1,2\n3;4\n", "text:2: 1 column, but line 1 has 2 (the separator is comma)"},
  {"1 2\n3 4 5\n", "text:2: 3 columns"},
  {"1 2 5\n3 4\n", "text:2: 2 columns"},
  {"1 2\n3 x\n", "text:2: 'x' is no vertex id (an unsigned number)"},
  {"# a\n\n1 2\nx y\n", "text:4: 'x' is no vertex id"},
  {"a b\nc d\n", "text:2: 'c' is no vertex id (an unsigned number); if the ids are words"}, /* the first line
                                                                                   may be a header
                                                                                 */
  {"a b\n", "text:1: 'a' is no vertex id"},
  {"a\n", "text:1: only one column"},
  {"a b 3\n", "text:1: 'a' is no vertex id"},
  {"-a -3\n", "text:1: '-a' is no vertex id"},
  {"-1 2\n", "text:1: a vertex id is negative: ids are unsigned"},
  {"1 2\n1 -2\n", "text:2: a vertex id is negative"},
  {"# a\n3 x\n# b\n1 2\n", "text:2: 'x' is no vertex id"},
  {"# a\n  3 x\n1 2\n", "text:2: 'x' is no vertex id"},
  {"# a\n  x 3\n# b\n1 2\n", "text:2: 'x' is no vertex id"},
  {"# a\n-1 2\n# b\n1 2\n", "text:2: a vertex id is negative"},
  {"# a\nsome text -2\n# b\nfrom,to\n1,2\n2,z", "text:6: 'z' is no vertex id"},
  {"# a\nsome text -2\n# b\nb c\nfrom,to\n1 2\n", "text:6: 1 column, but line 5 has 2"},
  {"# a\nu   v 1\n# b\n1   5\n", "text:4: 2 columns, but line 2 has 3"},
  {"# a\nu, v, weight, time,0, 2\n# b\n1, 2, 3, 4\n", "text:"},
  {"# a\nweight source target 9\n# b\n1 2 3\n", "text:4: 3 columns, but line 2 has 4"},
  {"1 2\n# a\nx y\n# b\n", "text:3: 'x' is no vertex id"},
  {"# a\n  -1 2\n3 4\n", "text:2: a vertex id is negative"},
  {"# a\n1 2\n# b\n  3 (x)\n", "text:4: '(x)' is no vertex id"},
  {"+1 2\n", "text:1: '+1' is no vertex id"},
  {"1.0 2.0\n", "text:1: '1.0' is no vertex id"},
  {"1 2.0\n", "text:1: '2.0' is no vertex id"},
  {"1 2\n1 2e3\n", "text:2: '2e3' is no vertex id"},
  {"1 2x\n", "text:1: '2x' is no vertex id"},
  {"1 2\n1:2 3\n", "text:2: '1:2' is no vertex id"},
  {"1 2\r3 4\r5 6\n", "text:1: "},
  {"1,2 \n\n,2\n", "text:3: column 1, an id, is empty"},
  {"1,2\n\"\",2\n", "text:2: column 1, an id, is empty"},
  {"1 2\n18446744073709551616 2\n", "text:2: a vertex id is over 2^64 - 1"},
  {"1 2\n3 99999999999999999999\n", "text:2: a vertex id is over 2^64 - 1"},
  {"1 2\n3 999999999999999999999999\n", "text:2: a vertex id is over 2^64 - 1"},
};

TEST_CASE(all_errors)
{
    for (size_t i = 0; i < LENGTH(errors); i++) {
        const expected wanted = {errors[i].text, strlen(errors[i].text), NULL, 0, errors[i].message};
        in_every_way(LOADING(), check_text, &wanted);
    }
}

TEST_CASE(nul_bytes)
{
    static const char comment[] = "1 2\n# \0\n", third[] = "1 2 3\n3 4 5\0\n", second[] = "1 2\0\n",
                      end[] = "1 2\n5 6\0", word[] = "1 2\n\0\0\0\0";
    const expected wanted[] = {
      {comment, sizeof comment - 1, NULL, 0, "text:2: the line holds a NUL byte"},
      {third, sizeof third - 1, NULL, 0, "text:2: the line holds a NUL byte"},
      {second, sizeof second - 1, NULL, 0, "text:1: the line holds a NUL byte"},
      {end, sizeof end - 1, NULL, 0, "text:2: the line holds a NUL byte"},
      {word, sizeof word - 1, NULL, 0, "text:2: the line holds a NUL byte"},
    };
    for (size_t i = 0; i < LENGTH(wanted); i++) in_every_way(LOADING(), check_text, &wanted[i]);
}

/* Comments may be longer than the bytes that a reader peeks. */
TEST_CASE(long_comments)
{
    enum { COMMENTS = 200000 };
    const tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    char *text = test_allocate(COMMENTS + 100, 1);
    tg_wide_edge edge = {1, 2};
    memset(text, '#', COMMENTS);
    for (size_t i = 999; i < COMMENTS / 2; i += 1000) text[i] = '\n';
    memcpy(text + COMMENTS, "\n1 2", 4);
    const expected wanted = {text, COMMENTS + 4, &edge, 1, NULL};
    in_every_way(&options, check_text, &wanted);
    memcpy(text + COMMENTS, "\n1 x", 4);
    const expected bad = {text, COMMENTS + 4, NULL, 0, "text:102: 'x' is no vertex id"};
    in_every_way(&options, check_text, &bad);
    free(text);
}

/* ---- random texts, made together with what they must give ---- */

typedef struct writer {
    char *text;
    size_t bytes;
    tg_wide_edge *edges;
    uint64_t count, lines;
    test_random random;
} writer;

static uint32_t pick(writer *made, uint32_t bound)
{
    return test_random_below(&made->random, bound);
}

static void put(writer *made, const char *text)
{
    const size_t bytes = strlen(text);
    memcpy(made->text + made->bytes, text, bytes);
    made->bytes += bytes;
}

static void put_one_of(writer *made, const char *const *texts, uint32_t count)
{
    put(made, texts[pick(made, count)]);
}

static uint64_t put_number(writer *made, unsigned most_bits)
{
    char digits[40];
    const uint64_t number = test_random_next(&made->random) >> (64 - 1 - pick(made, most_bits));
    snprintf(digits, sizeof digits, "%s%" PRIu64, pick(made, 50) ? "" : "000", number);
    put(made, digits);
    return number;
}

/* The forms of the lines of a text: all have one separator and as many columns. */
#define CHOICES 4
static const struct {
    const char *usual, *usual_tail, *separators[CHOICES], *tails[CHOICES];
} forms[] = {
  {"\t", "", {" ", "\t", " \t", "  \t  "}, {"", " ", "\t", " # a comment"}},
  {" ", " 0.5 x", {" ", "\t", "\t ", "     "}, {" 7.5 x", "\t-.5\tx ", " x {}  # 1", " 1. y"}},
  {",", "", {",", ", ", " ,", " \t, "}, {"", " ", "\t", "\t "}},
  {";", ";;", {";", "; ", " ;", " ; "}, {";;", " ;x y;", ";\"a;b\";7", ";;#"}},
};
enum { FORMS = LENGTH(forms) };

/* One line; `odd` of 100 lines are of an unusual shape. */
static void put_line(writer *made, uint32_t form, unsigned most_bits, uint32_t odd)
{
    static const char *const blanks[] = {"", "", " ", "  ", "    "},
                             *const others[] = {"", "##", "% 1 2", "   ", " # 3 4", "#\xFF\xFE"},
                             *const ends[] = {"\n", "\r\n"};
    const bool unusual = made->lines > 0 && pick(made, 100) < odd;
    made->lines++;
    if (unusual && pick(made, 3) == 0) {
        put_one_of(made, others, 6);
    } else {
        tg_wide_edge *edge = &made->edges[made->count++];
        if (unusual) put_one_of(made, blanks, 5);
        edge->u = put_number(made, most_bits);
        if (unusual)
            put_one_of(made, forms[form].separators, CHOICES);
        else
            put(made, forms[form].usual);
        edge->v = put_number(made, most_bits);
        if (unusual)
            put_one_of(made, forms[form].tails, CHOICES);
        else
            put(made, forms[form].usual_tail);
    }
    put_one_of(made, ends, unusual ? 2 : 1);
}

TEST_CASE(random_texts)
{
    enum { LINES = 1000, LINE_BYTES = 100, ROUNDS = 24 };
    static const unsigned bits[] = {8, 20, 27, 31, 34, 64};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    options.text.header = "no"; /* else a first line may be the numbers of vertices and edges */
    writer made = {
      .text = test_allocate(LINES, LINE_BYTES), .edges = test_allocate(LINES, sizeof(tg_wide_edge)), .random = {3}};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        made.bytes = made.count = made.lines = 0;
        const uint32_t lines = 1 + pick(&made, LINES), odd = round % 3 == 0 ? 1 : 40;
        const uint32_t form = round / 6 % FORMS;
        while (made.lines < lines) put_line(&made, form, bits[round % 6], round % 4 ? odd : 0);
        if (pick(&made, 2)) made.bytes--; /* the last line without its '\n' */
        qsort(made.edges, made.count, sizeof *made.edges, compare_edges);
        expected wanted = {made.text, made.bytes, made.edges, made.count, NULL};
        in_every_way(&options, check_text, &wanted);

        /* The same with a bad line at its end. */
        char message[60];
        snprintf(message, sizeof message, "text:%" PRIu64 ": '7.'", made.lines + 1);
        if (made.text[made.bytes - 1] != '\n') put(&made, "\n");
        put(&made, "7");
        put(&made, forms[form].usual);
        put(&made, "7.");
        put(&made, forms[form].usual_tail);
        put(&made, "\n");
        wanted = (expected){made.text, made.bytes, NULL, 0, message};
        in_every_way(&options, check_text, &wanted);
    }
    free(made.text);
    free(made.edges);
}

/* ---- strict reading, words ---- */

static void check_lines(const manner *way, const void *user)
{
    static const char text[] = "a b\n1 2\n\n3\t4\n# c\n5 6\n7 8\n  9   1\n4294967295 2\n3 3";
    static const uint64_t lines[] = {2, 4, 6, 7, 8, 9, 10};
    static const uint64_t sources[] = {1, 3, 5, 7, 9, UINT32_MAX, 3};
    (void)user;
    tg_edges edges = {0};
    WORKS(read_edges(way, text, sizeof text - 1, &edges));
    CHECK_EQ(edges.part_count, 1, "strict: parts");
    CHECK_EQ(edges.parts[0].count, 7, "strict: edges");
    for (uint64_t i = 0; i < 7; i++) {
        CHECK_EQ(edges.lines[i], lines[i], "strict: edge %d", (int)i);
        CHECK_EQ(edge_at(&edges, &edges.parts[0], i).u, sources[i], "strict: edge %d", (int)i);
    }
    assert_string_equal(edges.line_name, "line");
    finish(&edges);
}

TEST_CASE(strict_lines)
{
    in_every_way(LOADING(.graph.strict = 1), check_lines, NULL);
}

static void check_words(const manner *way, const void *user)
{
    static const char text[] = "\xEF\xBB\xBF"
                               "# names\nalice bob\nbob \t\"carol\"\n"
                               "\"alice\" 1\r\n\xC3\xA9 x\"y\"\n-1 1.5\n\"op\"\"en\" alice";
    static const struct {
        const char *u, *v;
    } ends[] = {
      {"alice", "bob"}, {"bob", "carol"}, {"alice", "1"}, {"\xC3\xA9", "x\"y\""}, {"-1", "1.5"}, {"op\"en", "alice"}};
    enum { EDGES = LENGTH(ends), WORDS = 9 };
    (void)user;
    tg_edges edges = {0};
    WORKS(read_edges(way, text, sizeof text - 1, &edges));
    CHECK_EQ(edges.vertices, WORDS, "words");
    CHECK_EQ(edges.wide, 0, "words: wide");
    CHECK_EQ(tg_edges_count(&edges), EDGES, "words: edges");
    for (uint64_t i = 0; i < EDGES; i++) {
        const tg_wide_edge edge = edge_at(&edges, &edges.parts[0], i);
        assert_string_equal(edges.ids.text + edges.ids.starts[edge.u], ends[i].u);
        assert_string_equal(edges.ids.text + edges.ids.starts[edge.v], ends[i].v);
    }
    finish(&edges);
}

TEST_CASE(words)
{
    tricorn_load_options options = *LOADING(.input.ids = TRICORN_IDS_STRING);
    in_every_way(&options, check_words, NULL);
    options.graph.strict = 1;
    in_every_way(&options, check_words, NULL);
}

TEST_CASE(bad_words)
{
    static const char nul[] = "a b\nc\0 d\n";
    static const struct {
        const char *text, *message;
    } cases[] = {
      {"a b\nc\n", "text:2: 1 column"},
      {"a b\n\"\" c\n", "text:2: column 1, an id, is empty"},
      {"a,b\n,c\n", "text:2: column 1, an id, is empty"},
      {"a,b\n\"Doe, Jane,c\n", "text:2: "},
      {"a,b\nc,\"d\"e\n", "text:2: a quote is not closed"},
    };
    tricorn_load_options options = *LOADING(.input.ids = TRICORN_IDS_STRING);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const expected wanted = {cases[i].text, strlen(cases[i].text), NULL, 0, cases[i].message};
        in_every_way(&options, check_text, &wanted);
    }
    const expected wanted = {nul, sizeof nul - 1, NULL, 0, "text:2: the line holds a NUL byte"};
    in_every_way(&options, check_text, &wanted);
}

/* ---- memory ---- */

TEST_CASE(failing_allocations)
{
    static const char text[] = "from to\n1 2\n3  4\n5000000000 6\n";
    for (int words_too = 0; words_too < 2; words_too++) {
        manner way = {TEXT_FILE, 2, 8, TRICORN_LOAD_OPTIONS_INIT};
        way.options.input.ids = words_too ? TRICORN_IDS_STRING : TRICORN_IDS_NUMBER;
        tricorn_status status = TRICORN_OUT_OF_MEMORY;
        for (int64_t allowed = 0; status != TRICORN_OK; allowed++) {
            tg_edges edges = {0};
            CHECK(allowed < 100, "reading needs no end of memory");
            fixture.fail_from = allowed;
            status = read_edges(&way, text, sizeof text - 1, &edges);
            fixture.fail_from = -1;
            CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "allocation %d", (int)allowed);
            finish(&edges);
        }
    }
}

TEST_MAIN_BETWEEN(create, NULL)
