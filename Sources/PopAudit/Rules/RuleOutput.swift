import PopupScheduling

/// What the rules give back: findings, the moments they are to be woken at, and what was spoken of already where one cause gives one finding.
struct RuleOutput: ~Copyable {
  /// What was found, in the order in which it was.
  var findings: [Finding] = []
  /// The moments rules are to be woken at.
  var deadlines = Deadlines()
  /// Whether a rule asks to be woken at the end of the step, and at that of the next one, whatever happens in them.
  var wakes = false
  var wakesNext = false

  /// The presentations spoken of, each with the page that was current then.
  private var pages = IndexTable()
  /// By popup: the presentation that was not to begin at all and was spoken of last.
  private var beginnings = IndexTable()

  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin() {
    findings.removeAll(keepingCapacity: true)
    deadlines.removeAll()
    wakes = false
    wakesNext = false
    pages.removeAll()
    beginnings.removeAll()
  }

  /// Puts in its place what a rule could say only later: that the policy calls back at all.
  mutating func sortFindings() {
    guard findings.count > 1, zip(findings, findings.dropFirst()).contains(where: { $1.time < $0.time }) else { return }
    findings = findings.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
  }

  /// Notes that a rule speaks of a presentation, by its `popup.shown`, on a page; false where one did before.
  ///
  /// Of wrong-page, wrong-instance, stale-keepalive and lost-popup only the first speaks.
  mutating func claimPage(_ shown: Int32, _ page: PageID) -> Bool {
    let key = IndexTable.Key(shown, page.rawValue)
    guard pages[key] < 0 else { return false }
    pages[key] = 1
    return true
  }

  /// Notes that a rule says that a presentation was not to begin, or to go on, at all; false where one did before.
  ///
  /// Of shown-after-withdrawal, after-sign-out and zombie only the first speaks.
  mutating func claimBeginning(_ popup: Int, _ shown: Int32) -> Bool {
    let key = IndexTable.Key(Int32(truncatingIfNeeded: popup), 0)
    guard beginnings[key] != shown else { return false }
    beginnings[key] = shown
    return true
  }
}
