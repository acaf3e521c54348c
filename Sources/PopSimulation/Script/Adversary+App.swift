import PopSystem
import PopupScheduling

extension Adversary {
  static let users = ["user-1", "user-2"]

  /// A time not too far off at which what began ends.
  private mutating func later() -> Ticks { time + length(of: [0, 1, 50, 350, 1_000, 4_000]) }

  mutating func scene() -> UInt16 { UInt16(random.whole(0...habits.scenes - 1)) }

  mutating func signIn(at moment: Ticks) {
    happens(Event(.appSignedIn, name: intern(oneOf: Self.users)), at: moment, in: .user)
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

  /// Something begins, and so often in a hundred times it ends.
  private mutating func begin(_ event: Event, in thread: Thread, until end: Event, percent: Int = 100) {
    happens(event, in: thread)
    if percent == 100 || random.percent(percent) { happens(end, at: later(), in: thread) }
  }

  mutating func scroll() {
    let scene = scene()
    let began = Event(.scrollBegan, scene: scene)
    begin(began, in: .scrolling(scene), until: Event(.scrollEnded, scene: scene), percent: 85)
  }

  mutating func type() {
    let scene = scene()
    let began = Event(.editBegan, scene: scene, name: intern(oneOf: ["search", "comment"]))
    begin(began, in: .typing(scene), until: Event(.editEnded, scene: scene), percent: 70)
  }

  mutating func lockTouches() {
    let scene = scene()
    let locked = Event(.inputForeignLocked, scene: scene)
    begin(locked, in: .touches(scene), until: Event(.inputForeignUnlocked, scene: scene))
  }

  mutating func suspend() {
    var suspended = ofSomeKind(.schedulerSuspended, percent: 45)
    if random.percent(35) { suspended.flags.insert(.hides) }
    var resumed = Event(.schedulerResumed, scene: suspended.scene)
    // A resume of all kinds does not lift the suspension of one kind (QueueOrder, *Suspension and clearing*).
    resumed.popupKind = random.percent(15) ? nil : suspended.popupKind
    begin(suspended, in: alone(), until: resumed, percent: 85)
  }

  mutating func clear() { happens(ofSomeKind(.schedulerCleared, percent: 40), in: alone()) }

  /// Something said to a scheduler, so often in a hundred times about one kind of popups.
  private mutating func ofSomeKind(_ kind: EventKind, percent: Int) -> Event {
    var event = Event(kind, scene: scene())
    if random.percent(percent) { event.popupKind = random.one(of: [.alert, .campaign, .message, .guide, .hud]) }
    return event
  }
}
