import PopSystem
import PopupScheduling

/// What is kept in memory of a scheduler's life while it is not recorded, so that a recording can begin at any time: the events since the last moment at
/// which nothing was open, and from before it what still counts.
///
/// The thread that is told of events only copies them; another one leaves out what counts no more.
struct SessionSoFar {
  /// Nil while another thread reads what was recorded.
  private var stretch: SessionStretch?
  /// The events behind the stretch.
  private var tail = EventLog()
  private var nextLook = Self.leastEvents
  /// Where another thread puts the stretch that it makes, or makes shorter; nil where none is at it.
  private var shortening: Locked<SessionStretch?>?
  private static let leastEvents = 2_048

  private static var header: SessionHeader {
    var header = SessionHeader()
    header.marksReentrantStimuli = true
    return header
  }

  private static func empty(hasLost: Bool) -> SessionStretch {
    SessionStretch(mostEvents: 8_192, kept: .zero, hasLost: hasLost)
  }

  /// The life of a scheduler that begins.
  init() { stretch = Self.empty(hasLost: false) }

  /// The life of a scheduler whose recording is paused: another thread reads the trace, once it is complete, to learn what counts.
  ///
  /// - Parameter numbers: How the recording's numbers came of the scheduler's; nil where they are the same.
  init(after recording: TraceRecording, _ numbers: Renumbering?) {
    let next = Locked<SessionStretch?>(nil)
    recording.hold()
    do throws(SystemError) {
      try DetachedThread.run {
        recording.waitUntilOver()
        let session = recording.recordedSession()
        var stretch = Self.empty(hasLost: session == nil)
        if var session {
          for index in session.log.events.indices { numbers?.undo(&session.log.events[index]) }
          stretch.begin(with: session, numbers)
          stretch.forget(Self.header, session.catalog)
        }
        recording.letGo()
        next.withLock { $0 = stretch }
      }
      shortening = next
    } catch {
      // No thread can be had: that something counted is said, and not what.
      recording.letGo()
      stretch = Self.empty(hasLost: true)
    }
  }

  mutating func append(from index: Int, of log: borrowing EventLog) { tail.append(from: index, of: log) }

  /// How many events are kept.
  var count: Int { (stretch?.count ?? 0) + tail.events.count }
  var lastTime: Ticks { tail.events.last?.time ?? stretch?.log.events.last?.time ?? .zero }

  mutating func turnEnded(in catalog: borrowing Catalog) {
    if tail.events.count >= nextLook { shorten(copy catalog) }
  }

  /// Takes over what another thread has made; false as long as it is at it.
  private mutating func settle() -> Bool {
    guard let shortening else { return true }
    guard let made = shortening.withLock({ $0 }) else { return false }
    (stretch, self.shortening) = (made, nil)
    return true
  }

  private mutating func shorten(_ catalog: Catalog) {
    guard settle(), var longer = stretch else {
      nextLook = tail.events.count + Self.leastEvents
      return
    }
    // What stays long is looked at again when as much stands behind it.
    guard tail.events.count >= longer.count else {
      nextLook = longer.count
      return
    }
    longer.append(of: tail)
    (stretch, tail, nextLook) = (longer, EventLog(), Self.leastEvents)
    let next = Locked<SessionStretch?>(nil)
    do throws(SystemError) {
      try DetachedThread.run { [longer] in
        var shorter = longer
        shorter.forget(Self.header, catalog)
        next.withLock { $0 = shorter }
      }
      shortening = next
    } catch {
      // No thread can be had now: the stretch stays as long as it is until the next one can.
    }
  }

  /// What a session begins with that is recorded from now on, and how the numbers of later events change; nil while another thread reads what was
  /// recorded.
  mutating func session(_ catalog: Catalog) -> (session: Session, numbers: Renumbering)? {
    _ = settle()
    guard var whole = stretch else { return nil }
    whole.append(of: tail)
    return whole.sessionFromQuietMoment(Self.header, catalog)
  }
}
