/// What keeps a session from being one, whichever form it was read from.
struct SessionFlaw: Hashable {
  /// What is wrong, for programs.
  var code: TraceError.Code
  /// The index in the log of the event it shows in; nil where it shows in none.
  var event: Int?
  /// The index in the log of the event it is in conflict with.
  var earlier: Int?
  /// A full sentence, the same for text and binary traces.
  var message: String

  init(_ code: TraceError.Code, at event: Int? = nil, after earlier: Int? = nil, _ message: String) {
    self.code = code
    self.event = event
    self.earlier = earlier
    self.message = message
  }

  /// The error for the reader of a trace file.
  func error(inTraceAt offset: Int) -> TraceError {
    TraceError(code == .tooLarge ? .tooLarge : .corrupt, at: .byte(offset), message)
  }
}
