import Testing

@testable import PopTrace

@Suite struct JSONScannerTests {
  private func failure(_ text: [UInt8]) -> JSONScanner.Failure? {
    var scanner = JSONScanner(text)
    do {
      try scanner.scan(0..<text.count)
      return nil
    } catch {
      return error
    }
  }

  private func text(_ json: String) throws -> String {
    var scanner = JSONScanner(Array(json.utf8))
    try scanner.scan(0..<json.utf8.count)
    return scanner.text(of: scanner.nodes[0])
  }

  @Test(arguments: [
    "{}", "[]", " [ ] ", "0", "-0", "10.25e-3", "1E+2", "\"\"", "true", "false", "null",
    "{\"a\":[1,{\"b\":null}],\"c\":\"\\u00e9\"}",
    "\"\\ud83d\\ude00\"", "\"\u{7f}é漢😀\"",
  ])
  func takesWhatTheStandardAllows(json: String) {
    #expect(failure(Array(json.utf8)) == nil)
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\" 1}", 5), ("[1 2]", 3), ("01", 1),
    ("-", 1),
    ("1.", 2), (".5", 0), ("1e", 2), ("+1", 0), ("tru", 0), ("nul", 0), ("NaN", 0), ("\"", 1), ("\"\\", 1),
    ("\"\\x\"", 1),
    ("\"\\u12g4\"", 1), ("\"\\ud800\"", 1), ("\"\\ud800\\u0041\"", 1), ("\"\\udc00\"", 1), ("\"\t\"", 1), ("{}{}", 2),
    ("1 //", 2), ("'a'", 0), ("\u{feff}1", 0),
  ])
  func refusesWhatItForbids(json: String, offset: Int) {
    #expect(failure(Array(json.utf8))?.offset == offset)
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFF],
    ] as [[UInt8]])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    #expect(failure([0x22] + bytes + [0x22])?.offset == 1)
  }

  @Test func takesEscapesBack() throws {
    #expect(try text(#""a\"\\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00z""#) == "a\"\\/\u{8}\u{c}\n\r\t\0é😀z")
  }

  @Test func boundsTheDepth() {
    let deepest = JSONScanner.deepest
    let fine = String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest)
    #expect(failure(Array(fine.utf8)) == nil)
    #expect(failure(Array(repeating: UInt8(ascii: "["), count: 1_000_000))?.offset == deepest)
  }

  @Test func knowsWhatContainsWhat() throws {
    let json = Array(#"{"a":[1,[2]],"b":3}"#.utf8)
    var scanner = JSONScanner(json)
    try scanner.scan(0..<json.count)
    #expect(scanner.nodes.map(\.kind) == [.object, .string, .array, .number, .array, .number, .string, .number])
    #expect(scanner.nodes.map(\.next) == [8, 2, 6, 4, 6, 6, 7, 8])
  }
}
