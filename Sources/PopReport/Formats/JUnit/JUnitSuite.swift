/// A test suite of a JUnit report: the cases there was room for, and what they count.
struct JUnitSuite {
  /// Its name.
  let name: String
  /// How many of its cases were written, and of those how many failed, could not be carried out, and were left out.
  private(set) var tests = 0
  private(set) var failures = 0
  private(set) var errors = 0
  private(set) var skipped = 0
  /// Cases and failures there was no room for.
  private(set) var cutTests = 0
  private(set) var cutFailures = 0
  /// The elements, each at its place; nil where it was cut.
  private var elements: [String?]
  private let cases: [JUnitCase]

  /// Takes cases, and makes no two of them alike.
  init(_ name: String, _ cases: [JUnitCase]) {
    self.name = name
    var used: Set<String> = []
    self.cases = cases.map { one in
      var one = one
      let name = one.name
      var number = 1
      while !used.insert(XMLText.attribute(named: "", one.classname) + XMLText.attribute(named: "", one.name)).inserted
      {
        number += 1
        one.name = "\(name) (\(number))"
      }
      return one
    }
    elements = Array(repeating: nil, count: cases.count)
  }

  /// Writes the cases that are important, or the others, while there is room.
  mutating func write(important: Bool, room: inout Int) {
    for (index, one) in cases.enumerated() where one.isImportant == important {
      let xml = one.xml
      guard xml.utf8.count <= room else {
        cutTests += 1
        if case .failed = one.result { cutFailures += 1 }
        continue
      }
      room -= xml.utf8.count
      elements[index] = xml
      tests += 1
      switch one.result {
      case .passed: break
      case .failed: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
  }

  /// The element, with what stands before and after the cases.
  func xml(before: String = "", after: String = "") -> String {
    "  <testsuite" + XMLText.attribute(named: "name", name) + Self.counts(of: [self]) + ">\n" + before
      + elements.lazy.compactMap(\.self).joined() + after + "  </testsuite>\n"
  }

  /// The attributes that count what suites have.
  static func counts(of suites: [JUnitSuite]) -> String {
    XMLText.attribute("tests", String(suites.reduce(0) { $0 + $1.tests }))
      + XMLText.attribute("failures", String(suites.reduce(0) { $0 + $1.failures }))
      + XMLText.attribute("errors", String(suites.reduce(0) { $0 + $1.errors }))
      + XMLText.attribute("skipped", String(suites.reduce(0) { $0 + $1.skipped })) + XMLText.attribute("time", "0")
  }
}
