import PopSystem
import PopupScheduling

// What the simulated user does with the app, popups apart.

extension ScriptMaker {
  /// Goes to a page, or back, or nearly.
  mutating func visit(at time: Ticks) {
    if flavour == .visibleTimeOnly, hasExcursions { return }
    guard time >= busyUntil else { return }
    switch itinerary.isOnSheet || itinerary.isDeep ? random.whole(45...89) : random.whole(0...99) {
    case 0..<45:
      let page = itinerary.make(random.one(of: PageVisits.classNames), in: &script.catalog)
      script.steps += itinerary.push(page, at: time)
    case 45..<80:
      script.steps += itinerary.pop(at: time, removedFirst: random.percent(50))
    case 80..<90:
      let style: PagePresentation = random.percent(80) ? .sheet : .custom
      let sheet = itinerary.make("ShareViewController", presentation: style, in: &script.catalog)
      script.steps += itinerary.present(sheet, at: time)
    default:
      script.steps += itinerary.cancelledPop(at: time)
    }
    busyUntil = time + length(400)
  }

  mutating func scroll(at time: Ticks) {
    script.steps.append(Event(.scrollBegan, time: time))
    script.steps.append(Event(.scrollEnded, time: time + skewedLength(median: 700)))
  }

  mutating func type(at time: Ticks) {
    var began = Event(.editBegan, time: time)
    began.name = script.catalog.names.intern(random.one(of: ["search", "comment", "name"]))
    script.steps.append(began)
    script.steps.append(Event(.editEnded, time: time + skewedLength(median: 4_000)))
  }

  mutating func leaveApp(at time: Ticks) {
    guard time >= awayUntil else { return }
    script.steps.append(Event(.appBackground, time: time))
    awayUntil = time + skewedLength(median: 6_000)
    script.steps.append(Event(.appForeground, time: awayUntil))
  }

  mutating func signOut(at time: Ticks) {
    script.steps.append(Event(.appSignedOut, time: time))
    var signIn = Event(.appSignedIn, time: time + skewedLength(median: 5_000))
    signIn.name = script.catalog.names.intern(random.percent(50) ? "user-1" : "user-2")
    script.steps.append(signIn)
  }

  mutating func suspend(at time: Ticks) {
    var suspended = Event(.schedulerSuspended, time: time)
    if random.percent(30) { suspended.popupKind = random.one(of: [.campaign, .message, .guide]) }
    if random.percent(10) { suspended.flags.insert(.hides) }
    var resumed = Event(.schedulerResumed, time: time + skewedLength(median: 3_000))
    resumed.popupKind = suspended.popupKind
    script.steps.append(suspended)
    script.steps.append(resumed)
  }
}
