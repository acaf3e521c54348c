#include <zlib.h>

/// Compresses bytes as browsers undo it (RFC 1951, without head or checksum): how many bytes came of it, 0 where they have no room.
static inline unsigned long poptrace_deflate(
    const unsigned char *bytes, unsigned long count, unsigned char *room, unsigned long capacity) {
  z_stream stream = {0};
  if (count > 0x7fffffff || capacity > 0x7fffffff) return 0;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
    return 0;
  stream.next_in = (unsigned char *)bytes;
  stream.avail_in = (unsigned int)count;
  stream.next_out = room;
  stream.avail_out = (unsigned int)capacity;
  int end = deflate(&stream, Z_FINISH);
  unsigned long written = stream.total_out;
  deflateEnd(&stream);
  return end == Z_STREAM_END ? written : 0;
}
