/* report.h - what the verb report shows, and the functions that print it. */
#pragma once

#include <stdio.h>

#include "bins.h"
#include "text.h"
#include "verb.h"

enum {
    CLI_REPORT_TENTHS = 10,
    CLI_REPORT_TOP = 10,
    /* Of graphs with more edges, cores and trusses would take most of the time. */
    CLI_REPORT_PEELED_EDGES = 10000000
};

/* An entry of the list of vertices that are in the most triangles. */
typedef struct cli_report_vertex {
    uint32_t vertex;
    uint64_t degree, triangles;
    double clustering;
} cli_report_vertex;

typedef struct cli_report {
    const char *name; /* the name of the graph's file */
    const tricorn_graph *graph;
    tricorn_graph_description described;
    tricorn_clustering_summary summary;
    tricorn_result result;
    uint64_t max_degree;
    uint64_t degrees[CLI_BINS]; /* how many vertices each bin of degrees has */
    uint64_t triangles[CLI_BINS]; /* how many vertices with an edge each bin of triangles has */
    double clustering[CLI_BINS]; /* the mean coefficient of the vertices in each bin of degrees */
    /* How many vertices of degree 2 or more each bin of coefficients has; 1 belongs to the last bin. */
    uint64_t coefficients[CLI_REPORT_TENTHS];
    /* Whether cores and trusses are known: not those of large graphs, nor where memory is short.
     */
    bool peeled;
    uint32_t degeneracy, k_max;
    uint64_t cores[CLI_BINS]; /* how many vertices each bin of core numbers has */
    uint64_t trusses[CLI_BINS]; /* how many edges each bin of trussness has */
    cli_report_vertex top[CLI_REPORT_TOP];
    size_t top_count;
} cli_report;

/* Returns the id that the file has for the vertex. If the id is a number, it is written to
 * `text`, which has CLI_NUMBER_BYTES bytes. */
const char *cli_report_id(const cli_report *report, uint32_t vertex, char *text);

/* A plot of values: a histogram, with one value for each row. */
typedef struct cli_plot {
    /* Words that say what the rows and the values mean. */
    const char *title, *rows, *values;
    /* The values, one for each row; NULL: the next member has them. */
    const uint64_t *counts;
    const double *means;
    /* One entry for each row; rows with the entry 0 are left out at the beginning and at the end. */
    const uint64_t *of;
    size_t size;
    /* Writes the name of a row to `text`, and returns it. */
    const char *(*row)(size_t row, char *text, size_t room);
} cli_plot;

enum { CLI_REPORT_PLOTS = 6 };

/* Makes all plots of the report, to which they point; those of cores and trusses, which are the
 * last two, have no rows if these are not known. */
void cli_report_plots(const cli_report *report, cli_plot plots[CLI_REPORT_PLOTS]);
/* Sets *first to the first row that is shown; returns how many rows are shown. */
size_t cli_plot_range(const cli_plot *plot, size_t *first);

/* Writes the report as a page of HTML that needs no other file. */
void cli_report_html(FILE *page, const cli_report *report);
