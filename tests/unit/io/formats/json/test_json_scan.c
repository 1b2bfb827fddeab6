/* test_json_scan.c - what is JSON and what is not, from whole texts and from texts cut at every position. */
#include "io/formats/json/json_scan.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum { TRACE_BYTES = 256, DEEP = 100000 };

/* The tokens of a text as letters: { [ ) for the end of both, k, s, n, w, . for the end of all.
 */
static char letter_of(const tg_json *json, tg_json_token token)
{
    static const char letters[] = "~!.)k{[snw";
    CHECK(token < sizeof letters - 1, "token %d", (int)token);
    CHECK((token == TG_JSON_FAULT) == (json->fault_at != NULL), "token %d", (int)token);
    return letters[token];
}

/* Scans all of the text. After the letters comes the position of a fault. */
static void trace(const char *text, size_t bytes, bool last, char letters[TRACE_BYTES])
{
    /* An allocation of exactly these bytes, so that the sanitizer detects reads beyond the end.
     */
    char *copy = malloc(bytes + 1);
    size_t used = 0;
    tg_json json;
    memcpy(copy, text, bytes);
    tg_json_begin(&json, copy, copy + bytes, last);
    for (tg_json_token token = TG_JSON_KEY; token > TG_JSON_END && used < TRACE_BYTES - 1;) {
        token = tg_json_next(&json);
        letters[used++] = letter_of(&json, token);
        if (token > TG_JSON_END)
            CHECK(json.value.kind == token && json.value.begin >= copy &&
                    json.value.begin + json.value.bytes <= copy + bytes,
              "the place of token %zu of %s", used, text);
    }
    letters[used] = 0;
    if (json.fault_at) CHECK(json.fault_at >= copy && json.fault_at <= copy + bytes, "the fault of %s", text);
    free(copy);
}

static const struct {
    const char *text, *letters;
} valid[] = {
  {"", "."},
  {" \t\r\n", "."},
  {"{}", "{)."},
  {"[]", "[)."},
  {" [ ] ", "[)."},
  {"1", "n."},
  {"\"a\"", "s."},
  {"true", "w."},
  {"{\"a\":1}", "{kn)."},
  {"{\"a\":1,\"b\":[1,2,{}]}", "{knk[nn{)))."},
  {"{ \"a\" :\n[ null , false ] }", "{k[ww))."},
  {"[[[]],[]]", "[[[))[))."},
  {"[0,-0,12,-1.5,1e5,1E+5,2.5e-3,0.0]", "[nnnnnnnn)."},
  {"[NaN,Infinity,-Infinity]", "[www)."},
  {"[\"\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"]", "[ss)."},
  {"[\"\xC3\xA9\",\"\xE2\x82\xAC\",\"\xF0\x9F\x98\x80\",\"\x7F\"]", "[ssss)."},
  {"[\"\\ud800\",\"\\u0000\"]", "[ss)."}, /* the grammar allows them; decoding does not */
  {"{\"a\":\"}\",\"b\":\"]\\\"\"}", "{ksks)."},
};

TEST_CASE(test_valid)
{
    for (size_t i = 0; i < LENGTH(valid); i++) {
        const char *text = valid[i].text;
        const size_t bytes = strlen(text);
        char letters[TRACE_BYTES], cut[TRACE_BYTES];
        trace(text, bytes, true, letters);
        CHECK(strcmp(letters, valid[i].letters) == 0, "%s gives %s", text, letters);
        /* The beginning of a text is no fault while more bytes come; its tokens are the first ones. */
        for (size_t count = 0; count <= bytes; count++) {
            trace(text, count, false, cut);
            const size_t known = strlen(cut) - 1;
            CHECK(cut[known] == '~', "%zu bytes of %s give %s", count, text, cut);
            CHECK(strncmp(cut, letters, known) == 0, "%zu bytes of %s give %s", count, text, cut);
        }
    }
}

/* The '|' is where the fault is. */
static const char *const invalid[] = {
  "{|",
  "[1|",
  "[1,|",
  "{\"a\"|",
  "{\"a\":|",
  "{\"a\":1|",
  "{\"a\":1,|",
  "\"a|",
  "\"a\\|",
  "\"a\\u12|",
  "[1,|]",
  "[|,1]",
  "[1 |2]",
  "[1|}",
  "{\"a\":1|]",
  "{\"a\":1,|}",
  "{|a:1}",
  "{|'a':1}",
  "{|1:2}",
  "{\"a\"|,1}",
  "{\"a\" |1}",
  "{\"a\":|}",
  "{\"a\":1|:2}",
  "1|,",
  "{}|{}",
  "[] |x",
  "|}",
  "|]",
  "|:",
  "|nul",
  "|True",
  "|nan",
  "|01",
  "|-01",
  "|1.",
  "|.5",
  "|+1",
  "|-",
  "|1e",
  "|1e+",
  "|1.e5",
  "|0x10",
  "|1_000",
  "|1e5x",
  "|--1",
  "|-NaN",
  "\"|\n\"",
  "\"a|\x01\"",
  "\"|\\x41\"",
  "\"|\\u12G4\"",
  "\"|\\'\"",
  "\"|\x80\"",
  "\"|\xC3\"",
  "\"|\xC0\x80\"",
  "\"a|\xED\xA0\x80\"",
  "\"|\xF5\x80\x80\x80\"",
  "\"|\xE2\x82\"",
  "|\xEF\xBB\xBF{}",
  "[1]|/",
  "[1]|\f",
};

TEST_CASE(test_invalid)
{
    for (size_t i = 0; i < LENGTH(invalid); i++) {
        char text[TRACE_BYTES] = {0};
        const char *place = strchr(invalid[i], '|');
        const size_t before = (size_t)(place - invalid[i]);
        tg_json json;
        tg_json_token token;
        memcpy(text, invalid[i], before);
        strcpy(text + before, place + 1);
        tg_json_begin(&json, text, text + strlen(text), true);
        do token = tg_json_next(&json);
        while (token > TG_JSON_END);
        CHECK_EQ(token, TG_JSON_FAULT, "%s", invalid[i]);
        CHECK_EQ(json.fault_at - text, before, "%s: %s", invalid[i], json.fault);
        CHECK(json.fault[0] != 0, "%s has no message", invalid[i]);
    }
}

TEST_CASE(test_zero)
{
    static const char text[] = "[1,\0]";
    char letters[TRACE_BYTES];
    trace(text, sizeof text - 1, true, letters);
    assert_string_equal(letters, "[n!");
}

/* Levels of both kinds, each closed by its own bracket; one more than allowed is refused. */
TEST_CASE(test_depth)
{
    char text[2 * TG_JSON_DEPTH * 6];
    for (int extra = 0; extra < 2; extra++) {
        const size_t levels = TG_JSON_DEPTH + (size_t)extra;
        size_t used = 0;
        tg_json json;
        tg_json_token token;
        for (size_t i = 0; i < levels; i++) {
            const char *open = i % 3 == 0 ? "{\"a\":" : "[";
            memcpy(text + used, open, strlen(open));
            used += strlen(open);
        }
        text[used++] = '1';
        for (size_t i = levels; i-- > 0;) text[used++] = i % 3 == 0 ? '}' : ']';
        tg_json_begin(&json, text, text + used, true);
        do token = tg_json_next(&json);
        while (token > TG_JSON_END);
        CHECK_EQ(token, extra ? TG_JSON_FAULT : TG_JSON_END, "%zu levels: %s", levels, json.fault_at ? json.fault : "");
    }
}

TEST_CASE(test_deep)
{
    static char text[DEEP];
    tg_json json;
    memset(text, '[', DEEP);
    tg_json_begin(&json, text, text + DEEP, true);
    assert_int_equal(tg_json_next(&json), TG_JSON_ARRAY);
    assert_int_equal(tg_json_skip(&json), TG_JSON_FAULT);
    CHECK_EQ(json.fault_at - text, TG_JSON_DEPTH, "the level that is too deep");
}

TEST_CASE(test_skip)
{
    static const char text[] = "[{\"a\":[1,[]],\"b\":{}},7,[[]],\"x\"]";
    tg_json json;
    tg_json_begin(&json, text, text + sizeof text - 1, true);
    assert_int_equal(tg_json_next(&json), TG_JSON_ARRAY);
    assert_int_equal(tg_json_next(&json), TG_JSON_OBJECT);
    assert_int_equal(tg_json_skip(&json), TG_JSON_CLOSE);
    assert_int_equal(tg_json_next(&json), TG_JSON_NUMBER);
    assert_int_equal(tg_json_skip(&json), TG_JSON_NUMBER);
    assert_int_equal(tg_json_next(&json), TG_JSON_ARRAY);
    assert_int_equal(tg_json_skip(&json), TG_JSON_CLOSE);
    assert_int_equal(tg_json_next(&json), TG_JSON_STRING);
    assert_int_equal(tg_json_next(&json), TG_JSON_CLOSE);
    assert_int_equal(tg_json_next(&json), TG_JSON_END);
    assert_int_equal(tg_json_next(&json), TG_JSON_END);
}

/* ---- strings and numbers ---- */

static tg_json_value value_of(const char *text)
{
    static tg_json json;
    tg_json_begin(&json, text, text + strlen(text), true);
    tg_json_next(&json);
    return json.value;
}

static const struct {
    const char *json, *text; /* NULL: it cannot be decoded */
} strings[] = {
  {"\"\"", ""},
  {"\"abc\"", "abc"},
  {"\"\\u0041\"", "A"},
  {"\"\\u00e9\"", "\xC3\xA9"},
  {"\"\\u00E9x\"", "\xC3\xA9x"},
  {"\"\\u07ff\\u0800\\uFFFF\"", "\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF"},
  {"\"\\ud83d\\uDE00\"", "\xF0\x9F\x98\x80"},
  {"\"\\ud800\\udc00\\udbff\\udfff\"", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"},
  {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
  {"\"a\\u0062c\"", "abc"},
  {"\"\\u0000\"", NULL},
  {"\"a\\u0000b\"", NULL},
  {"\"\\ud83d\"", NULL},
  {"\"\\ud83dx\"", NULL},
  {"\"\\ud83d\\n1234\"", NULL},
  {"\"\\ud83d\\u0041\"", NULL},
  {"\"\\ud83d\\ud83d\"", NULL},
  {"\"\\ude00\\ud83d\"", NULL},
  {"\"\\ude00\"", NULL},
};

TEST_CASE(test_strings)
{
    for (size_t i = 0; i < LENGTH(strings); i++) {
        const tg_json_value value = value_of(strings[i].json);
        char decoded[64];
        size_t bytes = 0;
        CHECK_EQ(value.kind, TG_JSON_STRING, "%s", strings[i].json);
        const char *error = tg_json_decode(&value, decoded, &bytes);
        CHECK((error != NULL) == (strings[i].text == NULL), "%s: %s", strings[i].json, error ? error : "decoded");
        if (error) {
            CHECK(!tg_json_equals(&value, ""), "%s", strings[i].json);
            CHECK(!tg_json_equals(&value, "a"), "%s", strings[i].json);
            continue;
        }
        CHECK_EQ(bytes, strlen(strings[i].text), "%s", strings[i].json);
        CHECK(memcmp(decoded, strings[i].text, bytes) == 0, "%s", strings[i].json);
        for (size_t j = 0; j < LENGTH(strings); j++)
            if (strings[j].text)
                CHECK_EQ(tg_json_equals(&value, strings[j].text), strcmp(strings[i].text, strings[j].text) == 0,
                  "%s and %s", strings[i].json, strings[j].json);
        CHECK(!tg_json_equals(&value, "abcd"), "%s", strings[i].json);
    }
}

TEST_CASE(test_integers)
{
    static const struct {
        const char *text;
        bool integer;
    } cases[] = {{"0", true}, {"18446744073709551616", true}, {"-1", true}, {"1.0", false}, {"1e3", false},
      {"1E3", false}, {"NaN", false}, {"\"1\"", false}, {"true", false}, {"-Infinity", false}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const tg_json_value value = value_of(cases[i].text);
        CHECK_EQ(tg_json_is_integer(&value), cases[i].integer, "%s", cases[i].text);
    }
}

/* A long value is shown without its end, and never with half a character. */
TEST_CASE(test_shown)
{
    char text[128];
    for (size_t shift = 0; shift < 4; shift++) {
        size_t used = 0;
        text[used++] = '"';
        for (size_t i = 0; i < shift; i++) text[used++] = 'a';
        for (int i = 0; i < 20; i++, used += 3) memcpy(text + used, "\xE2\x82\xAC", 3);
        text[used++] = '"';
        text[used] = 0;
        const tg_json_value value = value_of(text);
        const size_t shown = (size_t)tg_json_shown_bytes(&value);
        CHECK(shown <= 40 && shown >= 37, "%zu bytes", shown);
        CHECK_EQ((shown - shift) % 3, 0, "%zu bytes behind %zu", shown, shift);
    }
    const tg_json_value value = value_of("\"abc\"");
    CHECK_EQ(tg_json_shown_bytes(&value), 3, "a short one");
}

TEST_MAIN()
