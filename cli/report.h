/* report.h - what the verb report finds out, and how it is shown. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdio.h>

#include "bins.h"
#include "text.h"
#include "verb.h"

enum { CLI_REPORT_TENTHS = 10, CLI_REPORT_TOP = 10 };

/* A vertex in many triangles. */
typedef struct cli_report_vertex {
    uint32_t vertex;
    uint64_t degree, triangles;
    double clustering;
} cli_report_vertex;

typedef struct cli_report {
    const char *name; /* of the file */
    const tricorn_graph *graph;
    tricorn_graph_description described;
    tricorn_clustering_summary summary;
    tricorn_result result;
    uint64_t max_degree;
    uint64_t degrees[CLI_BINS];   /* vertices by their degree */
    uint64_t triangles[CLI_BINS]; /* vertices with an edge by their triangles */
    double clustering[CLI_BINS];  /* mean coefficient of the vertices of these degrees */
    uint64_t
        coefficients[CLI_REPORT_TENTHS]; /* vertices of degree 2 and more; 1 is in the last */
    cli_report_vertex top[CLI_REPORT_TOP];
    size_t top_count;
} cli_report;

/* The id of a vertex as the user knows it.  text: room for CLI_NUMBER_BYTES, for a number. */
const char *cli_report_id(const cli_report *report, uint32_t vertex, char *text);

/* The rows of a histogram or a plot. */
typedef struct cli_plot {
    const char *title, *rows, *values; /* what the rows and the values are */
    const uint64_t *counts;            /* `size` of them; or NULL: */
    const double *means;
    const uint64_t *of; /* rows of which this is 0 are left out at both ends */
    size_t size;
    /* The name of a row. */
    const char *(*row)(size_t row, char *text, size_t room);
} cli_plot;

enum { CLI_REPORT_PLOTS = 4 };

/* All plots of the report; they refer to it. */
void cli_report_plots(const cli_report *report, cli_plot plots[CLI_REPORT_PLOTS]);
/* The rows that are shown: from *first on, as many as are returned. */
size_t cli_plot_range(const cli_plot *plot, size_t *first);

/* The whole page: HTML that needs no other file. */
void cli_report_html(FILE *page, const cli_report *report);

#endif
