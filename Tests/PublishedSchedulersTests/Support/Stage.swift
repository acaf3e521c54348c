import PopupScheduling
import PublishedSchedulers

/// A published scheduler, stimuli given to it one by one, and what it decided in words.
final class Stage {
  private let run: (inout Catalog, Event) -> [String]
  private var catalog = Catalog()
  private let crew: Crew

  /// Puts a published scheduler on stage; nil where there is none of that name.
  init?(_ name: String) {
    guard let published = PublishedSchedulers.named(name) else { return nil }
    let crew = Crew()
    self.crew = crew
    run = Self.runner(of: published.makePolicy(), crew)
  }

  private static func runner(of policy: some SchedulingPolicy, _ crew: Crew) -> (inout Catalog, Event) -> [String] {
    var scheduler = Scheduler(policy: policy)
    var clock = Ticks.zero
    return { catalog, stimulus in
      for (index, text) in scheduler.turn.catalog.names.texts.enumerated() {
        precondition(catalog.names.intern(text) == Symbol(index))
      }
      scheduler.turn.catalog = catalog
      scheduler.emptyLog()
      scheduler.run(stimulus, at: clock, in: crew)
      clock += Ticks(1000)
      catalog = scheduler.turn.catalog
      return scheduler.turn.log.events.dropFirst().map { words(of: $0, catalog) }
    }
  }

  /// Something happens; the decisions that follow, one line each.
  func act(_ stimulus: Event) -> [String] {
    defer { crew.reactions.removeAll() }
    return run(&catalog, stimulus)
  }

  /// Whatever the next act does, this happens inside the first decision of that kind.
  func inside(_ kind: EventKind, _ popup: Int64, _ stimulus: Event) {
    crew.reactions.append((kind, catalog.popup(numbered: popup), stimulus))
  }

  /// As ``inside(_:_:_:)``, at every such decision.
  func insideEvery(_ kind: EventKind, _ popup: Int64, _ stimulus: Event) {
    inside(kind, popup, stimulus)
    crew.repeats = true
  }
}

// MARK: - Stimuli

extension Stage {
  /// A stimulus about a page.
  func page(_ kind: EventKind, _ number: Int64, _ classes: String..., as change: (inout PageSpec) -> Void = { _ in })
    -> [String]
  {
    let known = !catalog.knownPage(numbered: number).isNone
    var event = Event(kind)
    event.page = catalog.page(numbered: number)
    if !known {
      let symbols = classes.map { catalog.names.intern($0) }
      catalog.pages[event.page.index].classes = catalog.names.intern(symbols)
      change(&catalog.pages[event.page.index])
    }
    return act(event)
  }

  /// The submission of a popup, as an event.
  func submission(_ number: Int64, on pages: String..., as change: (inout PopupSpec, Catalog) -> Void = { _, _ in })
    -> Event
  {
    var spec = PopupSpec(name: catalog.names.intern("p\(number)"))
    if !pages.isEmpty {
      let symbols = pages.map { catalog.names.intern($0) }
      spec.pages = catalog.names.intern(symbols)
    }
    change(&spec, catalog)
    var event = Event(.popupSubmitted)
    event.popup = catalog.popup(numbered: number)
    event.spec = catalog.intern(spec)
    return event
  }

  /// A stimulus about a popup, as an event.
  func about(_ kind: EventKind, _ number: Int64, _ act: DismissalAct? = nil) -> Event {
    var event = Event(kind)
    event.popup = catalog.popup(numbered: number)
    if kind == .popupDismissed { event.act = act ?? .button }
    return event
  }

  /// A page comes, and is there.
  func open(_ number: Int64, _ classes: String...) -> [String] {
    let known = !catalog.knownPage(numbered: number).isNone
    if !known {
      let page = catalog.page(numbered: number)
      let symbols = classes.map { catalog.names.intern($0) }
      catalog.pages[page.index].classes = catalog.names.intern(symbols)
    }
    return page(.pageWillAppear, number) + page(.pageDidAppear, number)
  }

  /// One page takes the place of another, in UIKit's order.
  func go(from: Int64, to: Int64, _ classes: String...) -> [String] {
    let left = page(.pageWillDisappear, from)
    let known = !catalog.knownPage(numbered: to).isNone
    if !known {
      let page = catalog.page(numbered: to)
      let symbols = classes.map { catalog.names.intern($0) }
      catalog.pages[page.index].classes = catalog.names.intern(symbols)
    }
    return left + page(.pageWillAppear, to) + page(.pageDidDisappear, from) + page(.pageDidAppear, to)
  }
}

/// Carries decisions out, and lets prepared stimuli happen while it does.
final class Crew: SchedulerEnvironment {
  var reactions: [(kind: EventKind, popup: PopupID, stimulus: Event)] = []
  var repeats = false
  /// How often something has happened inside a decision; more than any stack has room for is enough.
  var answers = 0

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    guard let index = reactions.firstIndex(where: { $0.kind == decision.kind && $0.popup == decision.popup })
    else { return }
    guard answers < 2_000 else { return }
    answers += 1
    reentrant.append(reactions[index].stimulus)
    if !repeats { reactions.remove(at: index) }
  }
}

/// An event in one line, popups and pages by the numbers they go by.
private func words(of event: Event, _ catalog: Catalog) -> String {
  var words = [event.kind.wireName]
  if event.kind.isStimulus { words.insert("-", at: 0) }
  if !event.popup.isNone { words.append(String(catalog.number(of: event.popup))) }
  if event.kind == .popupShown { words.append("#\(event.generation)") }
  if !event.page.isNone { words.append("on \(catalog.number(of: event.page))") }
  if !event.name.isNone { words.append(catalog.names.text(event.name)) }
  if event.kind.isDecision, event.flags.contains(.hasReason) { words.append(event.reason.wireName) }
  return words.joined(separator: " ")
}
