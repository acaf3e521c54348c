#if Tool
import PopTrace

/// The sessions that were asked for, by name or by their number in their input; every one where none was.
struct SessionSelection {
  private let wanted: Set<String>
  private var missing: Set<String>

  init(_ wanted: [String]) {
    self.wanted = Set(wanted)
    missing = self.wanted
  }

  /// Whether a session was asked for; takes note that it was there.
  mutating func takes(_ origin: SessionOrigin) -> Bool {
    guard !wanted.isEmpty else { return true }
    let words = [origin.session.label(index: origin.index), String(origin.index)]
    missing.subtract(words)
    return words.contains(where: wanted.contains)
  }

  /// Fails where one was asked for that was nowhere.
  func check() throws(CommandFailure) {
    guard let name = missing.sorted().first else { return }
    throw CommandFailure("there is no session \"\(name)\" in what was given")
  }
}
#endif
