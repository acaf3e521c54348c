import PopupScheduling

extension [PolicyEntry] {
  /// The versions of the standard policy, and the published schedulers.
  public static var standard: [PolicyEntry] {
    [
      PolicyEntry("v0", summary: "every submission is shown at once") { StandardPolicy(PolicyConfiguration()) }
    ]
  }
}
