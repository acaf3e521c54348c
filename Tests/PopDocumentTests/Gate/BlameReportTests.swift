import Testing

@testable import PopDocument

@Suite("Which keys bring which findings")
struct BlameReportTests {
  private let order = BlameReport.Key("order", candidate: "lifo", reference: "level")
  private let leaving = BlameReport.Key("leaving", candidate: "drop", reference: "park")

  private func entry(
    _ fingerprint: String, _ trace: String = "a", _ index: Int = 0, alone: [String] = [], pairs: [[String]] = []
  ) -> BlameEntry {
    BlameEntry(
      fingerprint: fingerprint, trace: trace, index: index, keys: [order, leaving], alone: alone, pairs: pairs)
  }

  @Test("A row says what all of its sessions agree on, pairs only where no key does it alone")
  func common() throws {
    let report = BlameReport(
      [
        entry("1", "a", alone: ["order", "leaving"]), entry("1", "b", alone: ["leaving"]),
        entry("2", "a", alone: ["order"], pairs: [["order", "leaving"]]),
        entry("2", "b", alone: ["leaving"], pairs: [["order", "leaving"]]),
        entry("3", pairs: [["order", "leaving"]]),
      ], of: ["3", "1", "2"], lines: [:])
    #expect(report.rows.map(\.fingerprint) == ["3", "1", "2"] && report.leftOut == 0)
    let rows = report.rows
    #expect(rows.map(\.alone) == [[], ["leaving"], []])
    #expect(rows.map(\.pairs) == [[["order", "leaving"]], [], [["order", "leaving"]]])
    #expect(rows.map(\.sessions) == [1, 2, 2])
  }

  @Test("What is blamed is every key that it takes, with its value in the candidate")
  func cause() {
    var one = entry("1", alone: ["leaving"])
    #expect(one.cause.map(\.description) == ["leaving: drop"])
    one.with = ["order"]
    #expect(one.cause.map(\.description) == ["order: lifo", "leaving: drop"])
    #expect(entry("1", pairs: [["order", "leaving"]]).cause.count == 2)
    #expect(entry("1").cause.isEmpty)
  }

  @Test("What no keys are known for is no row")
  func unknown() {
    let report = BlameReport(
      [BlameEntry(fingerprint: "1", trace: "a", index: 0, keys: [])], of: ["1"], lines: ["base": 1])
    #expect(report.rows.isEmpty && report.leftOut == 1)
  }

  @Test("What was not looked into is counted, and what nobody asked about is left out with its keys")
  func leftOut() {
    var other = entry("1", alone: ["gates"])
    other.keys = [BlameReport.Key("gates", candidate: "off", reference: "on")]
    let report = BlameReport([other], of: ["2", "3"], lines: ["base": 1])
    #expect(report.rows.isEmpty && report.leftOut == 2 && report.keys.isEmpty)
  }

  @Test("Keys come in the order of their lines, those that a base brings with its line, and each once")
  func keys() {
    var second = entry("2", "b")
    second.keys[0].reference = "fifo"
    let report = BlameReport([entry("1"), second], of: ["1", "2"], lines: ["base": 1, "order": 3])
    #expect(report.keys.map(\.name) == ["leaving", "order"])
    #expect(report.keys.map(\.line) == [1, 3])
    #expect(report.keys.map(\.reference) == ["park", "fifo or level"])
    #expect(BlameReport([entry("1")], of: ["1"], lines: [:]).keys.map(\.line) == [nil, nil])
  }

  @Test("What parts of a corpus chose comes to what all of it would have, in any order, each once")
  func chosen() {
    let all = (0..<(BlameEntry.findingLimit + 9)).flatMap { number in
      (0..<(BlameEntry.sessionLimit + 2)).map { entry("\(1000 + number)", "t", $0) }
    }
    let one = BlameEntry.chosen(of: all)
    #expect(one.count == BlameEntry.findingLimit * BlameEntry.sessionLimit)
    #expect(one.allSatisfy { $0.index < BlameEntry.sessionLimit } && one == one.sorted(by: BlameEntry.comesFirst))
    for part in 2...5 {
      let parts = (0..<part).map { rest in
        BlameEntry.chosen(of: all.enumerated().filter { $0.offset % part == rest }.map(\.element))
      }
      #expect(BlameEntry.chosen(of: parts.reversed().flatMap { $0 } + parts[0]) == one, "\(part) parts")
    }
  }
}
