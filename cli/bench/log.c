/* log.c - reads the file of records, and appends whole lines to it. */
#include "bench/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/samples.h"
#include "words.h"
#include "exit.h"
#include "json.h"
#include "text.h"

static const int line_style = JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;

/* ---- reading ---- */

/* Reads all records. A line that is no JSON object was cut off when a machine crashed; it is
 * skipped, and stays in the file. */
static void read_lines(FILE *file, const char *path, json_object *list)
{
    char *line = NULL;
    size_t room = 0, number = 0;

    while (getline(&line, &room, file) >= 0) {
        json_object *object;
        number++;
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        object = json_tokener_parse(line);
        if (json_object_is_type(object, json_type_object)) {
            cli_json_append(list, object);
            continue;
        }
        cli_note("%s:%zu: no record, left out", path, number);
        json_object_put(object);
    }
    free(line);
}

static int read_file(const char *path, json_object *list)
{
    FILE *file = fopen(path, "re");
    bool failed;

    if (file == NULL && errno == ENOENT) return CLI_DONE;
    if (file != NULL) {
        read_lines(file, path, list);
        failed = ferror(file) != 0;
        fclose(file);
        if (!failed) return CLI_DONE;
    }
    cli_error("%s: cannot be read: %s", path, strerror(errno));
    return CLI_FAILED;
}

/* Reports a file that cannot be written, before the run instead of hours later. */
static int check_writable(const char *path)
{
    const int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);

    if (descriptor >= 0) {
        close(descriptor);
        return CLI_DONE;
    }
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    return CLI_FAILED;
}

int bench_log_open(const char *path, bench_log *log)
{
    int code;

    *log = (bench_log){.records = cli_json_array(), .partial = cli_json_array()};
    if (path == NULL) return CLI_DONE;
    log->path = cli_string("%s", path);
    log->partial_path = cli_string("%s.partial", path);
    code = check_writable(path);
    if (code == CLI_DONE) code = read_file(log->path, log->records);
    if (code == CLI_DONE) code = read_file(log->partial_path, log->partial);
    return code;
}

void bench_log_close(bench_log *log)
{
    json_object_put(log->records);
    json_object_put(log->partial);
    free(log->path);
    free(log->partial_path);
    *log = (bench_log){.path = NULL};
}

bool bench_log_matches(json_object *record, json_object *key)
{
    json_object_object_foreach(key, name, value)
    {
        if (!json_object_equal(bench_json_get(record, name), value)) return false;
    }
    return true;
}

json_object *bench_log_find(const bench_log *log, json_object *key)
{
    for (size_t i = json_object_array_length(log->records); i > 0; i--) {
        json_object *record = json_object_array_get_idx(log->records, i - 1);
        if (bench_log_matches(record, key)) return record;
    }
    return NULL;
}

/* ---- writing ---- */

/* Whether the last line of the file has no newline, which may be so after a crash. */
static bool needs_newline(const char *path)
{
    FILE *file = fopen(path, "re");
    bool needs = false;

    if (file == NULL) return false;
    if (fseek(file, -1, SEEK_END) == 0) needs = getc(file) != '\n';
    fclose(file);
    return needs;
}

/* Appends a line with a single write, so that readers see all of the line or nothing. */
static int append(const char *path, json_object *object)
{
    char *line;
    size_t bytes;
    bool written = false;
    int descriptor;

    if (path == NULL) return CLI_DONE;
    line = cli_string("%s%s\n", needs_newline(path) ? "\n" : "", json_object_to_json_string_ext(object, line_style));
    bytes = strlen(line);
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
        written = write(descriptor, line, bytes) == (ssize_t)bytes && fsync(descriptor) == 0;
        if (close(descriptor) != 0) written = false;
    }
    free(line);
    if (written) return CLI_DONE;
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    return CLI_FAILED;
}

int bench_log_append(const bench_log *log, json_object *record)
{
    return append(log->path, record);
}

int bench_log_append_partial(const bench_log *log, json_object *line)
{
    return append(log->partial_path, line);
}

void bench_log_complete(const bench_log *log)
{
    if (log->partial_path != NULL) unlink(log->partial_path);
}
