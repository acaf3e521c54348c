package import PopupScheduling

/// What of a trace is text that an app or its users have chosen: all of it, but for the policy and the names of callbacks.
package enum TraceField: String, CaseIterable, Sendable {
  case names
  /// The classes of pages, and those that popups ask for.
  case classes
  /// The actions of taps, the states of updates.
  case actions, states
  /// The users who sign in, and those for whom content was asked.
  case users
  /// What is edited.
  case responders
  /// De-duplication keys, the names of chains, the views that popups are put into.
  case keys, chains, hosts
  /// What a fault says.
  case messages
  // What the header says of the session.
  case session, app, build, started, os, device, locale, arms, metadata

  var singular: String {
    switch self {
    case .classes: "class"
    default: rawValue.hasSuffix("s") ? String(rawValue.dropLast()) : rawValue
    }
  }

  /// What the name of an event of a kind is; nil for names that are part of how schedulers work.
  static func named(by kind: EventKind) -> TraceField? {
    for rule in EventSchema.rules(of: kind) {
      if rule.field == .message { return .messages }
      if case .name(let role?) = rule.field.slot { return TraceField(role) }
    }
    return nil
  }

  init(_ role: NameRole) {
    self =
      switch role {
      case .popup: .names
      case .pageClass: .classes
      case .action: .actions
      case .state: .states
      case .user: .users
      case .responder: .responders
      case .key: .keys
      case .chain: .chains
      case .host: .hosts
      }
  }

  /// Policies know these two by their names (PagesAndPopups, *Attributes of a page*): they are never another's.
  static let systemClasses: Set<String> = ["UITabBarController", "UISplitViewController"]

  static var headerTexts: [(TraceField, WritableKeyPath<SessionHeader, String>)] {
    [
      (.session, \.session), (.app, \.app), (.build, \.build), (.started, \.started), (.os, \.os), (.device, \.device),
      (.locale, \.locale),
    ]
  }
}

/// Takes texts out of sessions, so that a replay of what is left gives the same decisions: popups, pages, times, causes and decisions stay.
///
/// What is hashed has the same hash everywhere (``NameHash``); what was a hash stays as it is. What is dropped becomes a number in order of first
/// mention, in each session anew (`state 1`), so that texts that were different stay different; texts of a header are dropped altogether.
package struct TraceScrubber: Sendable {
  package enum Treatment: Hashable, Sendable {
    case hash, drop
  }

  package private(set) var clearNames: [String: String] = [:]
  private let treatments: [TraceField: Treatment]
  private let hash: NameHash
  private var hashes: [String: String] = [:]
  private var numbers: [TraceField: [Symbol: Int]] = [:]
  private var names = Names()
  private var old = Catalog()

  /// Prepares for some fields; the others stay. The salt (``NameHash/init(salt:)``) is of no use where nothing is hashed.
  package init(_ treatments: [TraceField: Treatment], salt: [UInt8]) {
    self.treatments = treatments
    hash = NameHash(salt: salt)
  }

  /// Takes the texts of the fields out of a session.
  ///
  /// - Throws: A ``TraceError`` (`unwritable`) where two texts have one hash: another salt is needed.
  package mutating func scrub(_ session: inout Session) throws(TraceError) {
    numbers = [:]
    names = Names()
    try scrub(&session.header)
    old = session.catalog
    var new = Catalog()
    for (index, page) in old.pages.enumerated() {
      var page = page
      page.classes = try list(page.classes)
      new.appendPage(numbered: old.pageNumbers[index], page)
    }
    for number in old.popupNumbers { new.appendPopup(numbered: number) }
    for spec in old.specs {
      // Lists last: so the names of a session stand in the same order as before.
      var scrubbed = spec
      scrubbed.pages = .none
      try scrubbed.visit(&self)
      scrubbed.pages = try list(spec.pages)
      new.append(scrubbed)
    }
    for change in old.changes {
      var change = change
      if let pages = change.pages { change.pages = try list(pages) }
      new.changes.append(change)
    }
    for index in session.log.events.indices where !session.log.events[index].name.isNone {
      let event = session.log.events[index]
      session.log.events[index].name = try symbol(event.name, TraceField.named(by: event.kind))
    }
    for index in session.anchors.keys.sorted() {
      guard let pattern = session.anchors[index]?.pattern, !pattern.name.isNone else { continue }
      session.anchors[index]?.pattern.name = try symbol(pattern.name, TraceField.named(by: pattern.kind))
    }
    new.names = names
    session.catalog = new
  }

  private mutating func scrub(_ header: inout SessionHeader) throws(TraceError) {
    for (field, path) in TraceField.headerTexts { header[keyPath: path] = try text(header[keyPath: path], field) }
    header.arms = try entries(header.arms, .arms)
    header.metadata = try entries(header.metadata, .metadata)
  }

  /// Entries whose names and values are hashed, in their new order; none where they are dropped.
  private mutating func entries(_ entries: [HeaderEntry], _ field: TraceField) throws(TraceError) -> [HeaderEntry] {
    guard let treatment = treatments[field] else { return entries }
    guard treatment == .hash else { return [] }
    var scrubbed: [HeaderEntry] = []
    for entry in entries { scrubbed.append(HeaderEntry(try text(entry.name, field), try text(entry.value, field))) }
    return scrubbed.sorted { $0.name < $1.name }
  }

  private mutating func list(_ list: NameListID) throws(TraceError) -> NameListID {
    guard !list.isNone else { return .none }
    var members: [Symbol] = []
    for member in old.names.list(list) { members.append(try symbol(member, .classes)) }
    return names.intern(members)
  }

  private mutating func symbol(_ symbol: Symbol, _ field: TraceField?) throws(TraceError) -> Symbol {
    guard !symbol.isNone else { return .none }
    let clear = old.names.text(symbol)
    guard let field, let treatment = treatments[field],
      !(field == .classes && TraceField.systemClasses.contains(clear))
    else { return names.intern(clear) }
    guard treatment == .drop else { return names.intern(try text(clear, field)) }
    let known = numbers[field, default: [:]]
    let number = known[symbol] ?? known.count + 1
    numbers[field, default: [:]][symbol] = number
    return names.intern("\(field.singular) \(number)")
  }

  private mutating func text(_ clear: String, _ field: TraceField) throws(TraceError) -> String {
    guard let treatment = treatments[field], !clear.isEmpty else { return clear }
    guard treatment == .hash else { return "" }
    if NameHash.isHash(clear) { return clear }
    if let known = hashes[clear] { return known }
    let hashed = hash.hashed(clear)
    if let other = clearNames.updateValue(clear, forKey: hashed), other != clear {
      throw TraceError(.unwritable, "Two different names have the hash \(hashed). Choose another salt.")
    }
    hashes[clear] = hashed
    return hashed
  }
}

extension TraceScrubber: PopupReferenceVisitor {
  package typealias Failure = TraceError

  package mutating func visit(_ entry: Int32, _ table: CatalogReference) throws(TraceError) -> Int32 {
    switch table {
    case .name(let role): try symbol(Symbol(entry), TraceField(role)).rawValue
    case .list: try list(NameListID(entry)).rawValue
    case .page: entry
    }
  }
}
