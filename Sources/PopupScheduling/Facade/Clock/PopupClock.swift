/// The clock of an app's scheduler, and a way to be called later.
@MainActor
public protocol PopupClock {
  /// How long a tick is; always the same.
  var tick: TickLength { get }

  /// The time since the session began.
  var now: Ticks { get }

  /// Calls back once, at an instant or as soon after it as can be, and never from within this call.
  ///
  /// A scheduler asks for one call at a time: it calls the last one off before it asks for another.
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm
}

/// A call that a ``PopupClock`` was asked for, to be called off.
@MainActor
public struct PopupAlarm {
  private let callOff: @MainActor () -> Void

  /// Makes an alarm.
  ///
  /// - Parameter callOff: Called where the call is no longer wanted; frees all that waits for it.
  public init(callOff: @escaping @MainActor () -> Void) { self.callOff = callOff }

  /// The call is no longer wanted, unless it has been made.
  public func cancel() { callOff() }
}
