/// Some stretches of an input, one behind the other, as if they were a file.
struct PartInput: TraceInput {
  private let input: any TraceInput
  /// Where each stretch begins, in the input and in what it is made to be.
  private var starts: [Int] = []
  private var places: [Int] = []
  private var end = 0

  init(_ input: any TraceInput, _ part: ChunkIndex.Part) {
    self.input = input
    for entry in part.entries {
      if let last = starts.last, let place = places.last, entry.start == last + end - place {
        end += Int(entry.size)
        continue
      }
      starts.append(entry.start)
      places.append(end)
      end += Int(entry.size)
    }
  }

  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    guard offset < end else { return 0 }
    let stretch = stretch(of: offset)
    let stop = stretch + 1 < places.count ? places[stretch + 1] : end
    return try input.read(
      at: starts[stretch] + offset - places[stretch], atMost: min(count, stop - offset), into: &bytes)
  }

  /// Where in the input a place is.
  func place(of offset: Int) -> Int {
    guard !places.isEmpty else { return offset }
    let stretch = stretch(of: offset)
    return starts[stretch] + offset - places[stretch]
  }

  /// Where in the input a range is: piece by piece, where it goes over the end of a stretch.
  func places(of range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty, !places.isEmpty else {
      let place = place(of: range.lowerBound)
      return [place..<place]
    }
    var ranges: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < min(range.upperBound, end) {
      let stretch = stretch(of: offset)
      let stop = min(range.upperBound, stretch + 1 < places.count ? places[stretch + 1] : end)
      let start = starts[stretch] + offset - places[stretch]
      ranges.append(start..<start + stop - offset)
      offset = stop
    }
    return ranges
  }

  /// The last stretch that begins at a place or before it.
  private func stretch(of offset: Int) -> Int {
    var (low, high) = (0, places.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
