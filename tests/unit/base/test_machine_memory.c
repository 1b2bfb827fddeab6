/* test_machine_memory.c - limits are found in made-up trees of /proc and /sys, whatever they
 * hold; and resource limits count. */
#include "base/machine_memory.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check.h"
#include "support/files.h"

enum { MOST_FILES = 10, MEGABYTE = 1 << 20 };

#define NONE UINT64_MAX
#define GROUP "proc/self/cgroup"
#define MOUNTS "proc/self/mountinfo"
#define V1 "sys/fs/cgroup/memory/"
#define V2 "sys/fs/cgroup/"

/* Lines of mountinfo: other mounts, version 1 and version 2. */
#define OTHER "22 27 0:21 / /proc rw,relatime - proc proc rw\n24 27 8:1 / / rw - ext4 /dev/a rw\n"
#define MOUNT_V1(mounted, point) \
    OTHER "33 31 0:31 / /sys/fs/cgroup/cpu rw shared:1 - cgroup cgroup rw,cpu\n" \
          "35 31 0:32 " mounted " " point " rw,relatime shared:9 master:2 - cgroup cgroup rw,memory\n"
#define MOUNT_V2(mounted, point) OTHER "30 23 0:26 " mounted " " point " rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"

typedef struct made_file {
    const char *path, *content; /* content NULL: a folder */
} made_file;

static const struct tree {
    const char *name;
    made_file files[MOST_FILES];
    uint64_t limit;
} trees[] = {
  {"nothing", {{"proc", NULL}}, NONE},
  {"version 2",
    {{GROUP, "0::/user.slice/a\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")},
      {V2 "user.slice/a/memory.max", "268435456\n"}, {V2 "user.slice/a/memory.high", "max\n"},
      {V2 "user.slice/memory.max", "max\n"}},
    268435456},
  {"version 2, a lower memory.high",
    {{GROUP, "0::/a\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "a/memory.max", "268435456\n"},
      {V2 "a/memory.high", "200000000\n"}},
    200000000},
  {"version 2, a smaller group above",
    {{GROUP, "0::/a/b/c\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "a/b/c/memory.max", "300000000\n"},
      {V2 "a/b/memory.max", "max\n"}, {V2 "a/memory.max", "100000000\n"}},
    100000000},
  {"version 2, a group beside and one below",
    {{GROUP, "0::/a\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "a/memory.max", "300000000\n"},
      {V2 "a/b/memory.max", "1000\n"}, {V2 "ab/memory.max", "2000\n"}},
    300000000},
  {"version 2, no limit",
    {{GROUP, "0::/a\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "a/memory.max", "max\n"},
      {V2 "a/memory.high", "max\n"}},
    NONE},
  {"version 2, a namespace: the group is the mount's root",
    {{GROUP, "0::/\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "memory.max", "123456789\n"}}, 123456789},
  {"version 2, a path outside the namespace",
    {{GROUP, "0::/../other\n"}, {MOUNTS, MOUNT_V2("/..", "/sys/fs/cgroup")}, {V2 "memory.max", "123456789\n"}},
    123456789},
  {"version 2, the host's path in a container",
    {{GROUP, "0::/system.slice/docker-1.scope\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")},
      {V2 "memory.max", "123456789\n"}},
    123456789},
  {"version 2, mounted from a group on",
    {{GROUP, "0::/docker/1/inner\n"}, {MOUNTS, MOUNT_V2("/docker/1", "/sys/fs/cgroup")},
      {V2 "inner/memory.max", "500000000\n"}, {V2 "memory.max", "400000000\n"}, {"sys/fs/memory.max", "1000\n"}},
    400000000},
  {"a mount whose folder has a space",
    {{GROUP, "0::/a\n"}, {MOUNTS, MOUNT_V2("/", "/mnt/c\\040g\\134x")}, {"mnt/c g\\x/a/memory.max", "77000000\n"}},
    77000000},
  {"version 1",
    {{GROUP, "5:cpu,cpuacct:/x\n4:hugetlb,memory:/docker/1\n1:name=systemd:/y\n"},
      {MOUNTS, MOUNT_V1("/", "/sys/fs/cgroup/memory")}, {V1 "docker/1/memory.limit_in_bytes", "268435456\n"},
      {V1 "docker/memory.limit_in_bytes", "9223372036854771712\n"}},
    268435456},
  {"version 1, the number for no limit",
    {{GROUP, "4:memory:/\n"}, {MOUNTS, MOUNT_V1("/", "/sys/fs/cgroup/memory")},
      {V1 "memory.limit_in_bytes", "9223372036854771712\n"}},
    9223372036854771712u},
  {"version 1, limits above what a container sees",
    {{GROUP, "4:memory:/docker/1\n"}, {MOUNTS, MOUNT_V1("/docker/1", "/sys/fs/cgroup/memory")},
      {V1 "memory.limit_in_bytes", "268435456\n"},
      {V1 "memory.stat", "cache 0\nrss 4096\nhierarchical_memory_limit 134217728\nx 1\n"}},
    134217728},
  {"version 1, a name with a colon",
    {{GROUP, "4:memory:/a:b\n"}, {MOUNTS, MOUNT_V1("/", "/sys/fs/cgroup/memory")},
      {V1 "a:b/memory.limit_in_bytes", "1000000\n"}},
    1000000},
  {"both: memory is in version 1",
    {{GROUP, "4:memory:/a\n0::/b\n"},
      {MOUNTS, MOUNT_V1("/", "/sys/fs/cgroup/memory") MOUNT_V2("/", "/sys/fs/cgroup/unified")},
      {V1 "a/memory.limit_in_bytes", "111000000\n"}, {V2 "unified/b", NULL}},
    111000000},
  {"both: memory is in version 2",
    {{GROUP, "4:cpu:/a\n0::/b\n"},
      {MOUNTS,
        OTHER "33 31 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n" MOUNT_V2("/", "/sys/fs/cgroup/unified")},
      {V2 "unified/b/memory.max", "222000000\n"}, {V2 "cpu/a/memory.limit_in_bytes", "1000\n"}},
    222000000},
  {"two mounts, of which one has the group",
    {{GROUP, "0::/a\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup") MOUNT_V2("/other", "/mnt/other")},
      {V2 "a/memory.max", "333000000\n"}, {"mnt/other/memory.max", "1000\n"}},
    333000000},
  {"odd numbers",
    {{GROUP, "0::/a/b/c/d/e\n"}, {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "a/b/c/d/e/memory.max", "-1\n"},
      {V2 "a/b/c/d/memory.max", "12 parsecs"}, {V2 "a/b/c/memory.max", "99999999999999999999999\n"},
      {V2 "a/b/memory.max", "0\n"}, {V2 "a/b/memory.high", ""}, {V2 "a/memory.max", "1e9\n"}},
    NONE},
  {"odd lines",
    {{GROUP, "\n:\n::\n0:\nnonsense\n0::/a"},
      {MOUNTS, "\n - \n1 2 - 3\n1 2 3 4 5 6\n1 2 3 / /x rw - cgroup2\n"
               "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 x rw\n"},
      {V2 "a/memory.max", "444000000"}},
    444000000},
  {"no mounts", {{GROUP, "0::/a\n"}, {V2 "a/memory.max", "1000\n"}}, NONE},
  {"no group", {{MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")}, {V2 "memory.max", "1000\n"}}, NONE},
};

/* ---- trees ---- */

static void make(const char *root, const made_file *file)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s%s", root, file->path, file->content ? "" : "/");
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    if (file->content == NULL) return;
    FILE *made = fopen(path, "we");
    assert_non_null(made);
    fputs(file->content, made);
    fclose(made);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about, (void)kind, (void)place;
    return remove(path);
}

static void remove_tree(const char *root)
{
    nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static char *make_root(char root[PATH_MAX])
{
    snprintf(root, PATH_MAX, "%s/tricorn-memory-XXXXXX", test_temporary());
    assert_non_null(mkdtemp(root));
    return root;
}

TEST_CASE(limits_of_groups)
{
    char root[PATH_MAX];
    for (size_t t = 0; t < LENGTH(trees); t++) {
        make_root(root);
        for (size_t f = 0; f < MOST_FILES && trees[t].files[f].path; f++) make(root, &trees[t].files[f]);
        CHECK_EQ(tg_group_memory(root), trees[t].limit, "%s", trees[t].name);
        remove_tree(root);
    }
}

/* ---- the process ---- */

TEST_CASE(the_least_counts)
{
    static const made_file memory = {"proc/meminfo", "MemTotal:       2000 kB\nMemFree: 1 kB\n"},
                           group = {GROUP, "0::/\n"}, mounts = {MOUNTS, MOUNT_V2("/", "/sys/fs/cgroup")},
                           most = {V2 "memory.max", "1000000\n"},
                           used = {"proc/self/statm", "5000 300 200 1 0 400 0\n"};
    char root[PATH_MAX];
    make_root(root);
    const uint64_t whole = tg_process_memory(root);
    CHECK(whole > MEGABYTE, "the machine has memory");
    CHECK_EQ(tg_resident_memory(root), 0, "not known");
    make(root, &memory);
    CHECK_EQ(tg_process_memory(root), 2000 << 10, "the machine's");
    make(root, &group);
    make(root, &mounts);
    make(root, &most);
    CHECK_EQ(tg_process_memory(root), 1000000, "the group's");
    make(root, &used);
    CHECK_EQ(tg_resident_memory(root), 300 * (uint64_t)sysconf(_SC_PAGESIZE), "resident");
    CHECK_EQ(tg_process_memory(root), 1000000, "the group's");
    remove_tree(root);
}

/* Sets a resource limit to what the process has, in the n-th number of statm, and `room` more. */
static bool leave_room(__rlimit_resource_t resource, int number, uint64_t room)
{
    struct rlimit limit = {.rlim_max = RLIM_INFINITY};
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return false;
    for (int i = 0; i < number; i++)
        if (fscanf(file, "%llu", &pages) != 1) pages = 0;
    fclose(file);
    limit.rlim_cur = pages * (uint64_t)sysconf(_SC_PAGESIZE) + room;
    return setrlimit(resource, &limit) == 0;
}

/* In a process of its own, because a limit cannot always be raised again. */
TEST_CASE(resource_limits_count)
{
    static const struct {
        __rlimit_resource_t resource;
        int number; /* in statm */
    } cases[] = {{RLIMIT_AS, 1}, {RLIMIT_DATA, 6}};
    const uint64_t room = 64 * MEGABYTE, differ = 4 * MEGABYTE;
    for (size_t c = 0; c < 2; c++) {
        const pid_t child = fork();
        if (child == 0) {
            if (!leave_room(cases[c].resource, cases[c].number, room)) _exit(2);
            const uint64_t most = tg_process_memory(""), left = most - tg_resident_memory("");
            _exit(left + differ > room && left < room + differ ? 0 : 1);
        }
        int status = 1;
        assert_int_equal(waitpid(child, &status, 0), child);
        CHECK_EQ(status, 0, "case %zu", c);
    }
}

TEST_CASE(this_process_has_memory)
{
    CHECK(tg_resident_memory("") > MEGABYTE / 4, "resident");
    CHECK(tg_process_memory("") > tg_resident_memory(""), "more than that");
    CHECK(tg_process_memory("") <= (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE),
      "at most the machine's");
}

TEST_MAIN()
