/// A fenced `console` block of a Markdown file: commands after `$ `, each with the output it is said to have.
struct ConsoleBlock {
  /// A command and its output.
  struct Step {
    var command: String
    var output: String
  }

  /// The place of the line after the opening fence.
  var start: Int
  /// The place of the closing fence.
  var end: Int
  var steps: [Step]

  /// Finds the blocks of a text.
  static func blocks(in lines: [String]) -> [ConsoleBlock] {
    var blocks: [ConsoleBlock] = []
    var open: ConsoleBlock?
    for (place, line) in lines.enumerated() {
      if var block = open {
        if line == "```" {
          block.end = place
          blocks.append(block)
          open = nil
        } else if line.hasPrefix("$ ") {
          open?.steps.append(Step(command: String(line.dropFirst(2)), output: ""))
        } else if let last = block.steps.indices.last {
          block.steps[last].output += line + "\n"
          open = block
        }
      } else if line == "```console" {
        open = ConsoleBlock(start: place + 1, end: place, steps: [])
      }
    }
    return blocks
  }

  /// The block as lines, fences left out.
  var lines: [String] {
    steps.flatMap { step in
      ["$ " + step.command]
        + step.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    }
  }
}
