/* adjlist_form.c - finds the separators of adjacency lists, and cuts their lines into ids.
 *
 * The first lines decide the form, and later lines are checked against it. Numbers contain no
 * separators, so with numbers the form is certain. But words may contain blanks and commas; if
 * the first lines could be cut in two ways, the file is refused.
 */
#include "io/formats/adjlist.h"

#include "io/bytes/input.h"

static const char EMPTY[] = "an id is empty";
static const char NO_COLON[] = "expected a vertex, a colon and its neighbours, as on the lines "
                               "before";
static const char NOT_AN_ID[] = "expected a vertex and its neighbours, unsigned numbers between "
                                "the same separators as on the first lines; if ids are words, "
                                "say that they are strings";
static const char NEGATIVE[] = "a vertex id is negative: ids are unsigned";
static const char TOO_LARGE[] = "a vertex id is over 2^64 - 1";
static const char BRACED[] = "an id begins with a brace or bracket: is this NetworkX's multi-line "
                             "format ('multiline-adjlist') or JSON?";
static const char QUOTED[] = "an id begins with a quote: quotes have no meaning in lists of "
                             "neighbours; remove them, and separate ids by tabs";
static const char COMMENTED[] = "an id begins with '#', where it may be a comment; remove it";
static const char OTHER_SEPARATOR[] = "an id holds a tab, comma, semicolon or bar, which do not "
                                      "separate the ids of the first lines; separate all ids by "
                                      "tabs";

/* ---- the ids of a line ---- */

static const char *find_separator(tg_line line, char separator, bool words)
{
    const size_t bytes = (size_t)(line.end - line.begin);
    if (separator == ' ' && !words) {
        for (const char *at = line.begin; at < line.end; at++)
            if (tg_is_blank(*at)) return at;
        return NULL;
    }
    if (separator != ':' || !words) return memchr(line.begin, separator, bytes);
    /* A word may contain colons. The colon that follows it is at the end of the line, or a blank comes after it. */
    for (const char *at = line.begin; at < line.end; at++)
        if (*at == ':' && (at + 1 == line.end || tg_is_blank(at[1]))) return at;
    return NULL;
}

static const char *check_word(const tg_adjlist_form *form, tg_line word, bool first)
{
    if (*word.begin == '"') return QUOTED;
    if (*word.begin == '#' && !first) return COMMENTED;
    if (*word.begin == '{' || *word.begin == '[') return BRACED;
    for (const char *at = word.begin; at < word.end; at++) {
        if (*at == '\t') return OTHER_SEPARATOR;
        if (form->list == '\t') continue;
        if (*at == ',' && (form->list != ',' || form->head == '\t')) return OTHER_SEPARATOR;
        if (*at == ';' || *at == '|') return OTHER_SEPARATOR;
    }
    return NULL;
}

bool tg_adjlist_next(tg_adjlist_ids *ids, tg_line *id, const char **error)
{
    const tg_adjlist_form *form = ids->form;
    const char separator = ids->first ? form->head : form->list;
    tg_line *rest = &ids->rest;
    /* Between two tabs an id may be missing; but any number of blanks are one separator. */
    while (rest->begin < rest->end && (*rest->begin == ' ' || (*rest->begin == '\t' && separator != '\t')))
        rest->begin++;
    if (rest->begin == rest->end) {
        if (ids->owed) *error = EMPTY;
        return false;
    }
    const char *end = find_separator(*rest, separator, form->words);
    if (end == NULL && separator == ':') {
        *error = NO_COLON;
        return false;
    }
    *id = (tg_line){rest->begin, end ? end : rest->end};
    while (id->end > id->begin && tg_is_blank(id->end[-1])) id->end--;
    *error = id->begin == id->end ? EMPTY : form->words ? check_word(form, *id, ids->first) : NULL;
    rest->begin = end ? end + 1 : rest->end;
    ids->owed = end != NULL && (separator == ',' || separator == '\t');
    ids->first = false;
    return *error == NULL;
}

const char *tg_adjlist_number(tg_line id, uint64_t *number)
{
    uint64_t value = 0;
    bool over = false;
    if (*id.begin == '-' && id.end - id.begin > 1 && tg_is_digit(id.begin[1])) return NEGATIVE;
    for (const char *at = id.begin; at < id.end; at++) {
        if (!tg_is_digit(*at)) return NOT_AN_ID;
        over |= __builtin_mul_overflow(value, UINT64_C(10), &value);
        over |= __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
    }
    if (over) return TOO_LARGE;
    *number = value;
    return NULL;
}

tricorn_status tg_adjlist_id(
  tricorn_context *context, tg_words *words, tg_line id, uint64_t *number, const char **error)
{
    if (words) return tg_words_number(context, words, id.begin, (size_t)(id.end - id.begin), number);
    *error = tg_adjlist_number(id, number);
    return TRICORN_OK;
}

/* ---- the form ---- */

/* What the first lines contain, not counting blanks that are next to other separators. */
typedef struct survey {
    uint64_t lines;
    uint64_t colons; /* lines whose first id ends with a colon */
    uint64_t tight; /* lines with a colon elsewhere that has no '/' after it */
    uint64_t commas;
    uint64_t tabs; /* the largest number of tabs on one line */
    uint64_t blanks; /* lines with a blank between two other characters; and of these: */
    uint64_t head_blanks; /* lines with such a blank before the colon */
    uint64_t late_blanks; /* lines with such a blank after a tab */
    uint64_t blank_lists; /* lines of the form "1 2,3" */
} survey;

static bool is_mark(char byte)
{
    return byte == ',' || tg_is_blank(byte);
}

/* Whether a blank is between two characters that are no separators. */
static bool has_inner_blank(tg_line line)
{
    for (const char *at = line.begin; at < line.end;) {
        const char *blank = memchr(at, ' ', (size_t)(line.end - at));
        if (blank == NULL) break;
        const char *next = blank;
        while (next < line.end && *next == ' ') next++;
        if (blank > line.begin && next < line.end && !is_mark(blank[-1]) && !is_mark(*next)) return true;
        at = next;
    }
    return false;
}

static const char *find_colon(tg_line line, bool words)
{
    const char *colon = find_separator(line, ':', words);
    if (colon == NULL) return NULL;
    const tg_line head = {line.begin, colon};
    if (find_separator(head, ',', words) || find_separator(head, '\t', words)) return NULL;
    if (words) return colon;
    const char *at = line.begin;
    while (tg_is_digit(*at)) at++;
    return at > line.begin && tg_skip_blanks(at) == colon ? colon : NULL;
}

/* Whether the line has the form "1 2,3", with blanks after the first number. */
static bool is_blank_list(tg_line line)
{
    const char *at = line.begin;
    while (at < line.end && tg_is_digit(*at)) at++;
    const char *next = at;
    while (next < line.end && tg_is_blank(*next)) next++;
    return at > line.begin && next > at && next < line.end && tg_is_digit(*next);
}

static void see_line(survey *seen, tg_line line, bool words)
{
    const char *colon = find_colon(line, words);
    tg_line rest = line;
    uint64_t tabs = 0;
    seen->lines++;
    if (colon != NULL) {
        seen->colons++;
        seen->head_blanks += has_inner_blank((tg_line){line.begin, colon});
        rest.begin = colon + 1;
        while (rest.begin < rest.end && tg_is_blank(*rest.begin)) rest.begin++;
    }
    const char *tight = memchr(line.begin, ':', (size_t)(line.end - line.begin));
    seen->tight += colon == NULL && tight != NULL && tight + 1 < line.end && tight[1] != '/';
    for (const char *at = rest.begin; at < rest.end; at++) {
        if (*at != '\t') continue;
        if (tabs++ == 0) seen->late_blanks += has_inner_blank((tg_line){at + 1, rest.end});
    }
    if (tabs > seen->tabs) seen->tabs = tabs;
    const bool commas = find_separator(rest, ',', words) != NULL;
    seen->commas += commas;
    seen->blanks += has_inner_blank(rest);
    seen->blank_lists += commas && is_blank_list(rest);
}

static tg_adjlist_form form_of_numbers(const survey *seen)
{
    tg_adjlist_form form = {.head = ' ', .list = seen->commas ? ',' : ' '};
    if (seen->colons > 0)
        form.head = ':';
    else if (seen->commas > 0 && seen->blank_lists == 0)
        form.head = ',';
    return form;
}

static const char *form_of_tabs(const survey *seen, tg_adjlist_form *form)
{
    form->head = '\t';
    form->list = seen->tabs == 1 && seen->commas > 0 ? ',' : '\t';
    if (seen->tabs == 1 && seen->commas == 0 && seen->late_blanks > 0)
        return "a line has one tab, and blanks behind it, which may separate words or be parts "
               "of them; separate all ids by tabs";
    return NULL;
}

static const char *form_of_words(const survey *seen, tg_adjlist_form *form)
{
    *form = (tg_adjlist_form){.head = ' ', .list = ' ', .words = true};
    if (seen->colons > 0) {
        form->head = ':';
        form->list = seen->commas > 0 ? ',' : seen->tabs > 0 ? '\t' : ' ';
        if (seen->colons < seen->lines)
            return "some lines begin with a word and a colon, others do not; write all alike";
        if (form->list == ' ' && seen->head_blanks > 0)
            return "a vertex's name holds a blank, so blanks do not separate its neighbours; "
                   "separate them by commas";
        return NULL;
    }
    if (seen->lines > 0 && seen->tight == seen->lines)
        return "each line holds a colon without a blank behind it, which may be a part of the "
               "word or not; write a blank behind the colon, or separate ids by tabs";
    if (seen->tabs > 0) return form_of_tabs(seen, form);
    if (seen->commas > 0 && seen->blanks > 0)
        return "the lines hold both commas and blanks, and either may separate words or be parts "
               "of them; separate all ids by tabs";
    if (seen->commas > 0) form->head = form->list = ',';
    return NULL;
}

const char *tg_adjlist_find_form(const char *bytes, size_t count, bool words, tg_adjlist_form *form)
{
    survey seen = {0};
    tg_line line;
    const char *at = bytes + tg_mark_bytes(bytes, count);
    const char *stop = tg_whole_lines(bytes, count, TG_PEEK_BYTES);
    while (tg_next_line(&at, stop, &line))
        if (!tg_adjlist_skips(line)) see_line(&seen, line, words);
    if (words) return form_of_words(&seen, form);
    *form = form_of_numbers(&seen);
    return NULL;
}

bool tg_adjlist_has_head(const char *bytes, size_t count)
{
    static const char time[] = "# GMT ";
    const char *at = bytes + tg_mark_bytes(bytes, count), *stop = bytes + count;
    tg_line command, made, name;
    return tg_next_line(&at, stop, &command) && tg_next_line(&at, stop, &made) && tg_next_line(&at, stop, &name) &&
           command.begin < command.end && *command.begin == '#' && name.begin < name.end && *name.begin == '#' &&
           (size_t)(made.end - made.begin) > sizeof time && memcmp(made.begin, time, sizeof time - 1) == 0;
}
