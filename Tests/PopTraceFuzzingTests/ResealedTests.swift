import PopTrace
import PopTraceFuzzing
import Testing
import Trials

@Suite("Damage behind the checksums is reached")
struct ResealedTests {
  private static let raw = ["activity-keepalive", "field-session", "reentrant", "two-parts"]

  @Test("A sound file is left as it is", arguments: raw)
  func sound(name: String) {
    let file = Corpus.bytes("Fixtures/fuzz/trace/\(name).poptrace")
    #expect(!file.isEmpty && Resealed.seal(file) == file)
  }

  @Test("A sealed file is not refused for its checksums, whatever byte of its contents is changed", arguments: raw)
  func reached(name: String) throws {
    let file = Corpus.bytes("Fixtures/fuzz/trace/\(name).poptrace")
    var contents = 0
    // Each so many bytes, from another one on each time; a failure names the byte.
    let step = max(1, 300 / trials(few: 20))
    let turn = Int.random(in: 0..<step)
    for chunk in TraceInfo(file).chunks {
      // From behind the first block's header on: everything before is the form of the file, not its content.
      let frame = try #require(file[chunk.bytes].firstRange(of: [0x28, 0xB5, 0x2F, 0xFD]))
      let first = frame.lowerBound + Resealed.headerSize(file[frame.lowerBound + 4]) + 3
      for index in first..<chunk.bytes.upperBound - 4 {
        contents += 1
        guard contents % step == turn else { continue }
        var changed = file
        changed[index] ^= 0x55
        #expect(refusal(of: changed)?.contains("checksum") == true, "byte \(index) as it is")
        #expect(refusal(of: Resealed.seal(changed))?.contains("checksum") != true, "byte \(index) sealed")
      }
    }
    #expect(contents > 100)
  }

  private func refusal(of bytes: [UInt8]) -> String? {
    do throws(TraceError) {
      var reader = try TraceReader(bytes)
      var session = Session()
      while try reader.next(&session) {}
      return nil
    } catch {
      return error.message
    }
  }
}
