/* disk.h - files of a graph on disk: written once, read at any position by any thread.
 *
 * - In a work folder files have names and remain. In a scratch folder they have no names, so
 *   the system removes them when the process ends, also when it is killed.
 * - A small file is written under another name, synchronised and renamed: after a crash or a
 *   power cut it is complete or absent.
 * - Links in a work folder are not followed, so a link cannot make tricorn write elsewhere.
 * - On a network file system a client keeps for a minute that a name exists, or does not. So a
 *   folder that processes share is asked for the names in it (tg_disk_has), and a name that it has is
 *   opened again until it is found.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/context.h"

typedef struct tg_disk_folder {
    int descriptor; /* -1: not open */
    char *path;
    bool scratch; /* files have no names */
    bool unsynced; /* a file was renamed, but the folder could not be synchronised */
    /* How many seconds a name is opened again that the folder lists but does not find. */
    double patience;
    /* atomic: about how many bytes all files of the folder will have in the end; 0: unknown. */
    uint64_t expected_bytes;
} tg_disk_folder;

typedef struct tg_disk_file {
    int descriptor;
    const tg_disk_folder *folder;
    const char *name; /* a constant, which messages also use */
    uint64_t end; /* where the next tg_disk_append writes; atomic */
    bool limited; /* the system limits the size of the files that the process writes */
} tg_disk_file;

/* Opens the folder. A work folder is created if it does not exist; a scratch folder is only
 * opened when its first file is created. Errors: TRICORN_IO_ERROR. */
tricorn_status tg_disk_folder_open(tricorn_context *context, const char *path, bool scratch, tg_disk_folder *folder);
/* Opens a work folder to look at it: it is not created. */
tricorn_status tg_disk_folder_look(tricorn_context *context, const char *path, tg_disk_folder *folder);
/* Opens the folder `name` of a work folder; creates it if it does not exist. Does not follow links. */
tricorn_status tg_disk_folder_below(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_folder *below);
/* Opens the folder `name` of a work folder. Errors: TRICORN_IO_ERROR if it does not exist. */
tricorn_status tg_disk_folder_find(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_folder *found);
void tg_disk_folder_close(tg_disk_folder *folder);

/* Calls use(context, user, name) for each name of the folder; its server is asked for them. */
typedef tricorn_status tg_disk_use_name(tricorn_context *context, void *user, const char *name);
tricorn_status tg_disk_each_name(
  tricorn_context *context, const tg_disk_folder *folder, tg_disk_use_name *use, void *user);
/* Sets has[i] to whether the folder has names[i], by one list of its names; for a single name,
 * *has. */
tricorn_status tg_disk_has_names(
  tricorn_context *context, const tg_disk_folder *folder, const char *const *names, unsigned count, bool *has);
tricorn_status tg_disk_has(tricorn_context *context, const tg_disk_folder *folder, const char *name, bool *has);

/* Stores when the file was changed last, by the clock of its server, in seconds since 1970.
 * Returns false if no regular file has the name. */
bool tg_disk_touched(const tg_disk_folder *folder, const char *name, double *seconds);

/* openat() with O_CLOEXEC, and fsync() of the folder. Both are tried again if a signal interrupts
 * them, as it may on a network file system. */
int tg_disk_open_at(const tg_disk_folder *folder, const char *name, int flags, mode_t mode);
int tg_disk_sync_names(const tg_disk_folder *folder);

/* Returns the bytes that can still be written to the folder; UINT64_MAX if unknown. */
uint64_t tg_disk_free_bytes(const tg_disk_folder *folder);

/* Checks that the disk has room for at least `more` more bytes, and stores about how many bytes
 * all files of the folder will have, which messages report. Errors: TRICORN_IO_ERROR if fewer
 * than `more` bytes are free, so that the user learns it before the disk is full. */
tricorn_status tg_disk_expect(tricorn_context *context, tg_disk_folder *folder, uint64_t expected_bytes, uint64_t more);

/* Creates an empty file, after removing any file that has this name. */
tricorn_status tg_disk_create(tricorn_context *context, tg_disk_folder *folder, const char *name, tg_disk_file *file);
/* Creates an empty file that no other process sees, and that the system removes when the process
 * ends; the name is used in messages only. */
tricorn_status tg_disk_create_nameless(
  tricorn_context *context, tg_disk_folder *folder, const char *name, tg_disk_file *file);
/* Opens a file of the work folder for reading. Errors: TRICORN_BAD_FORMAT for a link, or a name
 * that is no regular file. */
tricorn_status tg_disk_open(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_file *file);
/* Opens a file of the work folder for reading and appending; refuses one with other names. */
tricorn_status tg_disk_reopen(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_file *file);
/* Opens a file for reading and writing; creates it if it does not exist. Several processes may write to different
 * positions of the file at the same time. In the folder the file may have a second name, `other`. A file with further
 * names (hard links) belongs to another program, and is refused. */
tricorn_status tg_disk_open_shared(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, const char *other, tg_disk_file *file);
void tg_disk_close(tg_disk_file *file);
/* Removes a named file; does nothing if it does not exist. */
void tg_disk_remove(const tg_disk_folder *folder, const char *name);

/* Gives the file `from` the name `to` as well (a hard link in its folder: some file systems have
 * none between folders), after removing any file that has this name. */
tricorn_status tg_disk_link(tricorn_context *context, const tg_disk_folder *folder, const char *from, const char *to);

/* Appends bytes to the file; *offset receives their place. Any thread may call it at any time.
 * Errors: TRICORN_IO_ERROR for a full disk; the message has the free bytes and, if known, the
 * bytes that all files will need. */
tricorn_status tg_disk_append(
  tricorn_context *context, tg_disk_file *file, const void *bytes, size_t count, uint64_t *offset);

/* Writes at `offset`: over existing bytes of the file, or past its end. */
tricorn_status tg_disk_write(
  tricorn_context *context, const tg_disk_file *file, uint64_t offset, const void *bytes, size_t count);

/* Reads exactly `count` bytes; any thread may call it. Errors: TRICORN_BAD_FORMAT if the file ends earlier. */
tricorn_status tg_disk_read(tricorn_context *context, tg_disk_file *file, uint64_t offset, void *bytes, size_t count);

/* Tells the system that these bytes will be read soon, so that the disk can work on many
 * requests at the same time. */
void tg_disk_fetch(const tg_disk_file *file, uint64_t offset, uint64_t count);

/* Tells the system that bytes far apart will be read from now on, so that it does not read ahead. */
void tg_disk_read_apart(const tg_disk_file *file);

/* Waits until all written bytes are on the disk. */
tricorn_status tg_disk_sync(tricorn_context *context, const tg_disk_file *file);

/* Writes a small file, in place of any file with this name. Even after a power cut the folder
 * has either the old file or the new one, and it is complete. */
tricorn_status tg_disk_replace(
  tricorn_context *context, tg_disk_folder *folder, const char *name, const void *bytes, size_t count);

/* The final name of a file, and the name under which it is written first, which no other process uses. */
typedef struct tg_disk_names {
    const char *name, *temporary;
} tg_disk_names;
/* Writes a small file completely or not at all. If the folder already has a file of this name,
 * even from another process, that file remains. */
tricorn_status tg_disk_publish(
  tricorn_context *context, tg_disk_folder *folder, const tg_disk_names *names, const void *bytes, size_t count);
