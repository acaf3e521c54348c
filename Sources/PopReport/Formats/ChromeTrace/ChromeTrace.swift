package import PopTrace
import PopupScheduling

/// Sessions as `chrome://tracing`, Perfetto and Speedscope read them: JSON of one event a line.
///
/// Source: *Trace Event Format* (the Chromium project); times in microseconds since the session's start.
package struct ChromeTrace {
  private var sessions = 0
  private var isFirst = true

  /// Makes the writer of an empty trace.
  package init() {}

  /// What comes before all sessions.
  package let head = Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[".utf8)
  /// What comes after them.
  package let tail = Array("\n]}\n".utf8)

  /// The events of a session.
  ///
  /// - Parameter title: What the session is called: `field.poptrace, session a1`.
  package mutating func add(_ session: Session, title: String) -> [UInt8] {
    sessions += 1
    var lines: [[UInt8]] = [meta("process_name", title, track: 0)]
    let words = EventDescriber(log: session.log, catalog: session.catalog, tick: session.header.tick)
    let causes = Set(session.events.map(\.cause).filter { $0 >= 0 })
    var trackOfEvent = Array(repeating: 0, count: session.events.count)
    for (place, track) in SessionTracks(session).tracks.enumerated() {
      let thread = place + 1
      lines.append(meta("thread_name", "\(track.group.title): \(track.name)", track: thread))
      lines.append(order(thread))
      for slice in track.slices {
        lines.append(self.slice(slice, until: slice.until ?? session.end, thread, session))
      }
      for index in track.events { trackOfEvent[index] = thread }
    }
    for (index, event) in session.events.enumerated() {
      let thread = trackOfEvent[index]
      lines.append(instant(event, words.detail(of: event, in: session.log), thread, session))
      if causes.contains(event.sequence) { lines.append(flow("s", event.sequence, event, thread, session)) }
      if event.cause >= 0 { lines.append(flow("f", event.cause, event, thread, session)) }
    }
    var bytes: [UInt8] = []
    for line in lines {
      bytes += isFirst ? Array("\n".utf8) : Array(",\n".utf8)
      isFirst = false
      bytes += line
    }
    return bytes
  }

  private func object(_ phase: String, _ name: String, track: Int, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("ph", phase)
      $0.member("name", name)
      $0.member("pid", sessions)
      $0.member("tid", track)
      fill(&$0)
    }
    return json.bytes
  }

  private func meta(_ what: String, _ name: String, track: Int) -> [UInt8] {
    object("M", what, track: track) {
      $0.object("args") { $0.member("name", name) }
    }
  }

  private func order(_ track: Int) -> [UInt8] {
    object("M", "thread_sort_index", track: track) {
      $0.object("args") { $0.member("sort_index", track) }
    }
  }

  private func microseconds(_ time: Ticks, _ session: Session) -> Int64 {
    Milliseconds(time, of: session.header.tick).microseconds
  }

  private func slice(_ slice: SessionTracks.Slice, until: Ticks, _ track: Int, _ session: Session) -> [UInt8] {
    let start = microseconds(slice.from, session)
    return object("X", slice.name, track: track) {
      $0.member("ts", start)
      $0.member("dur", microseconds(until, session) - start)
    }
  }

  private func instant(_ event: Event, _ detail: String, _ track: Int, _ session: Session) -> [UInt8] {
    object("i", event.kind.wireName, track: track) {
      $0.member("s", "t")
      $0.member("ts", microseconds(event.time, session))
      $0.object("args") {
        $0.member("id", event.sequence)
        if event.cause >= 0 { $0.member("cause", event.cause) }
        if !detail.isEmpty { $0.member("detail", detail) }
      }
    }
  }

  private func flow(_ phase: String, _ id: Int32, _ event: Event, _ track: Int, _ session: Session) -> [UInt8] {
    object(phase, "cause", track: track) {
      $0.member("cat", "cause")
      $0.member("id", "\(sessions):\(id)")
      $0.member("ts", microseconds(event.time, session))
      if phase == "f" { $0.member("bp", "e") }
    }
  }
}
