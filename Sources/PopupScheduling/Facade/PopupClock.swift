/// The time an app's scheduler goes by, and a way to be called later.
@MainActor
public protocol PopupClock {
  /// How long a tick is.
  var tick: TickLength { get }

  /// The time since the session began.
  var now: Ticks { get }

  /// Calls back at an instant, or as soon after it as can be.
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void)
}

/// The device's own clock, in milliseconds since it was made; it goes on while the device sleeps.
///
/// The only clock in this module, for the app-facing facade: the core below it is told the time.
public struct ContinuousPopupClock: PopupClock {
  private let start = ContinuousClock.now

  /// Makes a clock that begins now.
  public init() {}

  public var tick: TickLength { .millisecond }

  public var now: Ticks {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Ticks(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  public func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) {
    let deadline = start.advanced(by: .milliseconds(instant.rawValue))
    Task { @MainActor in
      do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
      action()
    }
  }
}
