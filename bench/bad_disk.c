/* A disk that fails when it is told to. Loaded before the C library (LD_PRELOAD), it stands between a
   program and its files; `bad_disk.py` builds it.

   The file that BAD_DISK names has one fault a line, read anew at every operation:

       operation fault end-of-the-path one-in-so-many first-byte last-byte

   Operations are write, read and sync. Faults are
       eio, enospc   it fails at once
       short         half of it is written and that is said, again and again until nothing is left
       torn          half of it is written, then it fails
       late          all of it is done, and then it is said to have failed
       slow          it takes a tenth of a second
       hang          it goes on when the fault is gone
*/
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { NONE, EIO_, ENOSPC_, SHORT, TORN, LATE, SLOW, HANG };
static const char *const FAULTS[] = {"", "eio", "enospc", "short", "torn", "late", "slow", "hang"};

static int orders(char *text, int size) {
    const char *name = getenv("BAD_DISK");
    int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    long length = syscall(SYS_read, file, text, size - 1);
    syscall(SYS_close, file);
    text[length > 0 ? length : 0] = 0;
    return length > 0;
}

static int ends_with(const char *path, const char *end) {
    size_t all = strlen(path), part = strlen(end);
    return all >= part && !strcmp(path + all - part, end);
}

static int happens(long one_in) {
    static __thread unsigned long state;
    if (!state) state = (unsigned long)getpid() * 2654435761u + (unsigned long)time(NULL);
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return one_in <= 1 || (long)((state >> 33) % (unsigned long)one_in) == 0;
}

/* What happens to an operation on these bytes of an open file. */
static int fault_of(const char *operation, int file, long first, long size) {
    char text[1024], link[64], path[1024];
    if (!orders(text, sizeof text)) return NONE;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length < 0) return NONE;
    path[length] = 0;
    char *rest = text, *line;
    while ((line = strsep(&rest, "\n"))) {
        char what[16], fault[16], end[256];
        long one_in, from, to;
        if (sscanf(line, "%15s %15s %255s %ld %ld %ld", what, fault, end, &one_in, &from, &to) != 6)
            continue;
        if (strcmp(what, operation) || !ends_with(path, end) || !happens(one_in)) continue;
        if (first >= 0 && (first > to || first + size <= from)) continue;
        for (int kind = NONE + 1; kind <= HANG; kind++)
            if (!strcmp(fault, FAULTS[kind])) return kind;
    }
    return NONE;
}

static void sleep_milliseconds(long count) {
    struct timespec pause = {count / 1000, count % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* Slow things happen in the end; 1 is how an operation fails that is not done at all. */
static int fails(int fault, const char *operation, int file, long first, long size) {
    if (fault == SLOW) sleep_milliseconds(100);
    while (fault == HANG) {
        sleep_milliseconds(10);
        fault = fault_of(operation, file, first, size);
    }
    if (fault == EIO_) errno = EIO;
    if (fault == ENOSPC_) errno = ENOSPC;
    return fault == EIO_ || fault == ENOSPC_;
}

static ssize_t put(int file, const void *bytes, size_t size, off_t at, int is_placed) {
    int fault = fault_of("write", file, is_placed ? at : -1, size);
    if (fails(fault, "write", file, is_placed ? at : -1, size)) return -1;
    size_t part = fault == SHORT || fault == TORN ? size / 2 : size;
    if (fault == SHORT && !part) return 0;
    ssize_t done = is_placed ? syscall(SYS_pwrite64, file, bytes, part, at)
                             : syscall(SYS_write, file, bytes, part);
    if (fault == TORN || fault == LATE) {
        errno = EIO;
        return -1;
    }
    return done;
}

static ssize_t get(int file, void *bytes, size_t size, off_t at, int is_placed) {
    int fault = fault_of("read", file, is_placed ? at : -1, size);
    if (fails(fault, "read", file, is_placed ? at : -1, size)) return -1;
    return is_placed ? syscall(SYS_pread64, file, bytes, size, at)
                     : syscall(SYS_read, file, bytes, size);
}

static int sync_with(long call, int file) {
    int fault = fault_of("sync", file, -1, 0);
    if (fails(fault, "sync", file, -1, 0)) return -1;
    int done = (int)syscall(call, file);
    if (fault == LATE) {
        errno = EIO;
        return -1;
    }
    return done;
}

ssize_t write(int file, const void *bytes, size_t size) { return put(file, bytes, size, 0, 0); }
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) { return put(file, bytes, size, at, 1); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off_t at) { return put(file, bytes, size, at, 1); }
ssize_t read(int file, void *bytes, size_t size) { return get(file, bytes, size, 0, 0); }
ssize_t pread(int file, void *bytes, size_t size, off_t at) { return get(file, bytes, size, at, 1); }
ssize_t pread64(int file, void *bytes, size_t size, off_t at) { return get(file, bytes, size, at, 1); }
int fsync(int file) { return sync_with(SYS_fsync, file); }
int fdatasync(int file) { return sync_with(SYS_fdatasync, file); }
