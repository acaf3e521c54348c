import PopupScheduling

/// Some stretches of an input, one behind the other, as if they were a file.
struct PartInput: TraceInput {
  private let input: any TraceInput
  /// Where each stretch begins, in the input and in what it is made to be.
  private var starts: [Int] = []
  private var offsets: [Int] = []
  private var end = 0

  init(_ input: any TraceInput, _ part: ChunkIndex.Part) {
    self.input = input
    for entry in part.entries {
      if let last = starts.last, let offset = offsets.last, entry.start == last + end - offset {
        end += Int(entry.size)
        continue
      }
      starts.append(entry.start)
      offsets.append(end)
      end += Int(entry.size)
    }
  }

  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    guard offset < end else { return 0 }
    let stretch = stretch(of: offset)
    let stop = stretch + 1 < offsets.count ? offsets[stretch + 1] : end
    return try input.read(
      at: starts[stretch] + offset - offsets[stretch], atMost: min(count, stop - offset), into: &bytes)
  }

  /// Where in the input an offset is.
  func inputOffset(of offset: Int) -> Int {
    guard !offsets.isEmpty else { return offset }
    let stretch = stretch(of: offset)
    return starts[stretch] + offset - offsets[stretch]
  }

  /// Where in the input a range is: piece by piece, where it goes over the end of a stretch.
  func inputRanges(of range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty, !offsets.isEmpty else {
      let start = inputOffset(of: range.lowerBound)
      return [start..<start]
    }
    var ranges: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < min(range.upperBound, end) {
      let stretch = stretch(of: offset)
      let stop = min(range.upperBound, stretch + 1 < offsets.count ? offsets[stretch + 1] : end)
      let start = starts[stretch] + offset - offsets[stretch]
      ranges.append(start..<start + stop - offset)
      offset = stop
    }
    return ranges
  }

  /// The last stretch that begins at an offset or before it.
  private func stretch(of offset: Int) -> Int {
    max(0, offsets.partitioningIndex { $0 > offset } - 1)
  }
}
