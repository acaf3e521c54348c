/// What users read of a rule.
struct RuleDocumentation: Sendable {
  /// How bad a finding of it is.
  var severity: Severity
  /// What it means for a user of the app, in a paragraph.
  var definition: String
  /// A short session, an event a line as in JSON Lines, and in its last line the finding it gives.
  var example: String
}
