/* report.h - the data of the verb report, and the functions that print them. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdio.h>

#include "bins.h"
#include "text.h"
#include "verb.h"

enum { CLI_REPORT_TENTHS = 10, CLI_REPORT_TOP = 10 };

/* A vertex of the list of vertices in the most triangles. */
typedef struct cli_report_vertex {
    uint32_t vertex;
    uint64_t degree, triangles;
    double clustering;
} cli_report_vertex;

typedef struct cli_report {
    const char *name; /* of the file of the graph */
    const tricorn_graph *graph;
    tricorn_graph_description described;
    tricorn_clustering_summary summary;
    tricorn_result result;
    uint64_t max_degree;
    uint64_t degrees[CLI_BINS];   /* vertices, in bins of their degree */
    uint64_t triangles[CLI_BINS]; /* vertices with an edge, in bins of their triangles */
    double clustering[CLI_BINS];  /* mean coefficient of the vertices, in bins of their degree */
    /* Vertices of degree 2 and more, in bins of their coefficient; 1 belongs to the last bin. */
    uint64_t coefficients[CLI_REPORT_TENTHS];
    cli_report_vertex top[CLI_REPORT_TOP];
    size_t top_count;
} cli_report;

/* Returns the id that the file has for the vertex. text: CLI_NUMBER_BYTES long, for an id that is
 * a number. */
const char *cli_report_id(const cli_report *report, uint32_t vertex, char *text);

/* A histogram: rows with a value each. */
typedef struct cli_plot {
    const char *title, *rows, *values; /* words for the meaning of the rows and of the values */
    const uint64_t *counts; /* the values, one for each row; or NULL, then the values are: */
    const double *means;
    const uint64_t *of; /* one for each row; first and last rows whose entry is 0 are left out */
    size_t size;
    /* Writes the name of a row to text, and returns it. */
    const char *(*row)(size_t row, char *text, size_t room);
} cli_plot;

enum { CLI_REPORT_PLOTS = 4 };

/* Makes all plots of the report.  They point into it. */
void cli_report_plots(const cli_report *report, cli_plot plots[CLI_REPORT_PLOTS]);
/* Sets *first to the first row that is shown.  Returns the number of rows that are shown. */
size_t cli_plot_range(const cli_plot *plot, size_t *first);

/* Writes the page of the report: HTML that needs no other file. */
void cli_report_html(FILE *page, const cli_report *report);

#endif
