import PopSystem
import PopupScheduling

/// What is kept in memory of a scheduler's life, so that a recording can begin at any time: the events since the last moment at which nothing was open,
/// and from before it what still counts.
///
/// The thread that is told of events only copies them; another one leaves out what counts no more.
struct SessionSoFar {
  private var stretch = SessionStretch(mostEvents: 8_192, kept: .zero)
  /// The events behind the stretch.
  private var tail = EventLog()
  private var nextLook = Self.leastEvents
  private var shortening: Shortening?
  private static let leastEvents = 2_048

  /// A stretch that another thread makes shorter.
  private final class Shortening: Sendable {
    let before: Locked<SessionStretch?>
    let after = Locked<SessionStretch?>(nil)
    init(_ stretch: SessionStretch) { before = Locked(stretch) }
  }

  private static var header: SessionHeader {
    var header = SessionHeader()
    header.marksReentrantStimuli = true
    return header
  }

  mutating func append(from index: Int, of log: borrowing EventLog) { tail.append(from: index, of: log) }

  /// How many events are kept.
  var count: Int { stretch.count + tail.events.count }
  var lastTime: Ticks { tail.events.last?.time ?? stretch.log.events.last?.time ?? .zero }

  mutating func turnEnded(in catalog: borrowing Catalog) {
    if tail.events.count >= nextLook { shorten(copy catalog) }
  }

  private mutating func shorten(_ catalog: Catalog) {
    if let shortening {
      guard let shorter = shortening.after.withLock({ $0 }) else {
        nextLook = tail.events.count + Self.leastEvents
        return
      }
      stretch = shorter
    }
    stretch.append(of: tail)
    tail.removeAll()
    nextLook = max(Self.leastEvents, stretch.count)
    let next = Shortening(stretch)
    do throws(SystemError) {
      try DetachedThread.run {
        guard var shorter = next.before.withLock({ $0.take() }) else { return }
        shorter.forget(Self.header, catalog)
        next.after.withLock { $0 = shorter }
      }
      shortening = next
    } catch {
      // No thread can be had now: the stretch stays as long as it is until the next one can.
      shortening = nil
    }
  }

  /// What a session begins with that is recorded from now on, and how the numbers of later events change.
  func session(_ catalog: Catalog) -> (session: Session, numbers: Renumbering) {
    var whole = stretch
    whole.append(of: tail)
    return whole.sessionFromQuietMoment(Self.header, catalog)
  }
}
