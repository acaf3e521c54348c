public import PopAudit
public import PopReplay
public import PopTrace
public import PopupScheduling

/// What counts as a regression, and what a session may be without.
public struct RegressionOptions: Sendable {
  /// How far a new error must be reliable to count: the default leaves out those that depend on what is assumed of users.
  public var failOn = Grade.robust
  /// Fingerprints of findings that are known and accepted, as reports print them.
  public var accepted: Set<String> = []
  /// Whether sessions that cannot be judged are passed over: unreadable ones, those that do not give themselves back, and those whose policy is
  /// not known. Where not, one of them is a failure.
  public var passesOverUnjudged = false
  /// How the candidate is replayed and what is worked out beyond that.
  public var evaluation = EvaluationOptions()
  /// How much the traces may ask for.
  public var limits = ResourceLimits()

  /// Makes the default options: no session is passed over, and every new error that does not depend on assumptions counts.
  public init() {}
}

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

/// A policy that can be made without arguments, so that a test needs to name its type only.
///
/// ```swift
/// struct QuietPolicy: InitializablePolicy {
///   mutating func take(_ stimulus: Event, _ turn: inout Turn) {}
///   mutating func settle(_ turn: inout Turn) {}
///   mutating func reset() {}
/// }
/// try expectNoRegressions(QuietPolicy.self, on: "Traces")
/// ```
///
/// A policy of another module conforms to it in an extension of the tests.
public protocol InitializablePolicy: SchedulingPolicy {
  /// Makes the policy as it is at the beginning of a session.
  init()
}
