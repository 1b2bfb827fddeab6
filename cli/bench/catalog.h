/* catalog.h - reads the list of data sets, bench/datasets.csv, and finds the folder bench. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum bench_how {
    BENCH_GENERATE, /* `source` is a line of `tricorn generate`: a name, KEY=VALUE ... */
    BENCH_FILE, /* `source` is a path relative to the folder above bench/ */
    BENCH_URL, /* `source` is the URL from which tools/datasets makes NAME.tri */
    /* `source` names the maker; the user puts NAME.tri into the folder of downloads */
    BENCH_MANUAL
} bench_how;

/* A row of the list. Numbers that are not published are UINT64_MAX. */
typedef struct bench_entry {
    char *name, *suites, *source, *counted_by;
    bench_how how;
    bool string_ids;
    uint64_t vertices, edges, triangles;
} bench_entry;

typedef struct bench_catalog {
    char *folder; /* bench/, which contains datasets.csv and peers/ */
    char *data; /* the folder of downloaded data sets; NULL: it is not known */
    bool missing; /* no datasets.csv exists, so the list is empty */
    bench_entry *entries;
    size_t count;
} bench_catalog;

/* Reads datasets.csv from the folder TRICORN_BENCH, from the program's installation, or from the source tree. If none
 * of these exists, the list is empty. Returns CLI_DONE, or another exit code after an error message. */
int bench_catalog_read(bench_catalog *catalog);
void bench_catalog_free(bench_catalog *catalog);

/* Returns the row with this name; NULL if no row has it. */
const bench_entry *bench_catalog_find(const bench_catalog *catalog, const char *name);

/* Whether `suite` is among the entry's suites, which are separated by spaces. */
bool bench_entry_in_suite(const bench_entry *entry, const char *suite);
