#if Tool
import PopDocument
import PopReport

/// The files and streams that the forms of one report go to.
final class ReportOutputs {
  private var outputs: [(stream: OutputStream, writer: any ReportWriter)] = []
  private let requests: [ReportRequest]

  /// Opens what was asked for.
  ///
  /// - Parameters:
  ///   - showsAll: Whether a text shows everything.
  ///   - pageBytes: How many bytes of sessions a page may hold.
  init(
    _ requests: [ReportRequest], color: ColorChoice, showsAll: Bool, pageBytes: Int
  ) throws(CommandFailure) {
    self.requests = requests
    for request in requests {
      let path = request.path ?? "-"
      let isText = request.format == .text
      let color = isText ? color : ColorChoice.never
      let stream: OutputStream
      if path == "-" {
        stream = OutputStream.standard(1, color: color)
      } else if request.isShared {
        stream = try OutputStream.appending(to: path)
      } else {
        stream = try OutputStream.file(path, color: color)
      }
      outputs.append((stream, request.format.makeWriter(style: stream.style, showsAll: showsAll, pageBytes: pageBytes)))
    }
  }

  /// Whether a form needs sessions as JSON.
  var needsJSON: Bool { requests.contains { $0.format.needsJSON } }

  /// Whether a form shows sessions side by side.
  var needsWindows: Bool { requests.contains { $0.format.needsWindows } }

  /// Writes what comes before all sessions.
  func begin(_ head: ReportHead) throws(CommandFailure) {
    for index in outputs.indices { try outputs[index].stream.write(outputs[index].writer.begin(head)) }
  }

  /// Writes a session.
  func add(_ session: SessionReport, json: [UInt8]) throws(CommandFailure) {
    for index in outputs.indices { try outputs[index].stream.write(outputs[index].writer.add(session, json: json)) }
  }

  /// Writes what is to be said between sessions.
  func add(_ aside: ReportAside) throws(CommandFailure) {
    for index in outputs.indices { try outputs[index].stream.write(outputs[index].writer.add(aside)) }
  }

  /// Writes what comes after all sessions, and puts every file in its place.
  func end(_ report: ReportDocument) throws(CommandFailure) {
    for index in outputs.indices { try outputs[index].stream.write(outputs[index].writer.end(report)) }
    for output in outputs { try output.stream.finish() }
  }

  /// Leaves nothing half-written behind.
  func discard() { for output in outputs { output.stream.discard() } }
}
#endif
