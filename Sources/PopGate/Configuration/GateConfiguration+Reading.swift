import PopReport

extension GateConfiguration {
  /// Takes the value of a key.
  mutating func take(_ key: Key, _ node: ConfigurationNode) throws(GateError) {
    let name = key.rawValue
    switch key {
    case .policy: policy = try ConfigurationReader.text(node, of: name)
    case .against: against = try ConfigurationReader.text(node, of: name)
    case .traces: traces = try Self.texts(node, of: name)
    case .baseline: baseline = try ConfigurationReader.text(node, of: name)
    case .failOn: failOn = try ConfigurationReader.choice(node, of: name)
    case .strict: isStrict = try ConfigurationReader.truth(node, of: name)
    case .minCoverage: minCoverage = try ConfigurationReader.share(node, of: name)
    case .maxAffected: maxAffected = try ConfigurationReader.share(node, of: name)
    case .tolerateUnreadable: tolerateUnreadable = try ConfigurationReader.share(node, of: name)
    case .continuations:
      continuations = Int(try ConfigurationReader.word(node, of: name, among: ["0", "2", "10"])) ?? 10
    case .visits: visits = try ConfigurationReader.choice(node, of: name)
    case .strictBaseline: isBaselineStrict = try ConfigurationReader.truth(node, of: name)
    case .rules: rules = try Self.rules(node)
    case .ignore:
      ignore = []
      for element in try ConfigurationReader.elements(node, of: name) { ignore.append(try IgnoreEntry(element)) }
    case .thresholds: thresholds = try Self.thresholds(node)
    case .by: by = try Self.dimensions(node)
    }
  }

  private static func texts(_ node: ConfigurationNode, of key: String) throws(GateError) -> [String] {
    if case .word = node { return [try ConfigurationReader.text(node, of: key)] }
    var texts: [String] = []
    for element in try ConfigurationReader.elements(node, of: key) {
      texts.append(try ConfigurationReader.text(element, of: key))
    }
    return texts
  }

  private static func rules(_ node: ConfigurationNode) throws(GateError) -> RuleLevels {
    var levels = RuleLevels()
    // A name that is no rule's is found first, so that the error can say so.
    if case .map(let entries, _) = node {
      for entry in entries {
        _ = try ConfigurationReader.rule(entry.key, line: entry.line > 0 ? entry.line : nil)
      }
    }
    let known = RuleLevels.names
    for entry in try ConfigurationReader.entries(node, of: "rules", among: known) {
      let rule = try ConfigurationReader.rule(entry.key, line: entry.line)
      levels[rule] = try ConfigurationReader.choice(entry.value, of: entry.key, as: RuleLevel.self)
    }
    return levels
  }

  private static func thresholds(_ node: ConfigurationNode) throws(GateError) -> [Threshold] {
    let elements = try ConfigurationReader.elements(node, of: "thresholds")
    guard elements.count <= MetricTable.mostThresholds else {
      throw GateError(
        .badValue, line: node.line,
        "There are \(elements.count) thresholds, more than \(MetricTable.mostThresholds). Leave some out.")
    }
    var thresholds: [Threshold] = []
    for element in elements {
      let threshold = try Threshold(element)
      if let twin = thresholds.first(where: { $0.metric == threshold.metric && $0.scope == threshold.scope }) {
        throw GateError(
          .repeatedKey, line: threshold.line,
          "There is a threshold for \(threshold.metric.rawValue) of \(printable(threshold.scope.description)) already"
            + (twin.line.map { ", on line \($0)" } ?? "") + ". Give all limits in one.")
      }
      thresholds.append(threshold)
    }
    return thresholds
  }

  private static func dimensions(_ node: ConfigurationNode) throws(GateError) -> [Dimension] {
    var dimensions: [Dimension] = []
    let elements: [ConfigurationNode]
    if case .word = node { elements = [node] } else { elements = try ConfigurationReader.elements(node, of: "by") }
    for element in elements {
      let dimension = try Dimension(parsing: try ConfigurationReader.text(element, of: "by"), line: element.line)
      guard !dimensions.contains(dimension) else {
        throw GateError(.repeatedKey, line: element.line, "\(printable(dimension.description)) is in by twice.")
      }
      dimensions.append(dimension)
    }
    guard dimensions.count <= Breakdowns.mostDimensions else {
      throw GateError(
        .badValue, line: node.line, "Sessions can be counted by \(Breakdowns.mostDimensions) things at most.")
    }
    return dimensions
  }
}
