import Foundation
import PopTrace
import PopupScheduling
import Testing

/// Tools that nobody here wrote: the seek table through `pyzstd`, checksums through `xxhash`.
///
/// They fail where the tools are missing: `pip install pyzstd xxhash` (`POPTRACE_PYTHON` names the Python that has them).
@Suite struct ForeignToolTests {
  private static let script = """
    import struct, sys
    import pyzstd, xxhash
    data = open(sys.argv[1], "rb").read()
    low = lambda part: struct.pack("<I", xxhash.xxh64_intdigest(part) & 0xFFFFFFFF)
    with pyzstd.SeekableZstdFile(sys.argv[1]) as file:
        whole = file.read()
        assert whole == pyzstd.decompress(data), "the whole"
        for start, size in ((0, 1), (len(whole) // 2, 100), (len(whole) - 5, 50), (len(whole) // 3, len(whole)), (7, 3)):
            file.seek(start)
            assert file.read(size) == whole[start:start + size], "from byte %d" % start
        frames = file.seek_table_info[0]
    place, chunks = 0, 0
    while place < len(data):
        magic, size = struct.unpack_from("<II", data, place)
        payload = data[place + 8:place + 8 + size]
        place += 8 + size
        if magic not in (0x184D2A57, 0x184D2A58):
            continue
        assert low(payload[:-4]) == payload[-4:], "a head"
        end = place + 18
        info = pyzstd.get_frame_size(data[place:])
        frame = data[place:place + info]
        assert low(frame) == payload[-8:-4], "a frame"
        content = pyzstd.decompress(frame)
        assert low(content) == frame[-4:], "a content"
        place += info
        chunks += 1
    print(len(whole), frames, chunks)
    """

  @Test(arguments: [true, false])
  func randomAccessAndChecksums(compresses: Bool) throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    options.compresses = compresses
    let bytes = try file(of: [FieldSession.make(events: 730), TinySession.make()], options)
    let python = ProcessInfo.processInfo.environment["POPTRACE_PYTHON"] ?? "python3"
    let result = try Command.run(python, ["-c", Self.script], file: bytes)
    #expect(result.status == 0, "\(result.errors)")
    let info = TraceInfo(bytes)
    let size = info.chunks.reduce(0) { $0 + $1.contentSize }
    let expected = "\(size) \(2 * info.chunks.count) \(info.chunks.count)\n"
    #expect(result.output == expected)
  }
}
