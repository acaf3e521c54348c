import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing

@testable import PopTraceFidelity

/// Replays are checked against the truth: the same world, run live under the candidate. `make fidelity` does so at length.
@Suite("What a replay foresees")
struct ClosedLoopTests {
  private func figures(
    _ pairs: [PolicyPair], _ world: FidelityWorld, seed: UInt64, sessions: Int, continuations: Int = 10
  ) -> Fidelity {
    var run = FidelityRun(seed: seed, sessions: sessions)
    run.continuations = continuations
    let sum = FidelityRun.sum(run.figures(of: pairs, in: world))
    var table = FidelityTable()
    table.add(sum, world: world.description, candidates: pairs.count == 1 ? pairs[0].description : "all")
    print("seed \(seed), \(sessions) sessions of each pair, \(continuations) continuations\n\(table)")
    return sum
  }

  @Test("is right tick for tick wherever it is called exact, in any world", arguments: PolicyPair.versions)
  func exact(pair: PolicyPair) {
    let sum = figures([pair], FidelityWorld(.field), seed: 11, sessions: 60, continuations: 0)
    #expect(sum.outcomes.said(.exact) > 0)
    #expect(sum.exactly.right(.exact) == sum.exactly.said(.exact), "seed 11: \(sum.mistakes)")
  }

  @Test(
    "is right tick for tick wherever it rests on no assumption, when the user depends on visible time alone",
    arguments: PolicyPair.versions)
  func derived(pair: PolicyPair) {
    let sum = figures([pair], FidelityWorld(.visibleTimeOnly), seed: 12, sessions: 100, continuations: 0)
    #expect(sum.exactly.said(.exact) == sum.exactly.right(.exact), "seed 12: \(sum.mistakes)")
    #expect(sum.exactly.said(.derived) == sum.exactly.right(.derived), "seed 12: \(sum.mistakes)")
    #expect(sum.outcomes.said(.robust) == 0)
  }

  @Test("is the recording, without a single assumption, where the candidate is what was recorded", arguments: 0..<7)
  func same(version: Int) {
    // Of a scheduler that only reports, nothing says in which order its decisions were made.
    for world in FidelityWorld.all where !world.isObserved {
      var loop = ClosedLoop(PolicyPair(version, version), in: world)
      for session in 0..<6 {
        let judged = loop.judge(seed: 13, session: session)
        let note: Comment = "\(world), v\(version), seed 13, session \(session)"
        #expect(judged.verdict.identity == .ok && judged.verdict.assumption == nil, note)
        #expect(judged.outcomes.allSatisfy { $0.grades.worst == .exact && $0.isSame }, note)
        #expect(judged.errors.isEmpty && judged.realErrors == 0, note)
      }
    }
  }

  /// The worlds in which something is promised.
  private static let worlds = FidelityWorld.all.filter { $0.bound(of: .robust) != nil }

  /// As many sessions as give as many popups as so many of the field.
  private func sessions(_ count: Int, in world: FidelityWorld) -> Int { world.flavour == .sparse ? count * 4 : count }

  @Test("is as often right as is promised of its grade, in every aspect", arguments: worlds)
  func promised(world: FidelityWorld) {
    let sum = figures(PolicyPair.all, world, seed: 14, sessions: sessions(8, in: world))
    #expect(sum.shortfalls(in: world) == [], "seed 14: \(sum.mistakes)")
    for grade in [Grade.exact, .derived, .robust] { #expect(sum.outcomes.said(grade) > 40) }
    #expect(sum.errors.total > 50)
  }

  @Test("is called robust less often the more continuations there are, and the same otherwise", arguments: worlds)
  func moreContinuations(world: FidelityWorld) {
    var robust = 0
    for pair in PolicyPair.all {
      var few = ClosedLoop(pair, in: world, continuations: 2)
      var many = ClosedLoop(pair, in: world, continuations: 10)
      for session in 0..<sessions(4, in: world) {
        let (two, ten) = (few.judge(seed: 15, session: session), many.judge(seed: 15, session: session))
        let note: Comment = "\(world), \(pair), seed 15, session \(session)"
        #expect(two.outcomes.map(\.popup) == ten.outcomes.map(\.popup), note)
        for (less, more) in zip(two.outcomes, ten.outcomes) {
          #expect(less.foreseen == more.foreseen, note)
          for aspect in [\AspectGrades.shown, \.where, \.end] {
            #expect(isNoMore(more.grades[keyPath: aspect], than: less.grades[keyPath: aspect]), note)
          }
          if less.grades.worst == .robust { robust += 1 }
        }
        #expect(two.verdict.findings.map(\.fingerprint) == ten.verdict.findings.map(\.fingerprint), note)
        for (less, more) in zip(two.verdict.findings, ten.verdict.findings) {
          #expect(isNoMore(more.grade, than: less.grade), note)
        }
      }
    }
    #expect(robust > 20)
  }

  /// Whether a grade given after more continuations follows from one given after fewer.
  private func isNoMore(_ more: Grade, than less: Grade) -> Bool {
    more == less || (less == .robust && more == .assumed)
  }
}

@MainActor
@Suite("Schedulers that only report")
struct ReportedSessionTests {
  @Test(
    "Every published scheduler's report has the findings of its recording, and the same replay, but for its premises")
  func published() {
    let rows = PublishedSchedulers.all.map { PublishedTwice($0, sessions: 2, seed: 31) }
    #expect(rows.flatMap(\.differences) == [])
    let same = rows.reduce(0) { $0 + $1.sameFindings }
    #expect(same * 2 > rows.reduce(0) { $0 + $1.sessions })
    #expect(PublishedTwice.markdown(rows).contains("| `article-1` | 4 | 4 | "))
  }

  @Test("In a world where users depend on visible time alone, a replay of a report is as right as one of a recording")
  func world() {
    let figures = FidelityRun(seed: 33, sessions: 3).figures(
      of: PolicyPair.versions, in: FidelityWorld(.visibleTimeOnly, isObserved: true))
    let sum = FidelityRun.sum(figures)
    #expect(sum.sessions == 18 && sum.unjudgedSessions == 0)
    #expect(sum.shortfalls(in: FidelityWorld(.visibleTimeOnly, isObserved: true)) == [])
  }
}
