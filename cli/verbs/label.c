/* label.c - the verb label: counts triangles by the labels of their vertices or edges. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "input.h"

typedef struct labelled {
    tricorn_vertex_labels labels;
    tricorn_label_counts counts;
    const char **names; /* of the labels */
} labelled;

static const char *name_of(const labelled *found, uint32_t label)
{
    return label == TRICORN_NO_LABEL ? NULL : found->names[label];
}

static void list_names(labelled *found)
{
    const char *at = found->labels.names ? found->labels.names : found->counts.names;

    if (found->labels.names == NULL) found->labels.count = (uint32_t)found->counts.names_count;
    found->names = cli_needed(calloc((size_t)found->labels.count + 1, sizeof *found->names));
    for (uint32_t l = 0; l < found->labels.count; l++, at += strlen(at) + 1) found->names[l] = at;
}

static tricorn_status read_labels(cli_session *session, const tricorn_graph *graph, labelled *found)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    const char *path = session->options.labels;

    options.text.comment = session->options.comment;
    options.text.missing = session->options.missing;
    return tricorn_labels_load(
      session->context, graph, strcmp(path, "-") == 0 ? "/dev/stdin" : path, &options, &found->labels);
}

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    labelled *found = counted->found;
    tricorn_status status = session->options.labels ? read_labels(session, graph, found) : TRICORN_OK;

    if (status == TRICORN_OK)
        status = tricorn_count_by_labels(session->context, graph, found->labels.labels, &found->counts);
    if (status == TRICORN_OK) list_names(found);
    counted->seconds = found->counts.seconds;
    return status;
}

static void print(const cli_counted *counted)
{
    const labelled *found = counted->found;

    for (uint64_t t = 0; t < found->counts.count; t++) {
        const tricorn_label_triple *triple = &found->counts.triples[t];
        for (int i = 0; i < 3; i++) {
            const char *name = name_of(found, triple->labels[i]);
            printf("%s\t", name ? name : "(none)");
        }
        printf("%" PRIu64 "\n", triple->triangles);
    }
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    static const char *const places[] = {"first", "second", "third"};
    const labelled *found = counted->found;
    json_object *triples = cli_json_array();

    (void)seconds;
    for (uint64_t t = 0; t < found->counts.count; t++) {
        const tricorn_label_triple *triple = &found->counts.triples[t];
        json_object *made = cli_json_object();
        for (int i = 0; i < 3; i++) cli_json_text(made, places[i], name_of(found, triple->labels[i]));
        cli_json_count(made, "triangles", triple->triangles);
        cli_json_append(triples, made);
    }
    cli_json_add(answer, "triples", triples);
    cli_json_count(answer, "triangles", found->counts.triangles);
    cli_json_count(answer, "labels", found->labels.count);
    cli_json_count(answer, "labelled", found->labels.labels ? found->labels.labelled : counted->described.edges);
    cli_json_count(answer, "several_labels", found->counts.several);
    cli_json_count(answer, "other_ids", found->labels.others);
}

static void note(const cli_counted *counted, char *text)
{
    const labelled *found = counted->found;
    const bool of_edges = found->labels.labels == NULL;
    const uint64_t all =
      of_edges ? counted->described.edges : counted->described.vertices + counted->described.isolated;

    snprintf(text, CLI_LINE_BYTES, "%" PRIu64 " triangles; %" PRIu64 " of %" PRIu64 " %s; cpu", found->counts.triangles,
      of_edges ? found->counts.several : found->labels.labelled, all,
      of_edges ? "edges have several labels" : "vertices have a label");
}

static int run(cli_session *session)
{
    static const cli_figures own = {.count = count, .print = print, .add = add, .note = note};
    labelled found = {.labels = TRICORN_VERTEX_LABELS_INIT, .counts = TRICORN_LABEL_COUNTS_INIT};
    const char *path = session->options.labels;

    if ((path == NULL) != session->options.edge_labels)
        return cli_usage(session->verb, "give a file with the labels of vertices by --labels, or --edge-labels");
    session->times = path ? 0 : TRICORN_LABELS;
    int code = cli_check_stdin(session, path && strcmp(path, "-") == 0);
    if (code == CLI_DONE) code = cli_figures_run(session, &own, &found);
    tricorn_array_free(found.labels.labels);
    tricorn_array_free(found.labels.names);
    tricorn_array_free(found.counts.triples);
    free(found.names);
    return code;
}

CLI_DEFINE_VERB(label) = {
  CLI_OF_FILE(label),
  .summary = "count triangles by the labels of their vertices or edges",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and reads the labels of\n"
                 "its vertices from LABELS: on each line an id as in FILE and a label, with a tab, a comma,\n"
                 "a semicolon or blanks between.  Prints a line for each three labels that the vertices of\n"
                 "a triangle have, in any order: the labels, and how many triangles have them.  A vertex\n"
                 "without a label in LABELS counts as one with the label (none).\n"
                 "With --edge-labels they are those of edges, in a column of FILE.  Where an edge has several,\n"
                 "on several lines, a triangle counts for each choice of one label of each edge.",
  .examples = "  tricorn label --labels labels.tsv graph.txt\n"
              "  tricorn label --labels labels.tsv --json graph.txt\n"
              "  tricorn label --edge-labels --columns label=3 graph.txt\n",
  .takes = CLI_TAKES(label) | CLI_TAKES_FILE,
  .run = run,
};
