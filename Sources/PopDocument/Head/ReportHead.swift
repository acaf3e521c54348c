/// What a report is about.
package struct ReportHead: Hashable, Sendable {
  /// The name of the form of one report.
  package static let schema: StaticString = "poptrace.report/1"

  /// The candidate: the policy, or the trace, that was judged.
  package var policy: String
  /// What it was compared with: `recorded`, the name of a policy or trace, or `none`.
  package var reference: String
  package var purpose: Purpose

  /// What a replay takes for granted of users; nil where nothing was replayed.
  package var premises: PremisesReport?

  /// What it was made with, for whoever wants to make it again; nil where that is of no use.
  package var provenance: ReportProvenance?

  /// What was done.
  package enum Purpose: String, FieldWord, Hashable, Sendable {
    /// A policy was replayed.
    case replay
    /// Recordings were checked for giving themselves back.
    case verification
    /// Two traces were compared.
    case comparison
    /// Recordings were looked at by themselves.
    case recording
  }

  package init(policy: String, reference: String, purpose: Purpose = .replay, premises: PremisesReport? = nil) {
    self.policy = policy
    self.reference = reference
    self.purpose = purpose
    self.premises = premises
  }
}

/// What a report was made with, as far as that decides what it says: two that agree in this can be merged.
package struct ReportProvenance: Hashable, Sendable {
  /// The version of the tool.
  package var tool: String
  /// The file the candidate was read from, as the user named it; empty where it is known by name.
  package var policyFile = ""
  /// The candidate's whole configuration, and that of what it was compared with; empty where there is none.
  package var policyText = ""
  package var referenceText = ""
  /// What was asked for beyond that, in a fixed order.
  package var options: [Option] = []
  /// Which parts of the inputs were judged; nil for all of them.
  package var shards: Shards?

  /// An option, named as on the command line, without dashes, with its value as text.
  package struct Option: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(tool: String) { self.tool = tool }
}

extension ReportHead: Fielded {
  package static var blank: Self { Self(policy: "", reference: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", Self.schema)
    try form.field("policy", &policy)
    try form.field("baseline", &reference)
    if form.isWhole { try form.field("purpose", &purpose) }
    try form.field("premises", ifAny: &premises)
    try form.field("provenance", ifAny: &provenance)
  }
}

extension ReportProvenance: Fielded {
  package static var blank: Self { Self(tool: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("tool", &tool, .notEmpty)
    try form.field("policyFile", &policyFile, unless: "")
    try form.field("policy", &policyText, unless: "")
    try form.field("baseline", &referenceText, unless: "")
    var named = NamedTexts(texts: options)
    try form.field("options", &named)
    options = named.texts
    try form.field("shards", ifAny: &shards, .shards)
  }
}

/// Texts under names that the program does not know beforehand.
struct NamedTexts: FieldValue {
  var texts: [ReportProvenance.Option]

  func write(to form: inout FieldWriter) {
    form.json.object { for text in texts { $0.member(named: text.name, text.value) } }
  }

  static func read(_ json: JSONFields) throws(ReportError) -> NamedTexts {
    var texts: [ReportProvenance.Option] = []
    for (name, value) in json.members { texts.append(ReportProvenance.Option(name, try value.text)) }
    return NamedTexts(texts: texts)
  }
}

extension Shards: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(description) }

  package static func read(_ json: JSONFields) throws(ReportError) -> Shards {
    let text = try json.text
    guard let shards = Shards(text) else {
      throw json.mistake("A part is written as 2/4, not \"\(printable(text))\"")
    }
    return shards
  }
}
