import PopupScheduling

/// The popups that lost by a decision, of which a journal keeps the first 8: a plain value, whatever collection they came in.
struct LostPopups {
  /// How many there are.
  private(set) var count = 0
  private var ids = SIMD8<Int32>(repeating: -1)

  @inline(__always)
  init() {}

  @inline(__always)
  init(_ popups: some Collection<PopupID>) {
    var index = popups.startIndex
    while index != popups.endIndex, count < EventLog.overLimit {
      ids[count] = popups[index].rawValue
      count &+= 1
      popups.formIndex(after: &index)
    }
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The popup at an index below the count.
  @inline(__always)
  subscript(_ index: Int) -> PopupID { PopupID(ids[index]) }

  /// How many words they take.
  @inline(__always)
  var words: Int { (count &+ 1) / 2 }

  /// Two of them as a word; -1 where there is no second.
  @inline(__always)
  func word(_ index: Int) -> UInt64 { JournalWriter.pair(ids[2 * index], ids[2 * index + 1]) }

  /// Whether all of them have numbers below a limit.
  @inline(__always)
  func areBelow(_ limit: Int) -> Bool {
    for index in 0..<count where ids[index] < 0 || Int(ids[index]) >= limit { return false }
    return true
  }
}
