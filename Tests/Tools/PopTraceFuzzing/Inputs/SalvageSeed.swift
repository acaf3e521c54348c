import PopTrace

/// Traces that were put together and taken apart, to begin fuzzing from.
package enum SalvageSeed {
  /// What can be made of two traces with several chunks, by name.
  package static func all(_ first: [UInt8], _ second: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    let (one, two) = (chunks(of: first), chunks(of: second))
    let tail = Array(first[(TraceInfo(first).chunks.last?.bytes.upperBound ?? 0)...])
    return [
      ("concatenated", first + second),
      ("twice", first + first),
      ("without-ends", one.flatMap(\.self) + two.flatMap(\.self)),
      ("hole", one.enumerated().flatMap { $0.offset == 1 ? [] : $0.element } + tail),
      ("without-beginning", one.dropFirst().flatMap(\.self) + tail),
      ("backwards", one.reversed().flatMap(\.self) + tail),
      ("interleaved", zip(one, two).flatMap { $0 + $1 }),
      ("cut-off-then-whole", Array(first[..<(first.count * 2 / 3)]) + second),
      ("overwritten", one[0] + [UInt8](repeating: 0, count: 512) + one.dropFirst(2).flatMap(\.self) + tail),
    ]
  }

  private static func chunks(of file: [UInt8]) -> [[UInt8]] { TraceInfo(file).chunks.map { Array(file[$0.bytes]) } }
}
