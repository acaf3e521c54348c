import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// A scenario told step by step, and what a policy makes of it.
///
/// ```swift
/// var story = Story()
/// story.opens(1, "Home")
/// story.submits(1, "Sale", "\"level\":10", at: 100)
/// story.answers(1, after: 500)
/// #expect(try story.told().presentations == ["Sale"])
/// ```
struct Story {
  private var lines = [#"{"poptrace":1}"#]

  /// Anything, as a line of JSON without its braces.
  mutating func line(_ body: String) { lines.append("{\(body)}") }

  /// Something happens at a time.
  mutating func happens(_ event: String, at time: Int, _ fields: String = "") {
    line("\"t\":\(time),\"event\":\"\(event)\"" + (fields.isEmpty ? "" : ",\(fields)"))
  }

  /// A page is there.
  mutating func opens(_ page: Int, _ className: String, at time: Int = 0, _ fields: String = "") {
    happens(
      "page.will-appear", at: time, "\"page\":\(page),\"class\":\"\(className)\"" + (fields.isEmpty ? "" : ",\(fields)")
    )
    happens("page.did-appear", at: time, "\"page\":\(page)")
  }

  /// A page is pushed over another one, or replaces it.
  mutating func goes(from old: Int, to new: Int, _ className: String? = nil, at time: Int) {
    happens("page.will-disappear", at: time, "\"page\":\(old)")
    happens("page.will-appear", at: time, "\"page\":\(new)" + (className.map { ",\"class\":\"\($0)\"" } ?? ""))
    happens("page.did-disappear", at: time + 300, "\"page\":\(old)")
    happens("page.did-appear", at: time + 300, "\"page\":\(new)")
  }

  /// A page leaves the stack for good.
  mutating func removes(_ page: Int, at time: Int) { happens("page.removed", at: time, "\"page\":\(page)") }

  /// A popup is submitted.
  mutating func submits(_ popup: Int, _ name: String, _ fields: String = "", at time: Int) {
    happens(
      "popup.submitted", at: time, "\"popup\":\(popup),\"name\":\"\(name)\"" + (fields.isEmpty ? "" : ",\(fields)"))
  }

  /// The user answers a popup after so much visible time.
  mutating func answers(_ popup: Int, after dwell: Int, by act: String = "button") {
    line(
      "\"event\":\"popup.dismissed\",\"popup\":\(popup),\"by\":\"\(act)\","
        + "\"after\":{\"event\":\"popup.shown\",\"popup\":\(popup)},\"delay\":\(dwell)")
  }

  /// A popup's content arrives, or fails to, so long after it was asked for.
  mutating func content(_ popup: Int, after delay: Int, fails: Bool = false) {
    line(
      "\"event\":\"content.\(fails ? "failed" : "loaded")\",\"popup\":\(popup),"
        + "\"after\":{\"event\":\"content.requested\",\"popup\":\(popup)},\"delay\":\(delay)")
  }

  /// Lives through the story under a policy, the newest one unless said otherwise.
  func told(under configuration: PolicyConfiguration = .v6) throws -> Telling {
    let text = lines.joined(separator: "\n") + "\n"
    guard let session = try JSONLines.sessions(in: Array(text.utf8)).first else { return Telling() }
    var replayer = Replayer(policy: StandardPolicy(configuration))
    replayer.begin(session, options: ReplayOptions())
    var auditor = Auditor()
    auditor.begin(catalog: replayer.catalog)
    var telling = Telling()
    while replayer.nextTurn() {
      for event in replayer.log.events[replayer.turn] {
        auditor.take(event)
        telling.note(event, replayer.catalog)
      }
    }
    auditor.end(at: replayer.end, isFinished: true)
    telling.findings = auditor.findings.filter { $0.rule.severity != .info }.map { "\($0.rule.id): \($0.because)" }
    return telling
  }
}

/// What became of a story.
struct Telling {
  /// The popups shown, by name, in order.
  var presentations: [String] = []
  /// The same, with the page each was shown on.
  var places: [String] = []
  /// Everything decided, as `popup.dropped Sale expired`.
  var decisions: [String] = []
  /// The errors and warnings a user would have met.
  var findings: [String] = []

  private var names: [PopupID: String] = [:]

  mutating func note(_ event: Event, _ catalog: Catalog) {
    if event.kind == .popupSubmitted { names[event.popup] = catalog.names.text(catalog.spec(event.spec).name) }
    guard event.kind.isDecision else { return }
    let name = names[event.popup] ?? ""
    if event.kind == .popupShown {
      presentations.append(name)
      places.append("\(name) on \(catalog.number(of: event.page))")
    }
    var words = [event.kind.wireName]
    if !name.isEmpty { words.append(name) }
    if !event.name.isNone { words.append(catalog.names.text(event.name)) }
    if event.flags.contains(.hasReason) { words.append(event.reason.wireName) }
    decisions.append(words.joined(separator: " "))
  }

  /// How often something was decided.
  func count(_ decision: String) -> Int { decisions.count { $0 == decision } }
}
