/* session: the node's end of the conversation, rule by rule and by the names of firmware_io/kit/sim/node_session.py.
 *
 * It numbers edges and keeps them until they are acknowledged, sends what it keeps again ever more slowly, and reports each
 * state once. Bytes and milliseconds go in, bytes and reports come out; firmware_io/session.py says how the conversation goes.
 *
 *     static struct node_session session;
 *     node_session_start(&session, &identity, now_ms);
 *     for (;;) {
 *         for (taken = 0; taken < length;) {
 *             taken += node_session_receive(&session, data + taken, length - taken, now_ms, &reports);
 *             ...                             each of the reports
 *         }
 *         node_session_tick(&session, now_ms, &reports);
 *         ...                                 each of the reports
 *         length = node_session_take_output(&session, now_ms, output);
 *         ...                                 write it; sleep until node_session_next_timeout_ms() or the next byte
 *     }
 *
 * now_ms is the board's clock, which may wrap (after 49.7 days) but not run back: time that does is taken as none.
 */
#ifndef SESSION_H
#define SESSION_H

#include "encoding.h"

enum session {
    HEARTBEAT_MS = 400,
    LOST_AFTER_MS = 1500,
    RETRY_FIRST_MS = 25,
    RETRY_LAST_MS = 1000,
    WINDOW_EDGES = 8,                   /* in flight at once */
    MAX_KEPT_EDGES = 64,
    MAX_REPLIES = 8,                    /* hellos and pongs that wait to be sent; the oldest go first, for the host asks again */
    COUNTERS_EVERY_MS = 60000,          /* in a heartbeat's place, and only if they changed */
    DIALLED_MS = 100,                   /* between two amounts of a wheel that turns: what an eye can follow */
    DIALLED_TIMES = 2,                  /* each amount at which the wheel stays: one frame may be lost */
    MAX_ECHO_MS = 1500,                 /* a host whose newest news is older has been silent for long enough to be lost */
    MAX_REPORTS = 2,                    /* that one frame causes */
    MAX_OUTPUT_BYTES = 2278             /* MAX_REPLIES, a dialled amount and WINDOW_EDGES frames of MAX_FRAME_BYTES */
};

/* Who the node is. What is left zero is not there: a node without `about` does not say what it is. */
struct identity {
    uint8_t node, kind, reset_cause;
    uint32_t epoch;                     /* new at each start, from a good source of chance, and never NO_EPOCH */
    struct about about;                 /* what the node is; minor 0: it does not say */
    bool has_anchor, has_key;
    struct anchor anchor;               /* kept over its restart */
    uint8_t key[KEY_BYTES];             /* of the link */
};

enum report_kind {
    STATE_SET,                          /* the host wants `state` shown or done from now on */
    LEVELS_ASKED,                       /* post a fresh edge for each thing that the node senses */
    HOST_FOUND,                         /* value: its epoch */
    HOST_LOST,                          /* value: ms of silence. An open gate and the like must end now */
    EDGES_FORGOTTEN,                    /* value: acknowledged up to this number; there is room again */
    KEY_GIVEN                           /* state.pair: the key that the link is to have; keep it, and say so by keep_key */
};

struct report { uint8_t kind; uint32_t value; struct message state; };
struct reports { uint8_t count; struct report of[MAX_REPORTS]; };

struct kept_edge { uint32_t node_ms; struct message message; };

struct node_session {
    struct identity who;
    uint32_t last_number;               /* of the newest edge of this epoch; 0: there was none */
    uint32_t malformed, unkeyed, forged, stale, strangers, frames, sent_again, refused_edges;
    bool has_anchor;
    struct anchor anchor;               /* the newest; the board keeps it over a restart, and may write it when it has changed */
    uint32_t said;                      /* frames without a number of their own, counted on a keyed link */
    int64_t floor_ms;                   /* of a keyed link: a host is heard if its echo is not older */
    uint32_t host_count;                /* of a keyed link: the newest unnumbered frame of the host that is met */
    bool is_about_known;                /* the host has sent a state that it sends only to who has told About */
    uint32_t dialled;
    uint8_t dialled_left;               /* how often it is still to be told */
    int64_t dialled_ms;
    struct deframer deframer;
    uint32_t board_ms;                  /* the board's clock when it was last told */
    int64_t clock_ms;                   /* since the start; does not wrap. All times below are by this clock */
    struct kept_edge kept[MAX_KEPT_EDGES];      /* a ring */
    uint8_t oldest, kept_count;
    uint32_t sent_number;               /* the newest edge sent at least once to this host */
    bool is_resending;                  /* then resend_ms is when what is in flight is sent again */
    int64_t resend_ms;
    int32_t retry_ms;
    int32_t round_trip_ms;              /* smoothed, of edges sent once; -1: none was measured */
    uint32_t timed_number;              /* of the edge the round trip is being measured with; 0: none */
    int64_t timed_ms;                   /* when it was sent */
    struct message replies[MAX_REPLIES];
    uint8_t reply_count;
    uint32_t host_epoch, last_state;
    bool owes_ack;
    int64_t heard_ms, sent_ms, counters_ms;
    struct counters counters_sent;
    bool has_sent_counters;
};

/* Node time counts from now_ms, the start. Everything that was in *session is gone. */
void node_session_start(struct node_session *session, const struct identity *who, uint32_t now_ms);

/* Numbers an edge and keeps it until the host has it on disk. Returns its number; 0: refused, for 64 are kept, and to be posted
 * again after EDGES_FORGOTTEN. What is no edge, or has more tags or chips than there may be, or an unknown word, is refused, too. */
uint32_t node_session_post(struct node_session *session, const struct message *edge, uint32_t now_ms);

/* The wheel shows this now: a host that can show it is told, at most every 100 ms. */
void node_session_dial(struct node_session *session, uint32_t amount);

/* Reads bytes up to the end of the first frame that reports something, and says what. Returns how many it has read: where
 * that is fewer than `length`, call again with the rest. Half a frame is kept for the next call. */
size_t node_session_receive(
    struct node_session *session, const uint8_t *data, size_t length, uint32_t now_ms, struct reports *reports);

/* Reports a host that has fallen silent. */
void node_session_tick(struct node_session *session, uint32_t now_ms, struct reports *reports);

/* When tick and take_output must be called at the latest, by the board's clock: now_ms itself, or later. */
uint32_t node_session_next_timeout_ms(struct node_session *session, uint32_t now_ms);

/* The key that KEY_GIVEN told is kept over a restart: from now on the link is a keyed one, and who is met must greet anew. The
 * hello that goes out next bears its MAC, which proves it to the host. */
void node_session_keep_key(
    struct node_session *session, const uint8_t key[KEY_BYTES], uint32_t now_ms, struct reports *reports);

/* Writes the bytes to send now, and returns how many: at most 17 frames. */
size_t node_session_take_output(struct node_session *session, uint32_t now_ms, uint8_t output[MAX_OUTPUT_BYTES]);

/* A host has said hello and is not silent. */
bool node_session_is_met(const struct node_session *session);

struct counters node_session_counters(const struct node_session *session);

#endif
