import Foundation

/// One Python for all tests, which imports each package once: a script and its arguments go in as a line of JSON, and what came of it comes
/// out as one. Every script has variables of its own.
struct PythonInterpreter: ~Copyable {
  /// It ended without an answer, or is not there.
  struct NoAnswer: Error {}

  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()

  private static let program = """
    import contextlib, io, json, os, sys, traceback
    lines, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    for line in lines:
        script, *arguments = json.loads(line)
        sys.argv = ["-c"] + arguments
        output, errors, status = io.StringIO(newline=""), io.StringIO(), 0
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                exec(compile(script, "script", "exec"), {"__name__": "__main__"})
            except SystemExit as end:
                status = 0 if end.code is None else 1
                print(end.code or "", end="", file=sys.stderr)
            except BaseException:
                traceback.print_exc()
                status = 1
        print(json.dumps({"status": status, "output": output.getvalue(), "errors": errors.getvalue()}), file=answers, flush=True)
    """

  init(tool: String) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool, "-c", Self.program]
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  /// Runs a script.
  func run(_ script: String, _ arguments: [String]) throws -> Python.Result {
    guard process.isRunning else { throw NoAnswer() }
    let request = try JSONEncoder().encode([script] + arguments)
    try requests.fileHandleForWriting.write(contentsOf: request + [0x0A])
    var answer = Data()
    while answer.last != 0x0A {
      let bytes = answers.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw NoAnswer() }
      answer += bytes
    }
    return try JSONDecoder().decode(Python.Result.self, from: answer)
  }
}
