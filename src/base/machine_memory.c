/* machine_memory.c - reads this process's memory limits from /proc, control groups and getrlimit().
 *
 * - A group's limit is the least of its own and those of all groups above it, up to the mount.
 * - Both versions of control groups are read, at whatever places they are mounted.
 */
#include "base/machine_memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/portable.h"

enum { KILOBYTE = 1024, WORD_BYTES = 64 };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- files ---- */

/* Writes folder and name to `path`, joined; false if the path is too long. */
static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
    return snprintf(path, PATH_MAX, "%s%s", folder, name) < PATH_MAX;
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[PATH_MAX];
    return join(path, folder, name) ? fopen(path, "re") : NULL;
}

/* Returns the number in the text; UINT64_MAX, no limit, for "max", 0 and any text that is not a number. */
static uint64_t limit_of(const char *text)
{
    char *end = NULL;
    if (*text < '0' || *text > '9') return UINT64_MAX;
    /* strtoull() returns ULLONG_MAX for a number that is too large */
    const unsigned long long number = strtoull(text, &end, 10);
    return number == 0 || *end != '\0' ? UINT64_MAX : number;
}

static uint64_t limit_in(const char *folder, const char *name)
{
    char line[WORD_BYTES] = "";
    FILE *file = open_in(folder, name);
    if (file == NULL) return UINT64_MAX;
    const bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return read ? limit_of(line) : UINT64_MAX;
}

/* Returns the number on the line of the file that begins with `key`; UINT64_MAX if no line does. */
static uint64_t value_in(const char *folder, const char *name, const char *key)
{
    char word[WORD_BYTES] = "", value[WORD_BYTES] = "";
    uint64_t found = UINT64_MAX;
    FILE *file = open_in(folder, name);
    if (file == NULL) return UINT64_MAX;
    while (found == UINT64_MAX && fscanf(file, "%63s %63s%*[^\n]", word, value) == 2)
        if (strcmp(word, key) == 0) found = limit_of(value);
    fclose(file);
    return found;
}

/* ---- control groups ---- */

enum { VERSION_1, VERSION_2, VERSIONS };

typedef struct groups {
    const char *root;
    /* the group that /proc/self/cgroup names for this process; "" if it names none */
    char paths[VERSIONS][PATH_MAX];
    bool found[VERSIONS]; /* a mount contains that group */
    /* `limit` is the least of the process's group and those above; mount_limits are those of
     * mounts' top groups, for a process whose group is in no mount */
    uint64_t limit, mount_limits[VERSIONS];
} groups;

/* Whether the list, whose words are separated by commas, contains this word. */
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (;; list++) {
        const size_t here = strcspn(list, ",\n");
        if (here == length && strncmp(list, word, length) == 0) return true;
        list += here;
        if (*list != ',') return false;
    }
}

/* Reads the groups from lines such as "0::/user.slice" and "4:cpu,memory:/docker/1". */
static void read_paths(groups *all)
{
    char *line = NULL;
    size_t room = 0;
    FILE *file = open_in(all->root, "/proc/self/cgroup");
    if (file == NULL) return;
    while (getline(&line, &room, file) > 0) {
        char *controllers = strchr(line, ':'), *path;
        if (controllers == NULL || (path = strchr(++controllers, ':')) == NULL) continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        const int version = *controllers == '\0' ? VERSION_2 : VERSION_1;
        if (version == VERSION_2 || has_word(controllers, "memory")) join(all->paths[version], path, "");
    }
    free(line);
    fclose(file);
}

static uint64_t limit_of_group(const char *folder, int version)
{
    if (version == VERSION_1) return limit_in(folder, "/memory.limit_in_bytes");
    return least(limit_in(folder, "/memory.max"), limit_in(folder, "/memory.high"));
}

/* Returns the least limit of the group in `folder` and of the groups above it, up to the folder
 * whose path has `top` bytes. */
static uint64_t limit_up_to(char *folder, size_t top, int version)
{
    /* In version 1 this value also covers the groups above the mount, which a container cannot see. */
    uint64_t limit = version == VERSION_1 ? value_in(folder, "/memory.stat", "hierarchical_memory_limit") : UINT64_MAX;
    for (;;) {
        limit = least(limit, limit_of_group(folder, version));
        char *const slash = strrchr(folder, '/');
        if (slash == NULL || strlen(folder) <= top) return limit;
        *slash = '\0';
    }
}

/* Returns the rest of a group's path below the mounted group: "" for the mounted group itself,
 * NULL for a path that is not below it. */
static const char *path_below(const char *path, const char *mounted)
{
    const size_t length = strcmp(mounted, "/") == 0 ? 0 : strlen(mounted);
    if (strncmp(path, mounted, length) != 0 || strstr(path, "/..") != NULL) return NULL;
    path += length;
    if (strcmp(path, "/") == 0) return "";
    return *path == '\0' || *path == '/' ? path : NULL;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Reads the limits of the process's group in the folder `point`, where the group `mounted` is
 * mounted. In a namespace of its own, a process may see a path of its group that is not below
 * the mounted one: the limits of the mounted group then count. */
static void take_mount(groups *all, int version, const char *mounted, const char *point)
{
    char folder[PATH_MAX], group[PATH_MAX];
    const char *below = path_below(all->paths[version], mounted);
    if (!join(folder, all->root, point)) return;
    const size_t top = strlen(folder);
    if (below != NULL && join(group, folder, below) && is_folder(group)) {
        all->found[version] = true;
        all->limit = least(all->limit, limit_up_to(group, top, version));
    } else {
        all->mount_limits[version] = least(all->mount_limits[version], limit_up_to(folder, top, version));
    }
}

/* Replaces octal escapes such as "\040", in place. */
static void unescape(char *text)
{
    char *to = text;
    for (; *text != '\0'; to++) {
        unsigned code = 0;
        int used = 0;
        if (*text == '\\' && sscanf(text, "\\%3o%n", &code, &used) == 1 && used == 4) {
            *to = (char)code;
            text += used;
        } else {
            *to = *text++;
        }
    }
    *to = '\0';
}

/* Returns the version of control groups that this mount belongs to; VERSIONS if it has no memory controller. */
static int version_of(const char *type, const char *options)
{
    if (strcmp(type, "cgroup2") == 0) return VERSION_2;
    return strcmp(type, "cgroup") == 0 && has_word(options, "memory") ? VERSION_1 : VERSIONS;
}

/* Reads a line such as "36 35 98:0 /mounted /point rw,noatime master:1 - cgroup cgroup rw,memory". */
static void take_line(groups *all, char *line)
{
    enum { MOUNTED = 3, POINT = 4, BEFORE = 5, TYPE = 0, OPTIONS = 2, BEHIND = 3 };
    char *before[BEFORE], *behind[BEHIND], *rest = NULL;
    char *const dash = strstr(line, " - ");
    if (dash == NULL) return;
    *dash = '\0';
    for (int i = 0; i < BEFORE; i++)
        if ((before[i] = strtok_r(i == 0 ? line : NULL, " ", &rest)) == NULL) return;
    for (int i = 0; i < BEHIND; i++)
        if ((behind[i] = strtok_r(i == 0 ? dash + 3 : NULL, " \n", &rest)) == NULL) return;
    const int version = version_of(behind[TYPE], behind[OPTIONS]);
    if (version == VERSIONS || all->paths[version][0] == '\0') return;
    unescape(before[MOUNTED]);
    unescape(before[POINT]);
    take_mount(all, version, before[MOUNTED], before[POINT]);
}

uint64_t tg_group_memory(const char *root)
{
    groups all = {.root = root, .limit = UINT64_MAX, .mount_limits = {UINT64_MAX, UINT64_MAX}};
    char *line = NULL;
    size_t room = 0;
    read_paths(&all);
    FILE *file = open_in(root, "/proc/self/mountinfo");
    if (file == NULL) return UINT64_MAX;
    while (getline(&line, &room, file) > 0) take_line(&all, line);
    free(line);
    fclose(file);
    for (int version = 0; version < VERSIONS; version++)
        if (!all.found[version]) all.limit = least(all.limit, all.mount_limits[version]);
    return all.limit;
}

/* ---- the process ---- */

typedef struct sizes {
    uint64_t space, resident, data;
} sizes;

static sizes sizes_of_process(const char *root)
{
    const long page = sysconf(_SC_PAGESIZE);
    uint64_t space, resident, data;
    FILE *file = open_in(root, "/proc/self/statm");
    if (file == NULL) return (sizes){.resident = tg_resident_without_proc()};
    const int count = fscanf(file, "%" SCNu64 " %" SCNu64 " %*s %*s %*s %" SCNu64, &space, &resident, &data);
    fclose(file);
    if (count != 3 || page <= 0) return (sizes){0};
    return (sizes){space * (uint64_t)page, resident * (uint64_t)page, data * (uint64_t)page};
}

uint64_t tg_resident_memory(const char *root)
{
    return sizes_of_process(root).resident;
}

static uint64_t physical_memory(const char *root)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const uint64_t told = value_in(root, "/proc/meminfo", "MemTotal:");
    const uint64_t bytes = told < UINT64_MAX / KILOBYTE ? told * KILOBYTE : UINT64_MAX;
    return pages > 0 && page > 0 ? least(bytes, (uint64_t)pages * (uint64_t)page) : bytes;
}

/* Converts a resource limit of address space into a limit of resident memory: the process may add
 * to its resident memory what the limit leaves beyond the `used` bytes of address space. */
static uint64_t limit_by(const struct rlimit *limit, uint64_t used, uint64_t resident)
{
    if (limit->rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    return resident + (limit->rlim_cur > used ? limit->rlim_cur - used : 0);
}

uint64_t tg_process_memory(const char *root)
{
    const sizes used = sizes_of_process(root);
    uint64_t bytes = least(physical_memory(root), tg_group_memory(root));
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0) bytes = least(bytes, limit_by(&limit, used.space, used.resident));
    if (getrlimit(RLIMIT_DATA, &limit) == 0) bytes = least(bytes, limit_by(&limit, used.data, used.resident));
    return bytes;
}
