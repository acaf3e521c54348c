#if Tool
import PopupScheduling
import PublishedSchedulers

extension [PolicyEntry] {
  /// The versions of the standard policy, and the published schedulers.
  public static var standard: [PolicyEntry] {
    PolicyConfiguration.versions.map { PolicyEntry($0) } + PublishedSchedulers.all.map { PolicyEntry($0) }
  }
}

extension PolicyEntry {
  /// The entry of a version of the standard policy.
  init(_ version: PolicyVersion) {
    let configuration = version.configuration
    self.init(
      version.name, summary: version.adds, source: "the standard policy; mends \(version.mends)",
      configuration: configuration.text
    ) { StandardPolicy(configuration) }
  }

  /// The entry of a published scheduler.
  init(_ scheduler: PublishedScheduler) {
    func entry<Policy: SchedulingPolicy>(like policy: Policy) -> PolicyEntry {
      // The policy is a value at the beginning of a session, so one copy serves for all.
      PolicyEntry(scheduler.name, summary: scheduler.summary, source: scheduler.origin.rawValue) { policy }
    }
    self = entry(like: scheduler.makePolicy())
  }
}
#endif
