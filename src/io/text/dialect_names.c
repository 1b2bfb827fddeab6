/* dialect_names.c - finds the columns whose names say that they are the ends of an edge. */
#include "io/text/dialect.h"

#include <string.h>
#include <strings.h>

#include "io/text/scan.h"

enum {
    NAMES_MOST = 64, /* columns that are looked at; the ends of an edge are among the first */
    RANKS = 3
};

/* How the names of the two ends differ, if the rest of the names is equal: "FromNodeId" and
 * "ToNodeId", "user_a" and "user_b".  No entry is the name of another thing. */
static const struct {
    const char *first, *second;
    /* The words name columns also where nothing else is in the names and ids may be words. */
    bool alone;
} pairs[] = {
    {"source", "target", true},
    {"source", "destination", true},
    {"source", "dest", true},
    {"src", "dst", true},
    {"src", "dest", true},
    {"src", "tgt", true},
    {"from", "to", true},
    {"citing", "cited", true},
    {"caller", "callee", true},
    {"sender", "receiver", true},
    {"sender", "recipient", true},
    {"follower", "followee", true},
    {"source", "sink", false},
    {"u", "v", false},
    {"i", "j", false},
    {"a", "b", false},
    {"x", "y", false},
    {"1", "2", false},
    {"0", "1", false},
    {"one", "two", false},
    {"left", "right", false},
    {"head", "tail", false},
    {"start", "end", false},
    {"sub", "ob", false},
    {"row", "col", false},
    {"row", "column", false},
    {"parent", "child", false},
};

/* What the rest of the names may be.  A higher rank wins: "source_id" before "source_name". */
static const struct {
    const char *letters;
    unsigned rank;
} things[] = {
    {"", 2},     {"id", 2},      {"node", 2},   {"nodeid", 2}, {"idnode", 2},   {"vertex", 2},
    {"user", 2}, {"userid", 2},  {"ject", 2},   {"jectid", 2}, {"vertexid", 2}, {"author", 2},
    {"gene", 2}, {"protein", 2}, {"person", 2}, {"paper", 2},  {"name", 1},     {"label", 1},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word(const char *text, size_t bytes, const char *word)
{
    return strlen(word) == bytes && strncasecmp(text, word, bytes) == 0;
}

/* How sure it is that the rest of a name, its first `head` and last `tail` bytes, is of an id;
 * 0: it is not. */
static unsigned rank_rest(tg_field name, size_t head, size_t tail)
{
    enum { MOST = 32 };
    char letters[MOST];
    size_t count = 0;
    for (size_t i = 0; i < name.bytes && count < MOST - 1; i++) {
        const char c = lower(name.text[i]);
        if ((i < head || i >= name.bytes - tail) && c != '_' && c != ' ' && c != '-' &&
            c != '.' && c != ':' && c != '~')
            letters[count++] = c;
    }
    letters[count] = 0;
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (strcmp(letters, things[i].letters) == 0) return things[i].rank;
    return 0;
}

/* Whether two names are equal except for a known pair of words at byte `head`. */
static bool differ_at(tg_field a, tg_field b, size_t head, size_t *tail, bool words)
{
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const size_t first = strlen(pairs[p].first), second = strlen(pairs[p].second);
        if (head + first > a.bytes || head + second > b.bytes) continue;
        const size_t rest = a.bytes - head - first;
        if (words && !pairs[p].alone && head + rest == 0) continue;
        if (rest == b.bytes - head - second && is_word(a.text + head, first, pairs[p].first) &&
            is_word(b.text + head, second, pairs[p].second) &&
            strncasecmp(a.text + head + first, b.text + head + second, rest) == 0) {
            *tail = rest;
            return true;
        }
    }
    return false;
}

/* How sure it is that two names are of the ends of an edge; 0: they are not. */
static unsigned rank_names(tg_field a, tg_field b, bool words)
{
    unsigned best = 0;
    if (a.bytes == 0 || tg_is_digit(*a.text)) return 0;
    for (size_t head = 0; head < a.bytes && head < b.bytes; head++) {
        size_t tail = 0;
        if (differ_at(a, b, head, &tail, words)) {
            const unsigned rank = rank_rest(a, head, tail);
            if (rank > best) best = rank;
        }
        if (lower(a.text[head]) != lower(b.text[head])) break;
    }
    return best;
}

/* Whether a third name continues the first two: "node3" after "node1" and "node2", "w" after "u"
 * and "v".  Then the columns may be of a matrix, or the corners of a triangle. */
static bool is_continued(const tg_field *names, uint32_t count, const uint32_t ends[2])
{
    const tg_field first = names[ends[0]], last = names[ends[1]];
    if (first.bytes != last.bytes) return false;
    for (uint32_t i = 0; i < count; i++) {
        size_t differ = 0;
        if (i == ends[0] || i == ends[1] || names[i].bytes != last.bytes) continue;
        bool next = true;
        for (size_t c = 0; c < last.bytes; c++) {
            if (names[i].text[c] == last.text[c]) continue;
            differ++;
            next &= first.text[c] != last.text[c];
        }
        if (next && differ == 1) return true;
    }
    return false;
}

/* Cuts the names from the line, at most NAMES_MOST. */
static uint32_t cut_names(const tg_dialect *dialect, const char *begin, const char *end,
                          tg_field names[NAMES_MOST])
{
    tg_cutter cutter = tg_cut(begin, end, dialect->separator);
    uint32_t count = 0;
    while (count < NAMES_MOST && tg_cut_field(&cutter, &names[count])) count++;
    return count;
}

bool tg_has_named_ends(const tg_dialect *dialect, const char *begin, const char *end)
{
    tg_field names[NAMES_MOST];
    const uint32_t count = cut_names(dialect, begin, end, names);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            if (a != b && rank_names(names[a], names[b], dialect->words) > 0) return true;
    return false;
}

bool tg_names_ends(const tg_dialect *dialect, const char *begin, const char *end)
{
    tg_dialect cut = *dialect;
    for (const char *separator = "\t,; "; *separator; separator++) {
        cut.separator = *separator;
        if (tg_has_named_ends(&cut, begin, end)) return true;
    }
    return false;
}

bool tg_may_name_ends(const tg_dialect *dialect, const char *begin, const char *end)
{
    tg_dialect numbers = *dialect;
    numbers.words = false; /* of numbers, more words name columns */
    return tg_has_named_ends(&numbers, begin, end);
}

bool tg_find_named_ends(const tg_dialect *dialect, const char *begin, const char *end,
                        uint32_t ends[2])
{
    tg_field names[NAMES_MOST];
    unsigned found[RANKS] = {0};
    uint32_t at[RANKS][2];
    const uint32_t count = cut_names(dialect, begin, end, names);
    for (uint32_t i = 0; i < count; i++)
        if (tg_field_is_sign(names[i])) return false;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++) {
            const unsigned rank = a == b ? 0 : rank_names(names[a], names[b], dialect->words);
            if (rank == 0) continue;
            found[rank]++;
            at[rank][0] = a;
            at[rank][1] = b;
        }
    for (unsigned rank = RANKS - 1; rank > 0; rank--) {
        if (found[rank] == 0) continue;
        memcpy(ends, at[rank], sizeof at[rank]);
        return found[rank] == 1 && !is_continued(names, count, ends);
    }
    return false;
}

bool tg_find_named_weight(const tg_dialect *dialect, const char *begin, const char *end,
                          uint32_t *column)
{
    static const char *const weights[] = {"weight", "weights", "w"};
    tg_field names[NAMES_MOST];
    const uint32_t count = cut_names(dialect, begin, end, names);
    unsigned found = 0;
    for (uint32_t c = 0; c < count; c++)
        for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
            if (c == dialect->ends[0] || c == dialect->ends[1] ||
                !is_word(names[c].text, names[c].bytes, weights[i]))
                continue;
            *column = c;
            found++;
        }
    return found == 1;
}

bool tg_names_others(const tg_dialect *dialect, const char *begin, const char *end)
{
    static const char *const others[] = {
        "weight", "weights", "time",  "timestamp", "date",   "year", "count", "number", "no",
        "nr",     "index",   "value", "score",     "rating", "type", "kind",  "label",  "id"};
    tg_cutter cutter = tg_cut(begin, end, dialect->separator);
    tg_field name;
    while (tg_cut_field(&cutter, &name)) {
        if (name.bytes == 0) return true;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (is_word(name.text, name.bytes, others[i])) return true;
    }
    return false;
}
