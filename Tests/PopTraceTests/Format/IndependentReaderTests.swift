import Foundation
import PopTrace
import PopupScheduling
import Testing

/// The format as its documentation has it: a reader in another language, written from that page, and the zstd command see the same.
@Suite struct IndependentReaderTests {
  @Test("A reader written in Python from the documentation reads the same", arguments: 0..<8)
  func python(seed: Int) throws {
    var maker = SessionMaker(seed: UInt64(1000 + seed))
    var options = TraceWriter.Options()
    options.eventsPerChunk = [4096, 9, 60, 1][seed % 4]
    options.sharesChunks = seed % 2 == 0
    options.compresses = seed % 3 != 0
    var bytes = try file(of: [], options)
    bytes += try file(of: [maker.session(events: 90), maker.session(events: 40, isScenario: true)], options)
    bytes += try file(of: [maker.session(events: 0), FieldSession.make(events: 150)], options)
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Reader/read_trace.py")
    let result = try Command.run("python3", [script.path()], file: bytes)
    #expect(result.status == 0, "\(result.errors)")
    let expected = try sessions(in: bytes).map(dump).joined()
    #expect(result.output == expected, "seed \(seed)")
  }

  @Test("The zstd command finds the file in order, and gives the contents", arguments: [true, false])
  func zstd(compresses: Bool) throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    options.compresses = compresses
    let bytes = try file(of: [FieldSession.make(events: 500)], options)
    #expect(try Command.run("zstd", ["-tq"], file: bytes).status == 0)
    let contents = try Command.run("zstd", ["-dcq"], file: bytes)
    #expect(contents.status == 0)
    #expect(contents.bytes.count == TraceInfo(bytes).contentSize)
    var flipped = bytes
    flipped[bytes.count / 2] ^= 0x10
    #expect(try Command.run("zstd", ["-tq"], file: flipped).status != 0)
  }

  // MARK: - The same text as the script's

  private func dump(_ session: Session) -> String {
    let header = session.header
    let texts = [header.session, header.app, header.build, header.started, header.policy, header.configuration]
    let numbers = [
      "\(header.tick.microseconds)", header.ended.map { "\($0.rawValue)" } ?? "-", "\(header.clampedTimes)",
      session.isScenario ? "1" : "0", "gaps",
    ]
    var lines = ["S " + (texts.map(hexed) + numbers + session.gaps.map { "\($0)" }).joined(separator: ",")]
    let catalog = session.catalog
    lines += catalog.names.texts.map { "N " + hexed($0) }
    lines += (0..<catalog.names.listCount).map { list in
      "L " + joined(catalog.names.list(NameListID(list)).map { Int64($0.rawValue) })
    }
    lines += catalog.specs.map { "A " + joined(slots($0)) }
    for (page, number) in zip(catalog.pages, catalog.pageNumbers) {
      let navigation: Int64 = page.navigation.map { $0 ? 2 : 1 } ?? 0
      lines.append(
        "P "
          + joined([
            number, Int64(page.classes.rawValue), Int64(page.container.rawValue), Int64(page.presentation.rawValue),
            Int64(page.scene), navigation,
          ]))
    }
    lines += catalog.popupNumbers.map { "U \($0)" }
    lines += catalog.changes.map { change in
      "C "
        + joined([change.level.map(Int64.init), change.pages.map { Int64($0.rawValue) }, change.expires?.rawValue])
    }
    for (place, anchor) in session.anchors.sorted(by: { $0.key < $1.key }) {
      let fields = anchor.fields.map { Int64($0.rawValue) }.sorted()
      let start: [Int64] = [
        Int64(place), Int64(anchor.nth), anchor.every ? 1 : 0, anchor.delay.rawValue, Int64(fields.count),
      ]
      lines.append("X " + joined(start + fields + slots(anchor.pattern)))
    }
    for event in session.events {
      let over = session.log.over(of: event).map { Int64($0.rawValue) }
      lines.append("E " + joined(eventSlots(event) + over))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func slots(_ spec: PopupSpec) -> [Int64] {
    [
      Int64(spec.name.rawValue), Int64(spec.kind.rawValue), Int64(spec.level), Int64(spec.pages.rawValue),
      spec.matching == .exact ? 1 : 0, Int64(spec.instance.rawValue), spec.keepAlive ? 1 : 0,
      spec.content == .async ? 1 : 0, spec.condition ? 0 : 1, spec.whenBarred == .drop ? 1 : 0,
      Int64(spec.onHigher.rawValue), Int64(spec.chain.rawValue), Int64(spec.key.rawValue), spec.expires.rawValue,
      spec.autoDismiss.rawValue, spec.showLength.rawValue, spec.hideLength.rawValue, spec.needsKeyboard ? 1 : 0,
      Int64(spec.scene), Int64(spec.scheduler), Int64(spec.object), Int64(spec.host.rawValue),
      Int64(spec.dismissal.rawValue), spec.next ? 1 : 0, Int64(spec.user.rawValue), Int64(spec.callerPage.rawValue),
    ]
  }

  private func eventSlots(_ event: Event) -> [Int64] {
    [
      Int64(event.sequence), event.time.rawValue, Int64(event.kind.rawValue), Int64(event.code),
      Int64(event.flags.rawValue), Int64(event.popup.rawValue), Int64(event.page.rawValue), Int64(event.cause),
      Int64(event.generation), Int64(event.timer.rawValue), Int64(event.name.rawValue), Int64(event.attributes),
      event.value, Int64(event.scene), Int64(event.scheduler),
    ]
  }

  private func slots(_ pattern: Event) -> [Int64] {
    [
      Int64(pattern.kind.rawValue), Int64(pattern.code), Int64(pattern.flags.rawValue), Int64(pattern.popup.rawValue),
      Int64(pattern.page.rawValue), Int64(pattern.timer.rawValue), Int64(pattern.attributes),
      Int64(pattern.name.rawValue), Int64(pattern.generation), pattern.value, Int64(pattern.scene),
      Int64(pattern.scheduler),
    ]
  }

  private func joined(_ values: [Int64?]) -> String {
    values.map { $0.map { "\($0)" } ?? "-" }.joined(separator: ",")
  }

  private func hexed(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
