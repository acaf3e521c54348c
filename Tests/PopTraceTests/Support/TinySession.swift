import PopTrace
import PopupScheduling

/// A session of a few events, small enough to try every way of damaging its file.
enum TinySession {
  static func make() -> Session {
    var session = Session()
    session.header.session = "tiny"
    session.header.policy = "v1"
    session.header.ended = Ticks(900)
    let page = session.catalog.page(numbered: 1)
    session.catalog.pages[page.index].classes = session.catalog.names.intern([session.catalog.names.intern("Home")])
    let popup = session.catalog.popup(numbered: 7)
    var spec = PopupSpec(name: session.catalog.names.intern("sale"))
    spec.level = 2
    let id = session.catalog.intern(spec)

    func add(_ kind: EventKind, at time: Int64, because cause: Int32 = -1, _ set: (inout Event) -> Void = { _ in }) {
      var event = Event(kind, time: Ticks(time))
      event.sequence = Int32(session.log.events.count)
      event.cause = cause
      set(&event)
      session.log.events.append(event)
    }
    add(.pageDidAppear, at: 10) { $0.page = page }
    add(.popupSubmitted, at: 250) {
      $0.popup = popup
      $0.spec = id
    }
    add(.popupShown, at: 250, because: 1) {
      $0.popup = popup
      $0.page = page
      $0.generation = 1
    }
    add(.popupDismissed, at: 800, because: 2) {
      $0.popup = popup
      $0.act = .button
    }
    add(.popupHidden, at: 800, because: 3) {
      $0.popup = popup
      $0.generation = 1
      $0.reason = .dismissed
    }
    return session
  }

  /// Its file, in chunks of two events.
  static func file(compresses: Bool) throws -> [UInt8] {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 2
    options.compresses = compresses
    return try PopTraceTests.file(of: [make()], options)
  }
}
