import Foundation

/// A process of this executable that is under observation.
struct ChildProcess {
  private let process = Process()
  private let output = Pipe()

  /// How a process ended.
  enum End: Equatable {
    case killed
    case exited(Int32)
    /// By a signal of its own doing.
    case died(Int32)
    /// It did not end by itself, and had to be killed.
    case stuck
  }

  /// Starts one.
  ///
  /// - Parameter keepsOutput: Whether what it says can be read when it is over; otherwise standard error is shared, and nothing else is kept.
  init(_ arguments: [String], keepsOutput: Bool = false) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = keepsOutput ? output : FileHandle.nullDevice
    if keepsOutput { process.standardError = output }
    try process.run()
  }

  /// Starts one that is told what to do by a value.
  init(_ part: String, _ job: some Encodable) throws {
    try self.init([part, String(decoding: try JSONEncoder().encode(job), as: UTF8.self)])
  }

  var isRunning: Bool { process.isRunning }

  /// Kills it, and waits until it is gone.
  func kill() -> End {
    let isAlive = process.isRunning
    if isAlive { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return end == .died(SIGKILL) ? .killed : end
  }

  /// Waits until something is so, or the process is gone, or too long has passed; says whether it is so.
  func wait(seconds: Double = 60, until isSo: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !isSo() {
      guard process.isRunning, Date() < end else { return isSo() }
      usleep(50)
    }
    return true
  }

  /// Waits until it ends by itself.
  func finish(seconds: Double = 120) -> End {
    let limit = Date(timeIntervalSinceNow: seconds)
    while process.isRunning, Date() < limit { usleep(1000) }
    guard process.isRunning else {
      process.waitUntilExit()
      return end
    }
    _ = kill()
    return .stuck
  }

  /// Waits until it ends by itself, and gives what it said.
  func answer() throws -> (status: Int32, text: String) {
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private var end: End {
    process.terminationReason == .exit ? .exited(process.terminationStatus) : .died(process.terminationStatus)
  }
}
