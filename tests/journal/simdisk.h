/* A disk that is watched and made to fail: a layer over the VFS of the SQLite that this process has loaded.
 * Every call on a database and its WAL is counted, may be made to fail, and, where it changes the disk, is logged. */
#include <stddef.h>
#include <stdint.h>

enum disk_call {
    DISK_OPEN, DISK_READ, DISK_WRITE, DISK_CUT, DISK_SYNC, DISK_SIZE, DISK_LOCK, DISK_SHM_MAP, DISK_SHM_LOCK, DISK_DELETE,
    DISK_CALLS,                         /* how many kinds there are */
    DISK_MARK = DISK_CALLS              /* only in the log: what disk_mark said */
};
enum disk_file { DISK_OTHER, DISK_DATABASE, DISK_WAL, DISK_MIRROR, DISK_MIRROR_WAL };      /* a mirror.db is on the second disk */
enum disk_odd { DISK_EVEN, DISK_INTERRUPTED, DISK_SHORT };

/* An entry of the log; `bytes` of data follow a DISK_WRITE. DISK_OPEN: a file that was not there. */
struct disk_entry {
    uint8_t call, file, failed, unused;
    uint32_t bytes;
    int64_t at;                         /* offset; the new size of a DISK_CUT; the value of a DISK_MARK */
};

const char *disk_source_id(void);       /* of the SQLite that this is linked with */
int disk_begin(void);                   /* from here on it is the default VFS; a SQLite result code */
int disk_end(void);

void disk_log_anew(void);
void disk_mark(int64_t value);
const uint8_t *disk_log(size_t *bytes); /* until the next call */

/* The calls of that kind are counted from 1 on, and the one numbered `number`, for ever with all after it, gives `code`. */
void disk_fail(int call, int64_t number, int code, int is_for_ever);
void disk_fail_nothing(void);           /* and counts anew */
int64_t disk_calls(int call);
void disk_retry_syncs(int is_on);       /* a failed sync is done again, and the second time the disk says that all is well */

/* One level below, in the system calls of the real VFS: each write whose number `every` divides is odd. 0: none is. */
int disk_odd_writes(int every, int odd);
int64_t disk_system_writes(void);
