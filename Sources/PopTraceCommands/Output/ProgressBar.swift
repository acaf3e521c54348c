#if Tool
import PopDocument
import PopReport
import PopSystem

/// How far a command has come, on one line of a terminal; silent everywhere else.
final class ProgressBar {
  private let stream: OutputStream?
  private var lastDrawn: Int64 = 0
  private var isVisible = false
  private let start = SystemClock.nanoseconds()

  /// Makes a bar on standard error; a silent one where that is no terminal, or nothing is to be said.
  init(isQuiet: Bool) {
    let stream = OutputStream.standard(2, color: .never)
    let isWatched = stream.isTerminal && CurrentProcess.environment("TERM") != "dumb"
    self.stream = isQuiet || !isWatched || CurrentProcess.environment("CI") != nil ? nil : stream
  }

  /// Says how much of something was done; redraws at most ten times a second.
  ///
  /// - Parameter sessions: How many sessions that were; nil where nobody counts them.
  func update(_ what: String, done: Int, of all: Int, sessions: Int? = nil) {
    guard let stream else { return }
    let now = SystemClock.nanoseconds()
    guard now - lastDrawn > 100_000_000 else { return }
    lastDrawn = now
    isVisible = true
    let share = all > 0 ? min(20, done * 20 / all) : 0
    let bar = String(repeating: "█", count: share) + String(repeating: "░", count: 20 - share)
    let pace = Self.pace(done: done, of: all, sessions: sessions, nanoseconds: now - start)
    let text = truncated("\(bar) \(grouping(done)) of \(grouping(all)) \(what)\(pace)", to: stream.style.width - 1)
    try? stream.write("\r\u{1b}[K" + text)
  }

  /// `, 12,345 sessions/s, 1:05 left`; nothing in the first second, and no more than the rate where the end is not known.
  static func pace(done: Int, of all: Int, sessions: Int?, nanoseconds: Int64) -> String {
    let milliseconds = Int(nanoseconds / 1_000_000)
    guard milliseconds >= 1000 else { return "" }
    var text = ""
    if let sessions, sessions > 0 { text += ", \(grouping(sessions * 1000 / milliseconds)) sessions/s" }
    // One input may hold anything, so that how many are done says little before there are some.
    guard done >= 4, done < all else { return text }
    let seconds = milliseconds / 1000 * (all - done) / done
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    return text + ", \(seconds / 60):\(rest) left"
  }

  /// Takes the bar away.
  func clear() {
    guard isVisible, let stream else { return }
    isVisible = false
    try? stream.write("\r\u{1b}[K")
  }
}
#endif
