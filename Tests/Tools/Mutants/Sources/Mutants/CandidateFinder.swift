import SwiftOperators
import SwiftParser
import SwiftSyntax

extension Candidate {
  /// Everything in a file that can be broken, in the order of the file.
  ///
  /// ```swift
  /// let candidates = Candidate.all(in: "func f() { if a < b { c() } }", path: "Sources/M/F.swift")
  /// ```
  public static func all(in source: String, path: String) -> [Candidate] {
    let parsed = Parser.parse(source: source)
    // An operator of one's own is left where it is.
    let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    let finder = CandidateFinder(path, source, SourceLocationConverter(fileName: path, tree: tree))
    finder.walk(tree)
    var found = finder.found.sorted {
      ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound)
    }
    var counts: [String: Int] = [:]
    for index in found.indices {
      let count = counts[found[index].id, default: 0] + 1
      counts[found[index].id] = count
      found[index].ordinal = count
    }
    return found
  }
}

/// Walks through a file.
private final class CandidateFinder: SyntaxVisitor {
  private let path: String
  private let sourceLines: [Substring]
  private let converter: SourceLocationConverter
  private(set) var found: [Candidate] = []

  /// Traps state our own bugs, and are for no input.
  private static let traps: Set<String> = [
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
  ]
  /// Texts for people.
  private static let texts: Set<String> = ["description", "debugDescription", "message"]

  private static let moved = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let turned = [
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
  ]

  init(_ path: String, _ source: String, _ converter: SourceLocationConverter) {
    self.path = path
    sourceLines = source.split(separator: "\n", omittingEmptySubsequences: false)
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  private func add(_ kind: Candidate.Kind, _ node: some SyntaxProtocol, _ what: String, after: String?) {
    let place = SchedulerEnvironment(of: Syntax(node))
    let bytes = node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    func lines(_ node: some SyntaxProtocol) -> ClosedRange<Int> {
      let first = converter.location(for: node.positionAfterSkippingLeadingTrivia).line
      return first...max(first, converter.location(for: node.endPositionBeforeTrailingTrivia).line)
    }
    let own = lines(node)
    found.append(
      Candidate(
        path: path, function: place.name, kind: kind, what: what, before: node.trimmedDescription, after: after,
        context: sourceLines[own.lowerBound - 1..<own.upperBound].joined(separator: "\n"), bytes: bytes, lines: own,
        functionLines: lines(place.function)))
  }

  // MARK: - What is left out

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionParameterClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureSignatureSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    if names.contains(where: Self.texts.contains) { return .skipChildren }
    // What `begin` sets is read by nobody as it was made.
    return names.contains { node.isSet($0, by: "begin") } ? .skipChildren : .visitChildren
  }

  /// What is equal has the same hash, whatever of it is taken: no test could tell.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.name.text == "hash" && node.signature.parameterClause.parameters.first?.firstName.text == "into"
      ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return .visitChildren
    }
    return Self.traps.contains(name) ? .skipChildren : .visitChildren
  }

  // MARK: - Relations and conditions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
    let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
    for other in [Self.moved[sign], Self.turned[sign]].compactMap({ $0 }) {
      add(.relation, node, "\(sign) becomes \(other)", after: "\(left) \(other) \(right)")
    }
    if sign == "&&" || sign == "||" {
      let other = sign == "&&" ? "||" : "&&"
      // The other binds otherwise: operands in parentheses.
      add(.condition, node, "\(sign) becomes \(other)", after: "(\(left)) \(other) (\(right))")
      negate(node.leftOperand)
      negate(node.rightOperand)
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { negate(condition) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  /// A relation is turned as one, and `while true` is not a condition.
  private func negate(_ condition: ExprSyntax) {
    var plain = condition
    while let tuple = plain.as(TupleExprSyntax.self), tuple.elements.count == 1, let inner = tuple.elements.first {
      plain = inner.expression
    }
    if plain.is(BooleanLiteralExprSyntax.self) { return }
    if let infix = plain.as(InfixOperatorExprSyntax.self),
      let sign = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text, Self.turned[sign] != nil
    {
      return
    }
    add(.condition, condition, "negated", after: "!(\(condition.trimmedDescription))")
  }

  // MARK: - Constants

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let number = Self.number(node.literal.text) else { return .skipChildren }
    if let minus = node.parent?.as(PrefixOperatorExprSyntax.self), minus.operator.text == "-" {
      guard let less = Int(exactly: number) else { return .skipChildren }
      add(.constant, minus, "\(minus.trimmedDescription) becomes \(1 - less)", after: "\(1 - less)")
    } else if number < .max {
      add(.constant, node, "\(node.literal.text) becomes \(number + 1)", after: "\(number + 1)")
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // What it does to memory is no result.
    if node.parent?.as(LabeledExprSyntax.self)?.label?.text == "keepingCapacity" { return .skipChildren }
    let isLoop = node.parent?.is(ConditionElementSyntax.self) ?? false
    // Without `x = false` at all is the same as `x = true`, or nearly: that is a reset.
    let assigned = node.parent?.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self) ?? false
    if isLoop || (assigned && node.literal.text == "false") { return .skipChildren }
    let other = node.literal.text == "true" ? "false" : "true"
    add(.constant, node, "\(node.literal.text) becomes \(other)", after: other)
    return .skipChildren
  }

  private static func number(_ literal: String) -> UInt64? {
    let digits = literal.filter { $0 != "_" }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
      return UInt64(digits.dropFirst(2), radix: radix)
    }
    return UInt64(digits)
  }

  // MARK: - Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    switch node.item {
    case .expr(let expression):
      guard let kind = removal(of: expression), !node.isValue, !node.isLastOfGuard else { break }
      add(kind, expression, "removed", after: nil)
    case .stmt(let statement):
      guard statement.isExit, node.isFollowed else { break }
      add(.statement, statement, "removed", after: nil)
    case .decl: break
    }
    return .visitChildren
  }

  /// What the removal of an expression is; nil where it cannot be removed.
  private func removal(of expression: ExprSyntax) -> Candidate.Kind? {
    let plain = expression.withoutEffects
    if let call = plain.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.lastName
      if name == "init" || name == "reserveCapacity" || Self.traps.contains(name) { return nil }
      return Self.forgetting.contains(name) ? .reset : .statement
    }
    guard let infix = plain.as(InfixOperatorExprSyntax.self) else { return nil }
    if infix.operator.is(AssignmentExprSyntax.self) {
      if infix.isInitializing { return nil }
      return Self.emptyValues.contains(infix.rightOperand.trimmedDescription) ? .reset : .statement
    }
    guard let sign = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
    return sign.hasSuffix("=") && Self.turned[sign] == nil ? .statement : nil
  }

  private static let forgetting: Set<String> = [
    "removeAll", "removeLast", "removeFirst", "remove", "removeValue", "clear", "reset", "forget",
  ]
  private static let emptyValues: Set<String> = ["false", "nil", "[]", "[:]", "0", "-1", ".zero", ".none", "\"\""]
}
