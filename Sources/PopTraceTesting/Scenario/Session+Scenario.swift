public import PopTrace

extension Session {
  /// Reads a session written as JSON Lines: a scenario of stimuli, or a recording.
  ///
  /// ```swift
  /// let scenario = try Session(
  ///   jsonLines: """
  ///     {"poptrace":1}
  ///     {"t":0,"event":"page.did-appear","page":1,"class":"Home"}
  ///     {"t":100,"event":"popup.submitted","popup":1,"name":"Spring sale","pages":["Home"]}
  ///     {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":2000}
  ///     """)
  /// let recording = PlayedSession(scenario, OurPolicy()).recording
  /// ```
  ///
  /// - Throws: A ``PopTrace/TraceError`` with the line and the nearest known name, or where the text holds no session or several.
  public init(jsonLines text: String) throws(TraceError) {
    let sessions = try JSONLines.sessions(in: Array(text.utf8))
    guard sessions.count == 1 else {
      throw TraceError(.badOrder, "The text holds \(sessions.count) sessions where it should hold one.")
    }
    self = sessions[0]
  }

  /// The session as JSON Lines.
  public var jsonLines: String {
    var text: [UInt8] = []
    JSONLines.write(self, into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
