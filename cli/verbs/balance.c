/* balance.c - the verb balance: counts balanced and unbalanced triangles of a signed graph, and
 * those of each vertex or edge. */
#include <inttypes.h>
#include <stdio.h>

#include "figures.h"
#include "input.h"

enum { KEY_COLUMNS = 20, TABLE_COLUMNS = TRICORN_SIGNS + 1 };

static const char *name_of_column(int column)
{
    return column < TRICORN_SIGNS ? tricorn_signs_name(column) : "unbalanced";
}

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_balance *found = counted->found;
    uint64_t *columns = counted->columns;
    const uint64_t rows = counted->rows;
    const bool edges = session->options.edges;
    const tricorn_status status =
      tricorn_structural_balance(session->context, graph, edges ? NULL : columns, edges ? columns : NULL, found);

    counted->seconds = found->seconds;
    for (uint64_t i = 0; i < rows && columns != NULL; i++)
        columns[TRICORN_SIGNS * rows + i] = columns[rows + i] + columns[3 * rows + i];
    return status;
}

enum { FIGURES = 4 };
static const char *const figures[FIGURES] = {"balanced", "unbalanced", "positive_edges", "negative_edges"};

static uint64_t figure_of(const tricorn_balance *of, int figure)
{
    const uint64_t values[FIGURES] = {of->balanced, of->unbalanced, of->positive, of->negative};
    return values[figure];
}

static void print(const cli_counted *counted)
{
    const tricorn_balance *of = counted->found;

    for (int k = 0; k < TRICORN_SIGNS; k++)
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, tricorn_signs_name(k), of->triangles[k]);
    for (int f = 0; f < FIGURES; f++) printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, figures[f], figure_of(of, f));
    cli_print_exact(KEY_COLUMNS, "degree_of_balance", of->degree, "a triangle");
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_balance *of = counted->found;
    json_object *kinds = cli_json_object();

    (void)seconds;
    for (int k = 0; k < TRICORN_SIGNS; k++) cli_json_count(kinds, tricorn_signs_name(k), of->triangles[k]);
    cli_json_add(answer, "signs", kinds);
    cli_json_count(answer, "triangles", of->balanced + of->unbalanced);
    for (int f = 0; f < FIGURES; f++) cli_json_count(answer, figures[f], figure_of(of, f));
    cli_json_exact(answer, "degree_of_balance", of->degree);
}

static void note(const cli_counted *counted, char *text)
{
    const tricorn_balance *of = counted->found;
    char triangles[CLI_NUMBER_BYTES];

    snprintf(text, CLI_LINE_BYTES, "%s; cpu", cli_plural(of->balanced + of->unbalanced, "triangle", triangles));
}

static int run(cli_session *session)
{
    static const cli_figures own = {
      .columns = TABLE_COLUMNS, .column = name_of_column, .count = count, .print = print, .add = add, .note = note};
    tricorn_balance found = TRICORN_BALANCE_INIT;
    const int code = cli_check_weights(session);

    session->weights = TRICORN_SIGNED;
    return code == CLI_DONE ? cli_figures_run(session, &own, &found) : code;
}

CLI_DEFINE_VERB(balance) = {
  CLI_OF_FILE(balance),
  .summary = "balanced and unbalanced triangles of a signed graph",
  .description = "Reads the graph in FILE (- for standard input), whose edges have weights: an edge has\n"
                 "the sign of its weight, which is not 0.  Prints how many triangles have 0, 1, 2 and 3\n"
                 "negative edges (ppp, ppn, pnn, nnn), how many are balanced, which are those with 0\n"
                 "and 2, and their share of all, the degree of balance.  With --vertices or --edges it\n"
                 "writes a line for each vertex, or edge: its id, or both, as in FILE, the triangles of\n"
                 "each kind that it is in, and how many of them are unbalanced.",
  .examples = "  tricorn balance graph.txt\n"
              "  tricorn balance --weights 3 --combine sum graph.txt\n"
              "  tricorn balance --vertices --top 10 graph.txt\n"
              "  tricorn balance --edges --sorted -o edges.csv graph.txt\n",
  .takes = CLI_TAKES(balance) | CLI_TAKES(WEIGHTS) | CLI_TAKES(TABLE) | CLI_TAKES(SORTED) | CLI_TAKES_FILE,
  .run = run,
};
