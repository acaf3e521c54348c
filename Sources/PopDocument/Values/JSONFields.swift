import PopTrace

/// One value of a scanned line, asked for what it holds. Everything in it is untrusted.
package struct JSONFields {
  package let line: Int
  private let scanner: JSONScanner
  private let index: Int

  /// The most bytes of a line: far more than the longest that is written.
  package static let longestLine = 1 << 28

  init(_ bytes: [UInt8], line: Int) throws(ReportError) {
    var scanner = JSONScanner(bytes)
    do { try scanner.scan(bytes.indices) } catch {
      throw ReportError(.malformed, line: line, "This is not JSON: \(error.what). Write it anew.")
    }
    self.init(scanner, 0, line: line)
  }

  private init(_ scanner: JSONScanner, _ index: Int, line: Int) {
    self.scanner = scanner
    self.index = index
    self.line = line
  }

  private var node: JSONScanner.Node { scanner.nodes[index] }

  package func mistake(_ what: String) -> ReportError {
    ReportError(.malformed, line: line, "\(what). Write it anew.")
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

  package subscript(name: String) -> JSONFields {
    get throws(ReportError) {
      guard let member = optional(name) else { throw mistake("The field \(name) is missing") }
      return member
    }
  }

  package var members: [(name: String, value: JSONFields)] {
    guard node.kind == .object else { return [] }
    var members: [(String, JSONFields)] = []
    var next = index + 1
    while next < node.next {
      members.append((scanner.text(of: scanner.nodes[next]), JSONFields(scanner, next + 1, line: line)))
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

  package var text: String {
    get throws(ReportError) {
      guard node.kind == .string || node.kind == .escapedString else {
        throw mistake("Text is expected, not \(node.kind.wireName)")
      }
      return scanner.text(of: node)
    }
  }

  package var isTrue: Bool { node.kind == .yes }

  /// A number, as something makes a value of it.
  func number<Value>(_ expected: String, _ value: (String) -> Value?) throws(ReportError) -> Value {
    guard node.kind == .number else { throw mistake("A number is expected, not \(node.kind.wireName)") }
    guard let value = value(String(decoding: scanner.bytes[node.start..<node.end], as: UTF8.self)) else {
      throw mistake("\(expected) is expected")
    }
    return value
  }
}

/// What is wrong with a report that is read.
package struct ReportError: Error, Hashable, Sendable {
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// A line is not JSON, or lacks what it must have.
    case malformed
    case otherVersion = "other-version"
    /// The report ends before its summary: whoever wrote it was stopped.
    case cutShort = "cut-short"
    case mismatch
  }

  package var code: Code
  package var line: Int?
  package var message: String

  package init(_ code: Code, line: Int? = nil, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }
}
