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
    var open =
      "    <testcase" + XMLText.attribute(named: "classname", classname) + XMLText.attribute(named: "name", name)
    if let file { open += XMLText.attribute(named: "file", file) }
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
