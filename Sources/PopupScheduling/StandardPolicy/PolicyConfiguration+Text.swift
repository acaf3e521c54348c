// The text form: for policy files, and whole for the header of a trace.

extension PolicyConfiguration {
  /// The whole configuration, a line `key: value` for every key in the order of ``Key``.
  ///
  /// Every key is written, and no version is named, so that the text means the same when a version's name has moved on. It is valid YAML, and
  /// the only form that is ever written: two configurations are equal exactly when their texts are.
  public var text: String {
    var text = ""
    for key in Key.allCases { text += "\(key.rawValue): \(value(of: key))\n" }
    return text
  }

  /// The value of a key, as written.
  package func value(of key: Key) -> String {
    switch key {
    case .slots: "\(slots)"
    case .order: order.rawValue
    case .ties: ties.rawValue
    case .chains: "\(chains)"
    case .pages: pages.rawValue
    case .leaving: leaving.rawValue
    case .signOut: signOut.rawValue
    case .content: content.rawValue
    case .keys: "\(keys)"
    case .expiry: "\(expiry)"
    case .autoDismiss: "\(autoDismiss)"
    case .gates: list(Gates.named.filter { gates.contains($0.gate) }.map(\.name))
    case .preemption: "\(preemption)"
    case .exempt: list(PopupKind.allCases.filter(exempt.contains).map(\.wireName))
    case .chrome: "\(chrome)"
    }
  }

  /// The keys in which two configurations differ, in order.
  package func keysThatDiffer(from other: PolicyConfiguration) -> [Key] {
    Key.allCases.filter { value(of: $0) != other.value(of: $0) }
  }

  /// The same configuration with some keys as another one has them; nil where that makes no sense.
  package func putting(_ keys: [Key], backTo other: PolicyConfiguration) -> PolicyConfiguration? {
    var text = ""
    for key in Key.allCases { text += "\(key.rawValue): \((keys.contains(key) ? other : self).value(of: key))\n" }
    return try? PolicyConfiguration(text: text)
  }

  private func list(_ names: [String]) -> String { "[" + names.joined(separator: ", ") + "]" }
}

extension PolicyConfiguration: Codable {
  /// Reads the text form out of a single value.
  public init(from decoder: any Decoder) throws { try self.init(text: String(from: decoder)) }

  /// Writes the text form as a single value.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
