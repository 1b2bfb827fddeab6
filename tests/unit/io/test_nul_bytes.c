/* test_nul_bytes.c - a NUL byte is refused at any position of a text, by a file as by a stream:
 * among numbers, in headers, comments and labels, on blank lines and after the last line. */
#include <inttypes.h>

#include "format_files.h"

static const struct {
    const char *format, *text;
    tricorn_ids ids;
} texts[] = {
  {.format = "edges", .text = "# a b\nu v\n1 2 # c\n\n \n# d\n2\t3\n1 3\n"},
  {.format = "edges", .text = "# a\nsome text -2\n# b\n1 2 {'w': 1}\n2 3 {}\n"},
  {.format = "edges", .text = "a b\n# c\n\n\"d e\" b\n", .ids = TRICORN_IDS_STRING},
  {.format = "konect", .text = "% sym unweighted\n% 3 3 3\n1 2\n% c\n2 3\n\n1 3\n"},
  {.format = "graphchallenge-adj", .text = "1\t2\t1\n2\t1\t1\n\n# c\n2\t3\t1\n3\t2\t1\n"},
  {.format = "graphchallenge-inc", .text = "1\t1\t1\n1\t2\t1\n\n# c\n2\t1\t1\n2\t3\t1\n"},
  {.format = "matrix-market",
    .text = "%%MatrixMarket matrix coordinate real general\n% c\n\n3 3 2\n%d\n1 2 0.5\n\n2 3 1\n"},
  {.format = "metis", .text = "% c\n3 3 010 1\n1 2 3\n% d\n1 1 3\n1 1 2\n\n"},
  {.format = "adjacency", .text = "AdjacencyGraph\n2\n2\n0\n1\n1\n0\n"},
  {.format = "adjlist", .text = "# a\n1 2 3\n\n# c\n2 3\n"},
  {.format = "adjlist", .text = "1: 2, 3\n\n2: 3\n", .ids = TRICORN_IDS_STRING},
  {.format = "multiline-adjlist", .text = "# a\n1 2\n2 {'w': 3}\n3 {}\n\n# c\n2 1\n3 {}\n"},
  {.format = "multiline-adjlist", .text = "a 1\nb {'w': 'x'}\n", .ids = TRICORN_IDS_STRING},
  {.format = "dimacs", .text = "c a graph\np edge 3 2\nn 1 2\n\ne 1 2\nc d\ne 2 3\n"},
  {.format = "matrix", .text = ",a,b\na,0,1\n\nb,1,0\n"},
  {.format = "tve", .text = "t 3 2\nv 0 a 1\nv 1 b 2\n\nv 2 c 1\ne 0 1\ne 1 2 x\n"},
  {.format = "pajek", .text = "% c\n*Network a b\n*Vertices 3\n1 \"a b\"\n2 c\n\n*Edges\n1 2 2.5\n2 3\n"},
  {.format = "gml", .text = "# c\ngraph [ node [ id 1 label \"a b\" ] node [ id 2 ]\n edge [ source 1 target 2 ] ]\n"},
  {.format = "graphml", .text = "<graphml>\n<graph edgedefault='directed'><node id='a'/></graph></graphml>\n"},
  {.format = "gexf", .text = "<gexf>\n<graph><nodes><node id='a'/></nodes></graph></gexf>\n"},
  {.format = "smat", .text = "3 3 2\n0 1 1\n\n1 2 1\n"},
  {.format = "json-lines", .text = "{\"source\": 1, \"target\": 2, \"w\": \"x\"}\n\n{\"source\": 2, \"target\": 3}\n"},
  {.format = "json-node-link",
    .text = "{\"nodes\": [{\"id\": 1}, {\"id\": 2}],\n \"links\": [{\"source\": 1, "
            "\"target\": 2, \"k\": \"x\"}]}\n"},
};

static tricorn_status read_text(size_t at, const char *bytes, size_t count, test_compression compression)
{
    tricorn_graph *graph = NULL;
    write_file("a", bytes, count, compression);
    const tricorn_status status = tricorn_graph_load(
      fixture.context, IN_FOLDER("a"), LOADING(.input.format = texts[at].format, .input.ids = texts[at].ids), &graph);
    tricorn_graph_free(graph);
    return status;
}

/* Puts the NUL byte before the byte at `place`, or in its place. */
static void check_nul(size_t at, size_t place, bool instead)
{
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP};
    const size_t count = strlen(texts[at].text);
    char bytes[256] = {0};
    if (instead && place == count) return;
    memcpy(bytes, texts[at].text, place);
    memcpy(bytes + place + 1, texts[at].text + place + instead, count - place - instead);
    for (size_t c = 0; c < LENGTH(compressions); c++) {
        const tricorn_status status = read_text(at, bytes, count + 1 - instead, compressions[c]);
        CHECK(status == TRICORN_BAD_FORMAT || status == TRICORN_UNSUPPORTED,
          "%s: a NUL byte %s byte %zu, %s: status %d", texts[at].format, instead ? "for" : "before", place,
          c == 0 ? "a file" : "a stream", status);
    }
}

TEST_CASE(test_everywhere)
{
    const size_t usual = tg_text_chunk_bytes;
    for (size_t at = 0; at < LENGTH(texts); at++) {
        const size_t count = strlen(texts[at].text);
        WORKS(read_text(at, texts[at].text, count, TEST_PLAIN));
        for (size_t place = 0; place <= count; place++) {
            tg_text_chunk_bytes = place % 2 ? 8 : usual;
            check_nul(at, place, false);
            check_nul(at, place, true);
        }
        tg_text_chunk_bytes = usual;
    }
}

/* A comment longer than the bytes that a reader looks at before the first edge. */
TEST_CASE(test_long_comments)
{
    enum { COMMENT = 200000 };
    char *text = test_allocate(COMMENT + 8, 1);
    memset(text, '#', COMMENT);
    memcpy(text + COMMENT, "\n1 2\n", 5);
    WORKS(read_text(0, text, COMMENT + 5, TEST_PLAIN));
    for (size_t place = 100; place < COMMENT; place += 50000) {
        text[place] = 0;
        for (int c = 0; c < 2; c++)
            FAILS(read_text(0, text, COMMENT + 5, c ? TEST_GZIP : TEST_PLAIN), TRICORN_BAD_FORMAT);
        text[place] = '#';
    }
    free(text);
}

TEST_MAIN_EACH(files_create, test_destroy)
