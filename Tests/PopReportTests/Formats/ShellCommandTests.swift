import Foundation
import Testing

@testable import PopReport

@Suite("A command to copy")
struct ShellCommandTests {
  @Test("what needs no quotes has none")
  func plain() {
    #expect(
      ShellCommand(["poptrace", "explain", "Fixtures/a-b_1.poptrace", "--popup", "3"]).text
        == "poptrace explain Fixtures/a-b_1.poptrace --popup 3")
  }

  @Test(
    "a shell takes every word for itself", .python("shlex"),
    arguments: ["", "a b", "it's", "$(touch x)", "`x`", "a;b", "*", "\"", "~", "a&b", "#x", "ü", "\\", "!x", "a=b"])
  func quoted(word: String) throws {
    let script =
      "import subprocess, sys; sys.stdout.write(subprocess.run(['sh', '-c', open(sys.argv[1]).read()], capture_output=True, text=True).stdout)"
    let result = try Python.run(script, Array(ShellCommand(["printf", "%s|", word, "end"]).text.utf8))
    #expect(result.output == word + "|end|", "\(result.errors)")
  }

  @Test("what cannot be copied gives no command at all", arguments: ["a\nb", "\u{1b}[31m", "\u{202e}x"])
  func uncopyable(word: String) { #expect(ShellCommand(["poptrace", word]).text == "") }
}
