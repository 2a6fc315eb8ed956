/* onehand.c: the cheapest way from Python to the strength of one hand, a module _onehand beside cffi's in the same file.
 *
 * A call through cffi converts arguments, saves errno and releases the GIL, which for one hand costs more than the hand.
 * So each deck has two plain functions of one argument: strength_DECK(cards) checks, unchecked_DECK(cards) only looks at
 * the length. `cards` is bytes or any object with a buffer of bytes; the functions return an int or raise ValueError.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

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

/* n beyond int is cut to what is wrong just as well. */
static inline PyObject *answer(evaluator evaluate, enum he_deck deck, const void *cards, Py_ssize_t n)
{
    const int32_t found = evaluate(deck, cards, n > HE_MOST ? HE_MOST + 1 : (int)n);
    return found < 0 ? refuse(deck, found, n) : PyLong_FromLong(found);
}

static PyObject *answer_for_buffer(evaluator evaluate, enum he_deck deck, PyObject *cards)
{
    Py_buffer buffer;
    if (PyObject_GetBuffer(cards, &buffer, PyBUF_SIMPLE))
        return NULL;
    PyObject *found = answer(evaluate, deck, buffer.buf, buffer.len);
    PyBuffer_Release(&buffer);
    return found;
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

#define METHODS(name) \
    {"strength_" #name, (PyCFunction)(void (*)(void))strength_##name, METH_FASTCALL, NULL}, \
    {"unchecked_" #name, (PyCFunction)(void (*)(void))unchecked_##name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    METHODS(standard), METHODS(short), METHODS(short_flush), METHODS(short_only_trips), METHODS(short_trips),
    METHODS(joker), {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_onehand", .m_methods = methods};

PyMODINIT_FUNC PyInit__onehand(void)
{
    return PyModuleDef_Init(&definition);
}
