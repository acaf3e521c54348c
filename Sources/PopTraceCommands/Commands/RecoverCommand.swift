#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// `poptrace recover`: what is left of damaged traces.
struct RecoverCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Reads every whole chunk of damaged traces, says what is missing, and writes the rest as a trace.",
    discussion: """
      Chunks in another order are put back, and what is there twice is written once. Where the output is a directory, it gets a file of the \
      same name for each input. What only the journals of a session have, as a killed app leaves them, is put together with its trace. Exits with 0 where nothing is missing, with 3 where something is, and with 1 where nothing could be saved.

      Example:
        poptrace recover damaged.poptrace --output rest.poptrace
        poptrace recover incoming --output saved/
      """)

  @Argument(help: .text("Trace files, directories of them, or - for standard input.", value: "trace"))
  var traces: [String]

  @OptionGroup var output: TraceOutputOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = InputList(traces, limits: limits.limits)
    for remark in inputs.remarks { context.remark(remark, isQuiet: output.quiet) }
    // Text files found in a directory are no traces to be recovered; one that is named itself is tried all the same.
    let paths = inputs.paths.filter { !$0.hasSuffix(".jsonl") || traces.contains($0) }
    let isDirectory = FileSystem.kind(of: output.output) == .directory || output.output.hasSuffix("/")
    let recovery = Recovery(inputs: inputs, quiet: output.quiet, context: context)
    guard isDirectory else { return try recovery.run(paths, to: output.output) }
    do { try FileSystem.makeSharedDirectory(output.output) } catch {
      throw CommandFailure(error, doing: "make the directory", output.output)
    }
    var names = RecoveredNames(in: output.output)
    var status = ExitStatus.fine
    var saved = 0
    for path in paths {
      do throws(CommandFailure) {
        status = status.combined(with: try recovery.run([path], to: names.path(for: path)))
        saved += 1
      } catch {
        guard error.input == path else { throw error }
        context.complain(error.line)
        status = status.combined(with: error.statusOfRecovery)
      }
    }
    return saved == 0 ? .failed : status
  }
}

/// The files of a directory that recovered traces go to.
private struct RecoveredNames {
  private let directory: String
  private var taken: Set<String> = []

  init(in directory: String) { self.directory = directory.hasSuffix("/") ? directory : directory + "/" }

  mutating func path(for input: String) -> String {
    let trace = JournalBeside.trace(ofJournal: input) ?? input
    let last = input == "-" ? "stdin" : trace.split(separator: "/").last.map(String.init) ?? "trace"
    // Whatever the input is called, the output is called so that every command takes it.
    let stem = last.hasSuffix(".poptrace") ? String(last.dropLast(".poptrace".count)) : last
    var name = stem + ".poptrace"
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(stem)-\(number).poptrace"
      number += 1
    }
    return directory + name
  }
}

/// Saves what is whole in some inputs, in one file.
struct Recovery {
  let inputs: InputList
  let quiet: Bool
  let context: ToolContext

  /// - Throws: A ``CommandFailure`` where there is nothing to save in any of them, or where the output cannot be written.
  func run(_ paths: [String], to output: String) throws(CommandFailure) -> ExitStatus {
    try inputs.refuse(output: output)
    var duplicates = DuplicateSessions()
    var (status, failures) = (ExitStatus.fine, [CommandFailure]())
    var salvages: [SalvagedInput] = []
    for path in paths {
      do throws(CommandFailure) {
        var salvage = try open(path)
        try salvage.each { session throws(CommandFailure) in duplicates.meet(session) }
        salvages.append(salvage)
      } catch {
        guard error.input == path else { throw error }
        failures.append(error)
        // The one that there is, is said by the caller.
        if paths.count > 1 { context.complain(error.line) }
        status = status.combined(with: error.statusOfRecovery)
      }
    }
    guard !salvages.isEmpty else {
      throw paths.count == 1 && !failures.isEmpty
        ? failures[0] : CommandFailure("there is nothing to save in what was given")
    }
    // A second look at the sessions whose names are there more than once.
    for index in salvages.indices where duplicates.areThere {
      try salvages[index].each { session throws(CommandFailure) in duplicates.compare(session) }
    }
    var copy = try SessionCopy(to: output, from: inputs, in: context, isQuiet: quiet)
    for index in salvages.indices where try save(&salvages[index], &duplicates, &copy) {
      status = status.combined(with: .incomplete)
    }
    guard copy.sessions > 0 else {
      // A launch that was killed before its first event left no session.
      let names = paths.map { printable(PathText.shown($0)) }.joined(separator: ", ")
      context.remark("\(names): no session is in it", isQuiet: quiet)
      _ = try copy.end(.failed)
      return status
    }
    let ended = try copy.end(.fine)
    context.remark("\(copy.summary) recovered", isQuiet: quiet)
    return status.combined(with: ended)
  }

  private func open(_ path: String) throws(CommandFailure) -> SalvagedInput {
    if let failure = inputs.failure(of: path) { throw failure }
    let salvage = try SalvagedInput(path, of: inputs)
    guard !salvage.isEmpty else { throw CommandFailure(CommandFailure.nothingWhole, input: path) }
    return salvage
  }

  /// - Returns: Whether something of the input is missing.
  private func save(
    _ salvage: inout SalvagedInput, _ duplicates: inout DuplicateSessions, _ copy: inout SessionCopy
  ) throws(CommandFailure) -> Bool {
    let name = printable(PathText.shown(salvage.path))
    var left = 0
    try salvage.each { session throws(CommandFailure) in
      if let rest = duplicates.withoutDuplicates(session) { try copy.add(rest) } else { left += 1 }
    }
    var (remarks, losses) = salvage.words
    if left > 0 {
      let verb = left == 1 ? "is" : "are"
      remarks.append("\(counted(left, "session")) that \(verb) there already \(verb) left out")
    }
    for words in remarks + losses { context.remark("\(name): \(words)", isQuiet: quiet) }
    return !losses.isEmpty
  }
}

extension CommandFailure {
  fileprivate static let nothingWhole = "not one whole chunk of a trace is in it"

  /// How a recovery ends that met it: where an input could be read, and there is nothing in it, no worse than others.
  var statusOfRecovery: ExitStatus { message == Self.nothingWhole ? .incomplete : .failed }
}

/// Finds sessions that are there more than once, whole or in part: by their names, and by what happened in them when.
///
/// Sessions without a name are all different. Of a session that is there once only a hash of its name is kept.
struct DuplicateSessions {
  /// One run of an app of which there is more than one piece.
  private struct Run {
    var events: [Int32: Int] = [:]
    /// The sequence numbers of each piece, in the order in which they are read.
    var pieces: [Set<Int32>] = []

    /// The piece that is kept whole.
    var longest: Int { pieces.indices.max { (pieces[$0].count, $1) < (pieces[$1].count, $0) } ?? 0 }

    /// The part of a piece that is in no other piece that is kept.
    func own(_ piece: Int) -> Set<Int32> {
      guard piece != longest else { return pieces[piece] }
      return pieces[..<piece].reduce(pieces[piece].subtracting(pieces[longest])) { $0.subtracting($1) }
    }
  }

  private struct Namesakes {
    var runs: [Run] = []
    /// Which run each session is of, and which piece of it, in the order in which they are read.
    var order: [(run: Int, piece: Int)] = []
    var done = 0
  }

  private var met: Set<Int> = []
  private var namesakes: [Int: Namesakes] = [:]

  var areThere: Bool { !namesakes.isEmpty }

  /// First: takes note of a session's name.
  mutating func meet(_ session: Session) {
    guard let key = Self.key(of: session), !met.insert(key).inserted else { return }
    namesakes[key] = Namesakes()
  }

  /// Then, in the same order: takes note of the events of a session whose name is there twice.
  mutating func compare(_ session: Session) {
    guard let key = Self.key(of: session), var others = namesakes.removeValue(forKey: key) else { return }
    let run = others.runs.firstIndex { Self.isOne(session, with: $0) } ?? others.runs.count
    if run == others.runs.count { others.runs.append(Run()) }
    others.order.append((run, others.runs[run].pieces.count))
    var sequences: Set<Int32> = []
    for event in session.log.events {
      others.runs[run].events[event.sequence] = Self.hash(of: event)
      sequences.insert(event.sequence)
    }
    others.runs[run].pieces.append(sequences)
    namesakes[key] = others
  }

  /// At last, in the same order: what of a session is in no other piece of it that is kept; nil where that is nothing.
  mutating func withoutDuplicates(_ session: Session) -> Session? {
    guard let key = Self.key(of: session), var others = namesakes.removeValue(forKey: key) else { return session }
    defer { namesakes[key] = others }
    let (run, piece) = others.order[others.done]
    others.done += 1
    let own = others.runs[run].own(piece)
    guard own.count < session.log.events.count else { return session }
    guard !own.isEmpty else { return nil }
    var rest = session
    rest.keepEvents { own.contains($0.sequence) }
    return rest
  }

  private static func isOne(_ session: Session, with run: Run) -> Bool {
    session.log.events.allSatisfy { event in run.events[event.sequence].map { $0 == hash(of: event) } ?? true }
  }

  private static func key(of session: Session) -> Int? {
    let header = session.header
    guard !header.session.isEmpty, !session.isScenario else { return nil }
    var hasher = Hasher()
    for text in [header.session, header.app, header.build, header.started, header.policy] { hasher.combine(text) }
    hasher.combine(header.tick)
    return hasher.finalize()
  }

  private static func hash(of event: Event) -> Int {
    var hasher = Hasher()
    hasher.combine(event.kind)
    hasher.combine(event.time)
    hasher.combine(event.cause)
    hasher.combine(event.generation)
    return hasher.finalize()
  }
}
#endif
