/// The text form of sessions: one JSON object a line, for people, `jq` and other languages (design 3; semantics A6).
public enum JSONLines {
  /// Reads the sessions of a text; each header line begins the next one.
  ///
  /// - Throws: A ``TraceError`` with the line, and the nearest known name where a name is unknown.
  public static func sessions(in text: [UInt8]) throws(TraceError) -> [Session] {
    throw TraceError(.unreadable, "not there yet")
  }

  /// Writes a session: its header line, then a line an event.
  public static func write(_ session: Session, into text: inout [UInt8]) {}
}
