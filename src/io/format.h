/* format.h - what a file format is, and the list of them (formats.def). */
#ifndef TG_IO_FORMAT_H
#define TG_IO_FORMAT_H

#include <stdbool.h>

#include <tricorn/tricorn.h>

#include "graph/edges.h"
#include "graph/graph.h"
#include "io/estimate.h"
#include "io/input.h"
#include "io/output.h"

/* How sure a format is that a file is its own. */
typedef enum tg_likeness {
    TG_NOT_MINE = 0,
    TG_BY_DEFAULT = 1, /* text that nobody else claims */
    TG_BY_NAME = 2,    /* only the suffix says so */
    TG_BY_CONTENT = 3  /* magic bytes or an unmistakable header */
} tg_likeness;

typedef struct tg_format {
    tricorn_format_description description;
    /* From the first bytes of the content; name has no compression suffix any more.  Only a
     * format with `read` or `load` is asked. */
    tg_likeness (*recognise)(const char *name, const char *bytes, size_t count);
    /* NULL, or asked too: for what only another file beside this one tells.  A file that is not
     * there is no error. */
    tricorn_status (*look_beside)(tricorn_context *context, const tg_input *input,
                                  tg_likeness *likeness);
    /* Fills *edges (empty before; freed by the caller on failure too).  NULL: not readable. */
    tricorn_status (*read)(tricorn_context *context, tg_input *input,
                           const tricorn_load_options *options, tg_edges *edges);
    /* Instead of `read`, for files that hold the finished graph already. */
    tricorn_status (*load)(tricorn_context *context, tg_input *input, tricorn_graph **graph);
    /* What reading the file will take; nothing of the input has been read.  NULL: only reading
     * tells.  *sizes is all zero before. */
    tricorn_status (*estimate)(tricorn_context *context, tg_input *input,
                               const tricorn_load_options *options, tg_sizes *sizes);
    /* NULL: not writable. */
    tricorn_status (*write)(tricorn_context *context, const tricorn_graph *graph,
                            tg_output *output);
} tg_format;

/* The one definition at the end of each format's file; formats.def lists them. */
#define TG_DEFINE_FORMAT(id) const tg_format tg_format_##id

size_t tg_format_count(void);
const tg_format *tg_format_at(size_t index);
/* By exact name, or NULL. */
const tg_format *tg_format_find(const char *name);

/* True if name ends in one of the space-separated suffixes; a compression suffix (.gz, .zst,
 * .bgz) is passed over. */
int tg_suffix_matches(const char *name, const char *suffixes);

/* Opens the file of a graph; where path is none but path.properties is one, that, since WebGraph
 * names graphs without suffix. */
tricorn_status tg_open_graph(tricorn_context *context, const char *path, tg_input **input);

/* Picks the format (options->format, else the most confident), reads, and sets *format.  Where
 * that has `load`, nothing is read yet and *edges stays as it is: calling it is the caller's. */
tricorn_status tg_read_edges(tricorn_context *context, tg_input *input,
                             const tricorn_load_options *options, tg_edges *edges,
                             const tg_format **format);

/* Whether the file holds a finished graph, as far as can be told before it is read; what is wrong
 * with the file, reading will say. */
bool tg_holds_graph(tricorn_context *context, tg_input *input,
                    const tricorn_load_options *options);

/* Picks the format likewise and asks it how large the graph is. */
tricorn_status tg_estimate_sizes(tricorn_context *context, tg_input *input,
                                 const tricorn_load_options *options, tg_sizes *sizes,
                                 const tg_format **format);

/* By name ("none", "gzip", "zstd"), else by path's suffix; both may be NULL. */
tricorn_status tg_choose_compression(tricorn_context *context, const char *path, const char *name,
                                     tg_compression *compression);

/* Picks format and compression by options and path (or, without path, needs options->format),
 * writes. */
tricorn_status tg_save_graph(tricorn_context *context, const tricorn_graph *graph,
                             const char *path, const tricorn_save_options *options);
tricorn_status tg_write_graph(tricorn_context *context, const tricorn_graph *graph,
                              int descriptor, const tricorn_save_options *options);

#endif
