/* word_lines.c - cuts plain lines of words. */
#include "io/text/word_lines.h"

/* What a byte means. 0: it is a part of a word wherever it is. */
enum { ENDS_WORD = 1, BEGINS_COMMENT = 2, BLANK = 4 };

/* Control characters, separators, quotes, brackets and the first byte of a mark of UTF-8 end a word.
 * A line that begins with certain signs may be a comment. */
static const unsigned char meanings[256] = {
  [0 ... ' ' - 1] = ENDS_WORD,
  [' '] = BLANK,
  ['"'] = ENDS_WORD,
  [','] = ENDS_WORD,
  [';'] = ENDS_WORD,
  ['|'] = ENDS_WORD,
  ['('] = ENDS_WORD,
  ['['] = ENDS_WORD,
  ['{'] = ENDS_WORD,
  ['<'] = ENDS_WORD,
  [0xEF] = ENDS_WORD,
  ['#'] = BEGINS_COMMENT,
  ['%'] = BEGINS_COMMENT,
  ['/'] = BEGINS_COMMENT,
  ['!'] = BEGINS_COMMENT,
  ['*'] = BEGINS_COMMENT,
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

/* Cuts a word without quotes, or in quotes that have no quote within. Returns the position behind it;
 * NULL: it is not plain. */
static const char *cut_word(const char *at, unsigned ends, tg_field *word)
{
    const bool quoted = *at == '"';
    const char *begin = at + quoted;
    if (quoted)
        for (at = begin; (unsigned char)*at >= ' ' && *at != '"';) at++;
    else
        while ((meaning_of(*at) & ends) == 0) at++;
    *word = (tg_field){begin, (size_t)(at - begin), quoted, false};
    if (quoted) return *at == '"' && at > begin ? at + 1 : NULL;
    return at > begin && *begin != ' ' && at[-1] != ' ' ? at : NULL;
}

/* Whether the word is a value, without a blank beyond ASCII at its ends. */
static bool is_plain(tg_field word)
{
    const bool beyond = ((unsigned char)(*word.text | word.text[word.bytes - 1]) & 0x80) != 0;
    return !tg_field_is_missing(word) && (!beyond || tg_field_odd_blank(word).bytes == 0);
}

const char *tg_plain_words(const tg_dialect *dialect, const char *at, tg_field ends[2])
{
    const char *const line = at;
    const unsigned end = dialect->separator == TG_BLANKS ? ENDS_WORD | BLANK : ENDS_WORD;
    uint32_t columns = 0;
    tg_field word;
    if ((meaning_of(*at) != 0 && *at != '"') || *at == dialect->comment) return NULL;
    for (;; at++) {
        at = cut_word(at, end, columns < 2 ? &ends[columns] : &word);
        if (at == NULL) return NULL;
        columns++;
        if (!separates(dialect, *at)) break;
    }
    at += *at == '\r';
    if (*at != '\n' || columns < 2 || (columns != dialect->columns && !dialect->varies)) return NULL;
    if (tg_is_header_again(dialect, line, at)) return NULL;
    /* "u: v" may be a list of neighbours. */
    const bool plain =
      (ends[0].text[ends[0].bytes - 1] != ':' || ends[0].quoted) && is_plain(ends[0]) && is_plain(ends[1]);
    return plain ? at + 1 : NULL;
}
