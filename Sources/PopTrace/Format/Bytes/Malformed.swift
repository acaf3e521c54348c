/// What is wrong with some bytes, before it is known where in a file they stand.
///
/// A plain value, so that throwing it costs nothing; ``error(at:)`` makes the sentence.
struct Malformed: Error, Hashable {
  /// What is wrong, for programs.
  var code: TraceError.Code
  /// What is wrong, as the object of "the chunk has …".
  var what: String

  init(_ code: TraceError.Code = .corrupt, _ what: String) {
    self.code = code
    self.what = what
  }

  /// The error for the reader's caller.
  func error(at offset: Int, in part: String) -> TraceError {
    TraceError(code, at: .byte(offset), "\(part) \(what).\(advice)")
  }

  private var advice: String {
    switch code {
    case .corrupt: " Fetch the file again, or save what is whole with 'poptrace recover'."
    case .truncated: " Fetch the rest of the file, or save what is there with 'poptrace recover'."
    case .newerVersion: " Update poptrace."
    case .tooLarge: " If the file is genuine, write it again with smaller chunks."
    default: ""
    }
  }
}
