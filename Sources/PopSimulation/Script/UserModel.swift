package import PopupScheduling

/// What a simulated user's answers and ways depend on, beyond the truth that a script has about each popup.
package enum UserModel: Hashable, Sendable {
  /// On nothing else: a popup is answered after the visible time that the script says, and pages are visited whatever is on screen.
  case steady
  /// On what the user has been through: ``dwell(_:seen:waited:)``.
  case adaptive
  /// On what is on screen: nobody goes to another page under a popup, so that a visit waits until none is up, and later ones with it.
  case modal

  /// How long a popup has to be visible before this user answers it, decided as it is presented for the first time.
  ///
  /// A user grows weary, and answers the eighth popup in half the time; one who has waited for a popup looks at it a little longer.
  ///
  /// - Parameters:
  ///   - written: What the script says.
  ///   - seen: How many other popups were presented before, in the whole session.
  ///   - waited: From the popup's submission to this presentation.
  package func dwell(_ written: Ticks, seen: Int, waited: Ticks) -> Ticks {
    guard self == .adaptive else { return written }
    let full = written.rawValue
    let weary = max(full / 4, full * 8 / Int64(8 + seen))
    return Ticks(max(1, weary + min(waited.rawValue / 16, full)))
  }
}
