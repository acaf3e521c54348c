/// What brings one finding in one session: the keys of the policy that were put back, and whether the finding went with them.
package struct BlameEntry: Hashable, Sendable {
  /// In how many of the sessions that have a finding it is looked into.
  package static let sessionLimit = 3
  /// How many findings are looked into, those with the smallest fingerprints: chosen so that parts of the inputs choose alike.
  package static let findingLimit = 64

  /// The finding.
  package var fingerprint: String
  /// The session.
  package var trace: String
  package var index: Int
  /// The keys that differ there from the policy that is compared with, in the order of the configuration.
  package var keys: [BlameReport.Key]
  /// Those of them each of which brings it.
  package var alone: [String]
  /// The pairs that bring it, where none does alone.
  package var pairs: [[String]]
  /// Those that have to be there as well, where these do not bring it without them.
  package var with: [String]

  /// Makes an entry.
  package init(
    fingerprint: String, trace: String, index: Int, keys: [BlameReport.Key], alone: [String] = [],
    pairs: [[String]] = [], with: [String] = []
  ) {
    self.fingerprint = fingerprint
    self.trace = trace
    self.index = index
    self.keys = keys
    self.alone = alone
    self.pairs = pairs
    self.with = with
  }

  /// Where that is.
  package var place: ReportPlace { ReportPlace(trace: trace, index: index) }

  /// The keys that it is blamed on, with their values, in the order of the configuration; none where no key is known to bring it.
  package var cause: [PolicySetting] {
    let names = alone + with + pairs.joined()
    return keys.filter { names.contains($0.name) }.map { PolicySetting($0.name, $0.candidate) }
  }

  /// Of what several machines found out, what one machine would have: the findings with the smallest fingerprints, of each the first sessions.
  ///
  /// - Parameter isWhole: Whether all are looked into.
  package static func chosen(of entries: [BlameEntry], isWhole: Bool = false) -> [BlameEntry] {
    if isWhole { return Set(entries).sorted(by: comesFirst) }
    var chosen: [BlameEntry] = []
    var (findings, sessions) = (0, 0)
    for entry in Set(entries).sorted(by: comesFirst) {
      let isKnown = chosen.last?.fingerprint == entry.fingerprint
      findings += isKnown ? 0 : 1
      sessions = isKnown ? sessions + 1 : 1
      if findings <= findingLimit, sessions <= sessionLimit { chosen.append(entry) }
    }
    return chosen
  }

  /// In the order of the findings, and of the places of each.
  package static func comesFirst(_ lhs: BlameEntry, _ rhs: BlameEntry) -> Bool {
    if lhs.fingerprint != rhs.fingerprint { return lhs.fingerprint < rhs.fingerprint }
    if lhs.place != rhs.place { return lhs.place < rhs.place }
    // Reports that contradict each other still give one answer.
    return (lhs.alone.joined(separator: ","), lhs.pairs.joined().joined(separator: ","))
      < (rhs.alone.joined(separator: ","), rhs.pairs.joined().joined(separator: ","))
  }
}

extension BlameReport {
  /// Puts together what was found out session by session.
  ///
  /// - Parameters:
  ///   - entries: What was found out, in any order, some perhaps twice.
  ///   - failures: The fingerprints that are asked about, in the order of the report.
  ///   - lines: In which line a policy file sets which key, `base` for all that it does not name.
  package init(_ entries: [BlameEntry], of failures: [String], lines: [String: Int]) {
    self.init()
    var byFinding: [String: [BlameEntry]] = [:]
    for entry in BlameEntry.chosen(of: entries.filter { !$0.keys.isEmpty }) {
      byFinding[entry.fingerprint, default: []].append(entry)
    }
    var looked: [BlameEntry] = []
    for fingerprint in failures {
      guard let found = byFinding[fingerprint] else {
        leftOut += 1
        continue
      }
      looked += found
      var row = Row(fingerprint: fingerprint, sessions: found.count)
      row.alone = Self.common(found.map(\.alone))
      if row.alone.isEmpty { row.pairs = Self.common(found.map(\.pairs)) }
      rows.append(row)
    }
    keys = Self.keys(of: looked, lines)
  }

  /// What all sessions agree on, in the order of the first.
  private static func common<Element: Hashable>(_ lists: [[Element]]) -> [Element] {
    guard let first = lists.first else { return [] }
    return first.filter { element in lists.allSatisfy { $0.contains(element) } }
  }

  /// The keys that differ, each once, with all that it is in the policies that sessions were recorded under.
  private static func keys(of entries: [BlameEntry], _ lines: [String: Int]) -> [Key] {
    var keys: [Key] = []
    var baselines: [[String]] = []
    for key in entries.flatMap(\.keys) {
      if let index = keys.firstIndex(where: { $0.name == key.name }) {
        if !baselines[index].contains(key.baseline) { baselines[index].append(key.baseline) }
      } else {
        keys.append(key)
        baselines.append([key.baseline])
      }
    }
    for index in keys.indices {
      keys[index].baseline = baselines[index].sorted().joined(separator: " or ")
      keys[index].line = lines[keys[index].name] ?? lines["base"]
    }
    return keys.sorted { ($0.line ?? .max, $0.name) < ($1.line ?? .max, $1.name) }
  }
}
