/* catalog.c - finds and reads the list of data sets, datasets.csv. */
#include "bench/catalog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "portable.h"
#include "words.h"
#include "exit.h"
#include "options.h"
#include "text.h"

/* The columns of datasets.csv, which are found by their headings. The file may have more columns. */
enum { NAME, SUITES, HOW, SOURCE, IDS, VERTICES, EDGES, TRIANGLES, COUNTED_BY, COLUMNS };

static const char *const headings[COLUMNS] = {
  "name", "suites", "how", "source", "ids", "vertices", "edges", "triangles", "counted_by"};

/* ---- comma separated values ---- */

/* Splits a line at commas that are not in quotes. Within quotes, two quotes mean one. */
static cli_list split_line(const char *line)
{
    cli_list fields = {0};
    char *field = cli_needed(malloc(strlen(line) + 1));

    for (bool more = true; more; line++) {
        size_t used = 0;
        bool quoted = false;
        for (; *line != '\0' && *line != '\n' && *line != '\r' && (quoted || *line != ','); line++) {
            if (*line == '"' && quoted && line[1] == '"')
                field[used++] = *line++;
            else if (*line == '"')
                quoted = !quoted;
            else
                field[used++] = *line;
        }
        cli_list_add(&fields, field, used);
        more = *line == ',';
    }
    free(field);
    return fields;
}

/* Finds the position of each column in the heading. Returns false if one is missing. */
static bool find_columns(const cli_list *heading, size_t *places)
{
    for (size_t i = 0; i < COLUMNS; i++) {
        places[i] = 0;
        while (places[i] < heading->count && strcmp(heading->words[places[i]], headings[i]) != 0) places[i]++;
        if (places[i] == heading->count) return false;
    }
    return true;
}

/* ---- rows ---- */

static bool read_number(const char *text, uint64_t *number)
{
    *number = UINT64_MAX;
    return *text == '\0' || cli_parse_number(text, 0, UINT64_MAX - 1, number);
}

static bool read_how(const char *text, bench_how *how)
{
    static const char *const names[] = {"generate", "file", "url", "manual"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        *how = (bench_how)i;
        return true;
    }
    return false;
}

/* Fills the entry with the fields of a row. Returns false if a field is not valid. */
static bool read_entry(const cli_list *fields, const size_t *places, bench_entry *entry)
{
    const char *text[COLUMNS];

    for (size_t i = 0; i < COLUMNS; i++) {
        if (places[i] >= fields->count) return false;
        text[i] = fields->words[places[i]];
    }
    if (*text[NAME] == '\0' || !read_how(text[HOW], &entry->how) || !read_number(text[VERTICES], &entry->vertices) ||
        !read_number(text[EDGES], &entry->edges) || !read_number(text[TRIANGLES], &entry->triangles))
        return false;
    entry->string_ids = strcmp(text[IDS], "string") == 0;
    entry->name = cli_string("%s", text[NAME]);
    entry->suites = cli_string("%s", text[SUITES]);
    entry->source = cli_string("%s", text[SOURCE]);
    entry->counted_by = cli_string("%s", text[COUNTED_BY]);
    return true;
}

/* Reads the heading and all rows. Returns the number of a bad line; 0: all lines are good. */
static size_t read_rows(FILE *file, bench_catalog *catalog)
{
    size_t places[COLUMNS], room = 0, number = 0;
    bool good = true;
    char *line = NULL;

    while (good && getline(&line, &room, file) >= 0) {
        cli_list fields = split_line(line);
        if (number++ == 0) {
            good = find_columns(&fields, places);
        } else if (fields.count > 1) {
            const size_t bytes = (catalog->count + 1) * sizeof *catalog->entries;
            catalog->entries = cli_needed(realloc(catalog->entries, bytes));
            good = read_entry(&fields, places, &catalog->entries[catalog->count]);
            if (good) catalog->count++;
        }
        cli_list_free(&fields);
    }
    free(line);
    return good && number > 0 ? 0 : number > 0 ? number : 1;
}

/* Returns the folder `bench` that was installed with the program; NULL if no folder was installed. */
static char *installed_folder(void)
{
    char *program = cli_program_path(), *folder, *list;

    if (program == NULL) return NULL;
    *strrchr(program, '/') = '\0'; /* the path is absolute, so it has a slash */
    folder = cli_string("%s/%s", program, TRICORN_BENCH_INSTALLED);
    free(program);
    list = cli_string("%s/datasets.csv", folder);
    const bool found = access(list, R_OK) == 0;
    free(list);
    if (found) return folder;
    free(folder);
    return NULL;
}

/* Finds the folders of the list and of downloaded data sets. Only the source tree has a folder
 * of downloads beside the list. */
static void find_folders(bench_catalog *catalog, const char *named)
{
    const char *data = getenv("TRICORN_DATASETS");
    char *installed = named != NULL ? NULL : installed_folder();

    *catalog = (bench_catalog){.folder = installed};
    if (installed == NULL) catalog->folder = cli_string("%s", named != NULL ? named : TRICORN_BENCH_FOLDER);
    if (data != NULL && *data != '\0')
        catalog->data = cli_string("%s", data);
    else if (installed == NULL)
        catalog->data = cli_string("%s/../build/datasets", catalog->folder);
}

int bench_catalog_read(bench_catalog *catalog)
{
    const char *named = getenv("TRICORN_BENCH");
    const bool is_named = named != NULL && *named != '\0';
    char *path;
    FILE *file;
    size_t bad = 0;

    find_folders(catalog, is_named ? named : NULL);
    path = cli_string("%s/datasets.csv", catalog->folder);
    file = fopen(path, "re");
    catalog->missing = file == NULL;
    if (file != NULL) {
        bad = read_rows(file, catalog);
        fclose(file);
    } else if (is_named) {
        cli_error("%s: cannot be opened: %s; TRICORN_BENCH should name the folder bench of "
                  "tricorn's sources",
          path, strerror(errno));
    }
    if (bad != 0) cli_error("%s:%zu: not a row of the list of data sets", path, bad);
    free(path);
    return bad != 0 ? CLI_BAD_INPUT : file == NULL && is_named ? CLI_FAILED : CLI_DONE;
}

void bench_catalog_free(bench_catalog *catalog)
{
    for (size_t i = 0; i < catalog->count; i++) {
        free(catalog->entries[i].name);
        free(catalog->entries[i].suites);
        free(catalog->entries[i].source);
        free(catalog->entries[i].counted_by);
    }
    free(catalog->entries);
    free(catalog->folder);
    free(catalog->data);
    *catalog = (bench_catalog){.count = 0};
}

const bench_entry *bench_catalog_find(const bench_catalog *catalog, const char *name)
{
    for (size_t i = 0; i < catalog->count; i++)
        if (strcmp(catalog->entries[i].name, name) == 0) return &catalog->entries[i];
    return NULL;
}

bool bench_entry_in_suite(const bench_entry *entry, const char *suite)
{
    cli_list suites = {0};
    bool found;

    cli_list_split(&suites, entry->suites, ' ');
    found = cli_list_has(&suites, suite);
    cli_list_free(&suites);
    return found;
}
