/* test_triples.c - triples come back in order, against qsort of all in memory. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/files/triples.h"
#include "support/fixture.h"
#include "support/random.h"

typedef struct taken {
    const tg_triple *expected;
    uint64_t count;
} taken;

static tricorn_status take(tricorn_context *context, void *user, const tg_triple *triples, uint64_t count)
{
    taken *all = user;
    (void)context;
    CHECK(count > 0, "nothing is given");
    CHECK(memcmp(all->expected + all->count, triples, count * sizeof *triples) == 0, "triples from %u on",
      (unsigned)all->count);
    all->count += count;
    return TRICORN_OK;
}

static int by_value(const void *a, const void *b)
{
    const tg_triple *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->of[i] != y->of[i]) return x->of[i] < y->of[i] ? -1 : 1;
    return 0;
}

static void check_sorted(uint64_t count, uint32_t below, uint64_t memory_bytes)
{
    test_random random = {count + below};
    tg_disk_folder folder;
    tg_triples *triples = NULL;
    tg_triple *all = test_allocate(count + 1, sizeof *all);

    WORKS(tg_disk_folder_open(fixture.context, fixture.folder.path, true, &folder));
    WORKS(tg_triples_create(fixture.context, &folder, memory_bytes, &triples));
    for (uint64_t i = 0; i < count; i++) {
        for (int n = 0; n < 3; n++) all[i].of[n] = test_random_below(&random, below);
        WORKS(tg_triples_put(fixture.context, triples, all[i]));
    }
    qsort(all, count, sizeof *all, by_value);
    taken found = {.expected = all};
    WORKS(tg_triples_each(fixture.context, triples, take, &found));
    CHECK_EQ(found.count, count, "triples");
    tg_triples_free(triples);
    tg_disk_folder_close(&folder);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    free(all);
}

/* The least memory is 1,024 triples: so there are up to 40 runs for each of two threads. */
TEST_CASE(sorted)
{
    static const uint64_t counts[] = {0, 1, 2, 1000, 1024, 1025, 5000, 40000};
    for (size_t c = 0; c < LENGTH(counts); c++) {
        check_sorted(counts[c], 7, 0);
        check_sorted(counts[c], UINT32_MAX, 0);
        check_sorted(counts[c], 300, 100000);
        check_sorted(counts[c], 300, UINT64_C(1) << 30);
    }
}

static int create_often(void)
{
    enum { TIMES = 2000 };
    tg_disk_folder folder;
    if (tg_disk_folder_open(fixture.context, fixture.folder.path, false, &folder) != TRICORN_OK) return EXIT_FAILURE;
    for (int i = 0; i < TIMES; i++) {
        tg_triples *triples = NULL;
        if (tg_triples_create(fixture.context, &folder, 0, &triples) != TRICORN_OK) return EXIT_FAILURE;
        tg_triples_free(triples);
    }
    tg_disk_folder_close(&folder);
    return EXIT_SUCCESS;
}

/* Processes that share a work folder do not meet in it. */
TEST_CASE(created_by_several)
{
    enum { PROCESSES = 4 };
    pid_t children[PROCESSES];
    for (int p = 0; p < PROCESSES; p++) {
        children[p] = fork();
        if (children[p] == 0) _exit(create_often());
    }
    for (int p = 0; p < PROCESSES; p++) {
        int ended = 0;
        CHECK(waitpid(children[p], &ended, 0) == children[p], "process %d", p);
        CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_SUCCESS, "process %d", p);
    }
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
}

TEST_MAIN_EACH(test_create, test_destroy)
