/* format.c - the list of file formats, the choice of one for reading or writing, and the calls of what was chosen. */
#include "io/format.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/names.h"
#include "graph/column.h"
#include "io/text/dialect/id_parts.h"
#include "io/text/part_headers.h"
#include "io/text/refused.h"
#include "io/bytes/suffix.h"

#define TG_FORMAT(id) extern TG_DEFINE_FORMAT(id);
#include "io/formats.def"
#undef TG_FORMAT

static const tg_format *const formats[] = {
#define TG_FORMAT(id) &tg_format_##id,
#include "io/formats.def"
#undef TG_FORMAT
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

size_t tg_format_count(void)
{
    return FORMAT_COUNT;
}

const tg_format *tg_format_at(size_t index)
{
    return index < FORMAT_COUNT ? formats[index] : NULL;
}

const tg_format *tg_format_find(const char *name)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(formats[i]->description.name, name) == 0) return formats[i];
    return NULL;
}

bool tg_format_keeps(const tg_format *format, const char *word)
{
    const char *words = format->description.reads;
    return words && strstr(words, word); /* no word is a part of another one */
}

const char *tg_format_list(char names[TG_NAMES_BYTES], const char *word)
{
    names[0] = 0;
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (tg_format_keeps(formats[i], word)) tg_names_add(names, formats[i]->description.name);
    return names;
}

/* The length of the longest suffix that ends the name; 0: none does. */
static size_t longest_suffix(const char *name, const char *suffixes)
{
    const size_t length = tg_suffix_plain(name);
    size_t longest = 0;
    while (*suffixes) {
        const size_t suffix_length = strcspn(suffixes, " ");
        if (suffix_length > longest && tg_suffix_is(name, length, suffixes, suffix_length)) longest = suffix_length;
        suffixes += suffix_length;
        suffixes += strspn(suffixes, " ");
    }
    return longest;
}

int tg_suffix_matches(const char *name, const char *suffixes)
{
    return longest_suffix(name, suffixes) > 0;
}

static bool can_read(const tg_format *format)
{
    return format->read != NULL || format->load != NULL;
}

static bool can_write(const tg_format *format)
{
    return format->write != NULL || format->document != NULL;
}

/* Lists the formats that can be read, or written: "edges, matrix-market". */
static const char *list_names(char names[TG_NAMES_BYTES], bool writes)
{
    names[0] = 0;
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (writes ? can_write(formats[i]) : can_read(formats[i])) tg_names_add(names, formats[i]->description.name);
    return names;
}

/* The formats that a suffix leaves to choose from. */
typedef struct some_formats {
    const tg_format *formats[FORMAT_COUNT];
    size_t count;
} some_formats;

static bool has(const some_formats *some, const tg_format *format)
{
    for (size_t i = 0; i < some->count; i++)
        if (some->formats[i] == format) return true;
    return false;
}

/* Whether the name is one of the suffixes, with or without its dot. */
static bool is_suffix(const char *name, const char *suffixes)
{
    const size_t length = strlen(name);
    while (*suffixes) {
        const size_t dot = *suffixes == '.' && *name != '.';
        const size_t suffix_length = strcspn(suffixes, " ");
        if (suffix_length == dot + length && strncasecmp(suffixes + dot, name, length) == 0) return length > 0;
        suffixes += suffix_length;
        suffixes += strspn(suffixes, " ");
    }
    return false;
}

/* Lists their names: "metis, bvgraph". */
static const char *list_some(char names[TG_NAMES_BYTES], const some_formats *some)
{
    names[0] = 0;
    for (size_t i = 0; i < some->count; i++) tg_names_add(names, some->formats[i]->description.name);
    return names;
}

/* Finds the formats that can be read, or written: the one of that name, or all that have it as a suffix. */
static tricorn_status find_able(tricorn_context *context, const char *name, bool writes, some_formats *found)
{
    char names[TG_NAMES_BYTES];
    const tg_format *exact = tg_format_find(name);
    size_t known = 0;
    found->count = 0;
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (exact ? formats[i] != exact : !is_suffix(name, formats[i]->description.suffixes)) continue;
        known++;
        if (writes ? can_write(formats[i]) : can_read(formats[i])) found->formats[found->count++] = formats[i];
    }
    if (found->count > 0) return TRICORN_OK;
    if (known == 0) return tg_no_name(context, "format", name, list_names(names, writes));
    return tg_fail(context, TRICORN_UNSUPPORTED, "the format '%s' cannot be %s; those that can are: %s", name,
      writes ? "written" : "read", list_names(names, writes));
}

/* ---- reading ---- */

/* The name of the input, or of its first part, without its compression suffix, and with `suffix` added unless it is NULL. */
static tricorn_status name_with(tricorn_context *context, const tg_input *input, const char *suffix, char **name)
{
    const char *of = tg_input_parts(input) > 0 ? tg_input_part_name(input, 0) : tg_input_name(input);
    const size_t length = tg_suffix_plain(of);
    const size_t more = suffix ? strlen(suffix) + 1 : 0;
    TG_DO(TG_ALLOC(context, length + more + 1, name));
    memcpy(*name, of, length);
    (*name)[length] = 0;
    if (suffix) stpcpy(stpcpy(*name + length, *suffix == '.' ? "" : "."), suffix);
    return TRICORN_OK;
}

static tricorn_status not_recognised(
  tricorn_context *context, const tg_input *input, const char *suffix, const some_formats *among)
{
    char names[TG_NAMES_BYTES];
    if (suffix)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: has the content of none of the formats whose suffix is '%s': name the "
          "one that it is: %s",
          tg_input_name(input), suffix, list_some(names, among));
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: its format is not known; if you know it, name it by " TG_OPTION("format=NAME") ", one of %s",
      tg_input_name(input), list_names(names, false));
}

/* Chooses the format with the highest confidence; among equals, the first in the list. If the caller names a
 * suffix as the format, the file is treated as if its name had it, and one of the formats `among` is chosen; if
 * the caller names columns or has conditions, the lines are those of a table. */
static tricorn_status recognise(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  const some_formats *among, const tg_format **format)
{
    const char *suffix = options->input.format;
    const bool table = options->text.columns.source || options->text.columns.target || options->where_count > 0;
    tricorn_status status = TRICORN_OK;
    tg_likeness best = TG_NOT_MINE;
    const char *bytes = NULL;
    char *name = NULL;
    size_t count = 0;

    TG_TRY(tg_input_peek(context, input, &bytes, &count));
    TG_TRY(name_with(context, input, suffix, &name));
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (!can_read(formats[i]) || formats[i]->recognise == NULL) continue;
        if (suffix && !has(among, formats[i])) continue;
        tg_likeness likeness = formats[i]->recognise(name, bytes, count), beside = TG_NOT_MINE;
        if (likeness == TG_BY_LINES && table) likeness = TG_NOT_MINE;
        if (formats[i]->look_beside) TG_TRY(formats[i]->look_beside(context, input, &beside));
        if (likeness < beside) likeness = beside;
        if (likeness <= best) continue;
        best = likeness;
        *format = formats[i];
    }
    if (best < TG_BY_CONTENT)
        TG_TRY(
          tg_refuse_content(context, tg_input_name(input), bytes, count, best > TG_BY_DEFAULT && (*format)->binary));
    if (best == TG_NOT_MINE) TG_TRY(not_recognised(context, input, suffix, among));

cleanup:
    tg_free(name);
    return status;
}

const tg_format *tg_format_of_text(const char *bytes, size_t count)
{
    const tg_format *found = NULL;
    tg_likeness best = TG_NOT_MINE;
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (!can_read(formats[i]) || formats[i]->recognise == NULL) continue;
        const tg_likeness likeness = formats[i]->recognise("", bytes, count);
        if (likeness <= best) continue;
        best = likeness;
        found = formats[i];
    }
    return best < TG_BY_CONTENT && tg_is_refused(bytes, count) ? NULL : found;
}

/* Whether the path is of several files: a list by the options, a folder, or a glob that is no file. */
static bool is_parts(const char *path, const tricorn_load_options *options, tg_file_list_kind *kind)
{
    struct stat info;
    const bool found = stat(path, &info) == 0;
    *kind = options->input.file_list ? TG_FILES_OF_LIST : found ? TG_FILES_OF_FOLDER : TG_FILES_OF_GLOB;
    return options->input.file_list || (found ? S_ISDIR(info.st_mode) : path[strcspn(path, "*?[")] != 0);
}

/* Hands out the parts, which it takes over, without the headers that come again; `opened`: whether they
 * were opened. */
static tricorn_status give_parts(tricorn_context *context, tricorn_status opened, tg_input *made,
  const tricorn_load_options *options, tg_input **input)
{
    const tricorn_status status = opened == TRICORN_OK ? tg_part_headers_skip(context, made, options) : opened;
    if (status != TRICORN_OK)
        tg_input_close(made);
    else
        *input = made;
    return status;
}

tricorn_status tg_open_stream(
  tricorn_context *context, int descriptor, const char *name, const tricorn_load_options *options, tg_input **input)
{
    tg_input *made = NULL;
    if (!options->input.file_list) return tg_input_open_descriptor(context, descriptor, name, input);
    const tricorn_status opened = tg_input_open_list(context, descriptor, name, &made);
    return give_parts(context, opened, made, options, input);
}

tricorn_status tg_open_graph(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tg_input **input)
{
    static const char suffix[] = ".properties";
    const size_t length = strlen(path);
    char *properties = NULL;
    tg_file_list_kind kind;
    if (is_parts(path, options, &kind)) {
        tg_input *made = NULL;
        const tricorn_status opened = tg_input_open_parts(context, path, kind, &made);
        return give_parts(context, opened, made, options, input);
    }
    if (access(path, F_OK) == 0 || errno != ENOENT) return tg_input_open(context, path, input);
    tricorn_status status = TG_ALLOC(context, length + sizeof suffix, &properties);
    if (status != TRICORN_OK) return status;
    memcpy(properties, path, length);
    memcpy(properties + length, suffix, sizeof suffix);
    const bool named = access(properties, F_OK) == 0;
    status = tg_input_open(context, named ? properties : path, input);
    tg_free(properties);
    return status;
}

/* No format has 0 bytes for a graph, so the program that should have written the file has failed. */
static tricorn_status refuse_empty(tricorn_context *context, tg_input *input)
{
    bool empty = false;
    const tricorn_status status = tg_input_is_empty(context, input, &empty);
    if (status != TRICORN_OK || !empty) return status;
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: is empty: %s", tg_input_name(input),
      tg_input_is_regular(input) ? "it has no content, so what should have made it has failed"
                                 : "the program that should write it wrote nothing");
}

/* Chooses the format by name, or by recognising it. */
static tricorn_status choose(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, const tg_format **chosen)
{
    const char *name = options->input.format;
    some_formats named = {0};
    if (name) TG_DO(find_able(context, name, false, &named));
    TG_DO(refuse_empty(context, input));
    if (named.count == 1)
        *chosen = named.formats[0];
    else
        TG_DO(recognise(context, input, options, &named, chosen));
    if (tg_input_parts(input) > 0 && !(*chosen)->in_parts)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: only text edge lists and lines of JSON can be in parts, not the format '%s'%s",
          tg_input_part_name(input, 0), (*chosen)->description.name,
          (*chosen)->binary && tg_format_keeps(*chosen, "directions")
            ? ", which has no header: join them by cat PART... > FILE"
            : "");
    return TRICORN_OK;
}

/* That a vertex file, if one is given, can be read beside the input. */
static tricorn_status check_vertex_file(tricorn_context *context, const tg_reader *reader)
{
    const tricorn_load_options *options = reader->options;
    if (options->input.vertex_file == NULL) return TRICORN_OK;
    if (!reader->format->takes_vertices)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: " TG_OPTION("vertex_file") " adds vertices to text edge lists and lines of JSON, not to "
                                          "the format '%s'",
          reader->name, reader->format->description.name);
    if (options->disk.work == NULL) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      TG_OPTION("vertex_file") " cannot be given with " TG_OPTION(
        "work") ", which knows a graph by one input; write a graph that has all vertices, in "
                "the format tri, and give that");
}

/* That ids in two columns are those of a table. */
static tricorn_status check_id_parts(tricorn_context *context, const tg_reader *reader)
{
    const tricorn_columns *columns = &reader->options->text.columns;
    if (reader->format->takes_vertices || !tg_has_id_parts(columns)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: ids in two columns ('%s') are read from text edge lists and lines of JSON, not from the format "
      "'%s'",
      reader->name, columns->source, reader->format->description.name);
}

/* That the format leaves out lines, if some are to be left out, and has times, if these are stored. */
static tricorn_status check_selects(tricorn_context *context, const tg_reader *reader)
{
    const bool timed = reader->options->times != 0;
    if (reader->options->times == TRICORN_LABELS && strcmp(reader->format->description.name, "edges") != 0)
        return tg_fail(
          context, TRICORN_UNSUPPORTED, "%s: labels of edges are read from the format edges", reader->name);
    if (reader->format->selects || (reader->options->where_count == 0 && !timed)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: %s the formats edges, konect and json-lines, and this one is '%s': write the edges "
      "as one of those",
      reader->name, timed ? "times are read from" : TG_OPTION("where") " leaves out lines of",
      reader->format->description.name);
}

tricorn_status tg_reader_begin(
  tricorn_context *context, tg_input *input, const char *name, const tricorn_load_options *options, tg_reader *reader)
{
    *reader = (tg_reader){.input = input, .name = name, .options = options};
    tricorn_status status = choose(context, input, options, &reader->format);
    if (status == TRICORN_OK) status = check_vertex_file(context, reader);
    if (status == TRICORN_OK) status = check_id_parts(context, reader);
    if (status == TRICORN_OK) status = check_selects(context, reader);
    if (status != TRICORN_OK) tg_reader_close(reader);
    return status;
}

tricorn_status tg_reader_open(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tg_reader *reader)
{
    tg_input *input = NULL;
    *reader = (tg_reader){0};
    TG_DO(tg_open_graph(context, path, options, &input));
    return tg_reader_begin(context, input, path, options, reader);
}

tricorn_status tg_reader_open_again(tricorn_context *context, const tg_reader *reader, tg_reader *again)
{
    *again = *reader;
    again->input = NULL;
    return tg_input_open_again(context, reader->input, &again->input);
}

void tg_reader_close(tg_reader *reader)
{
    tg_input_close(reader->input);
    reader->input = NULL;
}

tricorn_status tg_reader_edges(tricorn_context *context, const tg_reader *reader, tg_edges *edges)
{
    const tg_format *format = reader->format;
    tricorn_status status = TRICORN_OK;
    if (format->read && (format->load == NULL || edges->spill))
        status = format->read(context, reader->input, reader->options, edges);
    /* The reader, whose function it is, has ended. */
    if (edges->spill) edges->spill->sample = NULL;
    edges->both_ways = status == TRICORN_OK && format->both_ways && !edges->each_once;
    return status;
}

tricorn_status tg_reader_may_split(tricorn_context *context, const tg_reader *reader, uint64_t edges, bool *may)
{
    const tg_format *format = reader->format;
    *may = false;
    if (format->may_split == NULL) return TRICORN_OK;
    return format->may_split(context, reader->input, reader->options, edges, may);
}

tricorn_status tg_reader_sizes(tricorn_context *context, const tg_reader *reader, tg_sizes *sizes)
{
    *sizes = (tg_sizes){0};
    if (reader->format->estimate) return reader->format->estimate(context, reader->input, reader->options, sizes);
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: the memory for the format '%s' cannot be estimated before the file is read", tg_input_name(reader->input),
      reader->format->description.name);
}

/* ---- writing ---- */

tricorn_status tg_choose_compression(
  tricorn_context *context, const char *path, const char *name, tg_compression *compression)
{
    static const struct {
        const char *name, *suffixes;
        tg_compression compression;
    } known[] = {{"none", "", TG_PLAIN}, {"gzip", ".gz .bgz", TG_GZIP}, {"zstd", ".zst", TG_ZSTD}};

    bool suffix_known = false;
    *compression = TG_PLAIN;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (name) {
            if (strcmp(name, known[i].name) != 0) continue;
            *compression = known[i].compression;
            return TRICORN_OK;
        }
        const char *suffix = path ? path + tg_suffix_plain(path) : "";
        const char *at = *suffix ? strcasestr(known[i].suffixes, suffix) : NULL;
        if (at) *compression = known[i].compression;
        if (at || *suffix == 0) suffix_known = true;
    }
    if (name == NULL && suffix_known) return TRICORN_OK;
    if (name == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%s: compression with that suffix is read, but not written: let the name end in .gz "
          "or .zst",
          path);
    return tg_no_name(context, "compression", name, "none, gzip, zstd");
}

tricorn_status tg_check_format(tricorn_context *context, const char *name)
{
    some_formats named = {0};
    return name ? find_able(context, name, false, &named) : TRICORN_OK;
}

static tricorn_status choose_named(tricorn_context *context, const char *name, const tg_format **format)
{
    char names[TG_NAMES_BYTES];
    some_formats named = {0};
    TG_DO(find_able(context, name, true, &named));
    if (named.count > 1)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "several formats have the suffix '%s': name one of them: %s",
          name, list_some(names, &named));
    *format = named.formats[0];
    return TRICORN_OK;
}

static tricorn_status choose_format(
  tricorn_context *context, const char *path, const char *name, const tg_format **format)
{
    char names[TG_NAMES_BYTES];
    size_t longest = 0; /* the longest suffix that matches: "_adj.tsv" says more than ".tsv" */
    if (name) return choose_named(context, name, format);
    for (size_t i = 0; path && i < FORMAT_COUNT; i++) {
        if (!can_write(formats[i])) continue;
        const size_t matched = longest_suffix(path, formats[i]->description.suffixes);
        if (matched <= longest) continue;
        longest = matched;
        *format = formats[i];
    }
    if (longest > 0) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s%s; name one by " TG_OPTION("format=NAME") ": %s",
      path ? path : "", path ? ": no format has that suffix" : "the format of a graph is not known",
      list_names(names, true));
}

const tg_format *tg_document_of_table(const char *name, const char *path)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        const tricorn_format_description *about = &formats[i]->description;
        const bool is = name ? strcmp(name, about->name) == 0 || is_suffix(name, about->suffixes)
                             : path && longest_suffix(path, about->suffixes) > 0;
        if (is && formats[i]->values) return formats[i];
    }
    return NULL;
}

/* ---- values of vertices and edges ---- */

/* Checks that no column has a name that the formats use, or another column has. */
static tricorn_status check_names(tricorn_context *context, const tg_columns *given)
{
    static const char *const taken[] = {"id", "label", "name", "key", "source", "target", "weight"};
    const tricorn_column *columns = given->columns;
    for (size_t c = 0; c < given->count; c++) {
        for (size_t t = 0; t < sizeof taken / sizeof *taken; t++)
            if (strcmp(columns[c].name, taken[t]) == 0)
                return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                  "%s[%zu].name is '%s', which the formats use themselves: choose "
                  "another one",
                  given->member, c, taken[t]);
        for (size_t other = 0; other < c; other++)
            if (strcmp(columns[c].name, columns[other].name) == 0)
                return tg_fail(
                  context, TRICORN_INVALID_ARGUMENT, "%s has two columns '%s'", given->member, columns[c].name);
    }
    return TRICORN_OK;
}

/* Checks the columns that the options have, and that the format keeps them. */
static tricorn_status check_columns(
  tricorn_context *context, const tricorn_save_options *options, const tg_format *format)
{
    const tg_columns given[] = {{"vertex_columns", options->vertex_columns, options->vertex_column_count},
      {"edge_columns", options->edge_columns, options->edge_column_count}};
    some_formats able = {0};
    char names[TG_NAMES_BYTES];
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        TG_DO(tg_columns_check(context, &given[i]));
        TG_DO(check_names(context, &given[i]));
    }
    if (format->values || given[0].count + given[1].count == 0) return TRICORN_OK;
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i]->values) able.formats[able.count++] = formats[i];
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the format '%s' keeps no values of vertices and edges; those that do are: %s", format->description.name,
      list_some(names, &able));
    return TRICORN_OK;
}

typedef struct chosen {
    const tg_format *format;
    tg_compression compression;
} chosen;

static tricorn_status choose_both(tricorn_context *context, const tg_target *target, chosen *both)
{
    const char *path = target->path;
    TG_DO(choose_format(context, path, target->options->format, &both->format));
    TG_DO(check_columns(context, target->options, both->format));
    return tg_choose_compression(context, path, target->options->compression, &both->compression);
}

tricorn_status tg_check_target(tricorn_context *context, const tg_target *target)
{
    chosen both = {NULL, TG_PLAIN};
    return choose_both(context, target, &both);
}

tricorn_status tg_write_by(
  tricorn_context *context, const tg_target *target, tg_write_content *write, const void *content)
{
    tricorn_status status = TRICORN_OK;
    chosen both = {NULL, TG_PLAIN};
    tg_output *output = NULL;
    TG_TRY(choose_both(context, target, &both));
    if (target->path)
        TG_TRY(tg_output_open(context, target->path, both.compression, &output));
    else
        TG_TRY(tg_output_open_descriptor(context, target->descriptor, both.compression, &output));
    TG_TRY(write(context, content, both.format, output));
    if (tg_output_is_empty(output))
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: the graph has no edge, and the format '%s' has nothing else to write: "
          "no reader could tell the file from one that was lost; write tri, "
          "matrix-market or metis",
          tg_output_name(output), both.format->description.name));
    status = tg_output_finish(context, output);
    output = NULL;

cleanup:
    tg_output_discard(output);
    return status;
}

tricorn_status tg_check_edges_target(tricorn_context *context, const tg_target *target)
{
    char names[TG_NAMES_BYTES];
    some_formats able = {0};
    chosen both = {NULL, TG_PLAIN};
    const tricorn_status status = choose_both(context, target, &both);
    if (status != TRICORN_OK || both.format->write_edges) return status;
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i]->write_edges) able.formats[able.count++] = formats[i];
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the format '%s' needs the whole graph in memory; edges can be written as they "
      "are made in: %s",
      both.format->description.name, list_some(names, &able));
}

static tricorn_status write_edges(
  tricorn_context *context, const void *edges, const tg_format *format, tg_output *output)
{
    return format->write_edges(context, edges, output);
}

tricorn_status tg_write_edges(tricorn_context *context, const tg_edge_stream *edges, const tg_target *target)
{
    TG_DO(tg_check_edges_target(context, target));
    return tg_write_by(context, target, write_edges, edges);
}
