#if Tool
import PopReport
import PopTrace
import PopupScheduling

/// The sessions of one input, one after another: a trace file's or a text's.
struct SessionSource {
  /// The input, as the user named it.
  let input: String
  /// How many sessions were read so far.
  private(set) var count = 0
  /// What is to be said of an input that is as it should be, once it is read.
  var remarks: [String] {
    let name = printable(PathText.shown(input))
    return reader?.remarks.map { "\(name): \($0.message)" } ?? []
  }

  /// Whether it is a trace file whose writer did not come to its end; known once all is read.
  var isUnfinished: Bool { reader?.isUnfinished == true }

  /// The reader of a trace file; nil for a text. Beside the text's and not with it in an enum, so that reading changes it in place.
  private var reader: TraceReader?
  private var text: TextSessions?
  private let limits: ResourceLimits

  /// Opens an input; what it is shows in its first bytes, not in its name, and nothing more is read of what is neither.
  init(_ input: String, of inputs: InputList) throws(CommandFailure) {
    self.input = input
    limits = inputs.limits
    if let failure = inputs.failure(of: input) { throw failure }
    let source = try ByteSource(input, limits: inputs.limits)
    switch FirstBytes(source.head) {
    case .nothing: throw CommandFailure("the file is empty", input: input)
    case .text: text = TextSessions(source, limits: inputs.limits)
    case .trace:
      let bytes = try source.contents()
      do { reader = try TraceReader(bytes, limits: limits) } catch { throw CommandFailure(error, input: input) }
    case .other:
      throw CommandFailure(
        "this is neither a trace nor JSON Lines: a trace begins with a chunk, a text with {\"poptrace\":1}",
        input: input)
    }
  }

  /// The next session; nil when there are no more.
  mutating func next() throws(CommandFailure) -> Session? {
    if reader == nil {
      guard let session = try text?.next() else { return nil }
      count += 1
      return session
    }
    var session = Session()
    do {
      guard try reader?.next(&session) == true else { return nil }
    } catch {
      throw CommandFailure(error, input: input)
    }
    count += 1
    return session
  }
}

/// What an input is, as far as its first bytes tell.
private enum FirstBytes {
  case nothing, text, trace, other

  init(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      self = .nothing
      return
    }
    // A skippable frame (https://github.com/facebook/zstd, zstd_compression_format.md) is what a trace begins with.
    if bytes.count >= 4, bytes[0] & 0xF0 == 0x50, bytes[1...3].elementsEqual([0x2A, 0x4D, 0x18]) {
      self = .trace
      return
    }
    self = JSONLines.isText(bytes) ? .text : .other
  }
}

extension Session {
  /// What reports call it: its own name, else its place in its input, counted from 1.
  func label(place: Int) -> String { header.session.isEmpty ? String(place) : header.session }
}
#endif
