#if Tool
public import PopupScheduling

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
  let makeEvaluator: @Sendable () -> any PolicyEvaluator

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
    makeEvaluator = { SpecializedEvaluator(policy: make()) }
  }
}
#endif
