import Testing

@testable import PopTrace

@Suite("Hashes of names")
struct NameHashTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(
    "SHA-256 gives the digests of FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digests(text: String, digest: String) {
    #expect(hex(SHA256.hash(text.utf8)) == digest)
  }

  @Test("a million a's are hashed over many blocks")
  func manyBlocks() {
    #expect(
      hex(SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(
    "the keyed hash gives the codes of RFC 4231, for keys shorter and longer than a block",
    arguments: [
      (
        [UInt8](repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func codes(key: [UInt8], text: String, code: String) {
    let hash = NameHash(salt: key)
    #expect(hex(hash.code(for: text.utf8)) == code)
    #expect(hash.hashed(text) == "h:" + code.prefix(16))
  }

  @Test("the same name has the same hash under one salt only, and hashes are told from names")
  func salts() {
    let (one, other) = (NameHash(salt: [1, 2, 3]), NameHash(salt: [1, 2, 4]))
    #expect(one.hashed("Welcome") == one.hashed("Welcome"))
    #expect(one.hashed("Welcome") != other.hashed("Welcome"))
    #expect(one.hashed("Welcome") != one.hashed("welcome"))
    #expect(NameHash.isHash(one.hashed("")) && NameHash.isHash("h:0123456789abcdef"))
    for name in ["", "h:", "h:0123456789abcde", "h:0123456789abcdeF", "h:0123456789abcdef0", "g:0123456789abcdef"] {
      #expect(!NameHash.isHash(name), "\(name)")
    }
  }
}
