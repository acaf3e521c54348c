@testable import PopTrace

extension ChunkHead {
  /// The whole skippable frame as versions 1 and 2 have it, which nobody writes any more.
  func encodedAsFirst(_ version: UInt8 = 1) -> [UInt8] {
    var payload = Self.tag + [version, version]
    for count in [number, frameSize, contentSize, events, segments, begun, ended, session, firstSequence, lastSequence]
    {
      payload.append(count: count)
    }
    payload.append(zigzag: firstTime)
    payload.append(zigzag: lastTime)
    payload.append(varint: UInt64(tickMicroseconds))
    payload.append(text: sessionName)
    payload.append(text: policy)
    payload.append(littleEndian: frameChecksum)
    payload.append(littleEndian: XXH64.low32(payload))
    var frame: [UInt8] = []
    frame.append(littleEndian: Self.magic)
    frame.append(littleEndian: UInt32(payload.count))
    return frame + payload
  }
}
