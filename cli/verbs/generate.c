/* generate.c - the verb generate: makes synthetic graphs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "save.h"
#include "signals.h"
#include "text.h"

enum { MOST_ARGUMENTS = 64 };

static const char usual_format[] = "edges"; /* the format of a graph that is written to stdout */

/* ---- the list of models ---- */

static void print_models(void)
{
    for (size_t i = 0; i < tricorn_model_count(); i++) {
        const tricorn_model_description *model = tricorn_model_at(i);
        printf("%s %s\n    %s\n", model->name, model->parameters, model->summary);
    }
}

static json_object *entry_json(size_t index)
{
    const tricorn_model_description *model = tricorn_model_at(index);
    json_object *entry = cli_json_object();

    cli_json_text(entry, "name", model->name);
    cli_json_text(entry, "parameters", model->parameters);
    cli_json_text(entry, "summary", model->summary);
    cli_json_flag(entry, "streams", model->simple);
    return entry;
}

static int list_models(const cli_session *session)
{
    if (session->options.json)
        cli_json_print_list(tricorn_model_count(), entry_json);
    else
        print_models();
    return CLI_DONE;
}

/* Lists the models. Refuses options that are for a graph, because they have no effect without MODEL. */
static int list_models_alone(const cli_session *session)
{
    if ((session->options.given & (CLI_TAKES(generate) | CLI_TAKES(SAVE))) == 0) return list_models(session);
    return cli_usage(session->verb, "generate needs MODEL, the graph to make; without it and "
                                    "without options it lists the models");
}

/* ---- one graph ---- */

/* Returns the arguments that follow the model, with spaces between them. The caller frees them with free(). */
static char *join_parameters(const cli_options *options)
{
    char *joined = cli_string("%s", "");

    for (size_t i = 1; i < options->argument_count; i++) {
        char *longer = cli_string("%s%s%s", joined, i > 1 ? " " : "", options->arguments[i]);
        free(joined);
        joined = longer;
    }
    return joined;
}

static int make(cli_session *session, tricorn_graph **graph, tricorn_graph_description *described)
{
    const char *model = session->options.arguments[0];
    char *parameters = join_parameters(&session->options);
    tricorn_graph *made = NULL;
    int code = cli_session_open(session);

    if (code == CLI_DONE)
        code = cli_step_end(session, CLI_SETTING_UP,
          tricorn_graph_generate(session->context, model, parameters, session->options.seed, &made));
    if (code == CLI_DONE)
        code = cli_step_end(session, CLI_SETTING_UP, tricorn_graph_describe(session->context, made, described));
    free(parameters);
    if (code == CLI_DONE)
        *graph = made;
    else
        tricorn_graph_free(made);
    return code;
}

/* Prints the answer in JSON. `described` is NULL if the edges were written without making a graph. */
static void print_json(
  const cli_session *session, const char *out, const tricorn_graph_description *described, uint64_t edges)
{
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_json_text(answer, "model", session->options.arguments[0]);
    cli_json_count(answer, "seed", session->options.seed);
    if (described != NULL)
        cli_json_described(answer, NULL, described);
    else
        cli_json_count(answer, "edges", edges);
    cli_json_text(answer, "output", out);
    cli_json_finish(session, answer, seconds);
}

static int make_and_save(cli_session *session, const char *out)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *graph = NULL;
    int code = make(session, &graph, &described);

    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, session->options.arguments[0], &described);
    code = cli_save(session, graph, out, usual_format);
    if (code == CLI_DONE && session->options.json) print_json(session, out, &described, described.edges);
    tricorn_graph_free(graph);
    return code;
}

/* ---- edges without a graph ---- */

static tricorn_status write_recipe(cli_session *session, const tricorn_recipe *recipe, const char *out, uint64_t *edges)
{
    const tricorn_save_options options = cli_save_options(session, out, usual_format);

    if (strcmp(out, "-") != 0) return tricorn_recipe_save(session->context, recipe, out, &options, edges);
    const tricorn_status status = tricorn_recipe_write(session->context, recipe, STDOUT_FILENO, &options, edges);
    if (status == TRICORN_IO_ERROR) cli_end_with_reader();
    return status;
}

static int stream(cli_session *session, const char *out)
{
    tricorn_recipe recipe = TRICORN_RECIPE_INIT;
    char *parameters = join_parameters(&session->options), text[CLI_NUMBER_BYTES];
    uint64_t edges = 0;
    int code = cli_session_open(session);

    recipe.model = session->options.arguments[0];
    recipe.parameters = parameters;
    recipe.seed = session->options.seed;
    if (code == CLI_DONE) {
        const tricorn_status status = write_recipe(session, &recipe, out, &edges);
        /* The model has read a file, and the file has a fault. */
        const cli_step step = status == TRICORN_BAD_FORMAT ? CLI_READING : CLI_WRITING;
        code = cli_step_end(session, step, status);
    }
    free(parameters);
    if (code != CLI_DONE) return code;
    if (!session->options.quiet)
        cli_note("%s: %s, written as they were made", recipe.model, cli_plural(edges, "edge", text));
    if (session->options.json) print_json(session, out, NULL, edges);
    return CLI_DONE;
}

/* ------------------------------------------------------------------------------------------ */

static int run(cli_session *session)
{
    const char *out = session->options.output != NULL ? session->options.output : "-";

    if (session->options.argument_count == 0) return list_models_alone(session);
    CLI_DO(cli_save_check(session, out, usual_format));
    return session->options.stream ? stream(session, out) : make_and_save(session, out);
}

CLI_DEFINE_VERB(generate) = {
  .name = "generate",
  .arguments = "[MODEL [KEY=VALUE ...]]",
  .summary = "make a synthetic graph; without MODEL, list the models",
  .description = "Makes a graph of a MODEL, made simple, and writes it to standard output as an edge\n"
                 "list, or to the file of -o.  The same model, parameters and seed make the same graph\n"
                 "on every machine, with any number of threads.  Without MODEL it lists the models,\n"
                 "each with its parameters and their defaults.\n"
                 "The graphs that `product` multiplies are models (MODEL:KEY=VALUE:KEY=VALUE), benchmark\n"
                 "graphs such as tiny or s20, or files; A and B with T and T' triangles have a product\n"
                 "with 6 T T'.  With --stream edges are written as they are made: memory need not hold\n"
                 "the graph.  Models that make each edge once can do that, as edge lists and raw pairs.",
  .examples = "  tricorn generate\n"
              "  tricorn generate complete vertices=100 | tricorn count -\n"
              "  tricorn generate erdos-renyi vertices=1000000 edges=8000000 --seed 7 "
              "-o random.txt.zst\n"
              "  tricorn generate product left=kronecker:scale=9 right=graph.mtx --stream "
              "-o large.txt\n",
  .takes = CLI_TAKES(generate) | CLI_TAKES(SAVE) | CLI_TAKES(JSON) | CLI_TAKES(QUIET) | CLI_TAKES(MACHINE),
  .least_arguments = 0,
  .most_arguments = MOST_ARGUMENTS,
  .run = run,
};
