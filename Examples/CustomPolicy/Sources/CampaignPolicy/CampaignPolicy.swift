public import PopupScheduling

/// What ships in this app: the standard policy, and peace from campaigns after a user has sent one away.
///
/// A campaign that is submitted while there is peace is dropped at once, unless its level is below 0, which marketing may use for what users
/// have to know. Everything else is the standard policy's: ``PopupScheduling/StandardPolicy`` decides it.
public struct CampaignPolicy: SchedulingPolicy {
  /// For how long a dismissal keeps campaigns away, in milliseconds.
  public let peaceMilliseconds: Int64

  private var standard = StandardPolicy(.v6)
  /// Campaigns that the standard policy knows.
  private var campaigns: Set<PopupID> = []
  /// Campaigns that were dropped at once.
  private var dropped: Set<PopupID> = []
  /// Until when there is peace; zero where there was no dismissal.
  private var peaceEnds = Ticks.zero

  /// Makes the policy.
  public init(peaceMilliseconds: Int64) { self.peaceMilliseconds = peaceMilliseconds }

  public mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted:
      guard !dropped.contains(stimulus.popup) else { return }
      let spec = turn.catalog.spec(stimulus.spec)
      if spec.kind == .campaign {
        if spec.level >= 0, turn.now < peaceEnds, !campaigns.contains(stimulus.popup) {
          dropped.insert(stimulus.popup)
          turn.drop(stimulus.popup, .barred)
          turn.callBack(turn.catalog.names.intern("closed"), stimulus.popup, .barred)
          return
        }
        campaigns.insert(stimulus.popup)
      }
    case .popupDismissed where campaigns.contains(stimulus.popup) && stimulus.act != .code:
      peaceEnds = turn.now + turn.tick.ticks(ceilingMilliseconds: peaceMilliseconds)
    // Another user has sent nothing away.
    case .appSignedOut: peaceEnds = .zero
    default: break
    }
    standard.take(stimulus, &turn)
  }

  public mutating func settle(_ turn: inout Turn) { standard.settle(&turn) }

  public mutating func conclude(_ turn: inout Turn) { standard.conclude(&turn) }

  public mutating func reset() {
    standard.reset()
    campaigns.removeAll(keepingCapacity: true)
    dropped.removeAll(keepingCapacity: true)
    peaceEnds = .zero
  }
}

extension CampaignPolicy {
  /// As it shipped with build 412.
  public init() { self.init(peaceMilliseconds: 60_000) }
}
