import PopupScheduling

/// Stands in for names that must not be in a trace: the same hash for the same name, and no way back without the salt.
///
/// `h:` and, in 16 hexadecimal digits, the first half of the HMAC-SHA-256 of the name, with the salt for its key. A reader with the salt can try
/// names one after another, so it belongs in no trace and in no repository. Two of a million names have the same hash once in forty million cases.
///
/// Source: RFC 2104, FIPS 180-4.
public struct NameHash: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// Prepares for a salt: the same one for all names that are to be compared, 16 random bytes or more.
  public init(salt: [UInt8]) {
    let key = salt.count > SHA256.blockSize ? SHA256.hash(salt) : salt
    let padded = key + repeatElement(0, count: SHA256.blockSize - key.count)
    inner.update(padded.lazy.map { $0 ^ 0x36 })
    outer.update(padded.lazy.map { $0 ^ 0x5C })
  }

  /// What a trace has in a name's place.
  ///
  /// - Complexity: O(n) for n bytes; some microseconds for a short name.
  public func hashed(_ text: String) -> String {
    var result = Self.prefix
    for byte in code(for: text.utf8).prefix(Self.digits / 2) {
      for digit in [byte >> 4, byte & 15] { result.append(Self.hexadecimal[Int(digit)]) }
    }
    return result
  }

  /// Whether a text has the form of a hash, and so was a name once.
  public static func isHash(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == prefix.utf8.count + digits, text.hasPrefix(prefix) else { return false }
    return bytes.dropFirst(prefix.utf8.count).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  func code(for bytes: some Sequence<UInt8>) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.update(bytes)
    outer.update(inner.finish())
    return outer.finish()
  }

  private static let prefix = "h:"
  private static let digits = 16
  private static let hexadecimal = Array("0123456789abcdef")
}

/// The clear names behind hashed ones, for readers of a trace who are allowed to see them. What would give two things of a session one name is
/// left hashed.
package struct NameTable: Sendable {
  private let clearNames: [String: String]

  /// Makes a table of hashes and the names they stand for. Names that are empty or longer than a trace may have are left out.
  package init(_ clearNames: [String: String]) {
    self.clearNames = clearNames.filter { !$0.value.isEmpty && $0.value.utf8.count <= SessionCheck.nameBytes }
  }

  package func reveal(_ session: inout Session) {
    let texts = session.catalog.names.texts
    for (index, text) in revealed(texts).enumerated() where text != texts[index] {
      session.catalog.names.replace(Symbol(index), with: text)
    }
    for (_, path) in TraceField.headerTexts {
      if let clear = clearNames[session.header[keyPath: path]] { session.header[keyPath: path] = clear }
    }
    reveal(&session.header.arms)
    reveal(&session.header.metadata)
    session.header = session.header.storable
  }

  private func reveal(_ entries: inout [HeaderEntry]) {
    guard !entries.isEmpty else { return }
    for (index, name) in revealed(entries.map(\.name)).enumerated() {
      entries[index].name = name
      entries[index].value = clearNames[entries[index].value] ?? entries[index].value
    }
    entries.sort { $0.name < $1.name }
  }

  /// Texts that are all different with clear names in the place of hashes, where they are all different then, too.
  private func revealed(_ texts: [String]) -> [String] {
    var revealed = texts.map { clearNames[$0] ?? $0 }
    while true {
      var counts: [String: Int] = [:]
      for text in revealed { counts[text, default: 0] += 1 }
      // Of what stands twice one at least was revealed, for before no two were the same: this ends.
      let twice = revealed.indices.filter { (counts[revealed[$0]] ?? 0) > 1 && revealed[$0] != texts[$0] }
      guard !twice.isEmpty else { return revealed }
      for index in twice { revealed[index] = texts[index] }
    }
  }

  /// Reads a table: a JSON object from hash to name, or a hash, a tabulator and a name a line.
  ///
  /// - Throws: A ``TraceError`` with the position of what is neither.
  package init(text: [UInt8]) throws(TraceError) {
    self.init(JSONLines.isText(text) ? try Self.object(in: text) : try Self.lines(of: text))
  }

  /// The table as a JSON object, sorted by hash, a line a name.
  package static func text(of clearNames: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for (index, name) in clearNames.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\n"))
      JSONText.append(name.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONText.append(name.value, to: &bytes)
    }
    return bytes + Array("\n}\n".utf8)
  }

  private static func object(in text: [UInt8]) throws(TraceError) -> [String: String] {
    var scanner = JSONScanner(text)
    do { try scanner.scan(0..<text.count) } catch {
      throw TraceError(.badJSON, at: .byte(error.offset), "The names are not JSON: \(error.what). Mend the file.")
    }
    var names: [String: String] = [:]
    var index = 1
    while index < scanner.nodes[0].next {
      let (key, value) = (scanner.nodes[index], scanner.nodes[index + 1])
      guard value.kind == .string || value.kind == .escapedString else {
        throw TraceError(
          .badValue, at: .byte(value.start), "Here a name is expected, not \(value.kind.wireName): {\"h:…\":\"name\"}.")
      }
      names[scanner.text(of: key)] = scanner.text(of: value)
      index = value.next
    }
    return names
  }

  private static func lines(of text: [UInt8]) throws(TraceError) -> [String: String] {
    var names: [String: String] = [:]
    for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      guard let tabulator = line.firstIndex(of: 0x09), tabulator > line.startIndex else {
        throw TraceError(
          .badValue, at: .line(number + 1), "A line of a table of names is a hash, a tabulator and a name.")
      }
      let name = String(decoding: line[(tabulator + 1)...], as: UTF8.self)
      names[String(decoding: line[..<tabulator], as: UTF8.self)] = name
    }
    return names
  }
}
