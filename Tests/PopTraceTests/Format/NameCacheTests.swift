import Testing

@testable import PopTrace

@Suite("The names that earlier chunks had")
struct NameCacheTests {
  private func key(_ bytes: [UInt8]) throws -> NameCache.Key {
    try #require(NameCache.Key(bytes, bytes.indices))
  }

  private func insert(_ name: NameCache.Name, for text: String, _ cache: inout NameCache) throws {
    let bytes = Array(text.utf8)
    try cache.insert(name, for: key(bytes), bytes, bytes.indices)
  }

  private func find(_ text: String, _ cache: NameCache) throws -> NameCache.Name? {
    let bytes = Array(text.utf8)
    return try cache.index(of: key(bytes), bytes, bytes.indices).map { cache.entries[$0].name }
  }

  @Test("nothing is known before anything was said")
  func empty() throws {
    let cache = NameCache()
    #expect(try find("Home", cache) == nil)
    #expect(try find("", cache) == nil)
  }

  @Test("what was said is known, with all that was said of it")
  func remembered() throws {
    var cache = NameCache()
    try insert(("Café", isASCII: false, sum: 0), for: "Café", &cache)
    try insert(("", isASCII: true, sum: 1), for: "", &cache)
    let name = try #require(try find("Café", cache))
    #expect(name.text == "Café" && !name.isASCII && name.sum == 0)
    #expect(try find("", cache)?.sum == 1)
    #expect(try find("Caf", cache) == nil)
  }

  @Test("names up to a limit have keys, wherever they stand")
  func lengths() {
    let bytes = Array("xx0123456789abcdefyy".utf8)
    #expect(NameCache.Key(bytes, 2..<18) == NameCache.Key(Array("0123456789abcdef".utf8), 0..<16))
    #expect(NameCache.Key(bytes, 2..<5) == NameCache.Key(Array("012".utf8), 0..<3))
    #expect(NameCache.Key(bytes, 18..<20) == NameCache.Key(Array("yyz".utf8), 0..<2))
    #expect(NameCache.Key(bytes, 5..<5) == NameCache.Key([], 0..<0))
    let long = [UInt8](repeating: 0x41, count: NameCache.Key.limit + 1)
    #expect(NameCache.Key(long, 1..<long.count) != nil && NameCache.Key(long, long.indices) == nil)
  }

  @Test("two names are never the same one: not by a byte, an order, a length or zeros")
  func distinct() throws {
    let texts = [
      "", "\0", "\0\0", "a", "a\0", "\0a", "ab", "ba", "abcdefg", "abcdefgh", "abcdefgh\0", "abcdefghi", "iabcdefgh",
      "abcdefghijklmnop", "abcdefghijklmnoq", "ijklmnopabcdefgh",
    ]
    let keys = try texts.map { try key(Array($0.utf8)) }
    for (left, one) in keys.enumerated() {
      for (right, other) in keys.enumerated() { #expect((one == other) == (left == right)) }
    }
    // Longer ones by what stands between their ends as well.
    var cache = NameCache()
    let long = ["abcdefghijklmnopq", "abcdefghiJklmnopq", "abcdefghiJklmnopqr"]
    for text in long {
      #expect(try find(text, cache) == nil)
      try insert((text, isASCII: true, sum: 7), for: text, &cache)
      #expect(try find(text, cache)?.text == text)
    }
  }

  @Test("of many names each is given as it is or not at all")
  func crowded() throws {
    var cache = NameCache()
    let texts = (0..<2000).map { "name \($0)" }
    var known = 0
    for text in texts {
      try insert((text, isASCII: true, sum: 7), for: text, &cache)
      #expect(try find(text, cache)?.text == text)
    }
    for text in texts {
      guard let name = try find(text, cache) else { continue }
      #expect(name.text == text)
      known += 1
    }
    #expect((800...1024).contains(known))
  }
}
