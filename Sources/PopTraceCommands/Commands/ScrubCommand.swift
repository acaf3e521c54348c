#if Tool
import ArgumentParser
import PopReport
import PopSystem
import PopTrace

/// `poptrace scrub`: traces without what they should not say.
struct ScrubCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub",
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
    try text.split(separator: ",").map { part in
      guard let field = TraceField(rawValue: String(part)) else {
        let known = TraceField.allCases.map(\.rawValue)
        throw ValidationError("There is no field \"\(part)\"\(suggestion(for: String(part), among: known)).")
      }
      return field
    }
  }
}
#endif
