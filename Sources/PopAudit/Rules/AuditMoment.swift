import PopupScheduling

/// When something happened, and which event it was.
struct AuditMoment: Hashable {
  var time: Ticks
  /// The sequence number; negative for ``none``.
  var sequence: Int32

  /// It did not happen.
  static let none = AuditMoment(time: .zero, sequence: -1)

  var isNone: Bool { sequence < 0 }
}
