package import PopAudit
package import PopDocument

/// Findings that somebody puts up with for a while, by what they have in common.
package struct IgnoreEntry: Hashable, Sendable {
  package var rule: Rule
  /// The popup's name; nil for any, as with all that follow.
  package var popup: String?
  package var other: String?
  package var page: String?
  package var fingerprint: String?
  package var excuse: Excuse
  package var line: Int?

  package init(_ rule: Rule, popup: String? = nil, other: String? = nil, page: String? = nil, excuse: Excuse) {
    self.rule = rule
    self.popup = popup
    self.other = other
    self.page = page
    self.excuse = excuse
  }

  package func matches(_ finding: FindingReport) -> Bool {
    rule == finding.rule && popup ?? finding.name == finding.name && other ?? finding.otherName == finding.otherName
      && page ?? finding.pageClass == finding.pageClass && fingerprint ?? finding.fingerprint == finding.fingerprint
  }

  /// What it speaks of, for people: `late-show Coupon`.
  package var words: String {
    findingWords(rule: rule, popup: popup ?? "", other: other ?? "", page: page ?? "")
      + (fingerprint.map { " " + $0 } ?? "")
  }
}

/// What a finding is, in a few words: `overlap Coupon with Survey on HomePage`.
func findingWords(rule: Rule, popup: String, other: String, page: String) -> String {
  rule.id + (popup.isEmpty ? "" : " " + popup) + (other.isEmpty ? "" : " with " + other)
    + (page.isEmpty ? "" : " on " + page)
}

extension IgnoreEntry {
  private static let keys = ["rule", "popup", "other", "page", "fingerprint", "reason", "owner", "expires"]

  init(_ node: ConfigurationNode) throws(GateError) {
    var rule: Rule?
    var reason: String?
    var entry = IgnoreEntry(.overlap, excuse: Excuse(reason: ""))
    for member in try ConfigurationReader.entries(node, of: "an entry of ignore", among: Self.keys) {
      let (key, value) = (member.key, member.value)
      switch key {
      case "rule": rule = try ConfigurationReader.rule(try ConfigurationReader.text(value, of: key), line: value.line)
      case "popup": entry.popup = try ConfigurationReader.text(value, of: key)
      case "other": entry.other = try ConfigurationReader.text(value, of: key)
      case "page": entry.page = try ConfigurationReader.text(value, of: key)
      case "fingerprint": entry.fingerprint = try Self.fingerprint(value)
      case "reason": reason = try ConfigurationReader.text(value, of: key)
      case "owner": entry.excuse.owner = try ConfigurationReader.text(value, of: key)
      default: entry.excuse.expires = try ConfigurationReader.day(value, of: key)
      }
    }
    guard let rule else {
      throw node.mistake("An entry of ignore says of which rule findings are ignored: rule.", .missingKey)
    }
    guard let reason else { throw node.mistake("An entry of ignore says why: reason.", .missingKey) }
    guard entry.excuse.expires != nil else {
      throw node.mistake("An entry of ignore says until when it holds: expires, such as 2027-01-31.", .missingKey)
    }
    entry.rule = rule
    entry.excuse.reason = reason
    entry.line = node.line
    self = entry
  }

  static func list(_ node: ConfigurationNode, of key: String) throws(GateError) -> [IgnoreEntry] {
    var entries: [IgnoreEntry] = []
    for element in try ConfigurationReader.elements(node, of: key) { entries.append(try IgnoreEntry(element)) }
    return entries
  }

  private static func fingerprint(_ node: ConfigurationNode) throws(GateError) -> String {
    let text = try ConfigurationReader.text(node, of: "fingerprint")
    guard let fingerprint = Fingerprint(text) else { throw node.mistake("A fingerprint has 16 hexadecimal digits.") }
    return fingerprint.description
  }

  var node: ConfigurationNode {
    let members: [(String, String?)] = [
      ("rule", rule.id), ("popup", popup), ("other", other), ("page", page), ("fingerprint", fingerprint),
      ("reason", excuse.reason), ("owner", excuse.owner.isEmpty ? nil : excuse.owner),
      ("expires", excuse.expires?.description),
    ]
    return .map(members.compactMap { key, value in value.map { ConfigurationNode.Entry(key, .word($0)) } }, line: 0)
  }
}

/// How bad findings of a rule are, as a configuration has it.
package enum RuleLevel: String, CaseIterable, Hashable, Sendable {
  /// A new one fails the build.
  case error
  /// A new one is told, and fails nothing.
  case warning
  case off
}

/// How bad findings are, rule by rule: as the rules have it, but where a configuration has it otherwise.
package struct RuleLevels: Hashable, Sendable {
  private var levels: [Rule: RuleLevel] = [:]

  package init() {}

  package subscript(rule: Rule) -> RuleLevel? {
    get { levels[rule] }
    set { levels[rule] = newValue }
  }

  /// How bad a finding of a rule is; the mildest where the rule is off.
  package func severity(of rule: Rule) -> Severity {
    switch self[rule] {
    case .error: .error
    case .warning: .warning
    case .off: .info
    case nil: rule.severity
    }
  }

  init(_ node: ConfigurationNode, of key: String) throws(GateError) {
    // A name that is no rule's is found first, so that the error can say so.
    if case .map(let entries, _) = node {
      for entry in entries { _ = try ConfigurationReader.rule(entry.key, line: entry.fileLine) }
    }
    for entry in try ConfigurationReader.entries(node, of: key, among: Rule.allCases.map(\.id)) {
      let rule = try ConfigurationReader.rule(entry.key, line: entry.line)
      self[rule] = try ConfigurationReader.choice(entry.value, of: entry.key)
    }
  }

  /// What was set, in the order of ``PopAudit/Rule``.
  package var set: [(rule: Rule, level: RuleLevel)] {
    Rule.allCases.compactMap { rule in self[rule].map { (rule, $0) } }
  }
}
