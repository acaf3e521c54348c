import PopupScheduling
import Testing

@testable import PopTrace

/// What `import` and `export` do: the two forms of a session say the same.
@Suite struct JSONLinesTraceTests {
  private func text(_ session: Session) -> String {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: 0..<30 as Range<UInt64>, [false, true])
  func aTraceFileAndItsTextSayTheSame(seed: UInt64, isScenario: Bool) throws {
    let session = RandomSession.make(seed: seed, count: 50, isScenario: isScenario)
    let imported = try JSONLines.sessions(in: Array(text(session).utf8))[0]
    var writer = TraceWriter()
    try writer.append(imported)
    var reader = try TraceReader(try writer.finish())
    var read = Session()
    #expect(try reader.next(&read))
    #expect(text(read) == text(session), "seed \(seed)")
    #expect(read.gaps == session.gaps)
  }
}
