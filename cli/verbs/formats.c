/* formats.c - the verb formats: lists the file formats of this build. */
#include <string.h>

#include "json.h"
#include "text.h"
#include "verb.h"

enum { NAME, USE, KEEPS, SUFFIXES = KEEPS + 7, SUMMARY, COLUMNS };

static const char *use(const tricorn_format_description *format)
{
    if (format->reads && format->writes) return "read, write";
    return format->reads ? "read" : "write";
}

/* Where the word is kept: "r", "w", "rw" or "-". */
static const char *keeps(const tricorn_format_description *format, const char *word)
{
    const bool reads = format->reads && strcasestr(format->reads, word);
    const bool writes = format->writes && strcasestr(format->writes, word);
    return reads ? writes ? "rw" : "r" : writes ? "w" : "-";
}

static const char *cell(size_t row, size_t column)
{
    static const char *const heading[COLUMNS] = {
      "NAME", "CAN", "NAMES", "WEIGHTS", "DIRECTIONS", "ISOLATED", "LARGE", "PIPE", "PARALLEL", "SUFFIXES", "SUMMARY"};
    const tricorn_format_description *format;

    if (row == 0) return heading[column];
    format = tricorn_format_at(row - 1);
    if (column >= KEEPS && column < SUFFIXES) return keeps(format, heading[column]);
    switch (column) {
    case NAME: return format->name;
    case USE: return use(format);
    case SUFFIXES: return *format->suffixes != '\0' ? format->suffixes : "-";
    default: return format->summary;
    }
}

static json_object *entry_json(size_t index)
{
    const tricorn_format_description *format = tricorn_format_at(index);
    json_object *entry = cli_json_object();

    cli_json_text(entry, "name", format->name);
    cli_json_text(entry, "summary", format->summary);
    cli_json_text(entry, "suffixes", format->suffixes);
    cli_json_flag(entry, "reads", format->reads != NULL);
    cli_json_flag(entry, "writes", format->writes != NULL);
    cli_json_text(entry, "reading", format->reads);
    cli_json_text(entry, "writing", format->writes);
    return entry;
}

static int run(cli_session *session)
{
    if (session->options.json)
        cli_json_print_list(tricorn_format_count(), entry_json);
    else
        cli_print_table(cell, tricorn_format_count() + 1, COLUMNS);
    return CLI_DONE;
}

CLI_DEFINE_VERB(formats) = {
  .name = "formats",
  .arguments = "",
  .summary = "list the file formats",
  .description = "Lists the file formats.  --format takes a name for reading, --to one for writing; a\n"
                 "suffix, such as mtx, stands for its format.  Without them the content of a file, then\n"
                 "its suffix, decides.  The table says what is kept where a format is read (r) and "
                 "written\n"
                 "(w): names as ids, weights, directions, isolated vertices; and whether the graph may "
                 "be\n"
                 "larger than memory, come from a pipe, and be read by all threads.  Every format may be\n"
                 "compressed with gzip or zstd, or with xz, bzip2 or lz4, or be in an archive (zip, tar,\n"
                 "7-Zip), if libarchive is here.",
  .examples = "  tricorn formats\n"
              "  tricorn formats --json\n",
  .takes = CLI_TAKES(JSON),
  .run = run,
};
