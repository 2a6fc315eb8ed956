/* onequestion.c: exact equity for Python in one call, a module _onequestion beside cffi's in the same file (see onehand.c).
 *
 * After a flop counting takes two microseconds: cards turned into codes, counts into a dict and shares, each by Python, took
 * five times as long.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "equity.h"
#include "handeval.h"

enum { PARTS = 2520, MOST_HELD = EQ_MOST_PLAYERS * EQ_HOLE_CARDS };     /* of a pot: divisible by 1 to 10 winners */

/* A question as codes, and its answer. */
struct question {
    int deck, players, board_cards, dead_cards, jokers;
    uint8_t holdings[MOST_HELD], board[EQ_BOARD_CARDS], dead[HE_CODES];
    uint32_t counts[1 << EQ_MOST_PLAYERS];
    int32_t boards;
};

/* Writes the codes of a sequence of cards, and returns how many there are; -1 if more than `most`, or one has no code. A
 * second joker has the code after the first. */
static int put_codes(struct question *question, PyObject *code_of, PyObject *cards, uint8_t *codes, int most)
{
    PyObject *const fixed = PySequence_Tuple(cards);            /* looking up a card may run code that changes a list */
    const Py_ssize_t count = fixed ? PyTuple_GET_SIZE(fixed) : -1;
    int put = count > most ? -1 : (int)count;
    for (Py_ssize_t i = 0; i < put; i++) {
        PyObject *const found = PyDict_GetItemWithError(code_of, PyTuple_GET_ITEM(fixed, i));
        long code = found ? PyLong_AsLong(found) : -1;
        if (code == HE_CARDS)
            code += question->jokers++;
        if (code < 0 || code > UINT8_MAX)
            put = -1;
        else
            codes[i] = (uint8_t)code;
    }
    Py_XDECREF(fixed);
    return put;
}

static int put_hands(struct question *question, PyObject *code_of, PyObject *hands)
{
    PyObject *const fixed = PySequence_Tuple(hands);
    const Py_ssize_t players = fixed ? PyTuple_GET_SIZE(fixed) : -1;
    int is_put = players >= EQ_FEWEST_PLAYERS && players <= EQ_MOST_PLAYERS;
    for (Py_ssize_t i = 0; is_put && i < players; i++)
        is_put = put_codes(question, code_of, PyTuple_GET_ITEM(fixed, i), question->holdings + i * EQ_HOLE_CARDS, EQ_HOLE_CARDS)
            == EQ_HOLE_CARDS;
    question->players = (int)players;
    Py_XDECREF(fixed);
    return is_put;
}

/* 1 if the question could be put; it may still be refused. */
static int put(struct question *question, PyObject *const *arguments)
{
    PyObject *const code_of = arguments[1];
    question->jokers = 0;
    question->deck = (int)PyLong_AsLong(arguments[0]);
    return put_hands(question, code_of, arguments[2])
        && (question->board_cards = put_codes(question, code_of, arguments[3], question->board, EQ_BOARD_CARDS)) >= 0
        && (question->dead_cards = put_codes(question, code_of, arguments[4], question->dead, HE_CODES)) >= 0;
}

static PyObject *share_of(const struct question *question, int player, PyObject *share)
{
    const uint32_t alone = question->counts[1u << player];
    uint64_t won = 0, parts = 0;
    for (uint32_t mask = 1; mask < 1u << question->players; mask++)
        if (mask >> player & 1) {
            won += question->counts[mask];
            parts += (uint64_t)question->counts[mask] * (PARTS / (unsigned)__builtin_popcount(mask));
        }
    return PyObject_CallFunction(share, "kkd", (unsigned long)alone, (unsigned long)(won - alone),
                                 (double)parts / ((double)PARTS * question->boards));
}

static PyObject *shares_of(const struct question *question, PyObject *share)
{
    PyObject *const shares = PyTuple_New(question->players);
    for (int player = 0; shares && player < question->players; player++) {
        PyObject *const one = share_of(question, player, share);
        if (!one) {
            Py_DECREF(shares);
            return NULL;
        }
        PyTuple_SET_ITEM(shares, player, one);
    }
    return shares;
}

static PyObject *masks_of(const struct question *question)
{
    PyObject *const masks = PyDict_New();
    for (uint32_t mask = 1; masks && mask < 1u << question->players; mask++) {
        if (!question->counts[mask])
            continue;
        PyObject *const key = PyLong_FromUnsignedLong(mask), *const count = PyLong_FromUnsignedLong(question->counts[mask]);
        const int failed = !key || !count || PyDict_SetItem(masks, key, count);
        Py_XDECREF(key);
        Py_XDECREF(count);
        if (failed) {
            Py_DECREF(masks);
            return NULL;
        }
    }
    return masks;
}

/* count(deck, codes, hands, board, dead, share): boards, a share(win, tie, equity) for each player, and the boards by winner
 * mask. `codes` has the code of each card, the first joker's for jokers. None if this is no showdown: equity.py knows the
 * sentence. */
static PyObject *count(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    struct question question;
    (void)module;
    if (given != 6)
        return PyErr_Format(PyExc_TypeError, "count() takes 6 arguments, not %zd.", given);
    const int is_put = put(&question, arguments);
    if (PyErr_Occurred())
        return NULL;
    if (!is_put)
        Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS
    question.boards = eq_count(question.deck, question.players, question.holdings, question.board_cards, question.board,
                               question.dead_cards, question.dead, question.counts);
    Py_END_ALLOW_THREADS
    if (question.boards <= 0)
        Py_RETURN_NONE;
    PyObject *const shares = shares_of(&question, arguments[5]), *const masks = shares ? masks_of(&question) : NULL;
    if (!masks) {
        Py_XDECREF(shares);
        return NULL;
    }
    return Py_BuildValue("(iNN)", (int)question.boards, shares, masks);
}

static PyMethodDef methods[] = {
    {"count", (PyCFunction)(void (*)(void))count, METH_FASTCALL, NULL}, {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_onequestion", .m_methods = methods};

PyMODINIT_FUNC PyInit__onequestion(void)
{
    return PyModuleDef_Init(&definition);
}
