/* bvgraph_decode.c - all lists of a BVGraph, by all threads.
 *
 * One thread finds where stretches of nodes begin, from the offsets or by skipping over all
 * lists; the others decode the stretches found so far, and it joins them at the end.  A list may
 * copy from lists before it, so a stretch begins with decoding the lists that its first nodes
 * need.  What does not fit in memory is decoded by one thread, front to back.
 */
#include "io/formats/webgraph/bvgraph_decode.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <time.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    STRETCHES_PER_THREAD = 16, /* so that all threads end at about the same time */
    LEAST_STRETCH = 1 << 18,   /* bits; little is decoded twice in comparison */
    MOST_PADDING = 128,        /* bits behind the last list: writers pad words */
    REPORT_WORK = 1 << 16,     /* nodes and arcs between two progress reports */
    NAP_NANOSECONDS = 50000    /* nanoseconds between two checks for a further stretch */
};

uint64_t tg_bvgraph_stretch_bits = 0;

/* ---- the work of all threads -----------------------------------------------------------------
 */

typedef struct job {
    tricorn_context *context;
    const tg_bvgraph_source *source;
    const tg_bvgraph *graph;
    uint64_t bits; /* in NAME.graph, padding included */
    tg_edges *edges;

    uint64_t *offsets; /* nodes + 1, as far as they are known; NULL: one stretch holds all */
    uint32_t *starts;  /* stretch s has nodes starts[s] to starts[s + 1] - 1 */
    uint64_t stretch_bits;
    _Atomic uint64_t ready, taken; /* stretches */
    atomic_bool found;             /* no further stretch will follow */

    _Atomic int failure;
    tg_bvgraph_fault fault;      /* the fault of the first bad node */
    _Atomic uint64_t fault_node; /* UINT64_MAX: none */
    uint64_t end;                /* bit behind the last list */
} job;

static void note_fault(job *all, const tg_bvgraph_fault *fault)
{
#pragma omp critical(tg_bvgraph_fault)
    if (fault->node < all->fault_node) {
        all->fault = *fault;
        all->fault_node = fault->node;
    }
}

/* Threads keep their own faults: the first in the file is reported, whichever thread finds one
 * first. */
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

/* ---- where stretches begin -------------------------------------------------------------------
 */

/* Plans the next search: by offsets, or by skipping lists. */
typedef struct finder {
    tg_bits bits; /* of the offsets */
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

/* The next offset, which is that of `node`. */
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

/* The bit where the list of the node after `node` begins. */
static bool find_next(job *all, finder *from, uint32_t node, uint64_t *offset)
{
    if (!from->skips) return next_offset(all, from, (uint64_t)node + 1, offset);
    const tricorn_status status = tg_bvgraph_lists_skip(all->context, &from->lists, node);
    if (status != TRICORN_OK) note(all, status, &from->lists.fault);
    *offset = tg_bits_position(&from->lists.bits);
    return status == TRICORN_OK;
}

/* Skips nodes before `end`; fewer, if a list cannot be decoded. */
static void publish(job *all, uint32_t end)
{
    const uint64_t ready = atomic_load_explicit(&all->ready, memory_order_relaxed);
    if (all->starts[ready] == end) return;
    all->starts[ready + 1] = end;
    atomic_store_explicit(&all->ready, ready + 1, memory_order_release);
}

static void find_stretches(job *all, finder *from)
{
    const uint32_t nodes = (uint32_t)all->graph->properties.nodes;
    uint64_t offset = 0, begin = 0;
    uint32_t node = 0;
    if (!from->skips && !next_offset(all, from, 0, &offset)) return;
    all->offsets[0] = offset;
    for (; node < nodes; node++) {
        if (node % REPORT_WORK == 0 && (tg_work_add(all->context, 0) || stopped(all, node)))
            return;
        if (!find_next(all, from, node, &offset)) break;
        all->offsets[(uint64_t)node + 1] = offset;
        if (offset - begin < all->stretch_bits) continue;
        publish(all, node + 1);
        begin = offset;
    }
    publish(all, node);
    if (node == nodes && !from->skips &&
        all->source->offset_bytes * 8 - tg_bits_position(&from->bits) > MOST_PADDING)
        note_fault(all, &(tg_bvgraph_fault){TG_BVGRAPH_OFFSETS_MORE, nodes, 0, 0});
}

/* For thread 0 only; the others wait for it. */
static void find_all(job *all)
{
    finder from;
    const tricorn_status status = create_finder(all, &from);
    if (status == TRICORN_OK)
        find_stretches(all, &from);
    else
        tg_keep_failure(&all->failure, status);
    tg_bvgraph_lists_free(&from.lists);
    atomic_store_explicit(&all->found, true, memory_order_release);
}

/* Takes the next stretch and waits until it is ready; false after the last one. */
static bool take_stretch(job *all, uint64_t *stretch)
{
    *stretch = atomic_fetch_add(&all->taken, 1);
    for (;;) {
        const bool found = atomic_load_explicit(&all->found, memory_order_acquire);
        if (*stretch < atomic_load_explicit(&all->ready, memory_order_acquire)) return true;
        if (found) return false;
        nanosleep(&(struct timespec){.tv_nsec = NAP_NANOSECONDS}, NULL);
    }
}

/* ---- decoding a stretch
 * ------------------------------------------------------------------------ */

typedef struct worker {
    job *all;
    tg_bvgraph_lists lists;
    tg_edge_part part;
    uint64_t arcs;           /* decoded */
    uint64_t share;          /* of them, for which the part makes room at once */
    uint64_t work, reported; /* nodes, arcs and bits not yet reported */
} worker;

/* Room for `more` arcs.  Parts are large and differ in size: they grow by less than usual. */
static tricorn_status make_room(worker *me, uint64_t more)
{
    enum { GROWTH = 4, LEAST_GROWTH = 1 << 12 };
    tg_edge_part *part = &me->part;
    if (more <= part->room - part->count) return TRICORN_OK;
    if (part->spill) return tg_edge_part_reserve(me->all->context, part, more, sizeof(tg_edge));
    const uint64_t least = part->count + more;
    const uint64_t grown = part->room + part->room / GROWTH + LEAST_GROWTH;
    const uint64_t room = least > grown ? least : grown;
    const tricorn_status status =
        tg_realloc(me->all->context, room, sizeof(tg_edge), &part->edges);
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
        const tricorn_status status = make_room(me, some);
        if (status != TRICORN_OK) return status;
        tg_edge *to = (tg_edge *)part->edges + part->count;
        for (uint64_t i = 0; i < some; i++) to[i] = (tg_edge){node, list->ids[done + i]};
        part->count += some;
    }
    return TRICORN_OK;
}

/* Bits before the one where the next list begins. */
static uint64_t position_of(const worker *me)
{
    const tg_bvgraph_window *window = me->all->source->window;
    return tg_bits_position(&me->lists.bits) + (window ? window->dropped * 8 : 0);
}

/* Decodes the next list; if that ends before it, the window goes on. */
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
        if (status != TRICORN_BAD_FORMAT || me->lists.fault.kind != TG_BVGRAPH_ENDS ||
            window->ended)
            break;
    }
cleanup:
    return status;
}

/* The list must end where the next one begins. */
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

/* True when to stop. */
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

static tricorn_status decode_stretch(worker *me, uint32_t first, uint32_t last)
{
    tricorn_status status = TRICORN_OK;
    job *all = me->all;
    const tg_bvgraph_list *list = NULL;
    TG_TRY(tg_bvgraph_lists_begin(all->context, &me->lists, all->offsets, first));
    me->reported = position_of(me);
    for (uint32_t node = first; node < last; node++) {
        TG_TRY(next_list(me, node, &list));
        TG_TRY(check_offset(me, node));
        if (list->count > 0) TG_TRY(push_list(me, node, list));
        if (report(me, 1 + list->count)) break;
    }
    if (last == all->graph->properties.nodes) all->end = position_of(me);
cleanup:
    return status;
}

static void decode_stretches(job *all, tg_edge_part *part)
{
    worker me = {.all = all, .part = *part}; /* on cache lines of its own */
    me.share = tg_edge_part_share(part, all->edges->part_count, sizeof(tg_edge));
    uint64_t stretch = 0;
    tricorn_status status = tg_bvgraph_lists_create(all->context, all->graph, &me.lists);
    if (status != TRICORN_OK) tg_keep_failure(&all->failure, status);
    while (status == TRICORN_OK && take_stretch(all, &stretch)) {
        const uint32_t first = all->starts[stretch];
        if (stopped(all, first)) break;
        status = decode_stretch(&me, first, all->starts[stretch + 1]);
        if (status != TRICORN_OK) note(all, status, &me.lists.fault);
    }
    tg_bvgraph_lists_free(&me.lists);
    *part = me.part;
}

/* ---- all together
 * ------------------------------------------------------------------------------ */

/* Allocates offsets and stretches; without offsets a single thread needs none. */
static tricorn_status plan(job *all)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context *context = all->context;
    const uint64_t nodes = all->graph->properties.nodes;
    const bool alone =
        all->source->window != NULL || (context->threads == 1 && tg_bvgraph_stretch_bits == 0);

    all->stretch_bits = tg_bvgraph_stretch_bits;
    if (all->stretch_bits == 0 || alone) {
        all->stretch_bits = all->bits / ((uint64_t)context->threads * STRETCHES_PER_THREAD);
        if (all->stretch_bits < LEAST_STRETCH) all->stretch_bits = LEAST_STRETCH;
        if (alone) all->stretch_bits = UINT64_MAX;
    }
    /* All but the last stretch are at least this long. */
    TG_TRY(TG_ALLOC_ZERO(context, all->bits / all->stretch_bits + 2, &all->starts));
    if (alone && all->source->offsets == NULL) {
        all->starts[1] = (uint32_t)nodes;
        all->ready = nodes > 0;
        all->found = true;
        return TRICORN_OK;
    }
    TG_TRY(TG_ALLOC(context, nodes + 1, &all->offsets));
cleanup:
    return status;
}

/* Reserves memory so that parts seldom grow: the number of arcs in the properties, if the file
 * can hold so many.  If threads share it unevenly, only half of an even share. */
static tricorn_status reserve_parts(job *all)
{
    const uint64_t arcs = all->graph->properties.arcs, threads = all->edges->part_count;
    const uint64_t likely = arcs < all->bits ? arcs : all->bits;
    const uint64_t room = threads == 1 ? likely : likely / threads / 2;
    for (uint32_t p = 0; p < threads && all->edges->spill == NULL; p++) {
        const tricorn_status status =
            tg_edge_part_reserve(all->context, &all->edges->parts[p], room, sizeof(tg_edge));
        if (status != TRICORN_OK) return status;
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
        decode_stretches(all, &all->edges->parts[thread]);
    }
    status = (tricorn_status)all->failure;
    if (status == TRICORN_OK) status = tg_check_cancelled(context);
cleanup:
    tg_free(all->offsets);
    tg_free(all->starts);
    return status;
}

/* ---- what is told
 * ------------------------------------------------------------------------------ */

static const char DAMAGED[] =
    "the file is damaged, or its .properties are those of another graph";

static tricorn_status tell_offsets(tricorn_context *context, const job *all)
{
    static const char remedy[] = "it does not belong to the graph; without it tricorn reads the "
                                 "graph too: remove or rename it";
    const tg_bvgraph_fault *fault = &all->fault;
    const char *name = all->source->offsets_name;
    switch (fault->kind) {
    case TG_BVGRAPH_OFFSETS_END:
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: it ends before the offset %" PRIu64 " of %" PRIu64 ": %s", name,
                       fault->node, all->graph->properties.nodes + 1, remedy);
    case TG_BVGRAPH_OFFSETS_MORE:
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: it goes on behind the offsets of %" PRIu64 " nodes: %s", name,
                       fault->node, remedy);
    case TG_BVGRAPH_OFFSET_BEYOND:
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: offset %" PRIu64 " is bit %" PRIu64 ", beyond bit %" PRIu64 ": %s",
                       name, fault->node, fault->number, fault->limit, remedy);
    default:
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: it says that the list of node %" PRIu64 " ends at bit %" PRIu64
                       ", but it ends at bit %" PRIu64 ": %s",
                       name, fault->node, fault->limit, fault->number, remedy);
    }
}

/* The middle of "NAME: node N: ...", with one or two numbers. */
static const char *describe_fault(const job *all, char *text, size_t room)
{
    const tg_bvgraph_fault *fault = &all->fault;
    const tg_bvgraph_properties *properties = &all->graph->properties;
    switch (fault->kind) {
    case TG_BVGRAPH_ENDS: return "the file ends within its list";
    case TG_BVGRAPH_NO_NODE: return "one of its successors is negative or too large";
    case TG_BVGRAPH_TOO_MANY:
        snprintf(text, room,
                 "its outdegree of %" PRIu64 " is more than there are nodes (%" PRIu64 ")",
                 fault->number, properties->nodes);
        break;
    case TG_BVGRAPH_BEYOND_WINDOW:
        snprintf(text, room, "it refers to %" PRIu64 " nodes before, beyond the window of %u",
                 fault->number, properties->window);
        break;
    case TG_BVGRAPH_BEFORE_FIRST:
        snprintf(text, room, "it refers to %" PRIu64 " nodes before, where there is none",
                 fault->number);
        break;
    case TG_BVGRAPH_NOT_DECODED:
        snprintf(text, room, "it refers to node %" PRIu64 ", whose list is not known",
                 fault->number);
        break;
    case TG_BVGRAPH_BLOCKS_TOO_LONG:
        snprintf(text, room, "it copies more than the %" PRIu64 " successors of node %" PRIu64,
                 fault->limit, fault->number);
        break;
    case TG_BVGRAPH_COPIES_TOO_MANY:
        snprintf(text, room, "it copies %" PRIu64 " successors but its outdegree is %" PRIu64,
                 fault->number, fault->limit);
        break;
    case TG_BVGRAPH_INTERVALS_TOO_LONG:
        snprintf(text, room,
                 "its intervals are longer than the %" PRIu64 " successors they may hold",
                 fault->limit);
        break;
    case TG_BVGRAPH_TWICE:
        snprintf(text, room, "its successor %" PRIu64 " stands there twice", fault->number);
        break;
    default:
        snprintf(text, room,
                 "up to here there are more arcs than the %" PRIu64 " of its .properties",
                 properties->arcs);
    }
    return text;
}

static tricorn_status tell_fault(tricorn_context *context, const job *all)
{
    enum { TEXT_BYTES = 160 };
    char text[TEXT_BYTES] = "";
    if (all->source->offsets && all->fault.kind >= TG_BVGRAPH_OFFSET)
        return tell_offsets(context, all);
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: node %" PRIu64 ": %s: %s", all->source->name,
                   all->fault.node, describe_fault(all, text, sizeof text), DAMAGED);
}

/* Compares the totals of all lists with the properties. */
static tricorn_status check_totals(tricorn_context *context, const job *all)
{
    const tg_bvgraph_properties *properties = &all->graph->properties;
    const char *name = all->source->name;
    const uint64_t arcs = tg_edges_count(all->edges);
    if (arcs != properties->arcs)
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: it has %" PRIu64 " arcs, but its .properties say %" PRIu64 ": %s",
                       name, arcs, properties->arcs, DAMAGED);
    if (properties->length != UINT64_MAX && properties->length != all->end)
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: its lists have %" PRIu64 " bits, but its .properties say %" PRIu64
                       ": %s",
                       name, all->end, properties->length, DAMAGED);
    if (all->bits - all->end > MOST_PADDING)
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: %" PRIu64 " bytes follow the list of the last node: %s", name,
                       (all->bits - all->end) / 8, DAMAGED);
    return TRICORN_OK;
}

tricorn_status tg_bvgraph_decode(tricorn_context *context, const tg_bvgraph_source *source,
                                 tg_edges *edges)
{
    job all = {.context = context,
               .source = source,
               .graph = &source->graph,
               .bits = source->bytes * 8,
               .edges = edges,
               .fault_node = UINT64_MAX};
    const tg_bvgraph_properties *properties = &source->graph.properties;
    if (properties->nodes > all.bits) /* each takes at least one bit */
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: its %" PRIu64 " bytes cannot hold the lists of %" PRIu64
                       " nodes that its .properties say: %s",
                       source->name, source->bytes, properties->nodes, DAMAGED);
    tricorn_status status = decode(&all);
    if (status == TRICORN_OK && all.fault_node != UINT64_MAX) status = tell_fault(context, &all);
    if (status == TRICORN_OK) status = check_totals(context, &all);
    if (status != TRICORN_OK) return status;
    edges->vertices = properties->nodes;
    edges->declared = true;
    return TRICORN_OK;
}
