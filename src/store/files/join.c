/* join.c - lets processes share numbered parts of work by files of a folder.
 *
 * - Claiming a part costs the creation of one file. Reading the names of a folder once shows
 *   which parts were begun.
 * - Each process begins at a random part and continues with the next one, so that processes
 *   rarely try to claim the same part.
 * - A journal has records with checksums, which are only appended: a reader uses the complete
 *   records, and continues after them the next time.
 */
#include "store/files/join.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "store/files/join_inside.h"
#include "store/files/users.h"

enum {
    RECORDS_AT_ONCE = 256,
    JOURNALS_OF_LEAST_WAIT = 4,
    JOURNALS_OF_WAIT = 16, /* journals that add MOST_WAIT once more to the wait */
    GENERATIONS_MOST = 1 << 30 /* of a lease that is believed: the next ones must not overflow */
};

static const char CUT[] = "cut", JOURNAL[] = TG_JOIN_JOURNAL, LEASE[] = "lease-";
static const double SYNC_SECONDS = 1; /* seconds of work that a power cut may destroy */
static const double LEAST_WAIT = 0.01, MOST_WAIT = 0.5;

typedef struct cut_file {
    char magic[8];
    uint64_t identity;
    tg_join_cut cut;
    uint64_t checksum;
} cut_file;

typedef struct record {
    uint64_t part;
    tg_join_found found;
    uint64_t checksum;
} record;

/* ---- names ---- */

void tg_join_name_lease(char name[NAME_BYTES], uint64_t number, uint32_t generation)
{
    snprintf(name, NAME_BYTES, "%s%" PRIu64 "-%" PRIu32, LEASE, number, generation);
}

static void name_journal(char name[NAME_BYTES], uint64_t random)
{
    char process[TG_PROCESS_NAME_BYTES];
    tg_process_name(process, random);
    snprintf(name, NAME_BYTES, "%s%s", JOURNAL, process);
}

static bool read_number(const char **text, uint64_t most, char end, uint64_t *number)
{
    enum { BASE = 10 };
    char *behind = NULL;
    if (**text < '0' || **text > '9') return false;
    *number = strtoull(*text, &behind, BASE);
    if (*behind != end || *number > most) return false;
    *text = behind + (end != '\0');
    return true;
}

/* ---- opening ---- */

tricorn_status tg_join_open(
  tricorn_context *context, const tg_disk_folder *work, uint64_t identity, double lease_seconds, tg_join **join)
{
    tricorn_status status = TRICORN_OK;
    tg_join *made = NULL;
    char name[NAME_BYTES];

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->identity = identity;
    made->step = TG_STEP_TOTALS;
    made->random = tg_hash_seed();
    snprintf(name, sizeof name, TG_JOIN_FOLDER "%016" PRIx64, identity);
    TG_TRY(tg_disk_folder_below(context, work, name, &made->folder));
    TG_TRY(tg_leases_open(context, &made->folder, lease_seconds, &made->leases));
    *join = made;
    made = NULL;
cleanup:
    tg_join_close(made);
    return status;
}

void tg_join_set_step(tg_join *join, tg_step step)
{
    join->step = step;
}

void tg_join_close(tg_join *join)
{
    if (join == NULL) return;
    tg_leases_close(join->leases);
    tg_disk_close(&join->file);
    tg_disk_folder_close(&join->folder);
    tg_free(join->parts);
    tg_free(join->journals);
    tg_free(join);
}

tricorn_status tg_join_refuse(tricorn_context *context, const tg_join *join, const char *name)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s/%s: was changed or damaged; name another work folder, or remove the "
      "folder %s to count again",
      join->folder.path, name, join->folder.path);
}

static uint64_t checksum_of_cut(const cut_file *of)
{
    return tg_checksum(of, offsetof(cut_file, checksum));
}

static const char MAGIC[8] = {'T', 'R', 'I', 'J', 'O', 'I', 'N', '\n'};

/* Reads the cut on which the processes have agreed from its file. */
static tricorn_status read_cut(tricorn_context *context, tg_join *join, tg_join_cut *cut)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};
    cut_file found;

    TG_TRY(tg_disk_open(context, &join->folder, CUT, &file));
    if (file.end != sizeof found) TG_TRY(tg_join_refuse(context, join, CUT));
    TG_TRY(tg_disk_read(context, &file, 0, &found, sizeof found));
    if (memcmp(found.magic, MAGIC, sizeof MAGIC) != 0 || found.identity != join->identity ||
        found.checksum != checksum_of_cut(&found) || found.cut.kept_bytes == 0 || found.cut.batch_wedges == 0)
        TG_TRY(tg_join_refuse(context, join, CUT));
    *cut = found.cut;
cleanup:
    tg_disk_close(&file);
    return status;
}

tricorn_status tg_join_agree(tricorn_context *context, tg_join *join, tg_join_cut *cut)
{
    cut_file made = {.identity = join->identity, .cut = *cut};
    char temporary[NAME_BYTES];
    bool has;

    TG_DO(tg_disk_has(context, &join->folder, CUT, &has));
    if (!has) {
        memcpy(made.magic, MAGIC, sizeof MAGIC);
        made.checksum = checksum_of_cut(&made);
        snprintf(temporary, sizeof temporary, "new-%016" PRIx64, join->random);
        const tg_disk_names names = {CUT, temporary};
        TG_DO(tg_disk_publish(context, &join->folder, &names, &made, sizeof made));
    }
    return read_cut(context, join, cut);
}

/* ---- journals ---- */

static uint64_t checksum_of(const tg_join *join, const record *of)
{
    const uint64_t words[] = {join->identity, of->part, of->found.triangles, of->found.where, of->found.digest};
    return tg_checksum(words, sizeof words);
}

tricorn_status tg_join_add_journal(tricorn_context *context, tg_join *join, const char *name)
{
    enum { LEAST = 16 };
    if (join->journal_count == join->journal_room) {
        const uint32_t room = join->journal_room * 2 + LEAST;
        TG_DO(TG_REALLOC(context, room, &join->journals));
        join->journal_room = room;
    }
    journal *made = &join->journals[join->journal_count++];
    *made = (journal){.offset = 0};
    snprintf(made->name, sizeof made->name, "%s", name);
    return TRICORN_OK;
}

static tricorn_status disagree(
  tricorn_context *context, const tg_join *join, uint64_t number, uint32_t by, const tg_join_found *found)
{
    const part *of = &join->parts[number];
    const char *first = join->journals[of->by - 1].name + strlen(JOURNAL);
    const char *second = join->journals[by].name + strlen(JOURNAL);
    if (of->found.triangles == found->triangles)
        return tg_fail(context, TRICORN_WRONG_COUNT,
          "the sums of part %" PRIu64 " disagree: those of %s are not those of "
          "%s; trust neither, and look at both machines",
          number, first, second);
    return tg_fail(context, TRICORN_WRONG_COUNT,
      "the counts of part %" PRIu64 " disagree: %s found %" PRIu64 " %s, %s found %" PRIu64
      "; trust neither, and look at both machines",
      number, first, of->found.triangles, join->step < TG_STEP_TOTALS ? "edges" : "triangles", second,
      found->triangles);
}

/* Stores the count of a part that a journal has. If the part already has a count from another
 * journal, both must be equal. */
static tricorn_status add_found(
  tricorn_context *context, tg_join *join, uint32_t by, uint64_t number, const tg_join_found *found)
{
    part *of = &join->parts[number];
    join->journals[by].used = true;
    if (of->by == 0) {
        of->by = by + 1;
        of->found = *found;
        join->triangles += found->triangles;
        join->done++;
    }
    if (of->found.triangles == found->triangles && of->found.digest == found->digest) return TRICORN_OK;
    return disagree(context, join, number, by, found);
}

/* The records that one call has read; `last` says that the file ends with them. */
typedef struct record_list {
    record records[RECORDS_AT_ONCE];
    uint64_t count;
    bool last;
} record_list;

/* Adds the counts of records. The last record of a file may be incomplete while its process writes it. */
static tricorn_status add_records(tricorn_context *context, tg_join *join, uint32_t by, const record_list *list)
{
    journal *of = &join->journals[by];
    for (uint64_t r = 0; r < list->count; r++) {
        const record *next = &list->records[r];
        if (next->checksum != checksum_of(join, next) || next->part >= join->count)
            return list->last && r + 1 == list->count ? TRICORN_OK : tg_join_refuse(context, join, of->name);
        TG_DO(add_found(context, join, by, next->part, &next->found));
        of->offset += sizeof *next;
    }
    return TRICORN_OK;
}

static tricorn_status read_journal(tricorn_context *context, tg_join *join, uint32_t by)
{
    tricorn_status status = TRICORN_OK;
    journal *of = &join->journals[by];
    tg_disk_file file = {.descriptor = -1};
    record_list list;

    TG_TRY(tg_disk_open(context, &join->folder, of->name, &file));
    if (file.end < of->offset) TG_TRY(tg_join_refuse(context, join, of->name));
    for (uint64_t left; (left = (file.end - of->offset) / sizeof(record)) > 0;) {
        const uint64_t before = of->offset;
        list.count = left < RECORDS_AT_ONCE ? left : RECORDS_AT_ONCE;
        list.last = file.end - before < (list.count + 1) * sizeof(record);
        TG_TRY(tg_disk_read(context, &file, before, list.records, list.count * sizeof(record)));
        TG_TRY(add_records(context, join, by, &list));
        if (of->offset - before < list.count * sizeof(record)) break;
    }
cleanup:
    tg_disk_close(&file);
    return status;
}

/* ---- files of other processes ---- */

static bool is_known(const tg_join *join, const char *name)
{
    for (uint32_t j = 0; j < join->journal_count; j++)
        if (strcmp(join->journals[j].name, name) == 0) return true;
    return false;
}

/* Registers a file of the folder if its name is that of a journal or a lease; ignores other names. */
static tricorn_status note_name(tricorn_context *context, void *user, const char *name)
{
    tg_join *join = user;
    uint64_t number, generation;
    join->has_about = join->has_about || strcmp(name, TG_JOIN_ABOUT) == 0;
    if (strncmp(name, JOURNAL, strlen(JOURNAL)) == 0)
        return strlen(name) >= NAME_BYTES || is_known(join, name) ? TRICORN_OK
                                                                  : tg_join_add_journal(context, join, name);
    if (strncmp(name, LEASE, strlen(LEASE)) != 0) return TRICORN_OK;
    const char *rest = name + strlen(LEASE);
    if (!read_number(&rest, join->count - 1, '-', &number) || !read_number(&rest, GENERATIONS_MOST, '\0', &generation))
        return TRICORN_OK;
    if (generation > join->parts[number].generation) {
        join->parts[number].generation = (uint32_t)generation;
        join->parts[number].seen = (tg_lease_seen){0};
    }
    return TRICORN_OK;
}

static tricorn_status read_names(tricorn_context *context, tg_join *join)
{
    return tg_disk_each_name(context, &join->folder, note_name, join);
}

tricorn_status tg_join_refresh(tricorn_context *context, tg_join *join)
{
    TG_DO(read_names(context, join));
    for (uint32_t j = 1; j < join->journal_count; j++) TG_DO(read_journal(context, join, j));
    return TRICORN_OK;
}

tricorn_status tg_join_begin(tricorn_context *context, tg_join *join, uint64_t identity, uint64_t count)
{
    join->identity = identity;
    join->count = count;
    join->next = count > 0 ? join->random % count : 0;
    name_journal(join->name, join->random);
    TG_DO(TG_ALLOC_ZERO(context, count, &join->parts));
    TG_DO(tg_join_add_journal(context, join, join->name));
    /* The leases say which parts can be claimed; what others have counted is read when no part is
     * left, so once and not also now. */
    if (count > 0) TG_DO(read_names(context, join));
    if (count > 0 && !join->has_about) TG_DO(tg_join_write_about(context, join));
    return TRICORN_OK;
}

/* ---- taking a part ---- */

/* Takes the part's lease of this generation, unless another process has taken it. */
static tricorn_status try_lease(
  tricorn_context *context, tg_join *join, uint64_t number, uint32_t generation, bool *taken)
{
    part *of = &join->parts[number];
    char name[NAME_BYTES];
    tg_join_name_lease(name, number, generation);
    const tricorn_status status = tg_lease_take(context, join->leases, name, taken);
    of->generation = generation;
    of->seen = (tg_lease_seen){0};
    if (*taken) join->next = (number + 1) % join->count;
    return status;
}

static bool is_free(const tg_join *join, uint64_t number)
{
    return join->parts[number].by == 0 && join->parts[number].generation == 0;
}

/* Returns a part that no process is known to have begun, or the number of parts if all are begun: the next one or, if
 * that is begun, one of the consecutive parts that are nearest to it, those behind it first, because this process has
 * most of their rows. These parts are mostly being taken from their begin on, so it is one of their second half. */
static uint64_t find_free(tg_join *join)
{
    uint64_t first = join->next, end;
    if (is_free(join, first)) return first;
    while (first < join->count && !is_free(join, first)) first++;
    for (end = first; end < join->count && is_free(join, end);) end++;
    if (first == join->count) {
        for (end = join->next; end > 0 && !is_free(join, end - 1);) end--;
        if (end == 0) return join->count;
        for (first = end; first > 0 && is_free(join, first - 1);) first--;
    }
    join->random = tg_hash_mix(join->random, TG_HASH_GOLDEN) + 1;
    return end - 1 - join->random % ((end - first + 1) / 2);
}

/* Claims a part that no process has begun. If another process is quicker, the names in the folder tell which parts
 * are begun by now. */
static tricorn_status take_free(tricorn_context *context, tg_join *join, uint64_t *number, bool *taken)
{
    for (*taken = false;;) {
        *number = find_free(join);
        if (*number == join->count) return TRICORN_OK;
        TG_DO(try_lease(context, join, *number, 1, taken));
        if (*taken) return TRICORN_OK;
        TG_DO(read_names(context, join));
    }
    return TRICORN_OK;
}

/* Claims a part whose process has ended or is slow. */
static tricorn_status take_over(tricorn_context *context, tg_join *join, uint64_t *number, bool *taken)
{
    *taken = false;
    for (uint64_t i = 0, q = join->next; i < join->count && !*taken; i++, q = (q + 1) % join->count) {
        part *of = &join->parts[q];
        tg_lease_state state;
        char name[NAME_BYTES];
        if (of->by > 0) continue;
        tg_join_name_lease(name, q, of->generation);
        TG_DO(tg_lease_look(context, join->leases, name, &of->seen, &state));
        if (state == TG_LEASE_HELD) continue;
        const uint32_t generation = of->generation + (state != TG_LEASE_NONE);
        TG_DO(try_lease(context, join, q, generation, taken));
        *number = q;
    }
    return TRICORN_OK;
}

static tricorn_status sync_journal(tricorn_context *context, tg_join *join)
{
    join->synced = tg_clock_now();
    return join->file.folder ? tg_disk_sync(context, &join->file) : TRICORN_OK;
}

/* Sleeps for *seconds, then checks whether the caller asks to stop. The more journals have to be
 * read, the longer it waits in the end. */
static tricorn_status wait_for(tricorn_context *context, const tg_join *join, double *seconds)
{
    static const double longer = 1.5, microseconds = 1e6;
    const double most = MOST_WAIT * (1 + join->journal_count / JOURNALS_OF_WAIT);
    (void)usleep((useconds_t)(*seconds * microseconds));
    *seconds = *seconds * longer < most ? *seconds * longer : most;
    (void)tg_work_interrupted(context);
    return tg_check_cancelled(context);
}

tricorn_status tg_join_take(tricorn_context *context, tg_join *join, uint64_t *number, bool *taken)
{
    double seconds = LEAST_WAIT * (1 + join->journal_count / JOURNALS_OF_LEAST_WAIT);

    TG_DO(take_free(context, join, number, taken));
    if (*taken) return TRICORN_OK;
    /* other processes may be waiting for this journal's records */
    TG_DO(sync_journal(context, join));
    for (;;) {
        TG_DO(tg_join_refresh(context, join));
        if (join->done == join->count) return TRICORN_OK;
        TG_DO(take_over(context, join, number, taken));
        if (*taken) return TRICORN_OK;
        TG_DO(wait_for(context, join, &seconds));
    }
    return TRICORN_OK;
}

tricorn_status tg_join_add(tricorn_context *context, tg_join *join, uint64_t number, const tg_join_found *found)
{
    record made = {.part = number, .found = *found};
    uint64_t offset;

    if (join->file.folder == NULL) TG_DO(tg_disk_create(context, &join->folder, join->name, &join->file));
    made.checksum = checksum_of(join, &made);
    TG_DO(tg_disk_append(context, &join->file, &made, sizeof made, &offset));
    tg_lease_end(join->leases, false);
    join->own++;
    TG_DO(add_found(context, join, 0, number, found));
    if (tg_clock_now() - join->synced > SYNC_SECONDS) TG_DO(sync_journal(context, join));
    return TRICORN_OK;
}

/* ---- results ---- */

uint64_t tg_join_done(const tg_join *join)
{
    return join->done;
}

uint64_t tg_join_own(const tg_join *join)
{
    return join->own;
}

uint64_t tg_join_triangles(const tg_join *join)
{
    return join->triangles;
}

uint32_t tg_join_processes(const tg_join *join)
{
    uint32_t used = 0;
    for (uint32_t j = 0; j < join->journal_count; j++) used += join->journals[j].used;
    return used;
}

tg_disk_folder *tg_join_folder(tg_join *join)
{
    return &join->folder;
}

uint64_t tg_join_count(const tg_join *join)
{
    return join->count;
}

const char *tg_join_process(const tg_join *join)
{
    return join->name + strlen(JOURNAL);
}

tg_join_found tg_join_found_of(const tg_join *join, uint64_t number, const char **process)
{
    const part *of = &join->parts[number];
    *process = join->journals[of->by - 1].name + strlen(JOURNAL);
    return of->found;
}
