import PopReport
import PopupScheduling

extension Threshold {
  private static let keys = ["metric", "popup", "kind", "level", "max", "min", "max-increase", "max-decrease"]

  /// Reads an entry of a configuration.
  init(_ node: ConfigurationNode) throws(GateError) {
    let members = try ConfigurationReader.entries(node, of: "a threshold", among: Self.keys)
    guard let name = members.first(where: { $0.key == "metric" }) else {
      throw GateError(.missingKey, line: node.line, "A threshold says of what it is one: metric.")
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

  private static func kind(_ node: ConfigurationNode) throws(GateError) -> PopupKind {
    let word = try ConfigurationReader.word(node, of: "kind", among: PopupKind.allCases.map(\.wireName))
    return PopupKind.allCases.first { $0.wireName == word } ?? .alert
  }

  private static func level(_ node: ConfigurationNode) throws(GateError) -> Int {
    let text = try ConfigurationReader.text(node, of: "level")
    guard text.utf8.count <= 11, text.utf8.first != UInt8(ascii: "+"), let level = Int(text) else {
      throw GateError(.badValue, line: node.line, "The value of level is a whole number, not \"\(printable(text))\".")
    }
    return level
  }

  private mutating func add(_ key: String, _ node: ConfigurationNode) throws(GateError) {
    let text = try ConfigurationReader.text(node, of: key)
    if key == "max" || key == "min" {
      guard let value = Quantity.value(text, metric.unit) else {
        throw GateError(
          .badValue, line: node.line,
          "The value of \(key) for \(metric.rawValue) is \(Quantity.example(metric.unit)), not \"\(printable(text))\".")
      }
      limits.append(key == "max" ? .max(value) : .min(value))
    } else {
      guard let share = Quantity.percent(text) else {
        throw GateError(
          .badValue, line: node.line,
          "The value of \(key) is a share of the baseline's value, such as 10%, not \"\(printable(text))\".")
      }
      limits.append(key == "max-increase" ? .maxIncrease(share) : .maxDecrease(share))
    }
  }

  /// Refuses what makes no sense.
  private func check(_ members: [ConfigurationNode.Entry]) throws(GateError) {
    for member in members {
      guard let reason = objection(to: member.key) else { continue }
      let line = member.line > 0 ? member.line : nil
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

  /// Why a key makes no sense for the metric; nil where it does.
  private func objection(to key: String) -> String? {
    switch key {
    case "popup", "kind", "level":
      metric.isOfPopups ? nil : "it is about sessions as wholes, not about some of their popups"
    case "max": metric.worse == .down ? "more of it is never worse" : nil
    case "min": metric.worse == .up ? "less of it is never worse" : nil
    case "max-increase":
      metric.isOneSided.map { "there is nothing to compare it with, for \($0)" }
        ?? (metric.worse == .down ? "more of it is never worse" : nil)
    case "max-decrease":
      metric.isOneSided.map { "there is nothing to compare it with, for \($0)" }
        ?? (metric.worse == .up ? "less of it is never worse" : nil)
    default: nil
    }
  }

  /// The threshold as a configuration has it.
  var node: ConfigurationNode {
    let members: [(String, String?)] =
      [
        ("metric", metric.rawValue), ("popup", scope.popup), ("kind", scope.kind?.wireName),
        ("level", scope.level.map { String($0) }),
      ] + limits.map { ($0.key, $0.text) }
    return .map(members.compactMap { key, value in value.map { ConfigurationNode.Entry(key, .word($0)) } }, line: 0)
  }
}
