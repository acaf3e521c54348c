import PopSystem
import PopupScheduling

/// What was made of a session whose process is gone.
public struct RecoveredSession: Hashable, Sendable {
  /// What its files are called, without extension.
  public var name: String
  /// The path of its trace; empty where nothing was left to make one of.
  public var path = ""
  /// What its journal had beyond the trace.
  public var remains = JournalReader.Remains()
  /// How many events are known to be lost: no room was left for them, or what they refer to is gone.
  public var lost = 0
  /// Why its journal could not be read, where that is so.
  public var error: TraceError?
}

extension TraceRecording {
  /// Completes the traces of all sessions in a directory whose processes are gone, from what they left in their journals.
  ///
  /// A completed trace says so in its header (``SessionHeader/isRecovered``), and has no end where the session had none. May run in several
  /// processes at once, each taking what the others have not; being killed in the middle of it does no harm.
  ///
  /// - `limits`: How much the files may ask for: another writer may have changed them meanwhile.
  /// - Throws: A ``TraceError`` where the directory cannot be read. A journal that cannot be completed is named in the result, and left.
  /// - Complexity: Reads each trace and the two halves of its journal: not for the main thread.
  @discardableResult
  public static func recover(
    in directory: String, limits: ResourceLimits = ResourceLimits()
  ) throws(TraceError) -> [RecoveredSession] {
    let folder = RecordingDirectory(path: directory)
    var sessions: [RecoveredSession] = []
    for entry in try TraceError.catching({ () throws(SystemError) in try folder.entries() }) {
      // Where a process is still at one of them, nobody else touches the trace beside it.
      guard !entry.journals.contains(where: { (try? folder.hasLivingOwner($0)) == true }) else { continue }
      for journal in entry.journals {
        if let session = recover(entry.name, journal, in: folder, limits) { sessions.append(session) }
      }
    }
    return sessions
  }

  private static func recover(
    _ name: String, _ journal: String, in folder: RecordingDirectory, _ limits: ResourceLimits
  ) -> RecoveredSession? {
    var claimed: String?
    do throws(TraceError) {
      guard try !folder.hasLivingOwner(journal) else { return nil }
      claimed = try TraceError.catching { () throws(SystemError) in try folder.claim(journal, of: name) }
      guard let claimed else { return nil }
      return try recover(name, from: folder.path + "/" + claimed, in: folder, limits)
    } catch {
      // Whatever it is: what cannot be read, or completed, now stays for whoever can.
      if let claimed { folder.release(claimed, of: name) }
      return RecoveredSession(name: name, error: error)
    }
  }

  private static func recover(
    _ name: String, from journal: String, in folder: RecordingDirectory, _ limits: ResourceLimits
  ) throws(TraceError) -> RecoveredSession {
    var recovered = RecoveredSession(name: name)
    let reader = try JournalReader(path: journal, limits: limits)
    let path = folder.tracePath(of: name)
    var (file, trace): ([UInt8], FileSink.OpenTrace?) = ([], nil)
    try TraceError.catching { () throws(SystemError) in
      guard let there = try SystemFile.openIfThere(path, .existing) else { return }
      file = try there.contents()
      let end = TraceInfo(file).chunks.last?.bytes.upperBound ?? 0
      if end > 0 { trace = FileSink.OpenTrace(there, byteCount: end, of: file) }
    }
    var info = TraceInfo(file)
    if let first = info.chunks.first, info.sessionCount > 1 || !isOf(reader, first) {
      try TraceError.catching { () throws(SystemError) in try FileSink.OpenTrace.setAside(path) }
      (file, trace, info) = ([], nil, TraceInfo([]))
    }
    let sink = FileSink(path: path, journal: journal, trace: trace)
    var isAppended = file.isEmpty || info.damage.isEmpty
    if isAppended { isAppended = try append(reader, to: file, info, sink, &recovered) }
    if !isAppended { try putTogether(reader, file, info, path, &recovered) }
    recovered.lost = Int(clamping: reader.losses.dropped) + recovered.remains.unsoundEvents
    try TraceError.catching { () throws(SystemError) in try sink.finish() }
    if FileSystem.identity(of: path) != nil { recovered.path = path }
    return recovered
  }

  /// Goes on where the trace leaves off; false where the two do not meet, or a part of the journal was rolled back.
  private static func append(
    _ reader: JournalReader, to file: [UInt8], _ info: TraceInfo, _ sink: FileSink, _ recovered: inout RecoveredSession
  ) throws(TraceError) -> Bool {
    guard info.partCount == 0, info.finishedSessionCount == 0 else { return false }
    let chunks = file.isEmpty ? [] : info.chunks
    var sealer = ChunkSealer(
      header: reader.header, compression: .zstd(level: 3), after: chunks, limits: reader.limits)
    sealer.builder.session.header.isRecovered = true
    var bytes: [UInt8] = []
    var remains = JournalReader.Remains()
    // Each half becomes a chunk: that the next one's generation follows on the chunks says that none of them is missing.
    var generation = UInt64(chunks.count)
    let halves = reader.halves()
    for var half in halves {
      if half.begin.generation > generation {
        guard half.begin.generation == generation + 1 else { return false }
        generation += 1
      }
      sealer.take(&half)
      remains.addedEvents += sealer.builder.session.log.events.count
      guard reader.flaw(in: sealer.builder.session) == nil else { return false }
      if half.begin.generation != halves.last?.begin.generation { bytes += try sealer.seal(isLast: false) }
    }
    sealer.builder.note(reader.losses)
    remains.note(sealer.builder)
    guard generation > 0, sealer.knowsBases, remains.holes == 0, remains.unsoundEvents == 0 else { return false }
    recovered.remains = remains
    // A session without an event gets no trace.
    guard !chunks.isEmpty || remains.addedEvents > 0 else { return true }
    bytes += try sealer.seal(isLast: true)
    bytes += sealer.finish()
    // A journal that was changed afterwards may say what the file's chunks do not: then everything is put together anew.
    guard isSound(file[..<(chunks.last?.bytes.upperBound ?? 0)] + bytes, reader.limits) else { return false }
    guard try TraceError.catching({ () throws(SystemError) in try sink.append(bytes) }) else {
      throw TraceError(.unwritable, "Somebody changed the trace while its session was being completed.")
    }
    return true
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

  /// Puts together anew what can be read of the trace and what the journal says, unless the trace is whole and says all of it.
  private static func putTogether(
    _ reader: JournalReader, _ file: [UInt8], _ info: TraceInfo, _ path: String, _ recovered: inout RecoveredSession
  ) throws(TraceError) {
    var session = Session(header: reader.header)
    var isThere = false
    if !file.isEmpty {
      var trace = TraceReader(recovering: file, limits: reader.limits)
      isThere = try trace.next(&session)
      if !isThere { session = Session(header: reader.header) }
    }
    recovered.remains = try reader.complete(&session)
    if isThere, info.partCount > 0, info.isWhole, recovered.remains.addedEvents == 0 { return }
    session.header.isRecovered = true
    guard !session.log.events.isEmpty else { return }
    var writer = TraceWriter()
    try writer.append(session)
    let bytes = try writer.finish()
    _ = try TraceError.catching { () throws(SystemError) in try FileSink.OpenTrace(path, bytes, replaces: true) }
  }

  /// Whether a trace that begins with a chunk is of the journal's session; chunks say the first 128 bytes of its name.
  private static func isOf(_ reader: JournalReader, _ first: TraceInfo.Chunk) -> Bool {
    // By bytes: a name that is cut between two scalars of one character has no prefix in common with the whole one, as Swift counts.
    first.session.utf8.elementsEqual(reader.header.session.cut(toBytes: ChunkHead.textLimit).utf8)
  }
}
