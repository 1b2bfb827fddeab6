/* shared_body.h - counts the common ids of two rows by comparing groups of LANES ids.
 *
 * The including file defines LANES, and all_pairs(a, b), which returns how many common ids two groups have.
 */

/* Each step advances the row whose group has the smaller last id, or both if the last ids are equal. */
static uint64_t shared_alike(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    uint64_t i = 0, j = 0, found = 0;
    while (i + LANES <= a_count && j + LANES <= b_count) {
        const uint32_t a_last = a[i + LANES - 1], b_last = b[j + LANES - 1];
        found += all_pairs(a + i, b + j);
        i += a_last <= b_last ? LANES : 0;
        j += b_last <= a_last ? LANES : 0;
    }
    return found + tg_merge(a + i, a_count - i, b + j, b_count - j);
}

static uint64_t shared(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    return tg_shared_of_unlike(a, a_count, b, b_count, shared_alike);
}
