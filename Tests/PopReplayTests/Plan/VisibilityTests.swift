import PopupScheduling
import Testing

@testable import PopReplay

/// For how long a popup is seen, and could have been answered (CausalReplay, *Dwell*, CausalReplay, *Input lock*).
struct VisibilityTests {
  private let popup = PopupID(0)

  private func decision(_ kind: EventKind, _ time: Int64) -> Event {
    var event = Event(kind, time: Ticks(time))
    event.popup = popup
    return event
  }

  /// Up from 100 to 600, locked to 500; up from 2,000 to 2,300, locked to the end.
  private func leaveUnderALock(_ visibility: inout Visibility) {
    visibility.begin(popups: 1, scenes: 1)
    visibility.show(decision(.popupShown, 100), PopupTraits())
    visibility.lock(at: Ticks(100))
    visibility.unlock(at: Ticks(500))
    visibility.hide(decision(.popupHidden, 600), PopupTraits())
    visibility.show(decision(.popupShown, 2000), PopupTraits())
    visibility.lock(at: Ticks(2000))
    visibility.hide(decision(.popupHidden, 2300), PopupTraits())
    visibility.unlock(at: Ticks(2300))
  }

  @Test func anActMayHaveWaitedSinceItsPopupWasLastUpWithoutALock() {
    var visibility = Visibility()
    leaveUnderALock(&visibility)
    visibility.show(decision(.popupShown, 5000), PopupTraits())
    visibility.lock(at: Ticks(5000))
    visibility.unlock(at: Ticks(5400))
    #expect(visibility.seen(popup, at: Ticks(5400)) == Ticks(1200))
    // It was last up without one at 600.
    #expect(visibility.heldByLock(popup, at: Ticks(5400)) == Ticks(700))
    #expect(visibility.heldByLock(popup, at: Ticks(5401)) == .zero)
  }

  @Test func aStayCountsUpToWhereItsPopupWasLastUpWithoutALock() {
    var visibility = Visibility()
    leaveUnderALock(&visibility)
    #expect(visibility.seen(popup, at: Ticks(2300)) == Ticks(800))
    #expect(visibility.answerable(popup, at: Ticks(2300)) == Ticks(500))
    visibility.show(decision(.popupShown, 3000), PopupTraits())
    #expect(visibility.answerable(popup, at: Ticks(3000)) == Ticks(500))
    #expect(visibility.answerable(popup, at: Ticks(3010)) == Ticks(810))
  }

  @Test func theFirstLockUnderAPopupIsKept() {
    var visibility = Visibility()
    leaveUnderALock(&visibility)
    #expect(visibility.views[0].lockedFrom == .zero && visibility.views[0].lockedUntil == Ticks(400))
  }

  @Test func aLockWithoutLengthIsNone() {
    var visibility = Visibility()
    visibility.begin(popups: 1, scenes: 1)
    visibility.show(decision(.popupShown, 100), PopupTraits())
    visibility.lock(at: Ticks(300))
    visibility.unlock(at: Ticks(300))
    #expect(visibility.views[0].lockedUntil < .zero)
    #expect(visibility.heldByLock(popup, at: Ticks(300)) == .zero)
  }
}
