/* coefficients.c - computes the clustering coefficients of directed and weighted graphs, and of squares. */
#include "verbs/coefficients.h"

#include <inttypes.h>
#include <stdio.h>

#include "figures.h"

enum { KEY_COLUMNS = 28 };

/* The definitions of the directed coefficient, indexed by tricorn_directed. */
static const char *const definitions[] = {"directed (Fagiolo, as NetworkX): triangles / (2 (all (all - 1) - 2 both))",
  "directed (LDBC): directed edges among neighbours / (d (d - 1))",
  "directed (Fagiolo's cycles): triangles i->j->k->i / (in out - both)",
  "directed (Fagiolo's middlemen): triangles i->j, k->i, k->j / (in out - both)",
  "directed (Fagiolo's in): triangles of two edges to i / (in (in - 1))",
  "directed (Fagiolo's out): triangles of two edges from i / (out (out - 1))"};

/* The definitions of the weighted coefficient, indexed by tricorn_weighted. */
static const char *const weighted_definitions[] = {
  "weighted (Onnela, as NetworkX): cube roots of w1 w2 w3 / largest^3, over triangles, "
  "/ (d (d - 1) / 2)",
  "weighted (Barrat, as igraph): weights of own edges in triangles / (strength (d - 1))"};

static const char square_definition[] = "squares: S / ((d - 1) (K - d) - 2 T - S) (as NetworkX)";

typedef struct coefficients {
    /* If neither directed nor with_weights is true, the coefficients are those of squares. */
    bool directed, with_weights, isolated;
    tricorn_directed kind;
    tricorn_weighted weighted_kind;
    tricorn_directed_summary summary;
    tricorn_square_summary squares;
    tricorn_weighted_summary weighted;
} coefficients;

static const char *name_of_column(int column)
{
    (void)column;
    return "clustering";
}

static tricorn_status count_squares(
  cli_session *session, const tricorn_graph *graph, double *values, coefficients *found)
{
    const tricorn_options how = cli_count_options(session);
    tricorn_square_options options = TRICORN_SQUARE_OPTIONS_INIT;
    options.count = &how;
    options.coefficients = values;
    return tricorn_square_clustering(session->context, graph, &options, &found->squares);
}

static tricorn_status count_weighted(
  cli_session *session, const tricorn_graph *graph, double *values, coefficients *found)
{
    const tricorn_options how = cli_count_options(session);
    return tricorn_weighted_clustering(session->context, graph, found->weighted_kind, &how, values, &found->weighted);
}

static tricorn_status count_kind(cli_session *session, const tricorn_graph *graph, double *values, coefficients *found)
{
    if (found->with_weights) return count_weighted(session, graph, values, found);
    if (!found->directed) return count_squares(session, graph, values, found);
    return tricorn_directed_clustering(session->context, graph, found->kind, values, &found->summary);
}

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    coefficients *found = counted->found;
    const tricorn_status status = count_kind(session, graph, counted->columns, found);

    counted->seconds = found->summary.seconds + found->squares.seconds + found->weighted.seconds;
    return status;
}

static double average(const coefficients *found)
{
    const bool all = found->isolated;
    if (found->with_weights) return all ? found->weighted.average_all : found->weighted.average;
    if (!found->directed) return all ? found->squares.average_all : found->squares.average;
    return all ? found->summary.average_all : found->summary.average;
}

static const char *definition(const coefficients *found)
{
    if (found->with_weights) return weighted_definitions[found->weighted_kind];
    return found->directed ? definitions[found->kind] : square_definition;
}

static const char *averaged_over(const coefficients *found)
{
    return found->isolated ? "all vertices" : "vertices with an edge";
}

static void print(const cli_counted *counted)
{
    const coefficients *found = counted->found;

    printf("%-*s%.17g\n", KEY_COLUMNS, "average_clustering", average(found));
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "vertices", counted->described.vertices);
    if (found->with_weights) {
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "triangles", found->weighted.triangles);
        printf("%-*s%.17g\n", KEY_COLUMNS, "largest_weight", found->weighted.largest);
        if (found->weighted_kind == TRICORN_BARRAT)
            printf("%-*s%.17g\n", KEY_COLUMNS, "weighted_transitivity", found->weighted.transitivity);
    } else if (found->directed) {
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "directed_edges", found->summary.arcs);
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "mutual", found->summary.mutual);
    } else {
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "squares", found->squares.squares);
    }
    printf("%-*s%s\n", KEY_COLUMNS, "definition", definition(found));
    printf("%-*s%s\n", KEY_COLUMNS, "averaged_over", averaged_over(found));
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const coefficients *found = counted->found;

    (void)seconds;
    cli_json_exact(answer, "average_clustering", average(found));
    if (found->with_weights) {
        cli_json_count(answer, "triangles", found->weighted.triangles);
        cli_json_exact(answer, "largest_weight", found->weighted.largest);
        if (found->weighted_kind == TRICORN_BARRAT)
            cli_json_exact(answer, "weighted_transitivity", found->weighted.transitivity);
        else
            cli_json_text(answer, "weighted_transitivity", NULL);
    } else if (found->directed) {
        cli_json_count(answer, "directed_edges", found->summary.arcs);
        cli_json_count(answer, "mutual", found->summary.mutual);
    } else {
        cli_json_count(answer, "squares", found->squares.squares);
    }
    cli_json_text(answer, "definition", definition(found));
    cli_json_text(answer, "averaged_over", averaged_over(found));
}

int cli_coefficients_run(cli_session *session)
{
    static const cli_figures own = {
      .columns = 1, .reals = 1, .column = name_of_column, .count = count, .print = print, .add = add};
    const cli_options *options = &session->options;
    coefficients found = {.directed = options->directed >= 0,
      .with_weights = options->weighted >= 0,
      .isolated = options->isolated,
      .kind = (tricorn_directed)options->directed,
      .weighted_kind = (tricorn_weighted)options->weighted,
      .summary = TRICORN_DIRECTED_SUMMARY_INIT,
      .squares = TRICORN_SQUARE_SUMMARY_INIT,
      .weighted = TRICORN_WEIGHTED_SUMMARY_INIT};

    session->directed = found.directed;
    session->weights = found.with_weights;
    return cli_figures_run(session, &own, &found);
}
