import PopAudit
import PopupScheduling

/// A session written down as text, an event a line: time, name, and what it is about.
///
/// ```
/// 0 page.did-appear 1 class=Home
/// 10 popup.submitted 1 name=rate level=2 pages=Home,Detail
/// 10 popup.shown 1 page=1
/// 500 popup.hidden 1 dismissed
/// ```
///
/// The number after the name is the popup or page it is about (for timers, the timer). A bare word after it is the event's word: a reason, an
/// act, a phase, a purpose. Causes: `cause=N`; a stimulus with `re` is marked as re-entrant and caused by the decision before it. `id=N` jumps to
/// another sequence number. Generations count by themselves unless given as `gen=N`. Empty lines and what follows `//` are left out.
struct EventScript {
  private(set) var catalog = Catalog()
  private(set) var events: [Event] = []
  private var generations: [PopupID: Int32] = [:]
  private var lastDecision: Int32 = -1
  private var sequence: Int32 = 0

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
      let words = code.split(separator: " ")
      if !words.isEmpty { add(words) }
    }
  }

  /// What the audit finds in it; ended at the last event's time unless told otherwise.
  func findings(end: Int64? = nil, isFinished: Bool = true, marksReentrantStimuli: Bool = true) -> [Finding] {
    var auditor = Auditor()
    auditor.begin(catalog: catalog, marksReentrantStimuli: marksReentrantStimuli)
    for event in events { auditor.take(event) }
    auditor.end(at: end.map { Ticks($0) } ?? events.last?.time ?? .zero, isFinished: isFinished)
    return auditor.findings
  }

  private mutating func add(_ words: [Substring]) {
    guard let time = Int64(words[0]), let kind = EventKind(wireName: words[1]) else {
      preconditionFailure("not an event: \(words.joined(separator: " "))")
    }
    var event = Event(kind, time: Ticks(time))
    var rest = words.dropFirst(2)
    if let number = rest.first.flatMap({ Int64($0) }) {
      rest = rest.dropFirst()
      switch kind {
      case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
        event.page = catalog.page(numbered: number)
      case .timerSet, .timerFired, .timerCancelled: event.timer = TimerID(Int(number))
      default: event.popup = catalog.popup(numbered: number)
      }
    }
    var submission = PopupSpec(name: .none)
    var change = PopupChange()
    for word in rest {
      let pair = word.split(separator: "=", maxSplits: 1)
      if pair.count == 2 {
        set(pair[0], String(pair[1]), &event, &submission, &change)
      } else {
        set(word, &event)
      }
    }
    complete(&event, submission, change)
    event.sequence = sequence
    sequence += 1
    if kind.isDecision { lastDecision = event.sequence }
    events.append(event)
  }

  private mutating func complete(_ event: inout Event, _ submission: PopupSpec, _ change: PopupChange) {
    switch event.kind {
    case .popupSubmitted:
      var spec = submission
      if spec.name.isNone { spec.name = catalog.names.intern("p\(catalog.number(of: event.popup))") }
      event.spec = catalog.intern(spec)
      event.scene = spec.scene
      event.scheduler = spec.scheduler
    case .popupChanged:
      event.attributes = Int32(catalog.changes.count)
      catalog.changes.append(change)
    case .popupShown:
      if event.generation == 0 { event.generation = generations[event.popup, default: 0] + 1 }
      if event.generation > 1 { event.flags.insert(.restored) }
      generations[event.popup] = event.generation
    case .popupHidden, .animationFinished:
      if event.generation == 0 { event.generation = generations[event.popup, default: 1] }
    default: break
    }
  }

  /// A word by itself.
  private func set(_ word: Substring, _ event: inout Event) {
    switch (event.kind, word) {
    case (_, "re"):
      event.cause = lastDecision
      event.flags.insert(.reentrant)
    case (.popupDismissed, _): event.act = DismissalAct(wireName: word) ?? .code
    case (.animationFinished, _), (.animationLost, _): event.phase = AnimationPhase(wireName: word) ?? .show
    case (.timerSet, _): event.purpose = TimerPurpose(wireName: word) ?? .other
    case (.schedulerSuspended, "hides"): event.flags.insert(.hides)
    case (.schedulerSuspended, _), (.schedulerResumed, _), (.schedulerCleared, _):
      event.popupKind = PopupKind(wireName: word)
    default:
      guard let reason = Reason(wireName: word) else { preconditionFailure("not a word: \(word)") }
      event.reason = reason
    }
  }

  /// A word with a value.
  private mutating func set(
    _ field: Substring, _ value: String, _ event: inout Event, _ spec: inout PopupSpec, _ change: inout PopupChange
  ) {
    switch field {
    case "id": sequence = Int32(value)!
    case "cause": event.cause = Int32(value)!
    case "gen": event.generation = Int32(value)!
    case "scene": event.scene = UInt16(value)!
    case "scheduler": event.scheduler = UInt16(value)!
    case "popup": event.popup = catalog.popup(numbered: Int64(value)!)
    case "page": event.page = catalog.page(numbered: Int64(value)!)
    case "at": event.at = Ticks(Int64(value)!)
    case "holds": if value == "true" { event.flags.insert(.holds) }
    case "completed": if value == "false" { event.flags.insert(.incomplete) }
    case "user", "responder", "action", "state", "what", "message", "callback": event.name = catalog.names.intern(value)
    default: break
    }
    switch event.kind {
    case .popupSubmitted: set(field, value, &spec)
    case .popupChanged: set(field, value, &change)
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      setPage(field, value, event.page)
    default: break
    }
  }

  private mutating func set(_ field: Substring, _ value: String, _ change: inout PopupChange) {
    switch field {
    case "level": change.level = Int32(value)!
    case "pages": change.pages = list(value)
    case "expires": change.expires = Ticks(Int64(value)!)
    default: preconditionFailure("not a change: \(field)")
    }
  }

  private mutating func setPage(_ field: Substring, _ value: String, _ page: PageID) {
    switch field {
    case "class": catalog.pages[page.index].classes = list(value)
    case "in": catalog.pages[page.index].container = catalog.page(numbered: Int64(value)!)
    case "as": catalog.pages[page.index].presentation = PagePresentation(wireName: value)!
    case "scene": catalog.pages[page.index].scene = UInt16(value)!
    default: break
    }
  }

  private mutating func set(_ field: Substring, _ value: String, _ spec: inout PopupSpec) {
    switch field {
    case "name": spec.name = catalog.names.intern(value)
    case "kind": spec.kind = PopupKind(wireName: value)!
    case "level": spec.level = Int32(value)!
    case "pages": spec.pages = list(value)
    case "matching": spec.matching = ClassMatching(wireName: value)!
    case "instance": spec.instance = catalog.page(numbered: Int64(value)!)
    case "keepAlive": spec.keepAlive = value == "true"
    case "content": spec.content = ContentReadiness(wireName: value)!
    case "condition": spec.condition = value == "true"
    case "whenBarred": spec.whenBarred = WhenBarred(wireName: value)!
    case "onHigher": spec.onHigher = OnHigher(wireName: value)!
    case "chain": spec.chain = catalog.names.intern(value)
    case "key": spec.key = catalog.names.intern(value)
    case "expires": spec.expires = Ticks(Int64(value)!)
    case "autoDismiss": spec.autoDismiss = Ticks(Int64(value)!)
    case "showMs": spec.showLength = Ticks(Int64(value)!)
    case "hideMs": spec.hideLength = Ticks(Int64(value)!)
    case "needsKeyboard": spec.needsKeyboard = value == "true"
    case "scene": spec.scene = UInt16(value)!
    case "scheduler": spec.scheduler = UInt16(value)!
    case "object": spec.object = Int32(value)!
    case "next": spec.next = value == "true"
    case "user": spec.user = catalog.names.intern(value)
    case "id", "cause": break
    default: preconditionFailure("not an attribute: \(field)")
    }
  }

  private mutating func list(_ value: String) -> NameListID {
    let symbols = value.split(separator: ",").map { catalog.names.intern(String($0)) }
    return catalog.names.intern(symbols)
  }
}

/// What a rule finds in a script, each as `popup`, `popup/other`, or `-` where it names none.
func found(
  _ rule: Rule, in script: String, end: Int64? = nil, isFinished: Bool = true, marksReentrantStimuli: Bool = true
) -> [String] {
  let script = EventScript(script)
  let findings = script.findings(end: end, isFinished: isFinished, marksReentrantStimuli: marksReentrantStimuli)
  return findings.filter { $0.rule == rule }.map { finding in
    let popup = finding.popup.isNone ? "-" : "\(script.catalog.number(of: finding.popup))"
    return finding.other.isNone ? popup : "\(popup)/\(script.catalog.number(of: finding.other))"
  }
}

/// The rules that find anything in a script, each once, in the order in which they first do.
func rules(in script: String, end: Int64? = nil, isFinished: Bool = true) -> [Rule] {
  var rules: [Rule] = []
  for finding in EventScript(script).findings(end: end, isFinished: isFinished) where !rules.contains(finding.rule) {
    rules.append(finding.rule)
  }
  return rules
}

/// The beginning of most sessions: one page, and nothing moving.
let home = """
  0 page.will-appear 1 class=Home
  0 page.did-appear 1

  """
