/* test_word_table.c - words on disk: equal words become one vertex, others other vertices. */
#include "store/word_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fixture.h"
#include "support/edge_list.h"
#include "support/stored.h"

enum { NUMBERS = 3000, WORDS = 700, LONG = 9000, MEMORY = 1 << 20 };

/* The word of a number: words have common beginnings, one is empty, some are longer than a page.
 */
static size_t make_word(uint32_t which, char word[LONG + 1])
{
    size_t bytes = which % 50 == 1 ? LONG - which % 3 : which % 40;
    memset(word, 'a' + (int)(which % 2), bytes);
    if (bytes >= 4) snprintf(word + bytes - 4, 5, "%04u", which % 10000);
    return strlen(word);
}

typedef struct numbers {
    uint64_t vertex[NUMBERS];
    unsigned taken[NUMBERS];
} numbers;

static tricorn_status take(void *user, uint64_t number, uint64_t vertex)
{
    numbers *all = user;
    CHECK(number < NUMBERS, "a number that was put");
    all->vertex[number] = vertex;
    all->taken[number]++;
    return TRICORN_OK;
}

/* A vertex is as many as there are different words before its first one. */
static void check_order(const numbers *all, char (*words)[LONG + 1])
{
    uint64_t different = 0;
    for (uint32_t i = 0; i < NUMBERS; i++) {
        bool first = true;
        for (uint32_t j = 0; j < i && first; j++) first = strcmp(words[i], words[j]) != 0;
        if (first) CHECK_EQ(all->vertex[i], different++, "the word of number %u", i);
    }
}

/* The names are the words, whatever room they are read in. */
static void check_names(
  tricorn_context *context, tg_id_table *table, const numbers *all, char (*words)[LONG + 1], uint64_t text_room)
{
    enum { AT_ONCE = 60 };
    uint32_t vertices[AT_ONCE];
    for (uint32_t first = 0; first < NUMBERS; first += AT_ONCE) {
        tg_ids ids = {0};
        bool fits = false;
        for (uint32_t i = 0; i < AT_ONCE; i++) vertices[i] = (uint32_t)all->vertex[first + i];
        const tg_id_query query = {vertices, AT_ONCE, text_room};
        REQUIRE_OK(context, tg_id_table_look_up(context, table, &query, &ids, &fits));
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < AT_ONCE; i++) {
            bool again = false;
            for (uint32_t j = 0; j < i; j++) again = again || all->vertex[first + i] == all->vertex[first + j];
            if (!again) bytes += strlen(words[first + i]) + 1;
        }
        CHECK_EQ(fits, bytes <= text_room, "%llu bytes of words", (unsigned long long)bytes);
        for (uint32_t i = 0; i < AT_ONCE && !fits; i++)
            CHECK_EQ(vertices[i], all->vertex[first + i], "what did not fit is changed");
        for (uint32_t i = 0; i < AT_ONCE && fits; i++)
            assert_string_equal(ids.text + ids.starts[vertices[i]], words[first + i]);
        tg_ids_free(&ids);
    }
}

static void check_numbers(const numbers *all, char (*words)[LONG + 1])
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < NUMBERS; i++) {
        CHECK_EQ(all->taken[i], 1, "number %u", i);
        if (all->vertex[i] > last) last = all->vertex[i];
        for (uint32_t j = 0; j < i; j += 1 + i % 7)
            CHECK_EQ(all->vertex[i] == all->vertex[j], strcmp(words[i], words[j]) == 0, "numbers %u and %u", i, j);
    }
    uint64_t distinct = 0;
    for (uint64_t v = 0; v <= last; v++) {
        bool used = false;
        for (uint32_t i = 0; i < NUMBERS && !used; i++) used = all->vertex[i] == v;
        distinct += used;
    }
    CHECK_EQ(distinct, last + 1, "vertices are numbered without gaps");
}

TEST_CASE(equal_words_are_one_vertex)
{
    static const uint64_t map_bytes[] = {1, 60 << 10, 80 << 10, 1 << 20};
    test_random random = {5};
    numbers *all = test_allocate(1, sizeof *all);
    char(*words)[LONG + 1] = test_allocate(NUMBERS, sizeof *words);

    tricorn_context *context = test_fixture_open(1);
    for (unsigned m = 0; m < LENGTH(map_bytes); m++) {
        tg_disk_folder folder;
        tg_word_table *store = NULL;
        memset(all, 0, sizeof *all);
        test_store_cut(1 + m, 100);
        test_store_words(map_bytes[m]);
        REQUIRE_OK(context, tg_disk_folder_open(context, "/tmp", true, &folder));
        REQUIRE_OK(context, tg_word_table_create(context, &folder, MEMORY, &store));
        for (uint32_t i = 0; i < NUMBERS; i++) {
            const size_t bytes = make_word(test_random_below(&random, WORDS), words[i]);
            REQUIRE_OK(context, tg_word_table_put(context, store, i, words[i], bytes));
        }
        REQUIRE_OK(context, tg_word_table_end(context, store));
        tg_id_table *table = NULL;
        if (m > 0) REQUIRE_OK(context, tg_id_table_create(context, &folder, true, &table));
        REQUIRE_OK(context, tg_word_table_number(context, store, table, take, all));
        check_numbers(all, words);
        check_order(all, words);
        if (table) check_names(context, table, all, words, UINT64_MAX);
        if (table) check_names(context, table, all, words, 20000);
        tg_id_table_free(table);
        tg_word_table_free(store);
        tg_disk_folder_close(&folder);
        test_store_reset();
    }
    free(all);
    free(words);
    test_fixture_close();
}

TEST_MAIN()
