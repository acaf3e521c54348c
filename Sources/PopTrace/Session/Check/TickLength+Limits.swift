import PopupScheduling

extension TickLength {
  /// The ticks that a time or a length must be less than (``TickLength/latest``).
  var timeLimit: Int64 { latest.rawValue + 1 }

  /// The ticks that the instant a timer is set for must be less than, in either direction: it may lie a length after a time.
  var instantLimit: Int64 { min(SlotCheck.timeLimit, 1 << 62 / microseconds) }

  /// A length of time as a trace can hold it: what is longer than any session lasts for ever either way.
  func clamp(_ length: Ticks) -> Ticks { Ticks(min(max(length.rawValue, 0), timeLimit - 1)) }
}
