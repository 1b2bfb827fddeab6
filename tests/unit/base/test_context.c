/* test_context.c - contexts, messages, progress and cancel. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "base/threads.h"
#include "support/fixture.h"

TEST_CASE(wrong_arguments)
{
    tricorn_context *context = NULL;

    CHECK_EQ(tricorn_context_create(NULL, NULL), TRICORN_INVALID_ARGUMENT, "nowhere to put it");
    CHECK_EQ(tricorn_context_create(&(tricorn_context_options){0}, &context), TRICORN_INVALID_ARGUMENT, "no size");
    tricorn_context *whole = test_fixture_open(3);
    CHECK_EQ(tricorn_context_threads(whole), 3, "threads");
    test_fixture_close();
    CHECK(context == NULL, "a failure has no output");
    tricorn_context_free(NULL);
}

static void *no_memory(void *user, size_t bytes)
{
    (void)user;
    (void)bytes;
    return NULL;
}

TEST_CASE(half_an_allocator)
{
    tricorn_context *context = NULL;

    CHECK_EQ(tricorn_context_create(OPTIONS(tricorn_context_options, .allocate = no_memory), &context),
      TRICORN_INVALID_ARGUMENT, "allocate without release");
}

TEST_CASE(defaults)
{
    tricorn_context *context = test_new_context(NULL);
    CHECK(tricorn_context_threads(context) >= 1, "threads");
    CHECK(strcmp(tricorn_context_message(context), "") == 0, "no message yet");
    CHECK_EQ(tricorn_context_bytes(context), 0, "no memory yet");
    tricorn_context_free(context);
}

TEST_CASE(instruction_sets)
{
    tricorn_context *context = NULL;
    const char *best = NULL;

    tricorn_context_options options = *OPTIONS(tricorn_context_options, .instruction_set = "sse9");
    CHECK_EQ(tricorn_context_create(&options, &context), TRICORN_INVALID_ARGUMENT, "no such name");
    for (size_t i = 0; i < tricorn_instruction_set_count(); i++) {
        const char *name = options.instruction_set = tricorn_instruction_set_at(i);
        const bool usable = tricorn_instruction_set_usable(name);
        CHECK_EQ(tricorn_context_create(&options, &context), usable ? TRICORN_OK : TRICORN_UNSUPPORTED, "%s", name);
        if (!usable) continue;
        CHECK(strcmp(tricorn_context_instruction_set(context), name) == 0, "%s: not in force", name);
        tricorn_context_free(context);
        best = name; /* higher ones come later */
    }
    options.instruction_set = "auto";
    REQUIRE_OK(NULL, tricorn_context_create(&options, &context));
    CHECK(strcmp(tricorn_context_instruction_set(context), best) == 0, "not %s", best);
    tricorn_context_free(context);
    CHECK(tricorn_instruction_set_usable("portable"), "portable code runs everywhere");
    CHECK(!tricorn_instruction_set_usable("sse9") && !tricorn_instruction_set_usable(NULL), "none");
    CHECK(tricorn_instruction_set_at(tricorn_instruction_set_count()) == NULL, "past the end");
}

TEST_CASE(names_of_statuses)
{
    for (int s = TRICORN_OK; s <= TRICORN_WRONG_COUNT; s++) {
        const char *name = tricorn_status_string((tricorn_status)s);
        CHECK(name != NULL && name[0] != 0, "status %d", s);
        for (int other = TRICORN_OK; other < s; other++)
            CHECK(strcmp(name, tricorn_status_string((tricorn_status)other)) != 0, "statuses %d and %d have one name",
              s, other);
    }
    CHECK(tricorn_status_string((tricorn_status)9999) != NULL, "no status at all");
}

TEST_CASE(the_version_is_the_headers)
{
    char expected[32];
    snprintf(
      expected, sizeof expected, "%d.%d.%d", TRICORN_VERSION_MAJOR, TRICORN_VERSION_MINOR, TRICORN_VERSION_PATCH);
    assert_string_equal(tricorn_version(), expected);
}

TEST_CASE(messages)
{
    char long_name[2 * TG_MESSAGE_BYTES];

    tricorn_context *context = test_new_context(NULL);
    CHECK_EQ(
      tg_fail(context, TRICORN_BAD_FORMAT, "%d of %s", 3, "four"), TRICORN_BAD_FORMAT, "tg_fail returns its status");
    assert_string_equal(tricorn_context_message(context), "3 of four");
    tg_message_prefix(context, "a.txt");
    assert_string_equal(tricorn_context_message(context), "a.txt: 3 of four");

    /* A sequence of controls, one of 8 bits, one in UTF-8, a turn of the direction, and bytes that are no UTF-8. */
    tg_fail(context, TRICORN_BAD_FORMAT, "%s", "\x1b[2J \x9b \xc2\x9b \xe2\x80\xae \xff\xe9 \xc3\xa9");
    assert_string_equal(tricorn_context_message(context), "?[2J ? ? ? \xff\xe9 \xc3\xa9");
    tg_message_prefix(context, "a\nb");
    assert_string_equal(tricorn_context_message(context), "a?b: ?[2J ? ? ? \xff\xe9 \xc3\xa9");

    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = 0;
    tg_fail(context, TRICORN_BAD_FORMAT, "%s", long_name);
    CHECK_EQ(strlen(tricorn_context_message(context)), TG_MESSAGE_BYTES - 1, "cut, and ended");
    tg_message_prefix(context, "b");
    CHECK_EQ(strlen(tricorn_context_message(context)), TG_MESSAGE_BYTES - 1, "cut, and ended");
    CHECK(strncmp(tricorn_context_message(context), "b: xxx", 6) == 0, "prefixed");
    tg_message_prefix(context, long_name);
    CHECK(strlen(tricorn_context_message(context)) < TG_MESSAGE_BYTES, "a prefix without room");
    tg_message_suffix(context, "y");
    CHECK(strchr(tricorn_context_message(context), 'y') == NULL, "a suffix without room");
    tg_fail(context, TRICORN_BAD_FORMAT, "a");
    tg_message_suffix(context, "; b");
    assert_string_equal(tricorn_context_message(context), "a; b");
    tricorn_context_free(context);
}

/* Arguments of the callback, and its answer. */
typedef struct listener {
    int calls, stop_at; /* 0: never */
    const char *phase;
    uint64_t done, total;
} listener;

static int listen(void *user, const char *phase, uint64_t done, uint64_t total)
{
    listener *heard = user;
    heard->calls++;
    heard->phase = phase;
    heard->done = done;
    heard->total = total;
    return heard->calls == heard->stop_at;
}

TEST_CASE(progress_is_told)
{
    listener heard = {0};

    tricorn_context *context = test_new_context(NULL);
    CHECK(!tg_work_add(context, 10), "without a callback nobody says stop");
    tricorn_context_set_progress(context, listen, &heard);
    tg_work_begin(context, "reading", 100);
    CHECK_EQ(heard.calls, 1, "the start is told at once");
    CHECK(strcmp(heard.phase, "reading") == 0, "phase");
    CHECK_EQ(heard.total, 100, "total");
    while (heard.calls < 2) CHECK(!tg_work_add(context, 1), "go on");
    CHECK(heard.done > 0, "done");
    REQUIRE_OK(context, tg_check_cancelled(context));
    tricorn_context_set_progress(context, NULL, NULL);
    CHECK(!tg_work_add(context, 1), "the callback is gone");
    CHECK_EQ(heard.calls, 2, "the callback is gone");
    tricorn_context_free(context);
}

/* However soon after the last report. */
TEST_CASE(the_end_is_told)
{
    listener heard = {0};

    tricorn_context *context = test_new_context(NULL);
    tricorn_context_set_progress(context, listen, &heard);
    tg_work_begin(context, "counting", 100);
    CHECK(!tg_work_add(context, 99), "go on");
    CHECK(!tg_work_add(context, 1), "go on");
    CHECK_EQ(heard.done, 100, "the end");
    tricorn_context_free(context);
}

TEST_CASE(the_callback_stops_work)
{
    listener heard = {.stop_at = 2};

    tricorn_context *context = test_new_context(NULL);
    tricorn_context_set_progress(context, listen, &heard);
    tg_work_begin(context, "counting", 0);
    while (!tg_work_add(context, 1)) CHECK(heard.calls < 2, "said stop, but nobody listened");
    CHECK(tg_cancelled(context), "it stays so");
    REQUIRE_STATUS(context, tg_check_cancelled(context), TRICORN_CANCELLED);
    CHECK_MESSAGE(context, "counting");
    tricorn_context_free(context);
}

/* Every long public call stops on request, reports it, and leaves nothing. */
TEST_CASE(calls_are_cancelled)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0};
    listener never = {0}, at_once = {.stop_at = 1};
    tricorn_graph *graph = NULL, *other = NULL;
    tricorn_result result = TRICORN_RESULT_INIT;

    tricorn_context *context = test_fixture_open(2);
    tricorn_context_set_progress(context, listen, &never);
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, NULL, &graph));
    CHECK(never.calls > 0, "preparing told nothing");

    tricorn_context_set_progress(context, listen, &at_once);
    REQUIRE_STATUS(context, tricorn_graph_from_edges32(context, pairs, 3, NULL, &other), TRICORN_CANCELLED);
    CHECK(other == NULL, "a failure has no output");
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        tricorn_options options = *COUNTING(.algorithm = tricorn_algorithm_at(a)->name);
        at_once.calls = 0;
        result.triangles = 77;
        const tricorn_status status = tricorn_count(context, graph, &options, &result);
        if (status == TRICORN_UNSUPPORTED) continue;
        REQUIRE_STATUS(context, status, TRICORN_CANCELLED);
        CHECK_EQ(result.triangles, 77, "%s: a failure has no output", options.algorithm);
    }
    tricorn_context_set_progress(context, NULL, NULL);
    REQUIRE_OK(context, tricorn_count(context, graph, NULL, &result));
    CHECK_EQ(result.triangles, 1, "the context works on");
    tricorn_graph_free(graph);
    test_fixture_close();
}

/* Of all calls together: a call takes the difference. */
TEST_CASE(waiting_adds_up)
{
    tricorn_context *context = test_new_context(NULL);
    CHECK(tg_context_start_seconds(context) == 0, "before the first GPU");
    tg_context_add_start(context, 0.25);
    tg_context_add_start(context, 0.5);
    CHECK(tg_context_start_seconds(context) == 0.75, "after two");
    tricorn_context_free(context);
}

static unsigned released;

static void release(tg_device *device)
{
    (void)device;
    released++;
}

/* A thread of the parent may be starting the GPU: a child that joined it would wait for ever. */
TEST_CASE(a_forked_child_does_not_release_its_parents_gpu)
{
    tricorn_context *context = NULL;
    int gpu = 0, outcome = 0;

    CHECK_EQ(tricorn_context_create(NULL, &context), TRICORN_OK, "created");
    tg_context_set_device(context, (tg_device *)&gpu, release);
    const pid_t child = fork();
    if (child == 0) {
        const bool forgotten = tg_context_device(context) == NULL;
        tg_context_set_device(context, (tg_device *)&gpu, release); /* its own */
        const bool own = tg_context_device(context) == (tg_device *)&gpu && released == 0;
        tricorn_context_free(context);
        _exit(forgotten && own && released == 1 ? 0 : 1);
    }
    CHECK(waitpid(child, &outcome, 0) == child && outcome == 0, "the child");
    CHECK(tg_context_device(context) == (tg_device *)&gpu, "the parent's stays");
    tricorn_context_free(context);
    CHECK_EQ(released, 1, "released once");
}

/* The smallest number from 8 on whose fourth power is at least the number of edges. */
TEST_CASE(threads_fit_the_edges)
{
    static const struct {
        uint64_t edges;
        uint32_t threads;
    } cases[] = {{0, 8}, {1, 8}, {4096, 8}, {4097, 9}, {1000000, 32}, {17301503, 32}, {17301504, 33}, {33554432, 64},
      {67000000, 91}, {UINT64_C(1) << 32, 256}, {UINT64_C(1) << 48, 4096}, {UINT64_MAX, 4096}};
    for (size_t i = 0; i < LENGTH(cases); i++) CHECK_EQ(tg_threads_worth(cases[i].edges), cases[i].threads, "threads");
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = 12));
    for (int left_open = 0; left_open < 2; left_open++) {
        context->threads_left_open = left_open;
        tg_teams_begin(context);
        tg_threads_fit(context, 5000);
        CHECK_EQ(context->threads, left_open ? 9 : 12, "those that the user chose stay");
        tg_threads_fit(context, 1000000);
        CHECK_EQ(context->threads, left_open ? 9 : 12, "never more");
        tg_teams_end(context);
        CHECK_EQ(context->threads, 12, "the next call begins with all");
    }
    tricorn_context_free(context);
}

TEST_MAIN()
