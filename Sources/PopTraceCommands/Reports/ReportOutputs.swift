#if Tool
import PopDocument
import PopReport
import PopSystem

final class ReportOutputs {
  private struct Output {
    let format: ReportFormat
    let stream: OutputStream
    /// Whether the JSON of a session is of use to it: JSON that holds all that other forms need is more than the form of that name says.
    let takesJSON: Bool
    var writers: [any ReportWriter] = []
    /// What is written of all policies but the first waits for its turn.
    var buffers: [SpillBuffer] = []
    /// What is written of the first one, while it is not known what its head says.
    var held: [UInt8] = []

    var isText: Bool { format == .text }

    /// Given the session whole, whose report would be copied otherwise.
    @inline(never)
    mutating func add(_ session: JudgedSession, of policy: Int) -> [UInt8] {
      writers[policy].add(session.report, json: takesJSON ? session.json : [])
    }
  }

  /// How many bytes are held at most while it is not known what the heads say.
  private static let mostHeld = 1 << 20

  // Writers call no code that could call this object again before they return.
  @safe @exclusivity(unchecked) private var outputs: [Output] = []
  private let options: ReportOptions
  private var isHeld = false
  /// Whether more came to be written than can be held.
  private(set) var isBeyondHeld = false

  init(_ options: ReportOptions) throws(CommandFailure) {
    self.options = options
    for request in options.requests {
      let path = request.path ?? "-"
      let color = request.format == .text ? options.color : .never
      let isShared = request.isShared && path != "-"
      let stream = isShared ? try OutputStream.appending(to: path) : try OutputStream.to(path, color: color)
      outputs.append(
        Output(
          format: request.format, stream: stream, takesJSON: request.format != .json || options.single == .json))
    }
  }

  var needsJSON: Bool { outputs.contains { $0.format.needsJSON } }
  var needsWindows: Bool { outputs.contains { $0.format.needsWindows } }

  /// Begins reports, anew where others had begun.
  ///
  /// - `isHeld`: Whether it is not known yet what the heads say, so that nothing is written before ``settle(_:)``.
  func begin(_ heads: [ReportHead], isHeld: Bool = false) throws(CommandFailure) {
    (self.isHeld, isBeyondHeld) = (isHeld, false)
    for index in outputs.indices {
      outputs[index].held = []
      outputs[index].buffers = heads.dropFirst().map { _ in SpillBuffer() }
      outputs[index].writers = heads.map { _ in makeWriter(index) }
      let fronts = zip(outputs[index].writers.indices, heads).map { outputs[index].writers[$0].begin($1) }
      if !isHeld { try write(fronts, to: outputs[index]) }
    }
  }

  /// Goes on to write, now that it is known what the heads say.
  func settle(_ heads: [ReportHead]) throws(CommandFailure) {
    isHeld = false
    for index in outputs.indices {
      try write(
        heads.map { head in
          var writer = makeWriter(index)
          return writer.begin(head)
        }, to: outputs[index])
      try outputs[index].stream.write(outputs[index].held)
      outputs[index].held = []
    }
  }

  private func makeWriter(_ index: Int) -> any ReportWriter {
    outputs[index].format.makeWriter(
      style: outputs[index].stream.style, showsAll: options.showsAll, pageBytes: options.pageBytes)
  }

  private func write(_ fronts: [[UInt8]], to output: Output) throws(CommandFailure) {
    if fronts.count > 1, !output.isText { try output.stream.write(JSONReport.comparison.begin) }
    try output.stream.write(fronts[0])
    for (buffer, front) in zip(output.buffers, fronts.dropFirst()) { buffer.front = front }
  }

  private func put(_ bytes: [UInt8], of policy: Int, to index: Int) throws(CommandFailure) {
    guard policy == 0 else { return try outputs[index].buffers[policy - 1].write(bytes) }
    guard isHeld else { return try outputs[index].stream.write(bytes) }
    isBeyondHeld = isBeyondHeld || outputs[index].held.count + bytes.count > Self.mostHeld
    if !isBeyondHeld { outputs[index].held += bytes }
  }

  func add(_ sessions: [JudgedSession]) throws(CommandFailure) {
    for index in outputs.indices {
      for (policy, session) in sessions.enumerated() {
        // A statement of its own: within the next one it would be a copy of all writers that is added to.
        let bytes = outputs[index].add(session, of: policy)
        if !bytes.isEmpty { try put(bytes, of: policy, to: index) }
      }
    }
  }

  func add(_ remark: ReportRemark) throws(CommandFailure) {
    for index in outputs.indices {
      for policy in outputs[index].writers.indices {
        let bytes = outputs[index].writers[policy].add(remark)
        try put(bytes, of: policy, to: index)
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
  /// What is to stand in front of them.
  var front: [UInt8] = []
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
    try stream.write(front)
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
