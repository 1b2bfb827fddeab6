/* test_word_lines.c - a plain line of words is the same edge for the dialect, which cuts any line. */
#include "io/text/word_lines.h"

#include <stdio.h>
#include <string.h>

#include "support/check.h"
#include "support/random.h"

enum { LINES = 1000000, PIECES = 5, LINE_BYTES = 64 };

/* Words, separators, and bytes that have a meaning somewhere. */
static const char *const pieces[] = {
  "a",
  "bc",
  "7",
  "w12",
  "n/a",
  "NA",
  "\\N",
  "nan",
  "None",
  "-",
  "_",
  ".",
  ":",
  "'",
  "@",
  "/",
  "!",
  "*",
  "#",
  "%",
  "(",
  ")",
  "[",
  "{",
  "<",
  ">",
  "\"",
  "\"",
  "\"",
  "|",
  "\v",
  "\xC3",
  "\xEF\xBB\xBF",
  "\r",
  "\x01",
  "#NA",
  "//",
  "--",
  " ",
  " ",
  " ",
  " ",
  "\t",
  "\t",
  "\t",
  ",",
  ",",
  ",",
  ";",
  "x y",
  "u",
  "v9",
};

static tg_dialect dialect_of(test_random *random)
{
    static const char separators[] = {TG_BLANKS, '\t', ',', ';', '|', '.'};
    static const char comments[] = {TG_COMMENT_USUAL, TG_COMMENT_USUAL, TG_COMMENT_NONE, 'a', '-'};
    return (tg_dialect){
      .words = true,
      .separator = separators[test_random_below(random, sizeof separators)],
      .comment = comments[test_random_below(random, sizeof comments)],
      .missing = (tg_missing)test_random_below(random, TG_MISSING_RULES),
      .named = test_random_below(random, 2),
      .varies = test_random_below(random, 2),
      .loose = test_random_below(random, 2),
      .columns = 2 + (uint32_t)test_random_below(random, 2),
      .ends = {0, 1},
    };
}

TEST_CASE(plain_lines)
{
    test_random random = {1};
    uint64_t plain = 0;
    for (int i = 0; i < LINES; i++) {
        const tg_dialect dialect = dialect_of(&random);
        char line[LINE_BYTES] = "", message[TG_LINE_MESSAGE_BYTES] = "";
        size_t bytes = 0;
        const uint64_t count = 1 + test_random_below(&random, PIECES);
        for (uint64_t p = 0; p < count; p++)
            bytes += (size_t)snprintf(
              line + bytes, sizeof line - bytes, "%s", pieces[test_random_below(&random, LENGTH(pieces))]);
        line[bytes] = '\n';
        tg_field found[2], ends[2];
        const char *behind = tg_plain_words(&dialect, line, found);
        if (behind == NULL) continue;
        plain++;
        CHECK(behind == line + bytes + 1, "%s", line);
        CHECK(!tg_dialect_skips(&dialect, line, line + bytes), "%s", line);
        CHECK(tg_dialect_ends(&dialect, line, line + bytes, ends, message), "%s%s", line, message);
        for (unsigned end = 0; end < 2; end++)
            CHECK(tg_field_equals(found[end], ends[end]) && found[end].quoted == ends[end].quoted &&
                    memchr(found[end].text, '"', found[end].bytes) == NULL,
              "%s", line);
    }
    CHECK(plain > LINES / 1000, "most lines have other bytes, but some are plain");
}

/* All lines of usual tables of words are plain. */
TEST_CASE(usual_lines)
{
    static const struct {
        char separator;
        uint32_t columns;
        const char *line;
    } lines[] = {
      {TG_BLANKS, 2, "w123 w456\n"},
      {TG_BLANKS, 2, "ann\tbob\n"},
      {'\t', 2, "9606.ENSP00000000233\t9606.ENSP00000272298\n"},
      {',', 2, "550e8400-e29b-41d4-a716-446655440000,d41d8cd98f00b204e9800998ecf8427e\n"},
      {',', 3, "ann@example.org,O'Neil,0.5\n"},
      {',', 2, "Ann Lee,\"Lee, Bob\"\n"},
      {';', 2, "10.0.0.1;http://example.org/a?b=c\r\n"},
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        const tg_dialect dialect = {
          .words = true, .separator = lines[i].separator, .columns = lines[i].columns, .ends = {0, 1}};
        tg_field ends[2];
        CHECK(
          tg_plain_words(&dialect, lines[i].line, ends) == lines[i].line + strlen(lines[i].line), "%s", lines[i].line);
    }
}

TEST_MAIN()
