import PopAudit

/// The lines of a report for workers, and for what merges what they write: JSON Lines, schema `poptrace.report/1`.
///
/// The first line says what was judged and how. Then comes a line a session, the same text as in `traces` of ``JSONReport``, and between them,
/// each at its position (``ReportPosition``), what could not be read, what was given twice, and which inputs hold nothing. Last comes the
/// summary, without which the report was cut short. Apart from the first and last line it is a set of lines, so that merging is no more than
/// the union. ``Reading`` reads it.
package struct ReportLines: Sendable {
  private var digest = StableHash()
  private var lines = 0
  private var shards: Shards?

  package init() {}

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    shards = head.provenance?.shards
    return Self.line { $0.members(of: head) }
  }

  /// Adds a session that ``JSONReport/session(_:isWhole:)`` wrote, whole.
  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] { counted(json + [UInt8(ascii: "\n")]) }

  package mutating func add(_ remark: ReportRemark) -> [UInt8] {
    counted(
      Self.line {
        switch remark {
        case .unread(let entry): $0.derived("unread", entry)
        case .empty(let trace): $0.derived("input", trace)
        case .duplicate(let session): $0.derived("twin", session)
        }
      })
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    // A part says what it holds; of several parts each said so for itself.
    let parts = shards?.withDigest(Fingerprint(rawValue: digest.value).description)
    return Self.line(isWhole: false) {
      $0.derived("summary", report.summary)
      $0.derived("lines", lines)
      $0.derived("blame", ifAny: report.blame.isEmpty ? nil : report.blame)
      $0.derived("shards", ifAny: parts)
    }
  }

  private mutating func counted(_ line: [UInt8]) -> [UInt8] {
    lines += 1
    if shards?.indices.count == 1 { digest.combine(line) }
    return line
  }

  private static func line(isWhole: Bool = true, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(isWhole: isWhole)
    json.object(members)
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Such a report, read line by line: first the head, then what was judged, last how much that was.
  ///
  /// Everything in it is untrusted. No more than a line is held.
  package struct Reading {
    package private(set) var head: ReportHead?
    /// Which parts it is about, with their digests; complete at its end. Nil where it is not about parts.
    package private(set) var shards: Shards?
    package private(set) var blame: [BlameEntry] = []
    private var line = 0
    private var lines = 0
    private var sessions = 0
    private var digest = StableHash()
    private var last: ReportPosition?
    private var isOver = false

    package init() {}
  }
}

extension ReportLines.Reading {
  package enum Entry {
    case head(ReportHead)
    case session(SessionReport)
    case remark(ReportRemark)
    case end

    package var position: ReportPosition {
      switch self {
      case .head: ReportPosition(trace: "", index: -1)
      case .session(let session): session.position
      case .remark(.unread(let entry)): ReportPosition(trace: entry.trace, index: .max)
      case .remark(.empty(let trace)): ReportPosition(trace: trace, index: 0)
      case .remark(.duplicate(let session)): ReportPosition(trace: session.trace, index: session.index)
      case .end: ReportPosition(trace: "", index: .max)
      }
    }
  }

  package mutating func take(_ bytes: [UInt8]) throws(ReportError) -> Entry {
    line += 1
    guard !isOver else { throw malformed("Something follows the summary. Give every report as a file of its own.") }
    guard bytes.count <= JSONFields.longestLine else {
      throw malformed("The line has \(bytes.count) bytes, more than any that is written.")
    }
    let fields = try JSONFields(bytes, line: line)
    guard head != nil else {
      let head = try Self.head(fields)
      self.head = head
      shards = head.provenance?.shards
      return .head(head)
    }
    if let summary = fields.optional("summary") {
      try end(summary, fields)
      return .end
    }
    lines += 1
    if shards?.indices.count == 1 { digest.combine(bytes + [UInt8(ascii: "\n")]) }
    let entry = try entry(fields)
    if let last, last >= entry.position {
      throw malformed("The lines are not in order: this one belongs before the last. Write the report anew.")
    }
    last = entry.position
    return entry
  }

  private func malformed(_ what: String) -> ReportError { ReportError(.malformed, line: line, what) }

  private static func head(_ fields: JSONFields) throws(ReportError) -> ReportHead {
    let schema = try fields["schema"].text
    guard schema == "\(ReportHead.schema)" else {
      throw ReportError(
        .otherVersion, line: fields.line,
        "This is no report of this version: its schema is \"\(printable(schema))\", not \(ReportHead.schema). "
          + "Write it with this version of the tool, with --format ndjson.")
    }
    return try ReportHead.read(fields)
  }

  private mutating func entry(_ fields: JSONFields) throws(ReportError) -> Entry {
    if let entry = fields.optional("unread") { return .remark(.unread(try NotJudged.read(entry))) }
    if let input = fields.optional("input") { return .remark(.empty(trace: try input.text)) }
    if let session = fields.optional("twin") { return .remark(.duplicate(try DuplicateReport.read(session))) }
    sessions += 1
    return .session(try SessionReport.read(fields))
  }

  private mutating func end(_ summary: JSONFields, _ fields: JSONFields) throws(ReportError) {
    let counted = (try Int.read(try summary["sessions"]), try Int.read(try fields["lines"]))
    guard counted == (sessions, lines) else {
      throw ReportError(
        .cutShort, line: line,
        "The summary counts \(counted.1) lines, and there are \(lines): some are missing. Write the report anew.")
    }
    if let entries = fields.optional("blame") { blame = try [BlameEntry].read(entries) }
    if let shards {
      guard let text = try fields.optional("shards")?.text, let known = Shards(text), known.indices == shards.indices,
        known.count == shards.count
      else { throw fields.mistake("The summary does not say which parts these are") }
      guard shards.indices.count > 1 || known == shards.withDigest(Fingerprint(rawValue: digest.value).description)
      else { throw malformed("The digest is not that of the lines, which were changed. Write the report anew.") }
      self.shards = known
    }
    isOver = true
  }

  /// Says that there is no further line.
  package func finish() throws(ReportError) {
    guard !isOver else { return }
    throw ReportError(
      .cutShort,
      line == 0
        ? "The report is empty: whoever wrote it was stopped. Write it anew."
        : "The report ends without its summary, behind line \(line): whoever wrote it was stopped. Write it anew.")
  }
}
