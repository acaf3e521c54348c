public import PopupScheduling

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
