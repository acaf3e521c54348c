package import PopupScheduling

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

/// What a simulated user's answers and ways depend on, beyond the truth that a script has about each popup.
package enum UserModel: Hashable, Sendable {
  /// On nothing else: a popup is answered after the visible time that the script says, and pages are visited whatever is on screen.
  case steady
  /// On what the user has been through: ``dwell(_:seen:waited:)``.
  case adaptive
  /// On what is on screen: nobody goes to another page under a popup, so that a visit waits until none is up, and later ones with it.
  case modal

  /// How long a popup has to be visible before this user answers it, decided as it is presented for the first time.
  /// A user grows weary, and answers the eighth popup in half the time; one who has waited for a popup looks at it a little longer.
  ///   - seen: How many other popups were presented before, in the whole session.
  ///   - waited: From the popup's submission to this presentation.
  package func dwell(_ written: Ticks, seen: Int, waited: Ticks) -> Ticks {
    guard self == .adaptive else { return written }
    let full = written.rawValue
    let weary = max(full / 4, full * 8 / Int64(8 + seen))
    return Ticks(max(1, weary + min(waited.rawValue / 16, full)))
  }
}
