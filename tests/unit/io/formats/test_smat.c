/* test_smat.c - sparse matrices that count from 0. */

#include "unit/io/format_files.h"

/* 0-1, 0-2, 1-2, 2-4 of 6 vertices. */
static const uint64_t pairs[] = {0, 1, 0, 2, 1, 2, 2, 4};
static const expected_edges expected = {4, pairs, true, 6};

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "6 6 4\n0 1 1\n0 2 1\n1 2 1\n2 4 1\n",
      " 6\t6 4 \r\n0 1 1\r\n\r\n2 0 -0.5 \r\n1\t2  0\r\n4 2 1e3",
      "6 6 4\n0 1 nan\n0 2 1.\n\n1 2 1\n2 4 1\n\n",
    };
    static const expected_edges none = {0, NULL, true, 3};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        check_file_reads("a.smat", texts[i], strlen(texts[i]), NULL, &expected);
        check_file_reads("a", texts[i], strlen(texts[i]), "smat", &expected);
    }
    check_file_reads("a.smat", "3 3 0\n", 6, NULL, &none);
}

TEST_CASE(test_damaged)
{
    static const refused_text damaged[] = {
      {"6 6\n", "a.smat:1: expected three whole numbers"},
      {"6 6 4 1\n", "a.smat:1: expected three whole numbers"},
      {"6 6 x\n", "a.smat:1: expected three whole numbers"},
      {"\n6 6 4\n", "a.smat:1: expected three whole numbers"},
      {"3 3 1\n0 3 1\n", "a.smat:2: the row or the column is not below"},
      {"3 3 1\n\n18446744073709551616 0 1\n", "a.smat:3: the row or"},
      {"3 3 1\n0 1\n", "a.smat:2: expected a row, a column and a value"},
      {"3 3 1\n0\n", "a.smat:2: expected a row"},
      {"3 3 1\n0 1 1 1\n", "a.smat:2: expected a row"},
      {"3 3 1\n0 1 x\n", "a.smat:2: expected a row"},
      {"3 3 1\n0 -1 1\n", "a.smat:2: expected a row"},
      {"3 3 1\n# c\n0 1 1\n", "a.smat:2: expected a row"},
      {"3 3 2\n0 1 1\n", "a.smat:1: says 2 entries, but there are 1: is the file cut?"},
      {"3 3 1\n0 1 1\n1 2 1\n", "says 1 entries, but there are 2"},
    };
    static const refused_text unsupported[] = {
      {"6 5 1\n0 1 1\n", "a.smat:1: with 6 rows and 5 columns"},
      {"4294967296 4294967296 1\n", "4294967296 vertices are more"},
    };
    check_texts_fail("a.smat", NULL, TRICORN_BAD_FORMAT, damaged, LENGTH(damaged));
    check_texts_fail("a.smat", NULL, TRICORN_UNSUPPORTED, unsupported, LENGTH(unsupported));
}

TEST_CASE(test_changed)
{
    static const char text[] = "6 6 4\n0 1 1\n0 2 1\n1 2 1\n2 4 1\n";
    check_text_changes_are_safe("a.smat", text, NULL);
}

TEST_CASE(test_strict)
{
    check_strict("smat", "3 3 2\n0 1 1\n\n1 0 1\n", NULL); /* symmetric */
    check_strict("smat", "3 3 2\n0 1 1\n\n0 1 1\n", "a:4: a repeat of an earlier edge");
}

/* By suffix or name only: other files begin with three numbers, too. */
TEST_CASE(test_recognised)
{
    const tg_format *smat = tg_format_find("smat");
    CHECK_EQ(smat->recognise("a.smat", "", 0), TG_BY_NAME, "suffix");
    CHECK_EQ(smat->recognise("a.SMAT", "6 6 4\n", 6), TG_BY_NAME, "suffix in capitals");
    CHECK_EQ(smat->recognise("a.txt", "6 6 4\n", 6), TG_NOT_MINE, "another suffix");
    check_large_estimate("a.smat", "900 900 5000\n", true);
}

TEST_MAIN_EACH(files_create, test_destroy)
