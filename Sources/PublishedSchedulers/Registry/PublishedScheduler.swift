public import PopupScheduling

/// A published scheduler as a policy that behaves like it, defects included.
///
/// ```swift
/// let scheduler = PublishedSchedulers.named("ly-head")!
/// let policy = scheduler.makePolicy()
/// ```
public struct PublishedScheduler: Sendable {
  /// The name it goes by on the command line.
  public let name: String
  /// One line on where it comes from and what it is.
  public let summary: String
  /// What it was modelled from.
  public let origin: Origin
  /// Makes the policy at the beginning of a session.
  public let makePolicy: @Sendable () -> any SchedulingPolicy

  /// What a published scheduler was modelled from.
  public enum Origin: String, CaseIterable, Sendable {
    /// The listings and the description of an article.
    case article
    /// Source that anybody can read.
    case publicSource = "public source"
  }

  /// Describes a scheduler.
  public init(
    name: String, origin: Origin, summary: String, makePolicy: @escaping @Sendable () -> any SchedulingPolicy
  ) {
    self.name = name
    self.summary = summary
    self.origin = origin
    self.makePolicy = makePolicy
  }
}
