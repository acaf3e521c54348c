package import PopAudit
package import PopDocument
import PopupScheduling

/// What somebody accepted, in how many sessions, why and until when (<doc:Gate#Baseline-file>).
package struct BaselineFile: Hashable, Sendable {
  package static let most = 100_000
  package static let longestLine = 1 << 16
  static let schema = "poptrace.baseline/2"
  static let fineSchema = "poptrace.baseline/1"

  /// Changes by rule and keys, then findings by fingerprint, each once.
  package private(set) var entries: [Entry] = []
  package private(set) var changes = 0

  /// Something that somebody accepted: what a change of the policy brings, or one finding.
  package struct Entry: Hashable, Sendable {
    package var fingerprint: Fingerprint?
    package var rule: Rule
    package var keys: [PolicySetting] = []
    /// Of which popups and pages; empty for any. Where it is about one finding, what that is, for people.
    package var popup = ""
    package var other = ""
    package var page = ""
    package var sessions: SessionShare
    package var excuse: Excuse
    package var line = 0

    package init(
      _ rule: Rule, _ fingerprint: Fingerprint? = nil, by keys: [PolicySetting] = [],
      sessions: SessionShare = SessionShare(0, of: 0), excuse: Excuse = Excuse(reason: "")
    ) {
      self.fingerprint = fingerprint
      self.rule = rule
      self.keys = keys.sorted { $0.key < $1.key }
      self.sessions = sessions
      self.excuse = excuse
    }

    package var words: String {
      let what = findingWords(rule: rule, popup: popup, other: other, page: page)
      return keys.isEmpty ? what : keys.map(\.description).joined(separator: ", ") + " → " + what
    }

    /// Whether it can be told to be gone where none of so many sessions has it: at its share five of them would.
    func isStale(in judged: Int) -> Bool {
      Double(sessions.count) * Double(judged) >= 5 * Double(sessions.all) && judged > 0
    }

    /// Where it stands in the file; two entries that say the same of different shares stand at the same place.
    var place: [String] {
      if let fingerprint { return ["1", fingerprint.description] }
      return ["0", rule.id, keys.map { "\($0.key)\u{1F}\($0.value)" }.joined(separator: "\u{1E}"), popup, other, page]
    }

    func fits(_ finding: FindingReport) -> Bool { rule == finding.rule && isAbout(finding) }

    func isAbout(_ finding: FindingReport) -> Bool {
      (popup.isEmpty || popup == finding.name) && (other.isEmpty || other == finding.otherName)
        && (page.isEmpty || page == finding.pageClass)
    }

    func isPart(of cause: [PolicySetting]) -> Bool {
      keys.isEmpty ? cause.isEmpty : keys.allSatisfy { cause.contains($0) }
    }

    /// The sessions in which there is what it is about.
    func sessions(in blame: [BlameEntry], _ findings: [String: FindingReport]) -> Set<ReportPosition> {
      Set(
        blame.lazy.filter { one in
          findings[one.fingerprint].map { fits($0) } == true && isPart(of: one.cause)
        }.map(\.position))
    }
  }

  package init() {}

  package init(_ entries: [Entry]) {
    let placed = entries.enumerated().map { (place: $0.element.place, order: $0.offset, entry: $0.element) }
    let sorted = placed.sorted {
      $0.place == $1.place ? $0.order < $1.order : $0.place.lexicographicallyPrecedes($1.place)
    }
    var last: [String]?
    for one in sorted where one.place != last {
      last = one.place
      self.entries.append(one.entry)
      self.entries[self.entries.count - 1].line = self.entries.count + 1
      if one.entry.fingerprint == nil { changes += 1 }
    }
  }

  /// - Complexity: O(log n)
  func index(of fingerprint: String) -> Int? {
    guard let wanted = Fingerprint(fingerprint) else { return nil }
    let index = entries[changes...].partitioningIndex { ($0.fingerprint ?? wanted) >= wanted }
    return index < entries.count && entries[index].fingerprint == wanted ? index : nil
  }

  package subscript(fingerprint: String) -> Entry? { index(of: fingerprint).map { entries[$0] } }
}
