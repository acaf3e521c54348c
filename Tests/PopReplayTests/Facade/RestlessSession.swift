import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopTraceTesting
import PopupScheduling

/// One session of a ``RestlessApp`` on the facade.
@MainActor
struct RestlessSession {
  let recording: Session
  let configuration: PolicyConfiguration
  /// How many calls of the clock were outstanding at once, at most.
  private(set) var mostOutstanding = 0
  let refusedCalls: Int

  static let versions: [PolicyConfiguration] = [.v6, .v6, .v5, .v4, .v0, .v1, .v2, .v3]

  init(seed: UInt64, number: Int) {
    var random = SeededRandom(seed: seed &+ 1, part: UInt64(number))
    configuration = number % 3 == 0 ? Self.randomConfiguration(&random) : Self.versions[random.whole(0...7)]
    let schedulers = random.one(of: [
      [SchedulerID()], [SchedulerID()], [SchedulerID()], [SchedulerID(), SchedulerID(scene: 1)],
      [SchedulerID(), SchedulerID(scene: 0, scheduler: 1), SchedulerID(scene: 4)], [SchedulerID(scene: 2)],
    ])
    let tick = TickLength(microseconds: random.one(of: [1000, 1000, 1000, 250, 10_000]))!
    let clock = VirtualClock(tick: tick)
    let app = RestlessApp(seed: seed, part: UInt64(number), clock: clock, schedulers: schedulers)
    let scheduler = PopupScheduler(
      policy: StandardPolicy(configuration), presenter: app, observer: InMemoryRecorder(configuration), clock: clock,
      schedulers: schedulers)
    app.scheduler = scheduler
    let losesPresenter = random.percent(3)
    if random.percent(20) { app.askWhileTyping() }
    while app.budget > 0 {
      app.step()
      mostOutstanding = max(mostOutstanding, clock.outstandingCalls)
      if losesPresenter, random.percent(5) { scheduler.presenter = random.percent(50) ? nil : app }
    }
    clock.advance(by: random.one(of: [0, 5000]), lateness: 0)
    refusedCalls = scheduler.refusedCalls
    recording = scheduler.recordedSession()
  }

  /// A configuration that makes sense, as likely of one sort as of another.
  private static func randomConfiguration(_ random: inout SeededRandom) -> PolicyConfiguration {
    while true {
      var configuration = versions[random.whole(0...7)]
      for _ in 0..<random.whole(1...5) { vary(&configuration, &random) }
      if (try? configuration.validate()) != nil { return configuration }
    }
  }

  private static func vary(_ configuration: inout PolicyConfiguration, _ random: inout SeededRandom) {
    let row = random.one(of: PolicyConfiguration.rows)
    row.write(&configuration, row.isList ? row.words.filter { _ in random.percent(40) } : [random.one(of: row.words)])
  }
}
