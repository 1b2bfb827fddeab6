/* hole.c - the verb hole: Burt's constraint and effective size of vertices. */
#include <math.h>
#include <stdio.h>

#include "figures.h"

enum { COLUMNS = 2, KEY_COLUMNS = 24 };

static const char *name_of_column(int column)
{
    return column == 0 ? "constraint" : "effective_size";
}

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_holes *found = counted->found;
    double *constraints = counted->columns;
    const tricorn_status status = tricorn_structural_holes(
      session->context, graph, constraints, constraints ? constraints + counted->rows : NULL, found);

    counted->seconds = found->seconds;
    return status;
}

static void print_average(const char *key, double average)
{
    if (isnan(average))
        printf("%-*s%s\n", KEY_COLUMNS, key, "none, without an edge");
    else
        printf("%-*s%.17g\n", KEY_COLUMNS, key, average);
}

static void print(const cli_counted *counted)
{
    const tricorn_holes *of = counted->found;

    print_average("average_constraint", of->average_constraint);
    print_average("average_effective_size", of->average_effective_size);
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_holes *of = counted->found;

    (void)seconds;
    cli_json_exact(answer, "average_constraint", of->average_constraint);
    cli_json_exact(answer, "average_effective_size", of->average_effective_size);
}

static int run(cli_session *session)
{
    static const cli_figures own = {
      .columns = COLUMNS, .reals = COLUMNS, .column = name_of_column, .count = count, .print = print, .add = add};
    tricorn_holes found = TRICORN_HOLES_INIT;

    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(hole) = {
  .name = "hole",
  .arguments = "FILE",
  .summary = "structural holes: Burt's constraint and effective size",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and prints the\n"
                 "averages of Burt's measures over the vertices that have an edge: the constraint, which\n"
                 "is small where the neighbours of a vertex do not know each other, and the effective\n"
                 "size, D - 2 T / D for D neighbours and T triangles.  With --vertices it writes a line\n"
                 "for each vertex: its id as in FILE, its constraint and its effective size, by which\n"
                 "--top chooses; nan for a vertex without an edge.",
  .examples = "  tricorn hole graph.txt\n"
              "  tricorn hole --vertices --top 10 graph.txt\n"
              "  tricorn hole --vertices -o holes.csv graph.txt\n",
  .takes = CLI_TAKES(hole) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
  .least_arguments = 1,
  .most_arguments = 1,
  .run = run,
};
