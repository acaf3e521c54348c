import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The schemas of explanations are made of the tables of fields; run with POPTRACE_RECORD=1 to write them anew")
struct ExplanationSchemaTests {
  private static var names: [FieldSchema.Name] {
    SchemaFile.names + [
      FieldSchema.Name(Explanation.Finding.self, "finding"), FieldSchema.Name(Explanation.Line.self, "line"),
      FieldSchema.Name(Explanation.Story.self, "story"),
      FieldSchema.Name(
        Explanation.Parting.self, "parting",
        "What either run decided first that the other did not; null for the one that was at its end."),
      FieldSchema.Name(Explanation.Change.self, "change"), FieldSchema.Name(Explanation.Similar.self, "similar"),
      FieldSchema.Name(Explanation.Group.self, "group"),
      FieldSchema.Name(
        Explanation.Missed.self, "example", "A popup that never came, and where it is."),
    ]
  }

  @Test("of one popup")
  func one() throws {
    let schema = FieldSchema(Self.names)
    let about =
      "Why one popup was, or was not, shown: what `poptrace explain --format json` writes of a popup of one session. "
      + "Of a name in several sessions it writes poptrace.explanations/1. Sentences are for people, and may be worded anew."
    try SchemaFile(name: "explanation", about: about).compare(schema.fields(of: Explanation.self), schema)
  }

  @Test("of a name")
  func several() throws {
    let schema = FieldSchema(Self.names)
    let about =
      "Where popups of a name never came, by reason: what `poptrace explain --popup NAME --format json` writes of several "
      + "sessions. Of a popup of one session it writes poptrace.explanation/1."
    try SchemaFile(name: "explanations", about: about).compare(schema.fields(of: Explanation.Groups.self), schema)
  }
}
