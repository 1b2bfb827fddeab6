/* follow.c - a window keeps a list of the lines that have added an edge, and a tree with the last of them for each edge:
 * the edge leaves with that one. */
#include "follow.h"

#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "exit.h"
#include "signals.h"
#include "text.h"

typedef struct edge {
    uint32_t ends[2]; /* ascending */
    int64_t time;
    struct edge *next;
} edge;

typedef struct stream {
    cli_session *session;
    tricorn_changing *state;
    edge *oldest, *newest; /* the lines in the window */
    void *latest;
    uint64_t entered; /* lines that have come into the window */
    uint64_t line;
    int64_t time; /* of the last line, or its number */
    char *text;
    size_t room;
    bool ended;
} stream;

enum { MOST_WORDS = 5, LINES_BETWEEN_LOOKS = 1 << 12 };

static int wrong(const stream *of, const char *what)
{
    cli_error("stdin:%" PRIu64 ": %s", of->line, what);
    return CLI_BAD_INPUT;
}

static int out_of_memory(void)
{
    cli_error("out of memory: the lines of a stream");
    return CLI_FAILED;
}

static int change(stream *of, const uint32_t ends[2], bool added)
{
    tricorn_batch batch = TRICORN_BATCH_INIT;
    *(added ? &batch.added : &batch.removed) = ends;
    *(added ? &batch.added_count : &batch.removed_count) = 1;
    return cli_step_end(
      of->session, CLI_COUNTING, tricorn_changing_apply(of->session->context, of->state, &batch, NULL));
}

static int compare(const void *a, const void *b)
{
    return memcmp(((const edge *)a)->ends, ((const edge *)b)->ends, sizeof((edge *)0)->ends);
}

static int enter(stream *of, const uint32_t ends[2])
{
    const uint64_t most = of->session->options.memory_bytes;
    if (of->entered++ % LINES_BETWEEN_LOOKS == 0 && most > 0 && cli_peak_bytes() > most) {
        cli_error("stdin:%" PRIu64 ": the lines in the window take more than --memory: allow more, or choose a "
                  "smaller --window",
          of->line);
        return CLI_FAILED;
    }
    edge *made = malloc(sizeof *made), **slot = NULL;
    if (made == NULL) return out_of_memory();
    *made = (edge){{ends[0], ends[1]}, of->time, NULL};
    if (of->newest) of->newest->next = made;
    if (of->oldest == NULL) of->oldest = made;
    of->newest = made;
    slot = tsearch(made, &of->latest, compare);
    if (slot == NULL) return out_of_memory();
    *slot = made;
    return CLI_DONE;
}

static int drop_oldest(stream *of, bool remove)
{
    edge *dropped = of->oldest, **slot = tfind(dropped, &of->latest, compare);
    const bool last = slot && *slot == dropped;
    const int code = last && remove ? change(of, dropped->ends, false) : CLI_DONE;
    if (last) tdelete(dropped, &of->latest, compare);
    of->oldest = dropped->next;
    if (of->oldest == NULL) of->newest = NULL;
    free(dropped);
    return code;
}

static int take_edge(stream *of, char *const ids[2], bool added)
{
    uint32_t ends[2];
    for (int e = 0; e < 2; e++) {
        const tricorn_status status = tricorn_changing_find(of->session->context, of->state, ids[e], added, &ends[e]);
        if (status == TRICORN_INVALID_ARGUMENT) return wrong(of, tricorn_context_message(of->session->context));
        CLI_DO(cli_step_end(of->session, CLI_COUNTING, status));
        if (ends[e] == UINT32_MAX) return CLI_DONE; /* no such edge to remove */
    }
    const uint32_t least = ends[0] < ends[1] ? ends[0] : ends[1], sorted[2] = {least, ends[0] ^ ends[1] ^ least};
    CLI_DO(change(of, sorted, added));
    return added && of->session->options.window != CLI_NO_WINDOW ? enter(of, sorted) : CLI_DONE;
}

static int take_line(stream *of, char *line, uint64_t *taken, bool *ends)
{
    const bool window = of->session->options.window != CLI_NO_WINDOW;
    const int64_t before = of->time;
    char *words[MOST_WORDS], *rest = NULL, *end;
    int count = 0;

    if (*line == '#' || *line == '%') return CLI_DONE;
    for (char *word = line; count < MOST_WORDS && (word = strtok_r(word, " \t,;\r\n", &rest)); word = NULL)
        words[count++] = word;
    *ends = count == 0 && *taken > 0;
    if (count == 0) return CLI_DONE;
    const bool removes = strcmp(words[0], "-") == 0;
    const int first = removes || strcmp(words[0], "+") == 0;
    const char *const time = count == first + 3 ? words[first + 2] : NULL;
    if (time == NULL && (window || count != first + 2))
        return wrong(
          of, "a line is two ids, with + or - before them or without, and, for a window, a time behind them");
    errno = 0;
    of->time = time ? strtoll(time, &end, 10) : (int64_t)of->line;
    if (time && (*end != 0 || errno != 0)) return wrong(of, "its time is no whole number of 64 bits");
    if (window && of->time < before) return wrong(of, "is earlier than the line before it: sort them");
    ++*taken;
    return take_edge(of, words + first, !removes);
}

static int take_batch(stream *of)
{
    const uint64_t most = of->session->options.batch > 0 ? of->session->options.batch : 1;
    uint64_t taken = 0;
    bool ends = false;

    while (taken < most && !ends) {
        const ssize_t bytes = getline(&of->text, &of->room, stdin);
        CLI_DO(cli_step_end(of->session, CLI_READING, TRICORN_OK)); /* unless a signal has come */
        of->ended = ends = bytes < 0;
        of->line++;
        if (ends && ferror(stdin)) return wrong(of, strerror(errno));
        if (!ends && strlen(of->text) != (size_t)bytes) return wrong(of, "has a zero byte");
        if (!ends) CLI_DO(take_line(of, of->text, &taken, &ends));
    }
    while (of->oldest && (uint64_t)of->time - (uint64_t)of->oldest->time > of->session->options.window)
        CLI_DO(drop_oldest(of, true));
    if (taken == 0) return CLI_DONE;
    printf("%" PRId64 "\t%" PRIu64 "\t%" PRIu64 "\t%.17g\n", of->time, tricorn_changing_edges(of->state),
      tricorn_changing_triangles(of->state), tricorn_changing_transitivity(of->state));
    cli_flush_stdout();
    if (ferror(stdout)) cli_end_with_reader();
    return ferror(stdout) ? CLI_FAILED : CLI_DONE;
}

int cli_follow(cli_session *session, tricorn_changing *state)
{
    stream of = {.session = session, .state = state, .time = INT64_MIN};
    int code = CLI_DONE;

    while (code == CLI_DONE && !of.ended) code = take_batch(&of);
    while (of.oldest) drop_oldest(&of, false);
    free(of.text);
    return code;
}
