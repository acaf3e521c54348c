import PopupScheduling

/// What was made of a session whose process is gone.
public struct RecoveredSession: Hashable, Sendable {
  /// What its files are called, without extension.
  public var name: String
  /// The path of its trace; empty where nothing was left to make one of.
  public var path = ""
  /// What its journal had beyond the trace.
  public var remains = JournalReader.Remains()
  /// Why its journal could not be read, where that is so.
  public var error: TraceError?
}

extension TraceRecording {
  /// Completes the traces of all sessions in a directory whose processes are gone, from what they left in their journals.
  ///
  /// ```swift
  /// for session in try TraceRecording.recover(in: directory) { print(session.name, session.remains.addedEvents) }
  /// ```
  ///
  /// Nothing is lost that was recorded, nothing is there twice, and nothing is made up. A completed trace says so in its header
  /// (``SessionHeader/isRecovered``), and has no end where the session had none. May run in several processes at once, each taking what the
  /// others have not; being killed in the middle of it does no harm.
  ///
  /// - Parameter limits: How much the files may ask for: another writer may have changed them meanwhile.
  /// - Throws: A ``TraceError`` where the directory cannot be read. A journal that cannot be completed is named in the result, and left.
  /// - Complexity: Reads each trace and the two halves of its journal: not for the main thread.
  @discardableResult
  public static func recover(
    in directory: String, limits: ResourceLimits = ResourceLimits()
  ) throws(TraceError) -> [RecoveredSession] {
    let folder = RecordingDirectory(path: directory)
    var sessions: [RecoveredSession] = []
    for entry in try folder.entries() {
      for journal in entry.journals {
        if JournalReader.hasLivingOwner([journal], in: directory) { continue }
        do throws(TraceError) {
          guard let claimed = try folder.claim(journal, of: entry.name) else { continue }
          sessions.append(try recover(entry.name, from: claimed, in: folder, limits))
        } catch {
          sessions.append(RecoveredSession(name: entry.name, error: error))
        }
      }
    }
    return sessions
  }

  private static func recover(
    _ name: String, from journal: String, in folder: RecordingDirectory, _ limits: ResourceLimits
  ) throws(TraceError) -> RecoveredSession {
    var recovered = RecoveredSession(name: name)
    let reader: JournalReader
    do throws(TraceError) {
      reader = try JournalReader(path: journal, limits: limits)
    } catch {
      // One of a newer app is for that app; any other was killed before its head was whole, and so before its first event.
      if error.code != .newerVersion { try FileSystem.remove(journal) }
      recovered.error = error
      return recovered
    }
    let path = folder.tracePath(of: name)
    let file = FileSystem.status(of: path) == nil ? [] : try SystemFile.open(path, .read).read(upTo: .max)
    let info = TraceInfo(file)
    if file.isEmpty || info.damage.isEmpty, let sink = try append(reader, to: file, info, path, journal, &recovered) {
      try sink.finish()
    } else if info.partCount > 0, info.isWhole {
      // It was complete, and only its journal had not gone yet.
      try FileSystem.remove(journal)
    } else {
      try rewrite(reader, file, path, &recovered)
      try FileSystem.remove(journal)
    }
    if recovered.error == nil, FileSystem.status(of: path) != nil { recovered.path = path }
    return recovered
  }

  /// Goes on where the trace leaves off; nil where the two do not meet, or a part of the journal was rolled back.
  private static func append(
    _ reader: JournalReader, to file: [UInt8], _ info: TraceInfo, _ path: String, _ journal: String,
    _ recovered: inout RecoveredSession
  ) throws(TraceError) -> FileSink? {
    guard info.partCount == 0, info.finishedSessionCount == 0 else { return nil }
    let chunks = file.isEmpty ? [] : info.chunks
    var sealer = ChunkSealer(
      header: reader.header, compression: .zstd(level: 3), after: chunks, in: file, limits: reader.limits)
    sealer.change { $0.isRecovered = true }
    var bytes: [UInt8] = []
    var remains = JournalReader.Remains()
    // Each half becomes a chunk: that the next one's generation follows on the chunks says that none of them is missing.
    var generation = UInt64(chunks.count)
    let halves = reader.halves()
    for var half in halves {
      if half.begin.generation > generation {
        guard half.begin.generation == generation + 1 else { return nil }
        generation += 1
      }
      sealer.take(&half)
      remains.holes += half.holes
      remains.addedEvents += sealer.replica.session.log.events.count
      let check = SessionCheck(limits: reader.limits, takesAnyLength: true)
      guard check.flaw(in: sealer.replica.session) == nil else { return nil }
      if half.begin.generation != halves.last?.begin.generation { bytes += try sealer.seal(isLast: false) }
    }
    sealer.note(reader.losses)
    remains.duplicateEvents = sealer.replica.duplicateEvents
    remains.unsoundEvents = sealer.replica.unsoundEvents
    remains.hasEnded = sealer.replica.hasEnded
    guard generation > 0, sealer.knowsBases, remains.holes == 0, remains.unsoundEvents == 0 else { return nil }
    recovered.remains = remains
    let sink = FileSink(path: path, journal: journal, byteCount: chunks.last?.bytes.upperBound ?? 0)
    // A session without an event gets no trace.
    guard !chunks.isEmpty || remains.addedEvents > 0 else { return sink }
    bytes += try sealer.seal(isLast: true)
    bytes += sealer.finish()
    // A journal that was changed afterwards may say what the file's chunks do not: then everything is put together anew.
    guard isSound(file[..<(chunks.last?.bytes.upperBound ?? 0)] + bytes, reader.limits) else { return nil }
    try sink.append(bytes)
    return sink
  }

  private static func isSound(_ file: ArraySlice<UInt8>, _ limits: ResourceLimits) -> Bool {
    do throws(TraceError) {
      var reader = try TraceReader(Array(file), limits: limits)
      var session = Session()
      while try reader.next(&session) {}
      return true
    } catch {
      return false
    }
  }

  /// Puts together anew what can be read of the trace and what the journal says.
  private static func rewrite(
    _ reader: JournalReader, _ file: [UInt8], _ path: String, _ recovered: inout RecoveredSession
  ) throws(TraceError) {
    var session = Session(header: reader.header)
    if !file.isEmpty {
      var trace = TraceReader(recovering: file, limits: reader.limits)
      if try !trace.next(&session) { session = Session(header: reader.header) }
    }
    recovered.remains = try reader.complete(&session)
    session.header.isRecovered = true
    guard !session.log.events.isEmpty else { return }
    var writer = TraceWriter()
    try writer.append(session)
    let bytes = try writer.finish()
    let draft = path + ".draft"
    try FileSystem.remove(draft)
    let output = try SystemFile.open(draft, .createNew)
    try output.write(bytes, at: 0)
    try output.sync()
    _ = try FileSystem.rename(draft, to: path)
  }
}

extension RecordingDirectory {
  /// Makes a journal this process's own, so that no other works on it at the same time; nil where another one was faster.
  func claim(_ journal: String, of name: String) throws(TraceError) -> String? {
    let owner = ProcessIdentity.current
    let claimed =
      name + TraceRecording.journalExtension + Self.claimMark + "\(owner.number)-\(owner.started)-\(owner.boot)-"
      + String(RandomNumber.next(), radix: 16)
    let path = path + "/" + claimed
    return try FileSystem.rename(self.path + "/" + journal, to: path) ? path : nil
  }
}

extension JournalReader {
  /// Whether a process that records into one of these journals, or is completing one, is still there.
  static func hasLivingOwner(_ journals: [String], in directory: String) -> Bool {
    journals.contains { journal in
      if let claim = claimant(of: journal) { return claim.isAlive }
      // One that cannot be read belongs to no session.
      guard let file = try? SystemFile.open(directory + "/" + journal, .read),
        let bytes = try? file.read(first: JournalLayout.text), bytes.count == JournalLayout.text
      else { return false }
      let owner = ProcessIdentity(
        number: Int64(bitPattern: bytes.word(at: 32)), started: Int64(bitPattern: bytes.word(at: 40)),
        boot: bytes.word(at: 48))
      return bytes.word(at: 0) == JournalLayout.magic && owner.isAlive
    }
  }

  private static func claimant(of journal: String) -> ProcessIdentity? {
    guard let name = RecordingDirectory.sessionName(ofJournal: journal) else { return nil }
    let mark = name + TraceRecording.journalExtension + RecordingDirectory.claimMark
    guard journal.hasPrefix(mark) else { return nil }
    let fields = journal.dropFirst(mark.count).split(separator: "-")
    guard fields.count == 4, let number = Int64(fields[0]), let started = Int64(fields[1]), let boot = UInt64(fields[2])
    else { return ProcessIdentity(number: 0, started: 0, boot: 0) }
    return ProcessIdentity(number: number, started: started, boot: boot)
  }
}
