/* session.c: the rules of firmware_io/kit/sim/node_session.py, in its order. */
#include "session.h"

#include <string.h>

struct output { uint8_t *bytes; size_t length; };

/* The session's own clock, moved on to the board's now. */
static int64_t moved_on(struct node_session *s, uint32_t now_ms)
{
    const int32_t passed_ms = (int32_t)(now_ms - s->board_ms);
    if (passed_ms > 0) {
        s->clock_ms += passed_ms;
        s->board_ms = now_ms;
    }
    return s->clock_ms;
}

static uint32_t first_number(const struct node_session *s)
{
    return s->last_number - s->kept_count + 1;
}

static struct kept_edge *kept_edge(struct node_session *s, uint32_t number)
{
    return &s->kept[(s->oldest + number - first_number(s)) % MAX_KEPT_EDGES];
}

/* The newest edge of the window; one before the first where nothing is kept. */
static uint32_t window_end(const struct node_session *s)
{
    const uint32_t edges = s->kept_count < WINDOW_EDGES ? s->kept_count : WINDOW_EDGES;
    return first_number(s) + edges - 1;
}

static void report(struct reports *reports, enum report_kind kind, uint32_t value)
{
    reports->of[reports->count].kind = (uint8_t)kind;
    reports->of[reports->count++].value = value;
}

static const uint8_t *key_of(const struct node_session *s)
{
    return s->who.has_key ? s->who.key : NULL;
}

void node_session_start(struct node_session *s, const struct identity *who, uint32_t now_ms)
{
    memset(s, 0, sizeof *s);
    s->who = *who;
    s->board_ms = now_ms;
    s->retry_ms = RETRY_FIRST_MS;
    s->round_trip_ms = -1;
    s->has_anchor = who->has_anchor;
    s->anchor = who->anchor;
    s->dialled_ms = -DIALLED_MS;
    s->sent_ms = -HEARTBEAT_MS;         /* in the past, so that its first hello goes out at once */
}

bool node_session_is_met(const struct node_session *s)
{
    return s->host_epoch != NO_EPOCH;
}

struct counters node_session_counters(const struct node_session *s)
{
    const struct deframer *d = &s->deframer;
    return (struct counters){
        d->bad_crc, d->bad_cobs, d->too_long, s->malformed + s->unkeyed + s->forged, s->sent_again, s->refused_edges,
        s->who.reset_cause};
}

/* Whether it is one, and all its values have room in their fields. */
static bool is_edge(const struct message *message)
{
    uint8_t body[MAX_BODY_BYTES];
    const struct frame frame = {.message = *message};
    return saying_of(message->type) & IS_EDGE && encode_body(&frame, NULL, body) > 0;
}

uint32_t node_session_post(struct node_session *s, const struct message *edge, uint32_t now_ms)
{
    const int64_t clock_ms = moved_on(s, now_ms);
    if (!is_edge(edge))
        return 0;
    if (s->kept_count >= MAX_KEPT_EDGES) {
        s->refused_edges++;
        return 0;
    }
    s->last_number++;
    s->kept_count++;
    struct kept_edge *kept = kept_edge(s, s->last_number);
    kept->node_ms = (uint32_t)clock_ms;
    kept->message = *edge;
    return s->last_number;
}

void node_session_dial(struct node_session *s, uint32_t amount)
{
    if (amount == s->dialled)
        return;
    s->dialled = amount;
    s->dialled_left = DIALLED_TIMES;
}

/* What goes out. */

static void write_frame(struct node_session *s, const struct message *message, uint32_t sequence, uint32_t node_ms,
                        struct output *out)
{
    uint8_t body[MAX_BODY_BYTES];
    struct frame frame = {.node = s->who.node, .epoch = s->who.epoch, .sequence = sequence, .node_ms = node_ms};
    frame.acknowledged_epoch = s->host_epoch;
    frame.acknowledged = s->last_state;
    frame.message = *message;
    out->length += frame_body(body, encode_body(&frame, key_of(s), body), out->bytes + out->length);
}

static void write_message(struct node_session *s, const struct message *message, struct output *out)
{
    if (s->who.has_key)
        s->said++;
    write_frame(s, message, s->said, (uint32_t)s->clock_ms, out);
}

static struct message hello(const struct node_session *s, uint32_t token)
{
    struct message m = {.type = HELLO};
    m.hello.kind = s->who.kind;
    m.hello.reset_cause = s->who.reset_cause;
    m.hello.token = token;
    m.hello.first_number = first_number(s);
    m.hello.last_number = s->last_number;
    m.hello.uptime_s = (uint32_t)(s->clock_ms / 1000);
    m.hello.has_anchor = s->has_anchor;
    m.hello.anchor = s->anchor;
    return m;
}

static bool have_changed(const struct node_session *s, const struct counters *counters)
{
    const struct counters *sent = &s->counters_sent;
    return !s->has_sent_counters || sent->bad_crc != counters->bad_crc || sent->bad_cobs != counters->bad_cobs
        || sent->too_long != counters->too_long || sent->malformed != counters->malformed
        || sent->sent_again != counters->sent_again || sent->refused_edges != counters->refused_edges;
}

static struct message heartbeat(struct node_session *s)
{
    struct message m = {.type = HEARTBEAT};
    const struct counters counters = node_session_counters(s);
    if (have_changed(s, &counters) && s->clock_ms - s->counters_ms >= COUNTERS_EVERY_MS) {
        s->counters_ms = s->clock_ms;
        s->counters_sent = counters;
        s->has_sent_counters = true;
        m.type = COUNTERS;
        m.counters = counters;
    } else {
        m.heartbeat.last_number = s->last_number;
    }
    return m;
}

/* What it is goes beside, until the host shows that it knows. */
static bool must_say_about(const struct node_session *s)
{
    return s->who.about.minor > 0 && !s->is_about_known;
}

static struct message about(const struct node_session *s)
{
    return (struct message){.type = ABOUT, .about = s->who.about};
}

static void write_signs_of_life(struct node_session *s, struct output *out)
{
    struct message m = node_session_is_met(s) ? heartbeat(s) : hello(s, 0);
    write_message(s, &m, out);
    if (!node_session_is_met(s) || !must_say_about(s))
        return;
    m = about(s);
    write_message(s, &m, out);
}

static void write_dialled_due(struct node_session *s, struct output *out)
{
    if (!node_session_is_met(s) || s->dialled_left == 0 || s->clock_ms - s->dialled_ms < DIALLED_MS)
        return;
    s->dialled_ms = s->clock_ms;
    s->dialled_left--;
    const struct message m = {.type = DIALLED, .dialled = {s->dialled}};
    write_message(s, &m, out);
}

/* Which of the window are due: from this number to the window's end. */
static uint32_t first_due(struct node_session *s)
{
    const uint32_t first = first_number(s), end = window_end(s);
    const uint32_t unsent = s->sent_number >= first ? s->sent_number + 1 : first;
    if (s->is_resending && s->clock_ms >= s->resend_ms) {
        s->sent_again += (unsent > end ? end + 1 : unsent) - first;
        s->retry_ms = 2 * s->retry_ms < RETRY_LAST_MS ? 2 * s->retry_ms : RETRY_LAST_MS;
        s->resend_ms = s->clock_ms + s->retry_ms;
        s->timed_number = 0;            /* sent twice: an acknowledgement could be of either */
        return first;
    }
    if (unsent <= end && !s->is_resending) {
        s->is_resending = true;
        s->resend_ms = s->clock_ms + s->retry_ms;
    }
    if (unsent <= end && s->timed_number == 0) {
        s->timed_number = unsent;
        s->timed_ms = s->clock_ms;
    }
    return unsent;
}

static void write_edges(struct node_session *s, uint32_t from, struct output *out)
{
    const uint32_t end = window_end(s);
    for (uint32_t number = from; number <= end; number++) {
        const struct kept_edge *edge = kept_edge(s, number);
        write_frame(s, &edge->message, number, edge->node_ms, out);
        if (number > s->sent_number)
            s->sent_number = number;
    }
}

size_t node_session_take_output(struct node_session *s, uint32_t now_ms, uint8_t output[MAX_OUTPUT_BYTES])
{
    struct output out = {output, 0};
    const struct message ack = {.type = ACK};
    (void)moved_on(s, now_ms);
    for (uint8_t reply = 0; reply < s->reply_count; reply++)
        write_message(s, &s->replies[reply], &out);
    s->reply_count = 0;
    write_dialled_due(s, &out);
    const uint32_t end = window_end(s), from = node_session_is_met(s) ? first_due(s) : end + 1;
    const bool is_heard = out.length > 0 || (from <= end && !s->who.has_key);     /* a keyed edge does not say when it was sent */
    if (!is_heard && s->owes_ack)
        write_message(s, &ack, &out);
    else if (!is_heard && s->clock_ms - s->sent_ms >= HEARTBEAT_MS)
        write_signs_of_life(s, &out);
    if (out.length > 0 || is_heard) {
        s->sent_ms = s->clock_ms;
        s->owes_ack = false;
    }
    write_edges(s, from, &out);
    return out.length;
}

/* When it is due. */

static int64_t sooner(int64_t a_ms, int64_t b_ms)
{
    return a_ms < b_ms ? a_ms : b_ms;
}

uint32_t node_session_next_timeout_ms(struct node_session *s, uint32_t now_ms)
{
    const int64_t clock_ms = moved_on(s, now_ms);
    int64_t due_ms = s->sent_ms + HEARTBEAT_MS;
    if (node_session_is_met(s)) {
        due_ms = sooner(due_ms, s->heard_ms + LOST_AFTER_MS);
        if (s->is_resending)
            due_ms = sooner(due_ms, s->resend_ms);
        if (s->kept_count > 0 && window_end(s) > s->sent_number)
            due_ms = clock_ms;
        if (s->dialled_left > 0)
            due_ms = sooner(due_ms, s->dialled_ms + DIALLED_MS);
    }
    if (s->reply_count > 0 || s->owes_ack || due_ms < clock_ms)
        due_ms = clock_ms;
    return s->board_ms + (uint32_t)(due_ms - clock_ms);
}

static void lose_host(struct node_session *s, struct reports *reports)
{
    if (!node_session_is_met(s))
        return;
    s->host_epoch = NO_EPOCH;           /* sent in the header, so that the host greets and sends every state again */
    s->last_state = 0;
    s->is_about_known = false;
    s->is_resending = false;
    report(reports, HOST_LOST, (uint32_t)(s->clock_ms - s->heard_ms));
}

void node_session_tick(struct node_session *s, uint32_t now_ms, struct reports *reports)
{
    reports->count = 0;
    if (moved_on(s, now_ms) - s->heard_ms >= LOST_AFTER_MS)
        lose_host(s, reports);
}

void node_session_keep_key(struct node_session *s, const uint8_t key[KEY_BYTES], uint32_t now_ms, struct reports *reports)
{
    reports->count = 0;
    memcpy(s->who.key, key, KEY_BYTES);
    s->who.has_key = true;
    s->reply_count = 0;
    s->owes_ack = false;
    s->sent_ms = moved_on(s, now_ms) - HEARTBEAT_MS;
    lose_host(s, reports);
}

/* What comes in. */

static bool is_for_us(const struct node_session *s, const struct frame *arrived)
{
    const bool is_addressed = arrived->node == s->who.node || arrived->node == ANY_NODE;
    return is_addressed && arrived->epoch != NO_EPOCH && saying_of(arrived->message.type) & BY_HOST;
}

static void reply(struct node_session *s, const struct message *message)
{
    if (s->reply_count == MAX_REPLIES) {
        memmove(s->replies, s->replies + 1, sizeof s->replies - sizeof s->replies[0]);
        s->reply_count--;
    }
    s->replies[s->reply_count++] = *message;
}

static bool is_hello_waiting(const struct node_session *s)
{
    for (uint8_t reply = 0; reply < s->reply_count; reply++)
        if (s->replies[reply].type == HELLO)
            return true;
    return false;
}

static void meet(struct node_session *s, uint32_t epoch, struct reports *reports)
{
    if (epoch != s->host_epoch) {
        s->host_epoch = epoch;
        s->last_state = 0;
        s->is_about_known = false;
        s->dialled_left = s->dialled != 0 ? DIALLED_TIMES : 0;
        report(reports, HOST_FOUND, epoch);
    }
    s->sent_number = 0;                 /* a new host may have none of what is kept: all of it is sent at once */
    s->is_resending = false;
    s->retry_ms = RETRY_FIRST_MS;
    s->timed_number = 0;
}

/* The wait before anything is sent again: twice the usual round trip. */
static void measure(struct node_session *s, uint32_t up_to)
{
    if (s->timed_number != 0 && s->timed_number <= up_to) {
        const int64_t sample_ms = s->clock_ms - s->timed_ms, known_ms = s->round_trip_ms;
        s->round_trip_ms = (int32_t)(known_ms < 0 ? sample_ms : (7 * known_ms + sample_ms) / 8);
        s->timed_number = 0;
    }
    const int32_t usual_ms = 2 * s->round_trip_ms;
    s->retry_ms = usual_ms < RETRY_FIRST_MS ? RETRY_FIRST_MS : usual_ms > RETRY_LAST_MS ? RETRY_LAST_MS : usual_ms;
}

static void forget(struct node_session *s, uint32_t up_to, struct reports *reports)
{
    const uint32_t first = first_number(s);
    if (s->kept_count == 0 || up_to < first || up_to > s->last_number)
        return;
    const uint8_t forgotten = (uint8_t)(up_to - first + 1);
    s->oldest = (uint8_t)((s->oldest + forgotten) % MAX_KEPT_EDGES);
    s->kept_count = (uint8_t)(s->kept_count - forgotten);
    if (up_to > s->sent_number)
        s->sent_number = up_to;
    measure(s, up_to);
    s->is_resending = s->kept_count > 0;
    s->resend_ms = s->clock_ms + s->retry_ms;
    report(reports, EDGES_FORGOTTEN, up_to);
}

static bool is_state(const struct message *message)
{
    return saying_of(message->type) & IS_STATE;
}

/* Puts a new state into effect. */
static void take(struct node_session *s, const struct frame *arrived, struct reports *reports)
{
    const struct message *state = &arrived->message;
    s->last_state = arrived->sequence;
    if (saying_of(state->type) & WANTS_ABOUT)
        s->is_about_known = true;
    if (state->type == ANCHOR) {
        s->has_anchor = true;
        s->anchor = state->anchor;
    }
    report(reports, state->type == ASK_LEVELS ? LEVELS_ASKED : STATE_SET, 0);
    reports->of[reports->count - 1].state = *state;
}

/* On a keyed link, as firmware_io/replay_guard.py has it: whether a frame is of the host that is met, or a host's hello that shows it
 * hears this node now. */
static bool guard_takes(struct node_session *s, const struct frame *arrived)
{
    const uint32_t age_ms = (uint32_t)s->clock_ms - arrived->node_ms;
    const int64_t echoed_ms = s->clock_ms - age_ms;
    if (arrived->acknowledged_epoch != s->who.epoch || age_ms >= MAX_ECHO_MS || echoed_ms < s->floor_ms)
        return false;
    if (arrived->epoch != s->host_epoch) {
        if (arrived->message.type != HOST_HELLO || (node_session_is_met(s) && echoed_ms == s->floor_ms))
            return false;               /* another host must have heard more than the one that is met had */
        s->floor_ms = echoed_ms;
    } else if (is_state(&arrived->message)) {
        return true;                    /* its number decides */
    } else if (arrived->sequence <= s->host_count) {
        return false;
    }
    s->host_count = arrived->sequence;
    return true;
}

/* Whether it is of the host that is met, or a host's hello; a stranger is asked to greet. */
static bool is_taken(struct node_session *s, const struct frame *arrived)
{
    const bool is_hello = arrived->message.type == HOST_HELLO;
    const bool takes = s->who.has_key ? guard_takes(s, arrived) : is_hello || arrived->epoch == s->host_epoch;
    if (takes)
        return true;
    s->stale += s->who.has_key;
    if ((is_hello || !s->who.has_key) && !is_hello_waiting(s)) {
        const struct message answer = hello(s, 0);
        reply(s, &answer);
    }
    return false;
}

static void greet(struct node_session *s, const struct frame *arrived, struct reports *reports)
{
    meet(s, arrived->epoch, reports);
    struct message answer = hello(s, arrived->message.host_hello.token);
    reply(s, &answer);
    if (!must_say_about(s))
        return;
    answer = about(s);
    reply(s, &answer);
}

/* Over a live wire a key goes to who has none, and is meant. */
static void give_key(const struct node_session *s, const struct frame *arrived, struct reports *reports)
{
    if (s->who.has_key || arrived->node != s->who.node)
        return;
    report(reports, KEY_GIVEN, 0);
    reports->of[reports->count - 1].state = arrived->message;
}

static void read_frame(struct node_session *s, const struct frame *arrived, struct reports *reports)
{
    const struct message *message = &arrived->message;
    if (!is_taken(s, arrived))
        return;
    const bool is_repeat = is_state(message) && arrived->sequence <= s->last_state;
    if (!s->who.has_key || !is_repeat)
        s->heard_ms = s->clock_ms;
    if (message->type == HOST_HELLO)
        greet(s, arrived, reports);
    if (arrived->acknowledged_epoch == s->who.epoch)
        forget(s, arrived->acknowledged, reports);
    if (message->type == PING) {
        const struct message answer = {.type = PONG, .pong = {message->ping.token, s->last_number}};
        reply(s, &answer);
    } else if (message->type == PAIR) {
        give_key(s, arrived, reports);
    } else if (is_state(message)) {
        s->owes_ack = true;
        if (!is_repeat)
            take(s, arrived, reports);
    }
}

/* Counts what says nothing to this node, by why. */
static bool is_known(struct node_session *s, enum decoded found)
{
    if (found == DECODED)
        return true;
    *(found == UNKEYED ? &s->unkeyed : found == FORGED ? &s->forged : &s->malformed) += 1;
    return false;
}

size_t node_session_receive(
    struct node_session *s, const uint8_t *data, size_t length, uint32_t now_ms, struct reports *reports)
{
    uint8_t body[MAX_BODY_BYTES];
    size_t body_length, taken = 0;
    struct frame arrived;
    (void)moved_on(s, now_ms);
    reports->count = 0;
    while (taken < length && reports->count == 0) {
        if (!deframer_feed(&s->deframer, data[taken++], body, &body_length))
            continue;
        if (!is_known(s, decode_body(body, body_length, key_of(s), &arrived)))
            continue;
        if (!is_for_us(s, &arrived)) {
            s->strangers++;
        } else {
            s->frames++;
            read_frame(s, &arrived, reports);
        }
    }
    return taken;
}
