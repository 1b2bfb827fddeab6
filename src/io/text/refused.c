/* refused.c - recognises content of known kinds that tricorn does not read: a table of magic
 * numbers and small tests, with a remedy for each.
 *
 * It is asked where no caller has named a format and no format has recognised its own beginning,
 * before text is read as an edge list that it is not.
 */
#include "io/text/refused.h"

#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "io/text/fields.h"
#include "io/text/lines.h"
#include "io/text/scan.h"

enum {
    SURE_BYTES = 8, /* raw numbers do not begin with 8 fixed bytes by chance */
};

/* The first bytes of a content. */
typedef struct content {
    const char *bytes;
    size_t count;
} content;

/* ---- binary ---- */

static bool begins_with(content known, const char *text)
{
    const size_t bytes = strlen(text);
    return known.count >= bytes && memcmp(known.bytes, text, bytes) == 0;
}

static bool holds(content known, const char *text)
{
    return memmem(known.bytes, known.count, text, strlen(text)) != NULL;
}

static bool is_office(content known)
{
    return begins_with(known, "PK\x03\x04") &&
           (holds(known, "[Content_Types].xml") || holds(known, "mimetypeapplication/vnd.oasis.opendocument"));
}

/* Python writes the protocols 2 to 5. */
static bool is_pickle(content known)
{
    return known.count > 2 && known.bytes[0] == '\x80' && known.bytes[1] >= 2 && known.bytes[1] <= 5;
}

/* Whether characters have two bytes: for all that a graph needs, one of the two is 0. */
static bool is_wide(content known, size_t zero_at)
{
    enum { ENOUGH = 256 };
    const size_t count = known.count < ENOUGH ? known.count & ~(size_t)1 : ENOUGH;
    for (size_t i = 0; i < count; i += 2) {
        const unsigned char byte = (unsigned char)known.bytes[i + 1 - zero_at];
        if (known.bytes[i + zero_at] != 0) return false;
        if (byte < ' ' && byte != '\t' && byte != '\r' && byte != '\n') return false;
    }
    return count > 0;
}

static bool is_utf16_little(content known)
{
    return is_wide(known, 1);
}

static bool is_utf16_big(content known)
{
    return is_wide(known, 0);
}

/* ---- text ---- */

static content behind_blanks(content known)
{
    const size_t mark = tg_mark_bytes(known.bytes, known.count);
    known.bytes += mark;
    known.count -= mark;
    while (known.count > 0 &&
           (tg_is_blank(*known.bytes) || *known.bytes == '\r' || *known.bytes == '\n' || *known.bytes == '\f')) {
        known.bytes++;
        known.count--;
    }
    return known;
}

/* Skips blanks, lines that begin with '#' or "//", and comments of C. */
static content behind_comments(content known)
{
    for (;;) {
        known = behind_blanks(known);
        const bool block = begins_with(known, "/*");
        if (!block && !begins_with(known, "//") && !begins_with(known, "#")) return known;
        const char *end = block ? memmem(known.bytes, known.count, "*/", 2) : memchr(known.bytes, '\n', known.count);
        const size_t bytes = end ? (size_t)(end - known.bytes) + (block ? 2 : 1) : known.count;
        known.bytes += bytes;
        known.count -= bytes;
    }
}

/* Skips the word, in any case of letters, if no letter or digit follows it. */
static bool skip_word(content *known, const char *word)
{
    const size_t bytes = strlen(word);
    if (known->count <= bytes || strncasecmp(known->bytes, word, bytes) != 0) return false;
    const char next = known->bytes[bytes];
    if (next == '_' || tg_is_digit(next) || ((next | 0x20) >= 'a' && (next | 0x20) <= 'z')) return false;
    known->bytes += bytes;
    known->count -= bytes;
    *known = behind_blanks(*known);
    return true;
}

bool tg_begins_gml(const char *bytes, size_t count)
{
    content known = {bytes, count};
    static const char *const keys[] = {"creator", "version", "comment", "label", "directed"};
    known = behind_comments(known);
    for (bool key = true; key;) {
        key = false;
        for (size_t i = 0; i < sizeof keys / sizeof *keys && !key; i++) key = skip_word(&known, keys[i]);
        if (!key) break;
        const char *end = memchr(known.bytes, '\n', known.count);
        if (end == NULL) return false;
        known.count -= (size_t)(end - known.bytes);
        known.bytes = end;
        known = behind_comments(known);
    }
    return skip_word(&known, "graph") && begins_with(known, "[");
}

bool tg_begins_dot(const char *bytes, size_t count)
{
    content known = {bytes, count};
    known = behind_comments(known);
    skip_word(&known, "strict");
    if (!skip_word(&known, "graph") && !skip_word(&known, "digraph")) return false;
    const char *line = memchr(known.bytes, '\n', known.count);
    const size_t head = line ? (size_t)(line - known.bytes) : known.count;
    return holds((content){known.bytes, head}, "{") ||
           begins_with(behind_comments((content){known.bytes + head, known.count - head}), "{");
}

/* Whether a table whose first value is missing begins so, as with "<NA>" of pandas. */
static bool begins_with_missing(content known)
{
    const char *end = memchr(known.bytes, '>', known.count);
    return end && tg_field_is_missing((tg_field){.text = known.bytes, .bytes = (size_t)(end + 1 - known.bytes)});
}

static bool is_xml(content known)
{
    known = behind_blanks(known);
    if (known.count < 2 || *known.bytes != '<' || begins_with_missing(known)) return false;
    const char next = known.bytes[1];
    if (next == '?' || next == '!') return true;
    /* The name of an element, which its end, a blank or "/>" follows: no address. */
    size_t at = 1;
    while (at < known.count &&
           (tg_is_letter(known.bytes[at]) || tg_is_digit(known.bytes[at]) || memchr(":_-.", known.bytes[at], 4)))
        at++;
    const bool named = at > 1 && !tg_is_digit(next) && at < known.count;
    return named && (memchr("> \t\r\n", known.bytes[at], 5) ||
                      (known.bytes[at] == '/' && at + 1 < known.count && known.bytes[at + 1] == '>'));
}

/* Recognises a first line "<subject> <predicate> object .". */
static bool is_triples(content known)
{
    const char *end = memchr(known.bytes, '\n', known.count);
    if (!begins_with(known, "<") || end == NULL) return false;
    while (end > known.bytes && memchr(" \t\r", end[-1], 3)) end--;
    if (end - known.bytes < 2 || end[-1] != '.' || !memchr(" \t>\"", end[-2], 4)) return false;
    const char *first = memchr(known.bytes, '>', (size_t)(end - known.bytes));
    return first && first + 2 < end && (first[1] == ' ' || first[1] == '\t') && first[2] == '<';
}

static bool is_html(content known)
{
    content page = behind_blanks(known);
    return skip_word(&page, "<!doctype html") || (is_xml(known) && holds(known, "<html"));
}

/* Recognises "sep=;", which Excel reads and writes. */
static bool is_separator_line(content known)
{
    known = behind_blanks(known);
    return known.count > 5 && strncasecmp(known.bytes, "sep=", 4) == 0 &&
           (known.bytes[5] == '\n' || known.bytes[5] == '\r');
}

/* Recognises "dl n=5 format=edgelist1". */
static bool is_ucinet(content known)
{
    known = behind_blanks(known);
    return skip_word(&known, "dl") && skip_word(&known, "n") && begins_with(known, "=");
}

/* ---- the table ---- */

#define NETWORKX(read) \
    "convert it: python3 -c \"import networkx as n; n.write_edgelist(" \
    "n.convert_node_labels_to_integers(" read "), 'OUT.txt', data=False)\""
#define PANDAS(read) \
    "convert it: python3 -c \"import pandas as p; p." read "('FILE').to_csv('OUT.csv', " \
    "index=False)\""
#define DECODE(from) "convert it: iconv -f " from " -t UTF-8 FILE > OUT.txt"
#define WEB "get the file itself, with a browser or a login if need be"

static const char WRITE_TEXT[] = "write its edges as text: two ids on a line";
static const char SAVE_CSV[] = "save the sheet of the edges as CSV";
static const char IN_R[] = "write its edges, in R: write.csv(edges, 'OUT.csv', row.names=FALSE)";
static const char GET_FILE[] = "get the graph's file";

/* The first row that fits tells what the content is. `at`, `bytes`: position and length of
 * `magic`. */
static const struct {
    const char *magic;
    size_t bytes, at;
    bool (*is)(content known); /* a test in addition to `magic`, or without one */
    /* Holds for files of binary numbers, too, although bytes < SURE_BYTES. */
    bool sure;
    const char *what, *remedy;
} refused[] = {
  /* Archives and the like. */
  {.is = is_office, .sure = true, .what = "is an Office document", .remedy = SAVE_CSV},
  {"PK\x03\x04", 4, .what = "is a zip archive that is damaged", .remedy = "fetch it again"},
  {"PK\x05\x06\0\0\0\0", 8, .what = "is an empty zip archive", .remedy = GET_FILE},
  {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8, .what = "is an old Office document (.xls, .doc)", .remedy = SAVE_CSV},
  /* Tables and matrices. */
  {"MATLAB 5.0 MAT-file", 19, .what = "is a MATLAB file (.mat)",
    .remedy = "save it by -v7.3, or convert it: python3 -c \"import scipy.io as s; s.mmwrite('OUT.mtx', "
              "s.loadmat('FILE')['A'])\", with the matrix's name for A"},
  {"\x89HDF\r\n\x1a\n", 8, .what = "is an HDF5 file",
    .remedy = "if MATLAB made it, give " TG_OPTION("format=mat") ", else write its edges as text"},
  {"PAR1\x15", 5, .what = "is a Parquet file", .remedy = "name its format by " TG_OPTION("format=parquet")},
  {"FEA1\0", 5, .what = "is a Feather file", .remedy = PANDAS("read_feather")},
  {"ORC\n", 4, .what = "is an ORC file", .remedy = PANDAS("read_orc")},
  {"ORC\x08", 4, .what = "is an ORC file", .remedy = PANDAS("read_orc")},
  {"Obj\x01", 4, .what = "is an Avro file", .remedy = WRITE_TEXT},
  {"SQLite format 3\0", 16, .what = "is an SQLite database",
    .remedy = "write its edges: sqlite3 -csv FILE 'SELECT source, target FROM edges' | tricorn "
              "count -"},
  {"RDX2\n", 5, .what = "is a file of R", .remedy = IN_R},
  {"RDX3\n", 5, .what = "is a file of R", .remedy = IN_R},
  {"RDA2\n", 5, .what = "is a file of R", .remedy = IN_R},
  {"RDA3\n", 5, .what = "is a file of R", .remedy = IN_R},
  {"X\n\0\0\0\2", 6, .what = "is a file of R", .remedy = IN_R},
  {"X\n\0\0\0\3", 6, .what = "is a file of R", .remedy = IN_R},
  {.is = is_pickle,
    .what = "is a Python pickle",
    .remedy = NETWORKX("__import__('pickle').load(open('FILE', 'rb'))") ", if it is a graph of "
                                                                        "NetworkX"},
  /* Other formats of graphs. */
  {"\xe2\x9b\xbe gt", 6, .what = "is a file of graph-tool (.gt)", .remedy = WRITE_TEXT},
  {">>graph6<<", 10, .what = "is graph6", .remedy = NETWORKX("n.read_graph6('FILE')")},
  {">>sparse6<<", 11, .what = "is sparse6", .remedy = NETWORKX("n.read_sparse6('FILE')")},
  {"LEDA.GRAPH", 10, .what = "is a file of LEDA", .remedy = NETWORKX("n.read_leda('FILE')")},
  {"nodedef>", 8, .what = "is GDF, of GUESS", .remedy = WRITE_TEXT},
  {.is = is_ucinet, .what = "is DL, of UCINET", .remedy = WRITE_TEXT},
  {.is = is_triples,
    .what = "is RDF (N-Triples)",
    .remedy = "take the subject and the object of each triple: awk '$3 ~ /^</ {print $1 \"\\t\" $3}' "
              "FILE > OUT.txt, and read OUT.txt with " TG_OPTION("ids=string")},
  /* No graphs at all. */
  {.is = is_html, .what = "is a page of the web (HTML)", .remedy = WEB},
  {.is = is_xml, .what = "is XML of no kind that is known", .remedy = WRITE_TEXT},
  {"##fileformat=VCF", 16, .what = "is a table of genetic variants (VCF)", .remedy = GET_FILE},
  {"##gff-version", 13, .what = "is a table of parts of a genome (GFF)", .remedy = GET_FILE},
  {"404: Not Found", 14, .what = "is the answer of a web server that has no such file", .remedy = WEB},
  {"version https://git-lfs", 23, .what = "is a pointer of Git LFS, not the file",
    .remedy = "fetch the file: git lfs pull"},
  {"/annex/objects/", 15, .what = "is a pointer of git-annex, not the file",
    .remedy = "fetch the file: git annex get FILE"},
  {.is = is_separator_line,
    .what = "begins with a line 'sep=' for Excel",
    .remedy = "remove the line: tail -n +2 FILE > OUT.txt"},
  {"{\\rtf", 5, .what = "is a text with layout (RTF)", .remedy = "save it as plain text"},
  {"%PDF-1.", 7, .sure = true, .what = "is a PDF document", .remedy = GET_FILE},
  {"%!PS-", 5, .what = "is a PostScript document", .remedy = GET_FILE},
  {"\x89PNG\r\n\x1a\n", 8, .what = "is an image (PNG)", .remedy = GET_FILE},
  {"\xff\xd8\xff", 3, .what = "is an image (JPEG)", .remedy = GET_FILE},
  {"GIF8", 4, .what = "is an image (GIF)", .remedy = GET_FILE},
  {"\x7f"
   "ELF",
    4, .what = "is a program (ELF)", .remedy = GET_FILE},
  /* Text in other encodings; the marks of UTF-32 begin like those of UTF-16. */
  {"\xff\xfe\0\0", 4, .what = "is text in UTF-32", .remedy = DECODE("UTF-32")},
  {"\0\0\xfe\xff", 4, .what = "is text in UTF-32", .remedy = DECODE("UTF-32")},
  {"\xff\xfe", 2, .what = "is text in UTF-16", .remedy = DECODE("UTF-16")},
  {"\xfe\xff", 2, .what = "is text in UTF-16", .remedy = DECODE("UTF-16")},
  {.is = is_utf16_little, .what = "is text in UTF-16", .remedy = DECODE("UTF-16LE")},
  {.is = is_utf16_big, .what = "is text in UTF-16", .remedy = DECODE("UTF-16BE")},
};

/* Whether the first line contains a byte that no text has. */
static bool is_binary(content known)
{
    for (size_t i = 0; i < known.count && known.bytes[i] != '\n'; i++) {
        const unsigned char byte = (unsigned char)known.bytes[i];
        if (byte < ' ' && (byte == 0 || strchr("\t\r\v\f\b\x1a\x1b", byte) == NULL)) return true;
    }
    return false;
}

enum { REFUSED = sizeof refused / sizeof *refused };

/* The index of the first row that fits; REFUSED: none does. */
static size_t find_row(content known, bool binary)
{
    for (size_t i = 0; i < REFUSED; i++) {
        if (binary && !refused[i].sure && refused[i].bytes < SURE_BYTES) continue;
        if (refused[i].bytes > 0 && (known.count < refused[i].at + refused[i].bytes ||
                                      memcmp(known.bytes + refused[i].at, refused[i].magic, refused[i].bytes) != 0))
            continue;
        if (refused[i].is == NULL || refused[i].is(known)) return i;
    }
    return REFUSED;
}

bool tg_is_refused(const char *bytes, size_t count)
{
    const content known = {bytes, count};
    return find_row(known, false) < REFUSED || is_binary(known);
}

tricorn_status tg_refuse_content(
  tricorn_context *context, const char *name, const char *bytes, size_t count, bool binary)
{
    const content known = {bytes, count};
    const size_t row = find_row(known, binary);
    if (row < REFUSED)
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s: %s; %s", name, refused[row].what, refused[row].remedy);
    if (!binary && is_binary(known))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: is binary, of no format that is known by its beginning or its name; "
          "name its format by " TG_OPTION("format=pairs32") " and the like (raw pairs of "
                                                            "numbers have no mark of their "
                                                            "own), or write its edges as text",
          name);
    return TRICORN_OK;
}
