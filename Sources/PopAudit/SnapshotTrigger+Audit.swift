public import PopTrace
import PopupScheduling

extension SnapshotTrigger {
  /// Has a snapshot taken where the audit finds something.
  ///
  /// ```swift
  /// var options = RecorderOptions()
  /// options.snapshots = SnapshotOptions(trigger: .audit())
  /// ```
  ///
  /// What it finds in the last minutes of a session, the audit finds in the snapshot as well.
  ///
  /// - Parameter rules: The rules that count: by default two popups at once, one on a page that is not its own, and one that waits though
  ///   nothing stands in its way.
  public static func audit(
    _ rules: Set<Rule> = [.overlap, .wrongPage, .stuckQueue, .lostKeepalive]
  ) -> SnapshotTrigger {
    SnapshotTrigger("audit: " + rules.map(\.id).sorted().joined(separator: " ")) { session in
      var engine = AuditEngine()
      engine.begin(
        catalog: session.catalog, tick: session.header.tick,
        marksReentrantStimuli: session.header.marksReentrantStimuli)
      engine.take(session.log.events[...])
      // The session goes on, so that its end is not judged.
      engine.closeTurn()
      return engine.findings.filter { rules.contains($0.rule) }.map { finding in
        let popup = finding.popup.isNone ? -1 : session.catalog.popupNumbers[finding.popup.index]
        return Cause(finding.rule.id, at: finding.time, popup: popup)
      }
    }
  }
}
