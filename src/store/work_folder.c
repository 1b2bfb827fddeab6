/* work_folder.c - see work_folder.h. */
#include "store/work_folder.h"

#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "store/files/join.h"
#include "store/files/staging.h"
#include "store/store.h"

enum { NAME_BYTES = TG_USER_NAME_BYTES };

typedef struct folder_name {
    char text[NAME_BYTES];
} folder_name;

typedef struct name_list {
    folder_name *names;
    uint32_t count, room;
} name_list;

typedef struct looking {
    double now; /* by the system's clock */
    name_list names; /* those in the work folder */
    const tg_disk_folder *work;
    tricorn_work_function take;
    void *user;
} looking;

/* ---- names ---- */

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static tricorn_status add_name(tricorn_context *context, void *user, const char *name)
{
    name_list *list = user;
    if (!begins(name, "tricorn-") || strlen(name) >= NAME_BYTES) return TRICORN_OK;
    if (list->count == list->room) {
        const uint32_t room = list->room * 2 + 8;
        TG_DO(TG_REALLOC(context, room, &list->names));
        list->room = room;
    }
    folder_name *made = &list->names[list->count++];
    *made = (folder_name){0};
    memcpy(made->text, name, strlen(name));
    return TRICORN_OK;
}

static bool is_of_work(const char *name)
{
    tg_user user;
    return strcmp(name, TG_STORE_GRAPH) == 0 || tg_user_read(name, &user) || begins(name, TG_JOIN_FOLDER) ||
           begins(name, TG_STAGING_FOLDER);
}

/* ---- lines ---- */

/* When a user was heard last, and whether that is less long ago than its lease is good for. */
static bool hear(const looking *all, const char *name, const tg_user *of, tricorn_work_line *line)
{
    double touched;
    if (!tg_disk_touched(all->work, name, &touched)) return false;
    line->silent_seconds = all->now > touched ? all->now - touched : 0;
    line->alive = line->silent_seconds <= of->seconds;
    return true;
}

/* Tells of the processes that use the folder. */
static void tell_users(const looking *all)
{
    for (uint32_t n = 0; n < all->names.count; n++) {
        const char *name = all->names.names[n].text;
        tg_user user;
        if (!tg_user_read(name, &user)) continue;
        tricorn_work_line line = {.step = user.shared ? "shared" : "alone", .process = user.process};
        if (hear(all, name, &user, &line)) all->take(all->user, &line);
    }
}

/* Returns the length of "MACHINE-NUMBER", which is the same in all names of a process. */
static size_t process_bytes(const char *name)
{
    const char *end = strrchr(name, '-');
    return end ? (size_t)(end - name) : strlen(name);
}

static void tell_process(const looking *all, tricorn_work_line line)
{
    const size_t bytes = process_bytes(line.process);
    line.silent_seconds = -1;
    for (uint32_t n = 0; n < all->names.count; n++) {
        const char *name = all->names.names[n].text;
        tg_user user;
        if (tg_user_read(name, &user) && process_bytes(user.process) == bytes &&
            strncmp(user.process, line.process, bytes) == 0 && hear(all, name, &user, &line) && line.alive)
            break;
    }
    all->take(all->user, &line);
}

static tricorn_status tell_step(tricorn_context *context, const looking *all, const tg_join *join)
{
    tricorn_work_line line = {
      .step = tg_step_names[tg_join_step(join)], .parts = tg_join_count(join), .done = tg_join_done(join)};
    TG_DO(tg_join_seconds_left(context, join, all->now, &line.seconds_left));
    all->take(all->user, &line);
    for (uint32_t p = 0; (line.process = tg_join_counted(join, p, &line.done)) != NULL; p++)
        if (line.done > 0) tell_process(all, line);
    return TRICORN_OK;
}

/* ---- folders ---- */

/* Whether what failed was removed meanwhile, which is no fault: a graph has just been completed. */
static bool is_gone(tricorn_context *context, const tg_disk_folder *folder, const char *name)
{
    bool has = true;
    return tg_disk_has(context, folder, name, &has) == TRICORN_OK && !has;
}

/* Looks at the step that has this name; *join stays NULL if the name is another one, or if the step
 * was removed meanwhile. */
static tricorn_status look(tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_join **join)
{
    if (!begins(name, TG_JOIN_FOLDER)) return TRICORN_OK;
    const tricorn_status status = tg_join_look(context, folder, name, join);
    return status != TRICORN_OK && is_gone(context, folder, name) ? TRICORN_OK : status;
}

/* Tells of the steps in the order of their numbers. */
static tricorn_status tell_joins(
  tricorn_context *context, const looking *all, const tg_disk_folder *folder, const name_list *list)
{
    tricorn_status status = TRICORN_OK;
    tg_join **joins = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)list->count + 1, &joins));
    for (uint32_t n = 0; n < list->count; n++) TG_TRY(look(context, folder, list->names[n].text, &joins[n]));
    for (tg_step step = 0; step < TG_STEPS; step++)
        for (uint32_t n = 0; n < list->count; n++)
            if (joins[n] && tg_join_step(joins[n]) == step) TG_TRY(tell_step(context, all, joins[n]));
cleanup:
    for (uint32_t n = 0; joins && n < list->count; n++) tg_join_close(joins[n]);
    tg_free(joins);
    return status;
}

static tricorn_status tell_staging(tricorn_context *context, const looking *all, const char *name)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder folder = {.descriptor = -1};
    name_list list = {0};
    TG_TRY(tg_disk_folder_find(context, all->work, name, &folder));
    TG_TRY(tg_disk_each_name(context, &folder, add_name, &list));
    TG_TRY(tell_joins(context, all, &folder, &list));
cleanup:
    tg_free(list.names);
    tg_disk_folder_close(&folder);
    if (status != TRICORN_OK && is_gone(context, all->work, name)) return TRICORN_OK;
    return status;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

tricorn_status tg_work_folder_describe(
  tricorn_context *context, const char *path, tricorn_graph_description *graph, tricorn_work_function take, void *user)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder folder = {.descriptor = -1};
    looking all = {.now = now(), .work = &folder, .take = take, .user = user};
    bool known = false;

    TG_TRY(tg_disk_folder_look(context, path, &folder));
    TG_TRY(tg_disk_each_name(context, &folder, add_name, &all.names));
    for (uint32_t n = 0; n < all.names.count; n++) known |= is_of_work(all.names.names[n].text);
    if (!known) TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED, "%s: is no work folder of tricorn", path));
    TG_TRY(tg_store_glance(context, &folder, graph));
    for (uint32_t n = 0; n < all.names.count; n++)
        if (begins(all.names.names[n].text, TG_STAGING_FOLDER))
            TG_TRY(tell_staging(context, &all, all.names.names[n].text));
    TG_TRY(tell_joins(context, &all, &folder, &all.names));
    tell_users(&all);
cleanup:
    tg_free(all.names.names);
    tg_disk_folder_close(&folder);
    return status;
}
