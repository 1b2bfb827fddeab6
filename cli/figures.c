/* figures.c - runs verbs that count something in a graph and print figures of it. */
#include "figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

static bool has_table(const cli_session *session)
{
    return session->options.vertices || session->options.edges;
}

static int write_table(
  cli_session *session, const tricorn_graph *graph, const cli_figures *figures, const cli_counted *counted)
{
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    tricorn_column columns[CLI_MOST_COLUMNS] = {{0}};

    for (int c = 0; c < figures->columns; c++) {
        const uint64_t first = (uint64_t)c * counted->rows;
        columns[c].name = figures->column(c);
        if (c >= figures->columns - figures->reals)
            columns[c].reals = (const double *)counted->columns + first;
        else
            columns[c].counts = (const uint64_t *)counted->columns + first;
    }
    options.table = session->options.edges ? TRICORN_TABLE_EDGE_COLUMNS : TRICORN_TABLE_COLUMNS;
    options.rows = counted->vertices;
    options.row_count = counted->rows;
    options.columns = columns;
    options.column_count = (size_t)figures->columns;
    options.top_column = (size_t)(figures->columns - figures->after_top - 1);
    return cli_table_write(session, graph, &options, NULL);
}

static int count(cli_session *session, const tricorn_graph *graph, const cli_figures *figures, cli_counted *counted)
{
    const bool table = has_table(session);
    tricorn_graph_description of = counted->described;
    tricorn_graph *part = NULL;
    tricorn_status status = figures->part ? figures->part(session, graph, &part) : TRICORN_OK;

    if (status == TRICORN_OK && part != NULL) {
        graph = part;
        status = tricorn_graph_describe(session->context, part, &of);
    }
    counted->described.vertices = of.vertices;
    counted->described.isolated = of.isolated;
    counted->described.edges = of.edges;
    counted->rows = session->options.edges ? of.edges : of.vertices + of.isolated;
    if (status == TRICORN_OK && table)
        status = tricorn_array_create(
          session->context, counted->rows * (uint64_t)figures->columns, sizeof(uint64_t), &counted->columns);
    if (status == TRICORN_OK) status = figures->count(session, graph, counted);
    int code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE && table) code = write_table(session, graph, figures, counted);
    tricorn_array_free(counted->columns);
    tricorn_graph_free(part);
    return code;
}

static void print_json(const cli_session *session, const cli_figures *figures, const cli_counted *counted)
{
    const char *output = has_table(session) ? cli_table_output(session) : NULL;
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    figures->add(counted, answer, seconds);
    cli_json_described(answer, session->options.arguments[0], &counted->described);
    if (figures->columns > 0) cli_json_text(answer, "output", output);
    cli_json_prepared(seconds, &counted->described);
    cli_json_real(seconds, "count", counted->seconds);
    cli_json_finish(session, answer, seconds);
}

static void print(const cli_session *session, const cli_figures *figures, const cli_counted *counted)
{
    char line[CLI_LINE_BYTES], peak[CLI_NUMBER_BYTES];

    if (session->options.json)
        print_json(session, figures, counted);
    else if (!has_table(session) || strcmp(cli_table_output(session), "-") != 0)
        figures->print(counted);
    cli_flush_stdout();
    if (session->options.quiet || figures->note == NULL) return;
    figures->note(counted, line);
    cli_note("%s: read %.3f s, prepare %.3f s, count %.3f s, total %.3f s; %s at the most", line,
      counted->described.read_seconds, counted->described.prepare_seconds, counted->seconds, cli_elapsed(session),
      cli_bytes(cli_peak_bytes(), peak));
}

void cli_print_exact(int key_columns, const char *key, double figure, const char *without)
{
    printf("%-*s", key_columns, key);
    if (isnan(figure))
        printf("none, without %s\n", without);
    else
        printf("%.17g\n", figure);
}

int cli_figures_run(cli_session *session, const cli_figures *figures, void *found)
{
    cli_counted counted = {.found = found, .described = TRICORN_GRAPH_DESCRIPTION_INIT};
    tricorn_graph *graph = NULL;

    CLI_DO(figures->columns > 0 ? cli_table_check_rows(session) : CLI_DONE);
    CLI_DO(cli_load(session, &graph, &counted.described));
    int code = count(session, graph, figures, &counted);
    if (code == CLI_DONE) print(session, figures, &counted);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}
