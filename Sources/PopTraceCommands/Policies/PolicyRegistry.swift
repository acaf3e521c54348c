#if Tool
import ArgumentParser
import PopAudit
import PopSystem
import PopTrace
import PopupScheduling

/// The policies that a tool knows by name.
struct PolicyRegistry: Sendable {
  let entries: [PolicyEntry]

  init(_ entries: [PolicyEntry]) {
    var names: Set<String> = []
    for entry in entries { precondition(names.insert(entry.name).inserted, "two policies are called \(entry.name)") }
    self.entries = entries
  }

  func entry(named name: String) -> PolicyEntry? { entries.first { $0.name == name } }

  /// The policy that an option names: one that is known, or the one that a YAML file describes, or else a file of a git revision.
  func resolve(_ text: String) throws(CommandFailure) -> PolicyEntry {
    if let entry = entry(named: text) { return entry }
    if let file = RevisionFile(text), FileSystem.kind(of: text) == .missing { return try PolicyFile.read(file) }
    if text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/") { return try PolicyFile.read(text) }
    let known = entries.map(\.name)
    // Of names that are equally near the newest is meant: v6 for v7.
    let newest = NearestName.to(text, among: known.reversed()).map { [$0] } ?? known
    throw .usage("there is no policy \"\(text)\"\(suggestion(for: text, among: newest)) (see poptrace policies)")
  }

  /// The same of an option that may be left out.
  func resolve(_ text: String?) throws(CommandFailure) -> PolicyEntry? {
    guard let text else { return nil }
    return try resolve(text)
  }

  func resolveList(_ text: String) throws(CommandFailure) -> [PolicyEntry] {
    var result: [PolicyEntry] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      result.append(try resolve(String(name)))
    }
    return result
  }

  /// What checks recordings against the policies they were made with.
  func makeIdentityChecker(_ limits: ResourceLimits) -> IdentityChecker {
    var checker = IdentityChecker { name, configuration in self.recorded(name, configuration)?.makeRunner() }
    checker.limits = limits
    return checker
  }

  /// The policy as it was when a recording was made: of its configuration where it has one, for its name may have moved on; else by its name.
  func recorded(_ name: String, _ configuration: String) -> PolicyEntry? {
    if let entry = entry(named: name), configuration.isEmpty || entry.configuration == configuration { return entry }
    guard !configuration.isEmpty, let standard = try? PolicyConfiguration(text: configuration) else { return nil }
    return PolicyEntry(name, summary: "", configuration: configuration) { StandardPolicy(standard) }
  }
}

/// What every command works with.
struct ToolContext {
  let policies: PolicyRegistry
  /// Standard error.
  let errors: OutputStream

  /// Says something that is not the answer, such as how long it took.
  func remark(_ text: String, isQuiet: Bool) { if !isQuiet { complain(text) } }

  /// Says what went wrong.
  func complain(_ text: String) {
    try? errors.write(text + "\n")
    try? errors.flush()
  }
}

/// A command that can be run.
protocol ToolCommand: ParsableCommand {
  /// - Throws: A ``CommandFailure`` where its job could not be done at all.
  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus
}
#endif
