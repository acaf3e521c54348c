import PopAudit
public import PopupScheduling

/// A policy that may have been at work in a recording, or that a candidate is compared with, by its name.
///
/// ```swift
/// try expectNoRegressions(
///   OurPolicy.self, on: "Traces", recordedWith: [KnownPolicy("ours-1") { OurPolicy() }])
/// ```
///
/// The standard versions `v0` to `v6`, and recordings that carry a standard policy's configuration, are known without being named.
public struct KnownPolicy: Sendable {
  /// What recordings call it.
  public let name: String
  /// Its configuration as text, as recordings made with it carry it; empty where it has none.
  public let configuration: String
  let makeRunner: @Sendable () -> any SessionRunner

  /// Names a policy.
  ///
  /// - Parameter make: Makes the policy as it is at the beginning of a session.
  public init<Policy: SchedulingPolicy>(
    _ name: String, configuration: String = "", make: @escaping @Sendable () -> Policy
  ) {
    self.name = name
    self.configuration = configuration
    makeRunner = { Evaluator(candidate: make()) }
  }

  /// Names a standard policy.
  public init(_ configuration: PolicyConfiguration, named name: String? = nil) {
    self.init(name ?? configuration.versionName ?? "custom", configuration: configuration.text) {
      StandardPolicy(configuration)
    }
  }

  /// The policy that was at work in a recording, of those named and the standard ones; nil where it is none of them.
  static func find(_ name: String, _ configuration: String, among known: [KnownPolicy]) -> KnownPolicy? {
    if let entry = known.first(where: {
      $0.name == name && (configuration.isEmpty || $0.configuration == configuration)
    }) {
      return entry
    }
    if configuration.isEmpty { return PolicyConfiguration.version(named: name).map { KnownPolicy($0) } }
    return (try? PolicyConfiguration(text: configuration)).map { KnownPolicy($0, named: name) }
  }
}
