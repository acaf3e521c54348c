import PopTrace
import PopupScheduling

/// What is different about two sessions, in words; nil where nothing is.
func difference(_ lhs: Session, _ rhs: Session) -> String? {
  if lhs.header != rhs.header { return "header: \(lhs.header) and \(rhs.header)" }
  if let part = difference(lhs.catalog, rhs.catalog) { return part }
  if lhs.isScenario != rhs.isScenario { return "isScenario" }
  if lhs.gaps != rhs.gaps { return "gaps: \(lhs.gaps) and \(rhs.gaps)" }
  if lhs.anchors != rhs.anchors { return "anchors" }
  if lhs.log.events.count != rhs.log.events.count {
    return "\(lhs.log.events.count) events and \(rhs.log.events.count)"
  }
  for (left, right) in zip(lhs.log.events, rhs.log.events)
  where !EventLog.areSame(left, of: lhs.log, right, of: rhs.log) {
    return "event: \(left) and \(right)"
  }
  return nil
}

/// What is different about two catalogs.
func difference(_ lhs: Catalog, _ rhs: Catalog) -> String? {
  if lhs.names.texts != rhs.names.texts { return "names: \(lhs.names.texts) and \(rhs.names.texts)" }
  if lhs.names.members != rhs.names.members || lhs.names.starts != rhs.names.starts { return "lists" }
  if lhs.specs != rhs.specs { return "attributes of popups" }
  if lhs.pages != rhs.pages { return "pages: \(lhs.pages) and \(rhs.pages)" }
  if lhs.pageNumbers != rhs.pageNumbers { return "numbers of pages" }
  if lhs.popupNumbers != rhs.popupNumbers { return "numbers of popups" }
  if lhs.changes != rhs.changes { return "changes" }
  return nil
}

/// All sessions of a file.
func sessions(in bytes: [UInt8]) throws -> [Session] {
  var reader = try TraceReader(bytes)
  var sessions: [Session] = []
  var session = Session()
  while try reader.next(&session) { sessions.append(session) }
  return sessions
}

/// A file of sessions.
func file(of sessions: [Session], _ options: TraceWriter.Options = TraceWriter.Options()) throws -> [UInt8] {
  var writer = TraceWriter(options: options)
  for session in sessions { try writer.append(session) }
  return try writer.finish()
}

/// The first line of text that differs between two sessions' events, where a recording need not have kept what no event speaks of.
func eventDifference(_ lhs: Session, _ rhs: Session) -> String? {
  func lines(_ session: Session) -> [Substring] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return Array(String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst())
  }
  let (left, right) = (lines(lhs), lines(rhs))
  for (left, right) in zip(left, right) where left != right { return "\(left)\nand\n\(right)" }
  return left.count == right.count ? nil : "\(left.count) events and \(right.count)"
}
