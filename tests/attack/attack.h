/* attack.h - for test_attack: cases, which are a graph, a verb and its options, drawn by a seed;
 * and the right answers of small graphs, by definition.
 *
 * A case is a value: it can be run, printed as a command, and made smaller.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "option.h"
#include "support/edge_list.h"
#include "support/random.h"
#include "verb.h"
#include "words.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZED 1
#define __SANITIZE_THREAD__ 1
#endif
#endif

/* Whether a forked child may start threads; the thread sanitizer ends it. */
#ifdef __SANITIZE_THREAD__
#define CHILDREN_HAVE_THREADS false
#else
#define CHILDREN_HAVE_THREADS true
#endif

/* ---- cases (draw.c, rules.c) ---- */

/* How the graph comes to the program; 0 is a plain file in each of these. */
typedef enum attack_form {
    FORM_SEPARATOR,
    FORM_DELIVERY, /* by attack_delivery */
    FORM_PACKED, /* a test_compression */
    FORM_WORDS, /* not 0: ids are words */
    FORM_HEADER, /* not 0: the first line names the columns */
    FORM_COMMENT, /* number of the character that begins the first line */
    FORM_MISSING, /* lines that have no id at one of their ends */
    FORM_WEIGHTS, /* not 0: a third column */
    FORM_MATRIX, /* not 0: a matrix, whose vertices are 1, 2, and so on, with an edge or not */
    FORM_THROUGH, /* 1 + the number of the format that the graph is first converted to */
    FORMS
} attack_form;

typedef enum attack_delivery { BY_NAME, BY_STDIN, BY_LIST, BY_FOLDER, DELIVERIES } attack_delivery;

typedef enum attack_list {
    LINES, /* the edges, in the order of the file */
    LISTED, /* vertices (u, u) that the file of --vertex-file has */
    PAIRS, /* of --pairs */
    REMOVED,
    ADDED,
    LISTS
} attack_list;

typedef struct attack_case {
    uint64_t seed;
    const cli_verb *verb;
    edge_list lists[LISTS]; /* each of them has the vertices of LINES */
    uint64_t *ids; /* of these vertices */
    cli_list words; /* its options, each one word */
    cli_list arguments; /* of verbs without a graph */
    unsigned form[FORMS];
    bool gpu; /* it counts on a GPU */
    const cli_options *given; /* the values of its options, while it is judged */
} attack_case;

void attack_draw(attack_case *made, uint64_t seed, bool gpu);
attack_case attack_copy(const attack_case *of);
void attack_free(attack_case *of);

/* Draws options for the verb. Each option of each verb has a rule; returns the name of one that has none, or NULL. */
void attack_draw_words(attack_case *to, test_random *random);
const char *attack_without_rule(void);

/* Whether the case has the option, and its text from the value on ("" without one); or NULL. */
const char *attack_option(const attack_case *of, const char *name);
/* The algorithm that the option names, or NULL. */
const tricorn_algorithm_description *attack_algorithm(const attack_case *of, const char *option);
bool attack_reads_graph(const cli_verb *verb);
/* Whether the verb takes weights, or signs; and whether it takes signs. */
bool attack_weighs(const attack_case *of);
bool attack_is_signed(const attack_case *of);
/* Whether the verb takes times, which are the weights then. */
bool attack_is_temporal(const attack_case *of);
/* Whether the verb takes a graph of two sides; truth then has the right one behind the left one. */
bool attack_is_bipartite(const attack_case *of);

/* ---- files and commands (commands.c) ---- */

typedef struct attack_file {
    char *name, *text;
    size_t length;
    bool packed; /* as the form says */
} attack_file;

enum { ATTACK_FILES = 12 };
typedef struct attack_files {
    attack_file list[ATTACK_FILES];
    size_t count;
} attack_files;

attack_files attack_files_of(const attack_case *of);
void attack_files_free(attack_files *files);

/* The words after "tricorn": of the command itself, and of that which converts the graph first.
 */
cli_list attack_command(const attack_case *of);
cli_list attack_conversion(const attack_case *of);
/* Prints files and commands as shell commands. */
void attack_print(const attack_case *of);
double attack_weight(const attack_case *of, uint64_t line);
extern const char attack_comments[]; /* by number - 1 */

/* ---- the truth (truth.c) ---- */

/* What the case's file means, by definition. Arrays have n or n * n entries. */
typedef struct truth {
    const attack_case *from;
    uint32_t n;
    uint64_t *ids;
    bool *present;
    unsigned char *edge, *arc;
    double *weight; /* of edges; NULL without weights */
    double *degree, *triangles;
    double vertices, isolated, edges, total;
    uint32_t loops, duplicates, missing;
    bool unequal; /* an edge has two weights */
    bool nameless; /* no ids are known: words became numbers in an order of the reader's */
} truth;

static inline bool is_joined(const truth *of, size_t u, size_t v)
{
    return of->edge[u * of->n + v];
}

truth truth_of(const attack_case *of);
/* The graph, as a format keeps it; false if it cannot be written. */
bool truth_through(truth *of, const char *format, bool words);
void truth_free(truth *of);
uint64_t truth_common(const truth *of, uint32_t u, uint32_t v);
void truth_count(truth *of); /* after a change: degrees and numbers */
const char *attack_without_format(void); /* a format of which truth_through() does not know what it keeps */

/* ---- what the program must answer (expect*.c) ---- */

enum { FIGURES_MOST = 64, FIGURE_KEY_BYTES = 48, VALUES_MOST = 16 };

typedef struct figure {
    char key[FIGURE_KEY_BYTES]; /* in JSON a dot goes into an object */
    double value, tolerance;
    int where; /* 1: in text, 2: in JSON, 4: not always */
} figure;

typedef struct row {
    uint64_t ids[3];
    double values[VALUES_MOST];
} row;

typedef struct expected {
    bool refused, done_only; /* it must be refused; it must only end well */
    bool interval; /* figures are an interval around `total` */
    double total;
    figure figures[FIGURES_MOST];
    size_t figure_count;
    bool table, graph; /* there is a table; it is a graph, whose edges are the rows */
    bool by_first; /* the top goes by values[0], else by the last value */
    bool between; /* the table has low, high and estimate of values[0] */
    unsigned ids, values, reals; /* columns; the last `reals` of the values are no integers */
    bool ordered, nameless; /* rows are in the order of the ids; the ids are not compared */
    uint64_t top;
    row *rows;
    size_t count, room;
} expected;

expected expect(const attack_case *of);
row *expected_row(expected *to); /* adds a row, which is empty */
void expected_free(expected *of);
const char *attack_without_answer(void); /* a verb that has none, or NULL */

/* ---- running and reading (run.c, tables.c) ---- */

typedef struct answer {
    int code;
    char *out, *err;
    size_t out_length;
} answer;

/* Opens what stands for standard output and for standard error, also of processes that are forked later. */
void attack_open_streams(void);
char *attack_errors(void); /* what the last command has printed on standard error; free() it */

/* Runs the words in this process; the file `input` is standard input, if it is not NULL. */
answer attack_run(const cli_list *words, const char *input);
void answer_free(answer *of);

void attack_write_files(const attack_case *of);
char *attack_input(const attack_case *of); /* the file that is standard input, or NULL; free() it */

/* The table that was written, by these options; `refused` if it has another form than `like`. */
expected attack_table(const cli_options *given, const char *printed, size_t count, const expected *like);

/* ---- comparing (compare.c) ---- */

/* UNEXPECTED: it is refused, and refusals.def does not say that it may be. */
typedef enum verdict { RIGHT, REFUSED, WRONG, UNEXPECTED, VERDICTS } verdict;
enum { FAULT_BYTES = 2000 };

/* Counts intervals, and those that miss the number. */
typedef struct chances {
    uint64_t drawn, missed;
} chances;

/* Runs the case in the current folder, which must be empty, and compares the answers. `fault` gets what is wrong. */
verdict attack_judge(attack_case *of, chances *of_intervals, char fault[FAULT_BYTES]);
