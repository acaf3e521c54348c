import Foundation
import PopTrace
import PopupScheduling

/// A process that records at full speed from several threads until it is killed, and keeps a list of what it was told is recorded.
///
/// The list is memory of a file that the system keeps: an event is noted in it after `record` has returned, and at once.
enum Victim {
  static let threadCount = 3
  /// How many events a thread records at most.
  static let eventLimit = 1 << 19

  /// What a killed process had been told, by thread: which of its events were taken and how many were refused.
  struct Acknowledged {
    var taken: [Set<Int32>]
    var refused = 0
    var isStarted: Bool
  }

  /// Records into a directory until killed.
  ///
  /// - Parameters:
  ///   - list: The file for the list.
  ///   - fileLimit: The most bytes a file may have, as on a full disk; nil for any number.
  ///   - events: How many events each thread records before the process ends by itself, without ending its session.
  static func run(directory: String, list: String, fileLimit: Int?, events: Int) throws {
    let map = try AcknowledgementMap(creating: list)
    if let fileLimit {
      _ = signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(fileLimit), rlim_max: rlim_t(fileLimit))
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
        throw CocoaError(.featureUnsupported)
      }
    }
    var catalog = Catalog()
    for number in 0..<threadCount { _ = catalog.popup(numbered: Int64(number)) }
    var header = SessionHeader()
    header.session = "victim"
    guard let recorder = try? TraceRecorder(header: header, directory: directory, name: "victim") else {
      // A disk without room for the journal: the app goes on without a recording.
      map.start()
      return
    }
    let shared = SharedTraceRecorder(recorder)
    map.start()
    let known = catalog
    let threads = (0..<threadCount).map { number in
      let thread = Thread {
        for generation in 1...Int32(events) {
          var event = Event(.animationFinished)
          event.popup = PopupID(number)
          event.phase = .show
          event.generation = generation
          map.note(generation, of: number, isTaken: shared.record(event, in: known))
        }
        map.finish(number)
      }
      thread.start()
      return thread
    }
    while !map.isFinished(threadCount) { usleep(500) }
    _ = threads
  }
}

/// A list in a mapped file: per thread the number of events taken and refused, and a byte for each event.
@safe
final class AcknowledgementMap: Sendable {
  // Each thread stores bytes of its own.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private static let head = 4096
  private static let size = head + Victim.threadCount * Victim.eventLimit

  init(creating path: String) throws {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, off_t(Self.size)) == 0,
      let base = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe base != MAP_FAILED
    else { throw CocoaError(.fileWriteUnknown) }
    close(descriptor)
    unsafe self.base = base
  }

  /// Takes note of an answer. The byte of an event is stored by one thread alone.
  func note(_ generation: Int32, of thread: Int, isTaken: Bool) {
    unsafe base.storeBytes(
      of: isTaken ? 1 : 2, toByteOffset: Self.head + thread * Victim.eventLimit + Int(generation), as: UInt8.self)
  }

  func start() { unsafe base.storeBytes(of: 1, toByteOffset: 0, as: UInt8.self) }

  func finish(_ thread: Int) { unsafe base.storeBytes(of: 1, toByteOffset: 1 + thread, as: UInt8.self) }

  func isFinished(_ count: Int) -> Bool {
    (0..<count).allSatisfy { unsafe base.load(fromByteOffset: 1 + $0, as: UInt8.self) == 1 }
  }

  deinit { unsafe munmap(base, Self.size) }

  /// Reads the list that a process has left.
  static func read(_ path: String) throws -> Victim.Acknowledged {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard bytes.count == size else { return Victim.Acknowledged(taken: [], isStarted: false) }
    var found = Victim.Acknowledged(taken: [], isStarted: bytes[0] == 1)
    for thread in 0..<Victim.threadCount {
      let answers = bytes[(head + thread * Victim.eventLimit)..<(head + (thread + 1) * Victim.eventLimit)]
      var taken: Set<Int32> = []
      for (generation, answer) in answers.enumerated() where answer != 0 {
        if answer == 1 { taken.insert(Int32(generation)) } else { found.refused += 1 }
      }
      found.taken.append(taken)
    }
    return found
  }
}
