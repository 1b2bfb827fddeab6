/* hub_edges_queue.h - the queue of hub_edges_body.h. */
#include <string.h>

enum {
    QUEUE_WORDS = 256,
    QUEUE_AHEAD = 12, /* words whose counters are fetched before their turn */
    QUEUE_SPARE =
        TG_BLOCK_WORDS + QUEUE_AHEAD /* words of a line, and those that are read ahead */
};

/* Words with bits that a row and a line share. */
typedef struct met_words {
    uint64_t count, bits;                      /* of words; of bits in all of them */
    uint64_t met[QUEUE_WORDS + QUEUE_SPARE];   /* the bits */
    uint64_t line[QUEUE_WORDS + QUEUE_SPARE];  /* the line's word */
    uint64_t where[QUEUE_WORDS + QUEUE_SPARE]; /* position of the edge of the line's first bit in
                                                * the word; from bit WHERE_ID on: id of its bit 0,
                                                * in the block */
} met_words;

enum { WHERE_ID = 32 };
