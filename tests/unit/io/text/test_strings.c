/* test_strings.c - words are numbered in the order in which they occur. */
#include "io/text/strings.h"

#include <stdio.h>
#include <string.h>

#include "support/allocator.h"
#include "support/check.h"

TEST_CASE(many_words)
{
    enum { WORDS = 50000 };
    test_allocator allocator;
    tg_strings *strings = NULL;
    tg_ids ids = {0};
    char word[64];
    uint32_t number;
    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 1);
    REQUIRE_OK(context, tg_strings_create(context, &strings));
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < WORDS; i++) {
            /* Of all lengths around eight, which differ at either end. */
            const int bytes = snprintf(word, sizeof word, "%u%.*s", i, (int)(i % 20), "abcdefghijklmnopqrstuvwxyz");
            REQUIRE_OK(context, tg_strings_number(context, strings, word, (size_t)bytes, &number));
            CHECK_EQ(number, i, "%s", word);
        }
    CHECK_EQ(tg_strings_count(strings), WORDS, "words");
    REQUIRE_OK(context, tg_strings_finish(context, strings, &ids));
    for (uint32_t i = 0; i < WORDS; i++) {
        snprintf(word, sizeof word, "%u%.*s", i, (int)(i % 20), "abcdefghijklmnopqrstuvwxyz");
        assert_string_equal(ids.text + ids.starts[i], word);
    }
    CHECK(ids.numbers == NULL, "ids are words");
    tg_ids_free(&ids);
    test_context_free(&allocator, context);
}

/* One is a prefix of the other, or differs in one byte. */
TEST_CASE(similar_words)
{
    static const char *const words[] = {
      "a", "aa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab", "baaaaaaaaaaaaaaa", "A", "\xFF"};
    test_allocator allocator;
    tg_strings *strings = NULL;
    uint32_t number;
    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 1);
    REQUIRE_OK(context, tg_strings_create(context, &strings));
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < LENGTH(words); i++) {
            REQUIRE_OK(context, tg_strings_number(context, strings, words[i], strlen(words[i]), &number));
            CHECK_EQ(number, i, "%s", words[i]);
        }
    tg_strings_free(strings);
    tg_strings_free(NULL);
    test_context_free(&allocator, context);
}

TEST_MAIN()
