#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling

struct ImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: RootCommand.name,
    abstract: "Makes a trace of JSON Lines.",
    discussion: """
      Example:
        poptrace import field.jsonl --output field.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus { try output.copyAll(input, in: context) }
}

struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: RootCommand.name,
    abstract: "Puts the sessions of many traces into one, with one seek table for all.",
    discussion: """
      Exits with 3 where events of kinds that this version does not know are left out.

      Example:
        poptrace merge monday.poptrace tuesday.poptrace --output week.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus { try output.copyAll(input, in: context) }
}

struct PackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", _superCommandName: RootCommand.name,
    abstract: "Makes one small trace of many sessions, which then share chunks.",
    discussion: """
      Slower to write than merge, and smaller: for archives. Exits with 3 where events of kinds that this version does not know are left out.

      Example:
        poptrace pack incoming --output week.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    try output.copyAll(input, options: .archive, in: context)
  }
}

struct SliceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "slice", _superCommandName: RootCommand.name,
    abstract: "Takes some sessions out of traces, whole or from and up to a time or an event.",
    discussion: """
      What came before decides what a policy does. So --from goes back to the last moment at which nothing was open, no popup and no timer, and \
      keeps, as a marked prefix, what still counts from before: the pages that are up, who is signed in, what is suspended, scrolled or typed. \
      The rest can be replayed, and verified, like the whole; its events are counted anew, its times stay. A session without such a moment \
      keeps its beginning.

      Example:
        poptrace slice field.poptrace --session a1 --until 5000 --output a1.poptrace
        poptrace slice field.poptrace --session a1 --until '#1200' --output a1.poptrace
        poptrace slice field.poptrace --session a1 --from 60000 --until 90000 --output a1.poptrace
      """)

  @OptionGroup var input: InputOptions

  @Option(
    help: .text("A session to keep, by name or place; may be given several times. All by default.", value: "name"))
  var session: [String] = []

  @Option(
    help: .text(
      "Keep only what happened from this time in ms on, or from this event on, and what it takes to replay that.",
      value: "place"),
    transform: SessionPosition.init(text:))
  var from: SessionPosition?

  @Option(
    help: .text(
      "Keep only what happened up to this time in ms, or up to this event: 41975, 41975ms or '#1200'.", value: "place"),
    transform: SessionPosition.init(text:))
  var until: SessionPosition?

  @OptionGroup var output: TraceOutputOptions

  func validate() throws {
    if let from, let until, from.isBehind(until) {
      throw ValidationError(
        "--from is behind --until, so that nothing would be kept; write the earlier place for --from.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    var copy = try output.makeCopy(of: inputs, in: context)
    var selection = SessionSelection(session)
    var late = from.map { LateBeginning(at: $0, context.policies, inputs.limits) }
    let status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { origin throws(CommandFailure) in
      guard selection.takes(origin) else { return }
      // Positions are those of the session as it was given: its end is cut off first.
      let early = until.map { Self.cut(origin.session, behind: $0) } ?? origin.session
      try copy.add(late?.cut(early) ?? early)
    }
    if let remark = late?.remark { context.remark(remark, isQuiet: output.quiet) }
    do throws(CommandFailure) {
      try selection.check()
    } catch {
      // Half of what was asked for is not written.
      _ = try copy.end(.failed)
      throw error
    }
    return try copy.end(status)
  }

  /// A recording up to a position, as if the app had been killed then; a scenario stays as it is, its times are not known before it runs.
  private static func cut(_ session: Session, behind position: SessionPosition) -> Session {
    let count = position.firstIndex(in: session, isBehind: true)
    guard !session.isScenario, count < session.log.events.count || position.isBefore(session.end, of: session) else {
      return session
    }
    return session.first(count)
  }
}

/// Has sessions begin late: at the last quiet moment before a position, from which they still give themselves back.
struct LateBeginning {
  private let position: SessionPosition
  private var checker: IdentityChecker
  /// How many recordings were to begin late, and how many of them begin at their beginning all the same.
  private(set) var sessions = 0
  private(set) var unchanged = 0

  /// After how many moments from which a session does not give itself back it is taken whole.
  private static let mostMoments = 8

  init(at position: SessionPosition, _ policies: PolicyRegistry, _ limits: ResourceLimits) {
    self.position = position
    checker = policies.makeIdentityChecker(limits)
  }

  var remark: String? {
    guard unchanged > 0 else { return nil }
    return "\(grouping(unchanged)) of \(counted(sessions, "session")) \(unchanged == 1 ? "begins" : "begin") where "
      + "\(unchanged == 1 ? "it" : "they") began: before the place asked for there is no moment at which nothing was open"
  }

  /// A scenario stays as it is, its times are not known before it runs.
  mutating func cut(_ session: Session) -> Session {
    guard !session.isScenario else { return session }
    let asked = position.firstIndex(in: session)
    guard asked > session.header.prefixEvents else { return session }
    sessions += 1
    let moments = QuietMoments(of: session)
    var index = moments.last(notAfter: asked)
    var step = 1
    for _ in 0..<Self.mostMoments where index > session.header.prefixEvents {
      let late = session.beginning(at: index)
      if givesItselfBack(late) { return late }
      // The policy may remember more than what is open: then an earlier moment is tried. Where even the whole session does not give itself
      // back, no other moment helps.
      guard givesItselfBack(session) else { return late }
      index = moments.last(notAfter: max(0, index - step))
      step *= 4
    }
    unchanged += 1
    return session
  }

  private mutating func givesItselfBack(_ session: Session) -> Bool {
    for timing in ReplayOptions.Timing.allCases {
      if case .mismatch = checker.check(session, timing: timing) { return false }
    }
    return true
  }
}

/// A position in a session: a time in milliseconds, or the sequence number of an event.
enum SessionPosition: Hashable, Sendable {
  case time(milliseconds: Int64)
  case event(Int32)

  init(text: String) throws {
    if text.hasPrefix("#") {
      guard let number = Int32(text.dropFirst()), number >= 0 else {
        throw ValidationError("\"\(text)\" is no event; write its number as in '#1200'.")
      }
      self = .event(number)
      return
    }
    let digits = text.hasSuffix("ms") ? String(text.dropLast(2)) : text
    guard let milliseconds = Int64(digits), milliseconds >= 0 else {
      throw ValidationError(
        "\"\(text)\" is no place in a session; write a time from 0 on, as in 41975 or 41975ms, or an event, as in '#1200'."
      )
    }
    self = .time(milliseconds: milliseconds)
  }

  /// The first event at the position or behind it, or only behind it; how many events there are where none is.
  func firstIndex(in session: Session, isBehind: Bool = false) -> Int {
    let events = session.log.events
    let index =
      switch self {
      case .time(let milliseconds):
        events.firstIndex { [time = session.header.tick.ticks(ceilingMilliseconds: milliseconds)] in
          isBehind ? $0.time > time : $0.time >= time
        }
      case .event(let number): events.firstIndex { isBehind ? $0.sequence > number : $0.sequence >= number }
      }
    return index ?? events.count
  }

  func isBehind(_ other: SessionPosition) -> Bool {
    switch (self, other) {
    case (.time(let own), .time(let others)): own > others
    case (.event(let own), .event(let others)): own > others
    default: false
    }
  }

  func isBefore(_ time: Ticks, of session: Session) -> Bool {
    guard case .time(let milliseconds) = self else { return false }
    return session.header.tick.ticks(ceilingMilliseconds: milliseconds) < time
  }
}

struct ScrubCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub", _superCommandName: RootCommand.name,
    abstract: "Drops or hashes texts of traces; a replay of what is left gives the same decisions.",
    discussion: """
      Fields: \(TraceField.allCases.map(\.rawValue).joined(separator: ", ")).

      A hash is the same for the same text and salt, and the salt is never written. What is dropped becomes a number within its session \
      ("name 1"), so that different things stay different; a field of the header becomes empty. Texts that are hashes already stay. Exits with 3 \
      where events of kinds that this version does not know are left out.

      Example:
        poptrace scrub field.poptrace --default --salt salt.bin --output shared.poptrace
        poptrace scrub field.poptrace --hash names,classes --drop users --salt-env SALT -o shared.poptrace
      """)

  @OptionGroup var input: InputOptions

  @Flag(
    name: .customLong("default"),
    help: "Hash users, actions, states, responders, keys and the session's name, unless told otherwise.")
  var isDefault = false

  @Option(help: .text("Fields to hash, separated by commas.", value: "fields"), transform: Self.fields)
  var hash: [[TraceField]] = []

  @Option(help: .text("Fields to drop, separated by commas.", value: "fields"), transform: Self.fields)
  var drop: [[TraceField]] = []

  @Option(help: .text("A file with the salt of the hashes, 16 bytes or more.", value: "file"))
  var salt: String?

  @Option(help: .text("A variable of the environment with the salt.", value: "variable"))
  var saltEnv: String?

  @Option(help: .text("Write which hash stands for which text to this file, for --names. Keep it.", value: "file"))
  var namesOut: String?

  @OptionGroup var output: TraceOutputOptions

  private static let usual: [TraceField] = [.users, .actions, .states, .responders, .keys, .session]
  /// The fewest bytes of a salt: fewer can be tried out.
  private static let leastSalt = 16

  func validate() throws {
    let (hashed, dropped) = (Set(hash.joined()), Set(drop.joined()))
    if let both = TraceField.allCases.first(where: { hashed.contains($0) && dropped.contains($0) }) {
      throw ValidationError("--hash and --drop both name \(both.rawValue); keep one of them.")
    }
    if hashed.isEmpty, dropped.isEmpty, !isDefault {
      throw ValidationError("Say what to scrub: --default, or --hash and --drop with fields.")
    }
    if salt != nil, saltEnv != nil { throw ValidationError("--salt and --salt-env exclude each other.") }
    if !hashed.isEmpty || isDefault, salt == nil, saltEnv == nil {
      throw ValidationError("A hash needs a salt: --salt FILE, or --salt-env VARIABLE.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var treatments: [TraceField: TraceScrubber.Treatment] = [:]
    if isDefault { for field in Self.usual { treatments[field] = .hash } }
    for field in hash.joined() { treatments[field] = .hash }
    for field in drop.joined() { treatments[field] = .drop }
    var scrubber = TraceScrubber(treatments, salt: try saltBytes())
    var inputs = input.expanded(in: context, isQuiet: output.quiet)
    inputs.alsoRead([salt])
    if let namesOut {
      try inputs.refuse(output: namesOut)
      if FileSystem.place(of: namesOut) == FileSystem.place(of: output.output) {
        throw .usage("--names-out and --output are the same file; name two")
      }
    }
    var copy = try output.makeCopy(of: inputs, in: context)
    let read = try inputs.forEachSession(in: context, isQuiet: output.quiet) { origin throws(CommandFailure) in
      var session = origin.session
      do throws(TraceError) { try scrubber.scrub(&session) } catch { throw CommandFailure(error, input: output.output) }
      try copy.add(session)
    }
    let status = try copy.end(read)
    if let namesOut, status != ExitStatus.failed {
      let stream = try OutputStream.file(namesOut, isPrivate: true)
      try stream.write(NameTable.text(of: scrubber.clearNames))
      try stream.finish()
    }
    return status
  }

  private func saltBytes() throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    if let salt {
      let source = try ByteSource(salt)
      while let block = try source.block(at: bytes.count), bytes.count < 1 << 16 { bytes += block }
    } else if let saltEnv {
      guard let text = CurrentProcess.environment(saltEnv) else { throw .usage("there is no variable \(saltEnv)") }
      bytes = Array(text.utf8)
    } else {
      return []
    }
    // Editors end a file with a line break, the environment does not.
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard bytes.count >= Self.leastSalt else {
      throw .usage("the salt has \(bytes.count) bytes; take \(Self.leastSalt) random ones or more")
    }
    return bytes
  }

  private static func fields(_ text: String) throws -> [TraceField] {
    try text.split(separator: ",").map { try ArgumentReading.word(String($0), "field") }
  }
}
#endif
