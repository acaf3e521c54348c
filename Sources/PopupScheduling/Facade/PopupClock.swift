import PopSystem

/// The clock of an app's scheduler, and a way to be called later.
@MainActor
public protocol PopupClock {
  /// How long a tick is; always the same.
  var tick: TickLength { get }
  /// The time since the session began.
  var now: Ticks { get }

  /// Calls back once, at an instant or as soon after it as can be, never from within this call. A scheduler asks for one call at a time.
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm
}

/// A call that a ``PopupClock`` was asked for, to be called off.
@MainActor
public struct PopupAlarm {
  private let callOff: @MainActor () -> Void

  /// Makes an alarm; `callOff` is called where the call is no longer wanted, and frees all that waits for it.
  public init(callOff: @escaping @MainActor () -> Void) { self.callOff = callOff }
  /// The call is no longer wanted, unless it has been made.
  public func cancel() { callOff() }
}

/// The device's own clock, in milliseconds since it was made; it goes on while the device sleeps.
public struct ContinuousPopupClock: PopupClock {
  private let start: Int64
  private let calls = LaterCalls()

  public init() { self.init(start: SystemClock.nanoseconds()) }
  init(start: Int64) { self.start = start }
  public var tick: TickLength { .millisecond }
  public var now: Ticks { Ticks((SystemClock.nanoseconds() - start) / Self.nanosecondsPerTick) }

  public func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm {
    let (length, overflow) = instant.rawValue.multipliedReportingOverflow(by: Self.nanosecondsPerTick)
    let (deadline, isBeyond) = start.addingReportingOverflow(overflow ? .max : length)
    return calls.add(at: isBeyond ? .max : deadline, action)
  }

  private nonisolated static var nanosecondsPerTick: Int64 { 1_000_000 }
}

/// Calls to be made later, of all schedulers with the same clock.
///
/// The system keeps a sleep that is cancelled for as long as it would have lasted. So none is: what is called off leaves its sleep to the calls
/// that come after it.
@MainActor
private final class LaterCalls {
  /// In the order in which they are due.
  private var calls: [(number: Int, deadline: Int64, action: @MainActor () -> Void)] = []
  private var next = 0
  /// When the first sleep is over.
  private var awakening = Int64.max
  /// A minute: sleep counts no time while the device sleeps, and the clock does.
  private static let longestSleep: Int64 = 60_000_000_000

  func add(at deadline: Int64, _ action: @escaping @MainActor () -> Void) -> PopupAlarm {
    let number = next
    next += 1
    let place = calls.firstIndex { $0.deadline > deadline } ?? calls.endIndex
    calls.insert((number, deadline, action), at: place)
    sleep()
    return PopupAlarm { [self] in calls.removeAll { $0.number == number } }
  }

  private func sleep() {
    guard let deadline = calls.first?.deadline else { return }
    let now = SystemClock.nanoseconds()
    let instant = max(now, min(deadline, now + Self.longestSleep))
    guard instant < awakening || awakening < now else { return }
    awakening = instant
    Task { @MainActor in
      try? await Task.sleep(nanoseconds: UInt64(instant - now))
      if awakening == instant { awakening = .max }
      let now = SystemClock.nanoseconds()
      while let call = calls.first, call.deadline <= now {
        calls.removeFirst()
        call.action()
      }
      sleep()
    }
  }
}
