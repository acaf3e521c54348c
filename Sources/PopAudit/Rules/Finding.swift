public import PopupScheduling

/// One violation of one audit rule, with its witness events.
public struct Finding: Hashable, Sendable {
  /// The rule.
  public var rule: Rule
  /// The popup it is about; ``Identifier/none`` where it is about none.
  public var popup: PopupID
  /// The popup that the first one overlaps, passes over, doubles …
  public var other: PopupID
  /// The page it happened on.
  public var page: PageID
  /// When it happened.
  public var time: Ticks
  /// The sequence numbers of the events that show it, in order.
  public var witness: [Int32]
  /// A sentence, in the words of the events, that says why this is a violation.
  public var because: String

  /// Makes a finding.
  public init(
    _ rule: Rule, popup: PopupID = .none, other: PopupID = .none, page: PageID = .none, time: Ticks, witness: [Int32],
    because: String
  ) {
    self.rule = rule
    self.popup = popup
    self.other = other
    self.page = page
    self.time = time
    self.witness = witness
    self.because = because
  }
}

/// Sequence numbers in order, each once, without those that are not known.
func witness(_ sequences: Int32...) -> [Int32] {
  var list = sequences
  list.sort()
  var kept = 0
  for sequence in list where sequence >= 0 && (kept == 0 || list[kept - 1] != sequence) {
    list[kept] = sequence
    kept += 1
  }
  list.removeLast(list.count - kept)
  return list
}
