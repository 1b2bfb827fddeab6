/* fixture.c - see fixture.h. */
#include "support/fixture.h"

#include "base/machine_memory.h"

struct test_fixture fixture;

tricorn_context *test_fixture_open(uint32_t threads)
{
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, threads);
    test_folder_create(&fixture.folder);
    test_folder_path(&fixture.folder, "file", fixture.path);
    return fixture.context;
}

void test_fixture_close(void)
{
    test_folder_remove(&fixture.folder);
    test_context_free(&fixture.allocator, fixture.context);
}

void test_create_single(void)
{
    test_fixture_open(1);
}

void test_create(void)
{
    test_fixture_open(2);
}

void test_destroy(void)
{
    test_fixture_close();
}

tricorn_context *test_context_in_process(uint64_t more, uint32_t threads)
{
    tricorn_context *context = test_new_context(
      OPTIONS(tricorn_context_options, .threads = threads, .process_bytes_limit = tg_resident_memory("") + more));
    return context;
}

tricorn_graph *test_generated(const char *model, const char *parameters)
{
    tricorn_graph *graph = NULL;
    WORKS(tricorn_graph_generate(fixture.context, model, parameters, 0, &graph));
    return graph;
}

void test_contexts_create(
  test_allocator *allocators, tricorn_context **contexts, const uint32_t *thread_numbers, size_t count)
{
    for (size_t c = 0; c < count; c++) {
        test_allocator_init(&allocators[c]);
        contexts[c] = test_context_create(&allocators[c], thread_numbers[c]);
    }
}

void test_contexts_free(test_allocator *allocators, tricorn_context **contexts, size_t count)
{
    for (size_t c = 0; c < count; c++) test_context_free(&allocators[c], contexts[c]);
}
