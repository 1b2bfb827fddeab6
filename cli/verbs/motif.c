/* motif.c - the verb motif: counts temporal motifs of three edges. */
#include <stdio.h>

#include "figures.h"

enum { SIDE = TRICORN_MOTIF_SIDE };

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_motifs *found = counted->found;
    const tricorn_status status = tricorn_count_motifs(session->context, graph, session->options.window, found);

    counted->seconds = found->seconds;
    return status;
}

static void print(const cli_counted *counted)
{
    const tricorn_motifs *found = counted->found;
    char text[CLI_NUMBER_BYTES];

    for (int m = 0; m < SIDE * SIDE; m++)
        printf("%s%c", cli_decimal128(found->high[m], found->low[m], text), m % SIDE == SIDE - 1 ? '\n' : ' ');
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_motifs *found = counted->found;
    json_object *motifs = cli_json_object();

    (void)seconds;
    for (int m = 0; m < SIDE * SIDE; m++) {
        const char name[] = {'M', (char)('1' + m / SIDE), (char)('1' + m % SIDE), '\0'};
        cli_json_count128(motifs, name, found->high[m], found->low[m]);
    }
    cli_json_add(answer, "motifs", motifs);
    cli_json_count(answer, "window", found->window);
    cli_json_count(answer, "temporal_edges", found->temporal_edges);
}

static void note(const cli_counted *counted, char *text)
{
    const tricorn_motifs *found = counted->found;
    char edges[CLI_NUMBER_BYTES];

    snprintf(text, CLI_LINE_BYTES, "%s; cpu", cli_plural(found->temporal_edges, "temporal edge", edges));
}

static int run(cli_session *session)
{
    static const cli_figures own = {.count = count, .print = print, .add = add, .note = note};
    tricorn_motifs found = TRICORN_MOTIFS_INIT;

    if (session->options.window == CLI_NO_WINDOW)
        return cli_usage(session->verb, "give the length of the window by --window");
    session->times = 1;
    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(motif) = {
  CLI_OF_FILE(motif),
  .summary = "count temporal motifs of three edges in a window of time",
  .description = "Reads the edges in FILE (- for standard input), each with its time, and counts three\n"
                 "of them between two or three vertices whose last time is at most TIME above the first.\n"
                 "Prints the 36 motifs in six rows, as Paranjape, Benson and Leskovec number them (2017)\n"
                 "and SNAP prints them.  Of equal times, that of the earlier line is first.",
  .examples = "  tricorn motif --window 60 --columns time=3 graph.txt\n",
  .takes = CLI_TAKES(motif) | CLI_TAKES_FILE,
  .run = run,
};
