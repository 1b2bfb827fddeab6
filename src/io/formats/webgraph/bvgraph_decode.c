/* bvgraph_decode.c - decodes all lists of a BVGraph, with all threads.
 *
 * - One thread finds where chunks of nodes begin: it reads the offsets or, if the file has none,
 *   skips over all lists.  The other threads decode the chunks that were already found; in the
 *   end, the first thread helps them.
 * - A list may copy from earlier lists. So a thread first decodes the lists that the first
 *   nodes of its chunk need.
 * - If the file does not fit in memory, one thread decodes it from its beginning to its end.
 */
#include "io/formats/webgraph/bvgraph_decode.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <time.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    CHUNKS_PER_THREAD = 16, /* with this many chunks, all threads end at about the same time */
    LEAST_CHUNK = 1 << 18, /* in bits; with so large chunks, little is decoded twice */
    MOST_PADDING = 128, /* the most bits after the last list, because writers fill words */
    /* How many nodes and arcs are decoded between two reports of progress. */
    REPORT_WORK = 1 << 16,
    NAP_NANOSECONDS = 50000 /* how long a thread waits before it looks for another chunk again */
};

uint64_t tg_bvgraph_chunk_bits = 0;

/* ---- the work of all threads ---- */

typedef struct job {
    tricorn_context *context;
    const tg_bvgraph_source *source;
    const tg_bvgraph *graph;
    uint64_t bits; /* the number of bits of NAME.graph, with its padding */
    tg_edges *edges;

    /* Nodes + 1 entries, of which some may not be known yet; NULL: all nodes are one chunk. */
    uint64_t *offsets;
    uint32_t *starts; /* chunk c has the nodes starts[c] to starts[c + 1] - 1 */
    uint64_t chunk_bits;
    /* How many chunks were found, and how many were begun by threads. */
    _Atomic uint64_t ready, begun;
    atomic_bool found; /* all chunks were found */

    _Atomic int failure;
    tg_bvgraph_fault fault; /* the fault of the first bad node */
    /* The node that has this fault; UINT64_MAX: no fault was found. */
    _Atomic uint64_t fault_node;
    uint64_t end; /* the number of the bit after the last list */
} job;

static void note_fault(job *all, const tg_bvgraph_fault *fault)
{
#pragma omp critical(tg_bvgraph_fault)
    if (fault->node < all->fault_node) {
        all->fault = *fault;
        all->fault_node = fault->node;
    }
}

/* Stores a fault. Threads may find faults in any order; the first one in the file is reported. */
static void note(job *all, tricorn_status status, const tg_bvgraph_fault *fault)
{
    if (status == TRICORN_BAD_FORMAT)
        note_fault(all, fault);
    else
        tg_keep_failure(&all->failure, status);
}

static bool stopped(const job *all, uint64_t node)
{
    return all->failure != TRICORN_OK || all->fault_node < node || tg_cancelled(all->context);
}

/* ---- where chunks begin ---- */

/* Finds offsets: reads them, or skips over lists. */
typedef struct finder {
    tg_bits bits; /* the bits of NAME.offsets */
    tg_code code;
    tg_bvgraph_lists lists;
    bool skips;
} finder;

static tricorn_status create_finder(job *all, finder *from)
{
    *from = (finder){.skips = all->source->offsets == NULL};
    if (from->skips) return tg_bvgraph_lists_create(all->context, all->graph, &from->lists);
    tg_code_make(all->graph->properties.codes[TG_BVGRAPH_OFFSETS], false, &from->code);
    from->bits = tg_bits_at(all->source->offsets, all->source->offset_bytes, 0);
    return TRICORN_OK;
}

/* Reads the next offset, which is that of `node`. */
static bool next_offset(job *all, finder *from, uint64_t node, uint64_t *offset)
{
    tg_bvgraph_fault fault = {TG_BVGRAPH_OFFSETS_END, node, 0, 0};
    const uint64_t gap = tg_code_read(&from->bits, &from->code);
    const bool ends = tg_bits_position(&from->bits) > all->source->offset_bytes * 8;
    if (!ends && gap <= all->bits - *offset && (node > 0 || gap == 0)) {
        *offset += gap;
        return true;
    }
    if (!ends) {
        fault.kind = TG_BVGRAPH_OFFSET_BEYOND;
        fault.number = *offset + gap;
        fault.limit = node > 0 ? all->bits : 0;
    }
    note_fault(all, &fault);
    return false;
}

/* Finds the bit where the list of node + 1 begins. */
static bool find_next(job *all, finder *from, uint32_t node, uint64_t *offset)
{
    if (!from->skips) return next_offset(all, from, (uint64_t)node + 1, offset);
    const tricorn_status status = tg_bvgraph_lists_skip(all->context, &from->lists, node);
    if (status != TRICORN_OK) note(all, status, &from->lists.fault);
    *offset = tg_bits_position(&from->lists.bits);
    return status == TRICORN_OK;
}

/* Adds the chunk that ends before node `end`, so that other threads can decode it. */
static void publish(job *all, uint32_t end)
{
    const uint64_t ready = atomic_load_explicit(&all->ready, memory_order_relaxed);
    if (all->starts[ready] == end) return;
    all->starts[ready + 1] = end;
    atomic_store_explicit(&all->ready, ready + 1, memory_order_release);
}

static void find_chunks(job *all, finder *from)
{
    const uint32_t nodes = (uint32_t)all->graph->properties.nodes;
    uint64_t offset = 0, begin = 0;
    uint32_t node = 0;
    if (!from->skips && !next_offset(all, from, 0, &offset)) return;
    all->offsets[0] = offset;
    for (; node < nodes; node++) {
        if (node % REPORT_WORK == 0 && (tg_work_add(all->context, 0) || stopped(all, node))) return;
        if (!find_next(all, from, node, &offset)) break;
        all->offsets[(uint64_t)node + 1] = offset;
        if (offset - begin < all->chunk_bits) continue;
        publish(all, node + 1);
        begin = offset;
    }
    publish(all, node);
    if (node == nodes && !from->skips && all->source->offset_bytes * 8 - tg_bits_position(&from->bits) > MOST_PADDING)
        note_fault(all, &(tg_bvgraph_fault){TG_BVGRAPH_OFFSETS_MORE, nodes, 0, 0});
}

/* Finds all chunks; thread 0 does this, and the other threads wait for chunks. */
static void find_all(job *all)
{
    finder from;
    const tricorn_status status = create_finder(all, &from);
    if (status == TRICORN_OK)
        find_chunks(all, &from);
    else
        tg_keep_failure(&all->failure, status);
    tg_bvgraph_lists_free(&from.lists);
    atomic_store_explicit(&all->found, true, memory_order_release);
}

/* Waits for the next chunk; returns false after the last one. */
static bool next_chunk(job *all, uint64_t *chunk)
{
    *chunk = atomic_fetch_add(&all->begun, 1);
    for (;;) {
        const bool found = atomic_load_explicit(&all->found, memory_order_acquire);
        if (*chunk < atomic_load_explicit(&all->ready, memory_order_acquire)) return true;
        if (found) return false;
        nanosleep(&(struct timespec){.tv_nsec = NAP_NANOSECONDS}, NULL);
    }
}

/* ---- decoding a chunk ---- */

typedef struct worker {
    job *all;
    tg_bvgraph_lists lists;
    tg_edge_part part;
    uint64_t arcs; /* how many arcs were decoded */
    uint64_t share; /* how many arcs the part makes room for at a time */
    /* work: nodes and arcs since the last report; reported: the bit at which that report was made. */
    uint64_t work, reported;
} worker;

/* Makes room for `more` arcs. The parts are large and of different sizes, so they grow by a
 * smaller factor than other parts do. */
static tricorn_status make_room(worker *me, uint64_t more)
{
    enum { GROWTH = 4, LEAST_GROWTH = 1 << 12 };
    tg_edge_part *part = &me->part;
    if (more <= part->room - part->count) return TRICORN_OK;
    if (part->spill) return tg_edge_part_reserve(me->all->context, part, more, sizeof(tg_edge));
    const uint64_t least = part->count + more;
    const uint64_t grown = part->room + part->room / GROWTH + LEAST_GROWTH;
    const uint64_t room = least > grown ? least : grown;
    const tricorn_status status = tg_realloc(me->all->context, room, sizeof(tg_edge), &part->edges);
    if (status == TRICORN_OK) part->room = room;
    return status;
}

static tricorn_status push_list(worker *me, uint32_t node, const tg_bvgraph_list *list)
{
    tg_edge_part *part = &me->part;
    if (list->count > me->all->graph->properties.arcs - me->arcs) {
        me->lists.fault.kind = TG_BVGRAPH_ARCS;
        return TRICORN_BAD_FORMAT;
    }
    me->arcs += list->count;
    for (uint64_t done = 0, some; done < list->count; done += some) {
        some = list->count - done < me->share ? list->count - done : me->share;
        TG_DO(make_room(me, some));
        tg_edge *to = (tg_edge *)part->edges + part->count;
        for (uint64_t i = 0; i < some; i++) to[i] = (tg_edge){node, list->ids[done + i]};
        part->count += some;
    }
    return TRICORN_OK;
}

/* Returns the number of the bit where the next list begins. */
static uint64_t position_of(const worker *me)
{
    const tg_bvgraph_window *window = me->all->source->window;
    return tg_bits_position(&me->lists.bits) + (window ? window->dropped * 8 : 0);
}

/* Decodes the next list. If the window ends within the list, moves the window and decodes it again. */
static tricorn_status next_list(worker *me, uint32_t node, const tg_bvgraph_list **list)
{
    tricorn_context *context = me->all->context;
    tg_bvgraph_window *window = me->all->source->window;
    if (window == NULL) return tg_bvgraph_lists_next(context, &me->lists, node, list);
    uint64_t position = tg_bits_position(&me->lists.bits);
    tricorn_status status = TRICORN_OK;
    for (bool low = tg_bvgraph_window_is_low(window, position);; low = true) {
        if (low) TG_TRY(tg_bvgraph_window_more(context, window, &position));
        if (low) tg_bvgraph_lists_seek(&me->lists, position);
        status = tg_bvgraph_lists_next(context, &me->lists, node, list);
        if (status != TRICORN_BAD_FORMAT || me->lists.fault.kind != TG_BVGRAPH_ENDS || window->ended) break;
    }
cleanup:
    return status;
}

/* Checks that the list ends where, according to the offsets, the next one begins. */
static tricorn_status check_offset(worker *me, uint32_t node)
{
    const uint64_t *offsets = me->all->offsets;
    const uint64_t end = tg_bits_position(&me->lists.bits);
    if (offsets == NULL || offsets[(uint64_t)node + 1] == end) return TRICORN_OK;
    me->lists.fault.kind = TG_BVGRAPH_OFFSET;
    me->lists.fault.number = end;
    me->lists.fault.limit = offsets[(uint64_t)node + 1];
    return TRICORN_BAD_FORMAT;
}

static bool report(worker *me, uint64_t work)
{
    me->work += work;
    if (me->work < REPORT_WORK) return false;
    const uint64_t position = position_of(me);
    const bool stop = tg_work_add(me->all->context, (position - me->reported) / 8);
    me->work = 0;
    me->reported = position;
    return stop;
}

static tricorn_status decode_chunk(worker *me, uint32_t first, uint32_t last)
{
    job *all = me->all;
    const tg_bvgraph_list *list = NULL;
    TG_DO(tg_bvgraph_lists_begin(all->context, &me->lists, all->offsets, first));
    me->reported = position_of(me);
    for (uint32_t node = first; node < last; node++) {
        TG_DO(next_list(me, node, &list));
        TG_DO(check_offset(me, node));
        if (list->count > 0) TG_DO(push_list(me, node, list));
        if (report(me, 1 + list->count)) break;
    }
    if (last == all->graph->properties.nodes) all->end = position_of(me);
    return TRICORN_OK;
}

static void decode_chunks(job *all, tg_edge_part *part)
{
    worker me = {.all = all, .part = *part}; /* a copy, so that it has cache lines of its own */
    me.share = tg_edge_part_share(part, all->edges->part_count, sizeof(tg_edge));
    uint64_t chunk = 0;
    tricorn_status status = tg_bvgraph_lists_create(all->context, all->graph, &me.lists);
    if (status != TRICORN_OK) tg_keep_failure(&all->failure, status);
    while (status == TRICORN_OK && next_chunk(all, &chunk)) {
        const uint32_t first = all->starts[chunk];
        if (stopped(all, first)) break;
        status = decode_chunk(&me, first, all->starts[chunk + 1]);
        if (status != TRICORN_OK) note(all, status, &me.lists.fault);
    }
    tg_bvgraph_lists_free(&me.lists);
    *part = me.part;
}

/* ---- all steps ---- */

/* Allocates offsets and chunks. If the file has no offsets, a single thread needs no chunks. */
static tricorn_status plan(job *all)
{
    tricorn_context *context = all->context;
    const uint64_t nodes = all->graph->properties.nodes;
    const bool alone = all->source->window != NULL || (context->threads == 1 && tg_bvgraph_chunk_bits == 0);

    all->chunk_bits = tg_bvgraph_chunk_bits;
    if (all->chunk_bits == 0 || alone) {
        all->chunk_bits = all->bits / ((uint64_t)context->threads * CHUNKS_PER_THREAD);
        if (all->chunk_bits < LEAST_CHUNK) all->chunk_bits = LEAST_CHUNK;
        if (alone) all->chunk_bits = UINT64_MAX;
    }
    /* Each chunk except for the last one has at least this many bits. */
    TG_DO(TG_ALLOC_ZERO(context, all->bits / all->chunk_bits + 2, &all->starts));
    if (alone && all->source->offsets == NULL) {
        all->starts[1] = (uint32_t)nodes;
        all->ready = nodes > 0;
        all->found = true;
        return TRICORN_OK;
    }
    return TG_ALLOC(context, nodes + 1, &all->offsets);
}

/* Reserves memory for as many arcs as the properties state, if the file is large enough to have
 * them, so that parts seldom grow. If several threads decode, each gets only half of an equal
 * share, because they may decode different numbers of arcs. */
static tricorn_status reserve_parts(job *all)
{
    const uint64_t arcs = all->graph->properties.arcs, threads = all->edges->part_count;
    const uint64_t likely = arcs < all->bits ? arcs : all->bits;
    const uint64_t room = threads == 1 ? likely : likely / threads / 2;
    for (uint32_t p = 0; p < threads && all->edges->spill == NULL; p++) {
        TG_DO(tg_edge_part_reserve(all->context, &all->edges->parts[p], room, sizeof(tg_edge)));
    }
    return TRICORN_OK;
}

static tricorn_status decode(job *all)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context *context = all->context;

    TG_TRY(plan(all));
    const uint32_t threads = all->source->window ? 1 : context->threads;
    TG_TRY(tg_edges_create(context, threads, all->edges));
    TG_TRY(reserve_parts(all));
    tg_work_begin(context, "decoding", all->bits / 8);
#pragma omp parallel num_threads((int)threads)
    {
        const int thread = omp_get_thread_num();
        if (thread == 0 && !all->found) find_all(all);
        decode_chunks(all, &all->edges->parts[thread]);
    }
    status = (tricorn_status)all->failure;
    if (status == TRICORN_OK) status = tg_check_cancelled(context);
cleanup:
    tg_free(all->offsets);
    tg_free(all->starts);
    return status;
}

/* ---- messages ---- */

static const char DAMAGED[] = "the file is damaged, or its .properties are those of another graph";

static tricorn_status report_offsets(tricorn_context *context, const job *all)
{
    static const char remedy[] = "it does not belong to the graph; without it tricorn reads the "
                                 "graph too: remove or rename it";
    const tg_bvgraph_fault *fault = &all->fault;
    const char *name = all->source->offsets_name;
    switch (fault->kind) {
    case TG_BVGRAPH_OFFSETS_END:
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: it ends before the offset %" PRIu64 " of %" PRIu64 ": %s",
          name, fault->node, all->graph->properties.nodes + 1, remedy);
    case TG_BVGRAPH_OFFSETS_MORE:
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: it goes on behind the offsets of %" PRIu64 " nodes: %s", name,
          fault->node, remedy);
    case TG_BVGRAPH_OFFSET_BEYOND:
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: offset %" PRIu64 " is bit %" PRIu64 ", beyond bit %" PRIu64 ": %s", name, fault->node, fault->number,
          fault->limit, remedy);
    default:
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: it says that the list of node %" PRIu64 " ends at bit %" PRIu64 ", but it ends at bit %" PRIu64 ": %s",
          name, fault->node, fault->limit, fault->number, remedy);
    }
}

/* Describes the fault: writes the middle of the message "NAME: node N: ...: DAMAGED". */
static const char *describe_fault(const job *all, char *text, size_t room)
{
    const tg_bvgraph_fault *fault = &all->fault;
    const tg_bvgraph_properties *properties = &all->graph->properties;
    switch (fault->kind) {
    case TG_BVGRAPH_ENDS: return "the file ends within its list";
    case TG_BVGRAPH_NO_NODE: return "one of its successors is negative or too large";
    case TG_BVGRAPH_TOO_MANY:
        snprintf(text, room, "its outdegree of %" PRIu64 " is more than there are nodes (%" PRIu64 ")", fault->number,
          properties->nodes);
        break;
    case TG_BVGRAPH_BEYOND_WINDOW:
        snprintf(text, room, "it refers to %" PRIu64 " nodes before, beyond the window of %u", fault->number,
          properties->window);
        break;
    case TG_BVGRAPH_BEFORE_FIRST:
        snprintf(text, room, "it refers to %" PRIu64 " nodes before it, which is no node", fault->number);
        break;
    case TG_BVGRAPH_NOT_DECODED:
        snprintf(text, room, "it refers to node %" PRIu64 ", whose list is not known", fault->number);
        break;
    case TG_BVGRAPH_BLOCKS_TOO_LONG:
        snprintf(
          text, room, "it copies more than the %" PRIu64 " successors of node %" PRIu64, fault->limit, fault->number);
        break;
    case TG_BVGRAPH_COPIES_TOO_MANY:
        snprintf(
          text, room, "it copies %" PRIu64 " successors but its outdegree is %" PRIu64, fault->number, fault->limit);
        break;
    case TG_BVGRAPH_INTERVALS_TOO_LONG:
        snprintf(text, room, "its intervals are longer than the %" PRIu64 " successors they may hold", fault->limit);
        break;
    case TG_BVGRAPH_TWICE: snprintf(text, room, "its successor %" PRIu64 " is listed twice", fault->number); break;
    default:
        snprintf(
          text, room, "up to here there are more arcs than the %" PRIu64 " of its .properties", properties->arcs);
    }
    return text;
}

static tricorn_status report_fault(tricorn_context *context, const job *all)
{
    enum { TEXT_BYTES = 160 };
    char text[TEXT_BYTES] = "";
    if (all->source->offsets && all->fault.kind >= TG_BVGRAPH_OFFSET) return report_offsets(context, all);
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: node %" PRIu64 ": %s: %s", all->source->name, all->fault.node,
      describe_fault(all, text, sizeof text), DAMAGED);
}

static tricorn_status check_totals(tricorn_context *context, const job *all)
{
    const tg_bvgraph_properties *properties = &all->graph->properties;
    const char *name = all->source->name;
    const uint64_t arcs = tg_edges_count(all->edges);
    if (arcs != properties->arcs)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: it has %" PRIu64 " arcs, but its .properties say %" PRIu64 ": %s", name, arcs, properties->arcs,
          DAMAGED);
    if (properties->length != UINT64_MAX && properties->length != all->end)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its lists have %" PRIu64 " bits, but its .properties say %" PRIu64 ": %s", name, all->end,
          properties->length, DAMAGED);
    if (all->bits - all->end > MOST_PADDING)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %" PRIu64 " bytes follow the list of the last node: %s", name,
          (all->bits - all->end) / 8, DAMAGED);
    return TRICORN_OK;
}

tricorn_status tg_bvgraph_decode(tricorn_context *context, const tg_bvgraph_source *source, tg_edges *edges)
{
    job all = {.context = context,
      .source = source,
      .graph = &source->graph,
      .bits = source->bytes * 8,
      .edges = edges,
      .fault_node = UINT64_MAX};
    const tg_bvgraph_properties *properties = &source->graph.properties;
    if (properties->nodes > all.bits) /* each node has at least one bit */
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its %" PRIu64 " bytes cannot hold the lists of %" PRIu64 " nodes that its .properties say: %s",
          source->name, source->bytes, properties->nodes, DAMAGED);
    tricorn_status status = decode(&all);
    if (status == TRICORN_OK && all.fault_node != UINT64_MAX) status = report_fault(context, &all);
    if (status == TRICORN_OK) status = check_totals(context, &all);
    if (status != TRICORN_OK) return status;
    edges->vertices = properties->nodes;
    edges->declared = true;
    return TRICORN_OK;
}
