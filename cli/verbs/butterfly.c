/* butterfly.c - the verb butterfly: counts the butterflies of a bipartite graph, those of each
 * vertex or edge, and Latapy's coefficients. */
#include <inttypes.h>
#include <stdio.h>

#include "clock.h"
#include "figures.h"

enum { KEY_COLUMNS = 20, COUNTS = 2, MEANS = 3 };

/* The sets of vertices that Latapy's coefficients are averaged over. */
static const char *const means[MEANS] = {"average", "left", "right"};

/* What the verb has found. */
typedef struct butterflies {
    tricorn_butterfly_summary of;
    tricorn_latapy_summary latapy;
    uint64_t bitruss; /* the largest number */
    bool has_latapy, has_bitruss, isolated; /* isolated: averages include the vertices that have no edge */
} butterflies;

static const char *name_of_vertex_column(int column)
{
    static const char *const counts[COUNTS] = {"side", "butterflies"};
    return column < COUNTS ? counts[column] : tricorn_latapy_name(column - COUNTS);
}

static const char *name_of_edge_column(int column)
{
    return column == 0 ? "butterflies" : "bitruss";
}

static const double *mean_of(const butterflies *found, int mean)
{
    const tricorn_latapy_summary *of = &found->latapy;
    const double *const values[2][MEANS] = {
      {of->average, of->left, of->right}, {of->average_all, of->left_all, of->right_all}};
    return values[found->isolated][mean];
}

static tricorn_status part(cli_session *session, const tricorn_graph *graph, tricorn_graph **made)
{
    const uint64_t k = session->options.truss;
    return k > 0 ? tricorn_graph_bitruss(session->context, graph, (uint32_t)k, made) : TRICORN_OK;
}

/* Counts, for a table of vertices into their second column. */
static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    const bool vertices = session->options.vertices, edges = session->options.edges;
    uint64_t *columns = counted->columns;
    double *latapy = vertices ? (double *)counted->columns + COUNTS * counted->rows : NULL;
    butterflies *found = counted->found;
    tricorn_status status = tricorn_count_butterflies(
      session->context, graph, vertices ? columns + counted->rows : NULL, edges ? columns : NULL, &found->of);

    if (status == TRICORN_OK && vertices) status = tricorn_graph_sides(session->context, graph, columns);
    if (status == TRICORN_OK && found->has_latapy)
        status = tricorn_latapy_clustering(session->context, graph, latapy, &found->latapy);
    const double start = cli_elapsed(session);
    if (status == TRICORN_OK && found->has_bitruss)
        status =
          tricorn_bitruss_numbers(session->context, graph, edges ? columns + counted->rows : NULL, &found->bitruss);
    counted->seconds = found->of.seconds + found->latapy.seconds + cli_elapsed(session) - start;
    return status;
}

static void print(const cli_counted *counted)
{
    const butterflies *found = counted->found;
    char number[CLI_NUMBER_BYTES];

    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "left", found->of.left);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "right", found->of.right);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "butterflies", found->of.butterflies);
    printf("%-*s%s\n", KEY_COLUMNS, "paths_of_3", cli_decimal128(found->of.paths_high, found->of.paths_low, number));
    printf("%-*s%.17g\n", KEY_COLUMNS, "robins_alexander", found->of.robins_alexander);
    if (found->has_bitruss) printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "bitruss_max", found->bitruss);
    for (int k = 0; found->has_latapy && k < TRICORN_LATAPY; k++)
        for (int m = 0; m < MEANS; m++)
            printf("%s_%-*s%.17g\n", tricorn_latapy_name(k), KEY_COLUMNS - 4, means[m], mean_of(found, m)[k]);
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const butterflies *found = counted->found;
    json_object *latapy = found->has_latapy ? cli_json_object() : NULL;

    (void)seconds;
    cli_json_count(answer, "left", found->of.left);
    cli_json_count(answer, "right", found->of.right);
    cli_json_count(answer, "butterflies", found->of.butterflies);
    cli_json_count128(answer, "paths_of_3", found->of.paths_high, found->of.paths_low);
    cli_json_exact(answer, "robins_alexander", found->of.robins_alexander);
    if (found->has_bitruss)
        cli_json_count(answer, "bitruss_max", found->bitruss);
    else
        cli_json_add(answer, "bitruss_max", NULL);
    for (int k = 0; found->has_latapy && k < TRICORN_LATAPY; k++) {
        json_object *kind = cli_json_object();
        for (int m = 0; m < MEANS; m++) cli_json_exact(kind, means[m], mean_of(found, m)[k]);
        cli_json_add(latapy, tricorn_latapy_name(k), kind);
    }
    cli_json_add(answer, "latapy", latapy);
}

static void note(const cli_counted *counted, char *text)
{
    const butterflies *found = counted->found;

    snprintf(text, CLI_LINE_BYTES, "%" PRIu64 " %s; cpu", found->of.butterflies,
      found->of.butterflies == 1 ? "butterfly" : "butterflies");
}

static int run(cli_session *session)
{
    const cli_options *options = &session->options;
    const int latapy = options->latapy ? TRICORN_LATAPY : 0;
    const cli_figures own = {.columns = options->edges ? 1 + options->bitruss : COUNTS + latapy,
      .reals = options->edges ? 0 : latapy,
      .after_top = options->edges ? options->bitruss : latapy,
      .part = part,
      .column = options->edges ? name_of_edge_column : name_of_vertex_column,
      .count = count,
      .print = print,
      .add = add,
      .note = note};
    butterflies found = {.of = TRICORN_BUTTERFLY_SUMMARY_INIT,
      .latapy = TRICORN_LATAPY_SUMMARY_INIT,
      .has_latapy = options->latapy,
      .has_bitruss = options->bitruss,
      .isolated = options->isolated};

    if (!options->bipartite)
        return cli_usage(session->verb, "give --bipartite: each column has ids of its own, so the same id in "
                                        "both is two vertices; cycles in other graphs are counted by 'tricorn "
                                        "graphlet'");
    if (options->isolated && !options->latapy)
        return cli_usage(session->verb, "--isolated is for the averages of --latapy");
    session->bipartite = true;
    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(butterfly) = {
  CLI_OF_FILE(butterfly),
  .summary = "cycles of four vertices of a bipartite graph",
  .description = "Reads the bipartite graph in FILE (- for standard input), whose edges go from their\n"
                 "first id, on the left side, to their second one, on the right side: an edge list (as\n"
                 "text, raw pairs or lines of JSON), a matrix, or a network of KONECT.  Each side has "
                 "ids\n"
                 "of its own, as --bipartite says: the same id in both columns is two vertices.  Prints\n"
                 "the butterflies, which are two vertices of each side with all four edges between them,\n"
                 "the paths of three edges, and 4 butterflies / paths (Robins, Alexander); with --latapy\n"
                 "also the averages of Latapy's clustering, of all vertices and of each side.  With\n"
                 "--vertices it writes a line for each vertex: its id as in FILE, its side, 0 for the "
                 "left\n"
                 "one and 1 for the right one, and the butterflies that it is in; with --latapy its "
                 "three\n"
                 "coefficients, too.  With --edges it writes both ids of each edge, the left one first,\n"
                 "and the butterflies that it is in; with --bitruss also the largest K whose K-bitruss has\n"
                 "it: the largest subgraph whose edges are each in K butterflies of it.  -k counts that.",
  .examples = "  tricorn butterfly --bipartite graph.txt\n"
              "  tricorn butterfly --bipartite --latapy --json graph.txt\n"
              "  tricorn butterfly --bipartite --edges --top 10 graph.txt\n",
  .takes = CLI_TAKES(butterfly) | CLI_TAKES(TABLE) | CLI_TAKES(SORTED) | CLI_TAKES_FILE,
  .run = run,
};
