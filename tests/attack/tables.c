/* tables.c - reads the tables that the program has written, in any form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "attack.h"
#include "support/files.h"

typedef enum table_format { AS_TEXT, AS_CSV, AS_TSV, AS_JSONL, AS_BINARY } table_format;

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static table_format format_of(const cli_options *given)
{
    static const char *const names[] = {"text", "csv", "tsv", "jsonl", "binary"};
    static const char *const suffixes[] = {"", ".csv", ".tsv", ".jsonl", ".bin"};
    char path[CLI_NAME_BYTES] = "";

    for (table_format f = AS_TEXT; given->to && f <= AS_BINARY; f++)
        if (strcmp(given->to, names[f]) == 0) return f;
    snprintf(path, sizeof path, "%s", given->output ? given->output : "");
    if (ends_with(path, ".gz") || ends_with(path, ".zst")) *strrchr(path, '.') = '\0';
    for (table_format f = AS_CSV; f <= AS_BINARY; f++)
        if (ends_with(path, suffixes[f])) return f;
    return AS_TEXT;
}

/* Unpacks the members of a gzip file. */
static size_t unpack_gzip(const char *bytes, size_t count, char *out, size_t room)
{
    enum { GZIP = 31 }; /* inflateInit2's, by its manual */
    z_stream stream = {
      .next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)count, .next_out = (Bytef *)out, .avail_out = (uInt)room};
    inflateInit2(&stream, GZIP);
    while (inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in > 0) inflateReset(&stream);
    inflateEnd(&stream);
    return room - stream.avail_out;
}

/* Replaces compressed bytes by what they hold. */
static void unpack(char **bytes, size_t *count)
{
    enum { ROOM = 1 << 22 };
    const bool gzip = *count > 2 && memcmp(*bytes, "\x1f\x8b", 2) == 0;
    char *out;

    if (!gzip && (*count < 4 || memcmp(*bytes, "\x28\xb5\x2f\xfd", 4) != 0)) return;
    out = test_allocate(ROOM, 1);
    *count = gzip ? unpack_gzip(*bytes, *count, out, ROOM - 1) : ZSTD_decompress(out, ROOM - 1, *bytes, *count);
    out[*count] = '\0';
    free(*bytes);
    *bytes = out;
}

static uint64_t little_endian(const char *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static void read_binary(const char *bytes, size_t count, const expected *like, expected *to)
{
    const unsigned columns = like->ids + like->values;
    for (; count >= columns * sizeof(uint64_t); count -= columns * sizeof(uint64_t)) {
        row *made = expected_row(to);
        for (unsigned c = 0; c < columns; c++, bytes += sizeof(uint64_t)) {
            if (c < like->ids)
                made->ids[c] = little_endian(bytes);
            else if (c < columns - like->reals)
                made->values[c - like->ids] = (double)little_endian(bytes);
            else
                memcpy(&made->values[c - like->ids], bytes, sizeof(double));
        }
    }
    to->refused = count > 0;
}

/* Reads the numbers of a line; ids that are words have a letter before their number. Keys of
 * JSON, in quotes before a colon, are no numbers. False if the line has others than the table.
 */
static bool read_line(const char *line, const char *end, const expected *like, row *made)
{
    unsigned column = 0;
    while (line < end) {
        if (*line == '"') {
            const char *quote = memchr(line + 1, '"', (size_t)(end - line - 1));
            if (quote && quote[1] == ':') line = quote;
        }
        if (*line == 'v') line++;
        const bool none = strncmp(line, "nan", 3) == 0 || strncmp(line, "null", 4) == 0;
        if ((*line < '0' || *line > '9') && *line != '-' && !none) {
            line++;
            continue;
        }
        char *stop;
        if (column < like->ids)
            made->ids[column] = strtoull(line, &stop, 10);
        else if (column < like->ids + like->values)
            made->values[column - like->ids] = strtod(none ? "nan" : line, &stop);
        else
            return false;
        line = none ? line + 3 : stop;
        column++;
    }
    return column == like->ids + like->values;
}

static void read_lines(const char *bytes, bool header, const expected *like, expected *to)
{
    for (const char *end; (end = strchr(bytes, '\n')) != NULL; bytes = end + 1, header = false)
        if (!header) to->refused = !read_line(bytes, end, like, expected_row(to)) || to->refused;
    to->refused = to->refused || *bytes != '\0';
}

expected attack_table(const cli_options *given, const char *printed, size_t count, const expected *like)
{
    const bool to_file = given->output != NULL && strcmp(given->output, "-") != 0;
    const table_format format = format_of(given);
    expected made = {.ids = like->ids, .values = like->values, .reals = like->reals};
    char *bytes = NULL;

    if (to_file) {
        bytes = test_file_read(given->output, &count);
    } else {
        bytes = test_allocate(count + 1, 1);
        memcpy(bytes, printed, count);
    }
    if (like->between) made.values = 3, made.reals = 1;
    unpack(&bytes, &count);
    if (format == AS_BINARY)
        read_binary(bytes, count, &made, &made);
    else
        read_lines(bytes, format == AS_CSV || format == AS_TSV, &made, &made);
    free(bytes);
    return made;
}
