import Testing

@testable import PopTrace

@Suite("The names that earlier chunks had")
struct NameCacheTests {
  private func key(_ text: String) throws -> NameCache.Key {
    let bytes = Array(text.utf8)
    return try #require(NameCache.Key(bytes, bytes.indices))
  }

  private func name(_ text: String) -> NameCache.Name { NameCache.Name(text: text, isASCII: true, sum: 7) }

  @Test("nothing is known before anything was said")
  func empty() throws {
    let cache = NameCache()
    #expect(try cache[key("Home")] == nil)
    #expect(try cache[key("")] == nil)
  }

  @Test("what was said is known, with all that was said of it")
  func remembered() throws {
    var cache = NameCache()
    cache.insert(NameCache.Name(text: "Café", isASCII: false, sum: 0), for: try key("Café"))
    cache.insert(NameCache.Name(text: "", isASCII: true, sum: 1), for: try key(""))
    let name = try #require(try cache[key("Café")])
    #expect(name.text == "Café" && !name.isASCII && name.sum == 0)
    #expect(try cache[key("")]?.sum == 1)
    #expect(try cache[key("Caf")] == nil)
  }

  @Test("names of up to sixteen bytes have keys, wherever they stand")
  func lengths() {
    let bytes = Array("xx0123456789abcdefyy".utf8)
    #expect(NameCache.Key(bytes, 2..<18) != nil)
    #expect(NameCache.Key(bytes, 2..<19) == nil)
    #expect(NameCache.Key(bytes, 2..<18) == NameCache.Key(Array("0123456789abcdef".utf8), 0..<16))
    #expect(NameCache.Key(bytes, 5..<5) == NameCache.Key([], 0..<0))
  }

  @Test("two names are never the same one: not by a byte, an order, a length or zeros")
  func distinct() throws {
    let texts = [
      "", "\0", "\0\0", "a", "a\0", "\0a", "ab", "ba", "abcdefgh", "abcdefgh\0", "abcdefghi", "iabcdefgh",
      "abcdefghijklmnop",
      "abcdefghijklmnoq", "ijklmnopabcdefgh",
    ]
    let keys = try texts.map(key)
    for (left, one) in keys.enumerated() {
      for (right, other) in keys.enumerated() { #expect((one == other) == (left == right)) }
    }
  }

  @Test("of many names each is given as it is or not at all")
  func crowded() throws {
    var cache = NameCache()
    let texts = (0..<2000).map { "name \($0)" }
    var known = 0
    for text in texts {
      try cache.insert(name(text), for: key(text))
      #expect(try cache[key(text)]?.text == text)
    }
    for text in texts {
      guard let name = try cache[key(text)] else { continue }
      #expect(name.text == text)
      known += 1
    }
    #expect((200...256).contains(known))
  }
}
