/* line_structure.c - compares a line with those of other texts. */
#include "io/text/dialect/line_structure.h"

#include <string.h>

#include "base/context.h"
#include "io/text/scan.h"

bool tg_is_odd_byte(const char *at, const char *end)
{
    return ((unsigned char)*at < ' ' && *at != '\t') || tg_mark_bytes(at, (size_t)(end - at)) > 0;
}

/* The first odd byte that is not within quotes, or NULL. */
static const char *find_odd_byte(const char *begin, const char *end)
{
    bool quoted = false;
    for (const char *at = begin; at < end; at++) {
        quoted ^= *at == '"';
        if (!quoted && tg_is_odd_byte(at, end)) return at;
    }
    return NULL;
}

/* Whether a byte of the word is below ' ' but no tab, or begins the mark: by the bits that a
 * subtraction borrows, so a byte behind one that is found may be taken for another one. */
static bool may_have_odd_byte(uint64_t word)
{
    const uint64_t ones = UINT64_MAX / 0xFF, tops = ones << 7;
    const uint64_t tab = word ^ ones * '\t', mark = word ^ ones * 0xEF;
    const uint64_t below = (word - ones * ' ') & ~word & tops;
    const uint64_t tabs = ~(((tab & ~tops) + ~tops) | tab) & tops; /* exactly the tabs */
    return (below & ~tabs) != 0 || ((mark - ones) & ~mark & tops) != 0;
}

bool tg_line_may_have_odd_byte(const char *begin, const char *end)
{
    uint64_t word = 0;
    bool found = false;
    if (end > begin && end[-1] == '\r') end--;
    for (; (size_t)(end - begin) >= sizeof word; begin += sizeof word) {
        memcpy(&word, begin, sizeof word);
        found |= may_have_odd_byte(word);
    }
    word = UINT64_MAX / 0xFF * ' ';
    memcpy(&word, begin, (size_t)(end - begin));
    return found || may_have_odd_byte(word);
}

const char *tg_line_odd_byte(const char *begin, const char *end)
{
    if (end > begin && end[-1] == '\r') end--;
    const char *odd = find_odd_byte(begin, end);
    if (odd == NULL) return NULL;
    if ((unsigned char)*odd < ' ')
        return "a control character, which no id has (a form feed at the end of a page?): remove "
               "such "
               "characters, by tr -d '\\001-\\010\\013-\\037' < FILE > OUT";
    return "the mark of UTF-8 (U+FEFF) within the text, which cat leaves where it joins two "
           "files: "
           "remove it, by sed 's/\\xEF\\xBB\\xBF//g' FILE > OUT";
}

/* The signs with which comments begin in other texts. '#' and '%' are known to be comments. */
#define SIGN(sign, value) \
    { \
        sign, "the line begins with '" sign \
              "': if that is a comment, give " TG_OPTION("comment=" value) ", else " TG_OPTION("comment=none") \
    }
static const struct {
    const char *sign, *sentence;
} signs[] = {
  SIGN("//", "/"),
  SIGN("/*", "/"),
  SIGN("!", "!"),
  SIGN("*", "*"),
  SIGN("--", "-"),
  SIGN("- ", "-"),
  SIGN("-\t", "-"),
  SIGN(";", ";"),
  SIGN("<!", "<"),
  SIGN("(*", "("),
};

const char *tg_line_may_be_comment(const char *begin, const char *end, char separator)
{
    if (begin == end || strchr("/!*-;<(", *begin) == NULL) return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t bytes = strlen(signs[i].sign);
        if ((size_t)(end - begin) < bytes || memcmp(begin, signs[i].sign, bytes) != 0) continue;
        /* An empty first column may be meant. */
        if (*begin != separator) return signs[i].sentence;
    }
    return NULL;
}

/* The bracket that closes the last one that is open at the end of the field; 0: none is open. */
static char open_bracket(tg_field field)
{
    for (size_t i = field.bytes; i-- > 0;) switch (field.text[i]) {
        case '(': return ')';
        case '[': return ']';
        case '{': return '}';
        case '<': return '>';
        case ')':
        case ']':
        case '}':
        case '>': return 0;
        default: break;
        }
    return 0;
}

/* Whether the line has two brackets that open. */
static bool has_several_brackets(const char *begin, const char *end)
{
    unsigned opened = 0;
    for (; begin < end && opened < 2; begin++) opened += *begin != 0 && strchr("([{<", *begin) != NULL;
    return opened > 1;
}

const char *tg_line_cut_wrongly(const tg_field ends[2], const char *end)
{
    if (ends[0].quoted || ends[0].bytes == 0) return NULL;
    if (ends[0].text[ends[0].bytes - 1] == ':')
        return "an id ends in a colon: if each line is a vertex and its neighbours, "
               "give " TG_OPTION("format=adjlist") "; if the colon is a part of the "
                                                   "id, " TG_OPTION("columns=1,2");
    const char closing = open_bracket(ends[0]);
    const char *behind = ends[0].text + ends[0].bytes;
    if (closing == 0 || ends[1].text < behind || memchr(ends[1].text, closing, (size_t)(end - ends[1].text)) == NULL)
        return NULL;
    if (has_several_brackets(ends[0].text, end))
        return "the separator is within brackets, of which the line has several: if the ids are in them, write the "
               "two ids of each edge on a line of their own; if brackets are a part of the ids, "
               "give " TG_OPTION("columns=1,2");
    return "the separator is within brackets, as in 'edge(u, v)': if the ids are in them, write "
           "these alone, "
           "by sed 's/^[^][(){}<>]*[][(){}<>]//; s/[][(){}<>].*//' FILE > OUT; if brackets are a "
           "part of the "
           "ids, give " TG_OPTION("columns=1,2");
}
