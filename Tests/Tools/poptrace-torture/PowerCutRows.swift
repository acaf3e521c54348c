import Foundation
import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// The row of power cuts: pages of the journal as they were at any earlier moment, the trace as it was at another.
enum PowerCutRows {
  /// Records a session in this process and copies its own files every so often meanwhile; then the process exits.
  static func record(directory: String, copies: String) throws {
    var catalog = Catalog()
    for number in 0..<40 {
      _ = catalog.popup(numbered: Int64(number))
      _ = catalog.names.intern("action \(number)")
    }
    var header = SessionHeader()
    header.session = "power-cut"
    var options = RecorderOptions()
    options.journalHalfBytes = 64 * 1024
    var recorder = try TraceRecorder(header: header, directory: directory, name: "cut", options: options)
    for number in 0..<events {
      var event = Event(.popupTapped)
      event.popup = PopupID(number * 7 % 40)
      event.name = Symbol(number * 11 % 40)
      // One that is refused is recorded again, under its number.
      event.sequence = Int32(number)
      while !recorder.record(event, at: Ticks(Int64(number / 3)), in: catalog) { usleep(100) }
      guard number % 400 == 399 else { continue }
      for suffix in ["poptrace", "popjournal"] {
        let file = directory + "/cut." + suffix
        guard FileManager.default.fileExists(atPath: file) else { continue }
        try FileManager.default.copyItem(atPath: file, toPath: copies + "/\(number / 400).\(suffix)")
      }
    }
    // Without ending: the files are of no further use.
    _exit(0)
  }

  static let events = 8000

  static func run(trials: Int) throws -> Bool {
    let base = try RecordingTrial()
    defer { try? FileManager.default.removeItem(at: base.directory) }
    let copies = base.directory.appendingPathComponent("copies").path
    for folder in [copies, base.recordings] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["cut", base.recordings, copies]
    try process.run()
    process.waitUntilExit()
    let journals = try (0..<events / 400).map {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: copies + "/\($0).popjournal")))
    }
    let traces = (0..<events / 400).map {
      (try? Data(contentsOf: URL(fileURLWithPath: copies + "/\($0).poptrace"))).map { [UInt8]($0) }
    }
    var random = SeededRandom(seed: 3)
    var (recovered, wrong, unreadable) = (0, 0, 0)
    for _ in 0..<trials {
      let last = Int(random.next() % UInt64(journals.count))
      var journal = journals[last]
      // The head was stored before the first event; every other page may be of any moment before.
      for page in stride(from: 16_384, to: journal.count, by: 4096) where random.next() % 3 == 0 {
        let older = Int(random.next() % UInt64(last + 1))
        let bytes =
          random.next() % 5 == 0 ? [UInt8](repeating: 0, count: 4096) : Array(journals[older][page..<page + 4096])
        journal.replaceSubrange(page..<page + 4096, with: bytes)
      }
      let outcome = try judge(journal, traces[Int(random.next() % UInt64(last + 1))])
      recovered += outcome.events
      wrong += outcome.wrong
      unreadable += outcome.isReadable ? 0 : 1
    }
    print(
      "| power cut: pages of the journal rolled back | \(trials.formatted()) | \(recovered.formatted()) events recovered, the rest is gaps, "
        + "**\(wrong) wrong events**, **\(unreadable) unreadable traces** |")
    return wrong == 0 && unreadable == 0 && recovered > 0
  }

  private static func judge(_ journal: [UInt8], _ trace: [UInt8]?) throws -> (events: Int, wrong: Int, isReadable: Bool)
  {
    let trial = try RecordingTrial()
    defer { try? FileManager.default.removeItem(at: trial.directory) }
    try FileManager.default.createDirectory(atPath: trial.recordings, withIntermediateDirectories: true)
    try Data(journal).write(to: URL(fileURLWithPath: trial.recordings + "/cut.popjournal"))
    let path = trial.recordings + "/cut.poptrace"
    if let trace { try Data(trace).write(to: URL(fileURLWithPath: path)) }
    _ = try TraceRecording.recover(in: trial.recordings)
    guard FileManager.default.fileExists(atPath: path) else { return (0, 0, true) }
    var session = Session()
    guard var reader = try? TraceReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))),
      (try? reader.next(&session)) == true, (try? reader.next(&session)) != nil
    else { return (0, 0, false) }
    guard var again = try? TraceReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))),
      (try? again.next(&session)) == true
    else { return (0, 0, false) }
    let wrong = session.events.count { event in
      let number = Int(event.sequence)
      return event.kind != .popupTapped || Int(session.catalog.number(of: event.popup)) != number * 7 % 40
        || session.catalog.names.text(event.name) != "action \(number * 11 % 40)"
        || event.time != Ticks(Int64(number / 3))
    }
    return (session.events.count, wrong, true)
  }
}
