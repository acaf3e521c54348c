import PopupScheduling
import Testing

@testable import PopTrace

/// What makes short sessions small: names of pieces, shapes of the vocabulary, and what goes without saying.
@Suite struct CompactTests {
  @Test func namesComeBackFromTheirPieces() throws {
    let names =
      NamePieces.texts + [
        "", "x", "UIViewControllerViewController", "naïve shop 🛒", "日本語ViewController", "\u{7F}\u{80}é",
        "Allow notifications?", "-e s -", "\u{10FFFF}shown",
      ]
    for name in names {
      let coded = NamePieces.encode(name)
      #expect(coded.count <= name.utf8.count)
      #expect(String(decoding: try NamePieces.decode(coded, coded.indices), as: UTF8.self) == name)
    }
    for (place, byte) in NamePieces.wellKnown.enumerated() {
      #expect(NamePieces.encode(["shown", "closed"][place]) == [byte])
    }
  }

  @Test func piecesAreBytesThatNoCharacterBeginsWith() {
    #expect(NamePieces.texts.count == 64)
    #expect(Set(NamePieces.texts).count == 64)
    #expect(NamePieces.texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func namesThatAreNoUTF8AreRefused() {
    for coded in [[0xC3], [0xC3, 0x41], [0xE3, 0x80], [0xF8, 0x80, 0x80, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      #expect(throws: Malformed.self) {
        let text = try NamePieces.decode(coded, coded.indices)
        var reader = ByteReader(text, text.indices)
        _ = try reader.text(bytes: text.count)
      }
    }
  }

  @Test func aNameOfPiecesIsNoLongerThanAName() {
    let bomb = [UInt8](repeating: NamePieces.first, count: ChunkLimits.nameBytes / 14 + 1)
    #expect(throws: Malformed.self) { try NamePieces.decode(bomb, bomb.indices) }
  }

  @Test func theVocabularyIsInOrder() {
    let vocabulary = ShapeVocabulary.standard
    #expect(vocabulary.shapes.count == 192 && vocabulary.ready.count == 192)
    #expect(vocabulary.followers.allSatisfy { $0 >= 0 && $0 < 192 })
    #expect(vocabulary.shapes.allSatisfy { EventKind(rawValue: $0.kind) != nil })
  }

  /// A recording with everything in it, in chunks that are told by ranks and in longer ones, alone and after each other.
  @Test(arguments: [40, 1024, 1025, 3000])
  func bothWaysToTellShapesGiveTheSame(count: Int) throws {
    let session = FieldSession.make(events: count)
    for options in [TraceWriter.Options(), .archive] {
      for read in try sessions(in: try file(of: [session, session], options)) {
        #expect(difference(session, read) == nil)
      }
    }
  }

  @Test func aShortSessionIsSmall() throws {
    let sessions = (0..<40).map { FieldSession.make(events: 40 + 2 * $0, seed: UInt64($0)) }
    let events = sessions.reduce(0) { $0 + $1.events.count }
    let apart = try sessions.reduce(0) { $0 + (try file(of: [$1])).count }
    #expect(Double(apart) < 6 * Double(events), "design 10; it takes \(Double(apart) / Double(events)) bytes an event")
    let packed = try file(of: sessions, .archive).count
    #expect(
      Double(packed) < 2.5 * Double(events), "design 10; it takes \(Double(packed) / Double(events)) bytes an event")
  }
}
