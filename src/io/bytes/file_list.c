/* file_list.c - files that a list names, read as one text.
 *
 * The list is read once, with the size of each file; a binary search then finds the file of an
 * offset, and one positioned read gets its bytes, so threads do not wait for each other.
 */
#include "io/bytes/file_list.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/search.h"

enum { LIST_MOST = 1 << 26 }; /* bytes; a longer file is no list of names */

typedef struct listed {
    char *path;
    uint64_t start;         /* offset in the text of all files */
    uint64_t size, changed; /* of this file, when the list was opened */
} listed;

struct tg_file_list {
    listed *file;
    uint64_t count, room;
    uint64_t size;
};

static tricorn_status fail(tricorn_context *context, const char *path, const char *what)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s: %s", path, what);
}

/* ---- files -------------------------------------------------------------------------------- */

static uint64_t change_of(const struct stat *info)
{
    return (uint64_t)info->st_mtim.tv_sec * UINT64_C(1000000000) +
           (uint64_t)info->st_mtim.tv_nsec;
}

/* A file that is open while it is read. */
typedef struct open_file {
    const char *path;
    int descriptor;
    struct stat info;
} open_file;

/* Opens a file; close_file it, also after a failure.  Refuses a pipe without waiting for its
 * writer. */
static tricorn_status open_it(tricorn_context *context, const char *path, open_file *file)
{
    file->path = path;
    do file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (file->descriptor < 0 && errno == EINTR);
    if (file->descriptor < 0)
        return tg_fail(context, TRICORN_IO_ERROR, "%s: cannot be opened: %s", path,
                       strerror(errno));
    if (fstat(file->descriptor, &file->info) == 0 && S_ISREG(file->info.st_mode))
        return TRICORN_OK;
    return fail(context, path, "is no file, and only files can be parts");
}

static void close_file(const open_file *file)
{
    if (file->descriptor >= 0) close(file->descriptor);
}

/* One successful read. */
static tricorn_status read_some(tricorn_context *context, const open_file *file, uint64_t offset,
                                tg_read_buffer *to)
{
    enum { READ_MOST = 1 << 30 }; /* Linux reads at most 2^31 - 4096 bytes at once */
    const size_t room = to->room < READ_MOST ? to->room : READ_MOST;
    ssize_t got;
    do got = pread(file->descriptor, to->bytes, room, (off_t)offset);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return tg_fail(context, TRICORN_IO_ERROR, "%s: cannot be read: %s", file->path,
                       strerror(errno));
    to->count = (size_t)got;
    return TRICORN_OK;
}

/* ---- the list ----------------------------------------------------------------------------- */

/* The name as it is, if it begins at the root; else the name in the folder of the list. */
static tricorn_status path_of(tricorn_context *context, const char *list, const char *name,
                              char **path)
{
    const char *slash = *name == '/' ? NULL : strrchr(list, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - list) : 0, bytes = strlen(name) + 1;
    const tricorn_status status = TG_ALLOC(context, folder + bytes, path);
    if (status != TRICORN_OK) return status;
    memcpy(*path, list, folder);
    memcpy(*path + folder, name, bytes);
    return TRICORN_OK;
}

/* Adds a file with its size, and with one byte more if its last line has no end; leaves out an
 * empty file. */
static tricorn_status add_file(tricorn_context *context, const char *list, const char *name,
                               tg_file_list *files)
{
    tricorn_status status = TRICORN_OK;
    open_file file = {.descriptor = -1};
    char *path = NULL, last = '\n';
    tg_read_buffer end = {.bytes = &last, .room = 1};

    TG_TRY(path_of(context, list, name, &path));
    TG_TRY(open_it(context, path, &file));
    const uint64_t size = (uint64_t)file.info.st_size;
    if (size == 0) goto cleanup;
    TG_TRY(read_some(context, &file, size - 1, &end));
    if (files->count == files->room) {
        enum { LEAST = 64 };
        TG_TRY(TG_REALLOC(context, files->room * 2 + LEAST, &files->file));
        files->room = files->room * 2 + LEAST;
    }
    files->file[files->count++] = (listed){path, files->size, size, change_of(&file.info)};
    files->size += size + (last != '\n');
    path = NULL;
cleanup:
    close_file(&file);
    tg_free(path);
    return status;
}

/* Adds the file that each line names; changes the text. */
static tricorn_status add_lines(tricorn_context *context, const char *list, char *text,
                                tg_file_list *files)
{
    tricorn_status status = TRICORN_OK;
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = '\0';
        const size_t length = strlen(line);
        if (length > 0 && line[length - 1] == '\r') line[length - 1] = '\0';
        if (*line) TG_TRY(add_file(context, list, line, files));
        if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    return status;
}

static tricorn_status read_list(tricorn_context *context, const char *list, char **text)
{
    tricorn_status status = TRICORN_OK;
    open_file file = {.descriptor = -1};
    char *read = NULL;
    size_t used = 0;

    TG_TRY(open_it(context, list, &file));
    const uint64_t size = (uint64_t)file.info.st_size;
    if (size <= LIST_MOST) TG_TRY(TG_ALLOC_ZERO(context, size + 1, &read));
    for (tg_read_buffer to = {.count = 1}; read && used < size && to.count > 0;
         used += to.count) {
        to = (tg_read_buffer){.bytes = read + used, .room = size - used};
        TG_TRY(read_some(context, &file, used, &to));
    }
    if (read == NULL || strlen(read) < used)
        TG_TRY(tg_fail(
            context, TRICORN_BAD_FORMAT,
            "%s: is no list of files, one on a line, as " TG_OPTION("file_list") " needs", list));
    *text = read;
    read = NULL;
cleanup:
    close_file(&file);
    tg_free(read);
    return status;
}

tricorn_status tg_file_list_open(tricorn_context *context, const char *list, tg_file_list **files)
{
    tricorn_status status = TRICORN_OK;
    char *text = NULL;
    tg_file_list *made = NULL;

    TG_TRY(read_list(context, list, &text));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(add_lines(context, list, text, made));
    *files = made;
    made = NULL;
cleanup:
    tg_free(text);
    tg_file_list_close(made);
    return status;
}

void tg_file_list_close(tg_file_list *files)
{
    if (files == NULL) return;
    for (uint64_t p = 0; p < files->count; p++) tg_free(files->file[p].path);
    tg_free(files->file);
    tg_free(files);
}

uint64_t tg_file_list_size(const tg_file_list *files)
{
    return files->size;
}

uint64_t tg_file_list_changed(const tg_file_list *files)
{
    uint64_t changed = files->count;
    for (uint64_t p = 0; p < files->count; p++)
        changed = tg_hash_mix(tg_hash_mix(changed, files->file[p].changed), files->file[p].size);
    return changed;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* The file that has the byte at `offset`, which is below the size of the text. */
static const listed *find_file(const tg_file_list *files, uint64_t offset)
{
    tg_search in = {1, files->count - 1};
    while (in.left > 0) tg_search_step(&in, files->file[tg_search_at(&in)].start <= offset);
    return &files->file[in.first - 1];
}

tricorn_status tg_file_list_read(tricorn_context *context, const tg_file_list *files,
                                 uint64_t offset, tg_read_buffer *to)
{
    tricorn_status status = TRICORN_OK;
    open_file file = {.descriptor = -1};

    to->count = 0;
    if (offset >= files->size || to->room == 0) return TRICORN_OK;
    const listed *of = find_file(files, offset);
    const uint64_t at = offset - of->start;
    if (at == of->size) { /* the line feed that the file lacks */
        *(char *)to->bytes = '\n';
        to->count = 1;
        return TRICORN_OK;
    }
    TG_TRY(open_it(context, of->path, &file));
    if ((uint64_t)file.info.st_size != of->size || change_of(&file.info) != of->changed)
        TG_TRY(fail(context, of->path, "another program has changed the file meanwhile"));
    tg_read_buffer rest = *to;
    if (of->size - at < rest.room) rest.room = (size_t)(of->size - at);
    TG_TRY(read_some(context, &file, at, &rest));
    to->count = rest.count;
cleanup:
    close_file(&file);
    return status;
}
