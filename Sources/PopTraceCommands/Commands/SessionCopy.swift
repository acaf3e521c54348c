#if Tool
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// Copies sessions to one file; it stands under its name only if all of them could be read.
struct SessionCopy {
  private var file: SessionFile
  private let context: ToolContext
  private let isQuiet: Bool
  private(set) var sessions = 0
  private(set) var events = 0
  private var skippedEvents = 0
  private var skippedIn = 0

  init(to file: SessionFile, in context: ToolContext, isQuiet: Bool) {
    self.file = file
    self.context = context
    self.isQuiet = isQuiet
  }

  /// Adds a session.
  mutating func add(_ session: Session) throws(CommandFailure) {
    sessions += 1
    events += session.log.events.count
    if session.skippedEvents > 0 {
      skippedEvents += session.skippedEvents
      skippedIn += 1
    }
    do throws(CommandFailure) {
      try file.append(session)
    } catch {
      try file.discard()
      throw error
    }
  }

  /// Ends the file where all could be read, and says what is not in it.
  mutating func end(_ status: ExitStatus, path: String) throws(CommandFailure) -> ExitStatus {
    guard status == .fine else {
      try file.discard()
      return status
    }
    try file.finish()
    guard skippedEvents > 0 else { return .fine }
    context.remark(
      "\(path == "-" ? "standard output" : printable(PathText.shown(path))): \(counted(skippedEvents, "event")) in \(counted(skippedIn, "session")) of kinds that this "
        + "version does not know \(skippedEvents == 1 ? "is" : "are") not in it, only counted; a newer poptrace keeps them",
      isQuiet: isQuiet)
    return .incomplete
  }

  /// Copies all sessions of the inputs.
  static func copy(
    from inputs: InputList, to file: SessionFile, path: String, in context: ToolContext, isQuiet: Bool
  ) throws(CommandFailure) -> ExitStatus {
    var copy = SessionCopy(to: file, in: context, isQuiet: isQuiet)
    let status = try inputs.forEachSession(in: context, isQuiet: isQuiet) { source in
      if let leftOut = source.leftOut { context.remark(leftOut, isQuiet: isQuiet) }
    } _: { origin throws(CommandFailure) in
      try copy.add(origin.session)
    }
    return try copy.end(status, path: path)
  }
}
#endif
