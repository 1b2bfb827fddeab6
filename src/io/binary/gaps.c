/* gaps.c - encodes and decodes numbers with 1 to 4 bytes each. The lengths of four numbers are
 * in one byte, so four numbers are decoded without a branch. */
#include "io/binary/gaps.h"

#include <string.h>

static unsigned bytes_of(uint32_t number)
{
    return number < 1u << 8 ? 1 : number < 1u << 16 ? 2 : number < 1u << 24 ? 3 : 4;
}

size_t tg_gaps_encode(const uint32_t *numbers, size_t count, unsigned char *out)
{
    unsigned char *data = out + (count + 3) / 4;
    memset(out, 0, (count + 3) / 4);
    for (size_t i = 0; i < count; i++) {
        const unsigned bytes = bytes_of(numbers[i]);
        out[i / 4] |= (unsigned char)((bytes - 1) << (2 * (i % 4)));
        for (unsigned b = 0; b < bytes; b++) *data++ = (unsigned char)(numbers[i] >> (8 * b));
    }
    return (size_t)(data - out);
}

size_t tg_gaps_bytes(const unsigned char *in, size_t count, size_t room)
{
    const size_t controls = (count + 3) / 4;
    size_t bytes = controls;
    if (controls > room) return SIZE_MAX;
    for (size_t i = 0; i < count / 4; i++) {
        const unsigned c = in[i];
        bytes += 4 + (c & 3) + (c >> 2 & 3) + (c >> 4 & 3) + (c >> 6);
    }
    for (size_t i = count / 4 * 4; i < count; i++) bytes += 1 + (in[i / 4] >> (2 * (i % 4)) & 3);
    return bytes <= room ? bytes : SIZE_MAX;
}

/* Loads a number of 1 to 4 bytes from `data`, where four bytes can be read. */
static uint32_t load(const unsigned char *data, unsigned code)
{
    static const uint32_t masks[4] = {0xff, 0xffff, 0xffffff, 0xffffffff};
    uint32_t word;
    memcpy(&word, data, sizeof word);
    return word & masks[code];
}

void tg_gaps_decode(const unsigned char *in, size_t count, uint32_t *numbers)
{
    const unsigned char *data = in + (count + 3) / 4;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const unsigned c = in[i / 4];
        const unsigned c0 = c & 3, c1 = c >> 2 & 3, c2 = c >> 4 & 3, c3 = c >> 6;
        numbers[i] = load(data, c0);
        numbers[i + 1] = load(data + c0 + 1, c1);
        numbers[i + 2] = load(data + c0 + c1 + 2, c2);
        numbers[i + 3] = load(data + c0 + c1 + c2 + 3, c3);
        data += c0 + c1 + c2 + c3 + 4;
    }
    for (; i < count; i++) {
        const unsigned code = in[i / 4] >> (2 * (i % 4)) & 3;
        numbers[i] = load(data, code);
        data += code + 1;
    }
}

bool tg_gaps_to_ids(uint32_t *row, size_t count, uint64_t below)
{
    uint64_t next = 0; /* the least id that may come next; 64 bits cannot overflow */
    for (size_t i = 0; i < count; i++) {
        next += row[i];
        row[i] = (uint32_t)next++;
    }
    return next <= below;
}

void tg_gaps_from_ids(const uint32_t *row, size_t count, uint32_t *numbers)
{
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = row[i] - next;
        next = row[i] + 1;
    }
}
