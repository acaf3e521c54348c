/// What there is to say of inputs and sessions that are not judged.
package enum ReportAside: Hashable, Sendable {
  /// An input, or sessions of one, that could not be read.
  case unread(NotJudged)
  /// An input of which no session was asked for, or that has none.
  case empty(trace: String)
  /// A session that was given before, and is judged there.
  case twin(TwinReport)

  /// The input it is about, as the user named it.
  package var trace: String {
    switch self {
    case .unread(let entry): entry.trace
    case .empty(let trace): trace
    case .twin(let twin): twin.trace
    }
  }
}

/// A session that is the same as one that was given before.
package struct TwinReport: Hashable, Sendable {
  /// The input it came from, as the user named it.
  package var trace: String
  /// Its place in the input, counted from 1.
  package var index: Int
  /// Its name.
  package var session: String
  /// What it is the same by.
  package var digest: UInt64

  /// Makes the twin that a session is.
  package init(_ session: SessionReport, digest: UInt64) {
    self.init(trace: session.trace, index: session.index, session: session.session, digest: digest)
  }

  /// Makes a twin.
  package init(trace: String, index: Int, session: String, digest: UInt64) {
    self.trace = trace
    self.index = index
    self.session = session
    self.digest = digest
  }
}
