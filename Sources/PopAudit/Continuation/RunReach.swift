import PopReplay
import PopupScheduling

/// What comparing a run with others needs of its replayer: up to when it says something.
struct RunReach {
  /// From when on the user may have gone elsewhere.
  var opening = Ticks.distantFuture
  /// When the baseline's own run stood still, behind which nothing is known of it.
  var cut = Ticks.distantFuture
  /// Whether the recording ends because the app was killed, so that what had not ended by then may have ended in any way.
  var isOpenEnded = false

  /// Whether something settled at a time, or left as it is at the end, does not depend on what comes after what is known.
  ///
  /// - Parameter time: When it was settled; ``Ticks/distantFuture`` where it was not.
  func settles(_ time: Ticks) -> Bool {
    guard time < .distantFuture else { return !isOpenEnded && opening == .distantFuture && cut == .distantFuture }
    return shows(time)
  }

  /// Whether something that happens at a time does not depend on what comes after what is known.
  func shows(_ time: Ticks) -> Bool { time < opening && time < cut }
}
