/// What brings one finding in one session: the keys of the policy that were put back, and whether the finding went with them.
package struct BlameEntry: Hashable, Sendable, Fielded {
  /// In how many of the sessions that have a finding it is looked into.
  package static let sessionLimit = 3
  /// How many findings are looked into, those with the smallest fingerprints: chosen so that parts of the inputs choose alike.
  package static let findingLimit = 64

  package var fingerprint: String
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

  package var position: ReportPosition { ReportPosition(trace: trace, index: index) }

  /// The keys that it is blamed on, with their values, in the order of the configuration; none where no key is known to bring it.
  package var cause: [PolicySetting] {
    let names = alone + with + pairs.joined()
    return keys.filter { names.contains($0.name) }.map { PolicySetting($0.name, $0.candidate) }
  }

  /// Of what several machines found out, what one machine would have: the findings with the smallest fingerprints, of each the first sessions.
  ///
  /// - `isWhole`: Whether all are looked into.
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

  package static func comesFirst(_ lhs: BlameEntry, _ rhs: BlameEntry) -> Bool {
    if lhs.fingerprint != rhs.fingerprint { return lhs.fingerprint < rhs.fingerprint }
    if lhs.position != rhs.position { return lhs.position < rhs.position }
    // Reports that contradict each other still give one answer.
    return (lhs.alone.joined(separator: ","), lhs.pairs.joined().joined(separator: ","))
      < (rhs.alone.joined(separator: ","), rhs.pairs.joined().joined(separator: ","))
  }

  package static var blank: Self { Self(fingerprint: "", trace: "", index: 0, keys: []) }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("fingerprint", &fingerprint)
    try form.field("trace", &trace)
    try form.field("index", &index)
    var differing = keys.map { DifferingKey(key: $0) }
    try form.field("keys", &differing)
    keys = differing.map(\.key)
    try form.field("alone", &alone)
    try form.field("pairs", &pairs)
    try form.field("with", &with, unless: [])
  }

  private struct DifferingKey: Fielded {
    var key = BlameReport.Key("", candidate: "", reference: "")

    static var blank: Self { Self() }

    mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("key", &key.name)
      try form.field("candidate", &key.candidate)
      try form.field("baseline", &key.reference)
    }
  }
}

extension BlameReport {
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

  private static func common<Element: Hashable>(_ lists: [[Element]]) -> [Element] {
    guard let first = lists.first else { return [] }
    return first.filter { element in lists.allSatisfy { $0.contains(element) } }
  }

  private static func keys(of entries: [BlameEntry], _ lines: [String: Int]) -> [Key] {
    var keys: [Key] = []
    var references: [[String]] = []
    for key in entries.flatMap(\.keys) {
      if let index = keys.firstIndex(where: { $0.name == key.name }) {
        if !references[index].contains(key.reference) { references[index].append(key.reference) }
      } else {
        keys.append(key)
        references.append([key.reference])
      }
    }
    for index in keys.indices {
      keys[index].reference = references[index].sorted().joined(separator: " or ")
      keys[index].line = lines[keys[index].name] ?? lines["base"]
    }
    return keys.sorted { ($0.line ?? .max, $0.name) < ($1.line ?? .max, $1.name) }
  }
}

/// Which keys of a policy file bring which new findings: each that differs from the policy compared with put back alone, and in pairs.
package struct BlameReport: Hashable, Sendable, Fielded {
  /// The keys that differ, in the order of the file, those that a `base` brings behind it.
  package var keys: [Key] = []
  package var rows: [Row] = []
  package var leftOut = 0

  package struct Key: Hashable, Sendable, Fielded {
    package var name: String
    package var candidate: String
    package var reference: String
    package var line: Int?

    package init(_ name: String, candidate: String, reference: String, line: Int? = nil) {
      self.name = name
      self.candidate = candidate
      self.reference = reference
      self.line = line
    }

    package static var blank: Self { Self("", candidate: "", reference: "") }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name, .notEmpty)
      form.derived(["candidate": candidate, "baseline": reference])
      try form.field("line", &line, .positive)
    }
  }

  package struct Row: Hashable, Sendable, Fielded {
    package var fingerprint = ""
    package var alone: [String] = []
    package var pairs: [[String]] = []
    package var sessions = 0

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("fingerprint", &fingerprint, .fingerprint)
      form.derived(["alone": alone, "pairs": pairs, "sessions": sessions])
    }
  }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived(["keys": keys, "rows": rows, "leftOut": leftOut])
  }
}

/// A key of a policy with the value that it is given, as a policy file has it: `leaving: hide`.
package struct PolicySetting: Hashable, Sendable, CustomStringConvertible {
  package var key: String
  package var value: String

  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  package var description: String { "\(key): \(value)" }
}
