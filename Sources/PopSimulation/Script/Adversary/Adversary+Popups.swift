import PopSystem
import PopupScheduling

// What an adversarial app shows, and how that ends.

extension Adversary {
  /// Submits a popup of a kind, or of any.
  mutating func submit(at moment: Ticks, _ kind: PopupKind? = nil) {
    let popup = draw(kind)
    happens(submission(of: popup), at: moment, in: .popup(popup))
  }

  /// The submission of a popup that was drawn.
  mutating func submission(of popup: PopupID) -> Event {
    var event = Event(.popupSubmitted)
    event.popup = popup
    if let spec = submitted.last(where: { $0.popup == popup })?.spec { event.spec = script.catalog.intern(spec) }
    return event
  }

  /// Makes a popup up.
  mutating func draw(_ kind: PopupKind? = nil) -> PopupID {
    let kinds: [PopupKind] = [
      .alert, .alert, .sheet, .permission, .guide, .campaign, .campaign, .message, .splash, .hud,
    ]
    var spec = PopupSpec(name: script.catalog.names.intern(random.one(of: ["a", "b", "c", "d"])))
    spec.kind = kind ?? random.one(of: kinds)
    spec.scene = UInt16(random.whole(0...habits.scenes - 1))
    bind(&spec)
    urge(&spec)
    limit(&spec)
    // What the system shows is no object of the app's; and an object that is up cannot be shown a second time beside itself.
    if spec.kind == .system || spec.kind == .hud { spec.object = -1 }
    // Whether it is a member of a chain, rules and policy read differently.
    if spec.kind == .system { spec.chain = .none }
    let popup = makePopup(truth())
    submitted.append((popup, spec))
    if habits.has(.callback, &random), random.percent(40) { reactInCallback(of: popup) }
    return popup
  }

  /// Where it may be shown.
  private mutating func bind(_ spec: inout PopupSpec) {
    let classes = ["Home", "List", "Detail", "Form", "Base", "MainTabs", "UINavigationController"]
    let window = windows.first { $0.scene == spec.scene }
    if habits.has(.pages, &random) {
      var names = (0..<(random.percent(70) ? 1 : 2)).map { _ in
        script.catalog.names.intern(random.one(of: classes))
      }
      if let window, !window.levels.isEmpty, random.percent(65) {
        names[0] = script.catalog.className(of: random.one(of: window.top.lineage))
      }
      spec.pages = script.catalog.names.intern(names)
      if habits.has(.exact, &random) { spec.matching = .exact }
    }
    if let window, !window.levels.isEmpty, habits.has(.instance, &random) {
      spec.instance = random.percent(70) ? random.one(of: window.top.lineage) : random.one(of: window.pages)
    }
    if let gone = window?.removed, !gone.isEmpty, habits.has(.removedInstance, &random), random.percent(20) {
      spec.instance = random.one(of: gone)
    }
    spec.keepAlive = habits.has(.keepAlive, &random)
  }

  /// How much it matters, and with what it belongs together.
  private mutating func urge(_ spec: inout PopupSpec) {
    if habits.has(.level, &random) { spec.level = Int32(random.whole(-2...2)) }
    if habits.has(.requeue, &random) { spec.onHigher = .requeue }
    if habits.has(.drop, &random) { spec.onHigher = .drop }
    if habits.has(.chain, &random) { spec.chain = script.catalog.names.intern(random.one(of: ["g", "h", "i"])) }
    if habits.has(.key, &random) { spec.key = script.catalog.names.intern(random.one(of: ["k", "l"])) }
    if habits.has(.object, &random) { spec.object = Int32(random.whole(0...3)) }
    spec.next = habits.has(.next, &random)
    if habits.has(.user, &random), random.percent(40) {
      spec.user = script.catalog.names.intern(random.one(of: Self.users))
    }
  }

  /// What it waits for, and how long it lasts.
  private mutating func limit(_ spec: inout PopupSpec) {
    if habits.has(.content, &random) { spec.content = .async }
    if habits.has(.condition, &random) { spec.condition = false }
    if habits.has(.barred, &random) { spec.whenBarred = .drop }
    if habits.has(.expires, &random) { spec.expires = length(of: [0, 1, 50, 350, 1_000, 5_000, 20_000]) }
    if habits.has(.autoDismiss, &random) { spec.autoDismiss = length(of: [1, 50, 100, 1_000, 3_000]) }
    if habits.has(.showAnimation, &random) { spec.showLength = length(of: habits.animations) }
    if habits.has(.hideAnimation, &random) { spec.hideLength = length(of: habits.animations) }
    spec.needsKeyboard = habits.has(.needsKeyboard, &random)
  }

  private mutating func truth() -> GroundTruth {
    var truth = GroundTruth()
    if random.percent(75) { truth.dwell = length(of: habits.dwells) }
    truth.act = random.one(of: [.button, .cover, .back, .swipe])
    if random.percent(10) { truth.secondTapAfter = length(of: [0, 1, 50, 180]) }
    truth.contentLatency = random.percent(80) ? length(of: [0, 1, 1, 50, 100, 600, 5_000]) : nil
    truth.contentFails = random.percent(20)
    truth.timerLateness = length(of: habits.lateness)
    truth.animationLateness = length(of: [0, 0, 0, 1, 12, 500])
    truth.exitLateness = length(of: [0, 0, 0, 1, 12, 900])
    if habits.has(.lostAnimation, &random) { truth.lostAnimation = random.one(of: [.show, .hide]) }
    truth.cutsAnimations = random.percent(10)
    return truth
  }

  /// One popup that gives way, and a row of more urgent ones that come and go: how often can it be put back?
  mutating func besiege() {
    var spec = PopupSpec(name: script.catalog.names.intern("besieged"))
    spec.kind = random.one(of: [.alert, .campaign])
    spec.level = 1
    spec.onHigher = random.one(of: [.requeue, .requeue, .requeue, .drop])
    if habits.has(.showAnimation, &random) { spec.showLength = length(of: habits.animations) }
    if habits.has(.hideAnimation, &random) { spec.hideLength = length(of: habits.animations) }
    spec.keepAlive = habits.has(.keepAlive, &random)
    besieging(spec, at: time)
    let rest = random.one(of: [1, 100, 300, 900, 2_700])
    for number in 1...random.whole(3...6) {
      var urgent = PopupSpec(name: script.catalog.names.intern("urgent"))
      urgent.level = Int32(random.whole(-1...0))
      urgent.autoDismiss = length(of: [1, 50, 100, 300])
      if random.percent(30) { urgent.hideLength = length(of: habits.animations) }
      besieging(urgent, at: time + Ticks(Int64(number * rest)))
    }
  }

  private mutating func besieging(_ spec: PopupSpec, at moment: Ticks) {
    let popup = makePopup(GroundTruth())
    submitted.append((popup, spec))
    happens(submission(of: popup), at: moment, in: .popup(popup))
  }
}
