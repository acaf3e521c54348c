/// What names are called in the catalog, and so in everything that is observed.
///
/// The app's own names go to its presenter, always. A policy compares names and does not read them, so that another name for each changes
/// nothing.
@MainActor
struct Naming {
  private struct Known: Hashable {
    var text: String
    var role: NameRole
  }

  private let alias: (@Sendable (String, NameRole) -> String)?
  /// The aliases given so far, each of which may have cost some microseconds.
  private var known: [Known: String] = [:]

  init(alias: (@Sendable (String, NameRole) -> String)? = nil) { self.alias = alias }

  mutating func intern(_ text: String, _ role: NameRole, in names: inout Names) -> Symbol {
    guard let alias else { return names.intern(text) }
    let key = Known(text: text, role: role)
    if let name = known[key] { return names.intern(name) }
    let name = alias(text, role)
    known[key] = name
    return names.intern(name)
  }

  mutating func intern(_ classes: [String], in names: inout Names) -> NameListID {
    var members: [Symbol] = []
    for name in classes { members.append(intern(name, .pageClass, in: &names)) }
    return names.intern(members)
  }
}

extension EventKind {
  /// What the name is that the app gives with a stimulus of this kind.
  var nameRole: NameRole { Self.nameRoles[Int(rawValue)] ?? .action }

  private static let nameRoles: [NameRole?] = (0...UInt8.max).map { raw in
    guard let kind = EventKind(rawValue: raw) else { return nil }
    for rule in EventSchema.rules(of: kind) { if case .name(let role) = rule.field.slot { return role } }
    return nil
  }
}
