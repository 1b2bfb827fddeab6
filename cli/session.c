/* session.c - makes the context, loads the graph, and reports failures; all verbs need this. */
#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "input.h"
#include "message.h"
#include "signals.h"
#include "text.h"
#include "verb.h"

static int exit_code(cli_step step, tricorn_status status)
{
    switch (status) {
    case TRICORN_OK: return CLI_DONE;
    case TRICORN_INVALID_ARGUMENT: return CLI_USAGE;
    case TRICORN_BAD_FORMAT: return CLI_BAD_INPUT;
    case TRICORN_UNSUPPORTED: return step == CLI_READING ? CLI_BAD_INPUT : CLI_FAILED;
    case TRICORN_CANCELLED: return CLI_INTERRUPTED;
    default: return CLI_FAILED;
    }
}

static bool is_auto(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

/* Whether the file is read anew if it is opened again: no pipe, and no standard input. */
static bool is_read_again(const char *path)
{
    struct stat found;

    if (strcmp(path, "-") == 0) return false;
    return stat(path, &found) != 0 || S_ISREG(found.st_mode) || S_ISDIR(found.st_mode);
}

/* Whether all files that the options name are; a list of files may name any. */
static bool input_is_read_again(const cli_options *options)
{
    const cli_list *const lists[] = {&options->removed, &options->added};
    bool again = !options->file_list && (options->pairs == NULL || is_read_again(options->pairs)) &&
                 (options->vertex_file == NULL || is_read_again(options->vertex_file));

    for (const char **at = options->arguments; again && *at != NULL; at++) again = is_read_again(*at);
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; again && i < lists[l]->count; i++) again = is_read_again(lists[l]->words[i]);
    return again;
}

/* Whether the CPU can do what a GPU failed to do. Others share a work folder, and other workers the count. */
static bool cpu_can_run(const cli_session *session, tricorn_status status)
{
    const cli_options *options = &session->options;

    if (status != TRICORN_DEVICE_ERROR && status != TRICORN_OUT_OF_DEVICE_MEMORY) return false;
    return is_auto(options->device) && is_auto(options->algorithm) && is_auto(options->prepare) &&
           options->parameters == NULL && options->work == NULL && session->transport == NULL &&
           input_is_read_again(options);
}

int cli_run_by_any(cli_session *session, int (*run)(cli_session *session))
{
    const int code = run(session);

    if (!session->gpu_failed) return code;
    session->gpu_failed = false;
    session->count = NULL;
    session->options.device = "cpu";
    tricorn_context_free(session->context);
    session->context = NULL;
    return run(session);
}

int cli_step_end(cli_session *session, cli_step step, tricorn_status status)
{
    char message[CLI_MESSAGE_BYTES];

    cli_progress_clear(&session->progress);
    if (status == TRICORN_CANCELLED || cli_stop_requested()) {
        cli_error("stopped");
        return CLI_INTERRUPTED;
    }
    if (status == TRICORN_OK) return CLI_DONE;
    cli_message(session->context, status, step == CLI_WRITING, message);
    if (cpu_can_run(session, status)) {
        session->gpu_failed = true;
        if (!session->options.quiet) cli_note("%s; the CPU counts now", message);
        return CLI_FAILED;
    }
    cli_error("%s", message);
    /* If a GPU is missing, this is no fault of the input. */
    if (status == TRICORN_UNSUPPORTED && session->options.prepare != NULL) step = CLI_COUNTING;
    return exit_code(step, status);
}

int cli_check_join(const cli_session *session)
{
    const cli_options *options = &session->options;

    if (options->join || session->transport != NULL) return CLI_DONE;
    if (!options->lease_seconds && (!options->parts || options->partition != NULL)) return CLI_DONE;
    return cli_usage(session->verb, "--lease and --parts are for processes that share a folder: give --join");
}

tricorn_options cli_count_options(const cli_session *session)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;

    options.algorithm = session->options.algorithm;
    options.device = session->options.device;
    options.parameters = session->options.parameters;
    options.device_bytes_limit = session->options.device_bytes;
    options.blocks = (uint32_t)session->options.blocks;
    options.parts = session->options.parts;
    /* Workers that share a work folder need not reach each other. */
    options.transport = session->options.work == NULL ? session->transport : NULL;
    options.partition = session->options.partition;
    options.relabel = session->options.relabel;
    options.verify = session->options.verify;
    options.threads = (uint32_t)session->options.threads;
    return options;
}

/* Returns the number of threads for loading: a worker that loads the graph for all workers of
 * its machine uses the CPUs of all. */
static uint32_t threads_of(const cli_session *session)
{
    const tricorn_transport *transport = session->transport;
    const bool loads = transport != NULL && transport->node_rank == 0 && transport->share != NULL;
    if (session->options.threads > 0 || transport == NULL) return (uint32_t)session->options.threads;
    return loads && session->options.work == NULL ? 0 : transport->threads;
}

int cli_session_open(cli_session *session)
{
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    int code;

    if (session->context != NULL) return CLI_DONE;
    options.threads = threads_of(session);
    options.instruction_set = session->options.instruction_set;
    options.process_bytes_limit = session->options.memory_bytes;
    code = cli_step_end(session, CLI_SETTING_UP, tricorn_context_create(&options, &session->context));
    if (code != CLI_DONE) return code;
    tricorn_context_set_progress(session->context, cli_progress_report, &session->progress);
    return CLI_DONE;
}

int cli_check_count(cli_session *session, const tricorn_options *options, tricorn_purpose purpose)
{

    CLI_DO(cli_session_open(session));
    return cli_step_end(session, CLI_COUNTING, tricorn_options_check(session->context, options, purpose));
}

int cli_check_names(cli_session *session)
{
    tricorn_options options = cli_count_options(session);

    /* it does not matter whether this machine has the device */
    if (options.device != NULL && tricorn_device_is_name(options.device)) options.device = NULL;
    return cli_check_count(session, &options, TRICORN_FOR_TOTAL);
}

void cli_session_close(cli_session *session)
{
    cli_progress_clear(&session->progress);
    tricorn_context_free(session->context);
    session->context = NULL;
    cli_options_free(&session->options);
}

const char *cli_file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

const char *cli_scratch_folder(void)
{
    const char *named = getenv("TMPDIR");

    return named != NULL && *named != '\0' ? named : "/var/tmp";
}

tricorn_load_options cli_load_options(const cli_session *session)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;

    options.input.format = session->options.format;
    options.input.ids = (tricorn_ids)session->options.ids;
    options.text.separator = session->options.separator;
    options.text.columns = session->options.columns;
    options.text.header = session->options.header;
    options.text.comment = session->options.comment;
    options.text.missing = session->options.missing;
    options.where = (const char *const *)session->options.where.words;
    options.where_count = session->options.where.count;
    options.graph.strict = session->options.strict;
    options.input.file_list = session->options.file_list;
    options.input.vertex_file = session->options.vertex_file;
    options.graph.directed = session->directed;
    options.graph.weights = session->weights;
    options.bipartite = session->bipartite;
    options.times = session->times;
    if (session->options.weights != NULL) options.text.columns.weight = session->options.weights;
    options.graph.combine = session->options.combine;
    options.graph.order = session->options.order;
    options.count = session->count;
    options.following_bytes = session->following_bytes;
    options.graph.prepare = session->options.prepare;
    options.disk.work = session->options.work;
    options.graph.totals_only = session->verb->totals_only;
    options.disk.join = session->options.join || (session->transport != NULL && options.disk.work != NULL);
    options.disk.lease_seconds = (uint32_t)session->options.lease_seconds;
    if ((session->verb->takes & CLI_TAKES(WORK)) == 0 || session->in_memory)
        return options; /* this needs the graph in memory */
    options.disk.scratch = cli_scratch_folder();
    return options;
}

static tricorn_status load(cli_session *session, const char *path, tricorn_graph **graph)
{
    const tricorn_load_options options = cli_load_options(session);

    if (strcmp(path, "-") != 0) return tricorn_graph_load(session->context, path, &options, graph);
    return tricorn_graph_read(session->context, STDIN_FILENO, cli_file_name(path), &options, graph);
}

int cli_load_quietly(cli_session *session, tricorn_graph **graph, tricorn_graph_description *description)
{
    tricorn_graph *loaded = NULL;

    CLI_DO(cli_session_open(session));
    int code = cli_step_end(session, CLI_READING, load(session, session->options.arguments[0], &loaded));
    if (code == CLI_DONE)
        code = cli_step_end(session, CLI_READING, tricorn_graph_describe(session->context, loaded, description));
    if (code != CLI_DONE) {
        tricorn_graph_free(loaded);
        return code;
    }
    *graph = loaded;
    return CLI_DONE;
}

int cli_load(cli_session *session, tricorn_graph **graph, tricorn_graph_description *description)
{
    const int code = cli_load_quietly(session, graph, description);

    if (code == CLI_DONE) cli_note_cleaned(session, cli_file_name(session->options.arguments[0]), description);
    return code;
}

int cli_load_to_count(cli_session *session, const tricorn_options *count, tricorn_purpose purpose,
  tricorn_graph **graph, tricorn_graph_description *description)
{
    int code = cli_check_count(session, count, purpose);

    if (code != CLI_DONE) return code;
    session->count = count;
    code = cli_load(session, graph, description);
    session->count = NULL;
    return code;
}

static void removed(const tricorn_graph_description *described, char *text, size_t room)
{
    char loops[CLI_NUMBER_BYTES], repeats[CLI_NUMBER_BYTES], both[CLI_NUMBER_BYTES] = "";

    if (described->self_loops == 0 && described->duplicates == 0) {
        snprintf(text, room, "nothing to remove");
        return;
    }
    if (described->both_directions > 0) {
        char edges[CLI_NUMBER_BYTES];
        snprintf(
          both, sizeof both, " (%s came in both directions)", cli_plural(described->both_directions, "edge", edges));
    }
    snprintf(text, room, "removed %s and %s%s", cli_plural(described->self_loops, "self loop", loops),
      cli_plural(described->duplicates, "repeat", repeats), both);
}

void cli_note_cleaned(const cli_session *session, const char *name, const tricorn_graph_description *description)
{
    enum { TEXT_BYTES = 4 * CLI_NUMBER_BYTES };
    char missing[CLI_NUMBER_BYTES + 64] = "", excluded[CLI_NUMBER_BYTES + 64] = "", lines[CLI_NUMBER_BYTES];
    char text[TEXT_BYTES], form[TEXT_BYTES] = "", came[CLI_NUMBER_BYTES], vertices[CLI_NUMBER_BYTES + 32],
                           edges[CLI_NUMBER_BYTES], isolated[CLI_NUMBER_BYTES + 32] = "";

    if (session->options.quiet) return;
    removed(description, text, sizeof text);
    snprintf(vertices, sizeof vertices, "%" PRIu64 " %s", description->vertices,
      description->vertices == 1 ? "vertex" : "vertices");
    if (description->missing > 0)
        snprintf(
          missing, sizeof missing, ", left out %s without a value", cli_plural(description->missing, "line", lines));
    if (description->excluded > 0)
        snprintf(
          excluded, sizeof excluded, ", left out %s by --where", cli_plural(description->excluded, "line", lines));
    if (description->isolated > 0)
        snprintf(isolated, sizeof isolated, " (and %" PRIu64 " without an edge)", description->isolated);
    if (*description->dialect != '\0')
        snprintf(form, sizeof form, "%s (%s); ", description->format, description->dialect);
    else if (strcmp(description->format, name) != 0) /* of a model, the format is the name */
        snprintf(form, sizeof form, "%s; ", description->format);
    cli_note("%s: %s%s%s%s, %s; %s%s, %s%s", name, form, cli_plural(description->input_edges, "input edge", came),
      missing, excluded, text, vertices, isolated, cli_plural(description->edges, "edge", edges),
      description->folder ? ", on disk" : "");
}

double cli_elapsed(const cli_session *session)
{
    return cli_now() - session->started;
}
