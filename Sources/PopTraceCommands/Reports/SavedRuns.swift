#if Tool
import PopSystem
import PopDocument
import PopTrace

/// The candidate's runs as traces, one file for each input and under its name, so that the events that a report names can be looked up.
final class SavedRuns {
  private let folder: String
  private let inputs: InputList
  private var file: SessionFile?
  private var trace: String?
  /// The files that were written; names of inputs that differ may come to one.
  private var places: Set<String> = []

  /// - Parameter inputs: What is read meanwhile, and so must not be written to.
  init(in folder: String, from inputs: InputList) throws(CommandFailure) {
    self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.inputs = inputs
    try Self.make(self.folder)
  }

  /// Adds a run of a session of an input; inputs come one after another.
  func add(_ run: Session, of trace: String) throws(CommandFailure) {
    if trace != self.trace {
      try finish()
      self.trace = trace
      file = try SessionFile(try place(of: trace), from: inputs, isText: false)
    }
    try file?.append(run)
  }

  /// Puts the last file in its place.
  func finish() throws(CommandFailure) {
    defer { file = nil }
    try file?.finish()
  }

  /// Leaves nothing half-written behind.
  func discard() { try? file?.discard() }

  /// Where the runs of an input go: under its own name, within the folder wherever it came from.
  private func place(of trace: String) throws(CommandFailure) -> String {
    let parts = trace.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
    var path = folder
    for part in parts.dropLast() {
      path += "/" + part
      try Self.make(path)
    }
    var name = parts.last.map { $0 == "-" ? "stdin" : $0 } ?? "runs"
    if name.hasSuffix(".poptrace") { name = String(name.dropLast(".poptrace".count)) }
    var file = "\(path)/\(name).poptrace"
    var number = 2
    while !places.insert(file).inserted {
      file = "\(path)/\(name)-\(number).poptrace"
      number += 1
    }
    return file
  }

  private static func make(_ folder: String) throws(CommandFailure) {
    do { try FileSystem.makeSharedDirectory(folder) } catch {
      throw CommandFailure(error, doing: "make the directory", folder)
    }
  }
}
#endif
