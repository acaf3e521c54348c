#ifndef POPTRACE_DARWIN_STAND_IN_H
#define POPTRACE_DARWIN_STAND_IN_H

// The functions of Apple's C library that PopTrace calls, from their manual pages and Apple's open sources. All of them are older than iOS 15.
// A function that is missing here makes .ci/check-availability say so: look its availability up before you add it.

#include <stddef.h>
#include <stdint.h>

typedef int64_t off_t;
typedef int32_t pid_t;
typedef uint16_t mode_t;
typedef long ssize_t;
typedef unsigned int u_int32_t;

typedef int clockid_t;
typedef long time_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  long tv_sec;
  int32_t tv_usec;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 6
// iOS 10
int clock_gettime(clockid_t clock, struct timespec *_Nonnull time);

// Threads: iOS 2, quality of service iOS 8.
typedef struct {
  long signature;
  char opaque[56];
} pthread_mutex_t;
typedef struct {
  long signature;
  char opaque[8];
} pthread_mutexattr_t;
typedef struct {
  long signature;
  char opaque[40];
} pthread_cond_t;
typedef struct {
  long signature;
  char opaque[8];
} pthread_condattr_t;
typedef struct {
  long signature;
  char opaque[56];
} pthread_attr_t;
typedef struct _opaque_pthread_t *pthread_t;
typedef enum qos_class_t : unsigned int { QOS_CLASS_UTILITY = 0x11, QOS_CLASS_BACKGROUND = 0x09 } qos_class_t;
#define PTHREAD_CREATE_DETACHED 2
int pthread_mutex_init(pthread_mutex_t *_Nonnull mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull mutex);
int pthread_cond_init(pthread_cond_t *_Nonnull condition, const pthread_condattr_t *_Nullable attributes);
int pthread_cond_wait(pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull mutex);
int pthread_cond_timedwait(
  pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull mutex, const struct timespec *_Nullable until);
int pthread_cond_signal(pthread_cond_t *_Nonnull condition);
int pthread_cond_broadcast(pthread_cond_t *_Nonnull condition);
int pthread_cond_destroy(pthread_cond_t *_Nonnull condition);
int pthread_attr_init(pthread_attr_t *_Nonnull attributes);
int pthread_attr_destroy(pthread_attr_t *_Nonnull attributes);
int pthread_attr_setdetachstate(pthread_attr_t *_Nonnull attributes, int state);
int pthread_attr_setstacksize(pthread_attr_t *_Nonnull attributes, size_t size);
int pthread_attr_set_qos_class_np(pthread_attr_t *_Nonnull attributes, qos_class_t quality, int priority);
int pthread_create(
  pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
  void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable argument);

// Memory: iOS 2.
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_FIXED 0x0010
#define MAP_ANON 0x1000
#define MS_ASYNC 0x0001
#define MS_SYNC 0x0010
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
void *_Nullable mmap(void *_Nullable address, size_t size, int protection, int flags, int file, off_t offset);
int munmap(void *_Nonnull address, size_t size);
int msync(void *_Nonnull address, size_t size, int flags);
long sysconf(int name);

// Files: iOS 2; F_BARRIERFSYNC iOS 11.
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_APPEND 0x00000008
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define F_PREALLOCATE 42
#define F_FULLFSYNC 51
#define F_SETPROTECTIONCLASS 64
#define F_BARRIERFSYNC 85
#define F_ALLOCATECONTIG 0x00000002
#define F_ALLOCATEALL 0x00000004
#define F_PEOFPOSMODE 3
typedef struct fstore {
  unsigned int fst_flags;
  int fst_posmode;
  off_t fst_offset;
  off_t fst_length;
  off_t fst_bytesalloc;
} fstore_t;
struct stat {
  int32_t st_dev;
  mode_t st_mode;
  uint16_t st_nlink;
  uint64_t st_ino;
  uint32_t st_uid;
  uint32_t st_gid;
  int32_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
};
struct dirent {
  uint64_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
typedef struct _opaque_dir {
  int file;
} DIR;
int close(int file);
int fchmod(int file, mode_t mode);
off_t lseek(int file, off_t offset, int whence);
#define SEEK_SET 0
#define SEEK_DATA 4
int mkstemp(char *_Nonnull template);
ssize_t readlink(const char *_Nonnull path, char *_Nullable target, size_t size);
int fstat(int file, struct stat *_Nonnull status);
int stat(const char *_Nonnull path, struct stat *_Nonnull status);
int ftruncate(int file, off_t size);
// iOS 11
int futimens(int file, const struct timespec *_Nullable times);
int fsync(int file);
int flock(int file, int operation);
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
ssize_t read(int file, void *_Nullable bytes, size_t count);
ssize_t write(int file, const void *_Nullable bytes, size_t count);
ssize_t pread(int file, void *_Nullable bytes, size_t count, off_t offset);
ssize_t pwrite(int file, const void *_Nullable bytes, size_t count, off_t offset);
int unlink(const char *_Nonnull path);
int isatty(int file);
int link(const char *_Nonnull path, const char *_Nonnull name);
int usleep(unsigned int microseconds);
int rename(const char *_Nonnull path, const char *_Nonnull other);
int mkdir(const char *_Nonnull path, mode_t mode);
DIR *_Nullable opendir(const char *_Nonnull path);
struct dirent *_Nullable readdir(DIR *_Nonnull directory);
int closedir(DIR *_Nonnull directory);
int setxattr(
  const char *_Nonnull path, const char *_Nonnull name, const void *_Nullable value, size_t size, u_int32_t position,
  int options);

// Errors and processes: iOS 2.
#define EPERM 1
#define ENOENT 2
#define ENOTDIR 20
#define ESRCH 3
#define EINTR 4
#define ENXIO 6
#define EPIPE 32
#define ELOOP 62
#define EIO 5
#define EEXIST 17
#define ENOSPC 28
#define EMLINK 31
#define ENOTSUP 45
#define ENOSYS 78
#define ETIMEDOUT 60
char *_Nullable strerror(int number);
pid_t getpid(void);
size_t strlen(const char *_Nonnull text);
char *_Nullable strdup(const char *_Nonnull text);
void free(void *_Nullable memory);
char *_Nullable getcwd(char *_Nullable path, size_t size);
char *_Nullable getenv(const char *_Nonnull name);
int setenv(const char *_Nonnull name, const char *_Nonnull value, int replaces);
_Noreturn void exit(int code);
int kill(pid_t process, int signal);
void arc4random_buf(void *_Nonnull bytes, size_t count);
int sysctlbyname(
  const char *_Nonnull name, void *_Nullable old, size_t *_Nullable size, void *_Nullable value, size_t count);
int sysctl(
  int *_Nonnull name, unsigned int count, void *_Nullable old, size_t *_Nullable size, void *_Nullable value,
  size_t newSize);
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
// Terminals: iOS 2.
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
#define TIOCGWINSZ 0x40087468
// Programs, on a Mac alone: macOS 10.5.
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
#define F_SETFD 2
#define FD_CLOEXEC 1
int pipe(int *_Nonnull ends);
pid_t waitpid(pid_t process, int *_Nullable status, int options);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable *_Nonnull actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable *_Nonnull actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t _Nullable *_Nonnull actions, int file, int other);
int posix_spawn_file_actions_addopen(
  posix_spawn_file_actions_t _Nullable *_Nonnull actions, int file, const char *_Nonnull path, int flags, mode_t mode);
int posix_spawnp(
  pid_t *_Nullable process, const char *_Nonnull program, const posix_spawn_file_actions_t _Nullable *_Nullable actions,
  const posix_spawnattr_t _Nullable *_Nullable attributes, char *_Nullable const *_Nonnull arguments,
  char *_Nullable const *_Nullable environment);
// The beginning of the kernel's record of a process; only its start is read.
struct extern_proc {
  union {
    struct {
      void *_Nullable forward;
      void *_Nullable back;
    } p_st1;
    struct timeval __p_starttime;
  } p_un;
  char rest[280];
};
struct kinfo_proc {
  struct extern_proc kp_proc;
  char kp_eproc[352];
};

#endif
