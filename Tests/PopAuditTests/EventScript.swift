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
  /// What is added to the numbers of popups, pages and timers, and to those of scenes.
  private var firstNumber: Int64 = 0
  private var firstScene: UInt16 = 0

  /// What is wrong with a line that is no event.
  struct Mistake: Error {
    var what: String
  }

  init() {}

  init(_ text: String) {
    do throws(Mistake) {
      for line in text.split(separator: "\n") { try add(line) }
    } catch {
      preconditionFailure(error.what)
    }
  }

  /// A script with popups, pages, timers and scenes of its own, which stand in one catalog with those of others.
  init(_ text: String, in catalog: Catalog, from number: Int64, scene: UInt16) {
    self.init()
    self.catalog = catalog
    (firstNumber, firstScene) = (number, scene)
    let known = catalog.pages.count
    do throws(Mistake) {
      for line in text.split(separator: "\n") { try add(line) }
    } catch {
      preconditionFailure(error.what)
    }
    for index in known..<self.catalog.pages.count
    where self.catalog.pages[index].container.isNone && self.catalog.pages[index].scene == 0 {
      self.catalog.pages[index].scene = scene
    }
  }

  /// Adds what a line says.
  mutating func add(_ line: some StringProtocol) throws(Mistake) {
    let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    let words = code.split(separator: " ").map { Substring($0) }
    if !words.isEmpty { try add(words) }
  }

  /// What the audit finds in it; ended at the last event's time unless told otherwise.
  func findings(end: Int64? = nil, isFinished: Bool = true, marksReentrantStimuli: Bool = true) -> [Finding] {
    var auditor = Auditor()
    auditor.begin(catalog: catalog, marksReentrantStimuli: marksReentrantStimuli)
    for event in events { auditor.take(event) }
    auditor.end(at: end.map { Ticks($0) } ?? events.last?.time ?? .zero, isFinished: isFinished)
    return auditor.findings
  }

  /// What a finding is about: `popup`, `popup/other`, or `-` where it names none.
  func subject(of finding: Finding) -> String {
    let popup = finding.popup.isNone ? "-" : "\(catalog.number(of: finding.popup))"
    return finding.other.isNone ? popup : "\(popup)/\(catalog.number(of: finding.other))"
  }

  private mutating func add(_ words: [Substring]) throws(Mistake) {
    guard words.count > 1, let time = Int64(words[0]), let kind = EventKind(wireName: words[1]) else {
      throw Mistake(what: "not an event: \(words.joined(separator: " "))")
    }
    var event = Event(kind, time: Ticks(time))
    event.scene = firstScene
    var rest = words.dropFirst(2)
    if let number = rest.first.flatMap({ Int64($0) }).map({ $0 + firstNumber }) {
      rest = rest.dropFirst()
      switch kind {
      case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
        event.page = catalog.page(numbered: number)
      case .timerSet, .timerFired, .timerCancelled: event.timer = TimerID(Int(number))
      default: event.popup = catalog.popup(numbered: number)
      }
    }
    var submission = PopupSpec(name: .none)
    submission.scene = firstScene
    var change = PopupChange()
    for word in rest {
      let pair = word.split(separator: "=", maxSplits: 1)
      if pair.count == 2 {
        try set(pair[0], String(pair[1]), &event, &submission, &change)
      } else {
        try set(word, &event)
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
  private func set(_ word: Substring, _ event: inout Event) throws(Mistake) {
    switch (event.kind, word) {
    case (_, "re"):
      event.cause = lastDecision
      event.flags.insert(.reentrant)
    case (.popupDismissed, _): event.act = try known(word)
    case (.animationFinished, _), (.animationLost, _): event.phase = try known(word)
    case (.timerSet, _): event.purpose = try known(word)
    case (.schedulerSuspended, "hides"): event.flags.insert(.hides)
    case (.schedulerSuspended, _), (.schedulerResumed, _), (.schedulerCleared, _):
      event.popupKind = try known(word)
    default: event.reason = try known(word)
    }
  }

  /// What a word stands for.
  private func known<Value: WireNamed>(_ word: some StringProtocol) throws(Mistake) -> Value {
    guard let value = Value(wireName: word) else { throw Mistake(what: "not a word: \(word)") }
    return value
  }

  private func number<Value: FixedWidthInteger>(_ word: String) throws(Mistake) -> Value {
    guard let number = Value(word) else { throw Mistake(what: "not a number: \(word)") }
    return number
  }

  /// A word with a value.
  private mutating func set(
    _ field: Substring, _ value: String, _ event: inout Event, _ spec: inout PopupSpec, _ change: inout PopupChange
  ) throws(Mistake) {
    var isOfAnyEvent = true
    switch field {
    case "id": sequence = try number(value)
    case "cause": event.cause = try number(value)
    case "gen": event.generation = try number(value)
    case "scene": event.scene = try number(value) + firstScene
    case "scheduler": event.scheduler = try number(value)
    case "popup": event.popup = catalog.popup(numbered: try number(value) + firstNumber)
    case "page": event.page = catalog.page(numbered: try number(value) + firstNumber)
    case "at": event.at = Ticks(try number(value))
    case "holds": if value == "true" { event.flags.insert(.holds) }
    case "completed": if value == "false" { event.flags.insert(.incomplete) }
    case "user", "responder", "action", "state", "what", "message", "callback": event.name = catalog.names.intern(value)
    default: isOfAnyEvent = false
    }
    switch event.kind {
    case .popupSubmitted: try set(field, value, &spec)
    case .popupChanged: try set(field, value, &change)
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      if !isOfAnyEvent || field == "scene" { try setPage(field, value, event.page) }
    default: if !isOfAnyEvent { throw Mistake(what: "not a field: \(field)") }
    }
  }

  private mutating func set(_ field: Substring, _ value: String, _ change: inout PopupChange) throws(Mistake) {
    switch field {
    case "level": change.level = try number(value)
    case "pages": change.pages = list(value)
    case "expires": change.expires = Ticks(try number(value))
    default: throw Mistake(what: "not a change: \(field)")
    }
  }

  private mutating func setPage(_ field: Substring, _ value: String, _ page: PageID) throws(Mistake) {
    switch field {
    case "class": catalog.pages[page.index].classes = list(value)
    case "in": catalog.pages[page.index].container = catalog.page(numbered: try number(value) + firstNumber)
    case "as": catalog.pages[page.index].presentation = try known(value)
    case "scene": catalog.pages[page.index].scene = try number(value) + firstScene
    default: throw Mistake(what: "not a field of a page: \(field)")
    }
  }

  private mutating func set(_ field: Substring, _ value: String, _ spec: inout PopupSpec) throws(Mistake) {
    switch field {
    case "name": spec.name = catalog.names.intern(value)
    case "kind": spec.kind = try known(value)
    case "level": spec.level = try number(value)
    case "pages": spec.pages = list(value)
    case "matching": spec.matching = try known(value)
    case "instance": spec.instance = catalog.page(numbered: try number(value) + firstNumber)
    case "keepAlive": spec.keepAlive = value == "true"
    case "content": spec.content = try known(value)
    case "condition": spec.condition = value == "true"
    case "whenBarred": spec.whenBarred = try known(value)
    case "onHigher": spec.onHigher = try known(value)
    case "chain": spec.chain = catalog.names.intern(value)
    case "key": spec.key = catalog.names.intern(value)
    case "expires": spec.expires = Ticks(try number(value))
    case "autoDismiss": spec.autoDismiss = Ticks(try number(value))
    case "showMs": spec.showLength = Ticks(try number(value))
    case "hideMs": spec.hideLength = Ticks(try number(value))
    case "needsKeyboard": spec.needsKeyboard = value == "true"
    case "scene": spec.scene = try number(value) + firstScene
    case "scheduler": spec.scheduler = try number(value)
    case "object": spec.object = try number(value)
    case "next": spec.next = value == "true"
    case "user": spec.user = catalog.names.intern(value)
    case "id", "cause": break
    default: throw Mistake(what: "not an attribute: \(field)")
    }
  }

  private mutating func list(_ value: String) -> NameListID {
    let symbols = value.split(separator: ",").map { catalog.names.intern(String($0)) }
    return catalog.names.intern(symbols)
  }
}

/// What a rule finds in a script, each as ``EventScript/subject(of:)`` says it.
func found(
  _ rule: Rule, in script: String, end: Int64? = nil, isFinished: Bool = true, marksReentrantStimuli: Bool = true
) -> [String] {
  let script = EventScript(script)
  let findings = script.findings(end: end, isFinished: isFinished, marksReentrantStimuli: marksReentrantStimuli)
  return findings.filter { $0.rule == rule }.map(script.subject)
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
