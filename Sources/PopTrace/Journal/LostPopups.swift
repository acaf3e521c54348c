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
    var place = popups.startIndex
    while place != popups.endIndex, count < EventLog.overLimit {
      ids[count] = popups[place].rawValue
      count &+= 1
      popups.formIndex(after: &place)
    }
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The popup at a place below the count.
  @inline(__always)
  subscript(_ place: Int) -> PopupID { PopupID(ids[place]) }

  /// How many words they take.
  @inline(__always)
  var words: Int { (count &+ 1) / 2 }

  /// Two of them as a word; -1 where there is no second.
  @inline(__always)
  func word(_ place: Int) -> UInt64 { JournalWriter.pair(ids[2 * place], ids[2 * place + 1]) }

  /// Whether all of them have numbers below a limit.
  @inline(__always)
  func areBelow(_ limit: Int) -> Bool {
    for place in 0..<count where ids[place] < 0 || Int(ids[place]) >= limit { return false }
    return true
  }
}
