import PopSystem
import PopupScheduling

extension ScriptMaker {
  private mutating func truth(dwellMedian: Int, answers: Int = 92) -> GroundTruth {
    var truth = GroundTruth()
    if random.percent(answers) { truth.dwell = skewedLength(median: dwellMedian) }
    truth.act = random.one(of: [.button, .button, .button, .cover, .swipe, .back])
    if random.percent(6) { truth.secondTapAfter = length(random.whole(20...180)) }
    truth.contentLatency = random.percent(90) ? skewedLength(median: 600) : nil
    truth.contentFails = random.percent(10)
    // A replay cannot foresee how late a timer or an animation is that the recording does not have.
    if flavour.isEntangled {
      truth.timerLateness = random.percent(50) ? .zero : length(random.whole(0...9))
      truth.animationLateness = random.percent(70) ? .zero : length(random.whole(1...12))
    }
    return truth
  }

  private mutating func spec(_ name: String, _ kind: PopupKind, level: Int32) -> PopupSpec {
    var spec = PopupSpec(name: script.catalog.names.intern(name))
    spec.kind = kind
    spec.level = level
    if random.percent(60) { spec.showLength = declared(250) }
    if random.percent(50) { spec.hideLength = declared(200) }
    return spec
  }

  @discardableResult
  private mutating func submit(_ spec: PopupSpec, _ truth: GroundTruth, at time: Ticks) -> PopupID {
    let popup = script.makePopup(truth)
    script.steps.append(submission(popup, spec, at: time))
    return popup
  }

  /// The class of the page the user is on, now and then of another one.
  private mutating func bindToPage(_ spec: inout PopupSpec) {
    let current = script.catalog.className(of: itinerary.current)
    let elsewhere = script.catalog.names.intern(random.one(of: PageVisits.classNames))
    let name = random.percent(75) && !current.isNone ? current : elsewhere
    spec.pages = script.catalog.names.intern([name])
    if random.percent(20) { spec.matching = .exact }
  }

  mutating func submitAlert(at time: Ticks) {
    var spec = spec(
      random.one(of: ["Delete?", "Discard changes?", "Rate us"]), random.percent(75) ? .alert : .sheet, level: 0)
    if random.percent(60) { bindToPage(&spec) }
    if random.percent(15) { spec.onHigher = random.one(of: [.requeue, .drop]) }
    if random.percent(10) { spec.instance = itinerary.current }
    let popup = submit(spec, truth(dwellMedian: 2_200), at: time)
    if random.percent(15) { script.truths[popup.index].followUp = makeFollowUp() }
  }

  private mutating func makeFollowUp() -> PopupID {
    let spec = spec("Are you sure?", .alert, level: 0)
    let popup = script.makePopup(truth(dwellMedian: 1_500))
    script.followUps[popup.index] = submission(popup, spec, at: .zero)
    return popup
  }

  mutating func submitCampaign(at time: Ticks) {
    var spec = spec(random.one(of: ["Spring sale", "Lucky draw", "Invite a friend"]), .campaign, level: 10)
    bindToPage(&spec)
    spec.keepAlive = random.percent(60)
    if random.percent(50) { spec.content = .async }
    if random.percent(40) { spec.key = spec.name }
    if random.percent(25) { spec.expires = declared(random.whole(5...40) * 1_000) }
    if random.percent(40) { spec.onHigher = random.one(of: [.requeue, .requeue, .drop]) }
    var truth = truth(dwellMedian: 3_500)
    if hasExcursions, flavour.isEntangled || excursions == 0, random.percent(60), let dwell = truth.dwell {
      truth.tapAfter = Ticks(dwell.rawValue / 2 + 1)
      truth.leadsTo = itinerary.make("DetailViewController", in: &script)
      excursions += 1
      truth.excursion = skewedLength(median: 5_000) + length(800)
    }
    submit(spec, truth, at: time)
  }

  mutating func submitGuides(at time: Ticks) {
    let chain = script.catalog.names.intern("onboarding")
    for number in 1...random.whole(2...3) {
      var spec = spec("Guide \(number)", .guide, level: -1)
      spec.chain = chain
      if number == 1 || random.percent(80) {
        spec.pages = script.catalog.names.intern([script.catalog.className(of: itinerary.current)])
      }
      submit(spec, truth(dwellMedian: 1_200), at: time)
    }
  }

  mutating func submitSplash(at time: Ticks) {
    var spec = spec("Splash", .splash, level: -100)
    spec.autoDismiss = declared(random.whole(1...3) * 1_000)
    submit(spec, truth(dwellMedian: 3_000, answers: 20), at: time)
  }

  mutating func submitHUD(at time: Ticks) {
    var spec = spec("Loading", .hud, level: 0)
    if random.percent(70) { spec.autoDismiss = declared(random.whole(3...20) * 100) }
    if random.percent(20) { bindToPage(&spec) }
    let popup = submit(spec, truth(dwellMedian: 1_000, answers: 0), at: time)
    if random.percent(50) {
      let moment = time + length(random.whole(1...9) * 100)
      let state = script.catalog.names.intern(random.one(of: ["success", "failed"]))
      script.steps.append(Event(.popupUpdated, popup: popup, name: state, at: moment))
    }
    if spec.autoDismiss < .zero {
      var dismissal = Event(.popupDismissed, popup: popup, at: time + skewedLength(median: 900))
      dismissal.act = .code
      script.steps.append(dismissal)
    }
  }

  mutating func submitMessage(at time: Ticks) {
    var spec = spec("New message", .message, level: 5)
    spec.autoDismiss = declared(random.whole(2...5) * 1_000)
    submit(spec, truth(dwellMedian: 2_000, answers: 40), at: time)
  }

  mutating func submitPermission(at time: Ticks) {
    let isSystems = random.percent(30)
    var spec = spec(isSystems ? "Location" : "Allow notifications?", isSystems ? .system : .permission, level: -10)
    spec.showLength = .zero
    spec.hideLength = Ticks(-1)
    let popup = script.makePopup(truth(dwellMedian: 2_500, answers: 100))
    script.truths[popup.index].act = .button
    script.truths[popup.index].secondTapAfter = nil
    script.steps.append(submission(popup, spec, at: time))
  }

  mutating func submitConditional(at time: Ticks) {
    var spec = spec("Coupon", .campaign, level: 8)
    spec.condition = random.percent(50)
    if random.percent(30) { spec.whenBarred = .drop }
    let popup = submit(spec, truth(dwellMedian: 2_500), at: time)
    var change = Event(.popupCondition, popup: popup, at: time + skewedLength(median: 3_000))
    if !spec.condition { change.flags.insert(.holds) }
    script.steps.append(change)
  }

  /// Several at one instant, as at launch.
  mutating func submitBurst(at time: Ticks) {
    submitAlert(at: time)
    submitMessage(at: time)
    submitCampaign(at: time)
  }

  mutating func withdrawSomething(at time: Ticks) {
    let submitted = script.steps.filter { $0.kind == .popupSubmitted && $0.time < time }
    guard !submitted.isEmpty else { return }
    let victim = submitted[submitted.count - 1 - random.whole(0...min(3, submitted.count - 1))]
    guard script.catalog.spec(victim.spec).kind != .system else { return }
    var event = Event(random.percent(60) ? .popupWithdrawn : .popupDismissed, popup: victim.popup, at: time)
    if event.kind == .popupDismissed { event.act = .code }
    script.steps.append(event)
  }
}
