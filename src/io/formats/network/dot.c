/* dot.c - DOT, the language of Graphviz, in the part that describes graphs alone.
 *
 *     digraph name { a -> b -> c [weight=2]; "d e"; subgraph cluster_1 { a; d } }
 *
 * Vertices are called by their ids, not by labels, or, as igraph calls its own 0, 1, ..., by the attribute `name`, if
 * each node has one of its own before the edges; and an edge makes its ends. Ports, attributes and the braces of
 * subgraphs are skipped; a subgraph as the end of an edge is refused, because it stands for many edges. One thread
 * reads, in memory for one statement. Source: graphviz.org, "DOT language".
 */
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "io/formats/network/characters.h"
#include "io/formats/network/document.h"
#include "io/text/refused.h"
#include "io/text/scan.h"

static const char SUFFIXES[] = ".dot .gv";

/* ARROW is "->", LINE is "--"; SIGN is one of "{}[];,=:+". */
typedef enum token { ENDS, WORD, QUOTED, ARROW, LINE, SIGN } token;

typedef struct reading {
    tg_document document;
    tg_characters in;
    token found;
    char sign; /* of a SIGN */
    bool directed; /* the graph is a digraph */
    uint64_t line; /* where the statement begins */
    uint64_t depth; /* of open braces */
    char *chain; /* the ids of the statement, each with its NUL */
    uint64_t chain_bytes, chain_room;
    char *key; /* of an attribute */
    uint64_t key_room;
    char *value; /* the weight of the statement's edges, or the name of its node */
    uint64_t value_room;
    bool valued; /* the statement has it */
} reading;

static tricorn_status refuse(const reading *job, const char *what)
{
    return tg_characters_refuse(&job->in, what);
}

/* ---- tokens ---- */

/* Skips to the end of the line, or to the end of a comment between slashes and stars. */
static tricorn_status skip_comment(reading *job, bool block)
{
    for (int byte, before = 0;; before = byte) {
        TG_DO(tg_characters_peek(&job->in, &byte));
        if (byte == TG_NO_BYTE && block) return refuse(job, "a comment has no end");
        if (byte == TG_NO_BYTE || (byte == '\n' && !block)) break;
        tg_characters_pass(&job->in);
        if (block && before == '*' && byte == '/') break;
    }
    return TRICORN_OK;
}

/* Skips blanks and comments; sets *byte to the byte behind them. A line that begins with # is a comment, too. */
static tricorn_status skip_blanks(reading *job, int *byte)
{
    for (bool fresh = job->in.line == 1 && job->in.at == 0;;) {
        TG_DO(tg_characters_peek(&job->in, byte));
        if (*byte == '#' && fresh) {
            TG_DO(skip_comment(job, false));
        } else if (*byte == '/') {
            tg_characters_pass(&job->in);
            TG_DO(tg_characters_peek(&job->in, byte));
            if (*byte != '/' && *byte != '*') return refuse(job, "expected no '/' here");
            const bool block = *byte == '*';
            tg_characters_pass(&job->in);
            TG_DO(skip_comment(job, block));
        } else if (*byte != TG_NO_BYTE && strchr(" \t\r\n", *byte)) {
            fresh = *byte == '\n';
            tg_characters_pass(&job->in);
        } else {
            break;
        }
    }
    return TRICORN_OK;
}

/* Reads a string behind its first quote: \" is a quote, and \ before the end of a line joins both. */
static tricorn_status read_string(reading *job)
{
    for (int byte;;) {
        TG_DO(tg_characters_peek(&job->in, &byte));
        if (byte == TG_NO_BYTE) return refuse(job, "a string has no second quote");
        tg_characters_pass(&job->in);
        if (byte == '"') break;
        if (byte == '\\') {
            TG_DO(tg_characters_peek(&job->in, &byte));
            const bool joins = byte == '\n', quote = byte == '"';
            if (joins || quote) tg_characters_pass(&job->in);
            if (joins) continue;
            if (!quote) byte = '\\';
        }
        TG_DO(tg_characters_put(&job->in, (char)byte));
    }
    return TRICORN_OK;
}

/* Skips HTML, which ends at the '>' of its first '<'. */
static tricorn_status skip_html(reading *job)
{
    uint64_t depth = 0;
    do {
        int byte;
        TG_DO(tg_characters_peek(&job->in, &byte));
        if (byte == TG_NO_BYTE) return refuse(job, "a text in '<' has no '>'");
        depth += byte == '<';
        depth -= byte == '>';
        tg_characters_pass(&job->in);
    } while (depth > 0);
    return TRICORN_OK;
}

static bool is_of_word(int byte)
{
    return byte >= 0x80 || tg_is_letter((char)byte) || tg_is_digit((char)byte) || byte == '_' || byte == '.';
}

/* Reads a name of letters, digits and '_', or a number, whose sign may be in the token already.
 */
static tricorn_status read_word(reading *job)
{
    for (int byte;;) {
        TG_DO(tg_characters_peek(&job->in, &byte));
        if (byte == TG_NO_BYTE || !is_of_word(byte)) break;
        TG_DO(tg_characters_put(&job->in, (char)byte));
        tg_characters_pass(&job->in);
    }
    const char *text = job->in.text + (*job->in.text == '-');
    const size_t whole = strspn(text, "0123456789"),
                 part = text[whole] == '.' ? 1 + strspn(text + whole + 1, "0123456789") : 0;
    const bool number = text[whole + part] == 0 && whole + part > (part > 0);
    const bool name = text == job->in.text && *text && !tg_is_digit(*text) && strchr(text, '.') == NULL;
    if (!number && !name) return refuse(job, "expected a name, a number or a text in quotes");
    job->found = WORD;
    return TRICORN_OK;
}

/* Reads "--", "->" or a negative number. */
static tricorn_status read_dash(reading *job)
{
    int byte;
    tg_characters_pass(&job->in);
    TG_DO(tg_characters_peek(&job->in, &byte));
    job->found = byte == '>' ? ARROW : LINE;
    if (byte == '>' || byte == '-') {
        tg_characters_pass(&job->in);
        return TRICORN_OK;
    }
    TG_DO(tg_characters_put(&job->in, '-'));
    return read_word(job);
}

/* Reads the next token, without joining strings. */
static tricorn_status read_token(reading *job)
{
    int byte;
    TG_DO(skip_blanks(job, &byte));
    tg_characters_clear(&job->in);
    job->found = byte == TG_NO_BYTE ? ENDS : byte == '"' || byte == '<' ? QUOTED : SIGN;
    job->sign = (char)byte;
    if (byte == TG_NO_BYTE) return TRICORN_OK;
    if (byte == '<') return skip_html(job);
    if (byte == '-') return read_dash(job);
    if (byte != '"' && strchr("{}[];,=:+", byte) == NULL) return read_word(job);
    tg_characters_pass(&job->in);
    if (byte == '"') TG_DO(read_string(job));
    return TRICORN_OK;
}

static bool is_sign(const reading *job, char sign)
{
    return job->found == SIGN && job->sign == sign;
}

static bool is_id(const reading *job)
{
    return job->found == WORD || job->found == QUOTED;
}

/* Whether the token is that word of the language, in any case of letters and without quotes. */
static bool is_word(const reading *job, const char *word)
{
    return job->found == WORD && strcasecmp(job->in.text, word) == 0;
}

/* Whether it is a word of the language that is no id. */
static bool is_reserved(const reading *job)
{
    return is_word(job, "graph") || is_word(job, "digraph") || is_word(job, "strict") || is_word(job, "node") ||
           is_word(job, "edge") || is_word(job, "subgraph");
}

/* Copies the token to a text of its own. */
static tricorn_status keep(reading *job, char **text, uint64_t *room)
{
    const tricorn_status status = TG_MAKE_ROOM(job->in.context, (uint64_t)job->in.bytes + 1, room, text);
    if (status == TRICORN_OK) memcpy(*text, job->in.text, job->in.bytes + 1);
    return status;
}

/* ---- attributes ---- */

/* Reads "key = value", or a key alone, and keeps the value if the key is `wanted`; the key is the token. */
static tricorn_status read_attribute(reading *job, const char *wanted)
{
    if (!is_id(job)) return refuse(job, "expected the name of an attribute, or ']'");
    TG_DO(keep(job, &job->key, &job->key_room));
    TG_DO(read_token(job));
    if (!is_sign(job, '=')) return TRICORN_OK;
    TG_DO(read_token(job));
    if (!is_id(job)) return refuse(job, "expected the value of an attribute");
    if (strcmp(job->key, wanted) == 0) {
        job->valued = true;
        TG_DO(keep(job, &job->value, &job->value_room));
    }
    TG_DO(read_token(job));
    if (is_sign(job, '+')) return refuse(job, "texts that are joined by '+' are not read");
    return TRICORN_OK;
}

/* Reads any number of lists of attributes, from the token '[' on. */
static tricorn_status read_attributes(reading *job, bool edges)
{
    const char *wanted = edges ? tg_document_weight(&job->document) : "name";
    while (is_sign(job, '[')) {
        TG_DO(read_token(job));
        while (!is_sign(job, ']')) {
            TG_DO(read_attribute(job, wanted));
            if (is_sign(job, ',') || is_sign(job, ';')) TG_DO(read_token(job));
        }
        TG_DO(read_token(job));
    }
    return TRICORN_OK;
}

/* Reads what follows `graph`, `node` or `edge`: attributes of all that come later. */
static tricorn_status read_defaults(reading *job)
{
    const bool edges = is_word(job, "edge");
    TG_DO(read_token(job));
    if (!is_sign(job, '[')) return refuse(job, "expected '[' behind graph, node or edge");
    TG_DO(read_attributes(job, edges));
    if (edges && job->valued && job->document.options->graph.weights)
        return refuse(job, "the edges that follow have a weight in common: give each its own");
    return TRICORN_OK;
}

/* ---- nodes and edges ---- */

/* Makes room for `need` bytes of ids, and keeps those that are known. */
static tricorn_status make_room(reading *job, uint64_t need)
{
    if (need <= job->chain_room) return TRICORN_OK;
    const tricorn_status status = TG_REALLOC(job->in.context, 2 * need, &job->chain);
    if (status == TRICORN_OK) job->chain_room = 2 * need;
    return status;
}

/* Adds the token to the statement's ids, and reads the token behind it and its port. */
static tricorn_status read_end(reading *job)
{
    const uint64_t need = job->chain_bytes + job->in.bytes + 1;
    if (is_sign(job, '{') || is_word(job, "subgraph"))
        return refuse(job, "an end of an edge is a subgraph, which stands for many edges: write "
                           "each of them");
    if (!is_id(job) || job->in.bytes == 0 || is_reserved(job))
        return refuse(job, job->found == QUOTED ? "an id is empty, or is HTML" : "expected the id of a node");
    TG_DO(make_room(job, need));
    memcpy(job->chain + job->chain_bytes, job->in.text, job->in.bytes + 1);
    job->chain_bytes = need;
    TG_DO(read_token(job));
    for (int i = 0; i < 2 && is_sign(job, ':'); i++) {
        TG_DO(read_token(job));
        if (!is_id(job)) return refuse(job, "expected the name of a port");
        TG_DO(read_token(job));
    }
    if (is_sign(job, '+')) return refuse(job, "texts that are joined by '+' are not read");
    return TRICORN_OK;
}

/* Adds the nodes of the statement, and an edge between each two that follow each other. */
static tricorn_status add_chain(reading *job)
{
    const char *before = NULL, *end = job->chain + job->chain_bytes, *value = job->valued ? job->value : NULL;
    const bool edges = strlen(job->chain) + 1 < job->chain_bytes;
    for (const char *at = job->chain; at < end; before = at, at += strlen(at) + 1) {
        TG_DO(tg_document_mention(&job->document, at, edges ? NULL : value, job->line));
        if (before == NULL) continue;
        const tg_document_edge edge = {
          .source = before, .target = at, .weight = value, .directed = job->directed, .line = job->line};
        TG_DO(tg_document_edge_add(&job->document, &edge));
    }
    return TRICORN_OK;
}

/* Reads "a", "a -> b -> c" or "key = value", of which the first id is the token. */
static tricorn_status read_nodes(reading *job)
{
    bool edges = false;
    TG_DO(read_end(job));
    if (is_sign(job, '=')) {
        TG_DO(read_token(job));
        if (!is_id(job)) return refuse(job, "expected the value of an attribute");
        return read_token(job);
    }
    for (; job->found == ARROW || job->found == LINE; edges = true) {
        if ((job->found == ARROW) != job->directed)
            return refuse(job, job->directed ? "expected '->', as in all edges of a digraph"
                                             : "expected '--', as in all edges of a graph");
        TG_DO(read_token(job));
        TG_DO(read_end(job));
    }
    TG_DO(read_attributes(job, edges));
    return add_chain(job);
}

/* Reads the '}' of a subgraph, or of the graph. */
static tricorn_status read_close(reading *job)
{
    job->depth--;
    TG_DO(read_token(job));
    if (job->found == ARROW || job->found == LINE)
        return refuse(job, "an end of an edge is a subgraph, which stands for many edges: write "
                           "each of them");
    return TRICORN_OK;
}

/* Reads the statement that begins with the token, and the token behind it. */
static tricorn_status read_statement(reading *job)
{
    job->line = job->in.line;
    job->chain_bytes = 0;
    job->valued = false;
    if (is_sign(job, ';')) return read_token(job);
    if (is_sign(job, '}')) return read_close(job);
    if (is_word(job, "subgraph")) {
        TG_DO(read_token(job));
        if (is_id(job)) TG_DO(read_token(job));
        if (!is_sign(job, '{')) return refuse(job, "expected '{' behind a subgraph");
    }
    if (is_sign(job, '{')) {
        job->depth++;
        return read_token(job);
    }
    if (is_word(job, "graph") || is_word(job, "node") || is_word(job, "edge")) return read_defaults(job);
    return job->found == ENDS ? refuse(job, "ends before the last '}': is the file cut?") : read_nodes(job);
}

static tricorn_status read_graph(reading *job)
{
    TG_DO(read_token(job));
    if (is_word(job, "strict")) TG_DO(read_token(job));
    job->directed = is_word(job, "digraph");
    if (!job->directed && !is_word(job, "graph")) return refuse(job, "expected 'graph' or 'digraph'");
    TG_DO(read_token(job));
    if (is_id(job)) TG_DO(read_token(job));
    if (!is_sign(job, '{')) return refuse(job, "expected '{' behind 'graph' or 'digraph'");
    job->depth = 1;
    TG_DO(read_token(job));
    while (job->depth > 0) TG_DO(read_statement(job));
    if (job->found != ENDS) return refuse(job, "a second graph begins: keep one in the file");
    return TRICORN_OK;
}

static tricorn_status read_dot(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.directed = false};
    TG_TRY(tg_document_begin(context, input, options, edges, &job.document));
    TG_TRY(tg_characters_begin(context, input, &job.in));
    TG_TRY(read_graph(&job));
    TG_TRY(tg_document_finish(&job.document));
cleanup:
    tg_document_end(&job.document);
    tg_characters_end(&job.in);
    tg_free(job.chain);
    tg_free(job.key);
    tg_free(job.value);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    enum { EDGE_BYTES = 8 }; /* an edge of raw numbers, which may be "graph {}", too */
    const bool begins = tg_begins_dot(bytes, count);
    if (begins && count > EDGE_BYTES && memchr(bytes, 0, count) == NULL) return TG_BY_CONTENT;
    if (tg_suffix_matches(name, SUFFIXES)) return TG_BY_NAME;
    return begins ? TG_BY_SHAPE : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(dot) = {
  .description = {.name = "dot",
    .summary = "DOT, of Graphviz: 'graph {' or 'digraph {', nodes and edges",
    .suffixes = SUFFIXES,
    .reads = "names weights directions isolated large pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_dot,
};
