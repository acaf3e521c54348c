extension NameTable {
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
      let hash = String(decoding: JSONEscape.text(in: text, key.start..<key.end), as: UTF8.self)
      names[hash] = String(decoding: JSONEscape.text(in: text, value.start..<value.end), as: UTF8.self)
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
