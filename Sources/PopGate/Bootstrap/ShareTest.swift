package import PopReport

/// Whether a finding is in more of the sessions than was accepted, by more than chance (<doc:Gate#The-share-of-sessions>).
///
/// The sessions that have it are drawn again 1,000 times, each as often as it would be among many: Poisson's bootstrap (Chamandy, Muralidharan,
/// Najmi, Naidu: Estimating Uncertainty for Massive Data Streams, 2012), with a fixed seed. It is more where at most one resampling in twenty
/// gives the accepted share or less. A single session never is more.
package enum ShareTest {
  /// How many times the sessions are drawn again.
  static let resamplings = 1000
  /// How many resamplings may say otherwise.
  static let exceptions = 50
  /// The most sessions that are drawn; of more, each draw stands for several.
  private static let most = 2048
  private static let seed: UInt64 = 0x706F_7074_7261_6365

  /// Whether a share is more than an accepted one.
  ///
  /// - Complexity: O(k) with k sessions that have the finding, at most 2,048.
  package static func isMore(_ share: SessionShare, than accepted: SessionShare) -> Bool {
    guard share.isMore(than: accepted) else { return false }
    let drawn = min(share.count, most)
    var random = SplitMix64(seed: seed)
    var exceptions = 0
    for _ in 0..<resamplings {
      var count = 0
      for _ in 0..<drawn { count += random.weight() }
      // The resampled share is count / drawn of the one that was found.
      let resampled = SessionShare(count * share.count / max(drawn, 1), of: share.all)
      if !resampled.isMore(than: accepted) { exceptions += 1 }
      if exceptions > Self.exceptions { return false }
    }
    return true
  }
}
