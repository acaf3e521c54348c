import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// The journals of recordings that are under way, as a process that is killed would leave them.
enum LeftJournal {
  /// The journal of a recording into a folder, as it is at this moment, with an owner who is not there any more.
  static func bytes(_ folder: TemporaryFolder, _ name: String) throws -> [UInt8] {
    try bury(try folder.bytes(folder.path + "/" + name + TraceRecording.journalExtension))
  }

  /// The trace beside a journal once every full half of it is sealed, so that both are of one moment; nil where no half is full.
  static func sealedTrace(_ folder: TemporaryFolder, _ name: String, beside journal: [UInt8]) throws -> [UInt8]? {
    let sealed = try #require(try JournalReader(journal).halves().last).begin.generation - 1
    guard sealed > 0 else { return nil }
    var trace: [UInt8]?
    try expectSoon("chunk \(sealed)") {
      trace = try? folder.bytes(folder.path + "/" + name + TraceRecording.traceExtension)
      return trace.map { TraceInfo($0).chunks.count } == Int(sealed)
    }
    return trace
  }

  /// The same journal, of a process that is gone.
  static func bury(_ bytes: [UInt8]) throws -> [UInt8] {
    var head = try JournalHead(bytes, limits: ResourceLimits())
    head.owner = ProcessIdentity(number: 0, started: 0, boot: 0)
    let encoded = head.encoded()
    // What changes stands between the two checked parts.
    var buried = bytes
    buried.replaceSubrange(JournalLayout.text..<encoded.count, with: encoded[JournalLayout.text...])
    buried.replaceSubrange(..<72, with: encoded[..<72])
    return buried
  }
}

extension TemporaryFolder {
  /// A folder with the files of a session whose process is gone.
  static func left(journal: [UInt8], trace: [UInt8]? = nil, name: String = "a") throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write(journal, name + TraceRecording.journalExtension)
    if let trace { try folder.write(trace, name + TraceRecording.traceExtension) }
    return folder
  }
}
