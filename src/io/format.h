/* format.h - the description of a file format, and the list of formats (formats.def). */
#ifndef TG_IO_FORMAT_H
#define TG_IO_FORMAT_H

#include <stdbool.h>

#include <tricorn/tricorn.h>

#include "graph/edge_stream.h"
#include "graph/edges.h"
#include "graph/graph.h"
#include "io/text/estimate.h"
#include "io/bytes/input.h"
#include "io/bytes/output.h"

/* The confidence of a format that a file is its own. */
typedef enum tg_likeness {
    TG_NOT_MINE = 0,
    TG_BY_DEFAULT = 1, /* text that no other format claims */
    TG_BY_SHAPE = 2,   /* the content fits it, but could be of a format whose suffix it has */
    TG_BY_NAME = 3,    /* by the suffix alone */
    TG_BY_CONTENT = 4  /* magic bytes or an unmistakable header */
} tg_likeness;

typedef struct tg_format {
    tricorn_format_description description;
    bool binary; /* no text: by its name alone, any bytes may be of this format */
    /* From the first bytes of the content; name has no compression suffix.  Only formats with
     * `read` or `load` are asked. */
    tg_likeness (*recognise)(const char *name, const char *bytes, size_t count);
    /* NULL, or asked as well: detects formats by another file beside this one.  A missing file is
     * not an error. */
    tricorn_status (*look_beside)(tricorn_context *context, const tg_input *input,
                                  tg_likeness *likeness);
    /* Fills *edges (empty before; freed by the caller on failure too), whose parts may spill.
     * NULL: not readable. */
    tricorn_status (*read)(tricorn_context *context, tg_input *input,
                           const tricorn_load_options *options, tg_edges *edges);
    /* Instead of `read`, for files that hold the finished graph already.  If there is `read`,
     * too, it reads the edges of graphs that do not fit in memory. */
    tricorn_status (*load)(tricorn_context *context, tg_input *input, tricorn_graph **graph);
    /* With both: the memory that `load` takes, from the first bytes; 0: not known, or they have
     * to be loaded. */
    tricorn_status (*load_bytes)(tricorn_context *context, tg_input *input, uint64_t *bytes);
    /* Estimates the memory for reading the file, before any of the input is read.  NULL:
     * impossible.  *sizes is all zero before. */
    tricorn_status (*estimate)(tricorn_context *context, tg_input *input,
                               const tricorn_load_options *options, tg_sizes *sizes);
    /* NULL: a file is read as a whole.  Whether `read` can read each share of the input
     * (tg_input_set_range) by itself, so that all shares have the edges of the whole; with the
     * number of all edges, or 0 before it is known.  Reads some of the input. */
    tricorn_status (*may_split)(tricorn_context *context, tg_input *input,
                                const tricorn_load_options *options, uint64_t edges, bool *may);
    /* The format can list an edge from both of its ends: with strict reading, that is no repeat.
     * `read` sets edges->each_once for a file of a kind that does not. */
    bool both_ways;
    /* An edge goes from its first end to its second one, and `read` keeps that, or sets
     * edges->symmetric. */
    bool directed;
    /* `read` keeps weights where options->weight_column asks for them. */
    bool weighted;
    /* NULL: not writable. */
    tricorn_status (*write)(tricorn_context *context, const tricorn_graph *graph,
                            tg_output *output);
    /* NULL: needs the whole graph.  Writes edges as they come. */
    tricorn_status (*write_edges)(tricorn_context *context, const tg_edge_stream *edges,
                                  tg_output *output);
    tg_edge_numbers edge_numbers; /* that it wants */
} tg_format;

/* The definition at the end of each format's file; formats.def lists them. */
#define TG_DEFINE_FORMAT(id) const tg_format tg_format_##id

size_t tg_format_count(void);
const tg_format *tg_format_at(size_t index);
/* By exact name, or NULL. */
const tg_format *tg_format_find(const char *name);

/* That some format of that name, or with that suffix, can be read; NULL: it is found out. */
tricorn_status tg_check_format(tricorn_context *context, const char *name);

/* The format that text with these first bytes is taken for where its name says nothing; NULL: it
 * is refused. */
const tg_format *tg_format_of_text(const char *bytes, size_t count);

/* True if name ends in one of the space-separated suffixes; a compression suffix (.gz, .zst,
 * .bgz) is ignored. */
int tg_suffix_matches(const char *name, const char *suffixes);

/* Opens the file of a graph, or the parts that it lists, by the options; if path does not exist,
 * path.properties, since WebGraph names graphs without suffix. */
tricorn_status tg_open_graph(tricorn_context *context, const char *path,
                             const tricorn_load_options *options, tg_input **input);

/* Chooses the format (options->format, else the most confident), reads, and sets *format.  If the
 * format has `load`, and edges->spill is NULL, nothing is read and *edges stays empty: the caller
 * calls `load`. */
tricorn_status tg_read_edges(tricorn_context *context, tg_input *input,
                             const tricorn_load_options *options, tg_edges *edges,
                             const tg_format **format);

/* Chooses the format likewise, without reading: whether the file holds a finished graph, and the
 * memory that loading it takes (0: not known, or it has to be loaded). */
tricorn_status tg_holds_graph(tricorn_context *context, tg_input *input,
                              const tricorn_load_options *options, bool *holds, uint64_t *bytes);

/* Chooses the format likewise, and asks whether it reads the input in shares. */
tricorn_status tg_may_split(tricorn_context *context, tg_input *input,
                            const tricorn_load_options *options, uint64_t edges, bool *may);

/* Chooses the format likewise and asks it for the size of the graph. */
tricorn_status tg_estimate_sizes(tricorn_context *context, tg_input *input,
                                 const tricorn_load_options *options, tg_sizes *sizes,
                                 const tg_format **format);

/* By name ("none", "gzip", "zstd"), else by path's suffix; both may be NULL. */
tricorn_status tg_choose_compression(tricorn_context *context, const char *path, const char *name,
                                     tg_compression *compression);

/* Where and how to write. */
typedef struct tg_target {
    const char *path; /* NULL: to the descriptor */
    int descriptor;
    const tricorn_save_options *options; /* complete, as TG_READ_OPTIONS leaves them */
} tg_target;

/* Chooses format and compression by options and path (without path, options->format is required),
 * and lets `write` write the content. */
typedef tricorn_status tg_write_content(tricorn_context *context, const void *content,
                                        const tg_format *format, tg_output *output);
tricorn_status tg_write_by(tricorn_context *context, const tg_target *target,
                           tg_write_content *write, const void *content);
/* Chooses likewise, and writes nothing. */
tricorn_status tg_check_target(tricorn_context *context, const tg_target *target);

/* Chooses likewise, and writes the edges of a graph that is not in memory. */
tricorn_status tg_write_edges(tricorn_context *context, const tg_edge_stream *edges,
                              const tg_target *target);
/* Chooses likewise: whether they can be written there. */
tricorn_status tg_check_edges_target(tricorn_context *context, const tg_target *target);

#endif
