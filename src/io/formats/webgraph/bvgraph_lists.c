/* bvgraph_lists.c - decodes successor lists: reads the codes of a node's list, checks them, and
 * merges copied successors, intervals and residuals. */
#include "io/formats/webgraph/bvgraph_lists.h"

#include <string.h>

#include "base/memory.h"

/* ---- for all decoders ---- */

void tg_bvgraph_make_codes(tg_bvgraph *graph)
{
    const tg_bvgraph_properties *properties = &graph->properties;
    size_t made = 0;
    for (int field = 0; field < TG_BVGRAPH_OFFSETS; field++) {
        const tg_code_name name = properties->codes[field];
        size_t i = 0;
        while (i < made && (graph->made[i].name.kind != name.kind || graph->made[i].name.k != name.k)) i++;
        if (i == made) tg_code_make(name, properties->little_endian, &graph->made[made++]);
        graph->codes[field] = &graph->made[i];
    }
}

static inline uint64_t read_field(tg_bvgraph_lists *lists, tg_bvgraph_field field)
{
    return tg_code_read(&lists->bits, lists->graph->codes[field]);
}

static inline tg_bvgraph_list *list_of(const tg_bvgraph_lists *lists, uint64_t node)
{
    return &lists->ring[(uint32_t)node % lists->ring_size];
}

static bool beyond_end(const tg_bvgraph_lists *lists)
{
    return tg_bits_position(&lists->bits) > lists->graph->bytes * 8;
}

/* Stores a fault. What was decoded past the end of the stream is wrong, so in that case the
 * fault is that the stream ends. */
static tricorn_status fail(tg_bvgraph_lists *lists, tg_bvgraph_fault_kind kind, uint64_t number, uint64_t limit)
{
    lists->fault.kind = beyond_end(lists) ? TG_BVGRAPH_ENDS : kind;
    lists->fault.number = number;
    lists->fault.limit = limit;
    return TRICORN_BAD_FORMAT;
}

/* Makes room for `count` numbers; if the memory grows, its content is lost. */
static tricorn_status make_room(tricorn_context *context, tg_bvgraph_numbers *to, uint64_t count)
{
    if (count <= to->room) return TRICORN_OK;
    const uint64_t grown = to->room + to->room / 2;
    tg_free(to->numbers);
    to->numbers = NULL;
    to->room = 0;
    const uint64_t room = count > grown ? count : grown;
    const tricorn_status status = TG_ALLOC(context, room, &to->numbers);
    if (status == TRICORN_OK) to->room = room;
    return status;
}

static tricorn_status make_list_room(tricorn_context *context, tg_bvgraph_list *list)
{
    tg_bvgraph_numbers numbers = {list->ids, list->room};
    const tricorn_status status = make_room(context, &numbers, list->count);
    list->ids = numbers.numbers;
    list->room = numbers.room;
    return status;
}

/* ---- before the residuals ---- */

/* Reads and checks the outdegree and the reference (0: the list has none). */
static tricorn_status read_reference(tg_bvgraph_lists *lists, uint32_t node, uint64_t *degree, uint32_t *reference)
{
    const tg_bvgraph_properties *properties = &lists->graph->properties;
    lists->fault.node = node;
    *reference = 0;
    *degree = read_field(lists, TG_BVGRAPH_OUTDEGREES);
    if (*degree > properties->nodes) return fail(lists, TG_BVGRAPH_TOO_MANY, *degree, 0);
    if (*degree == 0 || properties->window == 0) return TRICORN_OK;
    const uint64_t back = read_field(lists, TG_BVGRAPH_REFERENCES);
    if (back > properties->window) return fail(lists, TG_BVGRAPH_BEYOND_WINDOW, back, 0);
    if (back > node) return fail(lists, TG_BVGRAPH_BEFORE_FIRST, back, 0);
    *reference = (uint32_t)back;
    return TRICORN_OK;
}

static tricorn_status read_blocks(
  tricorn_context *context, tg_bvgraph_lists *lists, const tg_bvgraph_list *source, uint64_t degree)
{
    uint64_t left = source->count, copied = 0;
    const uint64_t count = read_field(lists, TG_BVGRAPH_BLOCK_COUNTS);
    /* Each block except for the first copies at least one successor. */
    if (count > source->count + 1) return fail(lists, TG_BVGRAPH_BLOCKS_TOO_LONG, source->node, source->count);
    TG_DO(make_room(context, &lists->blocks, count + 1));

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t length = read_field(lists, TG_BVGRAPH_BLOCKS) + (i > 0);
        if (length > left) return fail(lists, TG_BVGRAPH_BLOCKS_TOO_LONG, source->node, source->count);
        left -= length;
        if (i % 2 == 0) copied += length;
        lists->blocks.numbers[i] = (uint32_t)length;
    }
    lists->block_count = count;
    if (count % 2 == 0) { /* the successors after the last block are copied */
        lists->blocks.numbers[lists->block_count++] = (uint32_t)left;
        copied += left;
    }
    if (copied > degree) return fail(lists, TG_BVGRAPH_COPIES_TOO_MANY, copied, degree);
    lists->copied = copied;
    return TRICORN_OK;
}

/* Adds a difference that may be negative to `node`: the codes 0, 1, 2, 3, 4, ... stand for 0,
 * -1, 1, -2, 2, ... Returns UINT64_MAX if the sum is negative. */
static inline uint64_t add_signed(uint64_t node, uint64_t code)
{
    if (code % 2 == 0) return node + code / 2;
    return code / 2 + 1 > node ? UINT64_MAX : node - (code / 2 + 1);
}

/* Reads intervals that have at most `most` successors in all. */
static tricorn_status read_intervals(tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node, uint64_t most)
{
    const tg_bvgraph_properties *properties = &lists->graph->properties;
    uint64_t next = 0, left = most;
    const uint64_t count = read_field(lists, TG_BVGRAPH_INTERVALS);
    if (count > most / properties->least_length) return fail(lists, TG_BVGRAPH_INTERVALS_TOO_LONG, 0, most);
    TG_DO(make_room(context, &lists->intervals, 2 * count));

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t code = read_field(lists, TG_BVGRAPH_INTERVALS);
        const uint64_t first = i == 0 ? add_signed(node, code) : next + code + 1;
        const uint64_t length = read_field(lists, TG_BVGRAPH_INTERVALS) + properties->least_length;
        if (length > left) return fail(lists, TG_BVGRAPH_INTERVALS_TOO_LONG, 0, most);
        if (first >= properties->nodes || length > properties->nodes - first)
            return fail(lists, TG_BVGRAPH_NO_NODE, 0, 0);
        lists->intervals.numbers[2 * i] = (uint32_t)first;
        lists->intervals.numbers[2 * i + 1] = (uint32_t)length;
        left -= length;
        next = first + length;
    }
    lists->interval_count = count;
    lists->covered = most - left;
    return TRICORN_OK;
}

/* Reads everything that comes before the residuals; *source receives the list from which blocks are copied. */
static tricorn_status read_head(
  tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node, const tg_bvgraph_list **source)
{
    tg_bvgraph_list *list = list_of(lists, node);
    uint32_t reference;

    lists->block_count = lists->copied = lists->interval_count = lists->covered = 0;
    TG_DO(read_reference(lists, node, &list->count, &reference));
    list->node = node;
    if (reference > 0) {
        *source = list_of(lists, node - reference);
        if ((*source)->node != node - reference) return fail(lists, TG_BVGRAPH_NOT_DECODED, node - reference, 0);
        TG_DO(read_blocks(context, lists, *source, list->count));
    }
    if (list->count > lists->copied && lists->graph->properties.least_length > 0)
        TG_DO(read_intervals(context, lists, node, list->count - lists->copied));
    lists->residuals = list->count - lists->copied - lists->covered;
    return TRICORN_OK;
}

/* ---- copies, intervals, residuals ---- */

static void copy_blocks(const tg_bvgraph_lists *lists, const tg_bvgraph_list *source, uint32_t *to)
{
    const uint32_t *from = source->ids;
    for (uint64_t i = 0; i < lists->block_count; i++) {
        const uint32_t length = lists->blocks.numbers[i];
        if (i % 2 == 0) {
            for (uint32_t j = 0; j < length; j++) to[j] = from[j];
            to += length;
        }
        from += length;
    }
}

static void expand_intervals(const tg_bvgraph_lists *lists, uint32_t *to)
{
    const uint32_t *intervals = lists->intervals.numbers;
    for (uint64_t i = 0; i < lists->interval_count; i++, intervals += 2) {
        for (uint32_t j = 0; j < intervals[1]; j++) to[j] = intervals[0] + j;
        to += intervals[1];
    }
}

/* Reads the residuals, at least one. */
static tricorn_status read_residuals(tg_bvgraph_lists *lists, uint32_t node, uint32_t *to)
{
    const tg_code *code = lists->graph->codes[TG_BVGRAPH_RESIDUALS];
    const uint64_t nodes = lists->graph->properties.nodes, count = lists->residuals;
    uint64_t successor = add_signed(node, tg_code_read(&lists->bits, code));
    for (uint64_t i = 0;;) {
        if (successor >= nodes) return fail(lists, TG_BVGRAPH_NO_NODE, 0, 0);
        to[i++] = (uint32_t)successor;
        if (i == count) return TRICORN_OK;
        successor += tg_code_read(&lists->bits, code) + 1;
    }
}

/* Merges two ascending lists; returns false if they have a number in common. */
static bool merge(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count, uint32_t *to)
{
    const uint32_t *const a_end = a + a_count, *const b_end = b + b_count;
    bool apart = true;
    while (a < a_end && b < b_end) {
        const uint32_t x = *a, y = *b;
        apart &= x != y;
        *to++ = x < y ? x : y;
        a += x <= y;
        b += x > y;
    }
    memcpy(to, a, (size_t)(a_end - a) * sizeof *a);
    memcpy(to + (a_end - a), b, (size_t)(b_end - b) * sizeof *b);
    return apart;
}

static tricorn_status repeated(tg_bvgraph_lists *lists, const uint32_t *ids, uint64_t count)
{
    uint64_t i = 1;
    while (i < count && ids[i] != ids[i - 1]) i++;
    return fail(lists, TG_BVGRAPH_TWICE, i < count ? ids[i] : ids[0], 0);
}

/* Reads the successors that are not copied from another list. */
static tricorn_status read_extras(tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node, uint32_t *to)
{
    const uint64_t covered = lists->covered, residuals = lists->residuals;
    if (covered == 0) return read_residuals(lists, node, to);
    if (residuals == 0) {
        expand_intervals(lists, to);
        return TRICORN_OK;
    }
    TG_DO(make_room(context, &lists->singles, covered + residuals));
    uint32_t *singles = lists->singles.numbers;
    TG_DO(read_residuals(lists, node, singles));
    expand_intervals(lists, singles + residuals);
    if (!merge(singles, residuals, singles + residuals, covered, to)) TG_DO(repeated(lists, to, covered + residuals));
    return TRICORN_OK;
}

static tricorn_status read_list(
  tricorn_context *context, tg_bvgraph_lists *lists, const tg_bvgraph_list *source, tg_bvgraph_list *list)
{
    const uint64_t copied = lists->copied, extra = list->count - copied;
    const uint32_t node = (uint32_t)list->node;

    TG_DO(make_list_room(context, list));
    if (copied == 0) return extra ? read_extras(context, lists, node, list->ids) : TRICORN_OK;
    if (extra == 0) {
        copy_blocks(lists, source, list->ids);
        return TRICORN_OK;
    }
    TG_DO(make_room(context, &lists->copies, copied));
    TG_DO(make_room(context, &lists->extras, extra));
    copy_blocks(lists, source, lists->copies.numbers);
    TG_DO(read_extras(context, lists, node, lists->extras.numbers));
    if (!merge(lists->copies.numbers, copied, lists->extras.numbers, extra, list->ids))
        TG_DO(repeated(lists, list->ids, list->count));
    return TRICORN_OK;
}

/* ---- decoding ---- */

tricorn_status tg_bvgraph_lists_create(tricorn_context *context, const tg_bvgraph *graph, tg_bvgraph_lists *lists)
{
    *lists = (tg_bvgraph_lists){.graph = graph, .ring_size = graph->properties.window + 1};
    tricorn_status status = TG_ALLOC_ZERO(context, lists->ring_size, &lists->ring);
    if (status == TRICORN_OK) status = TG_ALLOC_ZERO(context, lists->ring_size, &lists->wanted);
    if (status != TRICORN_OK) return status;
    for (uint32_t i = 0; i < lists->ring_size; i++) lists->ring[i].node = UINT64_MAX;
    lists->bits = tg_bits_at(graph->stream, graph->bytes, 0);
    return TRICORN_OK;
}

void tg_bvgraph_lists_free(tg_bvgraph_lists *lists)
{
    for (uint32_t i = 0; lists->ring && i < lists->ring_size; i++) tg_free(lists->ring[i].ids);
    tg_free(lists->ring);
    tg_free(lists->wanted);
    tg_free(lists->blocks.numbers);
    tg_free(lists->intervals.numbers);
    tg_free(lists->copies.numbers);
    tg_free(lists->extras.numbers);
    tg_free(lists->singles.numbers);
    *lists = (tg_bvgraph_lists){0};
}

tricorn_status tg_bvgraph_lists_next(
  tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node, const tg_bvgraph_list **list)
{
    const tg_bvgraph_list *source = NULL;
    tricorn_status status = read_head(context, lists, node, &source);
    if (status == TRICORN_OK) status = read_list(context, lists, source, list_of(lists, node));
    if (status == TRICORN_OK && beyond_end(lists)) status = fail(lists, TG_BVGRAPH_ENDS, 0, 0);
    *list = list_of(lists, node);
    return status;
}

tricorn_status tg_bvgraph_lists_skip(tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node)
{
    const tg_bvgraph_list *source = NULL;
    const tg_code *code = lists->graph->codes[TG_BVGRAPH_RESIDUALS];
    TG_DO(read_head(context, lists, node, &source));
    for (uint64_t i = 0; i < lists->residuals; i++) (void)tg_code_read(&lists->bits, code);
    return beyond_end(lists) ? fail(lists, TG_BVGRAPH_ENDS, 0, 0) : TRICORN_OK;
}

void tg_bvgraph_lists_seek(tg_bvgraph_lists *lists, uint64_t position)
{
    lists->bits = tg_bits_at(lists->graph->stream, lists->graph->bytes, position);
}

/* ---- beginning in the middle ---- */

static uint32_t want(tg_bvgraph_lists *lists, uint64_t node)
{
    bool *wanted = &lists->wanted[(uint32_t)node % lists->ring_size];
    const bool was = *wanted;
    *wanted = true;
    return was ? 0 : 1;
}

typedef struct node_list {
    uint32_t *nodes;
    uint64_t count, room;
} node_list;

/* Finds the nodes whose lists are needed to decode those of the `window` nodes before `node`, in
 * descending order; *found is empty before. */
static tricorn_status find_wanted(
  tricorn_context *context, tg_bvgraph_lists *lists, const uint64_t *offsets, uint32_t node, node_list *found)
{
    const uint32_t window = lists->graph->properties.window;
    uint32_t pending = 0, reference;
    uint64_t degree;
    memset(lists->wanted, 0, lists->ring_size * sizeof *lists->wanted);
    for (uint32_t back = 1; back <= window && back <= node; back++) pending += want(lists, node - back);
    /* The loop ends at node 0 at the latest, because nothing refers to nodes before it. */
    for (uint32_t x = node; pending > 0;) {
        bool *wanted = &lists->wanted[--x % lists->ring_size];
        if (!*wanted) continue;
        *wanted = false;
        pending--;
        if (found->count == found->room) {
            const uint64_t room = found->room + found->room / 2 + lists->ring_size;
            TG_DO(TG_REALLOC(context, room, &found->nodes));
            found->room = room;
        }
        found->nodes[found->count++] = x;
        tg_bvgraph_lists_seek(lists, offsets[x]);
        TG_DO(read_reference(lists, x, &degree, &reference));
        if (reference > 0) pending += want(lists, x - reference);
    }
    return TRICORN_OK;
}

tricorn_status tg_bvgraph_lists_begin(
  tricorn_context *context, tg_bvgraph_lists *lists, const uint64_t *offsets, uint32_t node)
{
    tricorn_status status = TRICORN_OK;
    node_list found = {0};
    const tg_bvgraph_list *list = NULL;

    if (node > 0) TG_TRY(find_wanted(context, lists, offsets, node, &found));
    while (found.count-- > 0) {
        const uint32_t first = found.nodes[found.count];
        tg_bvgraph_lists_seek(lists, offsets[first]);
        TG_TRY(tg_bvgraph_lists_next(context, lists, first, &list));
    }
    tg_bvgraph_lists_seek(lists, offsets ? offsets[node] : 0);
cleanup:
    tg_free(found.nodes);
    return status;
}
