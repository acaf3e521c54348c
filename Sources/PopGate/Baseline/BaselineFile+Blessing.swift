import PopAudit
package import PopDocument

extension BaselineFile {
  package enum Form: Hashable, Sendable {
    /// By the change that brings it, of any popup and page, or of each popup and page that has it.
    case changes(byPopup: Bool, byPage: Bool)
    case fine
  }

  /// The file that accepts what fails the build now. What is accepted already keeps its excuse, unless that has run out, and its share is raised
  /// where it has risen beyond chance. What is not there now stays.
  package func blessing(
    _ findings: [JudgedFinding], only chosen: Set<String>? = nil, blame: [BlameEntry], judgedSessions: Int,
    excuse: Excuse, form: Form, on day: CalendarDay, prunes: Bool = false
  ) -> BaselineFile {
    let judged = findings.filter(Self.isJudged)
    let tonight = Acceptance(self, judged, blame, judged: judgedSessions, on: day)
    let failing = judged.filter { $0.judgement.isFailure && chosen?.contains($0.fingerprint) ?? true }
    let there = Set(findings.lazy.filter { $0.status != .fixed }.map(\.fingerprint))
    var kept: [Entry] = []
    for (index, entry) in entries.enumerated() {
      let isThere = entry.fingerprint.map { there.contains($0.description) } ?? (tonight.counts[index] > 0)
      guard isThere || !prunes else { continue }
      kept.append(entry)
      let isMeant = failing.contains { entry.fingerprint.map(\.description) ?? $0.fingerprint == $0.fingerprint }
      if isMeant, tonight.risen[index] {
        kept[kept.count - 1].sessions = SessionShare(tonight.counts[index], of: judgedSessions)
      }
    }
    var new =
      switch form {
      case .fine: failing.filter { self[$0.fingerprint]?.excuse.holds(on: day) != true }.compactMap(Entry.init)
      case .changes(let byPopup, let byPage):
        Self.changes(
          of: failing, beside: kept.filter { $0.excuse.holds(on: day) }, tonight.failing, byPopup: byPopup,
          byPage: byPage)
      }
    let counts = Self.counts(of: new, judged, blame)
    for index in new.indices {
      new[index].sessions = SessionShare(counts[index], of: judgedSessions)
      new[index].excuse = excuse
      // What had run out is accepted anew, in no fewer sessions than before.
      guard let old = entries.first(where: { $0.place == new[index].place }) else { continue }
      new[index].sessions = Self.larger(new[index].sessions, old.sessions)
    }
    return BaselineFile(new + kept)
  }

  static func isJudged(_ finding: JudgedFinding) -> Bool {
    finding.status == .new && finding.severity == .error && finding.firmSessions > 0
      && (finding.judgement.word == .accepted || finding.judgement.isFailure)
  }

  /// Entries for what brings the findings, the fewest keys first, so that what these cover together is not said again.
  private static func changes(
    of findings: [JudgedFinding], beside kept: [Entry], _ blame: [BlameEntry], byPopup: Bool, byPage: Bool
  ) -> [Entry] {
    let byFingerprint = Dictionary(
      findings.map { ($0.fingerprint, $0.example) }, uniquingKeysWith: { first, _ in first })
    var wanted: [Entry: FindingReport] = [:]
    for one in blame {
      guard let finding = byFingerprint[one.fingerprint] else { continue }
      var entry = Entry(finding.rule, by: one.cause)
      if byPopup { (entry.popup, entry.other) = (finding.name, finding.otherName) }
      if byPage { entry.page = finding.pageClass }
      wanted[entry] = finding
    }
    var new: [Entry] = []
    for (entry, finding) in wanted.sorted(by: { lhs, rhs in
      lhs.key.keys.count == rhs.key.keys.count
        ? lhs.key.place.lexicographicallyPrecedes(rhs.key.place) : lhs.key.keys.count < rhs.key.keys.count
    }) {
      let own = (kept + new).filter { $0.fingerprint == nil && $0.fits(finding) && $0.isPart(of: entry.keys) }
      let isCovered = !own.isEmpty && entry.keys.allSatisfy { key in own.contains { $0.keys.contains(key) } }
      if !isCovered { new.append(entry) }
    }
    return new
  }

  private static func counts(of entries: [Entry], _ findings: [JudgedFinding], _ blame: [BlameEntry]) -> [Int] {
    let byFingerprint = Dictionary(findings.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
    let examples = byFingerprint.mapValues(\.example)
    return entries.map { entry in
      if let fingerprint = entry.fingerprint { return byFingerprint[fingerprint.description]?.firmSessions ?? 0 }
      return entry.sessions(in: blame, examples).count
    }
  }

  private static func larger(_ lhs: SessionShare, _ rhs: SessionShare) -> SessionShare {
    let left = lhs.count.multipliedFullWidth(by: rhs.all)
    let right = rhs.count.multipliedFullWidth(by: lhs.all)
    return (left.high, left.low) >= (right.high, right.low) ? lhs : rhs
  }
}

extension BaselineFile.Entry {
  fileprivate init?(_ finding: JudgedFinding) {
    guard let fingerprint = Fingerprint(finding.fingerprint) else { return nil }
    self.init(finding.rule, fingerprint)
    (popup, other) = (finding.example.name, finding.example.otherName)
    page = finding.example.pageClass
  }
}
