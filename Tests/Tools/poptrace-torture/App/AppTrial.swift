import Foundation
import PopReplay
import PopTrace
import PopTraceFuzzing
import PopupScheduling

/// A directory that apps record into, and what can be had of it afterwards.
struct AppTrial {
  private let scratch: URL
  let recordings: String
  private(set) var logs: [SideLog] = []
  /// Sessions that were recorded elsewhere, and whose files were brought here.
  var known: [WitnessedSession] = []

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-torture-\(UUID().uuidString)")
    recordings = scratch.appendingPathComponent("recordings").path
    try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: true)
  }

  /// Takes the files away, unless they are to be looked at.
  func clean(isWell: Bool) {
    if !isWell, ProcessInfo.processInfo.environment["POPTRACE_KEEP"] != nil { return }
    try? FileManager.default.removeItem(at: scratch)
  }

  /// Gives everything to somebody without rights of his own.
  func give(to owner: UInt32) throws {
    for path in [scratch.path, recordings] + logs.indices.map({ scratch.appendingPathComponent("log-\($0)").path }) {
      guard unsafe chown(path, owner, owner) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: recordings) {
      guard unsafe chown(recordings + "/" + file, owner, owner) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
  }

  /// Makes a side log for another process.
  mutating func makeLog() throws -> (path: String, log: SideLog) {
    let path = scratch.appendingPathComponent("log-\(logs.count)").path
    let log = try SideLog(path)
    logs.append(log)
    return (path, log)
  }

  /// Launches an app here.
  mutating func launch(_ seed: UInt64, _ change: (inout Launch) -> Void = { _ in }) throws -> (ChildProcess, SideLog) {
    let (path, log) = try makeLog()
    var launch = Launch(directory: recordings, log: path, seed: seed)
    change(&launch)
    return (try ChildProcess("launch", launch), log)
  }

  /// The sessions that were begun here.
  var witnessed: [WitnessedSession] { known + logs.flatMap(\.witnessed) }

  /// What is to be taken of a trial beside that every event is there.
  struct Terms {
    /// Whether the tool's `recover` and `verify` are run as well, on a copy.
    var usesTool = false
    /// Whether events may be missing that the recording says are missing.
    var mayMiss = false
    /// The session of which the trial itself has destroyed a part.
    var cut: String?
  }

  /// Recovers what was left, and compares it with what was acknowledged.
  func judge(_ terms: Terms = Terms()) throws -> AppCounts {
    var counts = AppCounts()
    counts.trials = 1
    for log in logs {
      counts.answers += log[.answers]
      for remark in log.remarkLines where remark.hasPrefix("wrong: ") {
        counts.wrong += 1
        counts.notes.append(remark)
      }
    }
    let sessions = witnessed
    let isEmpty = sessions.allSatisfy { $0.acknowledged == 0 || $0.isPause }
    // Before the next launch puts everything right.
    let saved = terms.usesTool ? try recoveredByTool(&counts, isEmpty: isEmpty, terms) : nil
    let offered = pending(&counts, terms)
    compare(sessions, with: offered, terms, "pending", &counts)
    guard let saved else { return counts }
    // The same events again: each counts once, as what the worse of the two ways made of it.
    var byTool = AppCounts()
    compare(sessions, with: saved, terms, "poptrace recover", &byTool)
    counts.lost = max(counts.lost, byTool.lost)
    counts.invented = max(counts.invented, byTool.invented)
    counts.reordered = max(counts.reordered, byTool.reordered)
    counts.notes += byTool.notes
    return counts
  }

  /// A trace that was recovered.
  private struct Found {
    var file: String
    var number: String
    /// The events but for those of the prefix, which happened before it began.
    var events: [WitnessedEvent]
    /// How many events it says are missing.
    var missing: Int
  }

  private func compare(
    _ sessions: [WitnessedSession], with found: [Found], _ terms: Terms, _ what: String, _ counts: inout AppCounts
  ) {
    var rest = found
    for session in sessions where !session.isPause {
      let place = rest.firstIndex { !session.number.isEmpty && $0.number == session.number }
      let one = place.map { rest.remove(at: $0) }
      // What was not recorded was refused as a whole, and it is looked at elsewhere that the app was told.
      if session.name.isEmpty, terms.mayMiss { continue }
      let said = terms.cut == session.name ? Int.max : terms.mayMiss ? one?.missing ?? 0 : 0
      let events = one?.events ?? []
      let outcome = session.before == nil ? session.compare(events, missing: said) : session.compareLater(events)
      counts.acknowledged += outcome.acknowledged
      counts.recovered += outcome.recovered
      counts.counted += outcome.counted
      counts.lost += outcome.lost
      counts.invented += outcome.invented
      counts.reordered += outcome.reordered
      let name = session.name.isEmpty ? "a session that was not recorded" : session.name
      counts.notes += outcome.examples.map { "\(what): \(name): \($0)" + (one == nil ? " (no trace)" : "") }
    }
    // An app may be killed before it can say that its recording has begun: once, and under a name that no other session has.
    for pause in sessions where pause.isPause {
      let place = rest.firstIndex { one in
        !one.events.isEmpty && pause.mayHaveBegun(one.events) && !sessions.contains { $0.number == one.number }
      }
      if let place { rest.remove(at: place) }
    }
    for one in rest where !one.events.isEmpty {
      counts.invented += one.events.count
      let isTwice = sessions.contains { !$0.number.isEmpty && $0.number == one.number }
      let whose = isTwice ? "session \(one.number), which is there twice" : "no session that was begun (\(one.number))"
      counts.notes.append("\(what): \(one.file): \(one.events.count) events of \(whose)")
    }
  }

  /// What the next launch offers.
  private func pending(_ counts: inout AppCounts, _ terms: Terms) -> [Found] {
    do {
      return try TraceStore.opened(recordings).pending().flatMap { pending in
        let found = read(pending.path, terms, &counts)
        if found.count != pending.sessions {
          counts.unreadable += 1
          counts.notes.append("\(pending.name): \(found.count) sessions in place of \(pending.sessions)")
        }
        return found
      }
    } catch {
      counts.unreadable += 1
      counts.notes.append("pending: \(error)")
      return []
    }
  }

  /// Reads the sessions of a trace as `verify` does; none where that does not take it.
  private func read(_ path: String, _ terms: Terms, _ counts: inout AppCounts) -> [Found] {
    do {
      var reader = try TraceReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      var all: [(session: Session, found: Found)] = []
      var session = Session()
      while try reader.next(&session) {
        let prefix = session.header.prefixEvents
        let events = Array(WitnessedSession.events(of: session).dropFirst(prefix))
        // Numbers that are left out say that events are missing; so does a count, of those behind the last number too.
        let leftOut = (events.last.map { Int($0.sequence) + 1 } ?? prefix) - prefix - events.count
        let found = Found(
          file: path.split(separator: "/").last.map(String.init) ?? "", number: session.header.session, events: events,
          missing: max(leftOut, Int(session.header.droppedEvents)))
        all.append((session, found))
      }
      guard !all.isEmpty else { throw TraceError(.empty, "there is no session in it") }
      for (session, found) in all { refuse(session, found, terms, &counts) }
      return all.map(\.found)
    } catch {
      counts.unreadable += 1
      counts.notes.append("\(path): \(error)")
      return []
    }
  }

  /// Counts a session that its own policy does not give back.
  private func refuse(_ session: Session, _ found: Found, _ terms: Terms, _ counts: inout AppCounts) {
    for timing in [ReplayOptions.Timing.recorded, .causal] {
      var replayer = Replayer(policy: StandardPolicy(.v6))
      switch replayer.identity(of: session, timing: timing) {
      case .ok: continue
      case .lossy where terms.mayMiss && found.missing > 0: continue
      case let other:
        counts.unreadable += 1
        counts.notes.append("\(found.file): its own policy does not give it back: \(other)")
        return
      }
    }
  }

  /// What `poptrace recover` makes of a copy, which `poptrace verify` has to take.
  private func recoveredByTool(_ counts: inout AppCounts, isEmpty: Bool, _ terms: Terms) throws -> [Found] {
    let copy = scratch.appendingPathComponent("copy").path
    let output = scratch.appendingPathComponent("recovered").path
    try FileManager.default.copyItem(atPath: recordings, toPath: copy)
    let recover = try ChildProcess(["tool", "recover", copy, "--output", output + "/"], keepsOutput: true).answer()
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []).sorted()
    // Where nothing was recorded there may be nothing to save.
    if names.isEmpty, isEmpty { return [] }
    if recover.status != 0, !terms.mayMiss || recover.status != 3 {
      counts.unreadable += 1
      counts.notes.append("poptrace recover ends with \(recover.status): \(recover.text.suffix(300))")
    }
    let verify = try ChildProcess(["tool", "verify", output], keepsOutput: true).answer()
    if verify.status != 0, !terms.mayMiss || verify.status != 3 {
      counts.unreadable += 1
      counts.notes.append("poptrace verify ends with \(verify.status): \(verify.text.suffix(300))")
    }
    return names.flatMap { read(output + "/" + $0, terms, &counts) }
  }
}
