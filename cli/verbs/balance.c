/* balance.c - the verb balance: counts balanced and unbalanced triangles of a signed graph, and
 * those of each vertex. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "table.h"
#include "text.h"

enum { KEY_COLUMNS = 20, TABLE_COLUMNS = TRICORN_SIGNS + 1 };

/* The balance of a graph, as the verb prints it. */
typedef struct signs {
    tricorn_graph_description described;
    tricorn_balance balance;
    /* The columns of the table, one after another: a kind of triangles each, then all unbalanced
     * ones; NULL if no table is written. */
    uint64_t *vertices;
    uint64_t count; /* the entries of each column */
} signs;

static int write_table(cli_session *session, const tricorn_graph *graph, const signs *found)
{
    tricorn_column columns[TABLE_COLUMNS] = {{0}};
    uint64_t *unbalanced = found->vertices + TRICORN_SIGNS * found->count;

    for (int k = 0; k < TRICORN_SIGNS; k++)
        columns[k] = (tricorn_column){.name = tricorn_signs_name(k),
                                      .counts = found->vertices + (uint64_t)k * found->count};
    columns[TRICORN_SIGNS] = (tricorn_column){.name = "unbalanced", .counts = unbalanced};
    for (uint64_t v = 0; v < found->count; v++)
        unbalanced[v] = columns[1].counts[v] + columns[3].counts[v];
    return cli_table_columns(session, graph, columns, TABLE_COLUMNS);
}

static int count(cli_session *session, const tricorn_graph *graph, signs *found)
{
    tricorn_status status = TRICORN_OK;
    int code;

    found->count = found->described.vertices + found->described.isolated;
    if (session->options.vertices)
        status = tricorn_array_create(session->context, found->count * TABLE_COLUMNS,
                                      sizeof *found->vertices, (void **)&found->vertices);
    if (status == TRICORN_OK)
        status =
            tricorn_structural_balance(session->context, graph, found->vertices, &found->balance);
    code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE && session->options.vertices) code = write_table(session, graph, found);
    tricorn_array_free(found->vertices);
    return code;
}

enum { FIGURES = 4 };
static const char *const figures[FIGURES] = {"balanced", "unbalanced", "positive_edges",
                                             "negative_edges"};

static uint64_t figure_of(const tricorn_balance *of, int figure)
{
    const uint64_t values[FIGURES] = {of->balanced, of->unbalanced, of->positive, of->negative};
    return values[figure];
}

static void print_text(const tricorn_balance *of)
{
    for (int k = 0; k < TRICORN_SIGNS; k++)
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, tricorn_signs_name(k), of->triangles[k]);
    for (int f = 0; f < FIGURES; f++)
        printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, figures[f], figure_of(of, f));
    if (isnan(of->degree))
        printf("%-*s%s\n", KEY_COLUMNS, "degree_of_balance", "none, without a triangle");
    else
        printf("%-*s%.17g\n", KEY_COLUMNS, "degree_of_balance", of->degree);
}

static void print_json(const cli_session *session, const signs *found)
{
    const tricorn_balance *of = &found->balance;
    json_object *answer = cli_json_object(), *kinds = cli_json_object(),
                *seconds = cli_json_object();

    for (int k = 0; k < TRICORN_SIGNS; k++)
        cli_json_count(kinds, tricorn_signs_name(k), of->triangles[k]);
    cli_json_add(answer, "signs", kinds);
    cli_json_count(answer, "triangles", of->balanced + of->unbalanced);
    for (int f = 0; f < FIGURES; f++) cli_json_count(answer, figures[f], figure_of(of, f));
    if (isnan(of->degree))
        cli_json_add(answer, "degree_of_balance", NULL);
    else
        cli_json_exact(answer, "degree_of_balance", of->degree);
    cli_json_described(answer, session->options.arguments[0], &found->described);
    cli_json_text(answer, "output", session->options.vertices ? cli_table_output(session) : NULL);
    cli_json_prepared(seconds, &found->described);
    cli_json_real(seconds, "count", of->seconds);
    cli_json_finish(session, answer, seconds);
}

static void print(const cli_session *session, const signs *found)
{
    if (session->options.json)
        print_json(session, found);
    else if (!session->options.vertices || strcmp(cli_table_output(session), "-") != 0)
        print_text(&found->balance);
    cli_flush_stdout();
    if (!session->options.quiet)
        cli_note("%" PRIu64 " triangles; cpu: read %.3f s, prepare %.3f s, count %.3f s",
                 found->balance.balanced + found->balance.unbalanced,
                 found->described.read_seconds, found->described.prepare_seconds,
                 found->balance.seconds);
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    signs found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT, .balance = TRICORN_BALANCE_INIT};
    tricorn_graph *graph = NULL;
    int code = cli_check_weights(session);

    session->weights = TRICORN_SIGNED;
    if (code == CLI_DONE) code = cli_table_check_vertices(session);
    if (code == CLI_DONE) code = cli_load(session, path, &graph, &found.described);
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &found.described);
    code = count(session, graph, &found);
    if (code == CLI_DONE) print(session, &found);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(balance) = {
    .name = "balance",
    .arguments = "FILE",
    .summary = "balanced and unbalanced triangles of a signed graph",
    .description =
        "Reads the graph in FILE (- for standard input), whose edges have weights: an edge has\n"
        "the sign of its weight, which is not 0.  Prints how many triangles have 0, 1, 2 and 3\n"
        "negative edges (ppp, ppn, pnn, nnn), how many are balanced, which are those with 0\n"
        "and 2, and their share of all, the degree of balance.  With --vertices it writes a "
        "line\n"
        "for each vertex: its id as in FILE, the triangles of each kind that it is in, and how\n"
        "many of them are unbalanced.",
    .examples = "  tricorn balance graph.txt\n"
                "  tricorn balance --weights 3 --combine sum graph.txt\n"
                "  tricorn balance --vertices --top 10 graph.txt\n",
    .takes = CLI_TAKES(balance) | CLI_TAKES(WEIGHTS) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
