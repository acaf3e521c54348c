/// The scheduler of the five articles with their defects mended, in versions `v0` … `v6` (design 5).
public struct StandardPolicy: SchedulingPolicy {
  /// What it does and leaves undone.
  public let configuration: PolicyConfiguration

  /// Makes a policy at the beginning of a session.
  public init(_ configuration: PolicyConfiguration) { self.configuration = configuration }

  public mutating func take(_ stimulus: Event, _ turn: inout Turn) {}

  public mutating func settle(_ turn: inout Turn) {}

  public mutating func reset() {}
}
