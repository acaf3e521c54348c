import CJournal
import Foundation
import PopTraceFuzzing

/// What a process that records tells a witness: memory of a file that both have mapped, and that outlives either.
///
/// An event is noted before the recorder is told of it, and is *acknowledged* when the app's call has returned. So what can be recovered must be
/// the beginning of what was noted, and have all that was acknowledged.
@safe
final class SideLog: Sendable {
  /// The words of its head.
  enum Word: Int {
    /// How far the process has come: see ``Stage``.
    case stage
    /// How many events were noted, and how many of them acknowledged.
    case noted, acknowledged
    /// How many sessions there are.
    case sessions
    /// Set by the witness to have the process go on.
    case go
    /// How many bytes of remarks there are.
    case remarkBytes
    /// From which event on all must be there, whatever has gone wrong before: its number plus 1.
    case mustHave
    /// The resident size in bytes, before and after.
    case residentBefore, residentAfter
    /// How many events the recording had no room for.
    case dropped
    /// How many popups told who waited for them how they ended.
    case answers
  }

  /// How far a process has come.
  enum Stage: Int, Comparable {
    case absent, running, recording, tidied, done

    static func < (lhs: Stage, rhs: Stage) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// How many events there is room for.
  static let eventLimit = 1 << 16
  /// How many sessions there is room for.
  static let sessionLimit = 8
  private static let nameBytes = 256
  private static let names = 1024
  private static let remarks = 4096
  private static let events = 32_768
  private static let eventBytes = 32
  /// In place of a name: nothing is to be recorded. In front of one: the session began later than its scheduler.
  private static let pauseMark = "-"
  private static let laterMark = "+"
  private static let size = events + eventLimit * eventBytes

  // Words are stored and loaded as wholes, in order; everything else belongs to the process that records.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer

  /// Maps a log, and makes it where it is missing.
  init(_ path: String) throws {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, off_t(Self.size)) == 0,
      let base = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe base != MAP_FAILED
    else { throw CocoaError(.fileWriteUnknown) }
    close(descriptor)
    unsafe self.base = base
  }

  deinit { unsafe munmap(base, Self.size) }

  /// A word of its head.
  subscript(word: Word) -> Int {
    get { Int(truncatingIfNeeded: unsafe poptrace_load_acquire(address(of: word))) }
    set { unsafe poptrace_store_release(address(of: word), UInt64(bitPattern: Int64(newValue))) }
  }

  private func address(of word: Word) -> UnsafeMutablePointer<UInt64> {
    unsafe (base + word.rawValue * 8).assumingMemoryBound(to: UInt64.self)
  }

  /// How far the process has come.
  var stage: Stage {
    get { Stage(rawValue: self[.stage]) ?? .absent }
    set { self[.stage] = newValue.rawValue }
  }

  /// Whether there is room for what a few more calls bring.
  var hasRoom: Bool { self[.noted] < Self.eventLimit - 2048 }

  /// Notes that nothing is to be recorded from now on.
  func beginPause() -> Int { beginSession(Self.pauseMark) }

  /// Notes that a session begins, by the name of its files; empty where it is not recorded.
  ///
  /// - Parameter isLater: Whether its scheduler was at work before.
  /// - Returns: Its number.
  func beginSession(_ name: String, isLater: Bool = false) -> Int {
    let name = (isLater ? Self.laterMark : "") + name
    let number = self[.sessions]
    precondition(number < Self.sessionLimit)
    write(Array(name.utf8.prefix(Self.nameBytes - 1)) + [0], at: Self.names + number * Self.nameBytes)
    self[.sessions] = number + 1
    return number
  }

  /// Notes an event that a call is about to have recorded.
  func note(_ event: WitnessedEvent, of session: Int) {
    let number = self[.noted]
    precondition(number < Self.eventLimit)
    let place = unsafe base + Self.events + number * Self.eventBytes
    unsafe place.storeBytes(of: event.sequence, as: Int32.self)
    unsafe place.storeBytes(of: event.popup, toByteOffset: 4, as: Int32.self)
    unsafe place.storeBytes(of: event.page, toByteOffset: 8, as: Int32.self)
    unsafe place.storeBytes(of: event.kind, toByteOffset: 12, as: UInt8.self)
    unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: session), toByteOffset: 13, as: UInt8.self)
    unsafe place.storeBytes(of: event.digest, toByteOffset: 16, as: UInt64.self)
    unsafe place.storeBytes(of: event.content, toByteOffset: 24, as: UInt64.self)
    self[.noted] = number + 1
  }

  /// The app's call has returned: all that was noted is acknowledged.
  func acknowledge() { self[.acknowledged] = self[.noted] }

  /// Adds a line that says something else.
  func remark(_ text: String) {
    let used = self[.remarkBytes]
    let bytes = Array((text + "\n").utf8.prefix(Self.events - Self.remarks - used))
    write(bytes, at: Self.remarks + used)
    self[.remarkBytes] = used + bytes.count
  }

  private func write(_ bytes: [UInt8], at offset: Int) {
    unsafe bytes.withUnsafeBytes { unsafe (base + offset).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
  }

  /// What was said beside events, a line each.
  var remarkLines: [String] {
    let bytes = unsafe Array(bytes(Self.remarks, self[.remarkBytes]))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func bytes(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base + offset, count: count)
  }

  /// The sessions as the process saw them.
  var witnessed: [WitnessedSession] {
    var sessions = (0..<self[.sessions]).map { number in
      let bytes = unsafe bytes(Self.names + number * Self.nameBytes, Self.nameBytes).prefix { $0 != 0 }
      let name = String(decoding: unsafe Array(bytes), as: UTF8.self)
      var session = WitnessedSession(name: name.hasPrefix(Self.laterMark) ? String(name.dropFirst()) : name)
      if name.hasPrefix(Self.laterMark) || name == Self.pauseMark { session.before = [] }
      session.isPause = name == Self.pauseMark
      return session
    }
    let (acknowledged, mustHave) = (self[.acknowledged], self[.mustHave])
    for number in 0..<self[.noted] {
      let place = unsafe base + Self.events + number * Self.eventBytes
      let session = Int(unsafe place.load(fromByteOffset: 13, as: UInt8.self))
      let event = WitnessedEvent(
        sequence: unsafe place.load(as: Int32.self), popup: unsafe place.load(fromByteOffset: 4, as: Int32.self),
        page: unsafe place.load(fromByteOffset: 8, as: Int32.self),
        kind: unsafe place.load(fromByteOffset: 12, as: UInt8.self),
        digest: unsafe place.load(fromByteOffset: 16, as: UInt64.self),
        content: unsafe place.load(fromByteOffset: 24, as: UInt64.self))
      if mustHave > 0, number + 1 >= mustHave {
        sessions[session].mustHaveFrom = min(sessions[session].mustHaveFrom, sessions[session].events.count)
      }
      sessions[session].events.append(event)
      if number < acknowledged { sessions[session].acknowledged += 1 }
    }
    var before: [WitnessedEvent] = []
    for number in sessions.indices {
      if sessions[number].before == nil { before = [] } else { sessions[number].before = before }
      before += sessions[number].events
    }
    return sessions
  }
}
