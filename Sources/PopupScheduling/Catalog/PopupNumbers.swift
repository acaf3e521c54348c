/// The numbers that popups go by outside; in an app they are the indices, of which nothing is kept, however many popups there were.
public struct PopupNumbers: RandomAccessCollection, Sendable {
  @usableFromInline var storedCount = 0
  @usableFromInline var others: [Int64] = []

  init() {}
  /// Whether every number is its index.
  @inlinable public var areIndices: Bool { others.isEmpty }
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { storedCount }

  @inlinable
  public subscript(index: Int) -> Int64 {
    guard areIndices else { return others[index] }
    precondition(UInt(bitPattern: index) < UInt(bitPattern: storedCount), "a popup that is not there")
    return Int64(index)
  }

  /// Adds a number, or so many that follow one another.
  mutating func append(_ number: Int64, count: Int = 1) {
    if count > 0, !areIndices || number != Int64(storedCount) {
      if areIndices { writeOut() }
      for offset in 0..<Int64(count) { others.append(number &+ offset) }
    }
    storedCount += count
  }

  mutating func replace(_ index: Int, with number: Int64) {
    guard self[index] != number else { return }
    if areIndices { writeOut() }
    others[index] = number
  }

  private mutating func writeOut() { others += (0..<Int64(storedCount)) }

  mutating func removeAll() {
    storedCount = 0
    if !areIndices { others.removeAll(keepingCapacity: true) }
  }
}

extension PopupNumbers: Equatable, ExpressibleByArrayLiteral {
  public init(arrayLiteral numbers: Int64...) {
    for number in numbers { append(number) }
  }

  public static func == (lhs: PopupNumbers, rhs: PopupNumbers) -> Bool {
    lhs.areIndices && rhs.areIndices ? lhs.count == rhs.count : lhs.elementsEqual(rhs)
  }
}
