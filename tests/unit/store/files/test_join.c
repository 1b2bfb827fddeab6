/* test_join.c - processes that share a folder: each part is taken once while all are well, one whose lease is over is
 * taken again, counts that disagree are an error that names both, and all agree on the cut of the first. */
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/files/join.h"
#include "store/files/lease.h"
#include "support/fixture.h"

static const double LONG = 600, SHORT = 0.05;
enum { COUNT = 20, IDENTITY = 77 };

static tg_disk_folder folder;

static tg_join *begin(double seconds)
{
    tg_join *join = NULL;
    WORKS(tg_join_open(fixture.context, &folder, IDENTITY, seconds, &join));
    WORKS(tg_join_begin(fixture.context, join, IDENTITY + 1, COUNT));
    return join;
}

static void open_folder(void)
{
    test_create();
    WORKS(tg_disk_folder_open(fixture.context, fixture.folder.path, false, &folder));
}

/* Removes what is shared: the fixture's folder has no others below it. */
static void remove_shared(void)
{
    char path[TEST_PATH_BYTES + 64];
    snprintf(path, sizeof path, "%s/tricorn-join-%016x", fixture.folder.path, (unsigned)IDENTITY);
    DIR *list = opendir(path);
    if (list == NULL) return;
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) (void)unlinkat(dirfd(list), entry->d_name, 0);
    closedir(list);
    rmdir(path);
}

static void close_folder(void)
{
    remove_shared();
    tg_disk_folder_close(&folder);
    test_destroy();
}

static uint64_t take(tg_join *join)
{
    uint64_t number = 0;
    bool taken = false;
    WORKS(tg_join_take(fixture.context, join, &number, &taken));
    CHECK(taken, "all is taken");
    return number;
}

static uint64_t count_of(uint64_t number)
{
    return number * number + 1;
}

static tricorn_status add(tg_join *join, uint64_t number, uint64_t triangles)
{
    const tg_join_found found = {.triangles = triangles};
    return tg_join_add(fixture.context, join, number, &found);
}

static void check_all(tg_join *join, uint64_t own)
{
    uint64_t number, sum = 0;
    bool taken = true;
    for (uint64_t q = 0; q < COUNT; q++) sum += count_of(q);
    WORKS(tg_join_take(fixture.context, join, &number, &taken));
    CHECK(!taken, "there is no more");
    CHECK_EQ(tg_join_done(join), COUNT, "parts that are done");
    CHECK_EQ(tg_join_triangles(join), sum, "the sum");
    CHECK_EQ(tg_join_own(join), own, "own parts");
}

TEST_CASE(in_turn)
{
    enum { PROCESSES = 3 };
    tg_join *joins[PROCESSES];
    bool seen[COUNT] = {false};
    for (int j = 0; j < PROCESSES; j++) joins[j] = begin(LONG);
    for (uint64_t q = 0; q < COUNT; q++) {
        const uint64_t number = take(joins[q % PROCESSES]);
        CHECK(number < COUNT && !seen[number], "part %" PRIu64 " again", number);
        seen[number] = true;
        WORKS(add(joins[q % PROCESSES], number, count_of(number)));
    }
    for (int j = 0; j < PROCESSES; j++) {
        check_all(joins[j], COUNT / PROCESSES + (j < COUNT % PROCESSES));
        CHECK_EQ(tg_join_processes(joins[j]), PROCESSES, "processes");
    }
    for (int j = 0; j < PROCESSES; j++) tg_join_close(joins[j]);
    tg_join *late = begin(LONG);
    check_all(late, 0);
    tg_join_close(late);
}

static int wait_no_more(void *user, const char *phase, uint64_t done, uint64_t total)
{
    (void)phase, (void)done, (void)total;
    return --*(int *)user < 0;
}

/* A lease that someone made and touches no more; the part is not taken before it is over. */
TEST_CASE(taken_over)
{
    int patience = 3;
    uint64_t number;
    bool taken;
    tg_join *dead = begin(LONG), *patient = begin(LONG);
    const uint64_t lost = take(dead);
    for (uint64_t q = 0; q + 1 < COUNT; q++) {
        const uint64_t own = take(patient);
        CHECK(own != lost, "a part that another one counts");
        WORKS(add(patient, own, count_of(own)));
    }
    tricorn_context_set_progress(fixture.context, wait_no_more, &patience);
    FAILS(tg_join_take(fixture.context, patient, &number, &taken), TRICORN_CANCELLED);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    atomic_store(&fixture.context->cancelled, false);

    tg_join *hasty = begin(SHORT); /* the dead one touches in minutes */
    CHECK_EQ(take(hasty), lost, "the part of the dead");
    WORKS(add(hasty, lost, count_of(lost)));
    check_all(hasty, 1);
    check_all(patient, COUNT - 1);
    /* It was not dead, and has the same. */
    WORKS(add(dead, lost, count_of(lost)));
    check_all(dead, 1);
    tg_join_close(dead);
    tg_join_close(patient);
    tg_join_close(hasty);
}

/* Who leaves gives back what was taken. */
TEST_CASE(given_back)
{
    tg_join *first = begin(LONG);
    const uint64_t number = take(first);
    tg_join *other = begin(LONG);
    tg_join_close(first);
    bool again = false;
    for (uint64_t q = 0; q < COUNT; q++) {
        const uint64_t own = take(other);
        again = again || own == number;
        WORKS(add(other, own, count_of(own)));
    }
    CHECK(again, "part %" PRIu64 " was left", number);
    check_all(other, COUNT);
    tg_join_close(other);
}

static void begin_all_parts(void)
{
    for (int q = 0; q < COUNT; q++) {
        char path[TEST_PATH_BYTES + 64];
        snprintf(path, sizeof path, "%s/tricorn-join-%016x/lease-%d-1", fixture.folder.path, (unsigned)IDENTITY, q);
        close(open(path, O_CREAT | O_WRONLY, 0666));
    }
}

TEST_CASE(liars_are_named)
{
    uint64_t number;
    bool taken;
    char process[32];
    tg_join *one = begin(LONG), *liar = begin(LONG);
    WORKS(add(one, 3, 50));
    WORKS(add(liar, 3, 51));
    tg_join *third = NULL;
    WORKS(tg_join_open(fixture.context, &folder, IDENTITY, LONG, &third));
    WORKS(tg_join_begin(fixture.context, third, IDENTITY + 1, COUNT));
    begin_all_parts();
    FAILS(tg_join_take(fixture.context, third, &number, &taken), TRICORN_WRONG_COUNT);
    const char *message = tricorn_context_message(fixture.context);
    snprintf(process, sizeof process, "-%ld-", (long)getpid());
    const char *first = strstr(message, process);
    CHECK(first && strstr(first + 1, process), "both are named: %s", message);
    CHECK(strstr(message, "found 50") && strstr(message, "found 51"), "%s", message);
    for (uint64_t q = 0; q < COUNT; q++) {
        const tricorn_status status = q == 3 ? TRICORN_OK : add(one, q, 1);
        WORKS(status);
    }
    /* The one whose count was first learns it when it looks what others have found. */
    for (;;) {
        const tricorn_status status = tg_join_take(fixture.context, one, &number, &taken);
        if (status == TRICORN_WRONG_COUNT) break;
        WORKS(status);
        CHECK(taken, "nobody noticed");
        WORKS(add(one, number, 1));
    }
    tg_join_close(one);
    tg_join_close(liar);
    tg_join_close(third);
}

TEST_CASE(one_cut)
{
    tg_join_cut first = {100, 50, 7}, second = {4000, 3, 2};
    tg_join *one = begin(LONG), *other = begin(LONG);
    WORKS(tg_join_agree(fixture.context, one, &first));
    WORKS(tg_join_agree(fixture.context, other, &second));
    CHECK(first.kept_bytes == 100 && first.batch_bytes == 50 && first.batch_wedges == 7, "the cut of the first");
    CHECK(second.kept_bytes == 100 && second.batch_bytes == 50 && second.batch_wedges == 7, "the cut of the second");
    tg_join_close(one);
    tg_join_close(other);
}

/* A lease lives as long as its process touches it. */
TEST_CASE(leases)
{
    enum { LOOKS = 20, LOOK_MICROSECONDS = 10000 };
    tg_leases *own = NULL, *other = NULL;
    tg_lease_seen seen = {0};
    tg_lease_state found = TG_LEASE_NONE;
    bool taken = false;
    WORKS(tg_leases_open(fixture.context, &folder, SHORT, &own));
    WORKS(tg_leases_open(fixture.context, &folder, 40 * SHORT, &other));
    WORKS(tg_lease_look(fixture.context, other, "mine", &seen, &found));
    CHECK_EQ(found, TG_LEASE_NONE, "none");
    WORKS(tg_lease_take(fixture.context, own, "mine", &taken));
    CHECK(taken, "it was free");
    WORKS(tg_lease_take(fixture.context, other, "mine", &taken));
    CHECK(!taken, "it was not free");
    for (int i = 0; i < 5 * LOOKS; i++) {
        WORKS(tg_lease_look(fixture.context, other, "mine", &seen, &found));
        CHECK_EQ(found, TG_LEASE_HELD, "look %d", i);
        usleep(LOOK_MICROSECONDS);
    }
    tg_lease_end(own, false);
    for (int i = 0; i < 100 * LOOKS && found != TG_LEASE_OVER; i++) {
        WORKS(tg_lease_look(fixture.context, other, "mine", &seen, &found));
        usleep(LOOK_MICROSECONDS);
    }
    CHECK_EQ(found, TG_LEASE_OVER, "nobody touches it");
    tg_leases_close(own);
    tg_leases_close(other);
}

TEST_MAIN_EACH(open_folder, close_folder)
