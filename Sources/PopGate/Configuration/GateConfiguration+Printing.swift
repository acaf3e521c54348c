import PopAudit
import PopDocument

extension GateConfiguration {
  /// A line of a configuration that is printed.
  package struct Line: Hashable, Sendable {
    /// The key; that of the list or map for its entries.
    package var key: Key
    /// The value in the words of a configuration file; empty in front of a list or map that follows, and where nothing is set.
    package var value: String
    package var origin: Origin
    /// The line as a configuration file has it; a comment where nothing is set.
    package var text: String
  }

  /// Every key with its value, and where that comes from: with ``Line/text`` line by line, a file that says the same.
  package var lines: [Line] {
    var lines: [Line] = []
    for key in Key.allCases {
      let origin = origin(of: key)
      switch key.row.node(self) {
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
      Key.allCases.compactMap { key in key.row.node(self).map { ConfigurationNode.Entry(key.rawValue, $0) } }, line: 0)
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
}
