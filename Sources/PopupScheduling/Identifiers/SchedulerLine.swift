/// One scheduler of one scene: each is a policy instance of its own (<doc:QueueOrder#One-queue-a-scheduler>).
@frozen
public struct SchedulerLine: Hashable, Comparable, Sendable {
  /// The scene whose slot the scheduler fills.
  public var scene: UInt16
  /// The number of the scheduler.
  public var scheduler: UInt16

  /// Makes the name of a line.
  @inlinable
  public init(scene: UInt16 = 0, scheduler: UInt16 = 0) {
    self.scene = scene
    self.scheduler = scheduler
  }

  @inlinable
  public static func < (lhs: SchedulerLine, rhs: SchedulerLine) -> Bool {
    (lhs.scene, lhs.scheduler) < (rhs.scene, rhs.scheduler)
  }
}
