/// What is wrong with some bytes, before it is known where in a file they stand: a plain value, so that throwing it costs nothing.
struct Malformed: Error, Hashable {
  var code: TraceError.Code
  /// What is wrong, as the object of "the chunk has …".
  var what: String
  /// The limit that it goes beyond, and how much that is.
  var limit: Limit?

  struct Limit: Hashable {
    var name: ResourceLimits.Name
    var value: Int
  }

  init(_ code: TraceError.Code, _ what: String) {
    self.code = code
    self.what = what
  }

  /// Damage, as nearly all of it is.
  init(_ what: String) { self.init(.corrupt, what) }

  static func beyond(_ name: ResourceLimits.Name, _ limits: ResourceLimits, _ what: String) -> Malformed {
    var malformed = Malformed(.tooLarge, what)
    malformed.limit = Limit(name: name, value: limits[name])
    return malformed
  }

  func error(at offset: Int, in part: String) -> TraceError {
    if let limit {
      return TraceError(code, at: .byte(offset), "\(part) \(what); \(ResourceLimits.advice(limit.name, limit.value))")
    }
    return TraceError(code, at: .byte(offset), "\(part) \(what).\(advice)")
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
