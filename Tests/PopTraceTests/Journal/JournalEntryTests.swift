import PopupScheduling
import Testing

@testable import PopTrace

@Suite("An entry of a journal")
struct JournalEntryTests {
  private func spec(_ spec: PopupSpec, pages: Int = 9, at index: Int = 0) -> [UInt64] {
    HandMadeHalf.words(JournalSpec.words) { JournalSpec.store(spec, pageCount: pages, index: index, in: $0) }
  }

  private func page(_ spec: PageSpec, number: Int64 = 0, at index: Int = 0) -> [UInt64] {
    HandMadeHalf.words(JournalPage.words) { JournalPage.store(spec, number: number, index: index, in: $0) }
  }

  private func read<Entry>(
    _ kind: JournalRecord.Kind, _ words: [UInt64], _ make: (JournalRecords.Record) -> Entry?
  ) -> Entry? {
    var half = HandMadeHalf()
    half.add(kind, words)
    var records = half.opened()
    return records?.next().flatMap(make)
  }

  @Test("Each attribute of a popup comes back, alone and with all others")
  func attributes() {
    let usual = PopupSpec(name: .none).values
    var all = usual
    for (index, attribute) in PopupSpec.attributes.enumerated() {
      var one = usual
      // Other than the usual one, and another for each.
      one[index] =
        switch attribute.shape {
        case .choice, .flag: 1 - attribute.usual
        case .word: Int64(attribute.words.count) - 1
        case .number(let numbers): numbers.upperBound - Int64(index)
        case .name, .list, .page, .length: Int64(index)
        }
      all[index] = one[index]
      for known in [PopupSpec(values: one), PopupSpec(values: all)] {
        #expect(read(.spec, spec(known, pages: 99)) { JournalSpec($0)?.spec } == known, "\(attribute.name)")
      }
      #expect(index == 0 || PopupSpec(values: one) != PopupSpec(name: .none))
    }
    #expect(all.indices.allSatisfy { $0 == 0 || all[$0] != usual[$0] })
  }

  @Test("A page that the session does not have is left out of attributes")
  func unknownPage() {
    var known = PopupSpec(name: Symbol(0))
    (known.instance, known.callerPage) = (PageID(8), PageID(9))
    let read = read(.spec, spec(known, pages: 9)) { JournalSpec($0)?.spec }
    #expect(read?.instance == PageID(8) && read?.callerPage.isNone == true)
  }

  @Test("Attributes of words or lengths that there are not are none")
  func unsoundAttributes() {
    func isSound(_ change: (inout [UInt64]) -> Void) -> Bool {
      var words = spec(PopupSpec(name: Symbol(0)))
      change(&words)
      return read(.spec, words) { JournalSpec($0) } != nil
    }
    #expect(isSound { _ in })
    #expect(!isSound { $0.append(0) } && !isSound { $0.removeLast() })
    let usual = PopupSpec(name: Symbol(0)).values
    /// Where an attribute stands: its word, and its lowest bit there.
    func place(of attribute: Int) -> (word: Int, bit: UInt64) {
      var values = usual
      values[attribute] ^= 1
      let (one, other) = (spec(PopupSpec(values: usual)), spec(PopupSpec(values: values)))
      let word = one.indices.first { one[$0] != other[$0] } ?? 0
      return (word, UInt64((one[word] ^ other[word]).trailingZeroBitCount))
    }
    let limit = UInt64(SlotCheck.timeLimit)
    var end: (word: Int, bit: UInt64) = (0, 0)
    for (index, attribute) in PopupSpec.attributes.enumerated() {
      let (word, bit) = place(of: index)
      switch attribute.shape {
      case .word: #expect(!isSound { $0[word] |= 0xF0 << bit }, "\(attribute.name)")
      case .choice, .flag:
        #expect(isSound { $0[word] |= 1 << bit }, "\(attribute.name)")
        if (word, bit) >= end { end = (word, bit + 1) }
      case .length:
        #expect(isSound { $0[word] = limit - 1 } && isSound { $0[word] = 0 &- limit + 1 }, "\(attribute.name)")
        #expect(!isSound { $0[word] = limit } && !isSound { $0[word] = 0 &- limit }, "\(attribute.name)")
      case .name, .list, .page, .number: break
      }
    }
    // Behind the flags there is nothing.
    for bit in end.bit..<64 { #expect(!isSound { $0[end.word] |= 1 << bit }) }
  }

  @Test("A page comes back as it is; one of words that there are not is none")
  func page() {
    for navigation in [nil, false, true] {
      for presentation in PagePresentation.allCases {
        var known = PageSpec()
        (known.classes, known.container, known.scene) = (NameListID(2), PageID(5), 60_000)
        (known.presentation, known.navigation) = (presentation, navigation)
        let words = page(known, number: 1 << 40, at: 6)
        let read = read(.page, words) { JournalPage($0) }
        #expect(read?.spec == known && read?.number == 1 << 40 && words[0] & 0xFFFF_FFFF == 6)
      }
    }
    func isSound(_ change: (inout [UInt64]) -> Void) -> Bool {
      var words = page(PageSpec())
      change(&words)
      return read(.page, words) { JournalPage($0) } != nil
    }
    #expect(isSound { _ in } && isSound { $0[1] |= 2 << 56 })
    #expect(!isSound { $0[1] |= 3 << 56 } && !isSound { $0[1] |= 0x70 << 48 } && !isSound { $0.append(0) })
  }

  @Test("A change alters what it says and nothing else; one of nothing, or of something unknown, is none")
  func change() {
    for bits in 0..<9 as Range<Int32> {
      var known = PopupChange()
      if bits & 1 != 0 { known.level = -4 }
      if bits & 2 != 0 { known.pages = NameListID(6) }
      if bits & 4 != 0 { known.expires = Ticks(77) }
      let read = read(.change, [HandMadeHalf.pair(3, bits), HandMadeHalf.pair(-4, 6), 77]) { JournalChange($0)?.change }
      #expect(read == (bits == 0 || bits == 8 ? nil : known))
      guard bits > 0, bits < 8 else { continue }
      let words = HandMadeHalf.words(JournalChange.words) { JournalChange.store(known, index: 3, in: $0) }
      #expect(
        self.read(.change, words) { JournalChange($0)?.change } == known && words[0] == HandMadeHalf.pair(3, bits))
    }
    #expect(read(.change, [HandMadeHalf.pair(3, -1), 0, 0]) { JournalChange($0) } == nil)
    #expect(read(.change, [HandMadeHalf.pair(3, 1), 0, 0, 0]) { JournalChange($0) } == nil)
  }
}
