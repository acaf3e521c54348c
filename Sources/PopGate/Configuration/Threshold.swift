package import PopDocument
package import PopupScheduling

/// A metric that a gate looks at, and the limits it must keep (<doc:Gate#Thresholds>).
package struct Threshold: Hashable, Sendable {
  package static let most = 256

  package var metric: Metric
  package var scope: Scope
  package var limits: [Limit] = []
  package var line: Int?

  package init(_ metric: Metric, _ scope: Scope = Scope()) {
    self.metric = metric
    self.scope = scope
  }

  package enum Limit: Hashable, Sendable {
    case max(MetricValue)
    case min(MetricValue)
    case maxIncrease(Int)
    case maxDecrease(Int)

    package var key: String { told.key }
    package var text: String { told.text }

    private var told: (key: String, text: String) {
      switch self {
      case .max(let value): ("max", Quantity.text(value))
      case .min(let value): ("min", Quantity.text(value))
      case .maxIncrease(let millionths): ("max-increase", Quantity.percentText(millionths))
      case .maxDecrease(let millionths): ("max-decrease", Quantity.percentText(millionths))
      }
    }

    package var words: String { "\(key): \(text)" }
  }
}

extension Threshold {
  private static let keys = ["metric", "popup", "kind", "level", "max", "min", "max-increase", "max-decrease"]

  init(_ node: ConfigurationNode) throws(GateError) {
    let members = try ConfigurationReader.entries(node, of: "a threshold", among: Self.keys)
    guard let name = members.first(where: { $0.key == "metric" }) else {
      throw node.mistake("A threshold says of what it is one: metric.", .missingKey)
    }
    self.init(try ConfigurationReader.choice(name.value, of: "metric"))
    line = node.line
    for member in members {
      let (key, value) = (member.key, member.value)
      switch key {
      case "metric": break
      case "popup": scope.popup = try ConfigurationReader.text(value, of: key)
      case "kind": scope.kind = try Self.kind(value)
      case "level": scope.level = try Self.level(value)
      default: try add(key, value)
      }
    }
    try check(members)
  }

  static func list(_ node: ConfigurationNode, of key: String) throws(GateError) -> [Threshold] {
    let elements = try ConfigurationReader.elements(node, of: key)
    guard elements.count <= most else {
      throw node.mistake("There are \(elements.count) thresholds, more than \(most). Leave some out.")
    }
    var thresholds: [Threshold] = []
    for element in elements {
      let threshold = try Threshold(element)
      if let other = thresholds.first(where: { $0.metric == threshold.metric && $0.scope == threshold.scope }) {
        throw GateError(
          .repeatedKey, line: threshold.line,
          "There is a threshold for \(threshold.metric.rawValue) of \(printable(threshold.scope.description)) already"
            + (other.line.map { ", on line \($0)" } ?? "") + ". Give all limits in one.")
      }
      thresholds.append(threshold)
    }
    return thresholds
  }

  private static func kind(_ node: ConfigurationNode) throws(GateError) -> PopupKind {
    let word = try ConfigurationReader.word(node, of: "kind", among: PopupKind.allCases.map(\.wireName))
    return PopupKind.allCases.first { $0.wireName == word } ?? .alert
  }

  private static func level(_ node: ConfigurationNode) throws(GateError) -> Int {
    let text = try ConfigurationReader.text(node, of: "level")
    guard text.utf8.count <= 11, text.utf8.first != UInt8(ascii: "+"), let level = Int(text) else {
      throw node.mistake("The value of level is a whole number, not \"\(printable(text))\".")
    }
    return level
  }

  private mutating func add(_ key: String, _ node: ConfigurationNode) throws(GateError) {
    let text = try ConfigurationReader.text(node, of: key)
    if key == "max" || key == "min" {
      guard let value = Quantity.value(text, metric.unit) else {
        throw node.mistake(
          "The value of \(key) for \(metric.rawValue) is \(Quantity.example(metric.unit)), not \"\(printable(text))\".")
      }
      limits.append(key == "max" ? .max(value) : .min(value))
    } else {
      guard let share = Quantity.percent(text) else {
        throw node.mistake(
          "The value of \(key) is a share of the baseline's value, such as 10%, not \"\(printable(text))\".")
      }
      limits.append(key == "max-increase" ? .maxIncrease(share) : .maxDecrease(share))
    }
  }

  private func check(_ members: [ConfigurationNode.Entry]) throws(GateError) {
    for member in members {
      guard let reason = objection(to: member.key) else { continue }
      let line = member.fileLine
      throw GateError(.badValue, line: line, "\(member.key) makes no sense for \(metric.rawValue): \(reason).")
    }
    var (least, most) = (Int.min, Int.max)
    for limit in limits {
      switch limit {
      case .min(let value): least = value.millionths
      case .max(let value): most = value.millionths
      case .maxIncrease, .maxDecrease: break
      }
    }
    guard least <= most else {
      throw GateError(.badValue, line: line, "The min of \(metric.rawValue) is above its max: nothing can keep both.")
    }
  }

  private func objection(to key: String) -> String? {
    switch key {
    case "popup", "kind", "level":
      metric.isOfPopups ? nil : "it is about sessions as wholes, not about some of their popups"
    case "max", "min", "max-increase", "max-decrease":
      (key.hasPrefix("max-") ? metric.isOneSided : nil).map { "there is nothing to compare it with, for \($0)" }
        ?? harmless(key)
    default: nil
    }
  }

  private func harmless(_ key: String) -> String? {
    let isUpper = key == "max" || key == "max-increase"
    guard metric.worse == (isUpper ? .down : .up) else { return nil }
    return "\(isUpper ? "more" : "less") of it is never worse"
  }

  var node: ConfigurationNode {
    let members: [(String, String?)] =
      [
        ("metric", metric.rawValue), ("popup", scope.popup), ("kind", scope.kind?.wireName),
        ("level", scope.level.map { String($0) }),
      ] + limits.map { ($0.key, $0.text) }
    return .map(members.compactMap { key, value in value.map { ConfigurationNode.Entry(key, .word($0)) } }, line: 0)
  }
}

extension Threshold {
  /// Which popups a metric is about: all of them, or those with a name, a kind, a level; where several are given, all must fit.
  package struct Scope: Hashable, Sendable, CustomStringConvertible {
    /// The name; nil for any, as with all that follow.
    package var popup: String?
    package var kind: PopupKind?
    package var level: Int?

    package var isAll: Bool { popup == nil && kind == nil && level == nil }

    /// Whether a popup belongs to it; one whose submission is not known has no kind and no level.
    package func contains(_ outcome: OutcomeReport) -> Bool {
      if let popup, popup != outcome.name { return false }
      if let kind, kind != outcome.attributes?.kind { return false }
      if let level, level != outcome.attributes?.level { return false }
      return true
    }

    package var description: String {
      if isAll { return "all popups" }
      return [popup.map { "popup \($0)" }, kind.map { "kind \($0.wireName)" }, level.map { "level \($0)" }]
        .compactMap { $0 }.joined(separator: ", ")
    }
  }
}

/// Numbers with units as a configuration writes them: `3000 ms`, `2.5 s`, `5%`, `1.5`; in millionths, so that nothing is rounded.
enum Quantity {
  static func value(_ text: String, _ unit: MetricValue.Unit) -> MetricValue? {
    switch unit {
    case .count, .perThousand: return decimal(text, places: 6).map { MetricValue(millionths: $0, unit) }
    case .share:
      // A hundredth of the whole is 10,000 millionths of it.
      guard let share = percent(text), share <= 1_000_000 else { return nil }
      return MetricValue(millionths: share, unit)
    case .milliseconds:
      if let number = number(text, before: "ms"), let value = decimal(number, places: 6) {
        return MetricValue(millionths: value, unit)
      }
      guard let number = number(text, before: "s"), let value = decimal(number, places: 3) else { return nil }
      return MetricValue(millionths: value * 1000, unit)
    }
  }

  static func percent(_ text: String) -> Int? {
    guard let number = number(text, before: "%"), let value = decimal(number, places: 4), value <= 1_000_000_000_000
    else { return nil }
    return value / 100
  }

  static func example(_ unit: MetricValue.Unit) -> String {
    switch unit {
    case .count, .perThousand: "a plain number such as 2.5"
    case .share: "a share with its sign, such as 5%"
    case .milliseconds: "a time with its unit, such as 3000 ms or 3 s"
    }
  }

  static func text(_ value: MetricValue) -> String {
    switch value.unit {
    case .count, .perThousand: plain(value.millionths)
    case .share: plain(value.millionths * 100) + "%"
    case .milliseconds: plain(value.millionths) + " ms"
    }
  }

  static func percentText(_ millionths: Int) -> String { plain(millionths * 100) + "%" }

  private static func number(_ text: String, before sign: String) -> String? {
    guard text.hasSuffix(sign) else { return nil }
    let number = text.dropLast(sign.count)
    return String(number.last == " " ? number.dropLast() : number)
  }

  /// A decimal number with at most so many places and a whole part of no more than 10⁹, in millionths.
  private static func decimal(_ text: String, places: Int) -> Int? {
    decimalNumber(text, digits: 10, places: places).flatMap { $0 < 1_000_000_001_000_000 ? $0 : nil }
  }

  private static func plain(_ millionths: Int) -> String { decimalText(millionths, places: 6) }
}

/// What a gate measures of the popups of all sessions (<doc:Gate#Metrics>).
package enum Metric: String, CaseIterable, Hashable, Sendable {
  case presentations
  /// Of the popups submitted, the share that was never presented.
  case neverShown = "never-shown"
  /// The wait from submission to the first presentation that half of the presented popups do not exceed.
  case waitP50 = "wait-p50"
  case waitP95 = "wait-p95"
  case waitP99 = "wait-p99"
  /// Of the popups that both runs present, the share that comes up in another order.
  case orderChanges = "order-changes"
  case overlaps
  /// Presentations cut short for a more urgent popup, per 1,000 presentations.
  case preemptions
  /// How long a presented popup is on screen in all, on average.
  case timeOnScreen = "time-on-screen"
  case affectedSessions = "affected-sessions"
  /// Of the recorded reactions, the share that the replay reached.
  case coverage

  package enum Direction: Hashable, Sendable { case up, down, neither }

  /// What it is measured in, which direction is worse, and why there is nothing in the baseline to compare it with.
  private var row: (unit: MetricValue.Unit, worse: Direction, isOneSided: String?) {
    switch self {
    case .presentations: (.count, .neither, nil)
    case .neverShown: (.share, .up, nil)
    case .waitP50, .waitP95, .waitP99: (.milliseconds, .up, nil)
    case .orderChanges: (.share, .up, "it compares the two runs already")
    case .overlaps: (.perThousand, .up, nil)
    case .preemptions: (.perThousand, .up, nil)
    case .timeOnScreen: (.milliseconds, .neither, nil)
    case .affectedSessions: (.share, .up, "a new error is one that the baseline does not have")
    case .coverage: (.share, .down, "it says how much of the recording the replay reached")
    }
  }

  package var unit: MetricValue.Unit { row.unit }
  package var worse: Direction { row.worse }
  package var isOneSided: String? { row.isOneSided }
  /// What is summed up for it: the same for all waits.
  var measure: Metric { percentile == nil ? self : .waitP50 }

  /// Whether it is about popups, so that some of them can be picked; else it is about sessions as wholes.
  package var isOfPopups: Bool {
    switch self {
    case .affectedSessions, .coverage: false
    case .presentations, .neverShown, .waitP50, .waitP95, .waitP99, .orderChanges, .overlaps, .preemptions,
      .timeOnScreen:
      true
    }
  }

  /// Of a hundred waits, so many are no longer than the value; nil where it is a quotient.
  var percentile: Int? {
    switch self {
    case .waitP50: 50
    case .waitP95: 95
    case .waitP99: 99
    default: nil
    }
  }
}
