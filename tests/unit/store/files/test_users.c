/* test_users.c - of processes that use a folder, without locks: one that is alone excludes all
 * others, those that share it only one that is alone, and those that have ended nobody. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/files/users.h"
#include "support/fixture.h"
#include "support/random.h"

enum { SLOTS = 4, STEPS = 30, TRIALS = 20 };
static const double SECONDS = 0.4;

static tg_disk_folder folder;

static void open_folder(void)
{
    test_create();
    WORKS(tg_disk_folder_open(fixture.context, fixture.folder.path, false, &folder));
}

static void close_folder(void)
{
    tg_disk_folder_close(&folder);
    test_destroy();
}

static bool enter(tricorn_context *context, bool shared, tg_users **users)
{
    const tg_use use = {shared, false, SECONDS};
    const tricorn_status status = tg_users_enter(context, &folder, &use, users);
    if (status == TRICORN_OK) return true;
    CHECK_EQ(status, TRICORN_IO_ERROR, "it is refused");
    CHECK_MESSAGE(context, "another process uses the work folder");
    return false;
}

/* Leaves a user's file, as a process that was killed does. */
static void kill_one(bool shared)
{
    char name[TG_USER_NAME_BYTES];
    static unsigned number;
    tg_user read;
    snprintf(name, sizeof name, "tricorn-user-%s-400-%016x-host-%u-0", shared ? "shared" : "alone", 7U, ++number);
    CHECK(tg_user_read(name, &read) && read.shared == shared && read.machine == 7 && read.seconds == SECONDS &&
            strncmp(read.process, "host-", 5) == 0,
      "%s", name);
    close(openat(folder.descriptor, name, O_CREAT | O_WRONLY, 0666));
}

static tricorn_status remove_user(tricorn_context *context, void *user, const char *name)
{
    tg_user found;
    (void)context, (void)user;
    if (tg_user_read(name, &found)) tg_disk_remove(&folder, name);
    return TRICORN_OK;
}

TEST_CASE(any_order)
{
    tg_users *users[SLOTS] = {NULL};
    bool shared[SLOTS] = {false};
    test_random random = {44};
    for (int step = 0; step < STEPS; step++) {
        const uint32_t slot = test_random_below(&random, SLOTS);
        if (users[slot]) {
            WORKS(tg_users_check(fixture.context, users[slot]));
            tg_users_leave(users[slot]);
            users[slot] = NULL;
            continue;
        }
        bool may = true;
        shared[slot] = test_random_below(&random, 3) > 0;
        for (int s = 0; s < SLOTS; s++) may &= !users[s] || (shared[s] && shared[slot]);
        if (test_random_below(&random, 6) == 0) kill_one(test_random_below(&random, 2) > 0);
        CHECK_EQ(enter(fixture.context, shared[slot], &users[slot]), may, "step %d", step);
    }
    for (int s = 0; s < SLOTS; s++) tg_users_leave(users[s]);
}

typedef struct entering {
    tricorn_context *context;
    bool shared;
    tg_users *users;
} entering;

static void *try_to_enter(void *given)
{
    entering *of = given;
    (void)enter(of->context, of->shared, &of->users);
    return NULL;
}

/* Of those that come together one stays, and none that it excludes, with any of them alone. */
TEST_CASE(some_at_once)
{
    enum { COME = 3 };
    entering all[COME] = {{.context = NULL}};
    test_random random = {44};
    for (int c = 0; c < COME; c++) REQUIRE_OK(NULL, tricorn_context_create(NULL, &all[c].context));
    for (int t = 0; t < TRIALS; t++) {
        pthread_t threads[COME];
        int entered = 0, alone = 0;
        const uint32_t come = 2 + test_random_below(&random, COME - 1);
        for (uint32_t c = 0; c < come; c++) {
            all[c].shared = test_random_below(&random, 3) == 0;
            pthread_create(&threads[c], NULL, try_to_enter, &all[c]);
        }
        for (uint32_t c = 0; c < come; c++) pthread_join(threads[c], NULL);
        for (uint32_t c = 0; c < come; c++) {
            entered += all[c].users != NULL;
            alone += all[c].users && !all[c].shared;
            tg_users_leave(all[c].users);
            all[c].users = NULL;
        }
        CHECK(entered == 1 || (entered > 1 && alone == 0), "%d enter, %d of them alone", entered, alone);
    }
    for (int c = 0; c < COME; c++) tricorn_context_free(all[c].context);
}

/* Touches the lease of one that is coming, but gives way in the end. */
static void *come_and_go(void *name)
{
    enum { TOUCHES = 12, TOUCH_MICROSECONDS = 50000 };
    for (int t = 0; t < TOUCHES; t++) {
        utimensat(folder.descriptor, name, NULL, 0);
        usleep(TOUCH_MICROSECONDS);
    }
    unlinkat(folder.descriptor, name, 0);
    return NULL;
}

/* One that has no mark yet is not refused: else two that come together could both be. */
TEST_CASE(coming)
{
    static char before[] = "tricorn-user-alone-400-0000000000000000-host-1-0",
                after[] = "tricorn-user-alone-400-ffffffffffffffff-host-1-0";
    char *const names[] = {before, after};
    for (int n = 0; n < 2; n++) {
        tg_users *users = NULL;
        pthread_t thread;
        close(openat(folder.descriptor, names[n], O_CREAT | O_WRONLY, 0666));
        pthread_create(&thread, NULL, come_and_go, names[n]);
        CHECK(enter(fixture.context, false, &users), "%s is not there yet", names[n]);
        CHECK_EQ(
          faccessat(folder.descriptor, names[n], F_OK, 0) == 0, names[n] == after, "the first by name is waited for");
        tg_users_leave(users);
        pthread_join(thread, NULL);
    }
}

/* One that was stopped for so long that others took the folder learns it. */
TEST_CASE(replaced)
{
    tg_users *users = NULL;
    CHECK(enter(fixture.context, false, &users), "nobody else is here");
    WORKS(tg_users_check(fixture.context, users));
    CHECK_EQ(tg_disk_each_name(fixture.context, &folder, remove_user, NULL), TRICORN_OK, "names");
    FAILS(tg_users_check(fixture.context, users), TRICORN_IO_ERROR);
    tg_users_leave(users);
}

TEST_CASE(liars)
{
    static const char name[] = "tricorn-user-alone-200-7-host-1-0";
    tg_users *users = NULL;
    CHECK(symlinkat("elsewhere", folder.descriptor, name) == 0, "a link");
    const tg_use use = {true, false, SECONDS};
    FAILS(tg_users_enter(fixture.context, &folder, &use, &users), TRICORN_BAD_FORMAT);
    SAYS(name);
    unlinkat(folder.descriptor, name, 0);
}

TEST_MAIN_EACH(open_folder, close_folder)
