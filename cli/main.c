/* main.c - the program tricorn: finds the verb, parses its options, and runs it. */
#include "main.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"
#include "help.h"
#include "input.h"
#include "signals.h"
#include "text.h"
#include "verb.h"

/* When the program started, and how it reaches other workers. */
typedef struct cli_start {
    double started;
    const tricorn_transport *transport;
} cli_start;

static void print_help(FILE *out)
{
    fputs("Usage: tricorn VERB [OPTION...] [ARGUMENT...]\n\n"
          "Counts the triangles of graphs, exactly.\n\nVerbs:\n",
      out);
    for (size_t i = 0; cli_verb_at(i) != NULL; i++)
        fprintf(out, "  %-12s%s\n", cli_verb_at(i)->name, cli_verb_at(i)->summary);
    fputs("\nExamples:\n"
          "  tricorn count graph.txt\n"
          "  zcat graph.txt.gz | tricorn count --json -\n"
          "  tricorn generate complete vertices=100 | tricorn count -\n"
          "\n'tricorn VERB --help' describes a verb; 'tricorn --version' prints the build.\n"
          "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 bad input data;\n"
          "stopped by a signal 130 (SIGINT, Ctrl-C), 143 (SIGTERM), 129 (SIGHUP).\n",
      out);
}

/* Prints a few commands for a user who has typed only the name of the program. */
static void print_first_steps(void)
{
    fputs("tricorn counts the triangles of graphs, exactly.  Begin with one of these:\n\n"
          "  tricorn count FILE                    how many triangles a graph has; FILE is an "
          "edge\n"
          "                                        list or another common format, also .gz, .zst\n"
          "  tricorn info FILE                     what is in a file: sizes, degrees, memory\n"
          "  tricorn report FILE -o report.html    its degrees and clustering, as a page\n"
          "  tricorn doctor                        what this machine has, and what is missing\n\n"
          "No graph at hand?  tricorn generate kronecker scale=12 | tricorn count -\n"
          "'tricorn --help' lists all verbs; so does 'man tricorn' where it is installed.\n",
      stderr);
}

static void print_version(void)
{
#if defined(__clang__)
    static const char compiler[] = "clang " __clang_version__;
#else
    static const char compiler[] = "gcc " __VERSION__;
#endif
    const char *part = tricorn_gpu_part();
    printf("tricorn %s\ncompiler  %s\nGPU part  %s\n", tricorn_version(), compiler, part ? part : "none");
}

static int unknown_verb(const char *name)
{
    cli_nearest nearest = cli_nearest_to(name);

    for (size_t i = 0; cli_verb_at(i) != NULL; i++) cli_nearest_offer(&nearest, cli_verb_at(i)->name);
    if (*name == '-') {
        cli_error("the verb comes before option '%s'; 'tricorn --help' lists the verbs", name);
        return CLI_USAGE;
    }
    return cli_unknown("verb", &nearest, "'tricorn --help' lists them");
}

static int check_argument_count(const cli_session *session)
{
    const cli_verb *verb = session->verb;
    const size_t count = session->options.argument_count;

    for (size_t i = 0; i < count; i++)
        if (*session->options.arguments[i] == '\0')
            return cli_usage(verb, "an argument is empty (%s)", verb->arguments);
    if (count < verb->least_arguments) return cli_usage(verb, "%s needs %s", verb->name, verb->arguments);
    if (count <= verb->most_arguments) return CLI_DONE;
    if (verb->most_arguments == 1 && access(session->options.arguments[1], F_OK) == 0)
        return cli_usage(verb,
          "%s takes one graph at a time, not %zu files (a pattern is replaced by the "
          "shell): for f in ...; do tricorn %s \"$f\"; done, or, where the lines of "
          "one graph are in several files, cat ... | tricorn %s -",
          verb->name, count, verb->name, verb->name);
    return cli_usage(verb, "%s takes %s%s, so '%s' is too much", verb->name,
      verb->most_arguments == 0 ? "no argument" : "only ", verb->arguments,
      session->options.arguments[verb->most_arguments]);
}

/* Refuses a verb that workers cannot share; only the first worker prints the message. */
static int check_workers(cli_session *session)
{
    if (session->transport == NULL) return CLI_DONE;
    if (!(session->verb->takes & CLI_TAKES(RANKS)))
        return cli_usage(
          session->verb, "workers do not share what %s does: start it once, by tricorn", session->verb->name);
    if (cli_count_stdin(session->options.arguments, session->options.argument_count) > 0)
        return cli_usage(session->verb, "only one worker has a standard input: name a file");
    session->options.quiet = session->options.quiet || session->transport->rank > 0;
    return CLI_DONE;
}

/* A graph may be read more than once, with its vertex file. */
static int check_vertex_file(const cli_session *session)
{
    const char *file = session->options.vertex_file;
    if (file == NULL || strcmp(file, "-") != 0) return CLI_DONE;
    return cli_usage(session->verb, "--vertex-file needs a file, not standard input: save it in one");
}

/* Refuses a stack that functions would overrun: the deepest ones together take 400 KiB. */
static int check_stack(void)
{
    enum { KIB = 1024, STACK_KIB = 512 };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= STACK_KIB * KIB) return CLI_DONE;
    cli_error("the stack is limited to %llu KiB, and tricorn needs %d: ulimit -s %d",
      (unsigned long long)stack.rlim_cur / KIB, STACK_KIB, STACK_KIB);
    return CLI_FAILED;
}

/* Lets CUDA start only the GPUs that will count. For bench it starts all, because the programs
 * that bench runs may use others; for a worker, MPI may have started CUDA already. */
static void hide_other_gpus(const cli_session *session)
{
    if (session->verb->takes & CLI_TAKES(bench) || session->transport != NULL) return;
    tricorn_device_hide_others(session->options.device);
}

static int run_verb(const cli_verb *verb, int count, char **words, const cli_start *how)
{
    cli_session session = {.verb = verb, .started = how->started, .transport = how->transport};
    int code = check_stack();

    if (code == CLI_DONE) code = cli_options_parse(verb, count, words, &session.options);

    if (code == CLI_DONE && session.options.help != NULL) {
        cli_help_print(verb, strcmp(session.options.help, "all") == 0);
    } else if (code == CLI_DONE && (code = check_argument_count(&session)) == CLI_DONE &&
               (code = check_vertex_file(&session)) == CLI_DONE && (code = check_workers(&session)) == CLI_DONE) {
        hide_other_gpus(&session);
        session.progress = cli_progress_start((cli_progress_mode)session.options.progress, session.options.quiet);
        code = cli_run_by_any(&session, verb->run);
    }
    cli_session_close(&session);
    return code;
}

static int dispatch(int argc, char **argv, const cli_start *how)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    const cli_verb *verb;

    if (word == NULL) {
        print_first_steps();
        return CLI_USAGE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        verb = argc > 2 ? cli_verb_find(argv[2]) : NULL;
        if (argc > 2 && verb == NULL) return unknown_verb(argv[2]);
        if (verb != NULL)
            cli_help_print(verb, false);
        else
            print_help(stdout);
        return CLI_DONE;
    }
    if (strcmp(word, "--version") == 0) {
        print_version();
        return CLI_DONE;
    }
    verb = cli_verb_find(word);
    return verb != NULL ? run_verb(verb, argc - 2, argv + 2, how) : unknown_verb(word);
}

/* If a standard descriptor is closed, opens /dev/null in its place, so that no file that is opened later becomes
 * stdin, stdout or stderr. Reading from stdin and printing to stdout still fail. */
static void fill_standard_descriptors(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) == -1 &&
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
            return;
}

/* Asks for fewer CUDA queues than usual (8), so that CUDA starts and ends a tenth of a second
 * faster. tricorn uses only two streams: one for copies, one for counting (decision 17). */
static void ask_for_few_cuda_queues(void)
{
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "2", 0);
}

int cli_main(int argc, char **argv, const tricorn_transport *transport)
{
    const cli_start how = {cli_now(), transport};
    int code;

    ask_for_few_cuda_queues();
    fill_standard_descriptors();
    cli_signals_install();
    code = dispatch(argc, argv, &how);
    if (!cli_finish_stdout() && code == CLI_DONE) code = CLI_FAILED;
    return code == CLI_INTERRUPTED ? cli_stop_code() : code;
}
