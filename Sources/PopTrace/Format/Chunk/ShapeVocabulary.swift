/// The shapes that are part of the format, so that no chunk has to list them. An event of a common shape costs one number, and because what
/// happens in an app mostly follows from what happened before, that is mostly the rank of the shape among those that usually come next.
struct ShapeVocabulary: Sendable {
  static let ranks = 4
  static let standard = ShapeVocabulary(ShapeTableText.entries)
  /// The shapes; a name they give is an index in ``NamePieces/wellKnown``.
  let shapes: [EventShape]
  /// The same made ready for reading, with names likewise.
  let ready: [DecodingShape]
  let named: [Int]
  /// The shapes that usually follow each shape, ``ranks`` each; at the end those that come first.
  let followers: [Int32]
  /// The numbers of the shapes, for writers: readers never ask, and begin the sooner.
  static let numbers = [EventShape: Int](uniqueKeysWithValues: zip(standard.shapes, standard.shapes.indices))
  /// The row of ``followers`` for the first event, and for one after a shape that is not of the vocabulary.
  var start: Int { shapes.count }

  private init(_ entries: String) {
    do throws(Malformed) {
      (shapes, followers) = try Self.read(entries)
      ready = try shapes.map { shape throws(Malformed) in try DecodingShape(shape) }
    } catch {
      preconditionFailure("the vocabulary \(error.what)")
    }
    named = shapes.indices.filter { [shapes] in shapes[$0].name >= 0 }
    // Readers follow them without looking whether there is such a shape.
    precondition(followers.count == (shapes.count + 1) * Self.ranks)
    precondition(followers.allSatisfy { [shapes] in shapes.indices.contains(Int($0)) })
  }

  /// Reads the table: of each entry a shape, which the last one does not have, and the numbers of those that usually come next.
  private static func read(_ entries: String) throws(Malformed) -> (shapes: [EventShape], followers: [Int32]) {
    var shapes: [EventShape] = []
    var followers: [Int32] = []
    var (shape, number): ([UInt8], Int32) = ([], -1)
    var isShape = true
    // By bytes and in one pass: taking a text apart would be a third of the time in which the tool starts.
    for byte in Array(entries.utf8) + [UInt8(ascii: ",")] {
      let isEnd = byte == UInt8(ascii: ",")
      if isEnd || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        if isShape, !shape.isEmpty {
          if shape != [UInt8(ascii: "-")] { shapes.append(try Self.shape(shape)) }
          shape.removeAll(keepingCapacity: true)
          isShape = false
        } else if !isShape, number >= 0 {
          followers.append(number)
        }
        number = -1
        if isEnd { isShape = true }
      } else if isShape {
        shape.append(byte)
      } else {
        number = max(0, number) * 10 + Int32(byte - UInt8(ascii: "0"))
      }
    }
    return (shapes, followers)
  }

  /// The shape that a few hexadecimal digits are.
  private static func shape(_ digits: [UInt8]) throws(Malformed) -> EventShape {
    var bytes: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      let value = digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
      if index & 1 == 0 { bytes.append(value << 4) } else { bytes[bytes.count - 1] |= value }
    }
    var reader = ByteReader(bytes, bytes.indices)
    return try EventShape(&reader, names: NamePieces.wellKnown.count)
  }

  /// The rank of a shape among those foretold after another; nil where it is not.
  func rank(of shape: Int, after row: Int) -> Int? {
    (0..<Self.ranks).first { Int(followers[row * Self.ranks + $0]) == shape }
  }
}

/// The shapes of the vocabulary, drawn from simulated sessions under all standard policies. Part of the format, and so never changed.
///
/// The most frequent first: the shape as a chunk would have it, in hexadecimal (a name it gives is an index in ``NamePieces/wellKnown``),
/// and the numbers of the four shapes that most often come next. The last has no shape: it says what comes first, and next after a shape
/// that is not of the vocabulary.
enum ShapeTableText {
  static let entries = """
    108d8008 2 7 13 34, a2c4800200 10 0 11 25, 80a4062020 0 11 5 21, a2c48602012001 12 0 5 59,
    82a446012001 3 27 65 0, 048108 8 14 45 35, 038010 0 5 16 19, 81a44801 1 31 0 2, 028018 9 8 12 43,
    058110 6 22 101 43, 22e542810101 29 0 67 5, 108c8008 2 26 13 7, 22e542820201 37 0 5 89, 80a4062120 11 0 24 56,
    028010 46 9 43 5, 3501 0 5 16 80, 3401 15 0 5 112, 81c44801 28 1 31 0, 038108 0 5 7 19, 36818004 23 0 5 19,
    a2c48602052001 74 0 5 16, 10918010 2 13 7 26, 068008 6 0 64 16, 3701 0 5 16 88, 10908010 2 13 7 26,
    12e5028101 4 185 0 1, 80a4062520 11 0 5 24, 9744 3 42 63 33, 9244 1 31 99 32, 9324 25 0 5 32, 028118 18 8 78 77,
    a0c482a00202 1 84 0 2, 43818040 54 131 155 188, a2c48602042001 55 0 47 5, 9624 17 184 111 171, 028020 9 46 35 5,
    058008 6 53 22 0, 9724 59 91 0 5, 108d8010 2 7 34 26, 4101 0 5 16 19, 3001 0 47 134 5, 85a4060520 20 160 65 0,
    a2c48602062001 12 0 59 5, 058010 6 43 0 53, 14858004 0 58 5 32, 058108 22 6 101 127, 068110 36 6 99 92,
    31818004 0 5 16 23, 4001 39 0 5 16, 3201 0 50 5 16, 3301 0 5 49 19, 028008 18 0 10 21, 31808004 56 0 21 8,
    038020 53 0 92 21, 82a446062001 42 27 65 0, 85d0060420 33 160 65 0, 018118 51 53 6 70, 9024 60 82 0 1,
    12850205 41 4 0 5, 9650 17 111 184 171, 80c4062220 75 24 0 124, 81a44001 1 31 0 2, a0a482a00201 115 82 180 17,
    83c408 8 14 35 12, 048110 8 35 45 78, a1c48040 3 27 33 20, 058020 66 53 0 92, 12c50201 4 185 0 1,
    12e9028101 4 185 0 1, 12e5028104 4 185 0 1, 018018 51 70 14 35, 12e5028102 4 185 0 1, 3801 72 0 11 114,
    048020 73 8 35 78, 85d0060520 20 65 160 0, 206590 34 7 0 5, 3b01 0 76 11 123, 82a446022001 63 27 65 0,
    048010 8 36 78 43, 12e5028103 4 185 0 1, 3400 112 15 80 0, 1111 41 0 156 5, 80c4062120 75 56 24 0,
    12910205 41 4 0 5, 3a01 87 0 102 21, 15850402 0 5 34 16, 80a4062320 11 0 50 5, 3900 105 84 24 0,
    36808004 132 88 23 0, 81b04801 1 31 0 2, 1505 0 5 16 25, 9648 17 111 171 184, 068020 92 66 53 36,
    81a45001 1 31 0 2, 03c010 177 0 25 71, a2c48602022001 6 22 59 66, a2c48602072001 0 21 11 175,
    22e942820201 37 103 117 0, a2c486020a2001 0 32 5 21, 068010 99 0 43 36, 048120 8 73 35 45, 85a4060220 95 65 0 1,
    3901 84 105 0 72, 81a84801 1 31 0 2, 038110 6 0 43 5, 3a00 87 0 102 11, 048008 8 14 36 35, 12910301 4 0 1 2,
    05c110 94 101 0 1, 12f1028101 4 185 0 1, 81d04801 1 31 0 2, 81c4c880040101 28 1 31 0, 3500 80 0 21 16,
    1105 41 156 0 5, 3800 11 24 0 21, 9044 60 82 0 1, 85a4060720 96 160 65 0, 22e942810101 29 67 0 146,
    108c8010 2 26 7 13, 2291430101 119 0 67 107, 85a4060b20 121 0 1 2, a2c486020b2001 24 0 11 5, 1109 41 0 156 5,
    3b00 0 11 76 24, 22f142810101 29 67 0 18, 81c84801 1 31 0 2, 038008 43 0 21 106, 9630 17 111 171 184,
    12890205 41 4 0 5, 1611 116 0 129 5, 10b0841040 182 179 120 62, 82a846062001 42 27 65 0, 3700 88 0 19 39,
    17918008 0 133 72 11, 85b0060420 33 160 65 0, 04a008 77 0 1 2, 02c010 108 0 25 139, 4181060410 0 5 19 39,
    81b0c880040101 1 31 0 2, 12e9028102 4 185 0 1, 12890301 4 0 1 2, a2c48602082001 36 6 92 0, 40810408 39 0 5 11,
    15910402 0 5 21 81, 12c50203 4 185 0 1, 12e9028103 4 185 0 1, 12c50204 4 0 1 2, 9644 17 171 184 0,
    12c50202 4 185 0 1, 12e9028104 4 185 0 1, 14918004 0 21 150 8, 4181060510 0 5 23 25, 04e10803 136 77 0 1,
    12910303 4 185 0 1, 4081060410 137 0 5 19, 85b0060a20 98 160 65 0, 82a446052001 20 65 27 0, 4181060310 0 5 30 23,
    15890402 0 5 34 11, 4081060510 151 0 5 23, 9144 33 98 20 65, 81d0c880040101 1 31 0 2, 1104 41 156 8 24,
    12910302 4 0 1 2, 12910304 4 0 1 2, 10ac8008 7 2 13 61, 80a4062420 85 0 5 24, 10918008 2 7 61 34,
    4081060310 157 0 5 16, 10ac841040 182 179 120 57, 1509 0 5 23 16, 81c48c0101 28 99 0 21, 82b046022001 63 27 65 0,
    10ac840840 179 182 0 1, 1511 0 5 11 68, 1604 116 0 175 84, 13e5800481 135 0 11 67, 06c010 64 0 30 25,
    12840205 41 4 21 0, 81e4481201 1 0 2 3, 80c4062020 24 0 32 124, 17858008 0 5 16 11, 80e406122020 97 0 38 167,
    9628 17 111 184 171, 81c45001 28 1 31 0, 82a486010120 3 27 65 0, 12f1028103 4 185 0 1, 058120 66 53 6 11,
    85a4060a20 98 160 65 0, 81a46001 1 31 0 2, 22f142820201 37 0 47 119, 4201 0 156 41 19, - 52 70 11 8
    """
}
