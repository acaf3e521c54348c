import PopReplay

// The counterpart of ``NDJSONReport/begin(_:)``.

extension ReportHead {
  /// Reads the first line of a report.
  ///
  /// - Throws: ``ReportError``, where it is none, or of another version.
  init(_ fields: JSONFields) throws(ReportError) {
    let schema = try fields["schema"].text
    guard schema == JSONReport.schema else {
      throw ReportError(
        .otherVersion, line: fields.line,
        "This is no report of this version: its schema is \"\(printable(schema))\", not \(JSONReport.schema). "
          + "Write it with this version of the tool, with --format ndjson.")
    }
    self.init(
      policy: try fields["policy"].text, baseline: try fields["baseline"].text, purpose: try fields["purpose"].word())
    if let premises = fields.optional("premises") { self.premises = try PremisesReport(premises) }
    if let provenance = fields.optional("provenance") { self.provenance = try ReportProvenance(provenance) }
  }
}

extension PremisesReport {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    guard let visits = try fields.elements.first else { throw fields.mistake("There is no premise here") }
    self.init(visits: try visits["holds"].word(), origin: try visits["by"].word())
    guard let digest = try visits.optional("digest")?.text else { return }
    seen = Seen(
      visits: VisitCounts(seen: try visits["seen"].count, expectedMillionths: try visits["expected"].millionths),
      sessions: try visits["sessions"].count, digest: digest)
  }
}

extension ReportProvenance {
  fileprivate init(_ fields: JSONFields) throws(ReportError) {
    self.init(tool: try fields["tool"].text)
    policyFile = try fields.optional("policyFile")?.text ?? ""
    policyText = try fields.optional("policy")?.text ?? ""
    baselineText = try fields.optional("baseline")?.text ?? ""
    for (name, value) in try fields["options"].members { options.append(Option(name, try value.text)) }
    if let text = try fields.optional("shards")?.text {
      shards = Shards(text)
      if shards == nil { throw fields.mistake("A part is written as 2/4, not \"\(printable(text))\"") }
    }
  }
}
