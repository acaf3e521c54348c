import Foundation
import PopSimulation
import PopSystem
import PopTraceFuzzing

/// The rows of apps that record through a `TraceStore` and the facade, and are killed.
enum AppRows {
  /// Every so many trials, what is left is recovered by the tool as well.
  private static let toolEvery = 5

  /// Kills an app at a random moment.
  static func runKilled(trials: Int, seed: UInt64) throws -> Bool {
    let counts = try Trials(row: "killed", count: trials, seed: seed).run { number, random in
      // Now with a first half of the journal that is nearly full, now for long enough to fill it.
      let burst = random.percent(30) ? random.whole(3000...5000) : random.whole(0...500)
      let delay = random.percent(10) ? random.whole(400_000...1_200_000) : random.whole(0...300_000)
      return try kill(after: delay, burst: burst, number, &random)
    }
    print(Trials.line("an app, killed at a random moment", counts))
    return counts.isWell && counts.acknowledged > trials
  }

  /// Kills an app in the first 50 ms of its life.
  static func runFirst(trials: Int, seed: UInt64) throws -> Bool {
    let counts = try Trials(row: "first-50ms", count: trials, seed: seed).run { number, random in
      try kill(after: random.whole(0...50_000), burst: random.whole(0...200), number, &random)
    }
    print(Trials.line("an app, killed in its first 50 ms", counts))
    return counts.isWell && counts.acknowledged > trials
  }

  private static func kill(
    after microseconds: Int, burst: Int, _ number: Int, _ random: inout SeededRandom
  ) throws -> AppCounts {
    var trial = try AppTrial()
    let uploads = random.percent(50)
    // Now and then a session is ended and another one begun, and another.
    let sessionEvents = random.percent(20) ? random.whole(50...1000) : nil
    let habits = App.Habits.some(&random, pauses: sessionEvents == nil)
    let (app, log) = try trial.launch(random.next()) {
      $0.habits = habits
      $0.burst = burst
      $0.uploads = uploads
      $0.sessionEvents = sessionEvents
    }
    let isUp = app.wait { log.stage >= .running }
    usleep(UInt32(microseconds))
    let end = app.kill()
    var counts = try trial.judge(AppTrial.Terms(usesTool: number % toolEvery == 0))
    counts.note(isUp ? end : .stuck)
    trial.clean(isWell: counts.isWell)
    return counts
  }

  /// Launches an app, some times in the same directory, and looks for its journal once all that is done at a launch is done.
  static func runLaunch(trials: Int, seed: UInt64) throws -> Bool {
    let launches = 10
    let rounds = (trials + launches - 1) / launches
    let counts = try Trials(row: "launch", count: rounds, seed: seed).run { number, random in
      var trial = try AppTrial()
      var missing = AppCounts()
      let count = min(launches, trials - number * launches)
      for _ in 0..<count {
        let (app, log) = try trial.launch(random.next()) {
          $0.habits.awaits = true
          $0.burst = 20
          $0.events = 60
          $0.uploads = true
        }
        let isDone = app.wait { log.stage == .done }
        let name = log.witnessed.last?.name ?? ""
        let journal = trial.recordings + "/" + name + ".popjournal"
        if !isDone || name.isEmpty || !FileManager.default.fileExists(atPath: journal) {
          missing.missingJournals += 1
          missing.notes.append("\(name.isEmpty ? "nothing is recorded" : name + ": its journal is not there")")
        }
        missing.note(app.kill())
      }
      var counts = try trial.judge(AppTrial.Terms(usesTool: number % toolEvery == 0))
      counts.add(missing)
      counts.trials = count
      trial.clean(isWell: counts.isWell)
      return counts
    }
    print(
      Trials.line(
        "an ordinary launch; its journal is there afterwards", counts,
        and: ", **\(counts.missingJournals.formatted()) journals missing**"))
    return counts.isWell && counts.acknowledged > trials
  }

  /// Kills apps while they put the short sessions that others have left into one file.
  static func runSharing(trials: Int, seed: UInt64) throws -> Bool {
    let counts = try Trials(row: "sharing", count: trials, seed: seed).run { number, random in
      var trial = try AppTrial()
      var counts = AppCounts()
      let left = random.whole(2...6)
      for launch in 0...left {
        let (app, log) = try trial.launch(random.next()) {
          $0.habits.awaits = true
          $0.burst = 10
          $0.events = 40
          $0.uploads = true
        }
        // The last one, and one in three of the others, as it tidies up or soon after.
        let isCutShort = launch == left || random.percent(33)
        let isUp = app.wait { log.stage >= (isCutShort ? .running : .tidied) }
        usleep(UInt32(random.whole(0...15_000)))
        let end = app.kill()
        counts.note(isUp ? end : .stuck)
        let files = try FileManager.default.contentsOfDirectory(atPath: trial.recordings)
        if files.contains(where: { $0.contains(".joined-") }) { counts.inTheMidst += 1 }
      }
      counts.add(try trial.judge(AppTrial.Terms(usesTool: number % 2 == 0)))
      trial.clean(isWell: counts.isWell)
      return counts
    }
    print(
      Trials.line(
        "an app, killed while it puts short sessions of others into one file", counts,
        and: ", \(counts.inTheMidst.formatted()) killed in the midst of it"))
    // Whoever is never killed in the midst of it shows nothing.
    return counts.isWell && counts.acknowledged > trials && (counts.inTheMidst > 0 || trials < 25)
  }

  /// Launches two apps at the same moment in one directory, and kills both.
  static func runSideBySide(trials: Int, seed: UInt64) throws -> Bool {
    let left = try LeftSessions(sets: min(4, trials), seed: seed)
    defer { left.clean() }
    let counts = try Trials(row: "side-by-side", count: trials, seed: seed).run { number, random in
      var trial = try AppTrial()
      if random.percent(50) { try left.copy(number, into: &trial) }
      var apps: [(process: ChildProcess, log: SideLog)] = []
      for _ in 0..<2 {
        let uploads = random.percent(50)
        apps.append(
          try trial.launch(random.next()) {
            $0.habits.awaits = true
            $0.burst = 30
            $0.waits = true
            $0.uploads = uploads
          })
      }
      // Both are up, as far as that can be told, before either may begin.
      usleep(15_000)
      for app in apps { app.log[.go] = 1 }
      let areUp = apps.map { app in app.process.wait { app.log.stage >= .running } }
      usleep(UInt32(random.whole(0...80_000)))
      var counts = AppCounts()
      for (app, isUp) in zip(apps, areUp) {
        let end = app.process.kill()
        counts.note(isUp ? end : .stuck)
        if random.percent(50) { usleep(UInt32(random.whole(0...20_000))) }
      }
      counts.add(try trial.judge(AppTrial.Terms(usesTool: number % toolEvery == 0)))
      trial.clean(isWell: counts.isWell)
      return counts
    }
    print(Trials.line("two apps that start side by side in one directory, both killed", counts))
    return counts.isWell && counts.acknowledged > trials
  }

  /// Kills apps while they recover what others have left.
  static func runRecovery(trials: Int, seed: UInt64) throws -> Bool {
    let left = try LeftSessions(sets: min(8, trials), seed: seed)
    defer { left.clean() }
    let counts = try Trials(row: "recovery", count: trials, seed: seed).run { number, random in
      var trial = try AppTrial()
      try left.copy(number, into: &trial)
      var counts = AppCounts()
      // Now and then the next one is killed over the same work, too.
      for _ in 0..<(random.percent(30) ? 2 : 1) {
        let (app, log) = try trial.launch(random.next()) {
          $0.habits.awaits = true
          $0.burst = 20
          $0.uploads = true
        }
        let isUp = app.wait { log.stage >= .running }
        usleep(UInt32(random.whole(0...left.recoveryMicroseconds * 5 / 4)))
        let end = app.kill()
        counts.note(isUp ? end : .stuck)
      }
      counts.add(try trial.judge(AppTrial.Terms(usesTool: number % 2 == 0)))
      trial.clean(isWell: counts.isWell)
      return counts
    }
    print(Trials.line("an app, killed while it recovers what others left", counts))
    return counts.isWell && counts.acknowledged > trials
  }
}

extension App.Habits {
  /// Those of one of many apps.
  static func some(_ random: inout SeededRandom, pauses: Bool) -> App.Habits {
    let startsLater = pauses && random.percent(20)
    return App.Habits(
      awaits: random.percent(70), startsRecording: !startsLater, pauses: startsLater || pauses && random.percent(30))
  }
}

extension AppCounts {
  /// Takes note of how an app ended that was to be killed.
  mutating func note(_ end: ChildProcess.End) {
    guard end != .killed else { return }
    dead += 1
    notes.append("an app ended by itself: \(end)")
  }
}
