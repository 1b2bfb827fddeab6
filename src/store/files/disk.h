/* disk.h - files of a stored graph: written once, read at any position.
 *
 * In a work folder they have names and stay; in a scratch folder they have none and vanish with
 * the process, however it ends.
 */
#ifndef TG_STORE_FILES_DISK_H
#define TG_STORE_FILES_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_disk_folder {
    int descriptor; /* -1: not open */
    char *path;
    bool scratch;            /* files have no names */
    bool unsynced;           /* a file got its name, but the folder could not be synchronised */
    uint64_t expected_bytes; /* that all its files will take, about; 0: not known; atomic */
} tg_disk_folder;

typedef struct tg_disk_file {
    int descriptor;
    const tg_disk_folder *folder;
    const char *name; /* a constant, for messages too */
    uint64_t end;     /* where the next tg_disk_append writes; atomic */
    bool limited;     /* writing beyond some size fails */
} tg_disk_file;

/* Opens the folder; a work folder is made if there is none, a scratch folder is opened when the
 * first file is made.  Errors: TRICORN_IO_ERROR. */
tricorn_status tg_disk_folder_open(tricorn_context *context, const char *path, bool scratch,
                                   tg_disk_folder *folder);
/* Opens the folder of that name in a work folder; makes it if there is none.  No link is
 * followed. */
tricorn_status tg_disk_folder_below(tricorn_context *context, const tg_disk_folder *folder,
                                    const char *name, tg_disk_folder *below);
/* The same without making it: one that is not there is TRICORN_IO_ERROR. */
tricorn_status tg_disk_folder_find(tricorn_context *context, const tg_disk_folder *folder,
                                   const char *name, tg_disk_folder *found);
void tg_disk_folder_close(tg_disk_folder *folder);

/* Bytes that may still be written in the folder; UINT64_MAX if that is not known. */
uint64_t tg_disk_free_bytes(const tg_disk_folder *folder);

/* Notes what all files of the folder will take, about, for messages.  `more` bytes will be
 * written in any case: if fewer are free, TRICORN_IO_ERROR, before the disk is full. */
tricorn_status tg_disk_expect(tricorn_context *context, tg_disk_folder *folder,
                              uint64_t expected_bytes, uint64_t more);

/* Makes an empty file, in place of the one of that name. */
tricorn_status tg_disk_create(tricorn_context *context, tg_disk_folder *folder, const char *name,
                              tg_disk_file *file);
/* The same of a file that nobody else sees, and that vanishes with the process; the name is for
 * messages. */
tricorn_status tg_disk_create_nameless(tricorn_context *context, tg_disk_folder *folder,
                                       const char *name, tg_disk_file *file);
/* Opens a file of the work folder for reading.  What is a link, or no file, is
 * TRICORN_BAD_FORMAT. */
tricorn_status tg_disk_open(tricorn_context *context, const tg_disk_folder *folder,
                            const char *name, tg_disk_file *file);
/* The same for writing behind what is there. */
tricorn_status tg_disk_reopen(tricorn_context *context, const tg_disk_folder *folder,
                              const char *name, tg_disk_file *file);
/* The same; makes it if there is none.  Several processes may write it at once, each elsewhere.
 */
tricorn_status tg_disk_open_shared(tricorn_context *context, const tg_disk_folder *folder,
                                   const char *name, tg_disk_file *file);
void tg_disk_close(tg_disk_file *file);
/* Removes a named file; one that is not there is no error. */
void tg_disk_remove(const tg_disk_folder *folder, const char *name);

/* The file of that name of one folder gets the same name in the other, in place of one that was
 * there. */
tricorn_status tg_disk_link(tricorn_context *context, const tg_disk_folder *from,
                            const tg_disk_folder *to, const char *name);

/* Writes behind what is there; *offset is where.  From any thread.  A full disk is
 * TRICORN_IO_ERROR with the bytes that are free and, if known, those that all will take. */
tricorn_status tg_disk_append(tricorn_context *context, tg_disk_file *file, const void *bytes,
                              size_t count, uint64_t *offset);

/* Writes at that offset, in place of what is there, or behind it. */
tricorn_status tg_disk_write(tricorn_context *context, const tg_disk_file *file, uint64_t offset,
                             const void *bytes, size_t count);

/* Reads exactly `count` bytes; from any thread.  A file that ends before is TRICORN_BAD_FORMAT.
 */
tricorn_status tg_disk_read(tricorn_context *context, tg_disk_file *file, uint64_t offset,
                            void *bytes, size_t count);

/* Says that these bytes will be read soon, so that a disk has many requests at a time; advice. */
void tg_disk_fetch(const tg_disk_file *file, uint64_t offset, uint64_t count);

/* From now on parts of the file are read, each as a whole: what is between them is not read ahead.
 */
void tg_disk_read_apart(const tg_disk_file *file);

/* Waits until all that was written is on the disk. */
tricorn_status tg_disk_sync(tricorn_context *context, const tg_disk_file *file);

/* A named file of a few bytes that is there as a whole or not at all, also after a power cut. */
tricorn_status tg_disk_replace(tricorn_context *context, tg_disk_folder *folder, const char *name,
                               const void *bytes, size_t count);

/* The same, if there is no file of that name yet; else that one stays, whoever has made it.
 * temporary: a name that no other process uses. */
tricorn_status tg_disk_publish(tricorn_context *context, tg_disk_folder *folder,
                               const char *temporary, const char *name, const void *bytes,
                               size_t count);

#endif
