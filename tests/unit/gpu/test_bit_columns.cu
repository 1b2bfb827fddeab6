/* test_bit_columns.cu - columns of bits against counting them one by one, on the host. */
#include <string.h>

#include "gpu/lookup/bit_columns.cuh"
#include "host_lookup.cuh"
#include "support/random.h"

enum { BITS = 32, ROUNDS = 20, FEWEST_WORDS = 8 };

static uint32_t random_word(test_random *random)
{
    return test_random_below(random, 1u << 16) << 16 | test_random_below(random, 1u << 16);
}

/* Returns how many words had the bit, from the digits. */
static uint32_t column(const bit_columns *columns, uint32_t bit)
{
    uint32_t sum = 0;
    for (uint32_t d = 0; d < BIT_DIGITS; d++) sum += (columns->digits[d] >> bit & 1u) << d;
    return sum;
}

typedef void add_function(bit_columns *columns, const uint32_t *words);

/* Adds as many words as fit, `each` at a time: random ones, all zeros, all ones. */
static void check_words(add_function *add, uint32_t each)
{
    test_random random = {7};
    for (int round = 0; round < ROUNDS; round++) {
        bit_columns columns = {{0}};
        uint32_t counts[BITS] = {0}, words[FEWEST_WORDS];
        for (uint32_t added = 0; added + each <= MOST_BIT_WORDS; added += each) {
            for (uint32_t i = 0; i < each; i++) {
                words[i] = round == 0 ? 0 : round == 1 ? ~0u : random_word(&random);
                for (uint32_t b = 0; b < BITS; b++) counts[b] += words[i] >> b & 1u;
            }
            add(&columns, words);
        }
        for (uint32_t b = 0; b < BITS; b++)
            CHECK_EQ(column(&columns, b), counts[b], "%u words at once, round %d, bit %u", each, round, b);
    }
}

TEST_CASE(words_are_counted_by_bit)
{
    check_words(add_two_words, 2);
    check_words(add_four_words, 4);
    check_words(add_eight_words, 8);
}

TEST_MAIN()
