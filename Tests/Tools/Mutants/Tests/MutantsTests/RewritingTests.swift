import Testing

@testable import Mutants

@Suite("Switches in a file")
struct RewritingTests {
  private static let source = """
    /// Says more.
    func f(a: Int, é: Int) -> Bool {
      if a < é, a
        == 4
      {
        log("é")
      }
      state.isOpen = false
      return a > -1
    }

    """

  private func mutants(_ places: [String]) -> [Mutant] {
    let all = Candidate.all(in: Self.source, path: "Sources/M/F.swift")
    return places.enumerated().compactMap { number, what in
      all.first { "\($0.before) \($0.what)" == what }.map { Mutant(number + 1, Scope.all[0], $0) }
    }
  }

  @Test("each stands around its code, which is otherwise as it was")
  func text() {
    let chosen = mutants([
      "a < é < becomes <=", "log(\"é\") removed", "state.isOpen = false removed", "-1 -1 becomes 0",
    ])
    #expect(chosen.count == 4)
    #expect(
      RewrittenFile(Self.source, chosen).text == """
        /// Says more.
        func f(a: Int, é: Int) -> Bool {
          if (isBrokenOnPurpose(1) ? (a <= é) : (a < é)), a
            == 4
          {
            if !isBrokenOnPurpose(2) { log("é") }
          }
          if !isBrokenOnPurpose(3) { state.isOpen = false }
          return a > (isBrokenOnPurpose(4) ? (0) : (-1))
        }

        """)
  }

  @Test("without any the file is what it was")
  func unchanged() {
    #expect(RewrittenFile(Self.source, []).text == Self.source)
  }

  @Test("an error of the compiler is about those of its line, else of its function, else of its file")
  func suspects() {
    let source = "func f() {\n  if g(\n    a)\n  {\n    x = nil\n    h()\n  }\n}\n\nfunc k() {}\n"
    let all = Candidate.all(in: source, path: "Sources/M/F.swift")
    let chosen = all.filter { $0.what == "negated" || $0.kind == .reset }
    let file = RewrittenFile(source, chosen.enumerated().map { Mutant($0.offset + 1, Scope.all[0], $0.element) })
    // The condition, of two lines, now stands there twice.
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = (lines.firstIndex { $0.contains("isBrokenOnPurpose(2)") } ?? -1) + 1
    #expect(line == 6)
    #expect(file.suspects(line: line) == [2])
    #expect((2...4).map(file.suspects) == [[1], [1], [1]])
    #expect(file.suspects(line: 7) == [1, 2])
    #expect(file.suspects(line: 11) == [1, 2])
  }

  @Test("an error is read from the compiler's line")
  func errors() {
    let error = Builder.CompileError("/t/Sources/M/A+B.swift:12:7: error: no: 'x'", tree: "/t/")
    #expect(error?.path == "Sources/M/A+B.swift")
    #expect(error?.line == 12)
    #expect(error?.message == "no: 'x'")
    #expect(Builder.CompileError("/t/Sources/M/A.swift:12:7: warning: no", tree: "/t/") == nil)
    #expect(Builder.CompileError("error: fatalError", tree: "/t/") == nil)
  }
}
