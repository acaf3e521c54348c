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
    EventSchema.rules(of: event.kind).compactMap { part($0.field, of: event, in: log) }.joined(separator: " ")
  }

  /// `coupon #4`.
  package func popup(_ popup: PopupID) -> String {
    let name = name(of: popup)
    return (name.isEmpty ? "popup" : name) + " #\(catalog.number(of: popup))"
  }

  /// `HomePage #1`.
  package func page(_ page: PageID) -> String {
    let name = className(of: page)
    return (name.isEmpty ? "page" : name) + " #\(catalog.number(of: page))"
  }

  /// A name; empty where this catalog has none, as for one that another policy's run added to its own.
  package func text(_ symbol: Symbol) -> String {
    symbol.isNone || symbol.index >= catalog.names.texts.count ? "" : catalog.names.text(symbol)
  }

  package func texts(_ list: NameListID) -> String { catalog.names.list(list).map { text($0) }.joined(separator: ", ") }

  /// One field in words; nil where the event does not use it or it goes without saying.
  private func part(_ field: EventField, of event: Event, in log: EventLog) -> String? {
    let isPageEvent = event.popup.isNone && !event.page.isNone
    switch field {
    case .popup: return event.popup.isNone ? nil : popup(event.popup)
    case .page: return event.page.isNone ? nil : (isPageEvent ? "" : "on ") + page(event.page)
    case .generation: return event.generation > 1 ? "generation \(event.generation)" : nil
    case .reason:
      return event.reason == .none ? nil : (event.kind == .popupQueued ? "waits for " : "") + event.reason.wireName
    case .by: return "by \(event.act.wireName)"
    case .phase: return event.phase.wireName
    case .purpose: return event.purpose == .other ? nil : event.purpose.wireName
    case .name, .action, .state, .user, .what, .message:
      return event.name.isNone ? nil : text(event.name)
    case .responder: return event.name.isNone ? nil : "for \(text(event.name))"
    case .timer: return event.timer.isNone ? nil : "timer \(event.timer.rawValue)"
    case .at: return "due at \(time(event.at).grouped)"
    case .holds: return event.flags.contains(.holds) ? "holds" : "does not hold"
    case .completed: return event.flags.contains(.incomplete) ? "not completed" : nil
    case .hides: return event.flags.contains(.hides) ? "and hide what is up" : nil
    case .restored: return event.flags.contains(.restored) ? "again" : nil
    case .over:
      guard event.overCount > 0, Int(event.overStart) + Int(event.overCount) <= log.over.count else { return nil }
      return "over " + log.over(of: event).map { popup($0) }.joined(separator: ", ")
    case .kind: return event.popupKind.map { "of kind \($0.wireName)" }
    case .scene: return event.scene == 0 ? nil : "scene \(event.scene)"
    case .scheduler: return event.scheduler == 0 ? nil : "scheduler \(event.scheduler)"
    case .submission: return submission(of: event)
    case .pageAttributes: return nil
    case .change: return change(of: event)
    }
  }
}

extension EventDescriber {
  /// What a submitted popup asks for beyond the defaults.
  func submission(of event: Event) -> String? {
    guard let spec = spec(of: event.popup) else { return nil }
    let (attributes, values) = (PopupSpec.attributes, spec.values)
    let parts = values.indices.compactMap { index in
      values[index] == attributes[index].usual ? nil : words(of: attributes[index], values[index])
    }
    return parts.isEmpty ? nil : "(" + parts.joined(separator: ", ") + ")"
  }

  /// An attribute in words: its name and its value, unless there is a better way to say it.
  private func words(of attribute: PopupAttribute, _ value: Int64) -> String? {
    switch attribute.name {
    case "kind": return attribute.words[Int(value)]
    case "pages": return "for " + texts(NameListID(Int(value)))
    case "instance": return "for \(page(PageID(Int(value)))) only"
    case "content": return "\(attribute.words[Int(value)]) content"
    // The name stands in front, and of the others there is more in JSON Lines than a line has room for.
    case "name", "matching", "showMs", "hideMs", "needsKeyboard", "scene", "scheduler", "object": return nil
    case "host", "dismissal", "next", "user", "page": return nil
    default: break
    }
    let said: String
    switch attribute.shape {
    case .name: said = text(Symbol(Int(value)))
    case .list: said = texts(NameListID(Int(value)))
    case .page: said = page(PageID(Int(value)))
    case .length where value < 0: return nil
    case .length: said = time(Ticks(value)).grouped
    case .number: said = "\(value)"
    case .word, .choice: said = attribute.words[Int(value)]
    case .flag where value == 1: return attribute.name
    case .flag: said = "false"
    }
    return "\(attribute.name) \(said)"
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
