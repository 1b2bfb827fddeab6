/* files.c - see files.h. Uses only stdio, zlib and zstd, because the library is under test. */
#include "support/files.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "io/format.h"
#include "support/check.h"

const char *test_temporary(void)
{
    const char *base = getenv("TMPDIR");
    return base ? base : "/tmp";
}

void test_folder_create(test_folder *folder)
{
    snprintf(folder->path, sizeof folder->path, "%s/tricorn-test-XXXXXX", test_temporary());
    CHECK(mkdtemp(folder->path) != NULL, "making the folder %s", folder->path);
}

static size_t walk(const test_folder *folder, bool remove_files)
{
    DIR *listing = opendir(folder->path);
    const struct dirent *entry;
    size_t count = 0;

    CHECK(listing != NULL, "listing the folder %s", folder->path);
    while ((entry = readdir(listing)) != NULL) {
        char path[TEST_PATH_BYTES];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        count++;
        test_folder_path(folder, entry->d_name, path);
        if (remove_files) unlink(path);
    }
    closedir(listing);
    return count;
}

size_t test_folder_count(const test_folder *folder)
{
    return walk(folder, false);
}

void test_folder_empty(const test_folder *folder)
{
    walk(folder, true);
}

void test_folder_remove(test_folder *folder)
{
    walk(folder, true);
    CHECK(rmdir(folder->path) == 0, "removing the folder %s", folder->path);
}

char *test_folder_path(const test_folder *folder, const char *name, char *path)
{
    const int length = snprintf(path, TEST_PATH_BYTES, "%s/%s", folder->path, name);
    CHECK(length < TEST_PATH_BYTES, "the path of %s is too long", name);
    return path;
}

/* malloc'd; *count becomes the compressed size. */
static void *compress_gzip(const void *bytes, size_t *count)
{
    enum { GZIP_HEADER = 16, WINDOW = 15, MEMORY = 8 }; /* deflateInit2's, by its manual */
    z_stream stream = {0};

    assert_int_equal(
      deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, WINDOW + GZIP_HEADER, MEMORY, Z_DEFAULT_STRATEGY), Z_OK);
    const size_t room = deflateBound(&stream, *count);
    void *packed = test_allocate(room, 1);
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)*count;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    *count = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

static void *compress_zstd(const void *bytes, size_t *count)
{
    const size_t room = ZSTD_compressBound(*count);
    void *packed = test_allocate(room, 1);
    const size_t size = ZSTD_compress(packed, room, bytes, *count, 1);
    assert_false(ZSTD_isError(size));
    *count = size;
    return packed;
}

void test_file_write(const char *path, const void *bytes, size_t count, test_compression compression)
{
    void *packed = compression == TEST_GZIP   ? compress_gzip(bytes, &count)
                   : compression == TEST_ZSTD ? compress_zstd(bytes, &count)
                                              : NULL;
    FILE *file = fopen(path, "wb");

    CHECK(file != NULL, "opening %s", path);
    CHECK_EQ(fwrite(packed ? packed : bytes, 1, count, file), count, "writing %s", path);
    CHECK(fclose(file) == 0, "closing %s", path);
    free(packed);
}

char *test_file_read(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL, "opening %s", path);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *bytes = test_allocate(size + 1, 1);
    CHECK_EQ(fread(bytes, 1, size, file), size, "reading %s", path);
    fclose(file);
    *count = size;
    return bytes;
}

void test_file_write_edges(const char *path, const edge_list *edges, test_format format, test_compression compression)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    const uint32_t base = format == TEST_MATRIX_MARKET;

    assert_non_null(lines);
    if (format == TEST_MATRIX_MARKET)
        fprintf(lines, "%%%%MatrixMarket matrix coordinate pattern general\n%u %u %" PRIu64 "\n", edges->vertices,
          edges->vertices, edges->count);
    for (uint64_t i = 0; i < edges->count; i++)
        fprintf(lines, "%u\t%u\n", edges->pairs[2 * i] + base, edges->pairs[2 * i + 1] + base);
    fclose(lines);
    test_file_write(path, text, size, compression);
    free(text);
}

const char *test_format_name(size_t index)
{
    const tg_format *format = tg_format_at(index);
    const tricorn_format_description *of = &format->description;
    return of->reads && of->writes && !format->by_library ? of->name : NULL;
}
