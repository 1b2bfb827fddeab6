/* test_words_again.c - a graph of any words that was written as an edge list is read again as
 * the same graph, by a reader that knows only that ids are words. */

#include "format_files.h"
#include "graph/graph.h"
#include "io/binary/rows.h"
#include "support/random.h"

/* Words that look like numbers, comments, headers or quotes. */
/* clang-format off */
static const char *const words[] = {
    "a", "b", "Rome", "New York", "\xC3\xA9", "\xEF\xBB\xBFx", "\xEF\xBB\xBF", "\xA0",
    "\xFF\xFE", "0", "1", "2", "3", "12", "007", "-1", "+2", "1.5", "1e5", "1,5", "1;5", "1:2",
    ".", "-", "--", "->", "#", "##", "#a", "%", "%%MatrixMarket", "//", "c", "p", "edge", "e",
    "t", "v", "{", "}", "{}", "{'a'", "(a", "b)", "[1", "2]", "<a", "b>", ",", ";", "a,", "a;",
    ",a", "|", ":", "a:", "\"", "\"\"", "\"a\"", "a\"b", "'a'", " ", " a", "a ", "\t", "a\tb",
    "b\tc", "source", "target", "Source", "source_", "target_", "source__", "from", "to", "u",
    "node1", "node2", "FromNodeId", "ToNodeId", "src", "dst", "id", "weight", "user_id", "nan",
    "inf", "Infinity", "0x1", "graph", "digraph", "strict", "[", "G{", "*Vertices", "*Edges",
    "AdjacencyGraph", "PAR1", "GIF8", "<html", "<?xml", "dl", "n=5", "sep=,", "nodedef>",
    "/annex/objects/", "\x1f\x8b", "\x01", "\x01x", "\x1b[0m", "\v", "\f", "BZh91AY&SY",
    "\xfd\x37zXZ", "LZIP\x01", "ustar", "Creator", "version", "=", "null", "{\"a\":", "[[",
    "\\", "Total", "rows", "4", "5", "6", "\xC2\xA0", "ann\xC2\xA0", "\xE3\x80\x80x",
};
/* clang-format on */

#if defined(__SANITIZE_ADDRESS__)
enum { ROUNDS = 500 };
#else
enum { ROUNDS = 2000 };
#endif
enum { WORDS = LENGTH(words), EDGES_MOST = 12, PAIR_BYTES = 64 };

/* ---- graphs of words ---- */

static void put_quoted(file_bytes *to, const char *word)
{
    put_bytes(to, "\"", 1);
    for (; *word; word++) {
        put_bytes(to, word, 1);
        if (*word == '"') put_bytes(to, word, 1);
    }
    put_bytes(to, "\"", 1);
}

static tricorn_status load(const char *name, const tricorn_load_options *options, tricorn_graph **graph)
{
    return tricorn_graph_load(fixture.context, IN_FOLDER(name), options, graph);
}

/* Makes the graph of a text in which all fields are quoted, with all options set: it has one meaning only. */
static tricorn_graph *make_graph(const uint32_t *pairs, uint32_t count)
{
    static file_bytes text;
    tricorn_graph *graph = NULL;
    tricorn_load_options options =
      *LOADING(.input.format = "edges", .input.ids = TRICORN_IDS_STRING, .text.separator = "tab");
    options.text.columns = (tricorn_columns){.source = "1", .target = "2"};
    options.text.header = "no";
    options.text.comment = "none";
    options.text.missing = "keep";
    text.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        put_quoted(&text, words[pairs[2 * i]]);
        put_bytes(&text, "\t", 1);
        put_quoted(&text, words[pairs[2 * i + 1]]);
        put_bytes(&text, "\n", 1);
    }
    write_file("said.txt", text.bytes, text.count, TEST_PLAIN);
    WORKS(load("said.txt", &options, &graph));
    return graph;
}

typedef struct word_pairs {
    uint64_t count;
    char pairs[EDGES_MOST][PAIR_BYTES];
} word_pairs;

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static word_pairs pairs_of(const tricorn_graph *graph)
{
    word_pairs found = {0};
    tg_rows rows = {0};
    WORKS(tg_graph_input_rows(fixture.context, graph, 0, &rows));
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t i = rows.offsets[u]; i < rows.offsets[u + 1]; i++) {
            const char *a = graph->ids.text + graph->ids.starts[u],
                       *b = graph->ids.text + graph->ids.starts[rows.ids[i]];
            CHECK(found.count < EDGES_MOST, "edges");
            snprintf(
              found.pairs[found.count++], PAIR_BYTES, "%s\n%s", strcmp(a, b) < 0 ? a : b, strcmp(a, b) < 0 ? b : a);
        }
    qsort(found.pairs, found.count, PAIR_BYTES, by_text);
    tg_rows_free(&rows);
    return found;
}

/* ---- written and read ---- */

static void check_again(const tricorn_graph *graph, const char *name, const char *format)
{
    tricorn_graph *again = NULL;
    size_t count;
    tricorn_load_options options = *LOADING(.input.ids = TRICORN_IDS_STRING);
    options.text.missing = "keep"; /* "nan" and "null" are words of the list */
    options.input.format = format;
    const char *path = IN_FOLDER(name);
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *text = test_file_read(path, &count);
    const tricorn_status status = load(name, &options, &again);
    CHECK(status == TRICORN_OK, "%s is refused: %s\n%s", name, tricorn_context_message(fixture.context), text);
    const word_pairs before = pairs_of(graph), after = pairs_of(again);
    CHECK_EQ(after.count, before.count, "edges of %s:\n%s", name, text);
    for (uint64_t i = 0; i < before.count; i++)
        CHECK(strcmp(before.pairs[i], after.pairs[i]) == 0, "'%s', not '%s' in %s:\n%s", after.pairs[i],
          before.pairs[i], name, text);
    free(text);
    tricorn_graph_free(again);
}

/* Writes under names of several suffixes, one after the other. */
static void check_pairs(const uint32_t *pairs, uint32_t count)
{
    static const char *const names[] = {"a.txt", "a.csv", "a.el", "a.wel", "a.txt.gz"};
    static size_t turn;
    tricorn_graph *graph = make_graph(pairs, count);
    const char *name = names[turn++ % (LENGTH(names))];
    if (graph->edges > 0) {
        check_again(graph, name, NULL);
        check_again(graph, name, "edges");
    }
    tricorn_graph_free(graph);
}

/* One edge of any two words, which are the whole first lines. */
TEST_CASE(test_single_edges)
{
    for (uint32_t u = 0; u < WORDS; u++)
        for (uint32_t v = u + 1; v < WORDS; v++) {
            const uint32_t pair[] = {u, v};
            check_pairs(pair, 1);
        }
}

/* Stars have a column that is the same on all lines; a few words make columns of one kind. */
TEST_CASE(test_graphs)
{
    test_random random = {5};
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t first = test_random_below(&random, WORDS),
                       span = 2 + test_random_below(&random, i % 2 ? WORDS - 1 : 8),
                       count = 1 + test_random_below(&random, EDGES_MOST);
        const bool star = test_random_below(&random, 4) == 0;
        uint32_t pairs[2 * EDGES_MOST];
        for (uint32_t e = 0; e < 2 * count; e++)
            pairs[e] = star && e % 2 ? first : (first + test_random_below(&random, span)) % WORDS;
        check_pairs(pairs, count);
    }
}

/* ---- what is written ---- */

static void check_written(const char *text, const char *name, const char *expected)
{
    tricorn_graph *graph = NULL;
    size_t count;
    tricorn_load_options options = *LOADING(.input.ids = TRICORN_IDS_STRING, .text.header = "no");
    options.text.columns = (tricorn_columns){.source = "1", .target = "2"};
    options.input.format = "edges";
    write_file("in.txt", text, strlen(text), TEST_PLAIN);
    WORKS(load("in.txt", &options, &graph));
    const char *path = IN_FOLDER(name);
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *written = test_file_read(path, &count);
    CHECK(strcmp(written, expected) == 0, "%s becomes %s", text, written);
    free(written);
    tricorn_graph_free(graph);
}

/* The writer adds a header only where the text needs one; its names are those of no vertices. */
TEST_CASE(test_headers)
{
    check_written("a b\nb c\n", "a.txt", "a\tb\nb\tc\n");
    check_written("a b\nb c\n", "a.csv", "a,b\nb,c\n");
    check_written("a 1\nb 2\n", "a.txt", "source\ttarget\na\t1\nb\t2\n");
    check_written("a 1\nb 2\n", "a.csv", "source,target\na,1\nb,2\n");
    check_written("a 1\nb 2\n", "a.wel", "source\ttarget\tweight\na\t1\t1\nb\t2\t1\n");
    check_written("source target\n", "a.txt", "source_\ttarget_\nsource\ttarget\n");
    check_written("from to\nsource a\na source_\n", "a.txt", "source__\ttarget__\nfrom\tto\nsource\ta\na\tsource_\n");
}

/* A word so long that the bytes which decide the dialect end within the first line. */
TEST_CASE(test_long_words)
{
    enum { LETTERS = 70000 };
    tricorn_graph *graph = NULL;
    char *bytes = test_allocate(LETTERS, 1);
    memset(bytes, 'x', LETTERS);
    memcpy(bytes, "a b\nb ", 6);
    bytes[LETTERS - 1] = '\n';
    tricorn_load_options options = *LOADING(.input.ids = TRICORN_IDS_STRING);
    write_file("long.txt", bytes, LETTERS, TEST_PLAIN);
    WORKS(load("long.txt", &options, &graph));
    check_again(graph, "again.txt", NULL);
    tricorn_graph_free(graph);
    write_file("long.txt", bytes + 4, LETTERS - 4, TEST_PLAIN);
    options.text.columns = (tricorn_columns){.source = "1", .target = "2"};
    options.text.header = "no";
    WORKS(load("long.txt", &options, &graph));
    FAILS(tricorn_graph_save(fixture.context, graph, IN_FOLDER("again.txt"), NULL), TRICORN_UNSUPPORTED);
    SAYS("too long");
    tricorn_graph_free(graph);
    free(bytes);
}

/* One thread: the graphs are tiny. */
TEST_MAIN_EACH(test_create_single, test_destroy)
