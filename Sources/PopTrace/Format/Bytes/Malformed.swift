/// What is wrong with some bytes, before it is known where in a file they stand: a plain value, so that throwing it costs nothing.
struct Malformed: Error, Hashable {
  var code: TraceError.Code
  /// What is wrong, as the object of "the chunk has …".
  var what: String
  /// Which limit it goes beyond, as the end of the sentence.
  private var limit: String?

  init(_ code: TraceError.Code, _ what: String) {
    self.code = code
    self.what = what
  }

  init(_ what: String) { self.init(.corrupt, what) }

  static func check(
    _ size: Int, _ name: ResourceLimits.Name, _ limits: ResourceLimits, _ what: @autoclosure () -> String
  ) throws(Malformed) {
    guard size > limits[name] else { return }
    var malformed = Malformed(.tooLarge, what())
    malformed.limit = ResourceLimits.advice(name, limits[name])
    throw malformed
  }

  func error(at offset: Int, in part: String = "What begins here") -> TraceError {
    TraceError(code, at: .byte(offset), "\(part) \(what)\(limit.map { "; \($0)" } ?? ".\(advice)")")
  }

  private var advice: String {
    switch code {
    case .corrupt: " Fetch the file again, or save what is whole with 'poptrace recover'."
    case .truncated: " Fetch the rest of the file."
    case .newerVersion: " Update poptrace."
    case .tooLarge: " If the file is genuine, write it again with smaller chunks."
    case .unreadable: " Read it with a poptrace that was built with libzstd (with the package's trait Zstd)."
    default: ""
    }
  }
}

func require(_ isSound: Bool, _ flaw: @autoclosure () -> String) throws(Malformed) {
  if !isSound { throw Malformed(flaw()) }
}
