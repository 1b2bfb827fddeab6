/* cliques.c - lists the cliques of a graph, one each time that Python asks for the next.
 *
 * Vertices have numbers in an order of degeneracy: few neighbours of a vertex have larger numbers. A clique is found
 * at its smallest vertex v. Its other vertices are among the neighbours behind v, whose edges are a small matrix of
 * bits. A maximal clique has no common neighbour left, also none of those before v, which have rows in the matrix,
 * too. Sources:
 * Eppstein, Loeffler, Strash, "Listing All Maximal Cliques in Sparse Graphs in Near-Optimal Time", 2010; the pivot is
 * that of Tomita, Tanaka, Takahashi, "The Worst-Case Time Complexity for Generating All Maximal Cliques", 2006. */
#include "graph.h"

#include <string.h>

enum { STEPS_BETWEEN_SIGNALS = 1 << 12 };

/* A clique, and what extends it. All but `vertex` are places in the matrix. */
typedef struct level {
    uint64_t *left; /* a bit for each vertex behind v that extends the clique */
    uint64_t *todo; /* those of `left` by which it is still to be extended */
    /* in `excluded`: those that extend the clique, too, but whose cliques are found elsewhere */
    size_t first, count;
    uint32_t vertex; /* the vertex that the clique has and that of the level before lacks */
} level;

typedef struct cliques {
    PyObject base;
    PyObject *nodes; /* a tuple */
    Py_buffer buffers[3];
    /* rows; those behind a vertex v begin at middles[v] */
    const int64_t *offsets, *middles, *ids;
    uint32_t size; /* of all cliques that are wanted; 0: the maximal ones */
    uint32_t vertices, next, depth, words;
    uint32_t *places; /* of the neighbours behind v: their places, from 1 on */
    uint64_t *matrix, *excluded;
    size_t matrix_room, excluded_room;
    level *levels;
    uint64_t *sets;
} cliques;

static PyTypeObject *cliques_class;

static const uint64_t *row_of(const cliques *self, uint64_t place)
{
    return self->matrix + place * self->words;
}

/* Makes room for `count` numbers; false with an exception set if this fails. */
static bool reserve(uint64_t **array, size_t *room, size_t count)
{
    if (count <= *room) return true;
    void *more = PyMem_Realloc(*array, 2 * count * sizeof **array);
    if (more == NULL) return PyErr_NoMemory() != NULL;
    *array = more;
    *room = 2 * count;
    return true;
}

static uint32_t count_common(const uint64_t *one, const uint64_t *other, uint32_t words)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < words; i++) count += (uint32_t)__builtin_popcountll(one[i] & other[i]);
    return count;
}

/* Chooses by which vertices a maximal clique is sought. One vertex may be left out with its
 * neighbours, since a clique has it or a vertex that is not its neighbour: that with the most. */
static void choose_around_pivot(cliques *self, level *now, uint32_t left)
{
    const uint64_t *best = NULL;
    uint32_t most = 0;
    for (size_t i = 0; i < now->count && most < left; i++) {
        const uint64_t *row = row_of(self, self->excluded[now->first + i]);
        const uint32_t common = count_common(row, now->left, self->words);
        if (common > most) best = row, most = common;
    }
    for (uint32_t i = 0; i < 64 * self->words && most < left; i++) {
        if ((now->left[i / 64] >> i % 64 & 1) == 0) continue;
        const uint32_t common = count_common(row_of(self, i), now->left, self->words);
        if (common > most) best = row_of(self, i), most = common;
    }
    for (uint32_t i = 0; i < self->words; i++) now->todo[i] = now->left[i] & ~(best ? best[i] : 0);
}

/* Prepares the last level, and returns whether its clique is wanted. */
static bool enter(cliques *self)
{
    level *now = &self->levels[self->depth - 1];
    const uint32_t left = count_common(now->left, now->left, self->words);
    if (self->size == 0) {
        choose_around_pivot(self, now, left);
        return left == 0 && now->count == 0;
    }
    const bool more = self->depth < self->size && left >= self->size - self->depth;
    for (uint32_t i = 0; i < self->words; i++) now->todo[i] = more ? now->left[i] : 0;
    return self->depth == self->size;
}

/* Adds the level of the clique that a vertex extends; false with an exception set. */
static bool descend(cliques *self, uint32_t place)
{
    level *now = &self->levels[self->depth - 1], *then = now + 1;
    const size_t count = now->count;
    if (!reserve(&self->excluded, &self->excluded_room, now->first + 2 * count + 1)) return false;
    const uint64_t *row = row_of(self, place);
    const int64_t behind = self->middles[self->levels[0].vertex];
    now->left[place / 64] &= ~(UINT64_C(1) << place % 64);
    if (self->size == 0) self->excluded[now->first + now->count++] = place;
    then->left = now->todo + self->words;
    then->todo = then->left + self->words;
    then->first = now->first + now->count;
    then->count = 0;
    then->vertex = (uint32_t)self->ids[behind + place];
    for (uint32_t i = 0; i < self->words; i++) then->left[i] = now->left[i] & row[i];
    for (size_t i = 0; i < count; i++) {
        const uint64_t other = self->excluded[now->first + i];
        if (row_of(self, other)[place / 64] >> place % 64 & 1) self->excluded[then->first + then->count++] = other;
    }
    self->depth++;
    return true;
}

/* Sets the bits of the edges between a neighbour of v and those behind v. */
static void join(cliques *self, uint32_t place, uint32_t vertex, bool behind)
{
    for (int64_t e = self->middles[vertex]; e < self->offsets[vertex + 1]; e++) {
        const uint32_t found = self->places[self->ids[e]], other = found - 1;
        if (found == 0) continue;
        self->matrix[(size_t)place * self->words + other / 64] |= UINT64_C(1) << other % 64;
        if (behind) self->matrix[(size_t)other * self->words + place / 64] |= UINT64_C(1) << place % 64;
    }
}

/* Begins with the clique of v alone; false with an exception set. */
static bool begin(cliques *self, uint32_t v)
{
    const int64_t *first = self->ids + self->offsets[v], *ids = self->ids + self->middles[v];
    const uint32_t behind = (uint32_t)(self->offsets[v + 1] - self->middles[v]);
    const uint32_t before = self->size ? 0 : (uint32_t)(ids - first);
    const size_t words = behind / 64 + 1, rows = (size_t)behind + before;

    if (!reserve(&self->matrix, &self->matrix_room, (rows + 1) * words) ||
        !reserve(&self->excluded, &self->excluded_room, before))
        return false;
    self->words = (uint32_t)words;
    memset(self->matrix, 0, rows * words * sizeof *self->matrix);
    for (uint32_t i = 0; i < behind; i++) self->places[ids[i]] = i + 1;
    for (uint32_t i = 0; i < behind; i++) join(self, i, (uint32_t)ids[i], true);
    for (uint32_t i = 0; i < before; i++) {
        join(self, behind + i, (uint32_t)first[i], false);
        self->excluded[i] = behind + i;
    }
    for (uint32_t i = 0; i < behind; i++) self->places[ids[i]] = 0;
    self->levels[0] = (level){self->sets, self->sets + words, 0, before, v};
    for (uint32_t i = 0; i < words; i++) self->sets[i] = i < words - 1 ? UINT64_MAX : (UINT64_C(1) << behind % 64) - 1;
    self->depth = 1;
    return true;
}

/* The clique of the last level, as Python's list of its nodes. */
static PyObject *list_nodes(const cliques *self)
{
    PyObject *list = PyList_New(self->depth);
    for (uint32_t i = 0; list && i < self->depth; i++)
        PyList_SetItem(list, i, Py_NewRef(PyTuple_GetItem(self->nodes, self->levels[i].vertex)));
    return list;
}

static PyObject *next_clique(PyObject *object)
{
    cliques *self = (cliques *)object;
    for (uint64_t steps = 1;; steps++) {
        if (steps % STEPS_BETWEEN_SIGNALS == 0 && PyErr_CheckSignals() != 0) return NULL;
        if (self->depth == 0) {
            if (self->next == self->vertices || !begin(self, self->next)) return NULL;
            self->next++;
        } else {
            level *now = &self->levels[self->depth - 1];
            uint32_t word = 0;
            while (word < self->words && now->todo[word] == 0) word++;
            if (word == self->words) {
                self->depth--;
                continue;
            }
            if (!descend(self, 64 * word + (uint32_t)__builtin_ctzll(now->todo[word]))) return NULL;
            now->todo[word] &= now->todo[word] - 1;
        }
        if (enter(self)) return list_nodes(self);
    }
}

static void free_cliques(PyObject *object)
{
    cliques *self = (cliques *)object;
    PyTypeObject *class = Py_TYPE(object);
    for (int i = 0; i < 3; i++) PyBuffer_Release(&self->buffers[i]);
    Py_XDECREF(self->nodes);
    PyMem_Free(self->places);
    PyMem_Free(self->matrix);
    PyMem_Free(self->excluded);
    PyMem_Free(self->levels);
    PyMem_Free(self->sets);
    ((freefunc)PyType_GetSlot(class, Py_tp_free))(object);
    Py_DECREF((PyObject *)class);
}

static bool make_room(cliques *self)
{
    size_t longest = 0;
    for (uint32_t v = 0; v < self->vertices; v++) {
        const size_t behind = (size_t)(self->offsets[v + 1] - self->middles[v]);
        if (behind > longest) longest = behind;
    }
    self->places = PyMem_Calloc((size_t)self->vertices + 1, sizeof *self->places);
    self->levels = PyMem_Calloc(longest + 1, sizeof *self->levels);
    self->sets = PyMem_Calloc(2 * (longest + 1) * (longest / 64 + 1), sizeof *self->sets);
    if (self->places && self->levels && self->sets) return true;
    return PyErr_NoMemory() != NULL;
}

PyObject *py_cliques_create(PyObject *module, PyObject *arguments)
{
    PyObject *nodes;
    cliques *self = (cliques *)PyType_GenericAlloc(cliques_class, 0);
    (void)module;
    if (self && PyArg_ParseTuple(arguments, "IO!y*y*y*:cliques", &self->size, &PyTuple_Type, &nodes, &self->buffers[0],
                  &self->buffers[1], &self->buffers[2])) {
        self->offsets = self->buffers[0].buf;
        self->middles = self->buffers[1].buf;
        self->ids = self->buffers[2].buf;
        self->nodes = Py_NewRef(nodes);
        self->vertices = (uint32_t)PyTuple_Size(nodes);
        if (make_room(self)) return (PyObject *)self;
    }
    Py_XDECREF((PyObject *)self);
    return NULL;
}

bool py_add_cliques(PyObject *module)
{
    PyType_Slot slots[] = {{Py_tp_dealloc, free_cliques}, {Py_tp_iter, PyObject_SelfIter},
      {Py_tp_iternext, next_clique}, {Py_tp_doc, "An iterator over cliques."}, {0, NULL}};
    PyType_Spec spec = {
      "tricorn._tricorn.Cliques", sizeof(cliques), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (cliques_class == NULL) cliques_class = (PyTypeObject *)PyType_FromSpec(&spec);
    return cliques_class && PyModule_AddObjectRef(module, "Cliques", (PyObject *)cliques_class) == 0;
}
