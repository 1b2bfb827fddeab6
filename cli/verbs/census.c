/* census.c - the verb census: counts the triads of a directed graph, and those of each vertex. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "table.h"
#include "text.h"

enum { NAME_COLUMNS = 6 };

/* The census of a graph, as the verb prints it. */
typedef struct triads {
    tricorn_graph_description described;
    tricorn_census census;
    /* The 16 columns of the table, one after another; NULL if no table is written. */
    uint64_t *vertices;
    uint64_t count; /* the entries of each column */
} triads;

static int write_table(cli_session *session, const tricorn_graph *graph, const triads *found)
{
    tricorn_column columns[TRICORN_TRIADS] = {{0}};

    for (size_t t = 0; t < TRICORN_TRIADS; t++)
        columns[t] = (tricorn_column){.name = tricorn_triad_name((int)t),
                                      .counts = found->vertices + t * found->count};
    return cli_table_columns(session, graph, columns, TRICORN_TRIADS);
}

static int count(cli_session *session, const tricorn_graph *graph, triads *found)
{
    tricorn_status status = TRICORN_OK;
    int code;

    found->count = found->described.vertices + found->described.isolated;
    if (session->options.vertices)
        status = tricorn_array_create(session->context, found->count * TRICORN_TRIADS,
                                      sizeof *found->vertices, (void **)&found->vertices);
    if (status == TRICORN_OK)
        status = tricorn_triad_census(session->context, graph, found->vertices, &found->census);
    code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE && session->options.vertices) code = write_table(session, graph, found);
    tricorn_array_free(found->vertices);
    return code;
}

static void print_text(const triads *found)
{
    char number[CLI_NUMBER_BYTES];

    for (int t = 0; t < TRICORN_TRIADS; t++)
        printf("%-*s%s\n", NAME_COLUMNS, tricorn_triad_name(t),
               cli_decimal128(found->census.high[t], found->census.low[t], number));
}

static void print_json(const cli_session *session, const triads *found)
{
    json_object *answer = cli_json_object(), *kinds = cli_json_object(),
                *seconds = cli_json_object();

    for (int t = 0; t < TRICORN_TRIADS; t++)
        cli_json_count128(kinds, tricorn_triad_name(t), found->census.high[t],
                          found->census.low[t]);
    cli_json_add(answer, "triads", kinds);
    cli_json_count(answer, "triangles", found->census.triangles);
    cli_json_described(answer, session->options.arguments[0], &found->described);
    cli_json_text(answer, "output", session->options.vertices ? cli_table_output(session) : NULL);
    cli_json_prepared(seconds, &found->described);
    cli_json_real(seconds, "count", found->census.seconds);
    cli_json_finish(session, answer, seconds);
}

static void print(const cli_session *session, const triads *found)
{
    if (session->options.json)
        print_json(session, found);
    else if (!session->options.vertices || strcmp(cli_table_output(session), "-") != 0)
        print_text(found);
    cli_flush_stdout();
    if (!session->options.quiet)
        cli_note("%" PRIu64 " triangles; cpu: read %.3f s, prepare %.3f s, count %.3f s",
                 found->census.triangles, found->described.read_seconds,
                 found->described.prepare_seconds, found->census.seconds);
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    triads found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT, .census = TRICORN_CENSUS_INIT};
    tricorn_graph *graph = NULL;
    int code = cli_table_check_vertices(session);

    session->directed = true;
    if (code == CLI_DONE) code = cli_load(session, path, &graph, &found.described);
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &found.described);
    code = count(session, graph, &found);
    if (code == CLI_DONE) print(session, &found);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(census) = {
    .name = "census",
    .arguments = "FILE",
    .summary = "the 16 kinds of triads of a directed graph",
    .description =
        "Reads the directed graph in FILE (- for standard input): an edge list, as text, raw\n"
        "pairs or lines of JSON, whose edges go from their first id to their second one; a\n"
        "matrix (from the row to the column), or a network of KONECT.  Prints how many triples\n"
        "of vertices are of each of the 16 kinds of triads, named as in NetworkX.  With\n"
        "--vertices it writes a line for each vertex: its id as in FILE, and the triads that it\n"
        "is in.",
    .examples = "  tricorn census graph.txt\n"
                "  tricorn census --json graph.txt\n"
                "  tricorn census --vertices -o triads.csv graph.txt\n",
    .takes = CLI_TAKES(census) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
