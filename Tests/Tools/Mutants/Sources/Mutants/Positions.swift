import SwiftSyntax

/// The function or property around a place, and its name.
struct SchedulerEnvironment {
  var function: Syntax
  var name: String

  init(of node: Syntax) {
    var function: Syntax?
    var name = ""
    var types: [String] = []
    var place = node.parent
    while let here = place {
      if let type = here.asProtocol((any DeclGroupSyntax).self) {
        if let declared = here.asProtocol((any NamedDeclSyntax).self) {
          types.append(declared.name.text)
        } else if let extended = type.as(ExtensionDeclSyntax.self) {
          types.append(extended.extendedType.trimmedDescription)
        }
      } else if let found = Self.name(of: here) {
        // The outermost: a function within a function has no name of its own.
        (function, name) = (here, found)
      }
      if here.parent == nil, function == nil { function = here }
      place = here.parent
    }
    self.function = function ?? node
    self.name = (types.reversed() + (name.isEmpty ? [] : [name])).joined(separator: ".").filter { !$0.isWhitespace }
    if self.name.isEmpty { self.name = "file" }
  }

  private static func name(of node: Syntax) -> String? {
    func labels(_ parameters: FunctionParameterClauseSyntax) -> String {
      "(" + parameters.parameters.map { "\($0.firstName.text):" }.joined() + ")"
    }
    if let function = node.as(FunctionDeclSyntax.self) {
      return function.name.text + labels(function.signature.parameterClause)
    }
    if let initializer = node.as(InitializerDeclSyntax.self) {
      return "init" + labels(initializer.signature.parameterClause)
    }
    if let script = node.as(SubscriptDeclSyntax.self) { return "subscript" + labels(script.parameterClause) }
    if node.is(DeinitializerDeclSyntax.self) { return "deinit" }
    if let variable = node.as(VariableDeclSyntax.self), let pattern = variable.bindings.first?.pattern {
      return pattern.trimmedDescription
    }
    return nil
  }
}

extension ExprSyntax {
  /// Without `try`, `await` and `unsafe` before it.
  var withoutEffects: ExprSyntax {
    if let inner = self.as(TryExprSyntax.self)?.expression { return inner.withoutEffects }
    if let inner = self.as(AwaitExprSyntax.self)?.expression { return inner.withoutEffects }
    if let inner = self.as(UnsafeExprSyntax.self)?.expression { return inner.withoutEffects }
    return self
  }

  /// The last name of what is called: `removeAll` of `a.b.removeAll`.
  var lastName: String {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }
}

extension StmtSyntax {
  /// Whether it is a `return` without a value, a `continue` or a `break`.
  var isExit: Bool {
    if let exit = self.as(ReturnStmtSyntax.self) { return exit.expression == nil }
    return self.is(ContinueStmtSyntax.self) || self.is(BreakStmtSyntax.self)
  }
}

extension InfixOperatorExprSyntax {
  /// Whether an assignment may be what gives a constant or a property its first value.
  var isInitializing: Bool {
    let name: String
    if let own = leftOperand.as(DeclReferenceExprSyntax.self) {
      name = own.baseName.text
    } else if let member = leftOperand.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "self" {
      name = ""
    } else if leftOperand.is(TupleExprSyntax.self) {
      name = ""
    } else {
      return false
    }
    var place = parent
    while let here = place {
      if here.is(InitializerDeclSyntax.self) { return true }
      if let block = here.as(CodeBlockItemListSyntax.self), block.declaresWithoutValue(name) { return true }
      if here.is(FunctionDeclSyntax.self) { return false }
      place = here.parent
    }
    return false
  }
}

extension VariableDeclSyntax {
  /// Whether this is stored, and a function of that name beside it in its type sets it before anything that could leave the function.
  func isSet(_ property: String, by function: String) -> Bool {
    guard let members = parent?.parent?.as(MemberBlockItemListSyntax.self),
      bindings.allSatisfy({ $0.accessorBlock == nil })
    else { return false }
    return members.contains { member in
      guard let declared = member.decl.as(FunctionDeclSyntax.self), declared.name.text == function else { return false }
      return declared.body?.statements.prefix { !$0.item.is(GuardStmtSyntax.self) }
        .contains { $0.item.assigns(property) } ?? false
    }
  }
}

extension CodeBlockItemSyntax.Item {
  fileprivate func assigns(_ property: String) -> Bool {
    guard case .expr(let expression) = self, let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.operator.is(AssignmentExprSyntax.self)
    else { return false }
    return infix.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text == property
  }
}

extension CodeBlockItemListSyntax {
  /// Whether one of these statements is `let name: Type`, or any such where the name is empty.
  fileprivate func declaresWithoutValue(_ name: String) -> Bool {
    contains { item in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return false }
      return variable.bindings.contains {
        $0.initializer == nil && $0.accessorBlock == nil
          && (name.isEmpty || $0.pattern.trimmedDescription == name)
      }
    }
  }
}

extension CodeBlockItemSyntax {
  private var list: CodeBlockItemListSyntax? { parent?.as(CodeBlockItemListSyntax.self) }
  private var isLast: Bool { list?.last?.id == id }

  /// Whether what it gives may be what a function, a closure or an expression around it gives.
  var isValue: Bool {
    guard let list, list.count == 1, let holder = list.parent else { return false }
    if holder.is(ClosureExprSyntax.self) || holder.is(AccessorBlockSyntax.self) { return true }
    if holder.is(SwitchCaseSyntax.self) {
      // The case, the list of cases, the switch.
      return holder.parent?.parent.map { $0.isUsed } ?? false
    }
    guard let around = holder.parent else { return false }
    if let function = around.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    if let accessor = around.as(AccessorDeclSyntax.self) { return accessor.accessorSpecifier.text == "get" }
    return around.is(IfExprSyntax.self) && around.isUsed
  }

  /// Whether the body of a `guard` ends here, which has to leave.
  var isLastOfGuard: Bool { isLast && list?.parent?.parent?.is(GuardStmtSyntax.self) ?? false }

  /// Whether something would come about that does not, were this `return`, `continue` or `break` not there.
  var isFollowed: Bool {
    guard case .stmt(let exit) = item, !isLastOfGuard else { return false }
    let label = exit.as(BreakStmtSyntax.self)?.label ?? exit.as(ContinueStmtSyntax.self)?.label
    if label != nil { return true }
    var place = self
    while place.isLast, let holder = place.list?.parent {
      let around = holder.is(SwitchCaseSyntax.self) ? holder.parent?.parent : holder.parent
      guard var around else { return true }
      if around.is(ForStmtSyntax.self) || around.is(WhileStmtSyntax.self) || around.is(RepeatStmtSyntax.self) {
        return !exit.is(ContinueStmtSyntax.self)
      }
      if around.is(SwitchExprSyntax.self), exit.is(BreakStmtSyntax.self) { return false }
      guard around.is(IfExprSyntax.self) || around.is(SwitchExprSyntax.self) else {
        // A function ends here, or something that is left otherwise.
        return around.is(DoStmtSyntax.self) || around.is(DeferStmtSyntax.self) || around.is(CatchClauseSyntax.self)
      }
      while let chain = around.parent?.as(IfExprSyntax.self) { around = Syntax(chain) }
      guard let outer = around.parent?.as(ExpressionStmtSyntax.self)?.parent?.as(CodeBlockItemSyntax.self) else {
        return true
      }
      place = outer
    }
    return true
  }
}

extension Syntax {
  /// Whether an `if` or a `switch` gives a value that is used.
  fileprivate var isUsed: Bool {
    var place = self
    while let chain = place.parent?.as(IfExprSyntax.self) { place = Syntax(chain) }
    if let statement = place.parent?.as(ExpressionStmtSyntax.self) {
      return statement.parent?.as(CodeBlockItemSyntax.self)?.isValue ?? false
    }
    return place.parent?.as(CodeBlockItemSyntax.self)?.isValue ?? true
  }
}
