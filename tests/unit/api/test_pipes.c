/* test_pipes.c - writing to a pipe or socket without a reader, and beyond the limit of a file's
 * size, is an error; no signal arrives, and the caller's handlers and masks stay. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"

/* One thread: a child made by fork() can use the context. */
static tricorn_graph *karate, *large; /* `large`: its lists fill no pipe, which holds 64 KiB */
static volatile sig_atomic_t arrived;

static void note_signal(int number)
{
    (void)number;
    arrived++;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

static bool is_blocked(int number)
{
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    return sigismember(&mask, number) == 1;
}

static bool is_pending(int number)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, number) == 1;
}

/* ---- outputs without a reader ---- */

static int broken_pipe(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0, "a pipe");
    close(ends[0]);
    return ends[1];
}

static int broken_socket(void)
{
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "sockets");
    close(ends[0]);
    return ends[1];
}

static int broken_and_impatient(void)
{
    const int descriptor = broken_pipe();
    fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK);
    return descriptor;
}

static int (*const outputs[])(void) = {broken_pipe, broken_socket, broken_and_impatient};
enum { OUTPUTS = LENGTH(outputs) };

/* ---- what writes ---- */

static const char *const compressions[] = {NULL, "none", "gzip", "zstd"};
enum { COMPRESSIONS = LENGTH(compressions) };

/* Writes the graph in each format that can be written, compressed in each way. */
static void write_in_every_way(const tricorn_graph *graph, int (*open_output)(void))
{
    for (size_t f = 0; f < tricorn_format_count(); f++)
        for (size_t c = 0; c < COMPRESSIONS; c++) {
            const int descriptor = open_output();
            if (!tricorn_format_at(f)->writes) continue;
            tricorn_save_options options =
              *SAVING(.format = tricorn_format_at(f)->name, .compression = compressions[c]);
            const tricorn_status status = tricorn_graph_write(fixture.context, graph, descriptor, &options);
            close(descriptor);
            if (status == TRICORN_UNSUPPORTED) continue; /* a format that cannot hold the ids */
            CHECK_EQ(status, TRICORN_IO_ERROR, "%s, %s", options.format, compressions[c] ? compressions[c] : "");
            SAYS(strerror(EPIPE));
            CHECK_EQ(arrived, 0, "signals after %s", options.format);
        }
}

static void write_tables(const tricorn_graph *graph, int (*open_output)(void))
{
    static const char *const formats[] = {"text", "csv", "tsv", "jsonl", "binary"};
    for (int t = TRICORN_TABLE_VERTICES; t <= TRICORN_TABLE_TRIANGLES; t++)
        for (size_t f = 0; f < LENGTH(formats); f++) {
            const int descriptor = open_output();
            CHECK_EQ(tricorn_table_write(fixture.context, graph, descriptor,
                       OPTIONS(tricorn_table_options, .table = (tricorn_table)t, .format = formats[f],
                         .compression = compressions[(t + f) % COMPRESSIONS]),
                       NULL),
              TRICORN_IO_ERROR, "table %d as %s", t, formats[f]);
            close(descriptor);
            CHECK_EQ(arrived, 0, "signals after table %d as %s", t, formats[f]);
        }
}

static tricorn_status write_to(int descriptor)
{
    const tricorn_status status = tricorn_graph_write(fixture.context, large, descriptor, SAVING(.format = "edges"));
    close(descriptor);
    return status;
}

/* ---- tests ---- */

TEST_CASE(no_signal_arrives)
{
    arrived = 0;
    handle(SIGPIPE, note_signal);
    for (size_t o = 0; o < OUTPUTS; o++) {
        write_in_every_way(karate, outputs[o]);
        write_in_every_way(large, outputs[o]);
        write_tables(karate, outputs[o]);
    }
    CHECK(!is_blocked(SIGPIPE) && !is_pending(SIGPIPE), "the mask is as before");
    raise(SIGPIPE);
    CHECK_EQ(arrived, 1, "the handler is still there");
}

/* With the default action the signal would end the child. */
TEST_CASE(a_child_survives)
{
    enum { SURVIVED = 42 };
    for (size_t o = 0; o < OUTPUTS; o++) {
        const pid_t child = fork();
        int outcome = 0;
        if (child == 0) {
            handle(SIGPIPE, SIG_DFL);
            _exit(write_to(outputs[o]()) == TRICORN_IO_ERROR ? SURVIVED : 1);
        }
        CHECK(waitpid(child, &outcome, 0) == child, "waiting");
        CHECK(WIFEXITED(outcome) && WEXITSTATUS(outcome) == SURVIVED, "output %zu: %s %d", o,
          WIFSIGNALED(outcome) ? "ended by signal" : "exit code",
          WIFSIGNALED(outcome) ? WTERMSIG(outcome) : WEXITSTATUS(outcome));
    }
}

/* A signal that was pending before is neither lost nor doubled; another one does not stay. */
TEST_CASE(blocked_signals)
{
    sigset_t pipe_signal, before;
    arrived = 0;
    handle(SIGPIPE, note_signal);
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    FAILS(write_to(broken_pipe()), TRICORN_IO_ERROR);
    CHECK(is_blocked(SIGPIPE) && !is_pending(SIGPIPE), "blocked, and none is pending");
    raise(SIGPIPE);
    FAILS(write_to(broken_pipe()), TRICORN_IO_ERROR);
    FAILS(write_to(broken_socket()), TRICORN_IO_ERROR);
    CHECK(is_blocked(SIGPIPE) && is_pending(SIGPIPE), "the caller's own is pending");
    CHECK_EQ(arrived, 0, "signals while blocked");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    CHECK_EQ(arrived, 1, "the caller's own");
}

TEST_CASE(ignored_signals)
{
    struct sigaction after;
    handle(SIGPIPE, SIG_IGN);
    FAILS(write_to(broken_pipe()), TRICORN_IO_ERROR);
    sigaction(SIGPIPE, NULL, &after);
    CHECK(after.sa_handler == SIG_IGN, "still ignored");
    CHECK(!is_pending(SIGPIPE), "none is pending");
    handle(SIGPIPE, SIG_DFL);
}

/* The reader goes while the library writes. */
static int close_reader(void *reader, const char *phase, uint64_t done, uint64_t total)
{
    int *descriptor = reader;
    (void)phase, (void)done, (void)total;
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
    return 0;
}

TEST_CASE(a_reader_that_goes)
{
    arrived = 0;
    handle(SIGPIPE, note_signal);
    const char *path = IN_FOLDER("fifo");
    CHECK(mkfifo(path, S_IRUSR | S_IWUSR) == 0, "a named pipe");
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    CHECK(reader >= 0, "its reader");
    tricorn_context_set_progress(fixture.context, close_reader, &reader);
    FAILS(tricorn_graph_save(fixture.context, large, path, SAVING(.format = "edges")), TRICORN_IO_ERROR);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    CHECK_EQ(reader, -1, "the reader has gone");
    CHECK_EQ(arrived, 0, "signals");
    unlink(path);
}

TEST_CASE(the_limit_of_a_file)
{
    enum { LIMIT = 1 << 12 };
    struct rlimit before, lower;
    arrived = 0;
    handle(SIGXFSZ, note_signal);
    getrlimit(RLIMIT_FSIZE, &before);
    lower = before;
    lower.rlim_cur = LIMIT;
    setrlimit(RLIMIT_FSIZE, &lower);
    const tricorn_status status = tricorn_graph_save(fixture.context, large, IN_FOLDER("long.txt"), NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK_EQ(status, TRICORN_IO_ERROR, "beyond the limit");
    SAYS(strerror(EFBIG));
    CHECK_EQ(arrived, 0, "signals");
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files that are left");
    handle(SIGXFSZ, SIG_DFL);
}

/* Before anything is counted. */
TEST_CASE(no_output_at_all)
{
    const int reading = open("/dev/null", O_RDONLY), closed = dup(reading);
    const int wrong[] = {-1, INT32_MIN, INT32_MAX, closed, reading};
    close(closed);
    tricorn_graph *none = test_from_edges(fixture.context, NULL, 0, NULL);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        const tricorn_graph *const graphs[] = {karate, none};
        for (int g = 0; g < 2; g++) {
            FAILS(
              tricorn_graph_write(fixture.context, graphs[g], wrong[i], SAVING(.format = "edges")), TRICORN_IO_ERROR);
            FAILS(tricorn_table_write(fixture.context, graphs[g], wrong[i], NULL, NULL), TRICORN_IO_ERROR);
        }
    }
    close(reading);
    tricorn_graph_free(none);
}

static void set_up(void)
{
    test_fixture_open(1);
    karate = edge_list_into_graph(fixture.context, make_karate());
    large = edge_list_into_graph(fixture.context, make_complete(400));
}

static void tear_down(void)
{
    tricorn_graph_free(karate);
    tricorn_graph_free(large);
    test_fixture_close();
}

TEST_MAIN_BETWEEN(set_up, tear_down)
