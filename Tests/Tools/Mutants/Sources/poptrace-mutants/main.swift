import Foundation
import Mutants

let calendar = Calendar(identifier: .gregorian)
let today = calendar.dateComponents([.year, .month, .day], from: Date())
do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments == ["--help"] || arguments == ["-h"] {
    print(Options.usage)
    exit(0)
  }
  let options = try Options(arguments, today: today)
  Tool.endChildrenWithThisProgram()
  let root = URL(filePath: FileManager.default.currentDirectoryPath)
  exit(
    try Tool(options, root: root) { line in
      // At once, for who watches.
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }.run() ? 0 : 2)
} catch let failure as Options.Failure {
  FileHandle.standardError.write(Data("poptrace-mutants: \(failure)\n\n\(Options.usage)\n".utf8))
  exit(64)
} catch {
  FileHandle.standardError.write(Data("poptrace-mutants: \(error)\n".utf8))
  exit(1)
}
