/* onehand.c: the cheapest way from Python to strengths, a module _onehand beside cffi's in the same file.
 *
 * A call through cffi converts arguments, saves errno and releases the GIL, which for one hand costs more than the hand.
 * So each deck has two plain functions of one argument: strength_DECK(cards) checks, unchecked_DECK(cards) only looks at
 * the length. `cards` is bytes or any object with a buffer of bytes; the functions return an int or raise ValueError.
 * Batches come this way too, because what cffi adds to a call is as much as some hundred hands: strengths().
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "batch.h"
#include "handeval.h"

typedef int32_t (*evaluator)(enum he_deck deck, const uint8_t *cards, int n);

static const char *known_codes(enum he_deck deck)
{
    return deck == HE_STANDARD ? "0 to 51" : deck == HE_JOKER ? "0 to 53" : "16 to 51";
}

static PyObject *refuse(enum he_deck deck, int32_t error, Py_ssize_t n)
{
    if (error == HE_BAD_COUNT)
        return PyErr_Format(PyExc_ValueError, "A hand is 2 to 7 cards, not %zd.", n);
    if (error == HE_BAD_CARD)
        return PyErr_Format(PyExc_ValueError, "A card code is %s.", known_codes(deck));
    return PyErr_Format(PyExc_ValueError, "A card is there twice.");
}

/* An n beyond int is cut to another number that is refused, too. */
static inline PyObject *answer(evaluator evaluate, enum he_deck deck, const void *cards, Py_ssize_t n)
{
    const int32_t found = evaluate(deck, cards, n > HE_MOST ? HE_MOST + 1 : (int)n);
    return found < 0 ? refuse(deck, found, n) : PyLong_FromLong(found);
}

/* A buffer may be changed while it is read, by whoever writes to it without the GIL: what is checked is our copy. */
static PyObject *answer_for_buffer(evaluator evaluate, enum he_deck deck, PyObject *cards)
{
    Py_buffer buffer;
    uint8_t copy[HE_MOST];
    if (PyObject_GetBuffer(cards, &buffer, PyBUF_SIMPLE))
        return NULL;
    const Py_ssize_t n = buffer.len;
    if (n <= HE_MOST)
        memcpy(copy, buffer.buf, (size_t)n);
    PyBuffer_Release(&buffer);
    return answer(evaluate, deck, copy, n);
}

/* METH_FASTCALL, although there is one argument: CPython guards METH_O against recursion, which takes 3 ns. */
static inline PyObject *call(evaluator evaluate, enum he_deck deck, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 1)
        return PyErr_Format(PyExc_TypeError, "A hand is one argument, not %zd.", count);
    if (PyBytes_CheckExact(arguments[0]))
        return answer(evaluate, deck, PyBytes_AS_STRING(arguments[0]), PyBytes_GET_SIZE(arguments[0]));
    return answer_for_buffer(evaluate, deck, arguments[0]);
}

static int32_t unchecked(enum he_deck deck, const uint8_t *cards, int n)
{
    return n < HE_FEWEST || n > HE_MOST ? HE_BAD_COUNT : (int32_t)he_strength(deck, cards, n);
}

#define DECK(name, deck) \
    static PyObject *strength_##name(PyObject *module, PyObject *const *arguments, Py_ssize_t count) \
    { \
        (void)module; \
        return call(he_strength_checked, deck, arguments, count); \
    } \
    static PyObject *unchecked_##name(PyObject *module, PyObject *const *arguments, Py_ssize_t count) \
    { \
        (void)module; \
        return call(unchecked, deck, arguments, count); \
    }

DECK(standard, HE_STANDARD)
DECK(short, HE_SHORT)
DECK(short_flush, HE_SHORT_FLUSH)
DECK(short_only_trips, HE_SHORT_ONLY_TRIPS)
DECK(short_trips, HE_SHORT_TRIPS)
DECK(joker, HE_JOKER)

/* Hands from `cards` to `found`, without the GIL. Returns how many: all, or those before the first that is wrong. */
static size_t evaluate(enum he_deck deck, const Py_buffer *cards, int n, const Py_buffer *found, int is_checked)
{
    const size_t count = (size_t)cards->len / (size_t)n;
    size_t good = count;
    Py_BEGIN_ALLOW_THREADS
    if (is_checked)
        good = he_strengths_checked(deck, cards->buf, n, count, found->buf);
    else
        he_strengths(deck, cards->buf, n, count, found->buf);
    Py_END_ALLOW_THREADS
    return good;
}

/* strengths(deck, cards, n, found, is_checked): the strengths of hands of n cards, into a buffer of 16 bits a hand. Returns
 * the index of the first wrong hand, then the rest is not written, or the number of hands. The caller (evaluate.py) has made
 * sure that deck and n exist and that `cards` is whole hands; a buffer too small is refused here. */
static PyObject *strengths(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    Py_buffer cards, found;
    (void)module;
    if (count != 5)
        return PyErr_Format(PyExc_TypeError, "strengths() takes 5 arguments, not %zd.", count);
    const long deck = PyLong_AsLong(arguments[0]), n = PyLong_AsLong(arguments[2]), checked = PyLong_AsLong(arguments[4]);
    if (PyErr_Occurred() || PyObject_GetBuffer(arguments[1], &cards, PyBUF_SIMPLE))
        return NULL;
    if (PyObject_GetBuffer(arguments[3], &found, PyBUF_WRITABLE)) {
        PyBuffer_Release(&cards);
        return NULL;
    }
    PyObject *answer = NULL;
    if (n < HE_FEWEST || n > HE_MOST || found.len / 2 < cards.len / n)
        PyErr_SetString(PyExc_ValueError, "There is no room for the strengths of so many hands.");
    else
        answer = PyLong_FromSize_t(evaluate((enum he_deck)deck, &cards, (int)n, &found, checked != 0));
    PyBuffer_Release(&found);
    PyBuffer_Release(&cards);
    return answer;
}

#define METHODS(name) \
    {"strength_" #name, (PyCFunction)(void (*)(void))strength_##name, METH_FASTCALL, NULL}, \
    {"unchecked_" #name, (PyCFunction)(void (*)(void))unchecked_##name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    METHODS(standard), METHODS(short), METHODS(short_flush), METHODS(short_only_trips), METHODS(short_trips),
    METHODS(joker), {"strengths", (PyCFunction)(void (*)(void))strengths, METH_FASTCALL, NULL}, {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_onehand", .m_methods = methods};

PyMODINIT_FUNC PyInit__onehand(void)
{
    return PyModuleDef_Init(&definition);
}
