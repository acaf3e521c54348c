import Foundation
import PopAudit
import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Testing
import Trials

/// A recording with something missing says nothing that did not happen (CausalReplay, *Where something is missing*).
///
/// `POPTRACE_TRIALS` says how many sessions of each version are cut, and `POPTRACE_FIRST` the number of the first;
/// `POPTRACE_SHARES=1` prints how many of the errors behind holes are found again.
struct CutSessionTests {
  private static let versions: [(name: String, configuration: PolicyConfiguration)] = [
    ("v0", .v0), ("v1", .v1), ("v2", .v2), ("v3", .v3), ("v4", .v4), ("v5", .v5), ("v6", .v6),
  ]
  private static let seed: UInt64 = 2511
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
  private static let sessions = trials(few: 2)
  private static let first = number("POPTRACE_FIRST") ?? 0

  /// Makes the recordings of a version, one after another.
  private func eachRecording(_ version: Int, _ body: (Witness, Comment) throws -> Void) rethrows {
    let (name, configuration) = Self.versions[version]
    for number in Self.first..<Self.first + Self.sessions {
      let flavour = WorldFlavour.allCases[number % WorldFlavour.allCases.count]
      let script = ScriptMaker.script(seed: Self.seed, session: number, flavour: flavour)
      let session = LiveWorld(policy: StandardPolicy(configuration)).run(script)
      guard session.events.count > 1 else { continue }
      try body(Witness(session, configuration), "\(name), seed \(Self.seed), session \(number), \(flavour)")
    }
  }

  @Test("cut at an event, inside a turn too", arguments: versions.indices)
  func cut(version: Int) {
    var (insideTurns, judged) = (0, 0)
    eachRecording(version) { witness, note in
      // Long sessions at some of their events, for the time it takes is quadratic.
      let step = max(1, witness.whole.events.count / 60)
      for count in stride(from: Self.first % step, to: witness.whole.events.count, by: step) {
        var killed = witness.whole
        killed.header.ended = nil
        killed.log.events.removeLast(killed.log.events.count - count)
        let note: Comment = "\(note), cut behind \(count)"
        let identity = witness.check(killed, note)
        if witness.isInsideTurn(count) {
          insideTurns += 1
          // What is missing may have begun with something that the app did inside the turn, of which nothing tells.
          if identity == .ok, witness.whole.events[count].kind.isStimulus { continue }
          guard case .cut = identity else {
            Issue.record("it is not said that a turn is cut: \(identity); \(note)")
            continue
          }
        } else {
          #expect(identity == .ok, note)
        }
        judged += identity.judgedPart(of: killed).events.count
      }
    }
    #expect(insideTurns > 0 && judged > 0)
  }

  @Test("with blocks of events taken out", arguments: versions.indices)
  func holes(version: Int) {
    var (judged, filledHoles) = (0, 0)
    var again = FoundAgain()
    eachRecording(version) { witness, note in
      var random = SeededRandom(seed: Self.seed, part: 7)
      let events = witness.whole.events.count
      for _ in 0..<40 {
        var holed = witness.whole
        var blocks: [Range<Int>] = []
        for _ in 0..<random.whole(1...2) {
          let start = random.whole(0...events - 2)
          blocks.append(start..<min(events - 1, start + random.whole(1...(random.whole(0...1) == 0 ? 2 : 30))))
        }
        holed.log.events.removeAll { event in blocks.contains { $0.contains(Int(event.sequence)) } }
        holed.noteHoles()
        let note: Comment = "\(note), without \(blocks)"
        let identity = witness.check(holed, note)
        again.add(witness.errors(behind: blocks), in: witness.audited(holed, by: .unknownPolicy))
        guard case .lossy(let count, let filled) = identity else {
          Issue.record("it is not said that something is missing: \(identity); \(note)")
          continue
        }
        judged += count
        if let filled {
          filledHoles += holed.gaps.count - filled.session.gaps.count
          let isTrue = zip(filled.session.events, witness.whole.events).prefix(count).allSatisfy {
            $0.isSame(as: $1, ignoring: [])
          }
          #expect(isTrue, "it was filled with something else; \(note)")
        }
      }
    }
    #expect(judged > 0 && filledHoles > 0)
    // The others err seldom, and mostly leave a queue stuck, which cannot be known again.
    if version == 0 { #expect(again.share >= 0.6, "\(Self.versions[version].name), seed \(Self.seed): \(again)") }
    if ProcessInfo.processInfo.environment["POPTRACE_SHARES"] != nil { print(Self.versions[version].name, again) }
  }
}

/// How many of the errors that lie wholly behind a hole are found again there.
private struct FoundAgain: CustomStringConvertible {
  private var all: [Rule: Int] = [:]
  private var found: [Rule: Int] = [:]

  var share: Double {
    let count = all.values.reduce(0, +)
    return count == 0 ? 1 : Double(found.values.reduce(0, +)) / Double(count)
  }

  mutating func add(_ errors: [Finding], in findings: [Finding]) {
    for error in errors {
      all[error.rule, default: 0] += 1
      let isFound = findings.contains {
        $0.rule == error.rule && $0.popup == error.popup && $0.time == error.time
      }
      if isFound { found[error.rule, default: 0] += 1 }
    }
  }

  var description: String {
    let rules = all.sorted { ($1.value, $0.key.id) < ($0.value, $1.key.id) }
    let parts = rules.map { "\($0.key.id) \(found[$0.key, default: 0])/\($0.value)" }
    return "found again \((share * 1000).rounded() / 10) %: \(parts.joined(separator: ", "))"
  }
}

extension Session {
  /// Sets the gaps as a reader finds them.
  fileprivate mutating func noteHoles() {
    gaps = log.events.indices.filter {
      log.events[$0].sequence != ($0 == 0 ? 0 : log.events[$0 - 1].sequence + 1)
    }
  }
}

/// A whole recording, which bears witness against what is said of its parts.
private struct Witness {
  let whole: Session
  private let policy: StandardPolicy
  private let findings: Set<Said>
  private let fingerprints: FingerprintList
  private let outcomes: OutcomeTracker
  private let turns: Set<Int>

  /// What a finding says that does not hang on how events are counted.
  private struct Said: Hashable {
    var finding: Finding

    static func == (lhs: Said, rhs: Said) -> Bool {
      lhs.finding.rule == rhs.finding.rule && lhs.finding.popup == rhs.finding.popup
        && lhs.finding.other == rhs.finding.other && lhs.finding.page == rhs.finding.page
        && lhs.finding.time == rhs.finding.time
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(finding.rule)
      hasher.combine(finding.popup)
      hasher.combine(finding.time)
    }
  }

  init(_ session: Session, _ configuration: PolicyConfiguration) {
    whole = session
    policy = StandardPolicy(configuration)
    let read = Self.read(session)
    findings = Set(read.findings.map { Said(finding: $0) })
    (fingerprints, outcomes) = (read.fingerprints, read.outcomes)
    turns = Set(
      session.events.indices.filter {
        session.events[$0].kind.isStimulus && !session.events[$0].flags.contains(.reentrant)
      })
  }

  func isInsideTurn(_ count: Int) -> Bool { count > 0 && count < whole.events.count && !turns.contains(count) }

  private static func read(
    _ session: Session
  ) -> (findings: [Finding], fingerprints: FingerprintList, outcomes: OutcomeTracker) {
    var auditor = Auditor()
    auditor.read(session)
    let outcomes = OutcomeTracker(of: session)
    var fingerprints = FingerprintList()
    fingerprints.read(auditor.findings, of: outcomes, in: session.catalog)
    return (auditor.findings, fingerprints, outcomes)
  }

  /// Checks that nothing is said of a recording with something missing that the whole does not say.
  func check(_ cut: Session, _ note: Comment) -> SessionIdentity {
    let open = openTurns(of: cut)
    let policy = policy
    var checker = IdentityChecker { _, _ in Evaluator(candidate: policy) }
    let identity = checker.check(cut)
    #expect(checker.check(cut, timing: .causal) == identity, note)
    audit(identity.judgedPart(of: cut), open, note)
    check(audited(cut, by: identity), open, note)
    // Whoever does not know the policy says no more.
    check(audited(cut, by: .unknownPolicy), open, note)
    if !cut.gaps.isEmpty { audit(cut, open, note) }
    replay(cut, identity, note)
    compare(identity.judgedPart(of: cut), open, note)
    return identity
  }

  /// The times of turns that go on with something that the app did, where just that is missing: nothing tells, and what is there is judged.
  private func openTurns(of cut: Session) -> Set<Ticks> {
    let present = Set(cut.log.events.map(\.sequence))
    return Set(
      whole.events.indices.filter {
        $0 > 0 && whole.events[$0].kind.isStimulus && whole.events[$0].flags.contains(.reentrant)
          && !present.contains(Int32($0)) && present.contains(Int32($0 - 1))
      }.map { whole.events[$0].time })
  }

  private func audit(_ session: Session, _ open: Set<Ticks>, _ note: Comment) {
    var auditor = Auditor()
    auditor.read(session)
    check(auditor.findings, open, note)
  }

  /// What the audit finds in a recording, holes and all.
  func audited(_ cut: Session, by identity: SessionIdentity) -> [Finding] {
    var auditor = Auditor()
    auditor.read(identity.auditedPart(of: cut), certain: identity.judgedPart(of: cut).events.count)
    return auditor.findings
  }

  /// The errors all of whose events lie between a hole and the next one, or the end.
  func errors(behind holes: [Range<Int>]) -> [Finding] {
    findings.map(\.finding).filter { error in
      guard error.rule.severity == .error, let first = error.witness.first.map(Int.init) else { return false }
      let last = whole.events.lastIndex { $0.time <= error.time } ?? 0
      return holes.contains { $0.upperBound <= first }
        && !holes.contains { $0.upperBound > first && $0.lowerBound <= last }
    }
  }

  /// Behind a hole the partner that came first may not be known, and the finding then names the next; nor who is signed in, and the popup of
  /// another user is found when the user changes, not when it is shown.
  private func isSaid(_ finding: Finding) -> Bool {
    if findings.contains(Said(finding: finding)) { return true }
    let others = findings.lazy.map(\.finding).filter { $0.rule == finding.rule && $0.popup == finding.popup }
    switch finding.rule {
    case .overlap, .duplicate: return others.contains { $0.time == finding.time }
    case .afterSignOut:
      let shown = finding.witness.first
      return others.contains { $0.time < finding.time && shown.map($0.witness.contains) == true }
    default: return false
    }
  }

  private func check(_ found: [Finding], _ open: Set<Ticks>, _ note: Comment) {
    for finding in found where finding.rule != .traceGap && !open.contains(finding.time) {
      guard isSaid(finding) else {
        Issue.record("\(finding.rule.id) at \(finding.time.rawValue): \(finding.because); \(note)")
        return
      }
    }
  }

  private func replay(_ session: Session, _ identity: SessionIdentity, _ note: Comment) {
    var baseline = Reference()
    baseline.read(session, identity: identity)
    var evaluator = Evaluator(candidate: policy)
    let verdict = evaluator.evaluate(session, against: baseline)
    #expect(verdict.counts.new.all == 0 && verdict.counts.fixed.all == 0, note)
    #expect(verdict.changes.changed == 0, "\(verdict.outcomes.map(\.change)) \(note)")
  }

  private func compare(_ part: Session, _ open: Set<Ticks>, _ note: Comment) {
    let read = Self.read(part)
    for (index, finding) in read.findings.enumerated()
    where !fingerprints.contains(read.fingerprints[index]) && !open.contains(finding.time) {
      Issue.record("diff has a new \(finding.rule.id): \(finding.because); \(note)")
    }
    for (first, second, isTurned) in [(whole, part, false), (part, whole, true)] {
      var diff = OutcomeDiff()
      let (left, right) = isTurned ? (read.outcomes, outcomes) : (outcomes, read.outcomes)
      diff.compare(left, right, by: RunAlignment(first, second))
      #expect(diff.counts.changed == 0, "diff: \(diff.changes.map(\.kind)) \(isTurned ? "turned" : "") \(note)")
    }
  }
}
