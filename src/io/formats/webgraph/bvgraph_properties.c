/* bvgraph_properties.c - reads the .properties of WebGraph graphs.
 *
 * They are Java properties: lines KEY=VALUE with escapes and continuations. Sources: the
 * documentation of java.util.Properties, of WebGraph's class BVGraph and of the Rust crate
 * webgraph, which has further codes, and graphs of both endiannesses.
 */
#include "io/formats/webgraph/bvgraph_properties.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "io/text/header.h"

enum {
    /* The most bytes of the file; WebGraph writes about a thousandth of that. */
    MOST_BYTES = 1 << 20,
    DEFAULT_ZETA = 3, /* the k of zeta codes if "zetak" is missing */
    /* Version 0: as the Java library writes graphs; version 1: as the Rust library does. */
    NEWEST_VERSION = 1,
    UNICODE_DIGITS = 4, /* the digits of \uXXXX */
    NAME_BYTES = 32 /* the most bytes of the name of a code */
};

static const char CLASS_KEY[] = "graphclass";
static const char CLASS[] = "BVGraph";

/* The keys that tricorn reads; "maxrefcount" and statistics are not needed. */
typedef enum key { NODES, ARCS, WINDOW, LEAST_LENGTH, FLAGS, ZETA, VERSION, ENDIANNESS, LENGTH, GRAPH_CLASS, KEYS } key;

static const char *const keys[KEYS] = {"nodes", "arcs", "windowsize", "minintervallength", "compressionflags", "zetak",
  "version", "endianness", "length", CLASS_KEY};

typedef struct reading {
    const char *name;
    char *text;
    uint64_t size;
    const char *values[KEYS]; /* the value of each key; NULL: the key is missing */
    uint64_t zeta_k;
} reading;

/* ---- Java properties ---- */

typedef struct cursor {
    const char *at, *end;
} cursor;

enum { LINE_END = -1, CONTENT_END = -2 };

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

static void skip_spaces(cursor *from)
{
    while (from->at < from->end && is_space(*from->at)) from->at++;
}

/* Skips the end of a line, which has one or two bytes. */
static void skip_line_end(cursor *from)
{
    const bool returned = *from->at++ == '\r';
    if (returned && from->at < from->end && *from->at == '\n') from->at++;
}

/* Reads the next character of a line and returns it; returns LINE_END at the end of the line,
 * which is skipped, or CONTENT_END. */
static int next_character(cursor *from, bool *escaped)
{
    *escaped = false;
    while (from->at < from->end) {
        const char c = *from->at;
        if (c == '\n' || c == '\r') {
            skip_line_end(from);
            return LINE_END;
        }
        from->at++;
        if (c != '\\' || from->at == from->end) return (unsigned char)c;
        if (*from->at == '\n' || *from->at == '\r') { /* the line continues on the next one */
            skip_line_end(from);
            skip_spaces(from);
            continue;
        }
        *escaped = true;
        const char code = *from->at++;
        if (code == 'u') { /* no key or value that tricorn reads has this escape */
            for (int i = 0; i < UNICODE_DIGITS && from->at < from->end; i++) from->at++;
            return '?';
        }
        return code == 't' ? '\t' : code == 'n' ? '\n' : code == 'r' ? '\r' : (unsigned char)code;
    }
    return CONTENT_END;
}

/* Reads the next entry; returns false at the end. Its key and value are stored at *to, which is
 * never past the bytes that were already read. */
static bool next_entry(cursor *from, char **to, const char **name, const char **value)
{
    bool escaped, separated = false, spaced = false;
    int c;
    for (skip_spaces(from); from->at < from->end; skip_spaces(from)) {
        if (*from->at == '#' || *from->at == '!') {
            while (from->at < from->end && *from->at != '\n' && *from->at != '\r') from->at++;
        } else if (*from->at != '\n' && *from->at != '\r') {
            break;
        }
        if (from->at < from->end) skip_line_end(from);
    }
    if (from->at == from->end) return false;

    *name = *to;
    *value = NULL;
    while ((c = next_character(from, &escaped)) >= 0) {
        const bool separator = !escaped && (c == '=' || c == ':');
        if (*value == NULL && (separator || (!escaped && is_space(c)))) {
            *(*to)++ = 0;
            *value = *to;
            separated = separator;
            spaced = true;
        } else if (spaced && !escaped && (is_space(c) || (separator && !separated))) {
            separated = separated || separator;
        } else {
            spaced = false;
            *(*to)++ = (char)c;
        }
    }
    *(*to)++ = 0;
    if (*value == NULL) *value = *to - 1;
    return true;
}

/* ---- entries ---- */

static tricorn_status keep_entry(tricorn_context *context, reading *from, const char *name, const char *value)
{
    for (int k = 0; k < KEYS; k++) {
        if (strcmp(name, keys[k]) != 0) continue;
        if (from->values[k] && strcmp(from->values[k], value) != 0)
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s: it has '%s' twice: '%.40s' and '%.40s'", from->name, name,
              from->values[k], value);
        from->values[k] = value;
    }
    return TRICORN_OK;
}

static tricorn_status read_text(tricorn_context *context, tg_input *input, reading *from)
{
    size_t got = 0;
    /* Two more bytes are for the zero bytes that end the last entry, and a key without a value. */
    tricorn_status status = TG_ALLOC(context, MOST_BYTES + 2, &from->text);
    if (status == TRICORN_OK) status = tg_input_read(context, input, from->text, MOST_BYTES, &got);
    if (status != TRICORN_OK) return status;
    if (got == MOST_BYTES)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: properties of a graph are much shorter than %d bytes",
          from->name, MOST_BYTES);
    if (memchr(from->text, 0, got) != NULL)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: holds a NUL byte, where it should be text", from->name);
    from->size = got;
    return TRICORN_OK;
}

static tricorn_status read_entries(tricorn_context *context, reading *from)
{
    cursor at = {from->text, from->text + from->size};
    char *to = from->text;
    const char *name = NULL, *value = NULL;
    while (next_entry(&at, &to, &name, &value)) {
        TG_DO(keep_entry(context, from, name, value));
    }
    return TRICORN_OK;
}

/* ---- numbers ---- */

static tricorn_status read_number(tricorn_context *context, const reading *from, key which, uint64_t *number)
{
    const char *value = from->values[which];
    if (value == NULL) return tg_fail(context, TRICORN_BAD_FORMAT, "%s: it has no '%s'", from->name, keys[which]);
    char word[NAME_BYTES] = "";
    const size_t length = strcspn(value, " \t");
    const bool whole = length > 0 && length < sizeof word && value[length + strspn(value + length, " \t")] == 0;
    if (whole) memcpy(word, value, length);
    if (!whole || !tg_header_count(word, number))
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: %s=%.40s is not a whole number below 2^64", from->name, keys[which], value);
    return TRICORN_OK;
}

static tricorn_status read_optional(
  tricorn_context *context, const reading *from, key which, uint64_t missing, uint64_t *number)
{
    *number = missing;
    return from->values[which] ? read_number(context, from, which, number) : TRICORN_OK;
}

static tricorn_status read_sizes(tricorn_context *context, const reading *from, tg_bvgraph_properties *found)
{
    uint64_t window = 0;

    TG_DO(read_number(context, from, NODES, &found->nodes));
    TG_DO(read_number(context, from, ARCS, &found->arcs));
    TG_DO(read_number(context, from, WINDOW, &window));
    TG_DO(read_number(context, from, LEAST_LENGTH, &found->least_length));
    TG_DO(read_optional(context, from, LENGTH, UINT64_MAX, &found->length));
    if (found->nodes > UINT32_MAX)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: %" PRIu64 " nodes are more vertices than tricorn can hold (4294967295)", from->name, found->nodes);
    if (found->arcs > (unsigned __int128)found->nodes * found->nodes)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: between %" PRIu64 " nodes there cannot be %" PRIu64 " arcs: one of these numbers is wrong", from->name,
          found->nodes, found->arcs);
    if (window > TG_BVGRAPH_WINDOW_MOST)
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s: windowsize=%" PRIu64 " is more than tricorn can hold (%d)",
          from->name, window, TG_BVGRAPH_WINDOW_MOST);
    found->window = (uint32_t)window;
    return TRICORN_OK;
}

/* ---- codes ---- */

static const struct {
    const char *name;
    tg_code_kind kind;
    uint32_t most; /* k may be 1 to `most`; 0: the code has no k */
} kinds[] = {
  {"UNARY", TG_CODE_UNARY, 0},
  {"GAMMA", TG_CODE_GAMMA, 0},
  {"DELTA", TG_CODE_DELTA, 0},
  {"OMEGA", TG_CODE_OMEGA, 0},
  {"NIBBLE", TG_CODE_NIBBLE, 0},
  {"ZETA", TG_CODE_ZETA, TG_CODE_ZETA_MOST},
  {"GOLOMB", TG_CODE_GOLOMB, INT32_MAX},
  {"PI", TG_CODE_PI, TG_CODE_PI_MOST},
};

static const struct {
    const char *name;
    tg_bvgraph_field part;
} parts[] = {
  {"OUTDEGREES", TG_BVGRAPH_OUTDEGREES},
  {"REFERENCES", TG_BVGRAPH_REFERENCES},
  {"BLOCKS", TG_BVGRAPH_BLOCKS},
  {"BLOCK_COUNT", TG_BVGRAPH_BLOCK_COUNTS},
  {"BLOCKCOUNT", TG_BVGRAPH_BLOCK_COUNTS},
  {"BLOCKCOUNTS", TG_BVGRAPH_BLOCK_COUNTS},
  {"INTERVALS", TG_BVGRAPH_INTERVALS},
  {"RESIDUALS", TG_BVGRAPH_RESIDUALS},
  {"OFFSETS", TG_BVGRAPH_OFFSETS},
};

/* Reads the name of a code, such as "ZETA", or "ZETA3" with its k. */
static bool read_code(const char *word, uint64_t zeta_k, tg_code_name *code)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i].name);
        if (strncasecmp(word, kinds[i].name, length) != 0) continue;
        /* The code pi has no default for k. */
        if (kinds[i].kind == TG_CODE_PI && word[length] == 0) return false;
        uint64_t k = kinds[i].most ? zeta_k : 0;
        if (word[length] && (kinds[i].most == 0 || !tg_header_count(word + length, &k))) continue;
        if (kinds[i].most && (k == 0 || k > kinds[i].most)) return false;
        *code = (tg_code_name){kinds[i].kind, (uint32_t)k};
        return true;
    }
    return false;
}

/* Reads a flag such as "RESIDUALS_ZETA". */
static bool read_flag(char *flag, uint64_t zeta_k, bool *given, tg_code_name *codes)
{
    char *code = strrchr(flag, '_');
    if (code == NULL) return false;
    *code++ = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strcasecmp(flag, parts[i].name) != 0) continue;
        given[parts[i].part] = true;
        return read_code(code, zeta_k, &codes[parts[i].part]);
    }
    return false;
}

static tricorn_status read_codes(tricorn_context *context, const reading *from, tg_bvgraph_properties *found)
{
    bool given[TG_BVGRAPH_FIELDS] = {false};
    char flag[2 * NAME_BYTES];
    const char *rest = from->values[FLAGS] ? from->values[FLAGS] : "";
    for (int part = 0; part < TG_BVGRAPH_FIELDS; part++) found->codes[part] = (tg_code_name){TG_CODE_GAMMA, 0};
    found->codes[TG_BVGRAPH_REFERENCES] = (tg_code_name){TG_CODE_UNARY, 0};
    if (!read_code("ZETA", from->zeta_k, &found->codes[TG_BVGRAPH_RESIDUALS])) found->codes[TG_BVGRAPH_RESIDUALS].k = 0;

    static const char between[] = "| \t,";
    for (rest += strspn(rest, between); *rest; rest += strspn(rest, between)) {
        const size_t length = strcspn(rest, between);
        const char *word = rest;
        rest += length;
        if (length < sizeof flag) {
            memcpy(flag, word, length);
            flag[length] = 0;
            if (read_flag(flag, from->zeta_k, given, found->codes)) continue;
        }
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s: tricorn does not know the compression flag '%.*s'",
          from->name, (int)(length < TG_MESSAGE_BYTES / 2 ? length : TG_MESSAGE_BYTES / 2), word);
    }
    if (!given[TG_BVGRAPH_RESIDUALS] && found->codes[TG_BVGRAPH_RESIDUALS].kind != TG_CODE_ZETA)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: zetak=%s is not between 1 and %d", from->name,
          from->values[ZETA], TG_CODE_ZETA_MOST);
    /* Only the Rust library writes the endianness; it has a single flag for both kinds of blocks. */
    if (from->values[ENDIANNESS] && given[TG_BVGRAPH_BLOCKS] && !given[TG_BVGRAPH_BLOCK_COUNTS])
        found->codes[TG_BVGRAPH_BLOCK_COUNTS] = found->codes[TG_BVGRAPH_BLOCKS];
    return TRICORN_OK;
}

/* ---- the class of the graph ---- */

static tricorn_status check_class(tricorn_context *context, const reading *from)
{
    const char *class = from->values[GRAPH_CLASS];
    if (class == NULL)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: it has no '%s', so it does not belong to a WebGraph graph",
          from->name, CLASS_KEY);
    const size_t length = strlen(class);
    if (length > strlen(CLASS) && strcmp(class + length - strlen(CLASS), CLASS) == 0 &&
        /* The Java packages of WebGraph have had several names. */
        class[length - strlen(CLASS) - 1] == '.')
        return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: it describes a graph of the class %.80s; of WebGraph's classes tricorn "
      "reads %s only: store the graph as one",
      from->name, class, CLASS);
}

static tricorn_status check_version(tricorn_context *context, const reading *from, tg_bvgraph_properties *found)
{
    const char *order = from->values[ENDIANNESS];
    uint64_t version;
    TG_DO(read_optional(context, from, VERSION, 0, &version));
    if (version > NEWEST_VERSION)
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s: version=%" PRIu64 " is newer than what tricorn knows (%d)",
          from->name, version, NEWEST_VERSION);
    found->little_endian = order && strcasecmp(order, "little") == 0;
    if (order && !found->little_endian && strcasecmp(order, "big") != 0)
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: endianness=%.40s is neither big nor little", from->name, order);
    if (found->little_endian && version == 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: endianness=little contradicts version=0, where all is big-endian", from->name);
    return TRICORN_OK;
}

bool tg_bvgraph_is_properties(const char *bytes, size_t count)
{
    const size_t length = strlen(CLASS_KEY);
    if (memchr(bytes, 0, count)) return false;
    for (const char *at = bytes, *end = bytes + count; at && (size_t)(end - at) > length;) {
        if (memcmp(at, CLASS_KEY, length) == 0 && strchr("=: \t", at[length])) return true;
        at = memchr(at, '\n', (size_t)(end - at));
        if (at) at++;
    }
    return false;
}

tricorn_status tg_bvgraph_properties_read(tricorn_context *context, tg_input *input, tg_bvgraph_properties *properties)
{
    tricorn_status status = TRICORN_OK;
    tg_bvgraph_properties found = {0};
    reading from = {.name = tg_input_name(input)};

    TG_TRY(read_text(context, input, &from));
    TG_TRY(read_entries(context, &from));
    TG_TRY(check_class(context, &from));
    TG_TRY(check_version(context, &from, &found));
    TG_TRY(read_sizes(context, &from, &found));
    TG_TRY(read_optional(context, &from, ZETA, DEFAULT_ZETA, &from.zeta_k));
    TG_TRY(read_codes(context, &from, &found));
    *properties = found;

cleanup:
    tg_free(from.text);
    return status;
}
