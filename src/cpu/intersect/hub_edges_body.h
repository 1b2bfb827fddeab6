/* hub_edges_body.h - tg_kernels.hub_rows_edges, for the variants to include.
 *
 * What a row's block of ids and a line share are some bits in a few words.  These words are put
 * into a queue without branches, and taken from it bit by bit in one loop whose length is known.
 *
 * Needs from the including file, beside what hub_into_body.h needs,
 *     meet_line(queue, ids, line, place)   queues the words that are shared; how many bits
 * and before it hub_edges_queue.h.
 */

enum { LINES_AHEAD = 8 }; /* fetched before their turn */

/* Counts each bit of the queue for its edge, in the row of the line, and for its id. */
static inline void take_met(met_words *queue, uint32_t *support, uint32_t *thirds)
{
    const uint64_t bits = queue->bits;
    uint64_t at = 0, met;
    queue->met[queue->count] = 0; /* is read, not used */
    met = queue->met[0];
    queue->count = queue->bits = 0;
    for (uint64_t i = 0; i < bits; i++) {
        const uint64_t where = queue->where[at], next = queue->met[at + 1];
        const uint64_t up_to = met ^ (met - 1), rest = met & (met - 1);
        const uint64_t last = 0 - (uint64_t)(rest == 0); /* of the word: all bits, else none */
        const uint32_t rank = (uint32_t)__builtin_popcountll(queue->line[at] & up_to) - 1;
        __builtin_prefetch(&support[(uint32_t)queue->where[at + QUEUE_AHEAD]], 1);
        support[(uint32_t)where + rank]++;
        thirds[(where >> WHERE_ID) + (uint64_t)__builtin_ctzll(met)]++;
        met = rest | (next & last);
        at -= last;
    }
}

/* Moves the counts of a block's ids, which stand in the row from ids on, to their edges. */
static inline void move_thirds(uint32_t *thirds, const uint32_t *ids, const uint32_t *end,
                               uint32_t *support)
{
    for (; ids < end; ids++, support++) {
        *support += thirds[*ids % TG_BLOCK_IDS];
        thirds[*ids % TG_BLOCK_IDS] = 0;
    }
}

/* One row's ids against the lines of its edges' vertices.  thirds: TG_BLOCK_IDS zeros. */
static inline uint64_t hub_row_edges(const tg_hub_pass *pass, const tg_hub_supports *own,
                                     met_words *queue, uint32_t *thirds, uint32_t u)
{
    const tg_rows *rows = &pass->task->from; /* of a whole graph: edges and into are the same */
    const tg_hub_matrix *matrix = pass->matrix;
    const uint32_t *row = rows->ids + rows->offsets[u], *from = row, *edges = row + 1;
    const uint32_t *end = rows->ids + rows->offsets[u + 1], *edges_end = end;
    uint32_t *support = (u < matrix->hubs ? own->hubs : own->rows) + rows->offsets[u];
    const uint64_t first_id = (uint64_t)pass->first_block * TG_BLOCK_IDS;
    const uint64_t last_id = (uint64_t)pass->last_block * TG_BLOCK_IDS;
    uint64_t sum = 0;

    while (edges_end > edges && edges_end[-1] >= matrix->hubs) edges_end--;
    if (edges >= edges_end || edges_end[-1] < first_id) return 0;
    while (from < end && *from < first_id) from++;
    while (from < end && *from < last_id) {
        const uint32_t number = *from >> TG_BLOCK_BITS, *ids_from = from;
        const into_block ids = gather_into(&from, end, number);
        while (edges < edges_end && *edges >> TG_BLOCK_BITS < number) edges++;
        for (const uint32_t *v = edges; v < edges_end; v++) {
            if (edges_end - v > LINES_AHEAD)
                __builtin_prefetch(tg_hub_line(matrix, number, v[LINES_AHEAD]));
            const uint64_t found = meet_line(queue, ids, tg_hub_line(matrix, number, *v),
                                             own->places[matrix->first[number] + *v]);
            support[v - row] += (uint32_t)found;
            sum += found;
            if (queue->count >= QUEUE_WORDS) take_met(queue, own->hubs, thirds);
        }
        take_met(queue, own->hubs, thirds);
        move_thirds(thirds, ids_from, from, support + (ids_from - row));
    }
    return sum;
}

static uint64_t hub_rows_edges(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row,
                               const tg_hub_supports *own)
{
    const uint64_t *offsets = pass->task->from.offsets;
    uint32_t thirds[TG_BLOCK_IDS] = {0};
    met_words queue;
    uint64_t sum = 0;
    queue.count = queue.bits = 0;
    memset(queue.where, 0, sizeof queue.where); /* what is fetched ahead may be an old place */
    for (uint32_t u = first_row; u < last_row; u++)
        if (offsets[u + 1] - offsets[u] >= 2) sum += hub_row_edges(pass, own, &queue, thirds, u);
    return sum;
}
