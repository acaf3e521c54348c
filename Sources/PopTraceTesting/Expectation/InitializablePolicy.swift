public import PopupScheduling

/// A policy that can be made without arguments, so that a test needs to name its type only.
///
/// ```swift
/// extension QuietPolicy: InitializablePolicy {}
/// ```
public protocol InitializablePolicy: SchedulingPolicy {
  /// Makes the policy as it is at the beginning of a session.
  init()
}
