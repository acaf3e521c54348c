extension PolicyConfiguration {
  /// Refuses values that make no sense together: throws about the first such value, in the order of ``Key``.
  public func validate() throws(PolicyConfigurationError) {
    guard slots == 0 || slots == 1 else {
      throw PolicyConfigurationError(.badValue, key: "slots", "slots is \(slots): give 0 (no scheduling) or 1.")
    }
    for (key, reason) in contradictions { throw PolicyConfigurationError(.senseless, key: key.rawValue, reason) }
  }

  private var contradictions: [(Key, String)] {
    var found: [(Key, String)] = []
    func refuse(_ key: Key, _ isSenseless: Bool, _ reason: String) {
      if isSenseless { found.append((key, reason)) }
    }
    let noSlot = slots == 0
    refuse(
      .order, noSlot && order != .fifo,
      "order \(order.rawValue) needs a slot to wait for: with slots 0 all are shown at once; give slots 1 or order fifo."
    )
    refuse(
      .ties, ties == .lifo && order != .priority,
      "ties lifo decides among equal levels, which order \(order.rawValue) does not look at; give order priority or ties fifo."
    )
    refuse(
      .chains, noSlot && chains,
      "chains keep others out of a slot, and with slots 0 there is none; give slots 1 or chains false.")
    refuse(
      .leaving, leaving != .ignore && pages == .ignore,
      "leaving \(leaving.rawValue) needs popups that belong to pages; give pages bound or leaving ignore.")
    refuse(
      .preemption, noSlot && preemption,
      "preemption takes a slot away, and with slots 0 there is none; give slots 1 or preemption false.")
    refuse(
      .preemption, preemption && order != .priority,
      "preemption is for the more urgent, and order \(order.rawValue) knows no levels; give order priority or preemption false."
    )
    refuse(
      .exempt, noSlot && !exempt.isEmpty,
      "exempt kinds need no slot, but with slots 0 nobody does; give slots 1 or an empty list.")
    refuse(
      .exempt, exempt.contains(.system),
      "exempt cannot name system: the operating system's own popups occupy the slot whatever a policy wants.")
    return found
  }
}
