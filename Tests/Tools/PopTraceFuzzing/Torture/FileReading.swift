import PopTrace
import PopupScheduling

/// What the strict reader makes of a file: everything by which a caller could tell two files apart.
package struct FileReading: Hashable, Sendable {
  /// The header of each session and its events, each as a line of JSON, with what is missing.
  package var lines: [[UInt8]] = []
  /// Whether reading ended with an error.
  package var hasFailed = false
  /// Whether the file was said to be without its end.
  package var isUnfinished = false
  /// Whether bytes were said to be left out.
  package var hasRemarks = false

  /// Makes what reading nothing comes to.
  package init() {}

  /// Reads a file.
  package init(_ bytes: [UInt8]) {
    do throws(TraceError) {
      var reader = try TraceReader(bytes)
      var session = Session()
      while try reader.next(&session) { add(session) }
      isUnfinished = reader.isUnfinished
      hasRemarks = !reader.remarks.isEmpty
    } catch {
      hasFailed = true
    }
  }

  /// The events alone, without what is said of a session as a whole: in a file without its end that is not known. What is missing between two
  /// events their numbers say.
  package var events: [[UInt8]] {
    lines.filter { !$0.starts(with: Array("{\"poptrace\"".utf8)) && !$0.starts(with: Array("[".utf8)) }
  }

  private mutating func add(_ session: Session) {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    lines += text.split(separator: 0x0A).map(Array.init)
    guard !session.gaps.isEmpty || session.skippedEvents > 0 else { return }
    lines.append(Array("\(session.gaps) \(session.skippedEvents)".utf8))
  }
}
