#if Tool
import PopReport

/// How far a command has come, on one line of a terminal; silent everywhere else.
final class ProgressBar {
  private let stream: OutputStream?
  private var lastDrawn: UInt64 = 0
  private var isVisible = false

  /// Makes a bar on standard error; a silent one where that is no terminal, or nothing is to be said.
  init(isQuiet: Bool) {
    let stream = OutputStream.standard(2, color: .never)
    let isWatched = stream.isTerminal && Platform.environment("TERM") != "dumb"
    self.stream = isQuiet || !isWatched || Platform.environment("CI") != nil ? nil : stream
  }

  /// Says how much of something was done; redraws at most ten times a second.
  func update(_ what: String, done: Int, of all: Int) {
    guard let stream else { return }
    let now = Platform.nanoseconds
    guard now - lastDrawn > 100_000_000 else { return }
    lastDrawn = now
    isVisible = true
    let share = all > 0 ? min(20, done * 20 / all) : 0
    let bar = String(repeating: "█", count: share) + String(repeating: "░", count: 20 - share)
    let text = truncated("\(bar) \(grouping(done)) of \(grouping(all)) \(what)", to: stream.style.width - 1)
    try? stream.write("\r\u{1b}[K" + text)
  }

  /// Takes the bar away.
  func clear() {
    guard isVisible, let stream else { return }
    isVisible = false
    try? stream.write("\r\u{1b}[K")
  }
}
#endif
