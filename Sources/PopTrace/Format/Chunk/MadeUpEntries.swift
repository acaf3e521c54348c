import PopupScheduling

/// Entries of a session's tables that stand in for those a lost chunk held, and for those that the recorder itself did not know.
enum MadeUpEntries {
  static func name(at index: Int) -> String { "\u{FFFD}\(index)" }
  static func isName(_ text: String, at index: Int) -> Bool { text.hasPrefix(name(at: index)) }
  /// The number of a popup or page whose number is not known, as long as more may come to be known.
  static func number(at index: Int) -> Int64 { -2 - Int64(index) }

  /// Gives entries that are still made up names and numbers that a session may have, each of which no other entry has.
  static func settle(_ catalog: inout Catalog) {
    for (index, number) in settled(catalog.popupNumbers) { catalog.replace(PopupID(index), numbered: number) }
    for (index, number) in settled(catalog.pageNumbers) { catalog.replace(PageID(index), numbered: number) }
    var known: Set<String> = []
    for index in catalog.names.texts.indices {
      var text = catalog.names.texts[index]
      // A name that is not made up can be there twice as well, where pieces do not belong together.
      guard !known.insert(text).inserted else { continue }
      repeat { text += "\u{FFFD}" } while !known.insert(text).inserted
      catalog.names.replace(Symbol(index), with: text)
    }
  }

  /// The indices that have a made-up number, and other numbers for them: above all other numbers, as long as there are any.
  private static func settled(_ numbers: some Collection<Int64>) -> [(index: Int, number: Int64)] {
    let indices = numbers.enumerated().filter { $0.element < 0 }.map(\.offset)
    guard !indices.isEmpty else { return [] }
    var next = max(numbers.max() ?? 0, -1) + 1
    var known: Set<Int64> = []
    if next > SessionCheck.largestNumber - Int64(indices.count) {
      known = Set(numbers)
      next = 0
    }
    return indices.map { index in
      while known.contains(next) { next += 1 }
      defer { next += 1 }
      return (index, next)
    }
  }

  // What a chunk has in place of an entry that its recorder did not know, because a half of the journal was gone.
  static func unknownName(at index: Int) -> String { "?\(index)" }
  /// The number that a popup or page has which the recorder does not know: not its index, which another one may have.
  static func unknownNumber(at index: Int) -> Int64 { SessionCheck.largestNumber - 1 - Int64(index) }
  static func isUnknown(name: String, at index: Int) -> Bool { name.hasPrefix(unknownName(at: index)) }
  static func isUnknown(number: Int64, at index: Int) -> Bool { number == unknownNumber(at: index) }
  static func isUnknown(_ list: some Collection<Symbol>) -> Bool { list.isEmpty }
  static func isUnknown(_ spec: PopupSpec) -> Bool { spec == PopupSpec(name: .none) }
  static func isUnknown(_ change: PopupChange) -> Bool { change == PopupChange() }
}
