/* work_folder.c - see work_folder.h. */
#include "work_folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "json.h"
#include "shown.h"
#include "text.h"

enum { KEY_COLUMNS = 22 };

typedef struct description {
    json_object *steps, *users, *processes; /* `processes` are those of the last step */
    FILE *text;
} description;

/* ---- JSON ---- */

/* Adds seconds, or null if they are below 0. */
static void add_seconds(json_object *parent, const char *key, double seconds)
{
    if (seconds < 0)
        cli_json_add(parent, key, NULL);
    else
        cli_json_real(parent, key, seconds);
}

static void add_process(json_object *array, const tricorn_work_line *line, bool is_user)
{
    json_object *entry = cli_json_object();
    cli_json_text(entry, "process", line->process);
    if (is_user)
        cli_json_text(entry, "use", line->step);
    else
        cli_json_count(entry, "done", line->done);
    add_seconds(entry, "silent_seconds", line->silent_seconds);
    cli_json_flag(entry, "alive", line->alive != 0);
    cli_json_append(array, entry);
}

static void add_step(description *to, const tricorn_work_line *line)
{
    json_object *entry = cli_json_object();
    cli_json_text(entry, "step", line->step);
    cli_json_count(entry, "parts", line->parts);
    cli_json_count(entry, "done", line->done);
    add_seconds(entry, "seconds_left", line->seconds_left);
    to->processes = cli_json_array();
    cli_json_add(entry, "processes", to->processes);
    cli_json_append(to->steps, entry);
}

/* ---- text ---- */

static void print_process(FILE *text, const tricorn_work_line *line, const char *key)
{
    char *shown = cli_shown(line->process), parts[CLI_NUMBER_BYTES];
    fprintf(text, "%-*s%s", KEY_COLUMNS, key, shown);
    free(shown);
    if (line->done > 0) fprintf(text, ", %s", cli_plural(line->done, "part", parts));
    if (line->silent_seconds < 0)
        fputs(", ended\n", text);
    else
        fprintf(text, line->alive ? ", alive\n" : ", silent for %.0f s: dead\n", line->silent_seconds);
}

static void print_step(FILE *text, const tricorn_work_line *line)
{
    fprintf(text, "%-*s%" PRIu64 " of %" PRIu64 " parts", KEY_COLUMNS, line->step, line->done, line->parts);
    if (line->done < line->parts && line->seconds_left >= 0) fprintf(text, ", about %.0f s left", line->seconds_left);
    fputc('\n', text);
}

/* ------------------------------------------------------------------------------------------ */

static void take(void *user, const tricorn_work_line *line)
{
    description *to = user;
    const bool is_user = line->process != NULL && line->parts == 0;

    if (line->process == NULL) {
        add_step(to, line);
        print_step(to->text, line);
        return;
    }
    add_process(is_user ? to->users : to->processes, line, is_user);
    print_process(to->text, line, is_user ? line->step : "  by");
}

static void print(const cli_session *session, const char *path, json_object *answer,
  const tricorn_graph_description *graph, const char *lines)
{
    if (session->options.json) {
        cli_json_print(answer);
        return;
    }
    json_object_put(answer);
    cli_print_name(KEY_COLUMNS, "folder", path);
    printf("%-*s%s\n", KEY_COLUMNS, "graph", graph->stored_bytes > 0 ? "prepared" : "none yet");
    if (graph->stored_bytes > 0)
        printf("%-*s%s\n%-*s%" PRIu64 "\n%-*s%" PRIu64 "\n%-*s%" PRIu64 "\n", KEY_COLUMNS, "format", graph->format,
          KEY_COLUMNS, "vertices", graph->vertices, KEY_COLUMNS, "edges", graph->edges, KEY_COLUMNS, "stored_bytes",
          graph->stored_bytes);
    fputs(lines, stdout);
}

int cli_describe_work_folder(cli_session *session, const char *path, bool *other)
{
    tricorn_graph_description graph = TRICORN_GRAPH_DESCRIPTION_INIT;
    char *lines = NULL;
    size_t bytes = 0;
    description to = {.steps = cli_json_array(), .users = cli_json_array()};
    json_object *answer = cli_json_object();
    int code = cli_session_open(session);

    if (code == CLI_DONE && (to.text = open_memstream(&lines, &bytes)) == NULL) {
        cli_error("out of memory");
        code = CLI_FAILED;
    }
    if (code == CLI_DONE) {
        const tricorn_status status = tricorn_work_describe(session->context, path, &graph, take, &to);
        *other = status == TRICORN_UNSUPPORTED;
        fclose(to.text);
        if (!*other) code = cli_step_end(session, CLI_READING, status);
    }
    if (graph.stored_bytes > 0) {
        cli_json_described(answer, path, &graph);
        cli_json_count(answer, "stored_bytes", graph.stored_bytes);
    } else {
        cli_json_text(answer, "file", path);
    }
    cli_json_add(answer, "steps", to.steps);
    cli_json_add(answer, "users", to.users);
    if (code == CLI_DONE && !*other)
        print(session, path, answer, &graph, lines);
    else
        json_object_put(answer);
    free(lines);
    return code;
}
