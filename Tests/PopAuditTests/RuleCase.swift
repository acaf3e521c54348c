import PopAudit
import Testing

/// A session, and what a rule finds in it: a row of `Cases/RULE.txt`.
///
/// A file has a rule's name and is about that rule. It consists of blocks and cases:
///
/// ```
/// // Why this is so.
/// # home
/// 0 page.will-appear 1 class=Home
/// 0 page.did-appear 1
///
/// ## shown over the keyboard is found
/// home
/// 10 edit.began responder=field
/// 20 popup.submitted 1 kind=KIND
/// 20 popup.shown 1 page=1
/// KIND: alert | sheet => 1
/// KIND: hud, 30 idle; 30 popup.hidden 1 auto, end 500, unfinished => nothing
/// ```
///
/// - `# NAME` begins a block of events; its name on a line by itself stands for them from there on.
/// - `## TITLE` begins a case: its events, in ``EventScript``'s language, and its rows. Events behind a row begin the next session under the same
///   title; behind a `+` they go on from the session before.
/// - A row says with `=>` what the rule finds, as ``EventScript/subject(of:)`` says it, with commas between, or `nothing`. In front of it, with commas
///   between, may stand what holds for this row alone: another rule's name; events that follow, with semicolons between; `end TIME`;
///   `unfinished`; what stands in place of a word in capitals (`no KIND`: nothing does), with ` | ` between for a row of each.
/// - Below a row, lines for each finding in turn may say more of it: `because TEXT`, `witness NUMBERS`, `at TIME`, `page NUMBER` (`page -`: none).
/// - `//` begins a comment.
struct RuleCase: CustomTestStringConvertible {
  struct Line {
    var number: Int
    var text: String
  }

  var file: String
  /// The row.
  var line: Int
  var title: String
  var rule: Rule
  var script: [Line] = []
  var end: Int64?
  var isFinished = true
  var found: [String]
  var because: [String] = []
  var witness: [[Int64]] = []
  var times: [Int64] = []
  /// Negative for none.
  var pages: [Int64] = []

  var testDescription: String { "\(file):\(line) \(title)" }
}

/// A line of a file of cases that cannot be read.
struct RuleCaseMistake: Error, CustomStringConvertible {
  var file: String
  var line: Int
  var what: String

  var description: String { "\(file):\(line): \(what)" }
}

/// Reads a file of cases.
struct RuleCaseReader {
  private let file: String
  private let rule: Rule
  private var line = 0
  private var blocks: [String: [RuleCase.Line]] = [:]
  private var block: String?
  private var title: String?
  private var script: [RuleCase.Line] = []
  /// The last line that no row is below, if any.
  private var open: Int?
  private var cases: [RuleCase] = []

  private init(_ file: String, _ rule: Rule) {
    self.file = file
    self.rule = rule
  }

  static func cases(in text: String, file: String, of rule: Rule) throws(RuleCaseMistake) -> [RuleCase] {
    var reader = RuleCaseReader(file, rule)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      reader.line += 1
      try reader.take(String(line))
    }
    try reader.close()
    if reader.cases.isEmpty { throw reader.mistake("no case") }
    return reader.cases
  }

  private func mistake(_ what: String) -> RuleCaseMistake { RuleCaseMistake(file: file, line: line, what: what) }

  private mutating func take(_ text: String) throws(RuleCaseMistake) {
    if text.isEmpty || text.hasPrefix("//") { return }
    if text.hasPrefix("## ") {
      try close()
      title = String(text.dropFirst(3))
      script = []
      open = line
    } else if text.hasPrefix("# ") {
      try close()
      let name = String(text.dropFirst(2))
      guard blocks.updateValue([], forKey: name) == nil else { throw mistake("a second block \(name)") }
      block = name
    } else if let name = block {
      let lines = try lines(text)
      blocks[name]? += lines
    } else if title == nil {
      throw mistake("neither in a block nor in a case")
    } else if text == "+" {
      guard open == nil else { throw mistake("nothing before it says what is found") }
      open = line
    } else if let arrow = text.firstRange(of: "=> ") {
      try takeRow(String(text[..<arrow.lowerBound]), found: String(text[arrow.upperBound...]))
    } else if Self.details.contains(where: text.hasPrefix) {
      try takeDetail(text)
    } else {
      if open == nil { script = [] }
      open = line
      script += try lines(text)
    }
  }

  private static let details = ["because ", "witness ", "at ", "page "]

  /// Ends the block or case before this line.
  private mutating func close() throws(RuleCaseMistake) {
    if let name = block, blocks[name]?.isEmpty == true { throw mistake("nothing in block \(name)") }
    if let title, let open {
      throw RuleCaseMistake(file: file, line: open, what: "nothing says what is found: \(title)")
    }
    block = nil
    title = nil
    open = nil
  }

  /// An event, or those of a block.
  private func lines(_ text: String) throws(RuleCaseMistake) -> [RuleCase.Line] {
    if text.first?.isNumber == true || text.hasPrefix("TIME ") { return [RuleCase.Line(number: line, text: text)] }
    guard text != block, let lines = blocks[text] else { throw mistake("neither an event nor a block: \(text)") }
    return lines
  }

  private mutating func takeRow(_ conditions: String, found: String) throws(RuleCaseMistake) {
    guard let title else { return }
    open = nil
    let subjects = found == "nothing" ? [] : found.parts(", ")
    for subject in subjects where !subject.allSatisfy({ $0.isNumber || $0 == "-" || $0 == "/" }) || subject.isEmpty {
      throw mistake("no finding is written so: \(subject)")
    }
    var row = RuleCase(file: file, line: line, title: title, rule: rule, script: script, found: subjects)
    var word = ""
    var values: [String] = [""]
    for condition in conditions.trimmed.parts(", ") where !condition.isEmpty {
      if condition.first?.isNumber == true {
        row.script += condition.parts("; ").map { RuleCase.Line(number: line, text: $0) }
      } else if let other = Rule(rawValue: condition) {
        row.rule = other
      } else if condition == "unfinished" {
        row.isFinished = false
      } else if condition.hasPrefix("end "), let end = Int64(condition.dropFirst(4)) {
        row.end = end
      } else if word.isEmpty, condition.hasPrefix("no ") {
        word = String(condition.dropFirst(3))
      } else if word.isEmpty, let colon = condition.firstRange(of: ": ") {
        word = String(condition[..<colon.lowerBound])
        values = condition[colon.upperBound...].parts(" | ")
      } else {
        throw mistake("nothing a row can say: \(condition)")
      }
    }
    if row.script.isEmpty { throw mistake("no event is above it") }
    guard word.allSatisfy(\.isUppercase) else { throw mistake("not in capitals: \(word)") }
    if !word.isEmpty, !row.script.contains(where: { $0.text.contains(word) }) { throw mistake("no event has \(word)") }
    for value in values {
      var one = row
      if values.count > 1 { one.title += " (\(word): \(value))" }
      if !word.isEmpty {
        one.script = row.script.map { RuleCase.Line(number: $0.number, text: $0.text.replacing(word, with: value)) }
      }
      try check(one)
      cases.append(one)
    }
  }

  /// Says which line is no event.
  private func check(_ it: RuleCase) throws(RuleCaseMistake) {
    var script = EventScript()
    for line in it.script {
      do throws(EventScript.Mistake) {
        if line.text.contains(/[A-Z]{2,}/) {
          throw EventScript.Mistake(what: "nothing stands in its place: \(line.text)")
        }
        try script.add(line.text)
      } catch {
        throw RuleCaseMistake(file: file, line: line.number, what: error.what)
      }
    }
  }

  private mutating func takeDetail(_ text: String) throws(RuleCaseMistake) {
    guard open == nil, let row = cases.last?.line else { throw mistake("no row is above it") }
    let words = text.split(separator: " ", maxSplits: 1)
    let value = String(words[1])
    let numbers = value.parts(", ").map { words[0] == "page" && $0 == "-" ? -1 : Int64($0) }
    if words[0] != "because", numbers.contains(nil) { throw mistake("not numbers: \(value)") }
    for index in cases.indices where cases[index].line == row {
      switch words[0] {
      case "because": cases[index].because.append(value)
      case "witness": cases[index].witness.append(numbers.compactMap { $0 })
      case "page": cases[index].pages += numbers.compactMap { $0 }
      default: cases[index].times += numbers.compactMap { $0 }
      }
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: Substring {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return text
  }

  fileprivate func parts(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
