/// Why a snapshot was taken; it stands in the trace's metadata as `snapshot`.
public enum SnapshotReason: String, Hashable, Sendable, CaseIterable {
  /// The app asked for it.
  case asked
  /// Two popups were on screen together: the audit rule `overlap`.
  case overlap
  /// A popup was up on a page that is not one of its own: the audit rule `wrong-page`.
  case wrongPage = "wrong-page"
  /// A popup waited for three seconds though nothing stood in its way: the audit rule `stuck-queue`, or `lost-keepalive` where it was parked.
  case stuckQueue = "stuck-queue"

  /// The reasons that are on-line rules.
  public static var rules: Set<SnapshotReason> { [.overlap, .wrongPage, .stuckQueue] }

  /// The name of the metadata that says the reason.
  public static let metadataName = "snapshot"
}
