/* algorithms.c - the verb algorithms: what this build can count with. */
#include "json.h"
#include "text.h"
#include "verb.h"

enum { NAME, ALIAS, DEVICE, SUMMARY, COLUMNS };

static const char *cell(size_t row, size_t column)
{
    static const char *const heading[COLUMNS] = {"NAME", "ALIAS", "DEVICE", "SUMMARY"};
    const trigon_algorithm_description *algorithm;

    if (row == 0) return heading[column];
    algorithm = trigon_algorithm_at(row - 1);
    switch (column) {
    case NAME: return algorithm->name;
    case ALIAS: return algorithm->alias != NULL ? algorithm->alias : "-";
    case DEVICE: return algorithm->device;
    default: return algorithm->summary;
    }
}

static void print_json(void)
{
    json_object *list = cli_json_array();

    for (size_t i = 0; i < trigon_algorithm_count(); i++) {
        const trigon_algorithm_description *algorithm = trigon_algorithm_at(i);
        json_object *entry = cli_json_object();
        cli_json_text(entry, "name", algorithm->name);
        cli_json_text(entry, "alias", algorithm->alias);
        cli_json_text(entry, "device", algorithm->device);
        cli_json_text(entry, "summary", algorithm->summary);
        cli_json_text(entry, "paper", algorithm->source);
        cli_json_append(list, entry);
    }
    cli_json_print(list);
}

static int run(cli_session *session)
{
    if (session->options.json)
        print_json();
    else
        cli_print_table(cell, trigon_algorithm_count() + 1, COLUMNS);
    return CLI_DONE;
}

CLI_DEFINE_VERB(algorithms) = {
    .name = "algorithms",
    .arguments = "",
    .summary = "list the algorithms that can count",
    .description =
        "Lists the algorithms of this build.  --algorithm takes a name or an alias, which is\n"
        "the name that the algorithm's paper gave it; --json also names the paper.",
    .examples = "  trigon algorithms\n"
                "  trigon algorithms --json\n",
    .run = run,
};
