#if Tool
import PopAudit
import PopSimulation
import PopTrace
public import PopupScheduling
import PublishedSchedulers

/// A policy that the command line can be told to use.
///
/// ```swift
/// PolicyEntry("ours", summary: "what ships today", source: "OurApp/Popups/OurPolicy.swift") { OurPolicy() }
/// ```
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
  public let configuration: String
  /// The file that it was read from, as the user named it, and in which line that sets which key; empty where it is known by name.
  var file = ""
  var lines: [String: Int] = [:]

  /// Makes what runs it over one session after another, for one thread.
  let makeRunner: @Sendable () -> any SessionRunner
  /// Lives through a script of a simulated world and gives the recording.
  let live: @Sendable (WorldScript) -> Session

  /// Makes an entry.
  ///
  /// - Parameters:
  ///   - name: What `--policy` calls it.
  ///   - summary: What it does, in one line.
  ///   - source: Where it comes from.
  ///   - configuration: Its whole configuration as text.
  ///   - make: Makes the policy at the beginning of a session.
  public init<Policy: SchedulingPolicy>(
    _ name: String, summary: String, source: String = "", configuration: String = "",
    make: @escaping @Sendable () -> Policy
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.configuration = configuration
    makeRunner = { Evaluator(candidate: make()) }
    live = { LiveWorld(policy: make(), name: name, configuration: configuration).run($0) }
  }

  /// The entry of a version of the standard policy.
  fileprivate init(version: PolicyVersion) {
    let configuration = version.configuration
    self.init(
      version.name, summary: version.adds, source: "the standard policy; mends \(version.mends)",
      configuration: configuration.text
    ) { StandardPolicy(configuration) }
  }

  /// The entry of a published scheduler.
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
#endif
