/* packing.c - recognises compressed content by its first bytes.
 *
 * A file of binary numbers may begin with any bytes.  So every bit is compared that all
 * compressed files of a kind have in common, and few other files are mistaken for compressed
 * ones.
 */
#include "io/bytes/packing.h"

#include <stdbool.h>
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

/* Whether the bytes may be gzip.  Content that ends within these bytes may be gzip, too; then
 * the decoder reports the fault. */
static bool is_gzip(const unsigned char *bytes, size_t count)
{
    return (count <= GZIP_METHOD_AT || bytes[GZIP_METHOD_AT] == GZIP_DEFLATE) &&
           (count <= GZIP_FLAGS_AT || (bytes[GZIP_FLAGS_AT] & GZIP_RESERVED) == 0);
}

static bool is_lzw(const unsigned char *bytes, size_t count)
{
    const int bits = count > LZW_BITS_AT ? bytes[LZW_BITS_AT] & ~LZW_FLAGS : 0;
    return bits >= LZW_LEAST_BITS && bits <= LZW_MOST_BITS &&
           (bytes[LZW_BITS_AT] & LZW_FLAGS) == LZW_BLOCKS;
}

/* Whether the bytes are bzip2.  The digit of the level is followed by the magic number of a
 * block (digits of pi) or, in an empty file, by that of the end (digits of the square root of
 * pi). */
static bool is_bzip2(const unsigned char *bytes, size_t count)
{
    static const char *const blocks[] = {"1AY&SY", "\x17\x72\x45\x38\x50\x90"};
    const size_t block_bytes = strlen(blocks[0]), block_at = BZIP2_LEVEL_AT + 1;
    return count >= block_at + block_bytes && bytes[BZIP2_LEVEL_AT] >= '1' &&
           bytes[BZIP2_LEVEL_AT] <= '9' &&
           (memcmp(bytes + block_at, blocks[0], block_bytes) == 0 ||
            memcmp(bytes + block_at, blocks[1], block_bytes) == 0);
}

/* Whether a skippable frame of zstd begins here.  Such frames have 16 magic numbers, which differ
 * in the lower half of the first byte. */
static bool is_skippable(const unsigned char *bytes, size_t count)
{
    return count > 0 && (bytes[0] & 0xf0) == 0x50;
}

static const beginning beginnings[] = {
    {"\x1f\x8b", 2, is_gzip, {TG_PACKED_GZIP, "gzip", NULL}},
    {"\x28\xb5\x2f\xfd", 4, NULL, {TG_PACKED_ZSTD, "zstd", NULL}},
    {"\xfd\x37zXZ", 6, NULL, {TG_PACKED_OTHERWISE, "xz", "xz -dc"}},
    {"BZh", 3, is_bzip2, {TG_PACKED_OTHERWISE, "bzip2", "bzip2 -dc"}},
    {"\x04\x22\x4d\x18", 4, NULL, {TG_PACKED_OTHERWISE, "lz4", "lz4 -dc"}},
    {"LZIP\x01", 5, NULL, {TG_PACKED_OTHERWISE, "lzip", "lzip -dc"}},
    {"\x1f\x9d", 2, is_lzw, {TG_PACKED_OTHERWISE, "compress (.Z)", "uncompress -c"}},
    {"7z\xbc\xaf\x27\x1c", 6, NULL, {TG_PACKED_OTHERWISE, "7-Zip", "7z e -so"}},
    {"Rar!\x1a\x07", 6, NULL, {TG_PACKED_OTHERWISE, "RAR", "unrar p -inul"}},
    {"\x89LZO\0\r\n\x1a\n", 9, NULL, {TG_PACKED_OTHERWISE, "lzop", "lzop -dc"}},
    {"\xff\x06\0\0sNaPpY", 10, NULL, {TG_PACKED_OTHERWISE, "Snappy", "snzip -dc"}},
};

static const tg_packing skippable = {TG_PACKED_ZSTD, "zstd", NULL};
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
