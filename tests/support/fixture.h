/* fixture.h - the usual state of a test program: a context whose memory is watched, and a folder.
 */
#pragma once

#include "support/allocator.h"
#include "support/check.h"
#include "support/files.h"

/* The program's fixture; valid between opening and closing. */
extern struct test_fixture {
    test_allocator allocator;
    tricorn_context *context;
    test_folder folder;
    char path[TEST_PATH_BYTES]; /* path of a file in the folder that does not exist yet */
} fixture;

/* The path of the named file in the folder, until the end of the block. */
#define IN_FOLDER(name) PATH_IN(&fixture.folder, name)

/* Returns the context; threads 0: all. */
tricorn_context *test_fixture_open(uint32_t threads);

/* Fails the test unless all memory was freed. */
void test_fixture_close(void);

/* For TEST_MAIN_EACH() and TEST_MAIN_BETWEEN(): with one thread, and with two. */
void test_create_single(void);
void test_create(void);
void test_destroy(void);

/* A context of a process that may have so many bytes more than it has now. */
tricorn_context *test_context_in_process(uint64_t more, uint32_t threads);

/* A graph of the fixture's context. */
tricorn_graph *test_generated(const char *model, const char *parameters);

/* As many contexts, each with an allocator of its own. */
void test_contexts_create(
  test_allocator *allocators, tricorn_context **contexts, const uint32_t *thread_numbers, size_t count);
void test_contexts_free(test_allocator *allocators, tricorn_context **contexts, size_t count);
