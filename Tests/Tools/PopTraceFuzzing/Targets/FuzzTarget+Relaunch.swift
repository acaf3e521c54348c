import Foundation
import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// What an app does at its next launch with the files of the one that was killed.
  package static let relaunch = FuzzTarget(
    "relaunch", "completes the files of a killed app; what was a sound trace is one, with all that it held"
  ) { input in
    let compact = CompactJournal(input)
    let traces = compact.trace.isEmpty ? [[]] : Resealed.variants(of: compact.trace)
    for trace in traces { try relaunch(compact.journal, trace) }
  }

  private static func relaunch(_ journal: [UInt8], _ trace: [UInt8]) throws {
    let before = trace.isEmpty ? nil : TraceContents(trace)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.poptrace")
    try Data(journal).write(to: folder.appendingPathComponent("a.popjournal"))
    if !trace.isEmpty { try Data(trace).write(to: path) }
    let recovered = try TraceRecording.recover(in: folder.path, limits: .fuzzing)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard recovered.allSatisfy({ $0.error == nil }) else { return }
    let others = left.filter { $0.hasPrefix("a-other-") }
    try require(left.allSatisfy { $0 == "a.poptrace" || others.contains($0) }, "after recovering there are \(left)")
    // A trace of another session than the journal's is set aside as it was.
    for other in others {
      let bytes = try [UInt8](readingFile: folder.appendingPathComponent(other))
      try require(others.count == 1 && bytes == trace, "what was set aside as \(other) is not the trace that was there")
    }
    guard left.contains("a.poptrace") else {
      return try require(before == nil || !others.isEmpty, "a sound trace is gone")
    }
    // What was no sound trace may be the rest of one.
    guard trace.isEmpty || before != nil else { return }
    let after = try TraceContents(sound: try [UInt8](readingFile: path), "what was completed")
    try after.requireRewritten("what was completed")
    if others.isEmpty { try before?.requireKept(in: after) }
  }
}
