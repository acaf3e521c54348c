import PopAudit

/// A report that ``ReportLines`` wrote, read line by line: first the head, then what was judged, last how much that was.
///
/// Everything in it is untrusted. No more than a line is held.
package struct PartialReport {
  package private(set) var head: ReportHead?
  /// Which parts it is about, with their digests; complete at its end. Nil where it is not about parts.
  package private(set) var shards: Shards?
  package private(set) var blame: [BlameEntry] = []
  private var line = 0
  private var lines = 0
  private var sessions = 0
  private var digest = StableHash()
  private var last: ReportPlace?
  private var isOver = false

  package enum Entry {
    case head(ReportHead)
    case session(SessionReport)
    case remark(ReportRemark)
    case end
  }

  package init() {}

  /// Takes the next line, without its line feed.
  package mutating func take(_ bytes: [UInt8]) throws(ReportError) -> Entry {
    line += 1
    guard !isOver else {
      throw ReportError(
        .malformed, line: line, "Something follows the summary. Give every report as a file of its own.")
    }
    guard bytes.count <= JSONFields.longestLine else {
      throw ReportError(.malformed, line: line, "The line has \(bytes.count) bytes, more than any that is written.")
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
    try advance(to: entry.place)
    return entry
  }

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

  private mutating func advance(to place: ReportPlace) throws(ReportError) {
    if let last, last >= place {
      throw ReportError(
        .malformed, line: line, "The lines are not in order: this one belongs before the last. Write the report anew.")
    }
    last = place
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
      else {
        throw ReportError(
          .malformed, line: line, "The digest is not that of the lines, which were changed. Write the report anew.")
      }
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

extension PartialReport.Entry {
  package var place: ReportPlace {
    switch self {
    case .head: ReportPlace(trace: "", index: -1)
    case .session(let session): session.place
    case .remark(.unread(let entry)): ReportPlace(trace: entry.trace, index: .max)
    case .remark(.empty(let trace)): ReportPlace(trace: trace, index: 0)
    case .remark(.duplicate(let session)): ReportPlace(trace: session.trace, index: session.index)
    case .end: ReportPlace(trace: "", index: .max)
    }
  }
}
