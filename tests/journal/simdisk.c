#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "simdisk.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    sqlite3_file base;
    enum disk_file which;
} File;                                 /* the real VFS's own file lies behind it */

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;        /* readings and checkpoints are made in two threads */
static sqlite3_vfs *real;
static sqlite3_vfs ours;

/* The log */

static uint8_t *entries;
static size_t used, room;

static void note(enum disk_call call, enum disk_file which, int failed, int64_t at, const void *data, uint32_t bytes) {
    const struct disk_entry entry = {(uint8_t)call, (uint8_t)which, (uint8_t)(failed != 0), 0, bytes, at};
    pthread_mutex_lock(&turn);
    if (used + sizeof entry + bytes > room) {
        room = 2 * (used + sizeof entry + bytes);
        entries = realloc(entries, room);
        if (entries == NULL) abort();
    }
    memcpy(entries + used, &entry, sizeof entry);
    if (bytes > 0) memcpy(entries + used + sizeof entry, data, bytes);
    used += sizeof entry + bytes;
    pthread_mutex_unlock(&turn);
}

void disk_log_anew(void) { used = 0; }
void disk_mark(int64_t value) { note(DISK_MARK, DISK_OTHER, 0, value, NULL, 0); }

const uint8_t *disk_log(size_t *bytes) {
    *bytes = used;
    return entries;
}

/* Failures */

static int64_t calls[DISK_CALLS];
static int fails_call = -1, fails_with, fails_for_ever, retries_syncs;
static int64_t fails_at;

static int failure(enum disk_call call) {
    pthread_mutex_lock(&turn);
    const int64_t number = ++calls[call];
    pthread_mutex_unlock(&turn);
    const int is_due = (int)call == fails_call && (number == fails_at || (fails_for_ever && number > fails_at));
    return is_due ? fails_with : SQLITE_OK;
}

void disk_fail(int call, int64_t number, int code, int is_for_ever) {
    disk_fail_nothing();
    fails_call = call;
    fails_at = number;
    fails_with = code;
    fails_for_ever = is_for_ever;
}

void disk_fail_nothing(void) {
    memset(calls, 0, sizeof calls);
    fails_call = -1;
}

int64_t disk_calls(int call) { return calls[call]; }
void disk_retry_syncs(int is_on) { retries_syncs = is_on; }

/* Methods of a file */

static sqlite3_file *behind(sqlite3_file *file) { return (sqlite3_file *)((File *)file + 1); }
static enum disk_file which_of(const sqlite3_file *file) { return ((const File *)file)->which; }

#define METHOD(file, method) behind(file)->pMethods->method

static int x_close(sqlite3_file *f) { return METHOD(f, xClose)(behind(f)); }

static int x_read(sqlite3_file *f, void *to, int bytes, sqlite3_int64 at) {
    const int failed = failure(DISK_READ);
    return failed ? failed : METHOD(f, xRead)(behind(f), to, bytes, at);
}

static int x_write(sqlite3_file *f, const void *from, int bytes, sqlite3_int64 at) {
    const int failed = failure(DISK_WRITE);
    if (failed) bytes /= 2;             /* a write that fails may have written a part */
    note(DISK_WRITE, which_of(f), failed, at, from, (uint32_t)bytes);
    const int code = METHOD(f, xWrite)(behind(f), from, bytes, at);
    return failed ? failed : code;
}

static int x_truncate(sqlite3_file *f, sqlite3_int64 size) {
    const int failed = failure(DISK_CUT);
    if (failed) return failed;
    note(DISK_CUT, which_of(f), 0, size, NULL, 0);
    return METHOD(f, xTruncate)(behind(f), size);
}

/* Nothing is synced to the real disk: who cuts the power is the test, and it reads the log. */
static int x_sync(sqlite3_file *f, int flags) {
    (void)flags;
    const int failed = failure(DISK_SYNC);
    note(DISK_SYNC, which_of(f), failed, 0, NULL, 0);
    return retries_syncs ? SQLITE_OK : failed;
}

static int x_file_size(sqlite3_file *f, sqlite3_int64 *size) {
    const int failed = failure(DISK_SIZE);
    return failed ? failed : METHOD(f, xFileSize)(behind(f), size);
}

static int x_lock(sqlite3_file *f, int lock) {
    const int failed = failure(DISK_LOCK);
    return failed ? failed : METHOD(f, xLock)(behind(f), lock);
}

static int x_unlock(sqlite3_file *f, int lock) { return METHOD(f, xUnlock)(behind(f), lock); }
static int x_check_reserved_lock(sqlite3_file *f, int *is) { return METHOD(f, xCheckReservedLock)(behind(f), is); }
static int x_file_control(sqlite3_file *f, int op, void *arg) { return METHOD(f, xFileControl)(behind(f), op, arg); }
static int x_sector_size(sqlite3_file *f) { return METHOD(f, xSectorSize)(behind(f)); }
static int x_characteristics(sqlite3_file *f) { return METHOD(f, xDeviceCharacteristics)(behind(f)); }

static int x_shm_map(sqlite3_file *f, int region, int bytes, int extends, void volatile **to) {
    const int failed = failure(DISK_SHM_MAP);
    return failed ? failed : METHOD(f, xShmMap)(behind(f), region, bytes, extends, to);
}

static int x_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
    const int failed = flags & SQLITE_SHM_UNLOCK ? SQLITE_OK : failure(DISK_SHM_LOCK);
    return failed ? failed : METHOD(f, xShmLock)(behind(f), offset, n, flags);
}

static void x_shm_barrier(sqlite3_file *f) { METHOD(f, xShmBarrier)(behind(f)); }
static int x_shm_unmap(sqlite3_file *f, int deletes) { return METHOD(f, xShmUnmap)(behind(f), deletes); }

/* Version 2: with a WAL, without files mapped into memory, whose writes would pass this by. */
static const sqlite3_io_methods methods = {
    .iVersion = 2, .xClose = x_close, .xRead = x_read, .xWrite = x_write, .xTruncate = x_truncate, .xSync = x_sync,
    .xFileSize = x_file_size, .xLock = x_lock, .xUnlock = x_unlock, .xCheckReservedLock = x_check_reserved_lock,
    .xFileControl = x_file_control, .xSectorSize = x_sector_size, .xDeviceCharacteristics = x_characteristics,
    .xShmMap = x_shm_map, .xShmLock = x_shm_lock, .xShmBarrier = x_shm_barrier, .xShmUnmap = x_shm_unmap,
};

/* The VFS */

static enum disk_file file_named(const char *name, enum disk_file which) {
    const int is_mirror = which != DISK_OTHER && name != NULL && strstr(name, "/mirror.db") != NULL;
    return is_mirror ? (enum disk_file)(which + (DISK_MIRROR - DISK_DATABASE)) : which;
}

static int x_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out) {
    (void)vfs;
    int was_there = 0;
    const int failed = failure(DISK_OPEN);
    f->pMethods = NULL;
    if (failed) return failed;
    const enum disk_file kind = flags & SQLITE_OPEN_MAIN_DB ? DISK_DATABASE : flags & SQLITE_OPEN_WAL ? DISK_WAL : DISK_OTHER;
    ((File *)f)->which = file_named(name, kind);
    if (name != NULL) real->xAccess(real, name, SQLITE_ACCESS_EXISTS, &was_there);
    behind(f)->pMethods = NULL;
    const int code = real->xOpen(real, name, behind(f), flags, out);
    if (behind(f)->pMethods != NULL) f->pMethods = &methods;
    if (code == SQLITE_OK && !was_there) note(DISK_OPEN, which_of(f), 0, 0, NULL, 0);
    return code;
}

static int x_delete(sqlite3_vfs *vfs, const char *name, int syncs_directory) {
    (void)vfs;
    const int failed = failure(DISK_DELETE);
    if (failed) return failed;
    const size_t length = strlen(name);
    const int is_wal = length > 4 && strcmp(name + length - 4, "-wal") == 0;
    note(DISK_DELETE, file_named(name, is_wal ? DISK_WAL : DISK_OTHER), 0, 0, NULL, 0);
    return real->xDelete(real, name, syncs_directory);
}

const char *disk_source_id(void) { return sqlite3_sourceid(); }

int disk_begin(void) {
    if (real == NULL) {
        real = sqlite3_vfs_find(NULL);
        ours = *real;                   /* names, times and random numbers are the real one's */
        ours.szOsFile += (int)sizeof(File);
        ours.zName = "simdisk";
        ours.xOpen = x_open;
        ours.xDelete = x_delete;
    }
    disk_log_anew();
    disk_fail_nothing();
    return sqlite3_vfs_register(&ours, 1);
}

int disk_end(void) {
    const int code = sqlite3_vfs_unregister(&ours);
    return code ? code : sqlite3_vfs_register(real, 1);
}

/* Below the real VFS */

typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);

static pwrite_call real_pwrite;
static int odd_every;
static enum disk_odd odd_how;
static int64_t system_writes;

static ssize_t odd_pwrite(int fd, const void *from, size_t bytes, off_t at) {
    if (++system_writes % odd_every != 0) return real_pwrite(fd, from, bytes, at);
    if (odd_how == DISK_SHORT && bytes > 1) return real_pwrite(fd, from, bytes / 2, at);
    errno = EINTR;
    return -1;
}

int disk_odd_writes(int every, int odd) {
    const char *name = real->xGetSystemCall(real, "pwrite64") != NULL ? "pwrite64" : "pwrite";
    if (real_pwrite == NULL) real_pwrite = (pwrite_call)real->xGetSystemCall(real, name);
    odd_every = every;
    odd_how = (enum disk_odd)odd;
    system_writes = 0;
    return real->xSetSystemCall(real, name, every > 0 ? (sqlite3_syscall_ptr)odd_pwrite : NULL);
}

int64_t disk_system_writes(void) { return system_writes; }
