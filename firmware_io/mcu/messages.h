/* messages: what the frames of the wire say, and the words they say it with. firmware_io/messages.py has the same names.
 *
 * A word is its place in its row: add at the end only, before the row's number. encoding.h has the bytes.
 */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

enum limits {
    ANY_NODE = 0,                       /* the address of a node whose hello has not been heard yet */
    NO_ID = 255,                        /* the id of a node that has not been given one: named, and never listened to */
    NO_EPOCH = 0,                       /* the sender has not met the other side */
    NO_PULL = 0,                        /* gate shut; or, in a card off: nobody asked for it */
    TAG_BYTES = 8,
    MAX_TAGS = 8,
    MAX_DENOMINATIONS = 12,
    MAX_ANTENNAS = 10,                  /* of one node */
    MAX_NAME = 32,                      /* characters of a board's or a firmware's name */
    ANCHOR_BYTES = 32,
    LINK_KEY_BYTES = 32,
    PAIRS_FROM = 2                      /* a node of this minor keeps the key that it is given; one that cannot says 1 */
};

enum face { FACE_UNKNOWN, FACE_DOWN, FACE_UP, FACES };
enum shoe_change {
    SHOE_LID_OPEN, SHOE_LID_CLOSED, SHOE_EMPTY, SHOE_JAM, SHOE_CLEARED, SHOE_RELOADED, SHOE_CHANGES
};
enum area { AREA_BET, AREA_STACK, AREAS };
enum key {
    KEY_FOLD, KEY_CHECK, KEY_CALL, KEY_BET, KEY_RAISE, KEY_ALL_IN, KEY_CONFIRM, KEY_SHOW, KEY_MUCK, KEY_SIT_OUT, KEY_SIT_IN,
    KEY_POST, KEY_WAIT, KEY_BUY_BUTTON, KEY_REPORT_JOKER, KEY_MADE, KEY_MISSED, KEY_UNDO, KEY_ANTE, KEY_BONUS, KEY_PASS,
    KEY_CHECK_CALL, KEY_CALL_FLOOR, KEYS
};
enum kind { KIND_SHOE, KIND_SEAT, KINDS };
enum reset_cause {
    RESET_UNKNOWN, RESET_POWER_ON, RESET_BROWN_OUT, RESET_WATCHDOG, RESET_SOFTWARE, RESET_PIN, RESET_CAUSES
};
enum pattern {
    PATTERN_OFF, PATTERN_SOLID, PATTERN_DRAIN, PATTERN_BLINK_1HZ, PATTERN_ARCS_BREATHING, PATTERN_CHASE, PATTERN_ALTERNATE,
    PATTERN_BLOCKS, PATTERN_BLOCKS_STEADY, PATTERN_TWO_BLINKS, PATTERN_HALF, PATTERN_TOP_DIM, PATTERNS
};

/* What a node is able to do: a bit for each in its About, the first the lowest. */
enum ability {
    ABILITY_KEYS, ABILITY_LAMP, ABILITY_BUZZER, ABILITY_WHEEL, ABILITY_BET_AREA, ABILITY_STACK_AREA, ABILITY_HOLE_CARDS,
    ABILITY_MOTOR, ABILITY_GATE, ABILITY_BREAK_BEAM, ABILITY_LID, ABILITY_PRESENTER, ABILITIES
};

/* The byte that stands for each message. */
enum type {
    CARD_OFF = 0x01, SHOE_CHANGED, AREA_CHANGED, KEY_PRESSED, HOLE_CARDS_SEEN, CARD_PRESENTED,      /* edges */
    HELLO = 0x10, HEARTBEAT, PONG, COUNTERS, DIALLED, ABOUT,                                        /* node, unnumbered */
    HOST_HELLO = 0x20, HOST_HEARTBEAT, PING, PAIR,                                                  /* host, unnumbered */
    LAMP = 0x30, GATE, BUZZER, ASK_LEVELS, ASKS, ANCHOR, LAMP_TEST,                                 /* states */
    ACK = 0x40                                                                                      /* both */
};

struct tags { uint8_t count; uint8_t tag[MAX_TAGS][TAG_BYTES]; };
struct chip { uint32_t denomination; uint16_t count; };
struct chips { uint8_t count; struct chip lying[MAX_DENOMINATIONS]; };

struct rates { uint8_t count; uint16_t of[MAX_ANTENNAS]; };
struct name { uint8_t length; char text[MAX_NAME]; };           /* printable ASCII, without an end */

/* The head of the host's journal: a state, and in the hello of a node that keeps one. */
struct anchor { uint64_t count; uint8_t hash[ANCHOR_BYTES]; };

/* Edges. */
struct card_off { uint32_t pull; uint8_t face; struct tags tags; };
struct shoe_changed { uint8_t what; };
struct area_changed { uint8_t area; struct chips chips; };
struct key_pressed { uint8_t key; uint32_t amount; };
struct hole_cards_seen { struct tags up; };
struct card_presented { struct tags tags; };

/* Unnumbered, from the node. */
struct hello {
    uint8_t kind, reset_cause;
    uint32_t token, first_number, last_number, uptime_s;
    bool has_anchor;
    struct anchor anchor;
};
struct heartbeat { uint32_t last_number; };
struct pong { uint32_t token, last_number; };
struct counters {
    uint32_t bad_crc, bad_cobs, too_long, malformed, sent_again, refused_edges;
    uint8_t reset_cause;
};
struct dialled { uint32_t amount; };
struct about {
    uint8_t minor;                      /* of the wire, at least 1; 0: the node does not say what it is */
    uint32_t abilities;
    struct rates rates;                 /* of each antenna: how often a tag on it is read, in tenths a second; 0: not measured */
    struct name board, firmware;
};

/* Unnumbered, from the host. */
struct host_hello { uint32_t token; };
struct ping { uint32_t token; };
struct pair { uint8_t link_key[LINK_KEY_BYTES]; };

/* States: host to node, numbered, newest wins. */
struct lamp { uint8_t red, green, blue, pattern, level; };
struct gate { uint32_t pull; };
struct buzzer { uint8_t on; };
struct asks { uint32_t keys, least, most, step; };              /* keys: a bit for each; no amount: the others are 0 */
struct lamp_test { uint8_t on; };

struct message {
    uint8_t type;                       /* enum type: says which of these it is; host heartbeat, ask levels, ack: none */
    union {
        struct card_off card_off;
        struct shoe_changed shoe_changed;
        struct area_changed area_changed;
        struct key_pressed key_pressed;
        struct hole_cards_seen hole_cards_seen;
        struct card_presented card_presented;
        struct hello hello;
        struct heartbeat heartbeat;
        struct pong pong;
        struct counters counters;
        struct dialled dialled;
        struct about about;
        struct host_hello host_hello;
        struct ping ping;
        struct pair pair;
        struct lamp lamp;
        struct gate gate;
        struct buzzer buzzer;
        struct asks asks;
        struct anchor anchor;
        struct lamp_test lamp_test;
    };
};

/* One message with its header: what a body holds. */
struct frame {
    uint8_t node;                       /* the node's id, in both directions */
    uint32_t epoch;                     /* of the sender's start */
    uint32_t sequence;                  /* of this edge or state; 0 if the message is not numbered */
    uint32_t acknowledged_epoch;        /* whose numbers are acknowledged; NO_EPOCH if the sender has not met the other side */
    uint32_t acknowledged;              /* edges up to this number are on the host's disk, or states up to it in effect */
    uint32_t node_ms;                   /* node to host: its own clock, for an edge when it happened; host to node: 0 */
    struct message message;
};

#endif
