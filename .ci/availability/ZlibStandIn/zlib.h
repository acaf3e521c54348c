#ifndef POPTRACE_ZLIB_STAND_IN_H
#define POPTRACE_ZLIB_STAND_IN_H

// The part of zlib that PopReport calls, from its manual. Every system since iOS 2 and macOS 10.0 has a version with all of it.

typedef struct z_stream_s {
  unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc)(void *, unsigned int, unsigned int);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

#define Z_OK 0
#define Z_STREAM_END 1
#define Z_FINISH 4
#define Z_BEST_COMPRESSION 9
#define Z_DEFLATED 8
#define Z_DEFAULT_STRATEGY 0
#define MAX_WBITS 15
#define MAX_MEM_LEVEL 9
int deflateInit2(z_stream *stream, int level, int method, int windowBits, int memoryLevel, int strategy);
int deflate(z_stream *stream, int flush);
int deflateEnd(z_stream *stream);

#endif
