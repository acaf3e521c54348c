package import PopTrace

/// One value of a scanned line, asked for what it holds. Everything in it is untrusted.
package struct JSONFields {
  /// The line that it is in, counted from 1.
  package let line: Int
  private let scanner: JSONScanner
  private let index: Int

  /// The most bytes of a line: far more than the longest that is written.
  package static let longestLine = 1 << 28

  init(_ bytes: [UInt8], line: Int) throws(ReportError) {
    var scanner = JSONScanner(bytes)
    do { try scanner.scan(bytes.indices) } catch {
      throw ReportError(.malformed, line: line, "This is not JSON: \(error.what). Write the report anew.")
    }
    self.init(scanner, 0, line: line)
  }

  private init(_ scanner: JSONScanner, _ index: Int, line: Int) {
    self.scanner = scanner
    self.index = index
    self.line = line
  }

  private var node: JSONNode { scanner.nodes[index] }

  /// A mistake in this line.
  package func mistake(_ what: String) -> ReportError {
    ReportError(.malformed, line: line, "\(what). Write the report anew.")
  }

  /// The member of an object; nil where it has none of that name, or it is null.
  package func optional(_ name: String) -> JSONFields? {
    guard node.kind == .object else { return nil }
    var next = index + 1
    while next < node.next {
      let key = scanner.nodes[next]
      if scanner.bytes[key.start..<key.end].elementsEqual(name.utf8) {
        return scanner.nodes[next + 1].kind == .null ? nil : JSONFields(scanner, next + 1, line: line)
      }
      next = scanner.nodes[next + 1].next
    }
    return nil
  }

  /// The member of an object.
  package subscript(name: String) -> JSONFields {
    get throws(ReportError) {
      guard let member = optional(name) else { throw mistake("The field \(name) is missing") }
      return member
    }
  }

  /// The members of an object, in order.
  package var members: [(name: String, value: JSONFields)] {
    guard node.kind == .object else { return [] }
    var members: [(String, JSONFields)] = []
    var next = index + 1
    while next < node.next {
      members.append((text(of: scanner.nodes[next]), JSONFields(scanner, next + 1, line: line)))
      next = scanner.nodes[next + 1].next
    }
    return members
  }

  package var elements: [JSONFields] {
    get throws(ReportError) {
      guard node.kind == .array else { throw mistake("A list is expected, not \(node.kind.wireName)") }
      var elements: [JSONFields] = []
      var next = index + 1
      while next < node.next {
        elements.append(JSONFields(scanner, next, line: line))
        next = scanner.nodes[next].next
      }
      return elements
    }
  }

  private func text(of node: JSONNode) -> String {
    node.kind == .string
      ? String(decoding: scanner.bytes[node.start..<node.end], as: UTF8.self)
      : String(decoding: JSONEscape.text(in: scanner.bytes, node.start..<node.end), as: UTF8.self)
  }

  package var text: String {
    get throws(ReportError) {
      guard node.kind == .string || node.kind == .escapedString else {
        throw mistake("Text is expected, not \(node.kind.wireName)")
      }
      return text(of: node)
    }
  }

  package var texts: [String] {
    get throws(ReportError) {
      var texts: [String] = []
      for element in try elements { texts.append(try element.text) }
      return texts
    }
  }

  package func word<Word: RawRepresentable & CaseIterable>(
    _: Word.Type = Word.self
  ) throws(ReportError) -> Word where Word.RawValue == String {
    let text = try text
    guard let word = Word(rawValue: text) else { throw mistake("There is no word \"\(printable(text))\" here") }
    return word
  }

  package var isTrue: Bool { node.kind == .yes }

  private var number: String {
    get throws(ReportError) {
      guard node.kind == .number else { throw mistake("A number is expected, not \(node.kind.wireName)") }
      return String(decoding: scanner.bytes[node.start..<node.end], as: UTF8.self)
    }
  }

  /// A whole number from 0 on, no greater than what can be added up.
  package var count: Int {
    get throws(ReportError) {
      guard let count = Int(try number), (0...(1 << 32)).contains(count) else {
        throw mistake("A whole number from 0 on is expected")
      }
      return count
    }
  }

  package var integer: Int64 {
    get throws(ReportError) {
      guard let integer = Int64(try number) else { throw mistake("A whole number is expected") }
      return integer
    }
  }

  /// The number of an event.
  package var event: Int32 {
    get throws(ReportError) {
      guard let event = Int32(try number) else { throw mistake("The number of an event is expected") }
      return event
    }
  }

  /// A time in milliseconds, with at most three decimals.
  package var time: Milliseconds {
    get throws(ReportError) {
      guard let microseconds = try scaled(places: 3) else { throw mistake("A time in ms is expected") }
      return Milliseconds(microseconds: microseconds)
    }
  }

  /// A number from 0 on with at most six decimals, in millionths.
  package var millionths: Int {
    get throws(ReportError) {
      guard let millionths = try scaled(places: 6), millionths >= 0 else {
        throw mistake("A number from 0 on with at most six decimals is expected")
      }
      return Int(millionths)
    }
  }

  /// A decimal number, times a power of ten; nil where that is no whole number of 64 bits.
  private func scaled(places: Int) throws(ReportError) -> Int64? {
    let parts = try number.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard parts.count <= 2, fraction.utf8.count <= places else { return nil }
    return Int64(String(parts[0]) + fraction + String(repeating: "0", count: places - fraction.utf8.count))
  }
}

/// What is wrong with a report that is read.
package struct ReportError: Error, Hashable, Sendable {
  /// What sort of mistake it is.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// A line is not JSON, or lacks what it must have.
    case malformed
    /// The report is of another version.
    case otherVersion = "other-version"
    /// The report ends before its summary: whoever wrote it was stopped.
    case cutShort = "cut-short"
    /// Two reports that do not belong together.
    case mismatch
    /// Two reports of one part that differ.
    case contradiction
  }

  package var code: Code
  /// The line of the report, counted from 1; nil where it is the report as a whole.
  package var line: Int?
  /// What is wrong and what to do, in full sentences.
  package var message: String

  package init(_ code: Code, line: Int? = nil, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }
}
