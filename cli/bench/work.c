/* work.c - creates and removes the temporary folder for a graph. */
#include "bench/work.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "words.h"
#include "exit.h"
#include "text.h"

int bench_work_make(const bench_graph *graph, bool peers, bench_work *work)
{
    const char *place = getenv("TMPDIR");

    *work = (bench_work){.folder = NULL};
    if (place == NULL || *place == '\0') place = "/tmp";
    work->folder = cli_string("%s/tricorn-bench-XXXXXX", place);
    if (mkdtemp(work->folder) == NULL) {
        cli_error("%s: no folder can be made in it: %s; set TMPDIR to one with room", place, strerror(errno));
        free(work->folder);
        work->folder = NULL;
        return CLI_FAILED;
    }
    setenv("TRICORN_BENCH_WORK", work->folder, 1);
    if (peers) work->text_path = cli_string("%s/graph.el", work->folder);
    if (graph->path != NULL) return CLI_DONE;
    if (!peers) work->pairs_path = cli_string("%s/graph.u32", work->folder);
    work->tricorn_path = peers ? work->text_path : work->pairs_path;
    return CLI_DONE;
}

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *place)
{
    (void)state;
    (void)kind;
    (void)place;
    remove(path); /* a file that cannot be removed stays, but the others are still removed */
    return 0;
}

void bench_work_remove(bench_work *work)
{
    enum { DESCRIPTORS = 16 };

    if (work->folder != NULL) nftw(work->folder, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    free(work->folder);
    free(work->pairs_path);
    free(work->text_path);
    *work = (bench_work){.folder = NULL};
}
