/* gml.c - GML, as NetworkX, igraph, Gephi and Newman's collection write it.
 *
 *     graph [ directed 0  node [ id 1 label "A" ]  edge [ source 1 target 2 weight 3 ] ]
 *
 * Vertices are called by their labels (else by `name`), if each node has one of its own, or else
 * by their ids. Other keys are skipped, with the lists that are their values. One thread reads,
 * in memory for one value. Source: Himsolt, "GML: a portable graph file format".
 */
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "io/formats/network/characters.h"
#include "io/formats/network/document.h"
#include "io/text/refused.h"
#include "io/text/scan.h"
#include "io/formats/network/document_write.h"

static const char SUFFIXES[] = ".gml";

typedef enum token { ENDS, KEY, NUMBER, STRING, OPENS, CLOSES } token;

/* ---- tokens ---- */

/* Replaces the character that ends here, such as "&amp;" or "&#233;", by itself in UTF-8. */
static void decode_entity(tg_characters *scan)
{
    static const struct {
        const char *name;
        char byte;
    } known[] = {{"&amp", '&'}, {"&quot", '"'}, {"&lt", '<'}, {"&gt", '>'}, {"&apos", '\''}};
    enum { LONGEST = 9 }; /* "&#x10ffff" */
    char *at = scan->text + scan->bytes;
    for (int i = 0; i < LONGEST && at > scan->text && *at != '&'; i++) at--;
    if (*at != '&') return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(at, known[i].name) == 0) {
            *at++ = known[i].byte;
            scan->bytes = (size_t)(at - scan->text);
            return;
        }
    uint64_t code;
    const char *end = at[1] == '#' ? tg_scan_index(at + 2, &code) : NULL;
    if (end == NULL || *end != 0 || code == 0 || code > 0x10ffff ||
        (code >= 0xd800 && code < 0xe000)) /* half of a surrogate pair */
        return;
    scan->bytes = (size_t)(at - scan->text) + tg_utf8_put((uint32_t)code, at);
}

/* Reads a string behind its first quote. */
static tricorn_status read_string(tg_characters *scan)
{
    for (int byte;;) {
        TG_DO(tg_characters_peek(scan, &byte));
        if (byte == TG_NO_BYTE) return tg_characters_refuse(scan, "a string has no second quote");
        tg_characters_pass(scan);
        if (byte == '"') break;
        if (byte != ';') {
            TG_DO(tg_characters_put(scan, (char)byte));
            continue;
        }
        const size_t before = scan->bytes;
        if (before > 0) decode_entity(scan);
        const bool decoded = scan->bytes != before;
        if (!decoded) TG_DO(tg_characters_put(scan, ';'));
        scan->text[scan->bytes] = 0;
    }
    return TRICORN_OK;
}

/* Reads a key or a number, up to a blank or a bracket. */
static tricorn_status read_word(tg_characters *scan, token *found)
{
    for (int byte;; tg_characters_pass(scan)) {
        TG_DO(tg_characters_peek(scan, &byte));
        if (byte == TG_NO_BYTE || strchr(" \t\r\n[]\"", byte)) break;
        TG_DO(tg_characters_put(scan, (char)byte));
    }
    const char *end = tg_scan_number(scan->text);
    *found = end && *end == 0 ? NUMBER : KEY;
    bool is_key = tg_is_letter(*scan->text) || *scan->text == '_';
    for (const char *at = scan->text; *at; at++) is_key &= tg_is_letter(*at) || tg_is_digit(*at) || *at == '_';
    if (*found == KEY && !is_key)
        return tg_characters_refuse(scan, "expected a key, of letters and digits, or a number");
    return TRICORN_OK;
}

static tricorn_status next(tg_characters *scan, token *found)
{
    bool comment = false;
    int byte;
    for (;; tg_characters_pass(scan)) {
        TG_DO(tg_characters_peek(scan, &byte));
        if (byte == '\n') comment = false;
        if (byte == '#') comment = true;
        if (byte == TG_NO_BYTE || (!comment && !strchr(" \t\r\n", byte))) break;
    }
    tg_characters_clear(scan);
    *found = byte == TG_NO_BYTE ? ENDS : byte == '[' ? OPENS : byte == ']' ? CLOSES : STRING;
    if (byte == TG_NO_BYTE) return TRICORN_OK;
    if (*found != STRING || byte == '"') tg_characters_pass(scan);
    if (byte == '"') TG_DO(read_string(scan));
    if (*found == STRING && byte != '"') TG_DO(read_word(scan, found));
    return TRICORN_OK;
}

/* Refuses the key if it is one of the first `count` here, which have one place alone: where it is
 * skipped, a node or an edge would be lost. */
static tricorn_status check_place(const tg_characters *scan, int count)
{
    static const char *const placed[] = {"graph", "node", "edge", "id", "source", "target"};
    for (int i = 0; i < count; i++)
        if (strcmp(scan->text, placed[i]) == 0)
            return tg_characters_refuse(scan, "a graph, a node, an edge or an id has no place here");
    return TRICORN_OK;
}

enum { LISTS = 3, ALL_PLACED = 6 };

/* Skips the value of a key, which is the token. If it is a list, it has none of the first
 * `count` keys of check_place(). */
static tricorn_status skip_value(tg_characters *scan, int count)
{
    token found = KEY;
    for (uint64_t depth = 0;;) {
        if (found == KEY) TG_DO(check_place(scan, depth > 0 ? count : LISTS));
        TG_DO(next(scan, &found));
        if (found == ENDS) return tg_characters_refuse(scan, "ends within a list: is the file cut?");
        if (depth == 0 && (found == KEY || found == CLOSES)) return tg_characters_refuse(scan, "a key has no value");
        depth += found == OPENS;
        depth -= found == CLOSES;
        if (depth == 0 && found != KEY) break;
    }
    return TRICORN_OK;
}

/* ---- nodes and edges ---- */

typedef enum slot { ID, LABEL, NAME, SOURCE, TARGET, WEIGHT, SLOTS } slot;

typedef struct reading {
    tg_document document;
    tg_characters scan;
    bool directed, has_edges;
    bool set[SLOTS];
    char *texts[SLOTS];
    uint64_t rooms[SLOTS];
} reading;

static tricorn_status keep(reading *job, slot to)
{
    if (job->set[to]) return tg_characters_refuse(&job->scan, "a node or an edge has a key twice");
    TG_DO(TG_MAKE_ROOM(job->scan.context, job->scan.bytes + 1, &job->rooms[to], &job->texts[to]));
    memcpy(job->texts[to], job->scan.text, job->scan.bytes + 1);
    job->set[to] = true;
    return TRICORN_OK;
}

static const char *kept(const reading *job, slot of)
{
    return job->set[of] ? job->texts[of] : NULL;
}

static slot slot_of(const reading *job, bool node, const char *key)
{
    static const char *const names[] = {
      [ID] = "id", [LABEL] = "label", [NAME] = "name", [SOURCE] = "source", [TARGET] = "target"};
    const slot first = node ? ID : SOURCE, last = node ? NAME : TARGET;
    for (slot at = first; at <= last; at++)
        if (strcmp(names[at], key) == 0) return at;
    return !node && strcmp(key, tg_document_weight(&job->document)) == 0 ? WEIGHT : SLOTS;
}

/* Whether a value of this kind fits: ids are whole numbers, written without a sign or a zero that
 * are not needed; labels are anything but a list. */
static bool fits(const reading *job, slot to, token found)
{
    const char *text = job->scan.text;
    if (to == LABEL || to == NAME) return found == NUMBER || found == STRING;
    const bool zeros = *text == '+' || (text[*text == '-'] == '0' && text[1]);
    return found == NUMBER && (to == WEIGHT || (!zeros && strpbrk(text, ".eE") == NULL));
}

static tricorn_status read_list(reading *job, bool node)
{
    tg_characters *scan = &job->scan;
    const uint64_t line = scan->line;
    token found;
    memset(job->set, 0, sizeof job->set);
    TG_DO(next(scan, &found));
    if (found != OPENS) return tg_characters_refuse(scan, "expected '[' behind 'node' or 'edge'");
    for (;;) {
        TG_DO(next(scan, &found));
        if (found == CLOSES) break;
        if (found != KEY) return tg_characters_refuse(scan, "expected a key or ']': is the file cut?");
        const slot to = slot_of(job, node, scan->text);
        if (to == SLOTS) {
            TG_DO(skip_value(scan, LISTS));
            continue;
        }
        TG_DO(next(scan, &found));
        if (!fits(job, to, found))
            return tg_characters_refuse(scan, "an id or a weight is no number, or a label no text");
        TG_DO(keep(job, to));
    }
    if (node) {
        const char *label = kept(job, LABEL);
        return tg_document_node(&job->document, kept(job, ID), label ? label : kept(job, NAME), line);
    }
    job->has_edges = true;
    const tg_document_edge edge = {kept(job, SOURCE), kept(job, TARGET), kept(job, WEIGHT), job->directed, line};
    return tg_document_edge_add(&job->document, &edge);
}

static tricorn_status read_directed(reading *job)
{
    token found;
    TG_DO(next(&job->scan, &found));
    const bool one = strcmp(job->scan.text, "1") == 0;
    if (found != NUMBER || (!one && strcmp(job->scan.text, "0") != 0))
        return tg_characters_refuse(&job->scan, "'directed' is neither 0 nor 1");
    if (job->has_edges) return tg_characters_refuse(&job->scan, "'directed' stands behind edges: put it before them");
    job->directed = one;
    return TRICORN_OK;
}

static tricorn_status read_graph(reading *job)
{
    tg_characters *scan = &job->scan;
    token found;
    TG_DO(next(scan, &found));
    if (found != OPENS) return tg_characters_refuse(scan, "expected '[' behind 'graph'");
    for (;;) {
        TG_DO(next(scan, &found));
        if (found == CLOSES) break;
        if (found != KEY) return tg_characters_refuse(scan, "expected a key or ']': is the file cut?");
        const bool node = strcmp(scan->text, "node") == 0;
        if (node || strcmp(scan->text, "edge") == 0)
            TG_DO(read_list(job, node));
        else if (strcmp(scan->text, "directed") == 0)
            TG_DO(read_directed(job));
        else
            TG_DO(skip_value(scan, ALL_PLACED));
    }
    return TRICORN_OK;
}

/* ---- the whole ---- */

/* Whether the value of a key before the graph may have no quotes, and goes to the end of the line. */
static bool is_line(const char *key)
{
    return strcasecmp(key, "creator") == 0 || strcasecmp(key, "version") == 0 || strcasecmp(key, "comment") == 0;
}

static tricorn_status skip_line(tg_characters *scan)
{
    for (int byte;; tg_characters_pass(scan)) {
        TG_DO(tg_characters_peek(scan, &byte));
        if (byte == '\n' || byte == TG_NO_BYTE) break;
    }
    return TRICORN_OK;
}

static tricorn_status read_file(reading *job)
{
    tg_characters *scan = &job->scan;
    bool read = false;
    token found;
    for (;;) {
        TG_DO(next(scan, &found));
        if (found == ENDS) break;
        if (found != KEY) return tg_characters_refuse(scan, "expected a key");
        if (strcmp(scan->text, "graph") != 0) {
            TG_DO(is_line(scan->text) ? skip_line(scan) : skip_value(scan, ALL_PLACED));
            continue;
        }
        if (read) return tg_characters_refuse(scan, "a second graph begins: keep one in the file");
        read = true;
        TG_DO(read_graph(job));
    }
    if (!read) return tg_characters_refuse(scan, "ends before a graph: expected 'graph ['");
    return TRICORN_OK;
}

static tricorn_status read_gml(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.directed = false};
    TG_TRY(tg_document_begin(context, input, options, edges, &job.document));
    TG_TRY(tg_characters_begin(context, input, &job.scan));
    TG_TRY(read_file(&job));
    TG_TRY(tg_document_finish(&job.document));
cleanup:
    tg_document_end(&job.document);
    tg_characters_end(&job.scan);
    for (int i = 0; i < SLOTS; i++) tg_free(job.texts[i]);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_begins_gml(bytes, count)) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

static const tg_document_form form = {
  .text = TG_TEXT_GML,
  .begin = "graph [\n  directed " TG_DOCUMENT_DIRECTIONS "\n",
  .nodes = "",
  .edges = "",
  .end = "]\n",
  .node = {.key = "",
    .item = "  node [ id " TG_DOCUMENT_PLACE " label \"" TG_DOCUMENT_ID "\"",
    .bare = " ]\n",
    .open = "",
    .value = " " TG_DOCUMENT_NAME " " TG_DOCUMENT_VALUE,
    .close = " ]\n"},
  .edge = {.key = "",
    .item = "  edge [ source " TG_DOCUMENT_PLACE " target " TG_DOCUMENT_PLACE,
    .bare = " ]\n",
    .open = "",
    .value = " " TG_DOCUMENT_NAME " " TG_DOCUMENT_VALUE,
    .close = " ]\n"},
  .comma = "",
  .directions = {"0", "1"},
  .types = {"", ""},
};

TG_DEFINE_FORMAT(gml) = {
  .description = {.name = "gml",
    .summary = "GML, of NetworkX, igraph and Gephi: 'graph [', nodes and edges",
    .suffixes = SUFFIXES,
    .reads = "names weights directions isolated large pipe",
    .writes = "names weights directions isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_gml,
  .document = &form,
  .values = true,
};
