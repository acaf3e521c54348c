@testable import PopTrace

extension CorruptFile {
  /// All files of the folder. The sound one has two sessions of 16 and 3 events in chunks of 6, 6, 4 and 3.
  static let all: [CorruptFile] = [
    CorruptFile("empty.poptrace", .empty, saved: (0, 0)) { $0 = [] },
    CorruptFile("not-a-trace.poptrace", .notATrace, saved: (0, 0)) {
      $0 = Array("This is a text about popups.\n".utf8)
    },
    CorruptFile("killed.poptrace", nil, saved: (2, 19)) { bytes in
      bytes.removeSubrange(chunks(of: bytes)[4])
    },
    CorruptFile("cut-off.poptrace", nil, saved: (1, 12)) { bytes in
      let third = chunks(of: bytes)[2]
      bytes.removeSubrange(third.upperBound - 20..<bytes.count)
    },
    CorruptFile("hole.poptrace", .corrupt, saved: (2, 13)) { bytes in
      for index in chunks(of: bytes)[1] { bytes[index] = 0 }
    },
    CorruptFile("missing-chunk.poptrace", .corrupt, saved: (2, 13)) { bytes in
      bytes.removeSubrange(chunks(of: bytes)[1])
    },
    CorruptFile("swapped-chunks.poptrace", .corrupt, saved: (3, 19)) { bytes in
      let all = chunks(of: bytes)
      let swapped = bytes[all[1]] + bytes[all[0]]
      bytes.replaceSubrange(all[0].lowerBound..<all[1].upperBound, with: swapped)
    },
    CorruptFile("flipped-bit.poptrace", .corrupt, saved: (2, 13)) { bytes in
      bytes[chunks(of: bytes)[1].upperBound - 30] ^= 4
    },
    CorruptFile("flipped-bit-in-head.poptrace", .corrupt, saved: (2, 13)) { bytes in
      bytes[chunks(of: bytes)[1].lowerBound + 20] ^= 4
    },
    CorruptFile("newer-version.poptrace", .newerVersion, saved: (2, 13)) { bytes in
      change(headOf: chunks(of: bytes)[0], in: &bytes) { body in
        body[ChunkHead.tag.count] = FormatVersion.current + 1
        body[ChunkHead.tag.count + 1] = FormatVersion.current + 1
      }
    },
    CorruptFile("garbage-behind.poptrace", .corrupt, saved: (2, 19)) { $0 += Array("GET / HTTP/1.1\r\n\r\n".utf8) },
    CorruptFile("cut-off.jsonl", .badJSON, saved: nil) { $0.removeLast($0.count - 700) },
    CorruptFile("not-utf8.jsonl", .badJSON, saved: nil) { bytes in
      if let index = bytes.firstIndex(of: UInt8(ascii: "S")) { bytes[index] = 0xE9 }
    },
    CorruptFile("no-header.jsonl", .badHeader, saved: nil) { bytes in
      if let end = bytes.firstIndex(of: 0x0A) { bytes.removeSubrange(...end) }
    },
    CorruptFile("unknown-event.jsonl", .unknownEvent, saved: nil) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text.replacing("popup.shown", with: "popup.show").utf8)
    },
  ]
}
