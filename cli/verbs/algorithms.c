/* algorithms.c - the verb algorithms: lists the algorithms of this build. */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "text.h"
#include "verb.h"

enum { NAME, ALIAS, PAPER, ITERATOR, LOOKUP, GRANULARITY, COUNTS, PARAMETERS, SUMMARY, COLUMNS };
enum { CELL_BYTES = 256 };

static const char *or_dash(const char *text)
{
    return text != NULL ? text : "-";
}

/* Returns the parameters with their default values, such as "block_row=100 chunk=0". The text
 * is valid until the next call. */
static const char *parameters_text(const tricorn_algorithm_description *algorithm)
{
    static char text[CELL_BYTES];
    size_t used = 0;

    if (algorithm->parameter_count == 0) return "-";
    for (size_t p = 0; p < algorithm->parameter_count && used < sizeof text; p++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%" PRIu32, p ? " " : "",
          algorithm->parameters[p].name, algorithm->parameters[p].standard);
    return text;
}

/* Returns what the algorithm can count besides totals, such as "vertices,edges". The text is
 * valid until the next call. */
static const char *counts_text(const tricorn_algorithm_description *algorithm)
{
    static char text[CELL_BYTES];

    snprintf(text, sizeof text, "%s%s%s", algorithm->vertices ? ",vertices" : "", algorithm->edges ? ",edges" : "",
      algorithm->lists ? ",lists" : "");
    return *text != '\0' ? text + 1 : "-";
}

static const char *cell(size_t row, size_t column)
{
    static const char *const heading[COLUMNS] = {
      "NAME", "ALIAS", "PAPER", "ITERATOR", "LOOKUP", "GRANULARITY", "ALSO", "PARAMETERS", "SUMMARY"};
    const tricorn_algorithm_description *algorithm;

    if (row == 0) return heading[column];
    algorithm = tricorn_algorithm_at(row - 1);
    switch (column) {
    case NAME: return algorithm->name;
    case ALIAS: return or_dash(algorithm->alias);
    case PAPER: return or_dash(algorithm->source);
    case ITERATOR: return or_dash(algorithm->iterator);
    case LOOKUP: return or_dash(algorithm->lookup);
    case GRANULARITY: return or_dash(algorithm->granularity);
    case COUNTS: return counts_text(algorithm);
    case PARAMETERS: return parameters_text(algorithm);
    default: return algorithm->summary;
    }
}

static json_object *parameters_json(const tricorn_algorithm_description *algorithm)
{
    json_object *list = cli_json_array();

    for (size_t p = 0; p < algorithm->parameter_count; p++) {
        const tricorn_parameter_description *parameter = &algorithm->parameters[p];
        json_object *entry = cli_json_object();
        cli_json_text(entry, "name", parameter->name);
        cli_json_text(entry, "summary", parameter->summary);
        cli_json_count(entry, "default", parameter->standard);
        cli_json_count(entry, "least", parameter->least);
        cli_json_count(entry, "most", parameter->most);
        cli_json_append(list, entry);
    }
    return list;
}

static json_object *entry_json(size_t index)
{
    const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(index);
    json_object *entry = cli_json_object();

    cli_json_text(entry, "name", algorithm->name);
    cli_json_text(entry, "alias", algorithm->alias);
    cli_json_text(entry, "device", algorithm->device);
    cli_json_text(entry, "summary", algorithm->summary);
    cli_json_text(entry, "paper", algorithm->source);
    if (algorithm->year > 0)
        cli_json_count(entry, "year", algorithm->year);
    else
        cli_json_text(entry, "year", NULL);
    cli_json_text(entry, "iterator", algorithm->iterator);
    cli_json_text(entry, "lookup", algorithm->lookup);
    cli_json_text(entry, "granularity", algorithm->granularity);
    cli_json_flag(entry, "vertices", algorithm->vertices != 0);
    cli_json_flag(entry, "edges", algorithm->edges != 0);
    cli_json_flag(entry, "lists", algorithm->lists != 0);
    cli_json_add(entry, "parameters", parameters_json(algorithm));
    cli_json_text(entry, "paper_parameters", algorithm->paper);
    return entry;
}

static int run(cli_session *session)
{
    if (session->options.json)
        cli_json_print_list(tricorn_algorithm_count(), entry_json);
    else
        cli_print_table(cell, tricorn_algorithm_count() + 1, COLUMNS);
    return CLI_DONE;
}

CLI_DEFINE_VERB(algorithms) = {
  .name = "algorithms",
  .arguments = "",
  .summary = "list the algorithms that can count",
  .description = "Lists the algorithms of this build.  ALIAS is the name in the algorithm's paper;\n"
                 "--algorithm takes either name.  All count totals; ALSO says which count the triangles\n"
                 "of vertices (tricorn vertex) and edges (tricorn edge), and serve tricorn list.\n"
                 "PARAMETERS shows the standard values; --option sets others, --option NAME.paper=1\n"
                 "those of the paper, where these differ.  --json describes each parameter and its\n"
                 "bounds.",
  .examples = "  tricorn algorithms\n"
              "  tricorn algorithms --json\n",
  .takes = CLI_TAKES(JSON),
  .run = run,
};
