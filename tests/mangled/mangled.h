/* mangled.h - for test_mangled: texts of graphs, changes that damage them, and what is left of their meaning.
 *
 * A text is written from a random graph, changed by a seed, and read by the library. It must be refused, or counted
 * as what the changed text still means. The meaning is found here, by parsers that share no code with the library and
 * are strict: they hold every line to the same form.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/edge_list.h"
#include "support/random.h"

/* ---- texts (text.c) ---- */

typedef struct text {
    char *bytes;
    size_t count, room;
} text;
void text_add(text *to, const char *bytes, size_t count);
void text_print(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(text *of); /* keeps its room */
void text_free(text *of);

/* A piece of a text. */
typedef struct span {
    const char *begin, *end;
} span;
/* The next line, without its '\n'; false at the end. *at is advanced. */
bool next_line(const char **at, const char *stop, span *line);
span trim(span of, const char *bytes); /* drops any of the bytes from both its ends */
bool span_is(span of, const char *word); /* in either case */
bool starts_with(span of, const char *word);
bool parse_number(span of, uint64_t *number); /* digits only, below 2^64 */
bool parse_value(span of); /* any number, as in a table: -1.5e3 */

/* A word as a number: two words have the same one with a probability of 2^-64. */
uint64_t number_of_word(span word);

/* Cuts the next word at blanks; false at the end of the span. */
bool next_word(span *rest, span *word);

/* ---- graphs (edge_set.c) ---- */

/* Pairs of any numbers: what a text means. */
typedef struct edge_set {
    uint64_t *ends;
    uint64_t count, room; /* of pairs */
} edge_set;
void edge_set_add(edge_set *to, uint64_t u, uint64_t v);
void edge_set_free(edge_set *of);

typedef struct outcome {
    uint64_t edges, triangles; /* of the simple graph */
} outcome;
outcome edge_set_count(edge_set *of); /* drops their directions, and sorts them */

/* ---- meanings (meaning_*.c) ---- */

/* All that is right for a text; nothing: it must be refused. */
enum { MEANINGS_MOST = 8 };
typedef struct meanings {
    outcome right[MEANINGS_MOST];
    size_t count;
} meanings;
/* Counts the set, adds the outcome and empties the set. */
void meanings_add(meanings *to, edge_set *edges);

/* What is known of a text apart from its bytes. */
typedef struct traits {
    bool words; /* ids are words, and the reader is told so */
    bool sizes; /* the first line has the numbers of vertices and edges */
} traits;

typedef void meaning(span content, const traits *known, meanings *found);
meaning mean_edges, mean_konect, mean_incidence; /* meaning_edges.c */
meaning mean_matrix_market, mean_metis, mean_adjacency; /* meaning_rows.c */
meaning mean_matrix; /* meaning_cells.c */
meaning mean_adjlist, mean_multiline_adjlist; /* meaning_lists.c */
meaning mean_dimacs, mean_pajek, mean_smat, mean_tve; /* meaning_networks.c */
meaning mean_json_lines, mean_json_node_link, mean_cytoscape; /* meaning_json.c */
meaning mean_graphml, mean_gexf, mean_gml, mean_dot, mean_lgl; /* meaning_documents.c */

/* The rows of an edge list that are neither blank nor comments, if they have one form. */
bool parse_edge_list(span content, char separator, const traits *known, edge_set *edges);

/* Whether the lines may be an incidence matrix, and so must not be read as an edge list. */
bool may_be_incidence(span content);

/* ---- kinds of texts (writers.c) ---- */

typedef struct kind {
    const char *format; /* its name in the library */
    const char *suffix;
    const char *others; /* other suffixes of the same format, or NULL */
    bool piped; /* the library recognises it without a suffix */
    bool columns; /* lines of columns, of which the first two are the edge's ends */
    /* Writes the graph; sets *made. */
    void (*write)(text *to, const edge_list *graph, test_random *random, traits *made);
    meaning *means;
} kind;
size_t kind_count(void);
const kind *kind_at(size_t index);
const kind *kind_find(const char *format); /* or NULL */

/* ---- changes (changes.c) ---- */

typedef struct line_change {
    test_random *random;
    uint64_t number; /* of the line, from 1 */
    uint32_t choice; /* the same for all lines */
} line_change;

/* Changes one of the lines, all, or all from one on: each is written with its end. Or changes a text as a whole. */
typedef struct change {
    const char *name;
    enum extent { ONE, ALL, REST } which;
    void (*line)(text *to, span line, const line_change *how);
    void (*whole)(text *of, test_random *random); /* where line is NULL */
} change;
size_t change_count(void);
const change *change_at(size_t index);
/* Whether it puts numbers before the ids: only the graph before is right then. */
bool change_is_in_front(const change *of);
void change_apply(const change *by, text *of, test_random *random);
