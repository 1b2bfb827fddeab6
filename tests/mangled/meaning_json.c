/* meaning_json.c - the meaning of edges as lines of JSON, and of one value of nodes and links.
 *
 * Every value is parsed by the grammar of RFC 8259; ids are whole numbers, of Cytoscape words, too.
 */
#include "mangled.h"

#include <ctype.h>
#include <string.h>

/* What of a value matters: numbers by the names of their members. */
typedef struct parser {
    span rest;
    uint64_t ends[2]; /* of the last object: "source" and "target" */
    int ends_found;
    int depth;
    edge_set *edges; /* each object with both ends is one of the edges */
    bool words; /* Cytoscape's, whose CX has short names of members */
} parser;

static bool parse_any(parser *job, span *whole);

static void skip_space(parser *job)
{
    while (job->rest.begin < job->rest.end && *job->rest.begin && strchr(" \t\r\n", *job->rest.begin))
        job->rest.begin++;
}

static bool take_byte(parser *job, char byte)
{
    skip_space(job);
    if (job->rest.begin == job->rest.end || *job->rest.begin != byte) return false;
    job->rest.begin++;
    return true;
}

static bool parse_string(parser *job, span *content)
{
    if (!take_byte(job, '"')) return false;
    const char *at = job->rest.begin, *end = job->rest.end;
    for (; at < end && *at != '"'; at++) {
        if ((unsigned char)*at < ' ') return false;
        if (*at == '\\' && ++at == end) return false;
    }
    if (at == end) return false;
    *content = (span){job->rest.begin, at};
    job->rest.begin = at + 1;
    return true;
}

static bool is_json_number(span of)
{
    const char *at = of.begin;
    if (at < of.end && *at == '-') at++;
    if (at == of.end || !isdigit((unsigned char)*at)) return false;
    if (*at == '0' && at + 1 < of.end && isdigit((unsigned char)at[1])) return false;
    return parse_value(of) && of.end[-1] != '.' && memchr(of.begin, 'd', (size_t)(of.end - of.begin)) == NULL;
}

static bool parse_scalar(parser *job, span *whole)
{
    const char *at = job->rest.begin;
    while (at < job->rest.end && (isalnum((unsigned char)*at) || (*at && strchr("+-.", *at)))) at++;
    *whole = (span){job->rest.begin, at};
    job->rest.begin = at;
    if (whole->begin == whole->end) return false;
    const size_t bytes = (size_t)(whole->end - whole->begin);
    return is_json_number(*whole) || (bytes == 4 && memcmp(whole->begin, "true", 4) == 0) ||
           (bytes == 4 && memcmp(whole->begin, "null", 4) == 0) ||
           (bytes == 5 && memcmp(whole->begin, "false", 5) == 0);
}

/* A member of an object: an end of an edge, perhaps. An end twice is an error. */
static bool parse_member(parser *job, uint64_t ends[2], int *found)
{
    span name, value;
    if (!parse_string(job, &name) || !take_byte(job, ':') || !parse_any(job, &value)) return false;
    for (int end = 0; end < 2; end++) {
        if (!span_is(name, end ? "target" : "source") && !(job->words && span_is(name, end ? "t" : "s"))) continue;
        if (*found & 1 << end || (!job->words && !parse_number(value, &ends[end]))) return false;
        if (job->words) ends[end] = number_of_word(value);
        *found |= 1 << end;
    }
    return true;
}

static bool parse_object(parser *job)
{
    uint64_t ends[2];
    int found = 0;
    if (take_byte(job, '}')) return true;
    do
        if (!parse_member(job, ends, &found)) return false;
    while (take_byte(job, ','));
    if (found == 3) edge_set_add(job->edges, ends[0], ends[1]);
    return found != 1 && found != 2 && take_byte(job, '}');
}

static bool parse_array(parser *job)
{
    span value;
    if (take_byte(job, ']')) return true;
    do
        if (!parse_any(job, &value)) return false;
    while (take_byte(job, ','));
    return take_byte(job, ']');
}

static bool parse_any(parser *job, span *whole)
{
    skip_space(job);
    const char *begin = job->rest.begin;
    bool right = false;
    if (begin == job->rest.end || job->depth == 16) return false;
    job->depth++;
    if (*begin == '{' || *begin == '[') {
        job->rest.begin++;
        right = *begin == '{' ? parse_object(job) : parse_array(job);
        *whole = (span){begin, job->rest.begin};
    } else {
        right = *begin == '"' ? parse_string(job, whole) : parse_scalar(job, whole);
    }
    job->depth--;
    return right;
}

/* Parses all of it as one value. */
static bool parse_whole(span content, edge_set *edges, bool words)
{
    parser job = {.rest = content, .edges = edges, .words = words};
    span whole;
    if (!parse_any(&job, &whole)) return false;
    skip_space(&job);
    return job.rest.begin == job.rest.end;
}

void mean_json_lines(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    edge_set edges = {0};
    span line;
    bool right = true;
    (void)known;
    while (right && next_line(&at, content.end, &line)) {
        line = trim(line, " \t\r");
        if (line.begin == line.end) continue;
        const uint64_t before = edges.count;
        right = *line.begin == '{' && parse_whole(line, &edges, false) && edges.count == before + 1;
    }
    if (right && edges.count > 0) meanings_add(found, &edges);
    edge_set_free(&edges);
}

void mean_json_node_link(span content, const traits *known, meanings *found)
{
    edge_set edges = {0};
    (void)known;
    if (parse_whole(content, &edges, false)) meanings_add(found, &edges);
    edge_set_free(&edges);
}

/* Ends that are no node are refused by the reader, or come from an edge that is no more. */
void mean_cytoscape(span content, const traits *known, meanings *found)
{
    edge_set edges = {0};
    (void)known;
    if (parse_whole(content, &edges, true)) meanings_add(found, &edges);
    edge_set_free(&edges);
}
