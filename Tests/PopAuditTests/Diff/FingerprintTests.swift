import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct FingerprintTests {
  private var script: RunScript {
    var script = RunScript()
    script.submit(1, "Update")
    script.submit(2, "Rate")
    script.submit(3, "Update")
    script.submit(4, "Update") { $0.kind = .guide }
    _ = script.page(1, "Home")
    _ = script.page(2, "Home")
    _ = script.page(3, "Cart")
    return script
  }

  private func fingerprints(_ findings: [Finding]) -> FingerprintList {
    var list = FingerprintList()
    list.read(findings, of: script.tracker, in: script.session.catalog)
    return list
  }

  private func finding(
    _ rule: Rule = .overlap, _ popup: Int64 = 1, _ other: Int64 = 2, page: Int64 = 1, time: Int64 = 5
  ) -> Finding {
    let catalog = script.session.catalog
    return Finding(
      rule, popup: catalog.knownPopup(numbered: popup), other: catalog.knownPopup(numbered: other),
      page: catalog.knownPage(numbered: page), time: Ticks(time), witness: [Int32(time)], because: "It is \(time).")
  }

  private func first(_ finding: Finding) -> Fingerprint { fingerprints([finding])[0] }

  @Test func timesIdsAndInstancesPlayNoPart() {
    #expect(first(finding()) == first(finding(time: 77)))
    #expect(first(finding(.overlap, 1)) == first(finding(.overlap, 3)))
    #expect(first(finding(page: 1)) == first(finding(page: 2)))
  }

  @Test func ruleNameKindPageClassAndPartnerTellThemApart() {
    let all = [
      finding(), finding(.duplicate), finding(.overlap, 2), finding(.overlap, 4), finding(.overlap, 1, 1),
      finding(.overlap, 1, 99), finding(page: 3), finding(page: 99), finding(.overlap, 99),
    ]
    #expect(Set(all.map(first)).count == all.count)
  }

  @Test func equalOnesAreCountedInOrder() {
    let three = fingerprints([finding(), finding(.duplicate), finding(time: 6), finding(time: 7)])
    let two = fingerprints([finding(time: 9), finding(time: 10)])
    #expect(Set((0..<4).map { three[$0] }).count == 4)
    #expect(three[0] == two[0])
    #expect(three[2] == two[1])
    #expect(two.contains(three[2]))
    #expect(!two.contains(three[3]))
    #expect(!two.contains(three[1]))
  }

  /// Few are looked through, and many looked up: each is the same among any number of others.
  @Test func howManyThereAreChangesNone() {
    let found = (0..<40).map { finding($0 % 3 == 0 ? .duplicate : .overlap, time: Int64($0)) }
    let all = fingerprints(found)
    #expect(Set(found.indices.map { all[$0] }).count == found.count)
    var list = FingerprintList()
    for count in [40, 3, 16, 17, 0, 15, 18] {
      list.read(Array(found[..<count]), of: script.tracker, in: script.session.catalog)
      #expect(list.count == count)
      for index in found.indices {
        #expect(list.index(of: all[index]) == (index < count ? index : nil), "\(index) of \(count)")
        if index < count { #expect(list[index] == all[index]) }
      }
    }
  }

  @Test func itIsTheSameInEveryBuild() {
    #expect(first(finding()).description == "5f7ca3624d044f68")
    var hash = StableHash()
    hash.combine("")
    #expect(hash.value == first(of: [0xFF]))
  }

  /// The hash of bytes, step by step as its definition says.
  private func first(of bytes: [UInt8]) -> UInt64 {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    state = (state ^ (state >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return state ^ (state >> 33)
  }

  @Test func textsDoNotRunIntoEachOther() {
    var left = StableHash()
    left.combine("ab")
    left.combine("c")
    var right = StableHash()
    right.combine("a")
    right.combine("bc")
    #expect(left.value != right.value)
  }

  @Test func itsTextIsSixteenDigitsAndReadsBack() {
    let fingerprint = Fingerprint(rawValue: 0xBEEF)
    #expect(fingerprint.description == "000000000000beef")
    #expect(Fingerprint("000000000000beef") == fingerprint)
    #expect(Fingerprint("beef") == nil)
    #expect(Fingerprint("+00000000000beef") == nil)
    #expect(Fingerprint("00000000000000zz") == nil)
  }

  @Test func aListOfNothingKeepsNothing() {
    var list = fingerprints([finding()])
    list.read([], of: script.tracker, in: script.session.catalog)
    #expect(list.count == 0)
    #expect(!list.contains(first(finding())))
  }
}
