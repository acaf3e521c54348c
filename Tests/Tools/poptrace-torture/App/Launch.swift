import Foundation
import PopTrace
import PopupScheduling

/// A launch of an app that records, in a process of its own, which lives until it is killed.
struct Launch: Codable, Sendable {
  /// Where the recordings and the side log are.
  var directory: String
  var log: String
  var seed: UInt64
  /// How many events come at once, as fast as can be, before it goes on at its pace.
  var burst = 0
  /// How many events there are in all.
  var events = SideLog.eventLimit
  /// After how many events a session is ended and the next one begun, as often as there is room for; nil for one session.
  var sessionEvents: Int?
  /// How many calls come between two pauses, and how long these are.
  var callsAtOnce = 10
  var pauseMicroseconds = 5000
  /// Whether it waits for a sign of its witness before it begins.
  var waits = false
  /// Whether it looks for what can be uploaded at once, on another thread, and has so done what is to be done at a launch.
  var uploads = false

  var habits = App.Habits()

  /// How long a process that nobody kills goes on.
  private static let lifetime = 120.0

  @MainActor
  func run() async throws {
    let log = try SideLog(log)
    while waits, log[.go] == 0 { usleep(20) }
    log.stage = .running
    let recording = TraceStore.opened(directory)
    var app = App(recording, log, seed: seed, habits)
    log.stage = .recording
    if uploads {
      Thread.detachNewThread {
        do { _ = try recording.pending() } catch { log.remark("pending: \(error)") }
        log.stage = .tidied
      }
    }
    let burstEnd = log[.noted] + burst
    while log[.noted] < burstEnd, log.hasRoom {
      app.step()
      // Who waits for a popup needs the main actor.
      await Task.yield()
    }
    let end = Date(timeIntervalSinceNow: Self.lifetime)
    var isDone = false
    var sessionEnd = sessionEvents ?? .max
    while Date() < end {
      if log[.noted] < events, log.hasRoom {
        for _ in 0..<callsAtOnce { app.step() }
        if log[.noted] >= sessionEnd, log[.sessions] < SideLog.sessionLimit {
          app.end()
          app = App(recording, log, seed: seed &+ UInt64(log[.sessions]), habits)
          sessionEnd = log[.noted] + (sessionEvents ?? 0)
        }
      } else if !isDone {
        isDone = true
        if !uploads || log.stage == .tidied { log.stage = .done } else { isDone = false }
      }
      try await Task.sleep(nanoseconds: UInt64(pauseMicroseconds) * 1000)
    }
    // Nobody kills it: it ends as if somebody had.
    _exit(0)
  }
}

extension TraceStore {
  /// Opens a directory of recordings as the app of Recording does.
  static func opened(_ directory: String, _ limits: RecordingLimits = RecordingLimits()) -> TraceStore {
    var options = RecorderOptions()
    options.byteLimit = limits.sessionBytes
    var header = SessionHeader()
    header.app = "Shop"
    header.build = "412"
    return TraceStore(directory: directory, header: header, limits: limits, options: options)
  }
}
