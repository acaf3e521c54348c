/// The names of a session, each stored once.
///
/// Symbols are given in the order of first use, so that the same session has the same symbols on every machine.
public struct Names: Sendable {
  /// The text of every symbol.
  public private(set) var texts: [String] = []
  /// The members of every list, one list after another.
  public private(set) var members: [Symbol] = []
  /// Where each list begins; one more entry than there are lists.
  public private(set) var starts: [Int32] = [0]

  private var symbols: [String: Symbol] = [:]
  private var lists: [[Symbol]: NameListID] = [:]

  /// Makes an empty table.
  public init() {}

  /// How many lists there are.
  public var listCount: Int { starts.count - 1 }

  /// The symbol of a text, which is new where the text is.
  public mutating func intern(_ text: String) -> Symbol {
    if let symbol = symbols[text] { return symbol }
    let symbol = Symbol(texts.count)
    texts.append(text)
    symbols[text] = symbol
    return symbol
  }

  /// The symbol of a text; ``Symbol/none`` where it has none.
  public func symbol(of text: String) -> Symbol { symbols[text] ?? .none }

  /// The text of a symbol; empty for ``Symbol/none``.
  public func text(_ symbol: Symbol) -> String { symbol.isNone ? "" : texts[symbol.index] }

  /// The identifier of a list of names, which is new where the list is.
  public mutating func intern(_ list: [Symbol]) -> NameListID {
    if let id = lists[list] { return id }
    let id = NameListID(listCount)
    members.append(contentsOf: list)
    starts.append(Int32(truncatingIfNeeded: members.count))
    lists[list] = id
    return id
  }

  /// The members of a list; empty for ``NameListID/none``.
  public func list(_ id: NameListID) -> ArraySlice<Symbol> {
    id.isNone ? members[0..<0] : members[Int(starts[id.index])..<Int(starts[id.index + 1])]
  }

  /// Whether a page with these classes (its own first) is one of the classes asked for.
  ///
  /// - Complexity: O(n·m), with lists of two or three names.
  public func matches(classes: NameListID, anyOf wanted: NameListID, _ matching: ClassMatching) -> Bool {
    guard !wanted.isNone, !classes.isNone else { return wanted.isNone }
    let first = Int(starts[classes.index])
    let end = matching == .exact ? min(first + 1, Int(starts[classes.index + 1])) : Int(starts[classes.index + 1])
    for wantedPlace in Int(starts[wanted.index])..<Int(starts[wanted.index + 1]) {
      for place in first..<end where members[place] == members[wantedPlace] { return true }
    }
    return false
  }
}
