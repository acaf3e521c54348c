/// A tap whose action is being carried out, for as long as that takes, by whatever task.
final class TapContext: Sendable {
  /// The context of the task that is running.
  @TaskLocal static var current: TapContext?

  private let scheduler: ObjectIdentifier
  /// The tap's sequence number; negative where it has none, or its action is over.
  @MainActor private var sequence: Int32
  private let outer: TapContext?

  /// - Parameter scheduler: The presenter bridge of the scheduler. It itself is generic over what cannot be copied, and to ask such an
  ///   object for its identity needs a newer system than apps support.
  @MainActor
  init(of scheduler: AnyObject, _ sequence: Int32) {
    self.scheduler = ObjectIdentifier(scheduler)
    self.sequence = sequence
    outer = TapContext.current
  }

  /// The action is over: what a task that it left behind does is no longer caused by the tap.
  @MainActor
  func close() { sequence = -1 }

  /// The innermost tap on a popup of a scheduler; negative where there is none.
  @MainActor
  func tap(of scheduler: AnyObject) -> Int32 {
    var context: TapContext? = self
    while let step = context {
      if step.scheduler == ObjectIdentifier(scheduler), step.sequence >= 0 { return step.sequence }
      context = step.outer
    }
    return -1
  }
}
