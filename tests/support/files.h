/* files.h - a folder for a test's files, and files written without the library. */
#pragma once

#include <stddef.h>

#include "support/edge_list.h"

enum { TEST_PATH_BYTES = 512 };

typedef struct test_folder {
    char path[TEST_PATH_BYTES / 2];
} test_folder;

/* Where folders for tests are made: TMPDIR, or the system's. */
const char *test_temporary(void);

void test_folder_create(test_folder *folder);
void test_folder_remove(test_folder *folder); /* and all files in it */
void test_folder_empty(const test_folder *folder); /* removes all files in it */
size_t test_folder_count(const test_folder *folder); /* files in it */

/* path: TEST_PATH_BYTES, out: of the named file in the folder. Returns it. */
char *test_folder_path(const test_folder *folder, const char *name, char *path);

/* The same, in memory that lasts until the end of the block. */
#define PATH_IN(folder, name) test_folder_path((folder), (name), (char[TEST_PATH_BYTES]){0})

typedef enum test_compression { TEST_PLAIN, TEST_GZIP, TEST_ZSTD } test_compression;

void test_file_write(const char *path, const void *bytes, size_t count, test_compression compression);
/* The file's bytes, zero-terminated; free() them. */
char *test_file_read(const char *path, size_t *count);

/* The edges as lines "u<TAB>v", or as a Matrix Market pattern general matrix. */
typedef enum test_format { TEST_EDGES, TEST_MATRIX_MARKET } test_format;
void test_file_write_edges(const char *path, const edge_list *edges, test_format format, test_compression compression);

/* The name of the format of this index; NULL if tricorn does not both read and write it, or not without a library
 * that may be missing. */
const char *test_format_name(size_t index);
