import Foundation
import PopTrace
import Testing

@testable import PopTrace

@Suite struct JSONTextTests {
  private func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Every scalar that there is, one after another, comes back, and nothing that steers a terminal stands there as it is.
  @Test func everyScalarComesBackAndNoneSteers() throws {
    for start in stride(from: UInt32(0), to: 0x110000, by: 0x1000) {
      let text = String(
        String.UnicodeScalarView((start..<start + 0x1000).compactMap { Unicode.Scalar($0) }))
      let written = json(text)
      #expect(!written.unicodeScalars.contains { $0.steersTerminals }, "from \(start)")
      let read = try JSONDecoder().decode([String].self, from: Data("[\(written)]".utf8))
      #expect(Array(read[0].unicodeScalars) == Array(text.unicodeScalars), "from \(start)")
    }
  }

  @Test func escapesAreTheShortest() {
    #expect(json("a\"\\/\n\r\t\u{0}\u{1f}\u{7f}") == #""a\"\\/\n\r\t\u0000\u001f\u007f""#)
    #expect(json("\u{85}\u{9B}\u{202E}\u{2028}\u{FEFF}\u{E0041}") == #""\u0085\u009b\u202e\u2028\ufeff\udb40\udc41""#)
    #expect(json("é漢😀\u{200D}") == "\"é漢😀\u{200D}\"")
  }

  @Test func quotesSteerNothingEither() {
    let quoted = "\(Quoted("\u{9B}31m\u{202E}a\u{1B}\"\n"))"
    #expect(!quoted.unicodeScalars.contains { $0.steersTerminals })
    #expect(quoted == #""\u{9b}31m\u{202e}a\u{1B}\"\n""#)
  }
}
