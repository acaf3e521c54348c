/// An input, or a session of one, that could not be read, and so was not judged.
package struct NotJudged: Hashable, Sendable {
  /// The input, as the user named it.
  package var trace: String
  /// The session's name; nil where the input could not be opened, or it is not known which sessions are lost.
  package var session: String?
  /// How many sessions are lost; 0 where the input could not be opened, so that their number is not known.
  package var sessions: Int
  /// A full sentence that says why.
  package var because: String

  /// Makes an entry of a list of what was not judged.
  package init(trace: String, session: String? = nil, sessions: Int, because: String) {
    self.trace = trace
    self.session = session
    self.sessions = sessions
    self.because = because
  }
}
