import PopTrace
import PopupScheduling

/// Writes a session event by event, at a current time that `at` moves on.
struct RunScript {
  var session: Session
  var now = Ticks.zero

  /// Begins a session that will have come to its end.
  init() {
    session = Session()
    session.header.ended = Ticks(1_000_000)
  }

  @discardableResult
  mutating func add(_ kind: EventKind, _ edit: (inout Event) -> Void = { _ in }) -> Int32 {
    var event = Event(kind, time: now)
    event.sequence = Int32(session.log.events.count)
    edit(&event)
    session.log.events.append(event)
    return event.sequence
  }

  mutating func at(_ milliseconds: Int64) { now = Ticks(milliseconds) }

  mutating func popup(_ number: Int64) -> PopupID { session.catalog.popup(numbered: number) }

  /// A page, which gets its class on first mention.
  mutating func page(_ number: Int64, _ className: String = "Home") -> PageID {
    let isNew = session.catalog.knownPage(numbered: number).isNone
    let page = session.catalog.page(numbered: number)
    if isNew {
      let symbol = session.catalog.names.intern(className)
      session.catalog.pages[page.index].classes = session.catalog.names.intern([symbol])
    }
    return page
  }

  @discardableResult
  mutating func submit(
    _ number: Int64, _ name: String = "Popup", cause: Int32 = -1, _ edit: (inout PopupSpec) -> Void = { _ in }
  ) -> Int32 {
    var spec = PopupSpec(name: session.catalog.names.intern(name))
    edit(&spec)
    let id = session.catalog.intern(spec)
    let popup = popup(number)
    return add(.popupSubmitted) {
      $0.popup = popup
      $0.spec = id
      $0.cause = cause
    }
  }

  @discardableResult
  mutating func show(_ number: Int64, on page: PageID = .none, generation: Int32 = 1) -> Int32 {
    let popup = popup(number)
    return add(.popupShown) {
      $0.popup = popup
      $0.page = page
      $0.generation = generation
      if generation > 1 { $0.flags.insert(.restored) }
    }
  }

  @discardableResult
  mutating func hide(_ number: Int64, _ reason: Reason, generation: Int32 = 1) -> Int32 {
    let popup = popup(number)
    return add(.popupHidden) {
      $0.popup = popup
      $0.reason = reason
      $0.generation = generation
    }
  }

  @discardableResult
  mutating func decide(_ kind: EventKind, _ number: Int64, _ reason: Reason = .none, on page: PageID = .none) -> Int32 {
    let popup = popup(number)
    return add(kind) {
      $0.popup = popup
      $0.page = page
      if reason != .none { $0.reason = reason }
    }
  }

  @discardableResult
  mutating func dismiss(_ number: Int64, by act: DismissalAct = .button) -> Int32 {
    let popup = popup(number)
    return add(.popupDismissed) {
      $0.popup = popup
      $0.act = act
    }
  }

  /// Something that happens to a popup.
  @discardableResult
  mutating func happen(_ kind: EventKind, _ number: Int64) -> Int32 {
    let popup = popup(number)
    return add(kind) { $0.popup = popup }
  }
}
