import PopDocument
package import PopTrace
import PopupScheduling

package enum Dimension: Hashable, Sendable, CustomStringConvertible {
  case build, app, policy, page, popup, os, device, locale
  case arm(String), metadata(String)

  /// Whether it is said of a session, and not of what was found in it.
  package var isOfSession: Bool { self != .page && self != .popup }

  /// What a session's header says; empty where it does not, or where it is not said of sessions.
  package func value(in facts: SessionHeader) -> String { told(of: facts).value }

  package var description: String { told(of: SessionHeader()).name }

  private func told(of facts: SessionHeader) -> (name: String, value: String) {
    switch self {
    case .build: ("build", facts.build)
    case .app: ("app", facts.app)
    case .policy: ("policy", facts.policy)
    case .page: ("page", "")
    case .popup: ("popup", "")
    case .os: ("os", facts.os)
    case .device: ("device", facts.device)
    case .locale: ("locale", facts.locale)
    case .arm(let name): ("arm:" + name, facts.arms.first { $0.name == name }?.value ?? "")
    case .metadata(let name): ("metadata:" + name, facts.metadata.first { $0.name == name }?.value ?? "")
    }
  }

  private static var plain: [Dimension] { [.build, .app, .policy, .page, .popup, .os, .device, .locale] }

  package init(parsing text: String, line: Int? = nil) throws(GateError) {
    for (prefix, make) in [("arm:", Dimension.arm), ("metadata:", Dimension.metadata)] where text.hasPrefix(prefix) {
      let name = String(text.dropFirst(prefix.count))
      guard !name.isEmpty else {
        throw GateError(.badValue, line: line, "A name is missing behind \"\(prefix)\", such as \(prefix)plan.")
      }
      self = make(name)
      return
    }
    guard let dimension = Self.plain.first(where: { $0.description == text }) else {
      let known = Self.plain.map(\.description) + ["arm:NAME", "metadata:NAME"]
      let guess = NearestName.to(text, among: known).map { " Did you mean \($0)?" } ?? ""
      throw GateError(
        .badValue, line: line,
        "Sessions cannot be counted by \"\(printable(text))\". It is \(known.joined(separator: ", ")).\(guess)")
    }
    self = dimension
  }

  package static let most = 16

  /// Reads a list as a command line has it: `build,arm:checkout`.
  package static func list(parsing text: String) throws(GateError) -> [Dimension] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    return try list(.list(words.map { .word(String($0)) }, line: 0), of: "by")
  }

  static func list(_ node: ConfigurationNode, of key: String) throws(GateError) -> [Dimension] {
    var dimensions: [Dimension] = []
    let elements = if case .word = node { [node] } else { try ConfigurationReader.elements(node, of: key) }
    for element in elements {
      let dimension = try Dimension(parsing: try ConfigurationReader.text(element, of: key), line: element.line)
      guard !dimensions.contains(dimension) else {
        throw GateError(.repeatedKey, line: element.line, "\(printable(dimension.description)) is in by twice.")
      }
      dimensions.append(dimension)
    }
    guard dimensions.count <= most else { throw node.mistake("Sessions can be counted by \(most) things at most.") }
    return dimensions
  }
}
