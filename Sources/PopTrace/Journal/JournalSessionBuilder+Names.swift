import PopupScheduling

// No two names of a session are the same, or no trace could hold it, whatever a journal says.
extension JournalSessionBuilder {
  /// Adds a name whose text stood in a half which is gone, with a made-up text that no name of the session has.
  mutating func makeUpName() {
    let index = session.catalog.names.texts.count
    session.catalog.names.append(madeUpText(at: index))
  }

  /// Takes over what a record says of a name whose index there is; false where it cannot be so.
  ///
  /// A name stays what it was said to be first. The text of one that was made up is another's as soon as the journal says so: an app may
  /// call something `?3`.
  ///
  /// - Complexity: O(1) on average, whatever was said before.
  mutating func takeName(_ text: String, at index: Int) -> Bool {
    guard session.catalog.names.texts[index] != text else { return true }
    guard isNameMadeUp(index) else { return false }
    let other = session.catalog.names.find(text)
    if !other.isNone {
      // A chunk that says it can only be followed by what it is.
      guard other.index >= sealed.names, isNameMadeUp(other.index) else { return false }
      session.catalog.names.rename(other, to: madeUpText(at: other.index))
    }
    session.catalog.names.rename(Symbol(index), to: text)
    return true
  }

  /// Whether a name's text is made up and stands in no record.
  private func isNameMadeUp(_ index: Int) -> Bool {
    guard !rounds.wasWritten(index, in: .names) else { return false }
    let text = session.catalog.names.texts[index]
    return !fixedNames.contains(index) || MadeUpEntries.isName(text, at: index)
      || MadeUpEntries.isUnknown(name: text, at: index)
  }

  /// A text for a name that is not known.
  private mutating func madeUpText(at index: Int) -> String {
    var text = MadeUpEntries.unknownName(at: index)
    // Each number is tried once, so that saying all of them beforehand gains nothing.
    while !session.catalog.names.find(text).isNone {
      text = "\(MadeUpEntries.unknownName(at: index)).\(spareNames)"
      spareNames += 1
    }
    return text
  }
}
