package import PopAudit
package import PopReport

/// The findings that somebody accepted, in how many sessions, why and until when (<doc:Gate#Baseline-file>).
package struct BaselineFile: Hashable, Sendable {
  /// The most findings that are read.
  package static let most = 100_000
  /// The most bytes of a line.
  package static let longestLine = 1 << 16
  static let schema = "poptrace.baseline/1"

  /// By fingerprint, each once.
  package private(set) var entries: [Entry] = []

  /// A finding that somebody accepted.
  package struct Entry: Hashable, Sendable {
    /// What it is recognised by.
    package var fingerprint: Fingerprint
    /// What it is, for people: the rule, the popups and the page.
    package var rule: Rule
    package var popup = ""
    package var other = ""
    package var page = ""
    /// In how many sessions it was accepted.
    package var sessions: SessionShare
    /// Why, and until when.
    package var excuse: Excuse
    /// The line of the file; 0 where it is from none.
    package var line = 0

    /// Makes an entry.
    package init(_ fingerprint: Fingerprint, _ rule: Rule, sessions: SessionShare, excuse: Excuse) {
      self.fingerprint = fingerprint
      self.rule = rule
      self.sessions = sessions
      self.excuse = excuse
    }

    /// What it is, in a few words.
    package var words: String { findingWords(rule: rule, popup: popup, other: other, page: page) }
  }

  /// Accepts nothing.
  package init() {}

  /// Accepts findings; of two with one fingerprint the first. The lines are those of the file that is written.
  package init(_ entries: [Entry]) {
    for entry in entries.sorted(by: { $0.fingerprint < $1.fingerprint })
    where self.entries.last?.fingerprint != entry.fingerprint {
      self.entries.append(entry)
      self.entries[self.entries.count - 1].line = self.entries.count + 1
    }
  }

  /// The entry of a fingerprint; nil where it is not accepted.
  ///
  /// - Complexity: O(log n)
  package subscript(fingerprint: String) -> Entry? {
    guard let wanted = Fingerprint(fingerprint) else { return nil }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].fingerprint < wanted { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].fingerprint == wanted ? entries[low] : nil
  }

  /// The file that accepts what fails the build now.
  ///
  /// What is accepted already keeps its excuse, unless that has run out or a new one is to be had for all, and its share is raised where
  /// it is worse; what is gone is left out.
  ///
  /// - Parameters:
  ///   - findings: What was judged.
  ///   - excuse: The excuse for what is new.
  ///   - replacesExcuses: Whether it is to be that of what is accepted already, too.
  package func blessing(
    _ findings: [JudgedFinding], judgedSessions: Int, excuse: Excuse, replacesExcuses: Bool = false
  ) -> BaselineFile {
    var entries: [Entry] = []
    for finding in findings where finding.status != .fixed {
      let old = self[finding.fingerprint]
      guard old != nil || finding.status == .new && finding.judgement.isFailure,
        let fingerprint = Fingerprint(finding.fingerprint)
      else { continue }
      var entry = Entry(
        fingerprint, finding.rule, sessions: SessionShare(finding.firmSessions, of: judgedSessions), excuse: excuse)
      (entry.popup, entry.other) = (finding.example.name, finding.example.otherName)
      entry.page = finding.example.pageClass
      if let old {
        switch finding.judgement {
        case .worse: if !replacesExcuses { entry.excuse = old.excuse }
        case .expired: entry.sessions = Self.larger(entry.sessions, old.sessions)
        default:
          entry.sessions = old.sessions
          if !replacesExcuses { entry.excuse = old.excuse }
        }
      }
      entries.append(entry)
    }
    return BaselineFile(entries)
  }

  private static func larger(_ lhs: SessionShare, _ rhs: SessionShare) -> SessionShare {
    let left = lhs.count.multipliedFullWidth(by: rhs.all)
    let right = rhs.count.multipliedFullWidth(by: lhs.all)
    return (left.high, left.low) >= (right.high, right.low) ? lhs : rhs
  }
}
