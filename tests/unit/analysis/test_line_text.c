/* test_line_text.c - tables of ids that are words: what is quoted, and what JSON cannot hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/small_graph.h"
#include "support/fixture.h"

/* The small graph's only triangle, 0-1-3, with this id for 0. */
static tricorn_graph *graph_of(const char *word)
{
    const char *const words[SMALL_VERTICES] = {word, "B", "C", "D", "E"};
    tricorn_graph *graph = small_graph(fixture.context, 1);
    small_graph_name(fixture.context, graph, words);
    return graph;
}

static tricorn_status save(const tricorn_graph *graph, const char *name, const char *format)
{
    return tricorn_table_save(fixture.context, graph, IN_FOLDER(name),
      OPTIONS(tricorn_table_options, .table = TRICORN_TABLE_TRIANGLES, .sorted = 1, .format = format), NULL);
}

static void check_table(const char *word, const char *format, const char *expected)
{
    size_t count;
    tricorn_graph *graph = graph_of(word);
    WORKS(save(graph, "table", format));
    char *text = test_file_read(IN_FOLDER("table"), &count);
    assert_string_equal(text, expected);
    free(text);
    tricorn_graph_free(graph);
}

TEST_CASE(words_are_quoted_where_they_must)
{
    static const struct {
        const char *word, *csv, *tsv, *json;
    } cases[] = {
      {"plain", "plain", "plain", "\"plain\""},
      {"New York", "New York", "New York", "\"New York\""},
      {"", "\"\"", "\"\"", "\"\""},
      {"a,b", "\"a,b\"", "a,b", "\"a,b\""},
      {"a;b", "a;b", "a;b", "\"a;b\""},
      {"a\tb", "\"a\tb\"", "\"a\tb\"", "\"a\\u0009b\""},
      {"in\"ch", "\"in\"\"ch\"", "\"in\"\"ch\"", "\"in\\\"ch\""},
      {"\"", "\"\"\"\"", "\"\"\"\"", "\"\\\"\""},
      {"#a", "\"#a\"", "\"#a\"", "\"#a\""},
      {"%a", "\"%a\"", "\"%a\"", "\"%a\""},
      {" a", "\" a\"", "\" a\"", "\" a\""},
      {"a ", "\"a \"", "\"a \"", "\"a \""},
      {"a\r", "\"a\r\"", "\"a\r\"", "\"a\\u000d\""},
      {"a\nb", "\"a\nb\"", "\"a\nb\"", "\"a\\u000ab\""},
      {"back\\slash", "back\\slash", "back\\slash", "\"back\\\\slash\""},
      {"\xc3\xa9", "\xc3\xa9", "\xc3\xa9", "\"\xc3\xa9\""},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "u,v,w\n%s,B,D\n", cases[i].csv);
        check_table(cases[i].word, "csv", expected);
        snprintf(expected, sizeof expected, "u\tv\tw\n%s\tB\tD\n", cases[i].tsv);
        check_table(cases[i].word, "tsv", expected);
        snprintf(expected, sizeof expected, "%s\tB\tD\n", cases[i].tsv);
        check_table(cases[i].word, "text", expected);
        snprintf(expected, sizeof expected, "{\"u\":%s,\"v\":\"B\",\"w\":\"D\"}\n", cases[i].json);
        check_table(cases[i].word, "jsonl", expected);
    }
}

/* Overlong, lone and cut sequences, surrogates, and values above U+10FFFF. */
TEST_CASE(json_is_utf8)
{
    static const char *const bad[] = {
      "a\xff",
      "a\xfe",
      "\x80",
      "\xc3",
      "\xc0\x80",
      "\xed\xa0\x80",
      "\xe2\x82",
      "a\xe2\x82",
      "\xe0\x80\x80",
      "\xf4\x90\x80\x80",
      "\xf8\x88\x80\x80\x80",
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        tricorn_graph *graph = graph_of(bad[i]);
        FAILS(save(graph, "bad", "jsonl"), TRICORN_INVALID_ARGUMENT);
        SAYS("is not UTF-8");
        CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
        tricorn_graph_free(graph);
    }
}

/* Only suffixes of tables, and none, name no format. */
TEST_CASE(suffixes)
{
    static const char *const good[] = {"table", "a.txt", "a.CSV.gz", "d.tsv.zst", "a.jsonl", ".hidden", "a.mtx.txt"};
    static const char *const bad[] = {"a.mtx", "a.tri", "a.el", "a.jsn", "a.mtx.gz", "a.1"};
    tricorn_graph *graph = graph_of("a");
    for (size_t i = 0; i < LENGTH(bad); i++) {
        FAILS(save(graph, bad[i], NULL), TRICORN_INVALID_ARGUMENT);
        SAYS("no table has the suffix '.");
        CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    }
    FAILS(save(graph, "a.json", NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("the format is one of graphs"); /* and the table lists triangles */
    for (size_t i = 0; i < LENGTH(good); i++) WORKS(save(graph, good[i], NULL));
    WORKS(save(graph, "a.mtx", "csv"));
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
