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

  public init() { self.init(start: SystemClock.nanoseconds()) }
  init(start: Int64) { self.start = start }
  public var tick: TickLength { .millisecond }
  public var now: Ticks { Ticks((SystemClock.nanoseconds() - start) / Self.nanosecondsPerTick) }

  public func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm {
    let (length, overflow) = instant.rawValue.multipliedReportingOverflow(by: Self.nanosecondsPerTick)
    let (deadline, isBeyond) = start.addingReportingOverflow(overflow ? .max : length)
    let task = Task { @MainActor in
      do { try await Self.sleep(until: isBeyond ? .max : deadline) } catch { return }
      action()
    }
    return PopupAlarm { task.cancel() }
  }

  /// Sleeps in steps: what counts nanoseconds stands still while the device sleeps, and this clock does not.
  private nonisolated static func sleep(until deadline: Int64) async throws {
    while true {
      let rest = deadline - SystemClock.nanoseconds()
      // At least once, so that no caller is called back from within the call that asks for it, cancelled or not.
      try await Task.sleep(nanoseconds: UInt64(min(max(rest, 0), longestStep)))
      if rest <= longestStep, SystemClock.nanoseconds() >= deadline { return }
    }
  }

  private nonisolated static var nanosecondsPerTick: Int64 { 1_000_000 }
  /// A minute.
  private nonisolated static var longestStep: Int64 { 60_000_000_000 }
}
