import PopupScheduling

/// How entangled a simulated world is, and what its users' answers depend on.
public enum WorldFlavour: String, CaseIterable, Sendable {
  /// Everything that happens in the field, at once: pages behind taps among pages visited otherwise, events at the same millisecond.
  case field
  /// The user's answers depend on visible time alone, and nothing else the user does depends on what is on screen: the assumption a replay
  /// makes (Grades, *What the grades rest on*), so here a replay has to be right. Timers and animations are on time, and time is finer, so
  /// that no two things meet by chance.
  case visibleTimeOnly = "visible-time-only"
  /// Everything that can happen at the worst moment: short sessions in which many things meet in one tick. Nothing in them is impossible.
  case adversarial
  /// The field's scripts, with users who answer sooner with every popup they have seen, and later where one kept them waiting.
  case adaptive
  /// The field's scripts, with users who go to no other page while a popup is up.
  case modal
  /// The field with few popups: one with every third visit of a page.
  case sparse

  /// The worlds in which users use an app as real users do.
  package static var lifelike: [WorldFlavour] { allCases.filter { $0 != .adversarial } }

  var users: UserModel {
    switch self {
    case .adaptive: .adaptive
    case .modal: .modal
    case .field, .visibleTimeOnly, .adversarial, .sparse: .steady
    }
  }

  var isEntangled: Bool { self != .visibleTimeOnly && self != .adversarial }
}
