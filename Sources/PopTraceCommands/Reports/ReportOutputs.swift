#if Tool
import PopDocument
import PopReport
import PopSystem

final class ReportOutputs {
  private struct Output {
    let format: ReportFormat
    let stream: OutputStream
    var writers: [any ReportWriter]
    /// What is written of all policies but the first waits for its turn.
    let buffers: [SpillBuffer]

    /// Whether the JSON of a session is of use to it: JSON that holds all that other forms need is more than the form of that name says.
    let takesJSON: Bool

    var isText: Bool { format == .text }

    func put(_ bytes: [UInt8], of policy: Int) throws(CommandFailure) {
      if policy == 0 { try stream.write(bytes) } else { try buffers[policy - 1].write(bytes) }
    }
  }

  private var outputs: [Output] = []
  private let options: ReportOptions

  init(_ options: ReportOptions, policies: Int = 1) throws(CommandFailure) {
    self.options = options
    for request in options.requests {
      let path = request.path ?? "-"
      let color = request.format == .text ? options.color : .never
      let isShared = request.isShared && path != "-"
      let stream = isShared ? try OutputStream.appending(to: path) : try OutputStream.to(path, color: color)
      let writers = (0..<policies).map { _ in
        request.format.makeWriter(style: stream.style, showsAll: options.showsAll, pageBytes: options.pageBytes)
      }
      outputs.append(
        Output(
          format: request.format, stream: stream, writers: writers,
          buffers: (1..<max(1, policies)).map { _ in SpillBuffer() },
          takesJSON: request.format != .json || options.single == .json))
    }
  }

  var needsJSON: Bool { outputs.contains { $0.format.needsJSON } }
  var needsWindows: Bool { outputs.contains { $0.format.needsWindows } }

  func begin(_ heads: [ReportHead]) throws(CommandFailure) {
    for index in outputs.indices {
      if heads.count > 1, !outputs[index].isText {
        try outputs[index].stream.write(JSONReport.comparison.begin)
      }
      for (policy, head) in heads.enumerated() {
        let bytes = outputs[index].writers[policy].begin(head)
        try outputs[index].put(bytes, of: policy)
      }
    }
  }

  func add(_ sessions: [JudgedSession]) throws(CommandFailure) {
    for index in outputs.indices {
      for (policy, session) in sessions.enumerated() {
        let json = outputs[index].takesJSON ? session.json : []
        // A statement of its own: within the next one it would be a copy of all writers that is added to.
        let bytes = outputs[index].writers[policy].add(session.report, json: json)
        if !bytes.isEmpty { try outputs[index].put(bytes, of: policy) }
      }
    }
  }

  func add(_ remark: ReportRemark) throws(CommandFailure) {
    for index in outputs.indices {
      for policy in outputs[index].writers.indices {
        let bytes = outputs[index].writers[policy].add(remark)
        try outputs[index].put(bytes, of: policy)
      }
    }
  }

  func end(_ reports: [ReportDocument]) throws(CommandFailure) {
    for index in outputs.indices {
      let (stream, isText) = (outputs[index].stream, outputs[index].isText)
      for (policy, report) in reports.enumerated() {
        if policy > 0 {
          try stream.write(isText ? "\n" : ",")
          try outputs[index].buffers[policy - 1].empty(into: stream)
        }
        let bytes = outputs[index].writers[policy].end(report)
        try stream.write(reports.count > 1 && !isText ? bytes.dropLast() : bytes)
      }
      guard reports.count > 1 else { continue }
      try stream.write(
        isText ? "\n" + TextReport.comparison(of: reports, style: stream.style) : JSONReport.comparison.end + "\n")
    }
    for output in outputs { try output.stream.finish() }
  }

  func discard() { for output in outputs { output.stream.discard() } }
}

/// Bytes that are kept until it is their turn to be written: in memory, and beyond a limit in a file without a name.
private final class SpillBuffer {
  private static let limit = 1 << 20
  private var pending: [UInt8] = []
  private var file: SystemFile?

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    pending += bytes
    guard pending.count > Self.limit else { return }
    do {
      if file == nil { file = try SystemFile.nameless() }
      try file?.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
    }
  }

  func empty(into stream: OutputStream) throws(CommandFailure) {
    file?.rewind()
    while let block = try nextBlock() { try stream.write(block) }
    try stream.write(pending)
    pending = []
  }

  private func nextBlock() throws(CommandFailure) -> [UInt8]? {
    var block: [UInt8] = []
    do {
      return try file?.read(1 << 16, into: &block) ?? 0 > 0 ? block : nil
    } catch {
      throw CommandFailure(error, doing: "read", "the temporary file")
    }
  }
}
#endif
