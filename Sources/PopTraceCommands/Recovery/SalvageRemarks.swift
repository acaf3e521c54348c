#if Tool
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// What could not be saved, in words.
struct SalvageRemarks {
  let salvage: TraceSalvage

  /// What there is to say beside losses.
  var remarks: [String] {
    var remarks = salvage.remarks.map(\.message)
    if salvage.duplicates > 0 {
      remarks.append("\(counted(salvage.duplicates, "chunk")) that stood there already left out")
    }
    if salvage.misplaced > 0 { remarks.append("\(counted(salvage.misplaced, "chunk")) in another order put back") }
    for entry in salvage.damage { remarks.append("\(words(entry)) Nothing is lost with that.") }
    return remarks
  }

  /// What is lost.
  var losses: [String] {
    salvage.losses.map { loss in
      switch loss {
      case .bytes(let damage): words(damage)
      case .chunks(let chunks, let sessions):
        Self.missing("chunk", chunks) + (sessions > 0 ? ", and \(counted(sessions, "whole session")) with them" : "")
          + "."
      case .events(let session, let sequences, let after, let before, let tick):
        "\(Self.title(session)): \(Self.missing("event", sequences)), "
          + (after.map { "between \(Self.time($0, tick)) and \(Self.time(before, tick)) ms" }
            ?? "before \(Self.time(before, tick)) ms") + "."
      case .end(let session, let from, let after, let tick):
        "\(Self.title(session)): everything from event \(from) on is missing, after \(Self.time(after, tick)) ms."
      }
    }
  }

  private func words(_ damage: TraceDamage) -> String {
    let text = printable(Self.withoutAdvice(damage.error.description))
    guard !damage.bytes.isEmpty else { return text }
    return text + " Bytes \(damage.bytes.lowerBound) to \(damage.bytes.upperBound - 1) are left out."
  }

  private static func title(_ session: String) -> String {
    session.isEmpty ? "a session without a name" : "session \(printable(session))"
  }

  private static func missing(_ what: String, _ range: Range<Int>) -> String {
    range.count == 1
      ? "\(what) \(range.lowerBound) is missing" : "\(what)s \(range.lowerBound) to \(range.upperBound - 1) are missing"
  }

  private static func time(_ time: Ticks, _ tick: TickLength) -> String { Milliseconds(time, of: tick).grouped }

  /// What is wrong, without the advice to use the command that is saying it.
  private static func withoutAdvice(_ text: String) -> String {
    var text = text
    if let advice = text.ranges(of: ", or save what is whole with 'poptrace recover'").first {
      text.removeSubrange(advice)
    }
    return text
  }
}
#endif
