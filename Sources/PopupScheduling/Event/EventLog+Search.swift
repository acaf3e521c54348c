extension [Event] {
  /// The index of the event with a sequence number; nil where it is missing.
  ///
  /// - Parameters:
  ///   - sequence: The number; negative for no event.
  ///   - end: The index before which it has to be; `endIndex` where nothing is said.
  /// - Complexity: O(1) where no number is missing in front of it, else O(log n).
  @inlinable
  package func index(ofSequence sequence: Int32, before end: Int? = nil) -> Int? {
    let end = end ?? count
    guard sequence >= 0, end > 0 else { return nil }
    let guess = Int(sequence) - Int(self[0].sequence)
    if guess >= 0, guess < end, self[guess].sequence == sequence { return guess }
    let index = self[..<end].partitioningIndex { $0.sequence >= sequence }
    return index < end && self[index].sequence == sequence ? index : nil
  }
}
