/// Something that is told of every event of an app's scheduler, such as a recorder.
@MainActor
public protocol EventObserver: AnyObject {
  /// Takes the events of a log from an index on, in order; called once a turn, and before each decision that the presenter is asked to carry out.
  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog)

  /// Every event of a turn has been observed: what is kept back until a turn is whole can go on now. Does nothing, unless written otherwise.
  func turnEnded(in catalog: borrowing Catalog)

  /// So many calls more were refused because they were about something unknown, and are no events. Does nothing, unless written otherwise.
  func refused(_ count: Int)

  /// Gives names another name, such as a hash, before anything is observed of them; nil where names stay as they are. The same name must have
  /// the same alias always, and no two names of a role the same one: policies compare them.
  var alias: (@Sendable (String, NameRole) -> String)? { get }
}

extension EventObserver {
  public func turnEnded(in catalog: borrowing Catalog) {}
  public func refused(_ count: Int) {}
  public var alias: (@Sendable (String, NameRole) -> String)? { nil }
}

/// What names are called in the catalog, and so in everything that is observed; the app's own names go to its presenter, always.
@MainActor
struct Naming {
  private let alias: (@Sendable (String, NameRole) -> String)?
  /// The names that have an alias by now, which may have cost some microseconds each.
  private var known: [Name: Symbol] = [:]

  private struct Name: Hashable {
    let text: String
    let role: NameRole
  }

  init(alias: (@Sendable (String, NameRole) -> String)? = nil) { self.alias = alias }

  /// The symbol of a name, always in the same table.
  mutating func intern(_ text: String, _ role: NameRole, in names: inout Names) -> Symbol {
    guard let alias else { return names.intern(text) }
    let name = Name(text: text, role: role)
    if let symbol = known[name] { return symbol }
    let symbol = names.intern(alias(text, role))
    known[name] = symbol
    return symbol
  }

  mutating func intern(_ classes: [String], in names: inout Names) -> NameListID {
    var members: [Symbol] = []
    for name in classes { members.append(intern(name, .pageClass, in: &names)) }
    return names.intern(members)
  }
}
