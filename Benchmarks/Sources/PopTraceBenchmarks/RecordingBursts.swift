import CInstructions
import Foundation
import PopTrace
import PopupScheduling

/// Records a session as a phone does: in bursts, each short enough for what is free of a journal of the default size, with rests between them
/// in which full halves are sealed.
///
/// Only the bursts are measured. Events are copied to where an app's would be, in memory just written, before the burst begins; the halves of
/// the journal are those that were filled and sealed before. So the stores go to memory as near or far as in the field, and the thread that
/// seals has neither the core nor the caches meanwhile. What the session comes to know, and what each new half has to say again, is part of it.
struct RecordingBursts {
  let session: Session
  let folder: String

  /// The events of a burst; a half has room for twice as many.
  static let length = 2000

  /// What recording the whole session took.
  struct Cost {
    /// The fastest time of each burst.
    var nanoseconds: [Double] = []
    /// The instructions of one run; nil where the machine does not count them.
    var instructions: UInt64?
    var total: Double { nanoseconds.reduce(0, +) }
  }

  /// What it costs with the time given.
  func timeGiven(runs: Int) throws -> Cost {
    // Of their own: a part of something larger is copied for each call.
    let (catalog, log) = (session.catalog, session.log)
    return try fastest(of: runs) { measure in
      var recorder = try recorder()
      let recording = recorder.recording
      for burst in bursts {
        measure {
          for event in burst {
            if event.overCount == 0 {
              recorder.record(event, at: event.time, in: catalog)
            } else {
              recorder.record(event, at: event.time, over: log.over(of: event), in: catalog)
            }
          }
        }
        Self.rest()
      }
      recorder.end(at: .zero)
      recording.waitUntilOver()
      return recording.losses.dropped == 0
    }
  }

  /// What one event costs that refers to nothing new, with the time given: one and the same again and again, as others measure a statement of a
  /// log.
  func oneAgain(runs: Int) throws -> Cost {
    let catalog = session.catalog
    let event = session.events.first { $0.kind == .popupShown }!
    return try fastest(of: runs) { measure in
      var recorder = try recorder()
      let recording = recorder.recording
      for burst in bursts {
        measure {
          for _ in burst { recorder.record(event, at: event.time, in: catalog) }
        }
        Self.rest()
      }
      recorder.end(at: .zero)
      recording.waitUntilOver()
      return recording.losses.dropped == 0
    }
  }

  /// What it costs by the system's clock, with a lock.
  func clockAndLock(runs: Int) throws -> Cost {
    let catalog = session.catalog
    return try fastest(of: runs) { measure in
      let recorder = SharedTraceRecorder(try recorder())
      for burst in bursts {
        measure {
          for event in burst { recorder.record(event, in: catalog) }
        }
        Self.rest()
      }
      recorder.end()
      recorder.recording.waitUntilOver()
      return recorder.losses.dropped == 0
    }
  }

  /// What reading the clock costs that the second figure has in it.
  static func clockAlone() -> Double {
    let count = 100_000
    var sum = 0
    let nanoseconds = fastestNanoseconds(of: 15) {
      for _ in 0..<count {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        sum &+= time.tv_nsec
      }
    }
    precondition(sum != 0)
    return nanoseconds / Double(count)
  }

  private func recorder() throws -> TraceRecorder {
    try TraceRecorder(
      header: session.header, directory: folder, name: String(UInt64.random(in: 0...UInt64.max), radix: 16))
  }

  private var bursts: some Sequence<[Event]> {
    stride(from: 0, to: session.events.count, by: Self.length).lazy.map { start in
      let burst = Array(session.events[start..<min(start + Self.length, session.events.count)])
      lookUp(burst)
      return burst
    }
  }

  /// Reads what events refer to, as an app has that has just made it up: an app interns a popup's attributes and records them at once.
  private func lookUp(_ burst: [Event]) {
    let catalog = session.catalog
    var sum = 0
    for event in burst {
      if !event.popup.isNone { sum &+= Int(catalog.number(of: event.popup)) }
      if !event.page.isNone { sum &+= catalog.pages[event.page.index].hashValue }
      if !event.name.isNone { sum &+= catalog.names.text(event.name).utf8.count }
      if event.kind == .popupSubmitted { sum &+= catalog.spec(event.spec).hashValue }
    }
    precondition(sum != 1)
  }

  /// Records the session several times over; of each burst the fastest counts. A run that lost events, because the machine left the sealing no
  /// time, is none.
  private func fastest(of runs: Int, _ run: (_ measure: (() -> Void) -> Void) throws -> Bool) throws -> Cost {
    var best = Cost()
    let counter = poptrace_count_instructions()
    defer { if counter >= 0 { close(counter) } }
    var (done, failed) = (0, 0)
    while done < runs {
      var cost = Cost(instructions: counter >= 0 ? 0 : nil)
      let isWhole = try run { burst in
        let instructions = counter >= 0 ? poptrace_instructions(counter) : 0
        let begin = threadNanoseconds()
        burst()
        cost.nanoseconds.append(threadNanoseconds() - begin)
        if counter >= 0 { cost.instructions! += poptrace_instructions(counter) - instructions }
      }
      guard isWhole else {
        failed += 1
        precondition(failed < 20 * runs, "the machine leaves no time for sealing")
        continue
      }
      best.nanoseconds = done == 0 ? cost.nanoseconds : zip(best.nanoseconds, cost.nanoseconds).map(min)
      best.instructions = cost.instructions
      done += 1
    }
    return best
  }

  /// Waits until all other threads of this process have nothing to do.
  private static func rest() {
    repeat { usleep(1000) } while othersAreAtWork
  }

  private static var othersAreAtWork: Bool {
    #if os(Linux)
      // Whoever measures is the main thread.
      let own = String(getpid())
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return tasks.contains { task in
        guard task != own, let line = try? String(contentsOfFile: "/proc/self/task/\(task)/stat", encoding: .utf8),
          let name = line.lastIndex(of: ")")
        else { return false }
        // Behind the name stands what it does: S for asleep.
        return !line[name...].hasPrefix(") S")
      }
    #else
      // Elsewhere nobody says; sealing a half takes some milliseconds.
      usleep(20_000)
      return false
    #endif
  }
}
