/* join_inside.h - the state of a join, for the files that implement it. */
#pragma once

#include "store/files/join.h"
#include "store/files/lease.h"

enum { NAME_BYTES = 96 };

/* The name of the file that says what the parts are, and the begin of those of journals. */
#define TG_JOIN_ABOUT "about"
#define TG_JOIN_JOURNAL "counts-"

typedef struct journal {
    char name[NAME_BYTES];
    uint64_t offset; /* where the records end that were already read */
    bool used; /* it has at least one record */
} journal;

typedef struct part {
    tg_join_found found;
    /* The number, from 1, of the journal that has the count; 0: the part is not counted. */
    uint32_t by;
    /* The generation, from 1, of the part's last lease; 0: no process is known to have begun the part. */
    uint32_t generation;
    tg_lease_seen seen;
} part;

struct tg_join {
    tg_disk_folder folder;
    tg_leases *leases;
    uint64_t identity; /* that of the folder, later that of the parts */
    uint64_t count, done, own, triangles, next;
    uint64_t random;
    part *parts;
    journal *journals; /* the first journal is that of this process */
    uint32_t journal_count, journal_room;
    tg_step step;
    bool has_about;
    char name[NAME_BYTES]; /* the name of this process's journal */
    tg_disk_file file; /* this process's journal, which is created for its first record */
    double synced;
};

/* Writes the name of the lease of a part. */
void tg_join_name_lease(char name[NAME_BYTES], uint64_t number, uint32_t generation);

/* Registers a journal; the first one is that of this process. */
tricorn_status tg_join_add_journal(tricorn_context *context, tg_join *join, const char *name);

/* Reads the names in the folder, and what is new in the journals of other processes. */
tricorn_status tg_join_refresh(tricorn_context *context, tg_join *join);

/* Writes what the parts are, for those who only look (join_look.c). */
tricorn_status tg_join_write_about(tricorn_context *context, tg_join *join);
