/// Writes a report in one form, session by session, so that no more than one of them is held.
///
/// Deterministic: the same sessions in the same order give the same bytes, without times, host names or absolute paths.
package protocol ReportWriter {
  /// What comes before all sessions.
  mutating func begin(_ head: ReportHead) -> [UInt8]

  /// Takes a session, in order, and gives what is to be written of it now.
  ///
  /// - Parameter json: The session as ``JSONReport/session(_:isWhole:)`` writes it, whole; empty where no form needs it.
  mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8]

  /// Takes what is to be said between sessions, in order, and gives what is to be written of it now.
  mutating func add(_ aside: ReportAside) -> [UInt8]

  /// What comes after all sessions.
  mutating func end(_ report: NeutralReport) -> [UInt8]
}

extension ReportWriter {
  package mutating func begin(_ head: ReportHead) -> [UInt8] { [] }
  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] { [] }
  package mutating func add(_ aside: ReportAside) -> [UInt8] { [] }
}
