import Testing

@testable import Mutants

/// What can be broken in a source, each as its kind, its code and what was done to it.
private func found(_ source: String) -> [String] {
  Candidate.all(in: source, path: "Sources/M/F.swift").map { "\($0.kind): \($0.before) → \($0.after ?? "nothing")" }
}

/// What can be broken in the body of a function.
private func found(inBody body: String) -> [String] { found("func f(a: Int) {\n\(body)\n}") }

@Suite("What can be broken")
struct CandidateTests {
  @Test(
    "a relation is moved by one, or turned",
    arguments: [
      ("<", ["<=", ">="]), ("<=", ["<", ">"]), (">", [">=", "<="]), (">=", [">", "<"]), ("==", ["!="]),
      ("!=", ["=="]), ("===", ["!=="]), ("!==", ["==="]),
    ])
  func relations(sign: String, others: [String]) {
    #expect(found("let x = a \(sign) b") == others.map { "relation: a \(sign) b → a \($0) b" })
  }

  @Test("a relation reaches as far as its operands do, by the precedence of the operators")
  func precedence() {
    let found = found("let x = a + b < c * d && e")
    #expect(found.contains("relation: a + b < c * d → a + b <= c * d"))
    #expect(found.contains("condition: a + b < c * d && e → (a + b < c * d) || (e)"))
    #expect(found.contains("condition: e → !(e)"))
  }

  @Test("what `begin` sets may be anything before")
  func begun() {
    func constants(_ members: String) -> [String] {
      found("struct S { var a = 0; \(members) }").filter { $0.hasPrefix("constant: 0 → 1") }
    }
    #expect(constants("mutating func begin() { a = b }").isEmpty)
    for other in [
      "", "mutating func end() { a = b }", "mutating func begin() { b = a }",
      "mutating func begin() { if c { a = b } }",
      "mutating func begin() { self = S() }", "mutating func begin() { guard c else { return }; a = b }",
    ] {
      #expect(constants(other).count == 1, "\(other)")
    }
    // What is computed is code like any other.
    #expect(
      found("struct S { var a: Int { 0 }; mutating func begin() { a = b } }").contains { $0.hasPrefix("constant: 0") })
  }

  @Test("a hash may be any")
  func hashes() {
    #expect(found("func hash(into hasher: inout Hasher) { hasher.combine(a + 1) }").isEmpty)
    #expect(!found("func hash(of a: Int) -> Int { mix(a + 1) }").isEmpty)
  }

  @Test(
    "a condition is negated",
    arguments: [
      "if a { }", "guard a else { return }", "while a { }", "repeat { } while a", "let y = a ? b : c",
      "for x in y where a { }", "if let z, a { }", "let y = b || a", "if (a) { }",
    ])
  func conditions(statement: String) {
    #expect(found(inBody: statement).contains { $0 == "condition: a → !(a)" || $0 == "condition: (a) → !((a))" })
  }

  @Test("a relation is not negated too, which would be the same again")
  func once() {
    #expect(found(inBody: "if a == b { }") == ["relation: a == b → a != b"])
    #expect(found(inBody: "if !a { }") == ["condition: !a → !(!a)"])
  }

  @Test(
    "a statement is removed",
    arguments: [
      "g()", "a.g(b)", "a?.g()", "try g()", "unsafe g()", "await g()", "x = y", "x += y", "x &+= y", "_ = g()",
      "a[b] = c",
    ])
  func statements(statement: String) {
    #expect(found(inBody: "\(statement)\nh()").contains("statement: \(statement) → nothing"))
  }

  @Test(
    "what empties or forgets is a reset",
    arguments: [
      "x = false", "x = nil", "x = []", "x = [:]", "x = .zero", "x.removeAll()", "x.removeLast()", "x.y.remove(at: z)",
      "x.forget()",
    ])
  func resets(statement: String) {
    #expect(found(inBody: statement).contains("reset: \(statement) → nothing"))
  }

  @Test(
    "a constant is changed",
    arguments: [
      ("4", "5"), ("-1", "0"), ("-3", "-2"), ("0x0F", "16"), ("1_000", "1001"), ("true", "false"), ("0b11", "4"),
    ])
  func constants(literal: String, other: String) {
    #expect(found("let x = y + \(literal)") == ["constant: \(literal) → \(other)"])
  }

  @Test(
    "none of this is broken",
    arguments: [
      "precondition(a < 1, \"why\")", "assert(a == 1)", "fatalError(\"\\(a < 1)\")", "enum E: Int { case a = 4 }",
      "@available(macOS 12, *) func f() { }", "func f(x: Int = 4) { }", "let x = \"4 \\(a < b)\"",
      "var description: String { a < 4 ? b : c }", "#if os(Linux)\nlet x = 4\n#endif", "#expect(a < 4)",
      "func f() { if #available(macOS 12, *) { } }", "func f() { switch a { case 4: break; case 1...3: break } }",
      "func f() { while true { } }", "let x: InlineArray<4, Int>", "func f<T>(x: T) where T == Int { }",
      "func f() { x.removeAll(keepingCapacity: true) }\n// 4 < 5",
    ].dropLast())
  func nothing(source: String) {
    #expect(found(source).isEmpty, "\(found(source))")
  }

  @Test("whether memory is kept is no result")
  func capacity() {
    #expect(found("func f() {\nx.reserveCapacity(y)\n}").isEmpty)
    #expect(
      found(inBody: "x.removeAll(keepingCapacity: true)") == [
        "reset: x.removeAll(keepingCapacity: true) → nothing"
      ])
  }

  @Test("what gives a first value stays")
  func initializing() {
    #expect(found("struct S { init(y: Int) { x = y\nself.z = y\na.b = y } }") == ["statement: a.b = y → nothing"])
    #expect(found(inBody: "let x: Int\nif let y { x = y } else { x = z }").isEmpty)
    #expect(found(inBody: "let x: Int\nx = y\nw = y") == ["statement: w = y → nothing"])
  }

  @Test(
    "what a function, a closure or an expression gives stays",
    arguments: [
      "func f() -> Int { g() }", "var x: Int { g() }", "var x: Int { get { g() } }", "let x = y.map { g($0) }",
      "let x = switch y { case .a: g()\ndefault: h() }", "let x = if let y { g() } else { h() }",
      "func f() -> Int { switch y { case .a: g()\ndefault: h() } }",
    ])
  func values(source: String) {
    #expect(found(source).isEmpty)
  }

  @Test("a branch of a statement is removed, and the one line of a function without a value")
  func branches() {
    #expect(found("func f() { g() }") == ["statement: g() → nothing"])
    #expect(found("func f() -> Int { if let y { g() }\nreturn x }") == ["statement: g() → nothing"])
    #expect(found("func f() { switch y { case .a: g()\ndefault: break } }") == ["statement: g() → nothing"])
  }

  @Test(
    "a return, continue or break is removed where something else would be done then",
    arguments: [
      ("if let y { return }\ng()", true), ("if let y { return }", false), ("if let y { return } else { h() }", false),
      ("guard let y else { return }\ng()", false), ("for x in y { if let z { continue }\ng() }", true),
      ("for x in y { if let z { continue } }", false), ("for x in y { if let z { return } }", true),
      ("for x in y { if let z { break } }", true), ("switch y { case .a: break\ndefault: g() }", false),
      ("switch y { case .a: return\ndefault: g() }\nh()", true), ("switch y { case .a: return\ndefault: g() }", false),
      ("switch y { case .a:\nif let z { break }\ng()\ndefault: g() }", true),
      ("if let a { g() } else if let b { return }\ng()", true),
    ])
  func exits(body: String, isRemoved: Bool) {
    let exits = found(inBody: body).filter { text in ["return", "continue", "break"].contains { text.contains($0) } }
    #expect(exits.count == (isRemoved ? 1 : 0))
  }

  @Test("a name says the function, and stays where code comes before it")
  func names() {
    let source =
      "extension A.B {\n  struct S {\n    func f(a: Int, _ b: Int) {\n      if a < b { g() }\n    }\n  }\n}\n"
    let first = Candidate.all(in: source, path: "Sources/M/F.swift")
    let second = Candidate.all(in: "let x = 4\n\n" + source, path: "Sources/M/F.swift")
    #expect(first.map(\.function) == [String](repeating: "A.B.S.f(a:_:)", count: 3))
    #expect(first.map(\.id) == second.dropFirst().map(\.id))
    #expect(first.allSatisfy { $0.id.hasPrefix("M/F.swift:A.B.S.f(a:_:):") && !$0.id.contains(" ") })
    #expect(first.map(\.lines) == [4...4, 4...4, 4...4])
    #expect(first.map(\.functionLines) == [3...5, 3...5, 3...5])
  }

  @Test("two that are alike have two names")
  func alike() {
    let found = Candidate.all(in: "func f() {\n  g()\n  g()\n}", path: "Sources/M/F.swift")
    #expect(found.count == 2 && found[1].id == found[0].id + ".2")
  }
}
