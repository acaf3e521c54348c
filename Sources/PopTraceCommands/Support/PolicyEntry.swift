#if Tool
import ArgumentParser
import PopAudit
import PopSimulation
import PopSystem
import PopTrace
public import PopupScheduling
import PublishedSchedulers

/// A policy that the command line can be told to use.
///
/// The type of the policy is known here and nowhere else: everything that runs it is specialised for it, and reached through one indirection for
/// each session, never for an event.
public struct PolicyEntry: Sendable {
  /// What `--policy` calls it.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// Where it comes from: an article, a repository, a paragraph.
  public let source: String
  /// Its whole configuration as text, which recordings made with it carry; empty where it has none.
  public var configuration: String { text() }
  /// The file that it was read from, as the user named it, and in which line that sets which key; empty where it is known by name.
  var file = ""
  var lines: [String: Int] = [:]

  private let text: @Sendable () -> String

  /// Makes what runs it over one session after another, for one thread.
  let makeRunner: @Sendable () -> any SessionRunner
  /// Lives through a script of a simulated world and gives the recording.
  let live: @Sendable (WorldScript) -> Session

  /// Makes an entry.
  ///
  /// - `configuration`: Worked out when it is asked for.
  /// - `make`: Makes the policy at the beginning of a session.
  public init<Policy: SchedulingPolicy>(
    _ name: String, summary: String, source: String = "",
    configuration: @autoclosure @escaping @Sendable () -> String = "",
    make: @escaping @Sendable () -> Policy
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    text = configuration
    makeRunner = { Evaluator(candidate: make()) }
    live = { LiveWorld(policy: make(), name: name, configuration: configuration()).run($0) }
  }

  fileprivate init(version: PolicyVersion) {
    let configuration = version.configuration
    self.init(
      version.name, summary: version.adds, source: "the standard policy; mends \(version.mends)",
      configuration: configuration.text
    ) { StandardPolicy(configuration) }
  }

  init(_ scheduler: PublishedScheduler) {
    func entry<Policy: SchedulingPolicy>(like policy: Policy) -> PolicyEntry {
      // The policy is a value at the beginning of a session, so one copy serves for all.
      PolicyEntry(scheduler.name, summary: scheduler.summary, source: scheduler.origin.rawValue) { policy }
    }
    self = entry(like: scheduler.makePolicy())
  }
}

extension [PolicyEntry] {
  /// The versions of the standard policy, and the published schedulers.
  public static var standard: [PolicyEntry] {
    PolicyConfiguration.versions.map(PolicyEntry.init(version:)) + PublishedSchedulers.all.map { PolicyEntry($0) }
  }
}

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
    if let file = RevisionFile(text), FileSystem.kind(of: text) == .missing { return try PolicyEntry(file) }
    if text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/") { return try PolicyEntry(file: text) }
    let known = entries.map(\.name)
    // Of names that are equally near the newest is meant: v6 for v7.
    let newest = NearestName.to(text, among: known.reversed()).map { [$0] } ?? known
    throw .usage("there is no policy \"\(text)\"\(suggestion(for: text, among: newest)) (see poptrace policies)")
  }

  func resolve(_ text: String?) throws(CommandFailure) -> PolicyEntry? {
    guard let text else { return nil }
    return try resolve(text)
  }

  func resolveList(_ text: String) throws(CommandFailure) -> [PolicyEntry] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return try names.map { name throws(CommandFailure) in try resolve(name) }
  }

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

struct ToolContext {
  let policies: PolicyRegistry
  let errors: OutputStream

  /// Says something that is not the answer, such as how long it took.
  func remark(_ text: String, isQuiet: Bool) { if !isQuiet { complain(text) } }

  func complain(_ text: String) {
    try? errors.write(text + "\n")
    try? errors.flush()
  }
}

protocol ToolCommand: ParsableCommand {
  /// - Throws: A ``CommandFailure`` where its job could not be done at all.
  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus
}
#endif
