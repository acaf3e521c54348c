/// What came of a baseline file.
package struct BaselineReport: Hashable, Sendable {
  /// The file, as the user named it.
  package var file = ""
  /// How many findings it accepts.
  package var accepted = 0
  /// What is in more sessions than it allows, beyond chance.
  package var risen: [Risen] = []
  /// What it accepts and nobody has any more.
  package var stale: [Stale] = []
  /// Whether that fails the build.
  package var isStrict = false

  /// Something that is accepted, in fewer sessions.
  package struct Risen: Hashable, Sendable {
    /// What it is: `leaving: hide → lost-keepalive`.
    package var words: String
    /// In how many sessions it is accepted, and in how many it is.
    package var accepted: SessionShare
    package var now: SessionShare
    /// The line of the file; nil where it is a rule that no entry speaks of, brought by keys that are accepted.
    package var line: Int?

    package init(words: String, accepted: SessionShare, now: SessionShare, line: Int? = nil) {
      self.words = words
      self.accepted = accepted
      self.now = now
      self.line = line
    }
  }

  /// An acceptance of what is gone.
  package struct Stale: Hashable, Sendable {
    /// The finding; nil where it is about a change.
    package var fingerprint: String?
    /// What the file says of it: `leaving: hide → lost-keepalive`.
    package var words: String
    package var line: Int

    package init(fingerprint: String?, words: String, line: Int) {
      self.fingerprint = fingerprint
      self.words = words
      self.line = line
    }

    /// What it is, and where: `line 3: leaving: hide → lost-keepalive`, with the fingerprint where there is one.
    package var placed: String { "line \(line): \(words)" + (fingerprint.map { ", " + $0 } ?? "") }
  }

  package init(file: String) { self.file = file }

  package var isFailure: Bool { isStrict && !stale.isEmpty }
}

extension BaselineReport: Fielded {
  package static var blank: Self { Self(file: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("file", &file)
    try form.field("accepted", &accepted)
    try form.field("strict", &isStrict)
    try form.field("risen", &risen)
    try form.field("stale", &stale)
  }
}

extension BaselineReport.Risen: Fielded {
  package static var blank: Self { Self(words: "", accepted: SessionShare(0, of: 0), now: SessionShare(0, of: 0)) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("words", &words)
    try form.field("accepted", &accepted)
    try form.field("now", &now)
    try form.field("line", ifAny: &line, .positive)
  }
}

extension BaselineReport.Stale: Fielded {
  package static var blank: Self { Self(fingerprint: nil, words: "", line: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("fingerprint", ifAny: &fingerprint)
    try form.field("words", &words)
    try form.field("line", &line, .positive)
  }
}
