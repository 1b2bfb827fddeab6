/* word_lines.c - cuts plain lines of words. */
#include "io/text/word_lines.h"

/* What a byte means.  0: it is a part of a word wherever it is. */
enum { ENDS_WORD = 1, BEGINS_COMMENT = 2 };

/* Control characters, separators, quotes, brackets and the first byte of a mark of UTF-8 end a word.
 * A line that begins with certain signs may be a comment. */
static const unsigned char meanings[256] = {
    [0 ... ' '] = ENDS_WORD, ['"'] = ENDS_WORD,      [','] = ENDS_WORD,
    [';'] = ENDS_WORD,       ['|'] = ENDS_WORD,      ['('] = ENDS_WORD,
    ['['] = ENDS_WORD,       ['{'] = ENDS_WORD,      ['<'] = ENDS_WORD,
    [0xEF] = ENDS_WORD,      ['#'] = BEGINS_COMMENT, ['%'] = BEGINS_COMMENT,
    ['/'] = BEGINS_COMMENT,  ['!'] = BEGINS_COMMENT, ['*'] = BEGINS_COMMENT,
    ['-'] = BEGINS_COMMENT,
};

static unsigned meaning_of(char byte)
{
    return meanings[(unsigned char)byte];
}

static bool separates(const tg_dialect *dialect, char byte)
{
    return byte == dialect->separator || (byte == '\t' && dialect->separator == TG_BLANKS);
}

bool tg_has_plain_words(const tg_dialect *dialect)
{
    return dialect->words && dialect->ends[0] == 0 && dialect->ends[1] == 1 && !dialect->reversed &&
           dialect->weights == 0;
}

const char *tg_plain_words(const tg_dialect *dialect, const char *at, tg_field ends[2])
{
    const char *const line = at;
    uint32_t columns = 0;
    if (meaning_of(*at) != 0 || *at == dialect->comment) return NULL;
    for (;; at++) {
        const char *begin = at;
        while ((meaning_of(*at) & ENDS_WORD) == 0) at++;
        if (at == begin) return NULL;
        if (columns < 2) ends[columns] = (tg_field){begin, (size_t)(at - begin), false, false};
        columns++;
        if (!separates(dialect, *at)) break;
    }
    at += *at == '\r';
    if (*at != '\n' || columns < 2 || (columns != dialect->columns && !dialect->varies))
        return NULL;
    if (tg_is_header_again(dialect, line, at)) return NULL;
    /* "u: v" may be a list of neighbours. */
    const bool plain = ends[0].text[ends[0].bytes - 1] != ':' && !tg_field_is_missing(ends[0]) &&
                       !tg_field_is_missing(ends[1]);
    return plain ? at + 1 : NULL;
}
