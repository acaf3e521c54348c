import Foundation
import Testing

@testable import PopTrace

@Suite struct CorruptFileTests {
  private func error(_ bytes: [UInt8], _ name: String) -> TraceError? {
    do {
      guard name.hasSuffix(".poptrace") else {
        _ = try JSONLines.sessions(in: bytes)
        return nil
      }
      var reader = try TraceReader(bytes)
      var session = Session()
      while try reader.next(&session) {}
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: CorruptFile.all)
  func isMadeFromTheSoundOne(file: CorruptFile) throws {
    let made = try file.made()
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      try Data(made).write(to: CorruptFile.folder.appending(path: file.name))
    }
    #expect(try CorruptFile.bytes(file.name) == made, "POPTRACE_RECORD=1 writes \(file.name) anew")
  }

  @Test(arguments: CorruptFile.all.filter { $0.code != nil })
  func isRefusedWithAReason(file: CorruptFile) throws {
    let error = try #require(self.error(try CorruptFile.bytes(file.name), file.name))
    #expect(error.code == file.code, "\(error)")
    #expect(error.message.count > 20)
  }

  @Test(arguments: CorruptFile.all.filter { $0.code == nil })
  func isReadAsFarAsItGoes(file: CorruptFile) throws {
    var reader = try TraceReader(try CorruptFile.bytes(file.name))
    var session = Session()
    var read = (sessions: 0, events: 0)
    while try reader.next(&session) {
      read.sessions += 1
      read.events += session.events.count
    }
    #expect(reader.isUnfinished)
    #expect(try read == #require(file.saved))
  }

  @Test(arguments: CorruptFile.all.filter { $0.saved != nil })
  func givesWhatCanBeSaved(file: CorruptFile) throws {
    var reader = TraceReader(recovering: try CorruptFile.bytes(file.name))
    var session = Session()
    var saved = (sessions: 0, events: 0)
    while try reader.next(&session) {
      saved.sessions += 1
      saved.events += session.events.count
    }
    #expect(try saved == #require(file.saved))
    #expect(reader.damage.isEmpty == (file.code == nil || file.code == .empty))
  }

  @Test func theSoundOneIsSound() throws {
    var file = try CorruptFile("x.poptrace", .corrupt, saved: nil) { _ in }.made()
    #expect(CorruptFile.chunks(of: file).count == 5)
    #expect(error(file, "x.poptrace") == nil)
    #expect(!(try readToTheEnd(file).isUnfinished))
    file.removeLast()
    #expect(try readToTheEnd(file).isUnfinished)
  }

  private func readToTheEnd(_ bytes: [UInt8]) throws -> TraceReader {
    var reader = try TraceReader(bytes)
    var session = Session()
    while try reader.next(&session) {}
    return reader
  }

  @Test func tableAndFolderAgree() throws {
    let readme = String(decoding: try CorruptFile.bytes("README.md"), as: UTF8.self)
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let listed = rows.map { row in
      let pieces = row.split(separator: "`", omittingEmptySubsequences: false)
      return [String(pieces[1]), String(pieces[3])]
    }
    #expect(listed == CorruptFile.all.map { [$0.name, $0.code?.rawValue ?? "unfinished"] })
    let files = try FileManager.default.contentsOfDirectory(atPath: CorruptFile.folder.path())
    #expect(files.sorted() == (CorruptFile.all.map(\.name) + ["README.md", "source.jsonl"]).sorted())
  }
}
