/* test_truss.c - what `tricorn truss` says where a GPU counted supports; here the test is the GPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "main.h"
#include "support/files.h"
#include "support/fixture.h"
#include "support/wraps.h"

/* Who the wrapped call says has peeled, on "gpu:0". */
static const char *peeled_by;

TEST_WRAPS(tricorn_trussness);
tricorn_status __wrap_tricorn_trussness(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_truss_options *options, tricorn_trusses **trusses, tricorn_result *result)
{
    const tricorn_status status = __real_tricorn_trussness(context, graph, options, trusses, result);
    if (peeled_by != NULL) {
        result->how.device = "gpu:0";
        result->how.peeled_by = peeled_by;
    }
    return status;
}

/* Runs the program in a process of its own; what it said, free() it. */
static char *said_with(char *method, char *quiet)
{
    test_folder folder;
    char graph[TEST_PATH_BYTES], said[TEST_PATH_BYTES];
    int code = -1;
    size_t bytes;

    test_folder_create(&folder);
    test_folder_path(&folder, "graph.txt", graph);
    test_folder_path(&folder, "said.txt", said);
    test_file_write(graph, "1 2\n2 3\n1 3\n", strlen("1 2\n2 3\n1 3\n"), TEST_PLAIN);
    const pid_t child = fork();
    if (child == 0) {
        char *words[] = {"tricorn", "truss", method, "--threads=1", graph, quiet, NULL};
        if (freopen(said, "w", stderr) == NULL || freopen("/dev/null", "w", stdout) == NULL) _exit(9);
        exit(cli_main(quiet ? 6 : 5, words, NULL));
    }
    CHECK(child > 0 && waitpid(child, &code, 0) == child, "the program starts and ends");
    CHECK_EQ(code, 0, "the program succeeds");
    char *text = test_file_read(said, &bytes);
    test_folder_remove(&folder);
    return text;
}

static void check_note(const char *by, char *method, char *quiet, bool wanted)
{
    static const char note[] = "the CPU removed edges, by rows: the memory of gpu:0 was too little for that";
    peeled_by = by;
    char *said = said_with(method, quiet);
    CHECK_EQ(strstr(said, note) != NULL, wanted, "the note, in: %s", said);
    CHECK_EQ(strstr(said, "the CPU removed") != NULL, wanted, "a note, in: %s", said);
    free(said);
}

TEST_CASE(note_of_too_little_memory)
{
    check_note("rows", "--method=auto", NULL, true);
    check_note("rows", "--method=rows", NULL, false); /* as it was asked to */
    check_note("gpu", "--method=auto", NULL, false);
    check_note(NULL, "--method=auto", NULL, false); /* on the CPU alone */
    check_note("rows", "--method=auto", "--quiet", false);
}

TEST_MAIN()
