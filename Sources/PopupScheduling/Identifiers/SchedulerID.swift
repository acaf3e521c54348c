/// One scheduler of one scene: each is a policy instance of its own (<doc:QueueOrder#One-queue-a-scheduler>).
@frozen
public struct SchedulerID: Hashable, Comparable, Sendable {
  /// The scene whose slot the scheduler fills.
  public var scene: UInt16
  /// The number of the scheduler.
  public var scheduler: UInt16

  /// Names a scheduler of a scene.
  @inlinable
  public init(scene: UInt16 = 0, scheduler: UInt16 = 0) {
    self.scene = scene
    self.scheduler = scheduler
  }

  @inlinable
  public static func < (lhs: SchedulerID, rhs: SchedulerID) -> Bool {
    (lhs.scene, lhs.scheduler) < (rhs.scene, rhs.scheduler)
  }
}
