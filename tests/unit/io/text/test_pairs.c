/* test_pairs.c - every variant that this CPU can run reads exactly the plain lines. */
#include "io/text/pairs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text/text.h"
#include "support/check.h"
#include "support/edge_list.h"
#include "support/isa.h"
#include "support/random.h"

/* An allocation of exactly the bytes and the padding, so that the address sanitizer detects reads beyond. */
static char *with_padding(const char *text, size_t bytes)
{
    char *copy = test_allocate(bytes + TG_TEXT_PADDING, 1);
    memcpy(copy, text, bytes);
    memset(copy + bytes, '7', TG_TEXT_PADDING); /* digits: the worst that may follow */
    return copy;
}

/* ---- the definition of a plain line in pairs.h, byte by byte ---- */

/* The form of the lines. */
typedef struct line_form {
    char separator;
    uint32_t columns;
    bool wide;
} line_form;

static bool separates(line_form form, char c)
{
    return c == form.separator || (form.separator == ' ' && c == '\t');
}

/* Parses up to 20 digits of a number below 2^64; NULL if it has no digit, or more than 20. */
static const char *plain_number(const char *at, uint64_t *number)
{
    unsigned __int128 value = 0;
    unsigned digits = 0;
    for (; *at >= '0' && *at <= '9'; at++, digits++) value = digits < 20 ? value * 10 + (unsigned)(*at - '0') : value;
    *number = (uint64_t)value;
    return digits >= 1 && digits <= 20 && value >> 64 == 0 ? at : NULL;
}

/* The position behind the columns from the third on; NULL if they are not plain. */
static const char *plain_rest(const char *at, line_form form)
{
    uint32_t columns = 2;
    for (; *at != '\n'; at++) {
        if (*at == 0 || *at == '"' || (*at == '\r' && at[1] != '\n')) return NULL;
        if (form.separator == ' ' && strchr("{#%", *at)) return NULL;
        columns += separates(form, *at);
        if (form.separator == ' ' && separates(form, *at) && (separates(form, at[1]) || at[1] == '\n' || at[1] == '\r'))
            return NULL;
    }
    return form.columns == 0 || columns == form.columns ? at + 1 : NULL;
}

/* The position behind the line, or NULL if it is not plain. */
static const char *plain_line(const char *at, line_form form, tg_wide_edge *edge)
{
    const char *begin = at;
    at = plain_number(at, &edge->u);
    if (at == NULL || !separates(form, *at)) return NULL;
    at = plain_number(at + 1, &edge->v);
    if (at == NULL || (!form.wide && (edge->u >= UINT32_MAX || edge->v >= UINT32_MAX))) return NULL;
    if (*at == '\r') return at[1] == '\n' && form.columns <= 2 ? at + 2 : NULL;
    if (*at == '\n') return form.columns <= 2 ? at + 1 : NULL;
    if (!separates(form, *at)) return NULL;
    at = plain_rest(at, form);
    return at && at - begin <= TG_PAIRS_LINE_BYTES ? at : NULL;
}

static void check_text(const tg_pairs_reader *variant, const char *text, size_t bytes, line_form form)
{
    const bool wide = form.wide;
    char *copy = with_padding(text, bytes);
    const uint64_t room = bytes / 4;
    void *edges = test_allocate(room + 1, wide ? sizeof(tg_wide_edge) : sizeof(tg_edge));
    tg_pairs pairs = {.at = copy,
      .stop = copy + bytes,
      .edges = edges,
      .separator = form.separator,
      .columns = form.columns,
      .wide = wide};
    const char *at = copy;
    uint64_t count = 0, largest = 0;
    variant->read(&pairs);
    while (at < copy + bytes) {
        tg_wide_edge wanted, got;
        const char *next = plain_line(at, form, &wanted);
        if (next == NULL) break;
        CHECK(count < pairs.count, "%s: too few edges of %.30s", tg_isa_name(variant->isa), text);
        if (wide)
            got = ((const tg_wide_edge *)edges)[count];
        else
            got = (tg_wide_edge){((const tg_edge *)edges)[count].u, ((const tg_edge *)edges)[count].v};
        CHECK_EQ(got.u, wanted.u, "%s: edge %d", tg_isa_name(variant->isa), (int)count);
        CHECK_EQ(got.v, wanted.v, "%s: edge %d", tg_isa_name(variant->isa), (int)count);
        largest = wanted.u > largest ? wanted.u : largest;
        largest = wanted.v > largest ? wanted.v : largest;
        at = next;
        count++;
    }
    CHECK_EQ(pairs.count, count, "%s: edges of %.30s", tg_isa_name(variant->isa), text);
    CHECK_EQ(pairs.largest, largest, "%s: largest of %.30s", tg_isa_name(variant->isa), text);
    CHECK_EQ(pairs.at - copy, at - copy, "%s: stop in %.30s", tg_isa_name(variant->isa), text);
    free(edges);
    free(copy);
}

static void check_all(const char *text, size_t bytes)
{
    static const char separators[] = {' ', '\t', ',', ';', ':'};
    static const uint32_t columns[] = {0, 2, 3};
    TEST_EACH_ISA (isa) {
        for (size_t s = 0; s < sizeof separators; s++)
            for (size_t c = 0; c < LENGTH(columns); c++)
                for (int wide = 0; wide < 2; wide++)
                    check_text(tg_pairs_reader_of(isa), text, bytes, (line_form){separators[s], columns[c], wide});
    }
}

TEST_CASE(single_lines)
{
    static const char *const lines[] = {
      "1 2\n",
      "12345678 12345678\n",
      "123456789 1\n",
      "1 123456789\n",
      "4294967294 0\n",
      "4294967295 0\n",
      "0 4294967295\n",
      "18446744073709551615 18446744073709551615\n",
      "18446744073709551616 1\n",
      "1 18446744073709551616\n",
      "99999999999999999999 1\n",
      "000000000000000000001 1\n",
      "00000000000000000001 1\n",
      " 1 2\n",
      "1  2\n",
      "1 \n",
      "1\n",
      "\n",
      "# 1 2\n",
      "1 2 \n",
      "1 2\r\n",
      "1 2\r \n",
      "1\r2\n",
      "1 2 3\n",
      "1,2\n",
      "1;2;\n",
      "1\t2\tx\n",
      "1:2\n",
      "1 2x\n",
      "1 2.5\n",
      "1.5 2\n",
      "-1 2\n",
      "1 -2\n",
      "a b\n",
      "1 2 3 4\n",
      "1 2 \"3\"\n",
      "1 2 {}\n",
      "1 2  3\n",
      "1 2 #3\n",
      "1,2,3\n",
      "1,2,,\n",
      "1,2,\n",
      "1:2:3\n",
      "1\t2\t \n",
      "1 2\r3\n",
      "1,2,\r\n",
      "1/2\n",
      "1 2:\n",
      "1\xB0 2\n",
      "1 2\xB0\n",
      "1 /\n",
      "1 :\n",
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        char text[400] = "";
        check_all(lines[i], strlen(lines[i]));
        /* An unusual line before and after plain ones, as either of two lines that are read at once. */
        for (int before = 1; before < 4; before++) {
            for (int l = 0; l < 5; l++) strcat(text, l == before ? lines[i] : "10 20\n");
            check_all(text, strlen(text));
            text[0] = 0;
        }
    }
    check_all("1 2 \0\n3 4\n", 10);
    check_all("1 2\0\n3 4\n", 9);
    check_all("5 6\n1\0 2\n3 4\n", 13);
}

/* All 256 bytes at each position of a line. */
TEST_CASE(every_byte)
{
    static const char text[] = "10 20\n11 21 5\n12 22\n13 23\r\n14 24\n15 25\n";
    for (size_t place = 0; place < sizeof text - 2; place++)
        for (int byte = 0; byte < 256; byte++) {
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[place] = (char)byte;
            check_all(changed, sizeof text - 1);
        }
}

/* Long enough for many windows; now and then a long line, or one that is not plain. */
TEST_CASE(long_texts)
{
    enum { BYTES = 60000, ROUNDS = 60 };
    static const unsigned bits[] = {3, 12, 20, 26, 27, 32, 40, 64};
    char *text = test_allocate(BYTES + 10000, 1);
    test_random random = {5};
    for (int round = 0; round < ROUNDS; round++) {
        const char *separator = round % 5 == 4 ? "," : "\t";
        size_t bytes = 0;
        while (bytes < BYTES) {
            const unsigned shift = 64 - bits[round % 8];
            const uint64_t u = test_random_next(&random) >> shift;
            const uint64_t v = test_random_next(&random) >> shift;
            const uint32_t kind = test_random_below(&random, 3000);
            bytes += (size_t)sprintf(text + bytes, "%" PRIu64 "%s%" PRIu64, u, separator, v);
            if (round >= 8 && kind < 3) {
                const size_t tail = TG_PAIRS_LINE_BYTES - 20 + 15 * kind;
                memset(text + bytes, ' ', tail);
                bytes += tail;
            } else if (round >= 16 && kind < 60) {
                bytes += (size_t)sprintf(text + bytes, " %u", kind);
            } else if (round >= 24 && kind < 62) {
                text[bytes++] = '-';
            }
            text[bytes++] = '\n';
        }
        check_all(text, bytes);
    }
    free(text);
}

TEST_MAIN()
