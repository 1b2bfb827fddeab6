/* file_list.c - reads the files of a list, a folder or a glob as one text.
 *
 * The names are read once, together with the size of each file. To read at an offset, a binary search finds the file
 * that has it, and a single positioned read gets its bytes, so threads do not wait for each other.
 */
#include "io/bytes/file_list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/portable.h"
#include "base/search.h"
#include "io/bytes/packing.h"
#include "io/bytes/suffix.h"

enum { LIST_MOST = 1 << 26 }; /* bytes; a longer file is not a list of names */

typedef struct listed {
    char *path;
    uint64_t start; /* the offset of the file in the text that all files form */
    /* The size of the file, and when it was last changed, at the time when the list was opened. */
    uint64_t size, changed;
    uint64_t skipped_bytes, skipped_lines;
    bool open; /* its last line does not end with '\n' */
} listed;

struct tg_file_list {
    listed *file;
    uint64_t count, room;
    uint64_t size;
    bool packed;
};

static tricorn_status fail(tricorn_context *context, const char *path, const char *what)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s: %s", path, what);
}

/* ---- files ---- */

static uint64_t change_of(const struct stat *info)
{
    return (uint64_t)info->st_mtim.tv_sec * UINT64_C(1000000000) + (uint64_t)info->st_mtim.tv_nsec;
}

typedef struct open_file {
    const char *path;
    int descriptor;
    struct stat info;
} open_file;

/* Opens a file, but no pipe, for whose writer it does not wait. Call close_file also after a failure. */
static tricorn_status open_it(tricorn_context *context, const char *path, open_file *file)
{
    file->path = path;
    do file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (file->descriptor < 0 && errno == EINTR);
    if (file->descriptor < 0)
        return tg_fail(context, TRICORN_IO_ERROR, "%s: cannot be opened: %s", path, strerror(errno));
    if (fstat(file->descriptor, &file->info) == 0 && S_ISREG(file->info.st_mode)) return TRICORN_OK;
    return fail(context, path, "is no file, and only files can be parts");
}

static void close_file(const open_file *file)
{
    if (file->descriptor >= 0) close(file->descriptor);
}

/* Reads some bytes of the file with one successful call of the system. */
static tricorn_status read_some(tricorn_context *context, const open_file *file, uint64_t offset, tg_read_buffer *to)
{
    enum { READ_MOST = 1 << 30 }; /* bytes; Linux reads at most 2^31 - 4096 at once */
    const size_t room = to->room < READ_MOST ? to->room : READ_MOST;
    ssize_t got;
    do got = pread(file->descriptor, to->bytes, room, (off_t)offset);
    while (got < 0 && errno == EINTR);
    if (got < 0) return tg_fail(context, TRICORN_IO_ERROR, "%s: cannot be read: %s", file->path, strerror(errno));
    to->count = (size_t)got;
    return TRICORN_OK;
}

/* ---- the list ---- */

/* Sets *path to the name if it is absolute, otherwise to the path of this name in the folder,
 * which is the first `folder` bytes of `list`. */
static tricorn_status path_of(tricorn_context *context, const char *list, size_t folder, const char *name, char **path)
{
    const size_t bytes = strlen(name) + 1;
    if (*name == '/') folder = 0;
    TG_DO(TG_ALLOC(context, folder + bytes, path));
    memcpy(*path, list, folder);
    memcpy(*path + folder, name, bytes);
    return TRICORN_OK;
}

/* Adds a file unless it is empty, and takes over its path. If its last line does not end with
 * '\n', the text gets one byte more. */
static tricorn_status add_file(tricorn_context *context, char *path, tg_file_list *files)
{
    tricorn_status status = TRICORN_OK;
    open_file file = {.descriptor = -1};
    char last = '\n', begin[TG_PACKING_BYTES];
    tg_read_buffer end = {.bytes = &last, .room = 1}, first = {.bytes = begin, .room = sizeof begin};

    TG_TRY(open_it(context, path, &file));
    const uint64_t size = (uint64_t)file.info.st_size;
    if (size == 0) goto cleanup;
    TG_TRY(read_some(context, &file, 0, &first));
    TG_TRY(read_some(context, &file, size - 1, &end));
    if (files->count == files->room) {
        enum { LEAST = 64 };
        TG_TRY(TG_REALLOC(context, files->room * 2 + LEAST, &files->file));
        files->room = files->room * 2 + LEAST;
    }
    files->file[files->count++] = (listed){
      .path = path, .start = files->size, .size = size, .changed = change_of(&file.info), .open = last != '\n'};
    files->size += size + (last != '\n');
    files->packed |= tg_packing_of(begin, first.count) != NULL || tg_suffix_is(path, strlen(path), ".br", 3);
    path = NULL;
cleanup:
    close_file(&file);
    tg_free(path);
    return status;
}

/* Cuts the blanks at both ends of a line, and its carriage return. */
static char *trim(char *line)
{
    static const char blanks[] = " \t\r";
    line += strspn(line, blanks);
    size_t length = strlen(line);
    while (length > 0 && strchr(blanks, line[length - 1])) length--;
    line[length] = '\0';
    return line;
}

/* Adds the file that each line of the text names, except comments; changes the text. */
static tricorn_status add_lines(tricorn_context *context, const char *list, char *text, tg_file_list *files)
{
    const char *slash = strrchr(list, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - list) : 0;
    char *path = NULL;
    const size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* of UTF-8 */
    for (char *line = text + mark, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = '\0';
        const char *name = trim(line);
        if (*name == 0 || *name == '#') continue;
        TG_DO(path_of(context, list, folder, name, &path));
        TG_DO(add_file(context, path, files));
        if (tg_work_add(context, 0)) TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}

static tricorn_status read_list(tricorn_context *context, int descriptor, const char *list, char **text)
{
    enum { LEAST = 1 << 12 };
    tricorn_status status = TRICORN_OK;
    char *read_text = NULL;
    size_t used = 0, room = 0;
    ssize_t got = 1;

    while (got > 0 && used <= LIST_MOST) {
        if (used + 1 >= room) {
            room = 2 * room + LEAST;
            TG_TRY(TG_REALLOC(context, room, &read_text));
        }
        do got = read(descriptor, read_text + used, room - used - 1);
        while (got < 0 && errno == EINTR);
        if (got < 0) TG_TRY(tg_fail(context, TRICORN_IO_ERROR, "%s: cannot be read: %s", list, strerror(errno)));
        used += (size_t)got;
    }
    read_text[used] = '\0';
    if (used > LIST_MOST || strlen(read_text) < used)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: is no list of files, one on a line, as " TG_OPTION("file_list") " needs", list));
    *text = read_text;
    read_text = NULL;
cleanup:
    tg_free(read_text);
    return status;
}

/* Adds the files of a list that is read from a descriptor; names without a folder are in that of `path`. */
static tricorn_status add_list(
  tricorn_context *context, int descriptor, const char *name, const char *path, tg_file_list *files)
{
    char *text = NULL;
    tricorn_status status = read_list(context, descriptor, name, &text);
    if (status == TRICORN_OK) status = add_lines(context, path, text, files);
    tg_free(text);
    return status;
}

static tricorn_status open_list(tricorn_context *context, const char *list, tg_file_list *files)
{
    open_file file = {.descriptor = -1};
    tricorn_status status = open_it(context, list, &file);
    if (status == TRICORN_OK) status = add_list(context, file.descriptor, list, list, files);
    close_file(&file);
    return status;
}

tricorn_status tg_file_list_take(tricorn_context *context, int descriptor, const char *name, tg_file_list **files)
{
    tricorn_status status = TRICORN_OK;
    tg_file_list *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(add_list(context, descriptor, name, "", made));
    *files = made;
    made = NULL;
cleanup:
    tg_file_list_close(made);
    return status;
}

/* ---- folders and globs ---- */

/* Whether Spark and Hive ignore a file of this name, such as _SUCCESS, _metadata and .part-0.crc.
 */
static bool is_ignored(const char *name)
{
    static const char checksum[] = ".crc";
    const size_t bytes = strlen(name), end = sizeof checksum - 1;
    return *name == '.' || *name == '_' || (bytes > end && strcmp(name + bytes - end, checksum) == 0);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Adds a file that was found, unless Spark and Hive ignore it. */
static tricorn_status add_found(
  tricorn_context *context, const char *folder, size_t folder_bytes, const char *name, tg_file_list *files)
{
    tricorn_status status = TRICORN_OK;
    struct stat info;
    char *path = NULL;
    TG_TRY(path_of(context, folder, folder_bytes, name, &path));
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        status = tg_fail(context, TRICORN_IO_ERROR,
          "%s: is a folder among the parts, and only files can be parts: name the files by a "
          "glob in quotes, such as '%.*s*/*'",
          path, (int)(base_of(path) - path), path);
        tg_free(path);
        goto cleanup;
    }
    TG_TRY(add_file(context, path, files));
    TG_TRY(tg_check_cancelled(context));
cleanup:
    return status;
}

/* Whether the names end with the same suffix, apart from that of a compression: "a.csv.gz" and "b.csv" do. */
static bool have_same_suffix(const char *a, const char *b)
{
    const size_t a_plain = tg_suffix_plain(a), b_plain = tg_suffix_plain(b);
    const size_t a_stem = tg_suffix_stem(a, a_plain), b_stem = tg_suffix_stem(b, b_plain);
    return a_plain - a_stem == b_plain - b_stem && memcmp(a + a_stem, b + b_stem, a_plain - a_stem) == 0;
}

/* Refuses a folder with different suffixes: its files may be several graphs, and not parts of one. */
static tricorn_status check_suffixes(tricorn_context *context, const char *folder, const tg_file_list *files)
{
    for (uint64_t p = 1; p < files->count; p++)
        if (!have_same_suffix(base_of(files->file[0].path), base_of(files->file[p].path)))
            return tg_fail(context, TRICORN_IO_ERROR,
              "%s: is a folder whose files are no parts of one table, as their suffixes differ "
              "(%s, %s): name one of them or, in quotes, a glob such as '%s/*'",
              folder, base_of(files->file[0].path), base_of(files->file[p].path), folder);
    return TRICORN_OK;
}

static tricorn_status open_folder(tricorn_context *context, const char *folder, tg_file_list *files)
{
    tricorn_status status = TRICORN_OK;
    struct dirent **entries = NULL;
    char *begin = NULL;
    const size_t bytes = strlen(folder);
    const int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) return tg_fail(context, TRICORN_IO_ERROR, "%s: cannot be read: %s", folder, strerror(errno));
    TG_TRY(TG_ALLOC(context, bytes + 2, &begin));
    memcpy(begin, folder, bytes);
    begin[bytes] = '/';
    const size_t slash = bytes > 0 && folder[bytes - 1] == '/' ? 0 : 1;
    for (int i = 0; i < count; i++)
        if (!is_ignored(entries[i]->d_name))
            TG_TRY(add_found(context, begin, bytes + slash, entries[i]->d_name, files));
    TG_TRY(check_suffixes(context, folder, files));
cleanup:
    for (int i = 0; i < count; i++) free(entries[i]);
    free(entries);
    tg_free(begin);
    return status;
}

static tricorn_status open_glob(tricorn_context *context, const char *pattern, tg_file_list *files)
{
    tricorn_status status = TRICORN_OK;
    glob_t found = {0};
    const int failure = glob(pattern, 0, NULL, &found);
    if (failure == GLOB_NOSPACE) TG_TRY(TRICORN_OUT_OF_MEMORY);
    if (failure != 0) TG_TRY(tg_fail(context, TRICORN_IO_ERROR, "%s: the name of no file fits this pattern", pattern));
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (is_ignored(base_of(pattern)) || !is_ignored(base_of(found.gl_pathv[i])))
            TG_TRY(add_found(context, "", 0, found.gl_pathv[i], files));
cleanup:
    globfree(&found);
    return status;
}

tricorn_status tg_file_list_open(
  tricorn_context *context, const char *name, tg_file_list_kind kind, tg_file_list **files)
{
    static tricorn_status (*const open_kind[])(tricorn_context *, const char *, tg_file_list *) = {
      [TG_FILES_OF_LIST] = open_list,
      [TG_FILES_OF_FOLDER] = open_folder,
      [TG_FILES_OF_GLOB] = open_glob,
    };
    tricorn_status status = TRICORN_OK;
    tg_file_list *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(open_kind[kind](context, name, made));
    *files = made;
    made = NULL;
cleanup:
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

uint64_t tg_file_list_count(const tg_file_list *files)
{
    return files->count;
}

tg_file_part tg_file_list_part(const tg_file_list *files, uint64_t part)
{
    const listed *file = &files->file[part];
    return (tg_file_part){file->path, file->skipped_bytes, file->skipped_lines, file->size};
}

bool tg_file_list_packed(const tg_file_list *files)
{
    return files->packed;
}

static uint64_t text_bytes(const tg_file_list *files, const listed *file)
{
    return file->size + file->open - (files->packed ? 0 : file->skipped_bytes);
}

static void place_parts(tg_file_list *files)
{
    files->size = 0;
    for (uint64_t p = 0; p < files->count; p++) {
        files->file[p].start = files->size;
        files->size += text_bytes(files, &files->file[p]);
    }
}

void tg_file_list_skip(tg_file_list *files, uint64_t part, uint64_t bytes, uint64_t lines)
{
    files->file[part].skipped_bytes = bytes;
    files->file[part].skipped_lines = lines;
    place_parts(files);
}

void tg_file_list_skip_like(tg_file_list *files, const tg_file_list *like)
{
    for (uint64_t p = 0; p < files->count && p < like->count; p++) {
        files->file[p].skipped_bytes = like->file[p].skipped_bytes;
        files->file[p].skipped_lines = like->file[p].skipped_lines;
    }
    place_parts(files);
}

uint64_t tg_file_list_changed(const tg_file_list *files)
{
    uint64_t changed = files->count;
    for (uint64_t p = 0; p < files->count; p++)
        changed = tg_hash_mix(tg_hash_mix(changed, files->file[p].changed), files->file[p].size);
    return changed;
}

/* ---- reading ---- */

static const listed *find_file(const tg_file_list *files, uint64_t offset)
{
    tg_search in = {1, files->count - 1};
    /* If a part has no bytes in the text, the next part begins at the same offset. */
    while (in.left > 0) tg_search_step(&in, files->file[tg_search_at(&in)].start <= offset);
    return &files->file[in.first - 1];
}

tricorn_status tg_file_list_read(
  tricorn_context *context, const tg_file_list *files, uint64_t offset, tg_read_buffer *to)
{
    tricorn_status status = TRICORN_OK;
    open_file file = {.descriptor = -1};

    to->count = 0;
    if (offset >= files->size || to->room == 0) return TRICORN_OK;
    const listed *of = find_file(files, offset);
    const uint64_t at = offset - of->start + of->skipped_bytes;
    if (at == of->size) { /* add the '\n' that the file lacks */
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
