import PopTrace

/// The sessions of one input, one after another: a trace file's or a text's.
struct SessionSource {
  /// The input, as the user named it.
  let input: String
  /// How many sessions were read so far.
  private(set) var count = 0
  /// The reader of a trace file; nil for a text. Beside the sessions and not with them in an enum, so that reading changes it in place.
  private var reader: TraceReader?
  private var sessions: [Session] = []

  /// Opens an input; what it is shows in its first byte, not in its name.
  init(_ input: String, of inputs: InputList) throws(CommandFailure) {
    self.input = input
    let bytes = try inputs.contents(of: input)
    guard !bytes.isEmpty else { throw CommandFailure("the file is empty", input: input) }
    do {
      if Self.isText(bytes) { sessions = try JSONLines.sessions(in: bytes) } else { reader = try TraceReader(bytes) }
    } catch {
      throw CommandFailure(error, input: input)
    }
  }

  /// The next session; nil when there are no more.
  mutating func next() throws(CommandFailure) -> Session? {
    if reader == nil {
      guard count < sessions.count else { return nil }
      count += 1
      return sessions[count - 1]
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

  /// Whether the first thing that is not white space opens a JSON object.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    for byte in bytes {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0d: continue
      default: return byte == UInt8(ascii: "{")
      }
    }
    return true
  }
}

extension Session {
  /// What reports call it: its own name, else its place in its input, counted from 1.
  func label(place: Int) -> String { header.session.isEmpty ? String(place) : header.session }
}
