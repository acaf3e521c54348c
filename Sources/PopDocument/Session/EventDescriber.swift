package import PopTrace
package import PopupScheduling

extension Session {
  package var words: EventDescriber { EventDescriber(log: log, catalog: catalog, tick: header.tick) }
}

/// Says in words what the events of one run are; whoever prints the text makes it printable. It is handed to every value of a report, and so
/// is no value itself: a copy of all that it looks up would be made for each.
package final class EventDescriber: Sendable {
  private let catalog: Catalog
  private let tick: TickLength
  private let specs: [SpecID]

  package init(log: EventLog, catalog: Catalog, tick: TickLength) {
    self.catalog = catalog
    self.tick = tick
    var specs: [SpecID] = []
    specs.append(contentsOf: repeatElement(.none, count: catalog.popupNumbers.count))
    for index in log.events.indices where log.events[index].kind == .popupSubmitted {
      let popup = log.events[index].popup
      guard !popup.isNone, popup.index < specs.count else { continue }
      specs[popup.index] = log.events[index].spec
    }
    self.specs = specs
  }

  package func spec(_ id: SpecID) -> PopupSpec { catalog.spec(id) }

  package func spec(of popup: PopupID) -> PopupSpec? {
    guard !popup.isNone, popup.index < specs.count else { return nil }
    let spec = specs[popup.index]
    return spec.isNone || spec.index >= catalog.specs.count ? nil : catalog.spec(spec)
  }

  package func name(of popup: PopupID) -> String { spec(of: popup).map { catalog.names.text($0.name) } ?? "" }

  /// The class of a page; empty where it is not known.
  package func className(of page: PageID) -> String {
    page.isNone || page.index >= catalog.pages.count ? "" : catalog.names.text(catalog.className(of: page))
  }

  package func container(of page: PageID) -> PageID {
    page.isNone || page.index >= catalog.pages.count ? .none : catalog.pages[page.index].container
  }

  package func scene(of page: PageID) -> UInt16 { catalog.scene(of: page) }
  package func time(_ ticks: Ticks) -> Milliseconds { Milliseconds(ticks, of: tick) }

  package func line(_ event: Event, in log: EventLog, isWitness: Bool = false) -> TimelineLine {
    TimelineLine(
      event: event.sequence, time: time(event.time), kind: event.kind.wireName, detail: detail(of: event, in: log),
      isWitness: isWitness)
  }

  /// `popup.shown coupon #4 on HomePage #1 at 1,250`.
  func sentence(of event: Event, in log: EventLog) -> String {
    let detail = detail(of: event, in: log)
    return event.kind.wireName + (detail.isEmpty ? "" : " " + detail) + " at " + time(event.time).grouped
  }

  /// In what an event differs from another that reads alike: its cause, else its number.
  func cause(of event: Event, or other: Event) -> String {
    guard event.cause != other.cause else {
      return event.sequence == other.sequence ? ", with other attributes" : ", as event \(event.sequence)"
    }
    return event.cause < 0 ? ", without a cause" : ", caused by event \(event.cause)"
  }

  package func number(of popup: PopupID) -> Int64 { catalog.number(of: popup) }
  package func number(of page: PageID) -> Int64 { catalog.number(of: page) }
  func known(_ popup: PopupID) -> Int64? { popup.isNone ? nil : catalog.number(of: popup) }
  func known(_ page: PageID) -> Int64? { page.isNone ? nil : catalog.number(of: page) }

  /// Everything an event says besides its time and its name, as words.
  package func detail(of event: Event, in log: EventLog) -> String {
    var words = Phrase(between: " ")
    for rule in EventSchema.rules(of: event.kind) { add(rule.field, of: event, in: log, to: &words) }
    return words.text
  }

  /// `coupon #4`.
  package func popup(_ popup: PopupID) -> String { numbered(name(of: popup), or: "popup", number(of: popup)) }

  /// `HomePage #1`.
  package func page(_ page: PageID) -> String { numbered(className(of: page), or: "page", number(of: page)) }

  private func numbered(_ name: String, or unnamed: String, _ number: Int64) -> String {
    var text = name.isEmpty ? unnamed : name
    text += " #"
    text += String(number)
    return text
  }

  /// A name; empty where this catalog has none, as for one that another policy's run added to its own.
  package func text(_ symbol: Symbol) -> String {
    symbol.isNone || symbol.index >= catalog.names.texts.count ? "" : catalog.names.text(symbol)
  }

  package func texts(_ list: NameListID) -> String { catalog.names.list(list).map { text($0) }.joined(separator: ", ") }

  /// Adds one field in words; none where the event does not use it or it goes without saying.
  private func add(_ field: EventField, of event: Event, in log: EventLog, to words: inout Phrase) {
    switch field {
    case .popup: if !event.popup.isNone { words.add(popup(event.popup)) }
    case .page:
      guard !event.page.isNone else { return }
      words.add(event.popup.isNone ? "" : "on ", page(event.page))
    case .generation: if event.generation > 1 { words.add("generation ", String(event.generation)) }
    case .reason:
      guard event.reason != .none else { return }
      words.add(event.kind == .popupQueued ? "waits for " : "", event.reason.wireName)
    case .by: words.add("by ", event.act.wireName)
    case .phase: words.add(event.phase.wireName)
    case .purpose: if event.purpose != .other { words.add(event.purpose.wireName) }
    case .name, .action, .state, .user, .what, .message: if !event.name.isNone { words.add(text(event.name)) }
    case .responder: if !event.name.isNone { words.add("for ", text(event.name)) }
    case .timer: if !event.timer.isNone { words.add("timer ", String(event.timer.rawValue)) }
    case .at: words.add("due at ", time(event.at).grouped)
    case .holds: words.add(event.flags.contains(.holds) ? "holds" : "does not hold")
    case .completed: if event.flags.contains(.incomplete) { words.add("not completed") }
    case .hides: if event.flags.contains(.hides) { words.add("and hide what is up") }
    case .restored: if event.flags.contains(.restored) { words.add("again") }
    case .over:
      guard event.overCount > 0, Int(event.overStart) + Int(event.overCount) <= log.over.count else { return }
      words.add("over ", log.over(of: event).map { popup($0) }.joined(separator: ", "))
    case .kind: if let kind = event.popupKind { words.add("of kind ", kind.wireName) }
    case .scene: if event.scene != 0 { words.add("scene ", String(event.scene)) }
    case .scheduler: if event.scheduler != 0 { words.add("scheduler ", String(event.scheduler)) }
    case .submission: if let submission = submission(of: event) { words.add(submission) }
    case .pageAttributes: break
    case .change: if let change = change(of: event) { words.add(change) }
    }
  }
}

/// Words with something between each two of them, written one behind the other.
private struct Phrase {
  let separator: String
  private(set) var text = ""
  private(set) var isEmpty = true

  init(between separator: String) { self.separator = separator }

  mutating func add(_ word: String, _ rest: String = "") {
    if !isEmpty { text += separator }
    isEmpty = false
    text += word
    text += rest
  }
}

extension EventDescriber {
  /// What a submitted popup asks for beyond the defaults.
  func submission(of event: Event) -> String? {
    guard let spec = spec(of: event.popup) else { return nil }
    let values = spec.values
    var words = Phrase(between: ", ")
    for index in values.indices where values[index] != PopupSpec.attributes[index].usual {
      add(PopupSpec.attributes[index], values[index], to: &words)
    }
    return words.isEmpty ? nil : "(" + words.text + ")"
  }

  /// Adds an attribute in words: its name and its value, unless there is a better way to say it.
  private func add(_ attribute: PopupAttribute, _ value: Int64, to words: inout Phrase) {
    switch attribute.name {
    case "kind": return words.add(attribute.words[Int(value)])
    case "pages": return words.add("for ", texts(NameListID(Int(value))))
    case "instance": return words.add("for ", page(PageID(Int(value))) + " only")
    case "content": return words.add(attribute.words[Int(value)], " content")
    // The name stands in front, and of the others there is more in JSON Lines than a line has room for.
    case "name", "matching", "showMs", "hideMs", "needsKeyboard", "scene", "scheduler", "object": return
    case "host", "dismissal", "next", "user", "page": return
    default: break
    }
    let said: String
    switch attribute.shape {
    case .name: said = text(Symbol(Int(value)))
    case .list: said = texts(NameListID(Int(value)))
    case .page: said = page(PageID(Int(value)))
    case .length where value < 0: return
    case .length: said = time(Ticks(value)).grouped
    case .number: said = "\(value)"
    case .word, .choice: said = attribute.words[Int(value)]
    case .flag where value == 1: return words.add(attribute.name)
    case .flag: said = "false"
    }
    words.add(attribute.name + " ", said)
  }

  package func change(of event: Event) -> String? {
    guard event.attributes >= 0, Int(event.attributes) < catalog.changes.count else { return nil }
    let change = catalog.changes[Int(event.attributes)]
    var parts: [String] = []
    if let level = change.level { parts.append("level \(level)") }
    if let pages = change.pages { parts.append("for " + texts(pages)) }
    if let expires = change.expires { parts.append("expires \(time(expires).grouped)") }
    return parts.joined(separator: ", ")
  }
}

package struct TimelineLine: Hashable, Sendable, Fielded {
  /// The event's number in its run; nil for a line that stands for several events left out.
  package var event: Int32?
  package var time = Milliseconds(microseconds: 0)
  package var kind = ""
  package var detail = ""
  package var isWitness = false

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("event", &event)
    try form.field("t", &time)
    try form.field("kind", &kind)
    try form.field("detail", &detail)
    try form.field("witness", &isWitness, unless: false)
  }
}
