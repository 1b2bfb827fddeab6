/* format.h - the description of a file format, and the list of formats (formats.def). */
#pragma once

#include <stdbool.h>

#include <tricorn/tricorn.h>

#include "base/names.h"
#include "graph/edge_stream.h"
#include "graph/edges.h"
#include "graph/graph.h"
#include "io/text/estimate.h"
#include "io/bytes/input.h"
#include "io/bytes/output.h"

/* How sure a format is that a file has it; of two formats the one that is surer reads the file. */
typedef enum tg_likeness {
    TG_NOT_MINE,
    TG_BY_DEFAULT, /* text that no other format has recognised */
    /* The content fits the format, but also another one whose suffix the file has. */
    TG_BY_SHAPE,
    TG_BY_TEXT_NAME, /* only the suffix is the format's, and texts of all kinds have it */
    TG_BY_LINES, /* the lines have the format's form, which those of another one may have by chance */
    TG_BY_NAME, /* only the suffix is the format's */
    TG_BY_CONTENT /* the first bytes are those of no other format */
} tg_likeness;

struct tg_document_form;

typedef struct tg_format {
    /* If its `reads` has "directions", an edge goes from its first end to its second one; `read`
     * keeps this direction, or sets edges->symmetric. If it has "weights", `read` reads weights
     * where options->graph.weights asks for them. */
    tricorn_format_description description;
    bool binary; /* content of the format may begin with any bytes, so its name decides */
    /* Recognises the first bytes of the content; name has no compression suffix. Asked only of
     * formats that have `read` or `load`. */
    tg_likeness (*recognise)(const char *name, const char *bytes, size_t count);
    /* NULL, or recognises the format by another file beside this one. A missing file is no error. */
    tricorn_status (*look_beside)(tricorn_context *context, const tg_input *input, tg_likeness *likeness);
    /* Reads *edges, which is empty (after a failure the caller frees it), and whose parts may
     * spill. NULL: the format cannot be read. */
    tricorn_status (*read)(
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges);
    /* For files that hold a finished graph: loads it. If the format has `read`, too, that reads
     * the edges of graphs that do not fit in memory. */
    tricorn_status (*load)(tricorn_context *context, tg_input *input, tricorn_graph **graph);
    /* If a format has both: the memory that `load` takes, by the first bytes of the file; 0: it
     * is not known, or the file has to be loaded. */
    tricorn_status (*load_bytes)(tricorn_context *context, tg_input *input, uint64_t *bytes);
    /* Estimates the memory for reading the file, whose input is unread; *sizes is all 0 before. NULL: impossible. */
    tricorn_status (*estimate)(
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes);
    /* NULL: a file is read as a whole. Else, whether `read` can read each range of the input (tg_input_set_range)
     * without the others, so that all ranges together have the edges of the whole. `edges` is the number of all
     * edges, or 0 while it is not known. Reads some of the input. */
    tricorn_status (*may_split)(
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, uint64_t edges, bool *may);
    /* The format may list an edge from both of its ends, which strict reading then does not
     * count as a repeat. `read` sets edges->each_once for a file that lists each edge once. */
    bool both_ways;
    bool takes_vertices; /* `read` adds the vertices of options->input.vertex_file */
    bool by_library; /* nothing can be read or written without a library that is loaded */
    bool selects; /* `read` leaves out lines by options->where, and reads times by options->times */
    bool in_parts; /* the content may be in several files, as lines in any order */
    /* One of these two writes a graph; both are NULL if the format cannot be written. A document
     * keeps directions and weights. */
    const struct tg_document_form *document;
    bool values; /* the document keeps values of vertices and edges, too */
    tricorn_status (*write)(tricorn_context *context, const tricorn_graph *graph, tg_output *output);
    /* Writes edges as they come, without a graph. NULL: the format needs the whole graph. */
    tricorn_status (*write_edges)(tricorn_context *context, const tg_edge_stream *edges, tg_output *output);
    tg_edge_numbers edge_numbers; /* how `write_edges` wants vertices numbered */
} tg_format;

/* Begins the definition at the end of a format's file; formats.def has a line for each. */
#define TG_DEFINE_FORMAT(id) const tg_format tg_format_##id

/* Whether what is kept of graphs that are read has the word. */
bool tg_format_keeps(const tg_format *format, const char *word);
/* Lists the names of those of which that is kept. */
const char *tg_format_list(char names[TG_NAMES_BYTES], const char *word);

size_t tg_format_count(void);
const tg_format *tg_format_at(size_t index);
/* The format of that name, or NULL. */
const tg_format *tg_format_find(const char *name);

/* TRICORN_OK if a format of that name, or with that suffix, can be read, or if name is NULL. */
tricorn_status tg_check_format(tricorn_context *context, const char *name);

/* The format that a text with these first bytes is read as if its name says nothing; NULL: it is refused. */
const tg_format *tg_format_of_text(const char *bytes, size_t count);

/* Whether name ends with one of the suffixes, which blanks separate, in any case of letters. A
 * compression suffix of name (.gz, .zst, .bgz) is ignored. */
int tg_suffix_matches(const char *name, const char *suffixes);

/* Opens the file of a graph or, by options->input.file_list, the files that it lists. If path
 * does not exist, opens path.properties, because WebGraph names graphs without a suffix. */
tricorn_status tg_open_graph(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tg_input **input);

/* Opens a descriptor. Its content is a graph, or a list of files that together are the graph.
 * Messages call the descriptor `name`. */
tricorn_status tg_open_stream(
  tricorn_context *context, int descriptor, const char *name, const tricorn_load_options *options, tg_input **input);

/* ---- reading ---- */

/* How a graph is read, decided once: its bytes, what the caller asks for, and the format. All
 * steps of a load ask it. */
typedef struct tg_reader {
    tg_input *input;
    const char *name; /* of the input, for messages */
    const tricorn_load_options *options; /* all members of this version; they outlive the reader */
    const tg_format *format;
} tg_reader;

/* Chooses the format: options->input.format, else the one with the highest confidence. The
 * reader has the input from here on; a failure closes it. */
tricorn_status tg_reader_begin(
  tricorn_context *context, tg_input *input, const char *name, const tricorn_load_options *options, tg_reader *reader);

/* Opens the input, as tg_open_graph() does, and chooses. */
tricorn_status tg_reader_open(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tg_reader *reader);

/* Opens the same input once more, with the same format. After a failure nothing is to be closed. */
tricorn_status tg_reader_open_again(tricorn_context *context, const tg_reader *reader, tg_reader *again);

/* Closes the input; a reader of zeros has none. */
void tg_reader_close(tg_reader *reader);

/* Reads the edges. If the format has `load` and edges->spill is NULL, reads nothing and leaves
 * *edges empty: the caller calls `load`. */
tricorn_status tg_reader_edges(tricorn_context *context, const tg_reader *reader, tg_edges *edges);

/* Whether the format can read ranges of the input; `edges` as in tg_format.may_split. */
tricorn_status tg_reader_may_split(tricorn_context *context, const tg_reader *reader, uint64_t edges, bool *may);

/* Estimates the size of the graph, by an input of which nothing was read. */
tricorn_status tg_reader_sizes(tricorn_context *context, const tg_reader *reader, tg_sizes *sizes);

/* ---- writing ---- */

/* Chooses by name ("none", "gzip", "zstd") or, if name is NULL, by path's suffix; path may be NULL, too. */
tricorn_status tg_choose_compression(
  tricorn_context *context, const char *path, const char *name, tg_compression *compression);

typedef struct tg_target {
    const char *path; /* NULL: write to the descriptor */
    int descriptor;
    /* All members of this version, as TG_READ_STRUCT sets them. */
    const tricorn_save_options *options;
} tg_target;

/* Chooses format and compression by options and path (without path, options->format must be
 * given), and lets `write` write the content. */
typedef tricorn_status tg_write_content(
  tricorn_context *context, const void *content, const tg_format *format, tg_output *output);
tricorn_status tg_write_by(
  tricorn_context *context, const tg_target *target, tg_write_content *write, const void *content);
/* The format of a table, by its name or else by the path's suffix, if it is a document that keeps
 * values: the table is then the graph with these. NULL: it is not; both may be NULL. */
const tg_format *tg_document_of_table(const char *name, const char *path);
/* Chooses format and compression as tg_write_by() does, and writes nothing. */
tricorn_status tg_check_target(tricorn_context *context, const tg_target *target);

/* Chooses them as tg_write_by() does, and writes the edges of a graph that is not in memory. */
tricorn_status tg_write_edges(tricorn_context *context, const tg_edge_stream *edges, const tg_target *target);
/* Chooses them as tg_write_by() does; fails if the format cannot be written without a graph. */
tricorn_status tg_check_edges_target(tricorn_context *context, const tg_target *target);
