import Foundation
import PopSimulation
import PopSystem
import PopTraceFuzzing

/// What killed apps have left, to be recovered time and again: each time from a copy.
final class LeftSessions: Sendable {
  /// How long it takes to recover one set.
  let recoveryMicroseconds: Int

  private let sets: [Leftovers]

  private struct Leftovers: Sendable {
    var sessions: [WitnessedSession]
    var trials: [AppTrial]
  }

  /// Has apps record and kills them: in each set one that has a trace already, one that has a journal only, and a short one.
  init(sets count: Int, seed: UInt64) throws {
    var sets: [Leftovers] = []
    var random = SeededRandom(seed: seed)
    for _ in 0..<count {
      var home = Leftovers(sessions: [], trials: [])
      for events in [random.whole(5500...7000), random.whole(500...3000), random.whole(5...100)] {
        let trial = try Self.leave(events, &random)
        home.trials.append(trial)
        home.sessions += trial.witnessed
      }
      sets.append(home)
    }
    self.sets = sets
    var longest = 10_000
    for set in sets.prefix(3) {
      var trial = try AppTrial()
      defer { trial.clean(isWell: true) }
      try Self.copy(set, into: &trial)
      let (app, log) = try trial.launch(seed) { $0.uploads = true }
      _ = app.wait { log.stage >= .running }
      let begin = DispatchTime.now()
      _ = app.wait { log.stage >= .tidied }
      longest = max(longest, Int((DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1000))
      _ = app.kill()
    }
    recoveryMicroseconds = longest
  }

  /// Has an app record and kills it. What is lost then already is no matter of its recovery: it is done again.
  private static func leave(_ events: Int, _ random: inout SeededRandom) throws -> AppTrial {
    for _ in 0..<20 {
      var trial = try AppTrial()
      let (app, log) = try trial.launch(random.next()) {
        $0.burst = min(events, 3500)
        $0.events = events
      }
      let isDone = app.wait { log.stage == .done }
      let files = try FileManager.default.contentsOfDirectory(atPath: trial.recordings)
      if app.kill() == .killed, isDone, files.contains(where: { $0.hasSuffix(".popjournal") }) { return trial }
      trial.clean(isWell: true)
    }
    throw CocoaError(.executableLoad)
  }

  /// Brings a set into a trial's directory.
  func copy(_ number: Int, into trial: inout AppTrial) throws { try Self.copy(sets[number % sets.count], into: &trial) }

  private static func copy(_ set: Leftovers, into trial: inout AppTrial) throws {
    for other in set.trials {
      for file in try FileManager.default.contentsOfDirectory(atPath: other.recordings)
      where !file.hasPrefix("install.salt") {
        try FileManager.default.copyItem(atPath: other.recordings + "/" + file, toPath: trial.recordings + "/" + file)
      }
    }
    trial.known += set.sessions
  }

  func clean() { for set in sets { for trial in set.trials { trial.clean(isWell: true) } } }
}
