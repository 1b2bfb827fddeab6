/* metis_header.c - reads the header of a METIS file, and finds out from the first lines whether a text is one.
 *
 * A METIS file has no magic word. But its lines fit the header and each other, which those of an edge list or an
 * adjacency list do not: a file has no more lines than vertices, each line has neighbours of its own vertex, and if
 * the lines of both ends of an edge are seen, each lists the other end.
 */
#include "io/formats/metis_header.h"

#include <string.h>

#include "io/text/header.h"
#include "io/text/mirror.h"
#include "io/text/scan.h"

enum {
    LEAST_WORDS = 2,
    FMT_DIGITS = 3,
    LEAST_COLUMNS = 2 /* the least columns of an edge list */
};

const char *tg_metis_header_read(const char *const *words, size_t count, tg_metis_header *found)
{
    uint64_t weights = 0;
    if (count < LEAST_WORDS || count > TG_METIS_WORDS)
        return "expected the header: how many vertices and edges there are and, if any, what "
               "weights (fmt and ncon)";
    if (!tg_header_count(words[0], &found->vertices) || !tg_header_count(words[1], &found->edges))
        return "expected the header: how many vertices and edges there are, two whole numbers";
    if (count > 2) {
        const char *fmt = words[2];
        const size_t digits = strlen(fmt);
        if (digits > FMT_DIGITS || strspn(fmt, "01") != digits)
            return "the header's third word (fmt) is not of up to three digits 0 or 1: vertex "
                   "sizes, vertex weights, edge weights";
        found->edge_weights = fmt[digits - 1] == '1';
        weights = digits > 1 && fmt[digits - 2] == '1';
        found->vertex_words = digits > 2 && fmt[digits - 3] == '1';
    }
    if (count > 3) {
        uint64_t ncon;
        if (!tg_header_count(words[3], &ncon) || ncon > UINT32_MAX)
            return "the header's fourth word (ncon, the number of weights of a vertex) is not a "
                   "number";
        if (ncon > 0 && weights == 0)
            return "the header's fourth word says how many weights a vertex has, but the third "
                   "(fmt) says that vertices have none";
        if (ncon > 0) weights = ncon;
    }
    found->vertex_words += weights;
    return NULL;
}

/* Reads the first line that is not a comment. Returns the position after it, or NULL if it is
 * no header; *words receives the number of its words. */
static const char *read_first(const char *bytes, size_t count, tg_metis_header *found, size_t *words)
{
    const char *parts[TG_METIS_WORDS], *newline;
    char line[TG_HEADER_LINE_BYTES];
    const size_t mark = tg_mark_bytes(bytes, count);
    bytes += mark;
    count -= mark;
    while (count > 0 && *bytes == '%' && (newline = memchr(bytes, '\n', count)) != NULL) {
        count -= (size_t)(newline + 1 - bytes);
        bytes = newline + 1;
    }
    newline = count > 0 ? memchr(bytes, '\n', count) : NULL;
    const size_t length = newline ? (size_t)(newline - bytes) : count;
    if (length == 0 || length >= sizeof line || memchr(bytes, 0, length)) return NULL;
    memcpy(line, bytes, length);
    line[length] = 0;
    *words = tg_header_split(line, parts, TG_METIS_WORDS);
    if (tg_metis_header_read(parts, *words, found) != NULL) return NULL;
    return bytes + length + (newline != NULL);
}

bool tg_metis_begins(const char *bytes, size_t count)
{
    tg_metis_header found = {0};
    size_t words;
    if (read_first(bytes, count, &found, &words) == NULL) return false;
    /* A graph has at most n (n - 1) / 2 edges and n loops. */
    const unsigned __int128 n = found.vertices;
    return found.edges <= (n * n + n) / 2;
}

/* ---- the lines behind the header ---- */

/* What is known of the first lines. */
typedef struct view {
    tg_metis_header header;
    const char *end;
    bool whole; /* the content ends with these lines */

    uint64_t rows; /* how many rows have ended */
    uint64_t entries; /* how many neighbours these rows have */
    uint64_t first_words; /* how many words the first row has */
    bool uneven; /* not all rows have the same number of words */
    /* Edges between vertices up to this one must be on the lines of both their ends. */
    uint64_t mirrored;
    tg_mirror mirror;
} view;

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (tg_is_blank(*at) || *at == '\r')) at++;
    return at;
}

static const char *word_end(const char *at, const char *end)
{
    while (at < end && !tg_is_blank(*at) && *at != '\r') at++;
    return at;
}

static bool is_weight(const char *at, const char *end)
{
    while (at < end && strchr("0123456789.eE+-", *at) && *at) at++;
    return at == end;
}

/* Reads a word as a neighbour of vertex `row`; returns false if it cannot be one. */
static bool read_neighbour(view *seen, uint64_t row, const char *at, const char *end)
{
    uint64_t value = 0;
    for (; at < end && tg_is_digit(*at); at++)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value))
            return false;
    if (at < end || value < 1 || value > seen->header.vertices || value == row) return false;
    seen->entries++;
    if (row <= seen->mirrored && value <= seen->mirrored)
        tg_mirror_add(&seen->mirror, 0, (uint32_t)row, (uint32_t)value);
    return true;
}

/* Reads the next row; returns false if its words cannot be neighbours and weights. If the row
 * is cut off, it is not counted, and its last word is ignored. */
static bool read_row(view *seen, const char *at, const char *stop, bool cut)
{
    const uint64_t own = seen->header.vertex_words, stride = seen->header.edge_weights ? 2 : 1;
    const uint64_t row = seen->rows + 1;
    uint64_t words = 0;
    at = skip_blanks(at, stop);
    /* Empty lines may follow the last vertex. */
    if (row > seen->header.vertices) return at == stop;
    for (const char *end; at < stop; at = skip_blanks(end, stop), words++) {
        end = word_end(at, stop);
        if (cut && end == stop) return true;
        const bool weight = words < own || (words - own) % stride;
        if (!(weight ? is_weight(at, end) : read_neighbour(seen, row, at, end))) return false;
    }
    if (cut) return true;
    if (words < own || (words - own) % stride) return false;
    if (seen->rows == 0) seen->first_words = words;
    seen->uneven |= words != seen->first_words;
    seen->rows++;
    return true;
}

static bool read_rows(view *seen, const char *at)
{
    seen->rows = seen->entries = 0;
    while (at < seen->end) {
        const char *newline = memchr(at, '\n', (size_t)(seen->end - at));
        const char *stop = newline ? newline : seen->end;
        const bool cut = newline == NULL && !seen->whole;
        if (*at != '%' && !read_row(seen, at, stop, cut)) return false;
        at = newline ? newline + 1 : stop;
    }
    if (!seen->whole) return seen->entries <= 2 * seen->header.edges;
    return seen->rows == seen->header.vertices && seen->entries == 2 * seen->header.edges;
}

tg_likeness tg_metis_look(const char *bytes, size_t count)
{
    size_t words;
    view seen = {.end = bytes + count, .whole = count < TG_PEEK_BYTES};
    const char *at = read_first(bytes, count, &seen.header, &words);
    const unsigned __int128 n = seen.header.vertices;
    if (at == NULL || n == 0 || n > UINT32_MAX || seen.header.edges > n * (n - 1) / 2) return TG_NOT_MINE;
    if (!read_rows(&seen, at)) return TG_NOT_MINE;
    /* The bytes are one row of 64 KiB, and it fits the header. */
    if (seen.rows == 0) return TG_BY_CONTENT;
    seen.mirrored = seen.rows;
    if (!read_rows(&seen, at) || !tg_mirror_holds(&seen.mirror)) return TG_NOT_MINE;
    /* All lines of an edge list, except for a header, have the same number of words, at least two. */
    const bool columns = !seen.uneven && seen.first_words >= LEAST_COLUMNS;
    if (columns && seen.mirror.up == 0) return TG_NOT_MINE;
    /* The text may be a single edge, followed by empty lines. */
    const bool nothing = seen.entries == 0;
    return nothing || (columns && seen.first_words == words) ? TG_BY_SHAPE : TG_BY_CONTENT;
}
