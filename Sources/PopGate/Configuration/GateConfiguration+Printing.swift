import PopAudit
import PopReport

extension GateConfiguration {
  /// A line of a configuration that is printed.
  package struct Line: Hashable, Sendable {
    /// The key; that of the list or map for its entries.
    package var key: Key
    /// The value in the words of a configuration file; empty in front of a list or map that follows, and where nothing is set.
    package var value: String
    /// Where it comes from.
    package var origin: Origin
    /// The line as a configuration file has it; a comment where nothing is set.
    package var text: String
  }

  /// Every key with its value, and where that comes from: with ``Line/text`` line by line, a file that says the same.
  package var lines: [Line] {
    var lines: [Line] = []
    for key in Key.allCases {
      let origin = origin(of: key)
      switch node(of: key) {
      case nil: lines.append(Line(key: key, value: "", origin: origin, text: "# \(key.rawValue):"))
      case .word(let text, let line):
        let value = ConfigurationNode.word(text, line: line).flow
        lines.append(Line(key: key, value: value, origin: origin, text: "\(key.rawValue): \(value)"))
      case .list(let elements, _) where !elements.isEmpty:
        lines.append(Line(key: key, value: "", origin: origin, text: key.rawValue + ":"))
        for (index, element) in elements.enumerated() {
          lines.append(
            Line(
              key: key, value: element.flow, origin: self.origin(of: key, at: index) ?? origin,
              text: "- " + element.flow))
        }
      case .map(let entries, _) where !entries.isEmpty:
        lines.append(Line(key: key, value: "", origin: origin, text: key.rawValue + ":"))
        for entry in entries {
          let value = "\(entry.key): \(entry.value.flow)"
          lines.append(Line(key: key, value: value, origin: origin, text: "  " + value))
        }
      case .some(let empty):
        lines.append(Line(key: key, value: empty.flow, origin: origin, text: "\(key.rawValue): \(empty.flow)"))
      }
    }
    return lines
  }

  /// The configuration as a file has it, what is not set left out: ``init(settings:)`` makes the same of it, origins apart.
  package var node: ConfigurationNode {
    .map(
      Key.allCases.compactMap { key in node(of: key).map { ConfigurationNode.Entry(key.rawValue, $0) } }, line: 0)
  }

  /// The same configuration as if nobody could tell where it comes from, for comparing two.
  package var withoutOrigins: GateConfiguration {
    var plain = self
    plain.forgetOrigins()
    for index in plain.ignore.indices { plain.ignore[index].line = nil }
    for index in plain.thresholds.indices { plain.thresholds[index].line = nil }
    return plain
  }

  /// Where an entry of a list comes from; nil where it does not say more than the list.
  private func origin(of key: Key, at index: Int) -> Origin? {
    let line =
      switch key {
      case .ignore: ignore[index].line
      case .thresholds: thresholds[index].line
      default: nil as Int?
      }
    return line.map { .file(line: $0) }
  }

  /// The value of a key as a file has it; nil where nothing is set.
  private func node(of key: Key) -> ConfigurationNode? {
    switch key {
    case .policy: policy.map { .word($0) }
    case .against: against.map { .word($0) }
    case .traces: .list(traces.map { .word($0) }, line: 0)
    case .baseline: baseline.map { .word($0) }
    case .failOn: .word(failOn.rawValue)
    case .strict: .word(String(isStrict))
    case .minCoverage: minCoverage.map { .word($0.description) }
    case .maxAffected: maxAffected.map { .word($0.description) }
    case .tolerateUnreadable: .word(tolerateUnreadable.description)
    case .continuations: .word(String(continuations))
    case .visits: .word(visits.rawValue)
    case .strictBaseline: .word(String(isBaselineStrict))
    case .rules: .map(rules.set.map { ConfigurationNode.Entry($0.rule.id, .word($0.level.rawValue)) }, line: 0)
    case .ignore: .list(ignore.map(\.node), line: 0)
    case .thresholds: .list(thresholds.map(\.node), line: 0)
    case .by: .list(by.map { .word($0.description) }, line: 0)
    }
  }
}
