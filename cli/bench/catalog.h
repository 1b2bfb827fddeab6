/* catalog.h - the data sets of bench/datasets.csv, and the location of the folder bench. */
#ifndef CLI_BENCH_CATALOG_H
#define CLI_BENCH_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum bench_how {
    BENCH_GENERATE, /* source is a line of `tricorn generate`: a name, KEY=VALUE ... */
    BENCH_FILE,     /* source is a path from the folder above bench/ */
    BENCH_URL,      /* source is the URL for tools/datasets, which makes NAME.tri */
    BENCH_MANUAL    /* source names its maker; put NAME.tri into the folder of downloads */
} bench_how;

/* A row.  Numbers that are not published are UINT64_MAX. */
typedef struct bench_entry {
    char *name, *suites, *source, *counted_by;
    bench_how how;
    bool string_ids;
    uint64_t vertices, edges, triangles;
} bench_entry;

typedef struct bench_catalog {
    char *folder; /* bench/, with datasets.csv and peers/ */
    char *data;   /* the folder of downloaded data sets; NULL: not known */
    bool missing; /* datasets.csv does not exist, so the list is empty */
    bench_entry *entries;
    size_t count;
} bench_catalog;

/* Reads datasets.csv from the folder TRICORN_BENCH, the program's installation, or the source
 * tree.  If none of them exists, the list is empty.  Returns CLI_DONE, or another exit code after
 * an error message. */
int bench_catalog_read(bench_catalog *catalog);
void bench_catalog_free(bench_catalog *catalog);

/* Returns the row of that name, or NULL. */
const bench_entry *bench_catalog_find(const bench_catalog *catalog, const char *name);

/* Whether the row's suites, which spaces separate, include that suite. */
bool bench_entry_in_suite(const bench_entry *entry, const char *suite);

#endif
