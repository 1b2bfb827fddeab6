/* hole.c - the verb hole: Burt's constraint and effective size of vertices. */
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

static void print(const cli_counted *counted)
{
    const tricorn_holes *of = counted->found;

    cli_print_exact(KEY_COLUMNS, "average_constraint", of->average_constraint, "an edge");
    cli_print_exact(KEY_COLUMNS, "average_effective_size", of->average_effective_size, "an edge");
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
  CLI_OF_FILE(hole),
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
  .run = run,
};
