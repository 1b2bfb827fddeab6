/* writers.c - the same random graph as a text of each kind, in the dialects that people write. */
#include "mangled.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(test_random *random, uint32_t bound)
{
    return test_random_below(random, bound);
}

static bool one_in(test_random *random, uint32_t many)
{
    return below(random, many) == 0;
}

/* ---- edge lists ---- */

typedef enum naming { FROM_ZERO, FROM_ONE, SPARSE, HUGE, WORDS, WORDS_WITH_BLANKS, NAMINGS } naming;
typedef enum heading { NO_HEADING, NAMES, NUMBERED_ROWS, SIZES } heading;

/* How the lines of an edge list are written. */
typedef struct style {
    const char *separator;
    naming names;
    heading head;
    int more; /* columns behind the ends */
    bool quotes; /* around all fields */
    bool fraction; /* weights have one */
    bool both; /* each edge in both directions */
    uint64_t salt; /* of the names */
} style;

static void put_field(text *to, const style *how, const char *field)
{
    text_print(to, how->quotes ? "\"%s\"" : "%s", field);
}

static void put_id(text *to, const style *how, uint32_t v)
{
    char field[64];
    const uint64_t mixed = (v + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ how->salt;
    switch (how->names) {
    case FROM_ONE: snprintf(field, sizeof field, "%u", v + 1); break;
    case SPARSE: snprintf(field, sizeof field, "%" PRIu64, mixed >> 34); break;
    case HUGE: snprintf(field, sizeof field, "%" PRIu64, mixed >> 8); break;
    case WORDS: snprintf(field, sizeof field, "v%u", v); break;
    case WORDS_WITH_BLANKS: snprintf(field, sizeof field, "New Town%s %u", v % 2 ? " on Sea" : "", v); break;
    default: snprintf(field, sizeof field, "%u", v);
    }
    put_field(to, how, field);
}

static void put_edge(text *to, const style *how, const uint32_t ends[2], uint64_t row, test_random *random)
{
    char field[32];
    if (how->head == NUMBERED_ROWS) {
        snprintf(field, sizeof field, "%" PRIu64, row);
        put_field(to, how, field);
        text_print(to, "%s", how->separator);
    }
    put_id(to, how, ends[0]);
    text_print(to, "%s", how->separator);
    put_id(to, how, ends[1]);
    for (int i = 0; i < how->more; i++) {
        snprintf(field, sizeof field, how->fraction ? "%u.%u" : "%u", 1 + below(random, 90), below(random, 100));
        text_print(to, "%s", how->separator);
        put_field(to, how, field);
    }
    text_add(to, "\n", 1);
}

static void put_heading(text *to, const style *how, const edge_list *graph, test_random *random)
{
    static const char *const comments[] = {
      "# a graph\n", "% a graph\n", "# Nodes: 9 Edges: 9\n# FromNodeId\tToNodeId\n"};
    static const char *const names[][2] = {
      {"source", "target"}, {"from", "to"}, {"src", "dst"}, {"Source", "Target"}, {"u", "v"}};
    static const char *const more[] = {"weight", "time"};
    if (one_in(random, 3)) text_print(to, "%s", comments[below(random, 3)]);
    if (how->head == SIZES)
        text_print(to, "%u%s%" PRIu64 "\n", graph->vertices, how->separator, graph->count * (how->both ? 2 : 1));
    if (how->head != NAMES && how->head != NUMBERED_ROWS) return;
    const char *const *pair = names[below(random, how->names < WORDS ? 5 : 4)];
    if (how->head == NUMBERED_ROWS) {
        put_field(to, how, "id");
        text_print(to, "%s", how->separator);
    }
    put_field(to, how, pair[0]);
    text_print(to, "%s", how->separator);
    put_field(to, how, pair[1]);
    for (int i = 0; i < how->more; i++) {
        text_print(to, "%s", how->separator);
        put_field(to, how, more[i]);
    }
    text_add(to, "\n", 1);
}

static style choose_style(test_random *random)
{
    static const char *const separators[] = {"\t", " ", ",", ";", ", ", "   ", "\t", " "};
    style how = {.separator = separators[below(random, 8)],
      .names = (naming)below(random, NAMINGS),
      .more = one_in(random, 2) ? 0 : 1 + (int)below(random, 2),
      .fraction = one_in(random, 2),
      .both = one_in(random, 4),
      .salt = test_random_next(random)};
    const bool blank = how.separator[0] == ' ';
    if (how.names == WORDS_WITH_BLANKS && blank) how.names = WORDS;
    how.quotes = !blank && one_in(random, 8);
    const uint32_t head = below(random, 10);
    how.head = head < 3 ? NAMES : head == 3 ? NUMBERED_ROWS : NO_HEADING;
    if (head == 4 && how.names == FROM_ONE && !how.quotes) how.head = SIZES;
    return how;
}

static void put_edges(text *to, const style *how, const edge_list *graph, test_random *random)
{
    for (uint64_t i = 0; i < graph->count; i++) {
        const uint32_t *ends = graph->pairs + 2 * i, turned[] = {ends[1], ends[0]};
        put_edge(to, how, ends, i + 1, random);
        if (how->both) put_edge(to, how, turned, i + 1, random);
    }
}

static void write_edges(text *to, const edge_list *graph, test_random *random, traits *made)
{
    const style how = choose_style(random);
    put_heading(to, &how, graph, random);
    put_edges(to, &how, graph, random);
    made->words = how.names == WORDS || how.names == WORDS_WITH_BLANKS;
    made->sizes = how.head == SIZES;
}

/* ---- the same with a heading of its own ---- */

static void write_konect(text *to, const edge_list *graph, test_random *random, traits *made)
{
    static const char *const types[] = {
      "% sym unweighted\n", "% asym unweighted\n", "% sym positive\n", "% asym weighted\n"};
    const uint32_t type = below(random, 4);
    const style how = {
      .separator = one_in(random, 2) ? " " : "\t", .names = FROM_ONE, .more = type < 2 ? 0 : 1 + (int)below(random, 2)};
    (void)made;
    text_print(to, "%s", types[type]);
    if (one_in(random, 2)) text_print(to, "%% %" PRIu64 " %u %u\n", graph->count, graph->vertices, graph->vertices);
    put_edges(to, &how, graph, random);
}

static void write_gc_adjacency(text *to, const edge_list *graph, test_random *random, traits *made)
{
    (void)random;
    (void)made;
    for (uint64_t i = 0; i < graph->count; i++)
        for (int end = 0; end < 2; end++)
            text_print(to, "%u\t%u\t1\n", graph->pairs[2 * i + end] + 1, graph->pairs[2 * i + 1 - end] + 1);
}

static void write_matrix_market(text *to, const edge_list *graph, test_random *random, traits *made)
{
    static const char *const fields[] = {"pattern", "integer", "real"};
    const uint32_t field = below(random, 3);
    const bool symmetric = one_in(random, 2);
    (void)made;
    text_print(to, "%%%%MatrixMarket matrix coordinate %s %s\n", fields[field], symmetric ? "symmetric" : "general");
    if (one_in(random, 2)) text_print(to, "%% a comment\n%%\n");
    text_print(to, "%u %u %" PRIu64 "\n", graph->vertices, graph->vertices, graph->count);
    for (uint64_t i = 0; i < graph->count; i++) {
        const uint32_t u = graph->pairs[2 * i] + 1, v = graph->pairs[2 * i + 1] + 1;
        text_print(to, "%u %u", u > v ? u : v, u > v ? v : u); /* the lower triangle */
        if (field == 1) text_print(to, " %u", 1 + below(random, 9));
        if (field == 2) text_print(to, " %u.%ue-1", below(random, 9), below(random, 9));
        text_add(to, "\n", 1);
    }
}

/* Edges ascend, as tricorn writes them, or come in any order. */
static int by_ends(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static void write_incidence(text *to, const edge_list *graph, test_random *random, traits *made)
{
    edge_list edges = edge_list_copy(graph);
    (void)made;
    for (uint64_t i = 0; i < edges.count; i++) {
        uint32_t *ends = edges.pairs + 2 * i;
        const uint32_t low = ends[0] < ends[1] ? ends[0] : ends[1], high = ends[0] ^ ends[1] ^ low;
        ends[0] = low;
        ends[1] = high;
    }
    if (edges.count > 0) qsort(edges.pairs, edges.count, 2 * sizeof *edges.pairs, by_ends);
    /* Vertex 1 has an edge, as in all that the program writes. */
    const uint32_t first = edges.count > 0 ? edges.pairs[0] : 0;
    (void)random;
    for (uint64_t i = 0; i < edges.count; i++)
        for (int end = 0; end < 2; end++)
            text_print(to, "%" PRIu64 "\t%u\t1\n", i + 1, edges.pairs[2 * i + end] - first + 1);
    edge_list_free(&edges);
}

/* ---- rows ---- */

/* The neighbours of each vertex, ascending: starts[v] to starts[v + 1]. */
typedef struct rows {
    uint32_t *starts, *ids;
} rows;

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* both: in the rows of both ends, else of the first one. */
static rows make_rows(const edge_list *graph, bool both)
{
    rows made = {
      test_allocate(graph->vertices + 2, sizeof(uint32_t)), test_allocate(2 * graph->count + 1, sizeof(uint32_t))};
    const int ends = both ? 2 : 1;
    for (uint64_t i = 0; i < graph->count; i++)
        for (int end = 0; end < ends; end++) made.starts[graph->pairs[2 * i + end] + 2]++;
    for (uint32_t v = 1; v < graph->vertices; v++) made.starts[v + 1] += made.starts[v];
    for (uint64_t i = 0; i < graph->count; i++)
        for (int end = 0; end < ends; end++)
            made.ids[made.starts[graph->pairs[2 * i + end] + 1]++] = graph->pairs[2 * i + 1 - end];
    for (uint32_t v = 0; v < graph->vertices; v++)
        qsort(made.ids + made.starts[v], made.starts[v + 1] - made.starts[v], sizeof *made.ids, by_number);
    return made;
}

static void free_rows(rows *of)
{
    free(of->starts);
    free(of->ids);
}

static void write_metis(text *to, const edge_list *graph, test_random *random, traits *made)
{
    static const char *const formats[] = {"", " 0", " 1", " 10", " 11 1"};
    const uint32_t format = one_in(random, 2) ? 0 : below(random, 5);
    const bool own = format >= 3, weights = format == 2 || format == 4;
    rows all = make_rows(graph, true);
    (void)made;
    if (one_in(random, 4)) text_print(to, "%% a graph\n");
    text_print(to, "%u %" PRIu64 "%s\n", graph->vertices, graph->count, formats[format]);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        if (own) text_print(to, "%u ", 1 + below(random, 9));
        for (uint32_t i = all.starts[v]; i < all.starts[v + 1]; i++) {
            text_print(to, "%u ", all.ids[i] + 1);
            if (weights) text_print(to, "%u ", 1 + (v + all.ids[i]) % 9);
        }
        if (to->bytes[to->count - 1] == ' ' && one_in(random, 2)) to->count--;
        text_add(to, "\n", 1);
    }
    free_rows(&all);
}

static void write_adjacency(text *to, const edge_list *graph, test_random *random, traits *made)
{
    const bool weights = one_in(random, 4);
    rows all = make_rows(graph, true);
    (void)made;
    text_print(to, "%sAdjacencyGraph\n%u\n%" PRIu64 "\n", weights ? "Weighted" : "", graph->vertices, 2 * graph->count);
    for (uint32_t v = 0; v < graph->vertices; v++) text_print(to, "%u\n", all.starts[v]);
    for (uint64_t i = 0; i < 2 * graph->count; i++) text_print(to, "%u\n", all.ids[i]);
    for (uint64_t i = 0; weights && i < 2 * graph->count; i++) text_print(to, "%u\n", below(random, 9));
    free_rows(&all);
}

static void write_adjlist(text *to, const edge_list *graph, test_random *random, traits *made)
{
    static const char *const heads[] = {" ", ": ", "\t"}, *const lists[] = {" ", " ", ","};
    const uint32_t form = below(random, 3);
    rows all = make_rows(graph, one_in(random, 2));
    (void)made;
    if (one_in(random, 2)) text_print(to, "#graph.py\n# GMT Sat Jan  6 10:11:12 2024\n# a graph\n");
    for (uint32_t v = 0; v < graph->vertices; v++) {
        text_print(to, "%u", v);
        if (form == 1) text_print(to, ":");
        for (uint32_t i = all.starts[v]; i < all.starts[v + 1]; i++)
            text_print(to, "%s%u", i > all.starts[v] ? lists[form] : form == 1 ? " " : heads[form], all.ids[i]);
        text_add(to, "\n", 1);
    }
    free_rows(&all);
}

static void write_multiline_adjlist(text *to, const edge_list *graph, test_random *random, traits *made)
{
    rows all = make_rows(graph, false);
    const bool data = one_in(random, 2);
    (void)made;
    text_print(to, "#graph.py\n# GMT Sat Jan  6 10:11:12 2024\n# a graph\n");
    for (uint32_t v = 0; v < graph->vertices; v++) {
        text_print(to, "%u %u\n", v, all.starts[v + 1] - all.starts[v]);
        for (uint32_t i = all.starts[v]; i < all.starts[v + 1]; i++)
            text_print(to, data ? "%u {'weight': 3}\n" : "%u {}\n", all.ids[i]);
    }
    free_rows(&all);
}

/* ---- networks ---- */

static void write_dimacs(text *to, const edge_list *graph, test_random *random, traits *made)
{
    static const char *const problems[] = {"edge", "col", "sp", "tw"};
    static const char *const letters[] = {"e ", "e ", "a ", ""};
    const uint32_t problem = below(random, 4);
    (void)made;
    if (one_in(random, 2)) text_print(to, "c a graph\nc\n");
    text_print(to, "p %s %u %" PRIu64 "\n", problems[problem], graph->vertices, graph->count);
    for (uint64_t i = 0; i < graph->count; i++) {
        text_print(to, "%s%u %u", letters[problem], graph->pairs[2 * i] + 1, graph->pairs[2 * i + 1] + 1);
        if (problem == 2) text_print(to, " %u", 1 + below(random, 99));
        text_add(to, "\n", 1);
    }
}

static void write_tve(text *to, const edge_list *graph, test_random *random, traits *made)
{
    const uint32_t head = below(random, 4);
    const bool degrees = head < 2, labels = one_in(random, 2);
    rows all = make_rows(graph, true);
    (void)made;
    if (head < 2) text_print(to, "t %u %" PRIu64 "\n", graph->vertices, graph->count);
    if (head >= 2) text_print(to, head == 2 ? "t # 0\n" : "# t 1\n");
    for (uint32_t v = 0; v < graph->vertices; v++) {
        text_print(to, "v %u %u", v, below(random, 9));
        text_print(to, degrees ? " %u\n" : "\n", all.starts[v + 1] - all.starts[v]);
    }
    for (uint64_t i = 0; i < graph->count; i++)
        text_print(to, labels ? "e %u %u 0\n" : "e %u %u\n", graph->pairs[2 * i], graph->pairs[2 * i + 1]);
    if (head == 2 && one_in(random, 2)) text_print(to, "t # -1\n");
    free_rows(&all);
}

static void write_matrix(text *to, const edge_list *graph, test_random *random, traits *made)
{
    static const char *const separators[] = {",", "\t", ";", " "};
    const uint32_t way = below(random, 4), both = below(random, 2), n = graph->vertices;
    const char *separator = separators[below(random, 4)];
    uint8_t *cells = test_allocate((size_t)n * n, 1);
    (void)made;
    for (uint64_t i = 0; i < graph->count; i++) {
        const uint32_t u = graph->pairs[2 * i], v = graph->pairs[2 * i + 1];
        cells[u * n + v] = (uint8_t)(1 + (way == 0 ? below(random, 9) : 0));
        if (both) cells[v * n + u] = cells[u * n + v];
    }
    const bool names = way > 1 && *separator != ' ';
    if (names) text_print(to, way == 2 ? "%s" : "name%s", separator);
    for (uint32_t j = 0; names && j < n; j++) text_print(to, "v%u%s", j, j + 1 < n ? separator : "\n");
    for (uint32_t i = 0; i < n; i++) {
        if (names) text_print(to, "v%u%s", i, separator);
        for (uint32_t j = 0; j < n; j++) text_print(to, "%u%s", cells[i * n + j], j + 1 < n ? separator : "\n");
    }
    free(cells);
}

static void write_pajek(text *to, const edge_list *graph, test_random *random, traits *made)
{
    const bool labels = one_in(random, 2), told = one_in(random, 3), values = one_in(random, 2);
    (void)made;
    text_print(to, "*Vertices %u\n", graph->vertices);
    for (uint32_t v = 0; labels && v < graph->vertices; v++) text_print(to, "%u \"New Town %u\"\n", v + 1, v);
    text_print(to, one_in(random, 2) ? "*Edges" : "*Arcs");
    if (told) text_print(to, " %" PRIu64, graph->count);
    text_add(to, "\n", 1);
    for (uint64_t i = 0; i < graph->count; i++)
        text_print(to, values ? "%u %u 2.5\n" : "%u %u\n", graph->pairs[2 * i] + 1, graph->pairs[2 * i + 1] + 1);
}

static void write_smat(text *to, const edge_list *graph, test_random *random, traits *made)
{
    (void)random;
    (void)made;
    text_print(to, "%u %u %" PRIu64 "\n", graph->vertices, graph->vertices, 2 * graph->count);
    for (uint64_t i = 0; i < graph->count; i++)
        for (int end = 0; end < 2; end++)
            text_print(to, "%u %u 1\n", graph->pairs[2 * i + end], graph->pairs[2 * i + 1 - end]);
}

/* ---- JSON ---- */

static void write_json_lines(text *to, const edge_list *graph, test_random *random, traits *made)
{
    const bool more = one_in(random, 2);
    (void)made;
    for (uint64_t i = 0; i < graph->count; i++)
        text_print(to, "{\"source\": %u, \"target\": %u%s}\n", graph->pairs[2 * i], graph->pairs[2 * i + 1],
          more ? ", \"weight\": 2.5" : "");
}

static void write_json_node_link(text *to, const edge_list *graph, test_random *random, traits *made)
{
    const char *space = one_in(random, 2) ? "\n" : " ";
    (void)made;
    text_print(to, "{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [");
    for (uint32_t v = 0; v < graph->vertices; v++) text_print(to, "%s{\"id\": %u}", v > 0 ? ", " : "", v);
    text_print(to, "],%s\"links\": [", space);
    for (uint64_t i = 0; i < graph->count; i++)
        text_print(
          to, "%s{\"source\": %u, \"target\": %u}", i > 0 ? "," : "", graph->pairs[2 * i], graph->pairs[2 * i + 1]);
    text_print(to, "]}\n");
}

/* ---- documents ---- */

/* '$' is the number of a node, or of the edge's source; '~' that of its target. */
typedef struct form {
    const char *begin, *node, *edges, *edge, *end;
    char comma; /* between two nodes or edges; 0: none */
} form;

static void put_form(text *to, const char *as, uint32_t u, uint32_t v)
{
    for (; *as; as++) {
        if (*as == '$' || *as == '~')
            text_print(to, "%u", *as == '$' ? u : v);
        else
            text_add(to, as, 1);
    }
}

static void put_document(text *to, const edge_list *graph, const form *as)
{
    put_form(to, as->begin, 0, 0);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        if (v > 0 && as->comma) text_add(to, &as->comma, 1);
        put_form(to, as->node, v, v);
    }
    put_form(to, as->edges, 0, 0);
    for (uint64_t i = 0; i < graph->count; i++) {
        if (i > 0 && as->comma) text_add(to, &as->comma, 1);
        put_form(to, as->edge, graph->pairs[2 * i], graph->pairs[2 * i + 1]);
    }
    put_form(to, as->end, 0, 0);
}

/* As NetworkX, igraph and others write them. */
static const form graphml[] = {
  {"<?xml version='1.0' encoding='utf-8'?>\n<graphml "
   "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
   "  <key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\" />\n"
   "  <graph edgedefault=\"undirected\">\n",
    "    <node id=\"$\" />\n", "",
    "    <edge source=\"$\" target=\"~\">\n      <data key=\"d0\">2</data>\n    </edge>\n", "  </graph>\n</graphml>\n",
    0},
  {"<graphml><graph id=\"G\" edgedefault=\"directed\">", "<node id=\"n$\"/>", "",
    "\n<edge id=\"e\" source=\"n$\" target=\"n~\"/>", "</graph></graphml>", 0},
};
static const form gexf[] = {
  {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf version=\"1.2\"><meta>"
   "<creator>NetworkX</creator></meta>\n  <graph defaultedgetype=\"undirected\" "
   "mode=\"static\">\n    <nodes>\n",
    "      <node id=\"$\" label=\"a $\" />\n", "    </nodes>\n    <edges>\n",
    "      <edge source=\"$\" target=\"~\" id=\"0\" weight=\"2\" />\n", "    </edges>\n  </graph>\n</gexf>\n", 0},
};
static const form gml[] = {
  {"Creator \"igraph version 1.0\"\nVersion 1\ngraph\n[\n  directed 0\n",
    "  node\n  [\n    id $\n    label \"a $\"\n  ]\n", "",
    "  edge\n  [\n    source $\n    target ~\n    value 2\n  ]\n", "]\n", 0},
  {"graph [\n", "  node [ id $ ]\n", "", "  edge [ source $ target ~ ]\n", "]\n", 0},
};
static const form dot[] = {
  {"graph G {\n", "$;\n", "", "$ -- ~ ;\n", "}\n", 0},
  {"digraph \"a graph\" {\n  node [shape=box];\n", "  v$;\n", "  a = b;\n", "  v$ -> v~ [label=\"x y\", weight=2]\n",
    "}\n", 0},
};
static const form lgl[] = {{"", "", "", "# v$\nv~\n", "", 0}, {"", "", "", "# $\n~ 2.5\n", "# 0\n", 0}};
static const form cytoscape[] = {
  {"{\"data\": [], \"directed\": false, \"elements\": {\"nodes\": [", "{\"data\": {\"id\": \"$\", \"name\": \"a $\"}}",
    "], \"edges\": [", "\n{\"data\": {\"source\": \"$\", \"target\": ~}}", "]}}\n", ','},
  {"[{\"numberVerification\": [{\"longNumber\": 281474976710655}]},\n{\"nodes\": [", "{\"@id\": ~}",
    "]},\n{\"edges\": [", "{\"s\": $, \"t\": ~}\n", "]}]\n", ','},
};

#define DOCUMENT(name) \
    static void write_##name(text *to, const edge_list *graph, test_random *random, traits *made) \
    { \
        (void)made; \
        put_document(to, graph, &name[below(random, sizeof name / sizeof *name)]); \
    }

DOCUMENT(graphml)
DOCUMENT(gexf)
DOCUMENT(gml)
DOCUMENT(dot)
DOCUMENT(lgl)
DOCUMENT(cytoscape)

/* ---- the list ---- */

static const kind kinds[] = {
  {"edges", ".txt", ".el .tsv .csv", true, true, write_edges, mean_edges},
  {"matrix-market", ".mtx", NULL, true, false, write_matrix_market, mean_matrix_market},
  {"metis", ".graph", ".metis", true, false, write_metis, mean_metis},
  {"konect", "", NULL, true, true, write_konect, mean_konect},
  {"graphchallenge-adj", "_adj.tsv", NULL, false, true, write_gc_adjacency, mean_edges},
  {"graphchallenge-inc", "_inc.tsv", NULL, true, false, write_incidence, mean_incidence},
  {"adjacency", ".adj", NULL, true, false, write_adjacency, mean_adjacency},
  {"adjlist", ".adjlist", NULL, false, false, write_adjlist, mean_adjlist},
  {"multiline-adjlist", "", NULL, true, false, write_multiline_adjlist, mean_multiline_adjlist},
  {"dimacs", ".col", ".gr .dimacs", true, false, write_dimacs, mean_dimacs},
  {"pajek", ".net", ".paj", true, false, write_pajek, mean_pajek},
  {"smat", ".smat", NULL, false, false, write_smat, mean_smat},
  {"tve", ".tve", ".lg", true, false, write_tve, mean_tve},
  {"matrix", "", NULL, true, false, write_matrix, mean_matrix},
  {"json-lines", ".jsonl", ".ndjson", false, false, write_json_lines, mean_json_lines},
  {"json-node-link", ".json", NULL, false, false, write_json_node_link, mean_json_node_link},
  {"graphml", ".graphml", NULL, true, false, write_graphml, mean_graphml},
  {"gexf", ".gexf", NULL, true, false, write_gexf, mean_gexf},
  {"gml", ".gml", NULL, true, false, write_gml, mean_gml},
  {"dot", ".dot", ".gv", true, false, write_dot, mean_dot},
  {"lgl", ".lgl", NULL, false, false, write_lgl, mean_lgl},
  {"cytoscape", ".cyjs", ".cx .cx2", true, false, write_cytoscape, mean_cytoscape},
};

size_t kind_count(void)
{
    return sizeof kinds / sizeof *kinds;
}

const kind *kind_at(size_t index)
{
    return &kinds[index];
}

const kind *kind_find(const char *format)
{
    for (size_t i = 0; i < kind_count(); i++)
        if (strcmp(kinds[i].format, format) == 0) return &kinds[i];
    return NULL;
}
