package import PopAudit
package import PopReport
import PopTrace

/// The findings that a team accepts: by fingerprint, one a line, sorted, so that a change of it reads well (<doc:Gate#The-baseline-file>).
///
/// It names no trace, no session and no time, so that it holds for the same findings in traces that are recorded anew, renamed, re-ordered or
/// packed.
package struct BaselineFile: Hashable, Sendable {
  /// The form's name and version, which its first line gives.
  package static let schema = "poptrace.baseline/1"
  /// The most bytes of its text.
  package static let longestText = 1 << 24

  /// What it accepts, in the order of the fingerprints.
  package private(set) var entries: [Entry] = []

  /// One accepted finding.
  package struct Entry: Hashable, Sendable {
    /// The finding.
    package var fingerprint: String
    /// What it is, for people: nothing is recognised by that.
    package var rule: Rule
    package var popup: String
    package var other: String
    package var page: String
    /// In how many sessions of those that were judged it was accepted.
    package var sessions: SessionShare
    /// Why, who answers for it, and until when.
    package var excuse: Excuse
    /// Its line in the file; 0 where it comes from none.
    package var line = 0

    /// `overlap Coupon with Survey on HomePage`.
    package var words: String { findingWords(rule: rule, popup: popup, other: other, page: page) }
  }

  /// Accepts nothing.
  package init() {}

  /// The acceptance of a finding; nil where it is not accepted.
  ///
  /// - Complexity: O(log n).
  package func entry(_ fingerprint: String) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].fingerprint < fingerprint { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].fingerprint == fingerprint ? entries[low] : nil
  }

  /// The file that accepts some findings, and nothing that is gone.
  ///
  /// - Parameters:
  ///   - findings: What is accepted: the findings of a report that fail, or are accepted already.
  ///   - judgedSessions: Of how many sessions the report is.
  ///   - excuse: Why. What was accepted before keeps its own reason, owner and end while that holds.
  ///   - today: The day on which it is accepted.
  package func blessing(
    _ findings: [JudgedFinding], judgedSessions: Int, excuse: Excuse, on today: CalendarDay
  ) -> BaselineFile {
    var file = BaselineFile()
    for finding in findings {
      let known = entry(finding.fingerprint)
      var own = excuse
      if let known, known.excuse.holds(on: today) { own = known.excuse }
      var share = SessionShare(max(finding.firmSessions, 1), of: max(judgedSessions, 1))
      // What is in fewer sessions than before stays accepted in as many: which sessions come is chance.
      if let known, known.sessions.isMore(than: share) { share = known.sessions }
      let example = finding.example
      file.entries.append(
        Entry(
          fingerprint: finding.fingerprint, rule: finding.rule, popup: example.name, other: example.otherName,
          page: example.pageClass, sessions: share, excuse: own))
    }
    file.entries.sort { $0.fingerprint < $1.fingerprint }
    return file
  }
}

extension SessionShare {
  /// Whether it is a greater share than another.
  package func isMore(than other: SessionShare) -> Bool {
    let (left, right) = (
      count.magnitude.multipliedFullWidth(by: other.all.magnitude),
      other.count.magnitude.multipliedFullWidth(by: all.magnitude)
    )
    return (left.high, left.low) > (right.high, right.low)
  }
}

// MARK: - The text

extension BaselineFile {
  /// The file as text.
  package var text: [UInt8] {
    var bytes = Self.line { $0.member("schema", Self.schema) }
    for entry in entries {
      bytes += Self.line {
        $0.member("fingerprint", entry.fingerprint)
        $0.member("rule", entry.rule.id)
        for (name, value) in [("popup", entry.popup), ("other", entry.other), ("page", entry.page)] where !value.isEmpty
        {
          $0.member(name, value)
        }
        $0.member("sessions", entry.sessions.description)
        $0.member("reason", entry.excuse.reason)
        if !entry.excuse.owner.isEmpty { $0.member("owner", entry.excuse.owner) }
        if let expires = entry.excuse.expires { $0.member("expires", expires.description) }
      }
    }
    return bytes
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads the text of a file.
  ///
  /// - Throws: ``GateError`` with the line of the first mistake.
  package init(text: [UInt8]) throws(GateError) {
    var line = 0
    for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      let bytes = Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      guard line > 1 else {
        try Self.check(bytes)
        continue
      }
      if bytes.isEmpty { continue }
      let entry = try Entry(bytes, line: line)
      if let last = entries.last, last.fingerprint >= entry.fingerprint {
        let what = last.fingerprint == entry.fingerprint ? "is here for the second time" : "is out of order"
        throw GateError(
          .repeatedKey, line: line, "The finding \(entry.fingerprint) \(what). Write the file with poptrace bless.")
      }
      entries.append(entry)
    }
  }

  private static func check(_ bytes: [UInt8]) throws(GateError) {
    let members = try Entry.members(bytes, line: 1, among: ["schema"])
    guard members["schema"] == schema else {
      throw GateError(
        .malformed, line: 1,
        "This is no baseline of this version: its first line is {\"schema\":\"\(schema)\"}. Write it with poptrace bless."
      )
    }
  }
}

extension BaselineFile.Entry {
  private static let keys = ["fingerprint", "rule", "popup", "other", "page", "sessions", "reason", "owner", "expires"]

  fileprivate init(_ bytes: [UInt8], line: Int) throws(GateError) {
    let members = try Self.members(bytes, line: line, among: Self.keys)
    func text(_ name: String) throws(GateError) -> String {
      guard let text = members[name] else {
        throw GateError(.missingKey, line: line, "The field \(name) is missing here.")
      }
      return text
    }
    guard let fingerprint = Fingerprint(try text("fingerprint")) else {
      throw GateError(.badValue, line: line, "A fingerprint has 16 hexadecimal digits.")
    }
    self.fingerprint = fingerprint.description
    let id = try text("rule")
    guard let rule = Rule(rawValue: id) else {
      throw GateError(.badValue, line: line, "There is no rule \"\(printable(id))\".")
    }
    self.rule = rule
    popup = members["popup"] ?? ""
    other = members["other"] ?? ""
    page = members["page"] ?? ""
    guard let sessions = SessionShare(try text("sessions")), sessions.all > 0 else {
      throw GateError(.badValue, line: line, "The sessions are a share such as \"2 of 300\".")
    }
    self.sessions = sessions
    excuse = Excuse(reason: try text("reason"), owner: members["owner"] ?? "")
    if let day = members["expires"] {
      guard let expires = CalendarDay(day) else {
        throw GateError(.badValue, line: line, "A day is written as 2027-01-31, not \"\(printable(day))\".")
      }
      excuse.expires = expires
    }
    self.line = line
  }

  /// The members of a line, which are texts.
  fileprivate static func members(
    _ bytes: [UInt8], line: Int, among keys: [String]
  ) throws(GateError) -> [String: String] {
    var scanner = JSONScanner(bytes)
    do { try scanner.scan(bytes.indices) } catch {
      throw GateError(.malformed, line: line, "This is not JSON: \(error.what).")
    }
    guard scanner.nodes[0].kind == .object else {
      throw GateError(.malformed, line: line, "Here an object is expected, not \(scanner.nodes[0].kind.wireName).")
    }
    func text(_ node: JSONNode) -> String {
      String(decoding: JSONEscape.text(in: bytes, node.start..<node.end), as: UTF8.self)
    }
    var members: [String: String] = [:]
    var next = 1
    while next < scanner.nodes[0].next {
      let name = text(scanner.nodes[next])
      let value = scanner.nodes[next + 1]
      guard keys.contains(name) else {
        throw GateError(
          .unknownKey, line: line,
          "There is no field \"\(printable(name))\" here; there are \(keys.joined(separator: ", ")).")
      }
      guard value.kind == .string || value.kind == .escapedString else {
        throw GateError(.badValue, line: line, "The field \(name) is text, not \(value.kind.wireName).")
      }
      guard members.updateValue(text(value), forKey: name) == nil else {
        throw GateError(.repeatedKey, line: line, "The field \(name) is here twice.")
      }
      next = value.next
    }
    return members
  }
}
