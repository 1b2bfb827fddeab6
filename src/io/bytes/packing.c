/* packing.c - recognises compressed content and archives by their first bytes.
 *
 * A file of binary numbers may begin with any bytes. So every bit is compared that all compressed files of a kind
 * have in common, and few other files are mistaken for compressed ones.
 */
#include "io/bytes/packing.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    GZIP_METHOD_AT = 2,
    GZIP_DEFLATE = 8, /* the only method that gzip uses */
    GZIP_FLAGS_AT = 3,
    GZIP_RESERVED = 0xe0,
    /* Compress (.Z): a flag, two zero bits, and the length of codes, at most 16 bits. */
    LZW_BITS_AT = 2,
    LZW_FLAGS = 0xe0,
    LZW_BLOCKS = 0x80,
    LZW_LEAST_BITS = 9,
    LZW_MOST_BITS = 16,
    BZIP2_LEVEL_AT = 3
};

/* How compressed content of one kind begins: with `magic`; `rest`, unless it is NULL, must then
 * also accept the bytes. */
typedef struct beginning {
    const char *magic;
    size_t count;
    bool (*rest)(const unsigned char *bytes, size_t count);
    tg_packing packing;
} beginning;

/* Whether the bytes may be gzip. Content that ends within these bytes may be gzip, too; then
 * the decoder reports the fault. */
static bool is_gzip(const unsigned char *bytes, size_t count)
{
    return (count <= GZIP_METHOD_AT || bytes[GZIP_METHOD_AT] == GZIP_DEFLATE) &&
           (count <= GZIP_FLAGS_AT || (bytes[GZIP_FLAGS_AT] & GZIP_RESERVED) == 0);
}

static bool is_lzw(const unsigned char *bytes, size_t count)
{
    const int bits = count > LZW_BITS_AT ? bytes[LZW_BITS_AT] & ~LZW_FLAGS : 0;
    return bits >= LZW_LEAST_BITS && bits <= LZW_MOST_BITS && (bytes[LZW_BITS_AT] & LZW_FLAGS) == LZW_BLOCKS;
}

/* Whether the bytes are bzip2. The digit of the level is followed by the magic number of a block (digits of pi) or,
 * in an empty file, by that of the end (digits of the square root of pi). */
static bool is_bzip2(const unsigned char *bytes, size_t count)
{
    static const char *const blocks[] = {"1AY&SY", "\x17\x72\x45\x38\x50\x90"};
    const size_t block_bytes = strlen(blocks[0]), block_at = BZIP2_LEVEL_AT + 1;
    return count >= block_at + block_bytes && bytes[BZIP2_LEVEL_AT] >= '1' && bytes[BZIP2_LEVEL_AT] <= '9' &&
           (memcmp(bytes + block_at, blocks[0], block_bytes) == 0 ||
             memcmp(bytes + block_at, blocks[1], block_bytes) == 0);
}

/* Whether a skippable frame of zstd begins here. Such frames have 16 magic numbers, which differ
 * in the lower half of the first byte. */
static bool is_skippable(const unsigned char *bytes, size_t count)
{
    return count > 0 && (bytes[0] & 0xf0) == 0x50;
}

/* Whether the bytes are an archive of files, and not one of arrays (npz.c) or a document of an office
 * program: the fields behind the magic number are a version, a method, and the name of a file. */
static bool is_zip(const unsigned char *bytes, size_t count)
{
    enum { METHOD_AT = 8, NAME_BYTES_AT = 26, NAME_AT = 30 };
    static const unsigned char methods[] = {0, 8, 9, 12, 14, 93, 95};
    static const char office[] = "[Content_Types].xml", open_office[] = "mimetypeapplication/vnd.oasis";
    if (count <= NAME_AT || bytes[4] >= 64 || bytes[5] > 3 || bytes[METHOD_AT + 1] != 0 ||
        memchr(methods, bytes[METHOD_AT], sizeof methods) == NULL || bytes[NAME_AT] < ' ')
        return false;
    const size_t end = NAME_AT + (size_t)bytes[NAME_BYTES_AT] + ((size_t)bytes[NAME_BYTES_AT + 1] << 8);
    return end <= count && memcmp(bytes + end - 4, ".npy", 4) != 0 &&
           memmem(bytes, count, office, sizeof office - 1) == NULL &&
           memmem(bytes, count, open_office, sizeof open_office - 1) == NULL;
}

/* Whether the bytes are the header of a file in a tar archive of POSIX or of GNU. */
static bool is_tar(const unsigned char *bytes, size_t count)
{
    enum { MAGIC_AT = 257, MAGIC_BYTES = 8 };
    return count >= MAGIC_AT + MAGIC_BYTES && (memcmp(bytes + MAGIC_AT,
                                                 "ustar\0"
                                                 "00",
                                                 MAGIC_BYTES) == 0 ||
                                                memcmp(bytes + MAGIC_AT, "ustar  ", MAGIC_BYTES) == 0);
}

/* Accepts the usual properties, a dictionary of 2^n or 3 * 2^n bytes, and a size that is unknown, as xz
 * writes it: with a size, pairs of numbers might begin so. */
static bool is_lzma(const unsigned char *bytes, size_t count)
{
    enum { HEADER = 13, SIZE_AT = 5 };
    uint64_t dictionary = 0;
    if (count < HEADER || memcmp(bytes + SIZE_AT, "\xff\xff\xff\xff\xff\xff\xff\xff", 8) != 0) return false;
    for (size_t i = SIZE_AT - 1; i > 0; i--) dictionary = dictionary << 8 | bytes[i];
    const uint64_t odd = dictionary ? dictionary >> __builtin_ctzll(dictionary) : 0;
    return (odd == 1 || odd == 3) && dictionary >= 1 << 12;
}

#define COMPRESSED(by) "compressed by " by
static const beginning beginnings[] = {
  {"\x1f\x8b", 2, is_gzip, {TG_PACKED_GZIP, COMPRESSED("gzip"), NULL}},
  {"\x28\xb5\x2f\xfd", 4, NULL, {TG_PACKED_ZSTD, COMPRESSED("zstd"), NULL}},
  {"\xfd\x37zXZ", 6, NULL, {TG_PACKED_BY_CODEC, COMPRESSED("xz"), "xz -dc"}},
  {"BZh", 3, is_bzip2, {TG_PACKED_BY_CODEC, COMPRESSED("bzip2"), "bzip2 -dc"}},
  {"\x04\x22\x4d\x18", 4, NULL, {TG_PACKED_BY_CODEC, COMPRESSED("lz4"), "lz4 -dc"}},
  {"LZIP\x01", 5, NULL, {TG_PACKED_BY_CODEC, COMPRESSED("lzip"), "lzip -dc"}},
  {"]", 1, is_lzma, {TG_PACKED_BY_CODEC, COMPRESSED("lzma"), "xz -dc -F lzma"}},
  {"7z\xbc\xaf\x27\x1c", 6, NULL, {TG_PACKED_ARCHIVE_AT_END, "a 7-Zip archive", "7z e -so"}},
  {"PK\x03\x04", 4, is_zip, {TG_PACKED_ARCHIVE, "a zip archive", "unzip -p"}},
  {"", 0, is_tar, {TG_PACKED_ARCHIVE, "a tar archive", "tar -xOf"}},
  /* Its content has no end and no checksum, so nobody can know that the file is whole. */
  {"\x1f\x9d", 2, is_lzw, {TG_PACKED_OTHERWISE, COMPRESSED("compress (.Z)"), "uncompress -c"}},
  {"Rar!\x1a\x07", 6, NULL, {TG_PACKED_OTHERWISE, "a RAR archive", "unrar p -inul"}},
  {"\x89LZO\0\r\n\x1a\n", 9, NULL, {TG_PACKED_OTHERWISE, COMPRESSED("lzop"), "lzop -dc"}},
  {"\xff\x06\0\0sNaPpY", 10, NULL, {TG_PACKED_OTHERWISE, COMPRESSED("Snappy"), "snzip -dc"}},
};

static const tg_packing skippable = {TG_PACKED_ZSTD, COMPRESSED("zstd"), NULL};
static const char SKIPPABLE_END[] = "\x2a\x4d\x18";

const tg_packing *tg_packing_of(const void *content, size_t count)
{
    const unsigned char *bytes = content;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const beginning *begun = &beginnings[i];
        if (count >= begun->count && memcmp(bytes, begun->magic, begun->count) == 0 &&
            (begun->rest == NULL || begun->rest(bytes, count)))
            return &begun->packing;
    }
    if (count >= sizeof SKIPPABLE_END && is_skippable(bytes, count) &&
        memcmp(bytes + 1, SKIPPABLE_END, sizeof SKIPPABLE_END - 1) == 0)
        return &skippable;
    return NULL;
}
