/* test_bvgraph_codes.c - every code decodes the encoded numbers, by the papers' tables and by an
 * encoder of the test's own, in both bit orders; invalid codes end. */
#include "unit/io/bvgraph_encoder.h"

/* Code words from the papers' tables, shifted to begin at 0; highest bits first. */
TEST_CASE(test_code_words)
{
    static const struct {
        tg_code_name code;
        uint64_t number;
        const char *word;
    } cases[] = {
      {{TG_CODE_UNARY, 0}, 0, "1"},
      {{TG_CODE_UNARY, 0}, 3, "0001"},
      {{TG_CODE_GAMMA, 0}, 0, "1"},
      {{TG_CODE_GAMMA, 0}, 4, "00101"},
      {{TG_CODE_DELTA, 0}, 7, "00100 000"},
      {{TG_CODE_DELTA, 0}, 1, "010 0"},
      {{TG_CODE_ZETA, 2}, 0, "10"},
      {{TG_CODE_ZETA, 2}, 1, "110"},
      {{TG_CODE_ZETA, 2}, 2, "111"},
      {{TG_CODE_ZETA, 2}, 3, "01000"},
      {{TG_CODE_ZETA, 2}, 7, "011000"},
      {{TG_CODE_ZETA, 3}, 0, "100"},
      {{TG_CODE_ZETA, 3}, 1, "1010"},
      {{TG_CODE_ZETA, 3}, 6, "1111"},
      {{TG_CODE_ZETA, 3}, 7, "0100000"},
      {{TG_CODE_ZETA, 3}, 15, "01010000"},
      {{TG_CODE_OMEGA, 0}, 0, "0"},
      {{TG_CODE_OMEGA, 0}, 10, "11 1011 0"},
      {{TG_CODE_OMEGA, 0}, 999, "11 1001 1111101000 0"},
      {{TG_CODE_GOLOMB, 3}, 4, "01 10"},
      {{TG_CODE_GOLOMB, 3}, 3, "01 0"},
      {{TG_CODE_PI, 2}, 10, "1 11 011"},
      {{TG_CODE_NIBBLE, 0}, 0, "1000"},
      {{TG_CODE_NIBBLE, 0}, 7, "1111"},
      {{TG_CODE_NIBBLE, 0}, 8, "0001 1000"},
    };
    static bit_text bits, encoded;
    static tg_code code;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        unsigned char bytes[8 + TG_BITS_PADDING] = {0};
        bits.count = encoded.count = 0;
        put_text(&bits, cases[i].word);
        put_code(&encoded, cases[i].code, cases[i].number);
        CHECK(bits.count == encoded.count && memcmp(bits.bits, encoded.bits, bits.count) == 0,
          "the encoder's word of case %zu", i);
        tg_bits from = tg_bits_at(bytes, pack_bits(&bits, bytes), 0);
        tg_code_make(cases[i].code, false, &code);
        CHECK_EQ(tg_code_read(&from, &code), cases[i].number, "case %zu", i);
        CHECK_EQ(tg_bits_position(&from), bits.count, "length of case %zu", i);
    }
}

/* All small numbers, and those around powers of two, if their code words have a sensible length.
 */
static size_t put_numbers_coded(bit_text *to, tg_code_name code, uint64_t *numbers)
{
    enum { SMALL = 600, LARGEST = 45, WORD_MOST = 5000 };
    size_t count = 0;
    for (uint64_t number = 0; number < SMALL; number++) numbers[count++] = number;
    for (unsigned log = 9; log < LARGEST; log++)
        for (int around = -2; around <= 1; around++) numbers[count++] = (UINT64_C(1) << log) + (uint64_t)around;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t unary = code.kind == TG_CODE_UNARY    ? numbers[i]
                               : code.kind == TG_CODE_GOLOMB ? numbers[i] / code.k
                                                             : 0;
        if (unary > WORD_MOST || to->count + WORD_MOST > BITS_MOST - 200) continue;
        put_code(to, code, numbers[i]);
        numbers[used++] = numbers[i];
    }
    return used;
}

static void check_numbers(tg_code_name name, bool little, unsigned before)
{
    enum { NUMBERS_MOST = 1000 };
    static bit_text bits;
    static unsigned char bytes[BITS_MOST / 8 + TG_BITS_PADDING];
    static tg_code code;
    uint64_t numbers[NUMBERS_MOST];
    bits.little = little;
    bits.count = 0;
    for (unsigned i = 0; i < before; i++) put_bit(&bits, 1);
    const size_t count = put_numbers_coded(&bits, name, numbers);
    CHECK(count > 80, "numbers are left of kind %d", name.kind);
    const size_t size = pack_bits(&bits, bytes);
    memset(bytes + size, 0, TG_BITS_PADDING);
    if (little) tg_bits_mirror(bytes, size);
    tg_code_make(name, little, &code);
    tg_bits from = tg_bits_at(bytes, size, before);
    for (size_t i = 0; i < count; i++)
        CHECK_EQ(
          tg_code_read(&from, &code), numbers[i], "number %zu of kind %d %u, little %d", i, name.kind, name.k, little);
    CHECK_EQ(tg_bits_position(&from), bits.count, "end of kind %d %u", name.kind, name.k);
}

TEST_CASE(test_codes)
{
    for (int c = 0; c < CODES; c++)
        for (unsigned before = 0; before < 11; before += 5) {
            check_numbers(all_codes[c], false, before);
            check_numbers(all_codes[c], true, before);
        }
}

/* Invalid bits decode to a number that is too large or whose end is beyond the stream; never to a crash. */
TEST_CASE(test_no_numbers)
{
    enum { STREAM = 40 };
    static const unsigned char fillings[] = {0x00, 0xff, 0x01, 0x80, 0x55, 0x11, 0xc0};
    static tg_code code;
    for (int c = 0; c < CODES; c++)
        for (size_t f = 0; f < sizeof fillings; f++) {
            unsigned char bytes[STREAM + TG_BITS_PADDING] = {0};
            memset(bytes, fillings[f], STREAM);
            tg_code_make(all_codes[c], f % 2, &code);
            tg_bits from = tg_bits_at(bytes, STREAM, 0);
            for (int i = 0; i < 100 * STREAM; i++)
                CHECK(tg_code_read(&from, &code) <= TG_CODE_TOO_LARGE, "kind %d", code.name.kind);
            CHECK(tg_bits_position(&from) > STREAM * 8, "the end of kind %d", code.name.kind);
        }
}

TEST_MAIN()
