// Measures what Benchmarks/README.md has budgets for; `make bench` runs it in release mode. Machines are noisy: compare figures of one run.
//
// With a word, only that: `sizes` (and a table of page visits, and a folder to export the sessions to), `recording` (`recording-once` and `facade-once` for a profiler that counts instructions), `replaying` (and a table of page visits), `scale` (and part of a crowd's name), or `reading`, `running`, `auditing` for ever the same loop under a profiler.
// `once STAGE TRACE TIMES` does one stage of the work over a trace, so many times or once, for `valgrind --tool=callgrind`: `read`, `plan`, `identity`, `replay`, `replay-and-audit`, `audit` or `judge`.
// `write FOLDER` (and a table of page visits) writes the traces that replay is measured on.
// `write-short FOLDER COUNT` writes so many short sessions, no two alike, for `.ci/bench --only corpus`.
// `digest 60` prints numbers that stay what they are as long as no run and no verdict changes.

let wanted = CommandLine.arguments.dropFirst().first
switch wanted {
case "reading", "running", "auditing": try ReplayBenchmarks.loop(wanted ?? "")
case "once": try ReplayBenchmarks.once(Array(CommandLine.arguments.dropFirst(2)))
case "digest":
  let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 60
  for line in Digest.lines(sessions: count) { print(line) }
case "write":
  let arguments = Array(CommandLine.arguments.dropFirst(2))
  guard let folder = arguments.first else { fatalError("usage: write FOLDER [VISITS]") }
  try ReplayWorkload.write(to: folder, visits: arguments.dropFirst().first)
case "write-short":
  let arguments = Array(CommandLine.arguments.dropFirst(2))
  guard arguments.count == 2, let count = Int(arguments[1]) else { fatalError("usage: write-short FOLDER COUNT") }
  try ReplayWorkload.writeShort(count, to: arguments[0])
case "recording-once": try RecordBenchmarks.once()
case "facade-once": for measurement in try FacadeBenchmarks.measure(runs: 1) { print(measurement.line) }
default:
  if wanted == nil || wanted == "sizes" {
    print("sizes")
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    for measurement in try SizeBenchmarks.measure(visits: arguments.first, exportTo: arguments.dropFirst().first) {
      print(measurement.line)
    }
  }
  if wanted == nil || wanted == "recording" {
    print("recording")
    for measurement in try RecordBenchmarks.measure() + FacadeBenchmarks.measure() { print(measurement.line) }
  }
  if wanted == nil || wanted == "replaying" {
    print("replaying")
    let visits = wanted == nil ? nil : CommandLine.arguments.dropFirst(2).first
    for measurement in try ReplayBenchmarks.measure(visits: visits) { print(measurement.line) }
  }
  if wanted == nil || wanted == "scale" {
    print("scale: the cost of an event among many, beside that among ten")
    for measurement in ScaleBenchmarks.measure(CommandLine.arguments.dropFirst(2).first ?? "") {
      print(measurement.line)
    }
  }
}
