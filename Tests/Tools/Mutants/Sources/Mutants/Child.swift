import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that is run.
struct Child {
  /// How one ended.
  enum End: Equatable {
    case status(Int32)
    /// It was ended by what it wrote.
    case stopped(String)
    /// It took more processor time, or more time, than it may.
    case tooLong
  }

  var command: [String]
  var environment: [String: String] = [:]
  var directory: URL
  /// The processor time that each of its processes may take.
  var cpuSeconds: Int?
  /// The time it may take.
  var seconds: Double?

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The memory that a child with a limit may have: ten times what the largest tests take. A browser reserves more addresses than that.
  private static let kibibytes = 8 << 20

  /// Those that run, which end with this program.
  private static let running = Mutex<Set<Int32>>([])

  /// Runs it to its end, or to the first line for which `stop` gives a text.
  ///
  /// - Returns: How it ended, and the processor time it and its children took, in seconds.
  func run(_ stop: (String) -> String? = { _ in nil }) throws -> (end: End, cpu: Double) {
    let times = FileManager.default.temporaryDirectory.appending(path: "mutants-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: times) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // At the hard limit it would be killed without a word of why. What does not end may take more and more memory, which is the machine's.
    let limit =
      cpuSeconds.map { "ulimit -H -t \($0 + 10); ulimit -S -t \($0); ulimit -d \(Self.kibibytes) 2>/dev/null; " } ?? ""
    // A shell in between, for it knows of limits, and says what time was taken.
    process.arguments = ["-c", limit + "\"$@\"; code=$?; times >\"$0\"; exit $code", times.path()] + command
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError, process.standardInput) = (pipe, pipe, FileHandle.nullDevice)
    try process.run()
    try? pipe.fileHandleForWriting.close()
    let number = process.processIdentifier
    Self.running.withLock { _ = $0.insert(number) }
    let late = Lateness()
    let clock = seconds.map { seconds in
      // It counts, and does not look at a clock: while the machine sleeps, or all are stopped, nothing is late.
      let tick = min(1, seconds)
      let clock = DispatchSource.makeTimerSource(queue: .global())
      clock.schedule(deadline: .now() + tick, repeating: tick)
      clock.setEventHandler {
        if late.isAfter(ticks: Int(seconds / tick)) { Self.kill(number) }
      }
      clock.resume()
      return clock
    }
    var stopped: String?
    var line: [UInt8] = []
    // Not to the end of what is written where it was stopped: what a child of its left behind may hold that open.
    while stopped == nil {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      for byte in data where stopped == nil {
        if byte != UInt8(ascii: "\n") {
          line.append(byte)
          continue
        }
        stopped = stop(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        if stopped != nil { Self.kill(number) }
      }
    }
    clock?.cancel()
    Self.running.withLock { _ = $0.remove(number) }
    if stopped == nil, !line.isEmpty { stopped = stop(String(decoding: line, as: UTF8.self)) }
    // What was killed is not waited for: Foundation does so for what it has left behind, too.
    if let stopped { return (.stopped(stopped), 0) }
    if late.isLate { return (.tooLong, 0) }
    process.waitUntilExit()
    let cpu = (try? String(contentsOf: times, encoding: .utf8)).map(Self.cpuSeconds) ?? 0
    let status = process.terminationStatus
    if status == 128 + SIGXCPU { return (.tooLong, cpu) }
    return (.status(process.terminationReason == .uncaughtSignal ? status + 128 : status), cpu)
  }

  /// How much time has gone by.
  private final class Lateness: Sendable {
    private let state = Mutex((ticks: 0, isLate: false))

    var isLate: Bool { state.withLock { $0.isLate } }

    /// One more tick; says whether it is one too many.
    func isAfter(ticks limit: Int) -> Bool {
      state.withLock { state in
        state.ticks += 1
        state.isLate = state.ticks >= limit
        return state.isLate
      }
    }
  }

  /// What a program writes, which has to end well.
  static func output(_ command: [String], directory: URL) throws -> String {
    var text = ""
    let (end, _) = try Child(command: command, directory: directory).run {
      text += $0 + "\n"
      return nil
    }
    guard end == .status(0) else { throw Failure(description: "\(command.joined(separator: " ")): \(end)\n\(text)") }
    return text
  }

  /// Ends all that run.
  static func killAll() {
    for number in running.withLock({ $0 }) { kill(number) }
  }

  /// The second line of what `times` of a shell prints: of its children, the user's time and the system's.
  static func cpuSeconds(_ times: String) -> Double {
    let lines = times.split(separator: "\n")
    guard lines.count == 2 else { return 0 }
    return lines[1].split(separator: " ").reduce(0) { sum, text in
      let pieces = text.dropLast().split(separator: "m")
      return sum + (Double(pieces.first ?? "") ?? 0) * 60 + (Double(pieces.last ?? "") ?? 0)
    }
  }

  private static func kill(_ number: Int32) {
    // From the outside in: a shell whose child is gone would go on.
    for each in [number] + descendants(of: number) { _ = signal(each) }
  }

  private static func signal(_ number: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.kill(number, SIGKILL)
    #else
      Glibc.kill(number, SIGKILL)
    #endif
  }

  /// The children of a process, and theirs: each may be in a group of its own.
  private static func descendants(of number: Int32) -> [Int32] {
    var children: [Int32: [Int32]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let process = Int32(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let rest = text.split(separator: ")").last?.split(separator: " "), rest.count > 2, let parent = Int32(rest[1])
      else { continue }
      children[parent, default: []].append(process)
    }
    var found: [Int32] = []
    var open = [number]
    while let next = open.popLast() {
      found += children[next] ?? []
      open += children[next] ?? []
    }
    return found
  }
}

extension Tool {
  /// Has what this program started end where it is told to.
  public static func endChildrenWithThisProgram() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // And not SIG_IGN, which children would inherit.
      _ = signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        Child.killAll()
        exit(128 + number)
      }
      source.resume()
      unsafe sources.append(source)
    }
  }

  /// Kept for as long as this program runs; filled before anything else is.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
