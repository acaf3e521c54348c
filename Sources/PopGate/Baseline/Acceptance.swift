import PopAudit
import PopDocument

/// What a baseline file makes of the findings that would fail a build without it (<doc:Gate#Accepting>).
///
/// - Complexity: O(n e) for n findings that differ by fingerprint or cause and e entries about changes.
struct Acceptance {
  /// What accepted keys bring of a rule of which no entry says that they bring it: accepted in no session.
  struct Unseen {
    var entry: BaselineFile.Entry
    var sessions: Set<ReportPosition> = []
    var isRisen = false
  }

  private(set) var rulings: [String: FindingJudgement] = [:]
  /// By entry: in how many sessions it is now, and whether that is more than chance allows.
  private(set) var counts: [Int]
  private(set) var risen: [Bool]
  /// In the order of a file that had entries on it.
  private(set) var unseen: [Unseen] = []
  private(set) var failing: [BlameEntry] = []
  /// By fingerprint the sessions in which a change that is accepted brings it.
  private(set) var covered: [String: Set<ReportPosition>] = [:]

  private let entries: [BaselineFile.Entry]
  /// Which of them are about changes: the first.
  private let changes: Range<Int>
  private let holds: [Bool]

  private enum Place {
    case open(Excuse?)
    case entries([Int])
    case unseen([String])
  }

  init(_ file: BaselineFile, _ findings: [JudgedFinding], _ blame: [BlameEntry], judged: Int, on day: CalendarDay) {
    entries = file.entries
    changes = 0..<file.changes
    holds = entries.map { $0.excuse.holds(on: day) }
    counts = [Int](repeating: 0, count: entries.count)
    risen = [Bool](repeating: false, count: entries.count)
    let byFinding = Dictionary(grouping: blame, by: \.fingerprint)
    var places: [String: [(place: Place, entry: BlameEntry)]] = [:]
    for finding in findings {
      let own = file.index(of: finding.fingerprint)
      if let own { counts[own] = finding.firmSessions }
      if let own, holds[own] { continue }
      rulings[finding.fingerprint] = own.map { .expired(entries[$0].excuse) }
      var known: [[PolicySetting]: Place] = [:]
      places[finding.fingerprint] = (byFinding[finding.fingerprint] ?? []).map { entry in
        let cause = entry.cause
        let place = known[cause] ?? place(of: finding.example, cause)
        known[cause] = place
        return (place, entry)
      }
    }
    count(places)
    test(judged)
    for finding in findings {
      if let own = file.index(of: finding.fingerprint), holds[own] {
        let (share, excuse) = (entries[own].sessions, entries[own].excuse)
        rulings[finding.fingerprint] = risen[own] ? .worse(accepted: share, excuse) : .accepted(share, excuse)
      } else {
        rule(on: finding.fingerprint, places[finding.fingerprint] ?? [])
      }
    }
  }

  private func place(of finding: FindingReport, _ cause: [PolicySetting]) -> Place {
    let own = changes.filter { entries[$0].fits(finding) && entries[$0].isPart(of: cause) }
    guard isAccepted(finding, cause, by: own, where: { holds[$0] }) else {
      let over = own.first { !holds[$0] }.map { entries[$0].excuse }
      return .open(isAccepted(finding, cause, by: own, where: { _ in true }) ? over : nil)
    }
    guard !own.contains(where: { holds[$0] }) else { return .entries(own) }
    return .unseen(BaselineFile.Entry(finding.rule, by: cause).place)
  }

  /// Whether every key of a cause is accepted, of whatever rule; without keys, whether the rule is.
  private func isAccepted(
    _ finding: FindingReport, _ cause: [PolicySetting], by own: [Int], where counts: (Int) -> Bool
  ) -> Bool {
    guard !cause.isEmpty else { return own.contains(where: counts) }
    return cause.allSatisfy { key in
      changes.contains { counts($0) && entries[$0].keys.contains(key) && entries[$0].isAbout(finding) }
    }
  }

  private mutating func count(_ places: [String: [(place: Place, entry: BlameEntry)]]) {
    var sessions = [Set<ReportPosition>](repeating: [], count: changes.count)
    var others: [[String]: Unseen] = [:]
    for (place, entry) in places.values.joined() {
      switch place {
      case .open: break
      case .entries(let own): for index in own { sessions[index].insert(entry.position) }
      case .unseen(let name):
        if others[name] == nil { others[name] = Unseen(entry: accepting(nothingOf: name, entry.cause)) }
        others[name]?.sessions.insert(entry.position)
      }
    }
    for index in changes { counts[index] = sessions[index].count }
    unseen = others.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// The entry that would say what the file says by its silence: its keys were accepted, and brought nothing of a rule.
  private func accepting(nothingOf place: [String], _ cause: [PolicySetting]) -> BaselineFile.Entry {
    // Of each key the widest look at it, of these the least wide.
    let widest = cause.compactMap { key in
      changes.filter { holds[$0] && entries[$0].keys.contains(key) }
        .max { entries[$0].sessions.all < entries[$1].sessions.all }
    }
    let index = widest.min { entries[$0].sessions.all < entries[$1].sessions.all }
    return BaselineFile.Entry(
      Rule(rawValue: place[1]) ?? .fault, by: cause,
      sessions: SessionShare(0, of: index.map { entries[$0].sessions.all } ?? 0),
      excuse: index.map { entries[$0].excuse } ?? Excuse(reason: ""))
  }

  private mutating func test(_ judged: Int) {
    let live = entries.indices.filter { holds[$0] }
    var pairs = live.map { ShareTest.Pair(now: SessionShare(counts[$0], of: judged), accepted: entries[$0].sessions) }
    pairs += unseen.map {
      ShareTest.Pair(now: SessionShare($0.sessions.count, of: judged), accepted: $0.entry.sessions)
    }
    let results = ShareTest.risen(pairs)
    for (place, index) in live.enumerated() { risen[index] = results[place] }
    for index in unseen.indices { unseen[index].isRisen = results[live.count + index] }
  }

  /// Rules on a finding that no entry names: by the worst that is to be said of it in a session.
  private mutating func rule(on fingerprint: String, _ places: [(place: Place, entry: BlameEntry)]) {
    let over = rulings[fingerprint]
    var isOpen = false
    var (open, worse, fine): (FindingJudgement?, FindingJudgement?, FindingJudgement?)
    for (place, entry) in places {
      var accepted: (share: SessionShare, excuse: Excuse, isRisen: Bool)?
      switch place {
      case .open(let excuse?):
        if !isOpen { (isOpen, open) = (true, .expired(excuse)) }
      case .open(nil):
        // What a new key brings is new, even where something else that brings it was accepted once.
        (isOpen, open) = (true, over)
      case .entries(let own):
        if let index = own.first(where: { risen[$0] }) ?? own.first(where: { holds[$0] }) {
          accepted = (entries[index].sessions, entries[index].excuse, risen[index])
        }
      case .unseen(let name):
        if let what = unseen.first(where: { $0.entry.place == name }) {
          accepted = (what.entry.sessions, what.entry.excuse, what.isRisen)
        }
      }
      if let accepted, !accepted.isRisen {
        fine = fine ?? .accepted(accepted.share, accepted.excuse)
        covered[fingerprint, default: []].insert(entry.position)
      } else {
        if let accepted { worse = worse ?? .worse(accepted: accepted.share, accepted.excuse) }
        failing.append(entry)
      }
    }
    rulings[fingerprint] = isOpen ? open : worse ?? fine ?? over
  }
}
