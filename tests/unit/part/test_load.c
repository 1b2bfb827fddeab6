/* test_load.c - loading the GPU part, for which a stub stands: by threads at the same time, and
 * in a forked child; and whether a GPU seems usable with and without it. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/gpu_part.h"
#include "base/gpus.h"
#include "registry/registry.h"
#include "support/check.h"
#include "support/wraps.h"

enum { THREADS = 8 };

static bool driver; /* whether there seems to be one */

TEST_WRAPS(tg_gpu_driver_seems_present);
bool __wrap_tg_gpu_driver_seems_present(void)
{
    return driver;
}

static tricorn_context *make_context(void)
{
    tricorn_context *context = NULL;
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) abort();
    return context;
}

TEST_CASE(usable)
{
    char path[TG_PART_PATH_BYTES];
    for (int part = 0; part < 2; part++) {
        setenv(TG_PART_FOLDER, part ? STUB_FOLDER : "/proc", 1);
        CHECK((tg_part_find(path) == TG_PART_FOUND) == part, "%s", path);
        CHECK((tricorn_gpu_part() != NULL) == part, "%s", path);
        for (int present = 0; present < 2; present++) {
            driver = present;
            CHECK(tg_gpu_seems_usable() == (part && present), "part %d, driver %d", part, present);
        }
    }
}

/* Before a part was loaded: the calls that need none do nothing, the others say what is missing.
 */
TEST_CASE(missing)
{
    tricorn_context *context = make_context();
    const char *gpus = NULL;
    setenv(TG_PART_FOLDER, "/proc", 1);
    REQUIRE_STATUS(context, tricorn_gpu_part_load(context, &gpus), TRICORN_UNSUPPORTED);
    CHECK_MESSAGE(context, "was not found");
    REQUIRE_STATUS(
      context, tricorn_options_check(context, COUNTING(.device = "gpu"), TRICORN_FOR_TOTAL), TRICORN_UNSUPPORTED);
    CHECK_MESSAGE(context, "was not found");
    tricorn_context_free(context);
}

/* Returns whether this thread gets the stub. */
static bool loads(void)
{
    tricorn_context *context = make_context();
    const char *gpus = NULL;
    bool good = tricorn_gpu_part_load(context, &gpus) == TRICORN_OK && strcmp(gpus, "12 34a PTX:56") == 0;
    good = good &&
           tricorn_options_check(context, COUNTING(.device = "gpu:3"), TRICORN_FOR_TOTAL) == TRICORN_UNSUPPORTED &&
           strstr(tricorn_context_message(context), "the stub has no GPU") != NULL;
    tricorn_context_free(context);
    return good;
}

static bool child_loads(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) _exit(loads() ? 0 : 1);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

TEST_CASE(by_threads_and_children)
{
    bool good[THREADS] = {false};
    setenv(TG_PART_FOLDER, STUB_FOLDER, 1);
    CHECK(child_loads(), "a child, before the parent");
#pragma omp parallel num_threads(THREADS)
    good[omp_get_thread_num()] = loads();
    for (int t = 0; t < omp_get_max_threads() && t < THREADS; t++) CHECK(good[t], "thread %d", t);
    CHECK(child_loads(), "a child, after the parent");
}

TEST_MAIN()
