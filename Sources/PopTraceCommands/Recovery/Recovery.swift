#if Tool
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// Saves what is whole in some inputs, in one file.
struct Recovery {
  let inputs: InputList
  let quiet: Bool
  let context: ToolContext

  /// Saves what is whole in the inputs.
  ///
  /// - Throws: A ``CommandFailure`` where there is nothing to save in any of them, or where the output cannot be written.
  mutating func run(_ paths: [String], to output: String) throws(CommandFailure) -> ExitStatus {
    try inputs.refuse(output: output)
    var twins = SessionTwins()
    var (status, failure) = (ExitStatus.fine, CommandFailure?.none)
    var salvages: [SalvagedInput] = []
    for path in paths {
      do throws(CommandFailure) {
        var salvage = try open(path)
        try salvage.each { session throws(CommandFailure) in twins.meet(session) }
        salvages.append(salvage)
      } catch {
        guard error.input == path else { throw error }
        failure = failure ?? error
        // The one that there is, is said by the caller.
        if paths.count > 1 { context.complain(error.line) }
        status = status.combined(with: error.isOfNothing ? .incomplete : .failed)
      }
    }
    guard !salvages.isEmpty else {
      throw failure.map { paths.count > 1 ? .nothingSaved : $0 } ?? .nothingSaved
    }
    try compare(&salvages, &twins)
    var copy = SessionCopy(to: try SessionFile(output, from: inputs), in: context, isQuiet: quiet)
    for index in salvages.indices {
      try save(&salvages[index], &twins, &copy)
      if salvages[index].hasLost { status = status.combined(with: .incomplete) }
    }
    guard copy.sessions > 0 else {
      // A launch that was killed before its first event left no session.
      context.remark(
        "\(paths.map { printable(PathText.shown($0)) }.joined(separator: ", ")): no session is in it", isQuiet: quiet)
      _ = try copy.end(.failed, path: output)
      return status
    }
    let ended = try copy.end(.fine, path: output)
    let count = "\(counted(copy.sessions, "session")), \(counted(copy.events, "event"))"
    context.remark("\(printable(PathText.shown(output))): \(count) recovered", isQuiet: quiet)
    return status.combined(with: ended)
  }

  private func open(_ path: String) throws(CommandFailure) -> SalvagedInput {
    if let failure = inputs.failure(of: path) { throw failure }
    let salvage = try SalvagedInput(path, of: inputs)
    guard !salvage.isEmpty else { throw CommandFailure(CommandFailure.nothingWhole, input: path) }
    return salvage
  }

  /// Looks a second time at the sessions whose names are there more than once.
  private func compare(_ salvages: inout [SalvagedInput], _ twins: inout SessionTwins) throws(CommandFailure) {
    guard twins.areThere else { return }
    for index in salvages.indices {
      try salvages[index].each { session throws(CommandFailure) in twins.compare(session) }
    }
  }

  private func save(
    _ salvage: inout SalvagedInput, _ twins: inout SessionTwins, _ copy: inout SessionCopy
  ) throws(CommandFailure) {
    let name = printable(PathText.shown(salvage.path))
    var left = 0
    try salvage.each { session throws(CommandFailure) in
      guard let rest = twins.withoutTwins(session) else {
        left += 1
        return
      }
      try copy.add(rest)
    }
    let words = salvage.words
    for remark in words.remarks { context.remark("\(name): \(remark)", isQuiet: quiet) }
    if left > 0 {
      let verb = left == 1 ? "is" : "are"
      context.remark("\(name): \(counted(left, "session")) that \(verb) there already \(verb) left out", isQuiet: quiet)
    }
    for loss in words.losses { context.remark("\(name): \(loss)", isQuiet: quiet) }
  }
}

extension CommandFailure {
  static let nothingWhole = "not one whole chunk of a trace is in it"
  fileprivate static var nothingSaved: CommandFailure { CommandFailure("there is nothing to save in what was given") }

  /// Whether an input could be read, and there is nothing in it.
  var isOfNothing: Bool { message == Self.nothingWhole }
}
#endif
