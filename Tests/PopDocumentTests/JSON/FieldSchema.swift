import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

@testable import PopDocument

/// Describes values by the tables of their fields, as JSON Schema (draft 2020-12).
final class FieldSchema {
  /// JSON with its keys in an order.
  indirect enum Node {
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([Node])
    case object([(String, Node)])

    static func type(_ name: String) -> Node { .object([("type", .text(name))]) }
    static func pattern(_ pattern: String) -> Node {
      .object([("type", .text("string")), ("pattern", .text(pattern))])
    }
    static func words(_ words: [String]) -> Node { .object([("enum", .list(words.map(Node.text)))]) }
    static func reference(_ name: String) -> Node { .object([("$ref", .text("#/$defs/" + name))]) }
    static func orNull(_ node: Node) -> Node { .object([("anyOf", .list([node, .type("null")]))]) }
    static func array(_ element: Node) -> Node { .object([("type", .text("array")), ("items", element)]) }

    func adding(_ members: [(String, Node)]) -> Node {
      guard case .object(let own) = self else { return self }
      return .object(own + members)
    }

    /// The same with what a file says of its parts: descriptions stand in the file alone.
    func described(by file: Any?) -> Node {
      switch self {
      case .text, .number, .truth: return self
      case .list(let elements):
        let known = file as? [Any] ?? []
        return .list(elements.enumerated().map { $1.described(by: $0 < known.count ? known[$0] : nil) })
      case .object(let members):
        let known = file as? [String: Any] ?? [:]
        let own = members.map { ($0, $1.described(by: known[$0])) }
        guard let text = known["description"] as? String, !members.contains(where: { $0.0 == "description" }) else {
          return .object(own)
        }
        return .object([("description", .text(text))] + own)
      }
    }

    func about(_ text: String) -> Node {
      guard case .object(let own) = self, !text.isEmpty else { return self }
      return .object([("description", .text(text))] + own)
    }
  }

  /// A type that others refer to by a name, and what it is.
  struct Name {
    let type: any FieldValue.Type
    let name: String
    let about: String

    init(_ type: any FieldValue.Type, _ name: String, _ about: String = "") {
      (self.type, self.name, self.about) = (type, name, about)
    }
  }

  private let names: [Name]
  private(set) var definitions: [(String, Node)] = []

  init(_ names: [Name]) { self.names = names }

  /// What a type's values look like: a reference where it has a name.
  func describe(_ type: any FieldValue.Type) -> Node {
    guard let name = names.first(where: { $0.type == type }) else { return plain(type) }
    if !definitions.contains(where: { $0.0 == name.name }) {
      let place = definitions.count
      definitions.append((name.name, .object([])))
      definitions[place].1 = plain(type).about(name.about)
    }
    return .reference(name.name)
  }

  /// The same of a value, for the words of a list are no part of its type.
  fileprivate func describe(value: any FieldValue) -> Node {
    guard let list = value as? ByWord else { return describe(type(of: value)) }
    return object(
      list.members.map { Field(name: $0.name, node: describe(value: $0.value), isRequired: !$0.isOptional) })
  }

  private func plain(_ type: any FieldValue.Type) -> Node {
    switch type {
    case is String.Type: return .type("string")
    case is Int.Type, is Int32.Type: return Node.type("integer").adding([("minimum", .number(0))])
    case is Int64.Type: return .type("integer")
    case is Bool.Type: return .type("boolean")
    case is Milliseconds.Type, is FixedDecimal.Type: return .type("number")
    case is Fingerprint.Type: return .pattern("^[0-9a-f]{16}$")
    case is CalendarDay.Type: return .pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    case is SessionShare.Type: return .pattern("^[0-9]+ of [0-9]+$")
    case is Shards.Type: return .pattern("^[0-9]+(:[0-9a-f]{16})?(,[0-9]+(:[0-9a-f]{16})?)*/[0-9]+$")
    case is ReportProvenance.NamedTexts.Type:
      return .object([("type", .text("object")), ("additionalProperties", .type("string"))])
    case is PopupKind.Type: return .words(PopupKind.allCases.map(\.wireName))
    case is PremisesReport.Type: return premises
    // Lines of their own are no part of the report that a schema describes.
    case is NotJudged.Type: return object(fields(of: NotJudged.self, isWhole: false))
    case let list as any ListValue.Type: return .array(describe(list.element))
    case let word as any FieldWord.Type: return .words(Self.words(word))
    case let value as any Fielded.Type: return object(fields(of: value))
    default: preconditionFailure("no schema of \(type)")
    }
  }

  /// The first premise is described by its table, the others are words for people.
  private var premises: Node {
    let others = object([
      Field(name: "premise", node: .words(["dwells", "unseen"]), isRequired: true),
      Field(name: "holds", node: Self.shaped(.type("string"), .notEmpty), isRequired: true),
    ])
    return .array(.object([("oneOf", .list([describe(VisitsPremise.self), others]))]))
  }

  private static func words(_ type: (some FieldWord).Type) -> [String] { type.allCases.map(\.rawValue) }

  // MARK: - Objects

  struct Field {
    var name: String
    var node: Node
    var isRequired: Bool
  }

  /// The fields of a type; those that only a whole report has may be missing.
  func fields(of type: any Fielded.Type, isWhole: Bool = true) -> [Field] {
    let short = form(type, isWhole: false).fields
    guard isWhole else { return short }
    var all = form(type, isWhole: true).fields
    for index in all.indices where !short.contains(where: { $0.name == all[index].name }) {
      all[index].isRequired = false
    }
    return all
  }

  private func form(_ type: any Fielded.Type, isWhole: Bool) -> SchemaForm {
    var form = SchemaForm(schema: self, isWhole: isWhole)
    func take(_ type: (some Fielded).Type) {
      var value = type.blank
      do { try value.fields(&form) } catch { preconditionFailure("only a reader throws") }
    }
    take(type)
    return form
  }

  func object(_ fields: [Field]) -> Node {
    .object([
      ("type", .text("object")), ("properties", .object(fields.map { ($0.name, $0.node) })),
      ("required", .list(fields.filter(\.isRequired).map { .text($0.name) })), ("additionalProperties", .truth(false)),
    ])
  }

  /// What a shape adds to a description.
  static func shaped(_ node: Node, _ shape: FieldShape) -> Node {
    guard case .object(let members) = node else { return node }
    let isList = members.contains { if case ("type", .text("array")) = $0 { true } else { false } }
    switch shape {
    case .any, .shards: return node
    case .notEmpty: return node.adding([(isList ? "minItems" : "minLength", .number(1))])
    case .positive: return Node.type("integer").adding([("minimum", .number(1))])
    case .atLeastZero: return node.adding([("minimum", .number(0))])
    case .part: return node.adding([("minimum", .number(0)), ("maximum", .number(1))])
    case .fingerprint: return .pattern("^[0-9a-f]{16}$")
    case .ending: return .pattern("^[a-z][a-z-]*(:[a-z][a-z-]*)?$")
    case .digits: return .pattern("^[0-9]+$")
    case .atMost(let most): return node.adding([(isList ? "maxItems" : "maximum", .number(most))])
    }
  }
}

/// Takes the fields of a value for its schema.
private struct SchemaForm: FieldForm {
  let schema: FieldSchema
  let isWhole: Bool
  var isReading: Bool { false }
  var fields: [FieldSchema.Field] = []

  private mutating func add(_ name: StaticString, _ node: FieldSchema.Node, isRequired: Bool) {
    fields.append(FieldSchema.Field(name: "\(name)", node: node, isRequired: isRequired))
  }

  mutating func take<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _ shape: FieldShape
  ) { add(name, FieldSchema.shaped(schema.describe(value: value), shape), isRequired: true) }

  mutating func take<Value: FieldValue>(
    _ name: StaticString, ifAny _: inout Value?, orNull: Bool, _ shape: FieldShape
  ) {
    let node = FieldSchema.shaped(schema.describe(Value.self), shape)
    add(name, orNull ? .orNull(node) : node, isRequired: orNull)
  }

  mutating func take<Value: FieldValue & Equatable>(
    _ name: StaticString, _: inout Value, unless usual: Value, _ shape: FieldShape
  ) {
    var node = FieldSchema.shaped(schema.describe(Value.self), shape)
    if usual is String { node = FieldSchema.shaped(node, .notEmpty) }
    if let truth = usual as? Bool { node = .object([("const", .truth(!truth))]) }
    add(name, node, isRequired: false)
  }

  mutating func constant(_ name: StaticString, _ value: StaticString) {
    add(name, .object([("const", .text("\(value)"))]), isRequired: true)
  }

  mutating func rows<Value: FieldValue>(_ name: StaticString, _: [Value]) {
    add(name, schema.describe([Value].self), isRequired: true)
  }
}

private protocol ListValue { static var element: any FieldValue.Type { get } }

extension Array: ListValue where Element: FieldValue {
  fileprivate static var element: any FieldValue.Type { Element.self }
}

// MARK: - As text

extension FieldSchema.Node {
  /// On one line where that is short enough, else a member a line.
  func text(indent: Int = 0, before: Int = 0) -> String {
    let line = self.line
    if indent + before + line.count <= 140 { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .text, .number, .truth: return line
    case .list(let elements):
      return "[\n" + elements.map { inner + $0.text(indent: indent + 2) }.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members):
      let lines = members.map { key, value in
        let name = "\"\(key)\": "
        return inner + name + value.text(indent: indent + 2, before: name.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    }
  }

  private var line: String {
    switch self {
    case .text(let text):
      var json = JSONWriter()
      json.value(text)
      return String(decoding: json.bytes, as: UTF8.self)
    case .number(let number): return String(number)
    case .truth(let truth): return String(truth)
    case .list(let elements): return "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members): return "{" + members.map { "\"\($0.0)\": \($0.1.line)" }.joined(separator: ", ") + "}"
    }
  }
}
