/// One test case of a JUnit report.
struct JUnitCase {
  /// What it belongs to, which GitLab shows as the suite.
  var classname: String
  /// Its name, unique among those of its ``classname``.
  var name: String
  /// The file it links to; nil where there is none.
  var file: String?
  /// What came of it.
  var result: Result

  /// What came of a test case.
  enum Result {
    /// It passed; perhaps there is something to say all the same.
    case passed(String?)
    /// It failed, of a kind, with sentences that say why.
    case failed(String, type: String)
    /// It could not be carried out.
    case error(String, type: String)
    /// It was left out.
    case skipped(String)
  }

  /// Whether it comes first where there is no room for all.
  var isImportant: Bool {
    if case .passed = result { return false }
    return true
  }

  /// The element.
  var xml: String {
    var open = "    <testcase" + XMLText.attribute("classname", classname) + XMLText.attribute("name", name)
    if let file { open += XMLText.attribute("file", file) }
    open += XMLText.attribute("time", "0")
    let content: String
    switch result {
    case .passed(nil): return open + "/>\n"
    case .passed(let words?): content = "<system-out>\(XMLText.escaped(words))</system-out>"
    case .failed(let words, let type): content = Self.element("failure", words, type)
    case .error(let words, let type): content = Self.element("error", words, type)
    case .skipped(let words): content = "<skipped" + XMLText.attribute("message", words) + "/>"
    }
    return "\(open)>\n      \(content)\n    </testcase>\n"
  }

  /// The words stand in the attribute and in the body, for some readers show the one and some the other.
  private static func element(_ name: String, _ words: String, _ type: String) -> String {
    "<\(name)" + XMLText.attribute("message", words) + XMLText.attribute("type", type)
      + ">\(XMLText.escaped(words))</\(name)>"
  }
}

/// A test suite of a JUnit report: the cases there was room for, and what they count.
struct JUnitSuite {
  let name: String
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
      while !used.insert(XMLText.escaped(one.classname) + "\n" + XMLText.escaped(one.name)).inserted {
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
    "  <testsuite" + XMLText.attribute("name", name) + Self.counts(of: [self]) + ">\n" + before
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
