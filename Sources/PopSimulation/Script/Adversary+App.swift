import PopSystem
import PopupScheduling

// What happens to the app as a whole, and what its user does apart from popups.

extension Adversary {
  static let users = ["user-1", "user-2"]

  /// A time not too far off at which what began ends.
  private mutating func later() -> Ticks { time + length(of: [0, 1, 50, 350, 1_000, 4_000]) }

  private mutating func scene() -> UInt16 { UInt16(random.whole(0...habits.scenes - 1)) }

  mutating func signIn(at moment: Ticks) {
    var event = Event(.appSignedIn)
    event.name = script.catalog.names.intern(random.one(of: Self.users))
    happens(event, at: moment, in: .user)
  }

  mutating func changeUser() {
    if random.percent(60) {
      happens(Event(.appSignedOut), in: .user)
      if random.percent(50) { signIn(at: time) }
    } else {
      signIn(at: time)
    }
  }

  mutating func leaveApp() {
    guard time >= awayUntil else { return }
    happens(Event(.appBackground), in: .background)
    awayUntil = later()
    happens(Event(.appForeground), at: awayUntil, in: .background)
  }

  /// Something begins in a scene, and so often in a hundred times it ends.
  private mutating func begin(_ event: Event, in thread: Thread, until kind: EventKind, percent: Int = 100) {
    var ended = Event(kind)
    ended.scene = event.scene
    happens(event, in: thread)
    if percent == 100 || random.percent(percent) { happens(ended, at: later(), in: thread) }
  }

  mutating func scroll() {
    var began = Event(.scrollBegan)
    began.scene = scene()
    begin(began, in: .scrolling(began.scene), until: .scrollEnded, percent: 85)
  }

  mutating func type() {
    var began = Event(.editBegan)
    began.scene = scene()
    began.name = script.catalog.names.intern(random.one(of: ["search", "comment"]))
    begin(began, in: .typing(began.scene), until: .editEnded, percent: 70)
  }

  mutating func lockTouches() {
    var locked = Event(.inputForeignLocked)
    locked.scene = scene()
    begin(locked, in: .touches(locked.scene), until: .inputForeignUnlocked)
  }

  mutating func suspend() {
    var suspended = Event(.schedulerSuspended)
    suspended.scene = scene()
    if random.percent(45) { suspended.popupKind = random.one(of: [.alert, .campaign, .message, .guide, .hud]) }
    if random.percent(35) { suspended.flags.insert(.hides) }
    var resumed = Event(.schedulerResumed)
    resumed.scene = suspended.scene
    resumed.popupKind = suspended.popupKind
    // A resume of all kinds does not lift the suspension of one kind (QueueOrder, *Suspension and clearing*).
    if random.percent(15) { resumed.popupKind = nil }
    let thread = alone()
    happens(suspended, in: thread)
    if random.percent(85) { happens(resumed, at: later(), in: thread) }
  }

  mutating func clear() {
    var event = Event(.schedulerCleared)
    event.scene = scene()
    if random.percent(40) { event.popupKind = random.one(of: [.alert, .campaign, .message, .guide, .hud]) }
    happens(event, in: alone())
  }
}
