/// The names of a session, each stored once, in the order of first use: the same session has the same symbols on every machine.
public struct Names: Sendable {
  /// The text of every symbol.
  @inlinable public var texts: [String] { storedTexts }
  /// The members of every list, one list after another.
  public private(set) var members: [Symbol] = []
  /// Where each list begins; one more entry than there are lists.
  public private(set) var starts: [Int32] = [0]

  @usableFromInline var storedTexts: [String] = []
  private var textIndex = EntryIndex<String>()
  private var listIndex = EntryIndex<[Symbol]>()

  package static var mostMembers: Int { 1 << 16 }
  public init() {}
  /// How many lists there are.
  public var listCount: Int { starts.count - 1 }

  /// The symbol of a text, which is new where the text is.
  public mutating func intern(_ text: String) -> Symbol {
    let known = find(text)
    return known.isNone ? append(text) : known
  }

  /// The symbol of a word of the engine's own; ``Identifier/none`` where it has none. No dictionary is made for one question a session.
  func symbol(ofWord word: String) -> Symbol {
    let count = word.utf8.count
    return texts.firstIndex { $0.utf8.count == count && $0 == word }.map { Symbol($0) } ?? .none
  }

  /// The symbol of a text as ``symbol(of:)`` gives it, for callers that ask about many: a large table is not looked through for each.
  package mutating func find(_ text: String) -> Symbol {
    textIndex.update(texts)
    return symbol(of: text)
  }

  /// The symbol of a text; ``Identifier/none`` where it has none.
  public func symbol(of text: String) -> Symbol { textIndex.find(text, in: texts).map { Symbol($0) } ?? .none }
  /// The text of a symbol; empty for ``Identifier/none``.
  public func text(_ symbol: Symbol) -> String { symbol.isNone ? "" : texts[symbol.index] }

  /// The identifier of a list of names, which is new where the list is.
  public mutating func intern(_ list: [Symbol]) -> NameListID {
    indexLists()
    if let known = listIndex[list] { return NameListID(known) }
    for index in listIndex.count..<listCount where self.list(NameListID(index)).elementsEqual(list) {
      return NameListID(index)
    }
    return append(list)
  }

  /// The members of a list; empty for ``Identifier/none``.
  public func list(_ id: NameListID) -> ArraySlice<Symbol> {
    id.isNone ? members[0..<0] : members[Int(starts[id.index])..<Int(starts[id.index + 1])]
  }

  /// The first member of a list; ``Identifier/none`` where it has none.
  func first(of id: NameListID) -> Symbol {
    id.isNone || starts[id.index] == starts[id.index + 1] ? .none : members[Int(starts[id.index])]
  }

  /// Whether a page with these classes (its own first) is one of the classes asked for.
  public func matches(classes: NameListID, anyOf wanted: NameListID, _ matching: ClassMatching) -> Bool {
    guard !wanted.isNone, !classes.isNone else { return wanted.isNone }
    let first = Int(starts[classes.index])
    let end = matching == .exact ? min(first + 1, Int(starts[classes.index + 1])) : Int(starts[classes.index + 1])
    for wantedIndex in Int(starts[wanted.index])..<Int(starts[wanted.index + 1]) {
      let name = members[wantedIndex]
      var index = first
      while index < end {
        if members[index] == name { return true }
        index += 1
      }
    }
    return false
  }

  private mutating func indexLists() {
    guard listIndex.isBehind(listCount) else { return }
    let (members, starts) = (members, starts)
    listIndex.update(to: listCount) { Array(members[Int(starts[$0])..<Int(starts[$0 + 1])]) }
  }
}

// Filling a table from a file, whose names are known to be different.
extension Names {
  /// Forgets everything and keeps the memory.
  public mutating func removeAll() {
    storedTexts.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    textIndex.removeAll()
    listIndex.removeAll()
  }

  /// Adds a text that the table does not know yet.
  @discardableResult
  @inlinable
  public mutating func append(_ text: String) -> Symbol {
    storedTexts.append(text)
    return Symbol(storedTexts.count - 1)
  }

  /// Adds a list that the table does not know yet.
  @discardableResult
  public mutating func append(_ list: [Symbol]) -> NameListID {
    members.append(contentsOf: list)
    starts.append(Int32(truncatingIfNeeded: members.count))
    return NameListID(listCount - 1)
  }

  /// Adds lists that the table does not know yet: told are the members of all, and where among these each list ends.
  package mutating func append(_ all: [Symbol], listsEndingAt ends: [Int]) {
    let start = members.count
    members += all[..<(ends.last ?? 0)]
    for end in ends { starts.append(Int32(truncatingIfNeeded: start + end)) }
  }

  /// Gives a symbol another text: a damaged file may name it only later.
  public mutating func replace(_ symbol: Symbol, with text: String) {
    storedTexts[symbol.index] = text
    textIndex.removeAll()
  }

  /// Gives a symbol a text that the table does not know yet; what ``find(_:)`` goes by stays as it is for all other texts.
  package mutating func rename(_ symbol: Symbol, to text: String) {
    textIndex.rename(symbol.index, from: texts[symbol.index], to: text)
    storedTexts[symbol.index] = text
  }

  /// Gives lists other members: a damaged file may name them only later.
  public mutating func replace(_ others: [(list: NameListID, members: [Symbol])]) {
    var replacements: [NameListID: [Symbol]] = [:]
    for other in others { replacements[other.list] = other.members }
    let lists = (0..<listCount).map { NameListID($0) }.map { replacements[$0] ?? Array(list($0)) }
    members.removeAll(keepingCapacity: true)
    starts = [0]
    listIndex.removeAll()
    for list in lists { append(list) }
  }
}
