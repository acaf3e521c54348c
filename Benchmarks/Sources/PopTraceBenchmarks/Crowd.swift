import PopSimulation
import PopTrace
import PopupScheduling

/// What many popups wait for while the app goes on, or where there are many of something else.
enum Crowd: String, CaseIterable {
  case slot = "who wait for the slot"
  case lists = "who wait for it, each for pages of its own"
  case page = "who wait for another page"
  case pageVisited = "of another page, visits between"
  case condition = "who wait for a condition"
  case content = "who wait for content"
  case chain = "who wait for their chain"
  case suspension = "of a suspended kind"
  case object = "withdrawn by their object"
  case hud = "HUDs of another page"
  case scenes = "scenes"
  case schedulers = "schedulers of one scene"

  /// How many a large crowd is.
  var large: Int {
    switch self {
    case .scenes, .schedulers: 1_000
    default: 10_000
    }
  }

  /// Whether they wait for each other, and are shown one after another.
  var isInLine: Bool { self == .slot || self == .lists }

  /// How many a small crowd is.
  static let small = 10

  /// How many alerts come and go beside it, the same for both, so that neither session is much longer.
  static let alerts = 20_000
}

/// Writes the script of a session with a crowd: so many that wait, then alerts that come and go.
struct CrowdScript {
  private var script = WorldScript()
  private let crowd: Crowd
  private let home: Symbol
  private var now: Int64 = 0

  static func script(_ crowd: Crowd, of count: Int) -> WorldScript {
    var writer = CrowdScript(crowd)
    writer.write(count)
    return writer.script
  }

  private init(_ crowd: Crowd) {
    self.crowd = crowd
    home = script.catalog.names.intern("Home")
  }

  private mutating func write(_ count: Int) {
    let sceneCount = crowd == .scenes ? count : 1
    for scene in 0..<sceneCount { appear(page(home, scene: UInt16(scene))) }
    if crowd == .suspension { step(suspension) }
    if crowd == .chain { openChain() }
    if crowd.isInLine {
      queueUp(count)
    } else {
      if crowd != .scenes, crowd != .schedulers { for number in 0..<count { submitWaiter(number) } }
      for number in 0..<Crowd.alerts { live(number, among: count) }
    }
    script.end = Ticks(now + 1_000)
  }

  private var suspension: Event {
    var event = Event(.schedulerSuspended)
    event.popupKind = .campaign
    return event
  }

  /// So many at a time wait for each other.
  private mutating func queueUp(_ count: Int) {
    for first in stride(from: 0, to: crowd.large, by: count) {
      for number in first..<min(first + count, crowd.large) { submitWaiter(number) }
      now += Int64(count) * 10
    }
  }

  /// One alert comes and goes, with what belongs to it.
  private mutating func live(_ number: Int, among count: Int) {
    if crowd == .object, number < count {
      var event = Event(.popupWithdrawn)
      event.popup = PopupID(number)
      step(event)
    }
    if crowd == .pageVisited { visit(page(script.catalog.names.intern("Detail"), scene: 0)) }
    var spec = PopupSpec(name: script.catalog.names.intern("alert"))
    spec.level = -1
    if crowd == .scenes { spec.scene = UInt16(number % count) }
    if crowd == .schedulers { spec.scheduler = UInt16(number % count) }
    submit(spec, dwell: 5)
    now += 10
  }

  private mutating func openChain() {
    var spec = PopupSpec(name: script.catalog.names.intern("first of the chain"))
    spec.chain = script.catalog.names.intern("chain")
    spec.pages = script.catalog.names.intern([home])
    submit(spec, dwell: 5)
    now += 10
    spec.name = script.catalog.names.intern("second of the chain")
    spec.pages = script.catalog.names.intern([script.catalog.names.intern("Elsewhere")])
    submit(spec, dwell: 5)
  }

  private mutating func submitWaiter(_ number: Int) {
    var spec = PopupSpec(name: script.catalog.names.intern("waiter"))
    spec.kind = .campaign
    let elsewhere = script.catalog.names.intern([script.catalog.names.intern("Elsewhere")])
    switch crowd {
    case .page, .pageVisited: spec.pages = elsewhere
    case .lists: spec.pages = script.catalog.names.intern([home, script.catalog.names.intern("Page \(number)")])
    case .object:
      spec.pages = elsewhere
      spec.object = Int32(number)
    case .hud:
      spec.pages = elsewhere
      spec.kind = .hud
    case .condition: spec.condition = false
    case .content: spec.content = .async
    case .chain: spec.chain = script.catalog.names.intern("chain")
    case .slot, .suspension, .scenes, .schedulers: break
    }
    submit(spec, dwell: crowd.isInLine ? 5 : nil)
  }

  private mutating func submit(_ spec: PopupSpec, dwell: Int64?) {
    let popup = script.catalog.popup(numbered: Int64(script.truths.count + 1))
    var truth = GroundTruth()
    truth.dwell = dwell.map { Ticks($0) }
    truth.contentLatency = nil
    script.truths.append(truth)
    script.followUps.append(nil)
    var event = Event(.popupSubmitted)
    event.popup = popup
    event.spec = script.catalog.intern(spec)
    step(event)
  }

  private mutating func page(_ name: Symbol, scene: UInt16) -> PageID {
    let page = script.catalog.page(numbered: Int64(script.catalog.pages.count + 1))
    script.catalog.pages[page.index].classes = script.catalog.names.intern([name])
    script.catalog.pages[page.index].scene = scene
    return page
  }

  private mutating func appear(_ page: PageID) {
    for kind in [EventKind.pageWillAppear, .pageDidAppear] { step(kind, page) }
  }

  /// The user goes to a page and back.
  private mutating func visit(_ detail: PageID) {
    let home = PageID(0)
    for (kind, page) in [
      (EventKind.pageWillDisappear, home), (.pageWillAppear, detail), (.pageDidDisappear, home),
      (.pageDidAppear, detail),
      (.pageWillDisappear, detail), (.pageWillAppear, home), (.pageDidDisappear, detail), (.pageDidAppear, home),
      (.pageRemoved, detail),
    ] {
      step(kind, page)
    }
  }

  private mutating func step(_ kind: EventKind, _ page: PageID) {
    var event = Event(kind)
    event.page = page
    step(event)
  }

  private mutating func step(_ event: Event) {
    var event = event
    event.time = Ticks(now)
    script.steps.append(event)
  }
}
