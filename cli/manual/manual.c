/* manual.c - writes the manual pages and the completion scripts; run when tricorn is built.
 *
 *     tricorn-manual FOLDER HEADER FORMAT DATE
 *
 * FOLDER   exists; receives files with their final names
 * HEADER   tricorn.h, for tricorn(3)
 * FORMAT   docs/format.md, for tri(5)
 * DATE     of the release, for the foot of each page: 2026-11-23 */
#include "manual/manual.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 256, PATH_BYTES = 4096 };

static const char *folder;
static bool failed;

static FILE *open_file(const char *name)
{
    char path[PATH_BYTES];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file != NULL) return file;
    perror(path);
    exit(EXIT_FAILURE);
}

static void close_file(FILE *file)
{
    const bool bad = ferror(file) != 0;

    failed = fclose(file) != 0 || bad || failed;
}

/* Returns the content of the file; if it cannot be read, ends the program. The caller frees it with free(). */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t length;

    if (file == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    length = getdelim(&text, &room, '\0', file);
    fclose(file);
    if (length > 0) return text;
    fprintf(stderr, "%s is empty\n", path);
    exit(EXIT_FAILURE);
}

/* Writes a page for each function of the library, which refers to tricorn(3), so that `man
 * tricorn_count` shows that page. */
static void write_links(const char *header)
{
    static const char mark[] = "\nTRICORN_PUBLIC ";
    char name[NAME_BYTES];

    while ((header = strstr(header, mark)) != NULL) {
        header += strlen(mark);
        const char *end = header + strcspn(header, "("), *first = end;
        while (first > header &&
               (first[-1] == '_' || (first[-1] >= '0' && first[-1] <= '9') || (first[-1] >= 'a' && first[-1] <= 'z')))
            first--;
        snprintf(name, sizeof name, "%.*s.3", (int)(end - first), first);
        FILE *page = open_file(name);
        fputs(".so man3/tricorn.3\n", page);
        close_file(page);
    }
}

static void write_pages(const char *header, const char *format, const char *date)
{
    const cli_verb *verb;
    char name[NAME_BYTES];
    FILE *page = open_file("tricorn.1");

    manual_program(page, date);
    close_file(page);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) {
        snprintf(name, sizeof name, "tricorn-%s.1", verb->name);
        page = open_file(name);
        manual_verb(page, verb, date);
        close_file(page);
    }
    page = open_file("tricorn.3");
    manual_library(page, header, date);
    close_file(page);
    page = open_file("tri.5");
    manual_format(page, "tri", format, date);
    close_file(page);
}

static void write_completion(void)
{
    static const struct {
        const char *name;
        void (*write)(FILE *script);
    } scripts[] = {{"tricorn.bash", complete_bash}, {"_tricorn", complete_zsh}, {"tricorn.fish", complete_fish}};

    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        FILE *script = open_file(scripts[i].name);
        scripts[i].write(script);
        close_file(script);
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fputs("Usage: tricorn-manual FOLDER HEADER FORMAT DATE\n", stderr);
        return EXIT_FAILURE;
    }
    folder = argv[1];
    char *header = read_file(argv[2]), *format = read_file(argv[3]);
    write_pages(header, format, argv[4]);
    write_links(header);
    write_completion();
    free(header);
    free(format);
    if (failed) fprintf(stderr, "tricorn-manual: %s could not be written\n", folder);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
