import Foundation
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("Bytes as a page holds them")
struct EmbeddedBlockTests {
  /// What others make of it: Python's zlib undoes raw DEFLATE.
  private static let inflating = """
    import base64, sys, zlib
    for path in sys.argv[1:]:
        sys.stdout.write(zlib.decompress(base64.b64decode(open(path, "rb").read(), validate=True), -15).hex() + "\\n")
    """

  private static let samples: [[UInt8]] = [
    [], [0], Array("{\"a\":1}".utf8), [UInt8](repeating: 7, count: 300_000),
    (0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) },
  ]

  @Test("others undo the compression, of nothing, of much, and of what cannot be compressed", .python("zlib"))
  func inflates() throws {
    let blocks = Self.samples.map { EmbeddedBlock($0).text }
    let result = try Python.run(Self.inflating, blocks)
    #expect(result.status == 0, "\(result.errors)")
    let expected = Self.samples.map { $0.map { String(format: "%02x", $0) }.joined() + "\n" }.joined()
    #expect(result.output == expected)
    #expect(blocks[3].count < 1000)
  }

  @Test("blocks that are not compressed can be undone as well", .python("zlib"))
  func stored() throws {
    let blocks = Self.samples.map { EmbeddedBlock.base64(EmbeddedBlock.stored($0)) }
    let result = try Python.run(Self.inflating, blocks)
    let expected = Self.samples.map { $0.map { String(format: "%02x", $0) }.joined() + "\n" }.joined()
    #expect(result.status == 0 && result.output == expected, "\(result.errors)")
  }

  @Test("Base64 is what Foundation makes of it, whatever is left over")
  func base64() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(String(decoding: EmbeddedBlock.base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
    }
  }
}
