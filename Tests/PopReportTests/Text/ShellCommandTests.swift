import Foundation
import Testing

@testable import PopDocument
@testable import PopDocumentTests
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

  @Test(
    "on several lines it is the same command, within the width where options and their values are", .python("shlex"))
  func lines() throws {
    let command = ShellCommand(["printf", "%s|", "a trace", "--session", "monday 1", "--popup", "4", "--policy", "v2"])
    #expect(
      command.lines(width: 36) == [
        #"printf '%s|' 'a trace' \"#, #"--session 'monday 1' --popup 4 \"#, "--policy v2",
      ])
    #expect(command.lines(width: 1000) == [command.text] && ShellCommand([]).lines(width: 80).isEmpty)
    for width in 0...90 {
      let lines = command.lines(width: width)
      if width >= 24 { #expect(lines.allSatisfy { $0.count <= width }, "\(lines)") }
      let script =
        "import subprocess, sys; sys.stdout.write(subprocess.run(['sh', '-c', open(sys.argv[1]).read()], capture_output=True, text=True).stdout)"
      guard width.isMultiple(of: 15) else { continue }
      let result = try Python.run(script, Array(lines.joined(separator: "\n      ").utf8))
      #expect(result.output == "a trace|--session|monday 1|--popup|4|--policy|v2|", "\(result.errors)")
    }
  }

  @Test("what cannot be copied gives no command at all", arguments: ["a\nb", "\u{1b}[31m", "\u{202e}x"])
  func uncopyable(word: String) { #expect(ShellCommand(["poptrace", word]).text == "") }
}
