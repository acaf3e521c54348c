#if Tool && (os(Linux) || os(macOS))
  import CZlib
#endif

/// Bytes as a page holds them: compressed as a browser's `DecompressionStream("deflate-raw")` undoes it, and in Base64.
///
/// Source: RFC 1951 (DEFLATE), RFC 4648, 4 (Base64).
package struct EmbeddedBlock: Hashable, Sendable {
  package let text: [UInt8]

  package init(_ bytes: [UInt8]) { text = Self.base64(Self.deflated(bytes)) }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    #if Tool && (os(Linux) || os(macOS))
      // What cannot be compressed grows by five bytes for each block of 16 KiB, and a few.
      let capacity = bytes.count + bytes.count / 1000 + 1024
      let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
        count = unsafe bytes.withUnsafeBufferPointer {
          unsafe Int(poptrace_deflate($0.baseAddress, UInt($0.count), room.baseAddress, UInt(capacity)))
        }
      }
      return result.isEmpty ? stored(bytes) : result
    #else
      return stored(bytes)
    #endif
  }

  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    repeat {
      let end = min(bytes.count, start + 0xFFFF)
      let count = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      for word in [count, ~count] { result += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
      result += bytes[start..<end]
      start = end
    } while start < bytes.count
    return result
  }

  /// The bytes in Base64, with `=` at the end.
  package static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = min(3, bytes.count - index)
      var group = 0
      for offset in 0..<3 { group = group << 8 | (offset < rest ? Int(bytes[index + offset]) : 0) }
      for letter in 0..<4 {
        text.append(letter <= rest ? letters[group >> (18 - 6 * letter) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return text
  }
}
