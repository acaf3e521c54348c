package import PopTrace
import PopupScheduling

/// What a reaction model says of the popups of one session.
package struct SessionReactions: Hashable, Sendable {
  /// What it says of the dwell and of the content of each popup; nil where it says nothing.
  private var dwell: [ReactionCurve?] = []
  private var content: [ReactionCurve?] = []

  /// Looks the popups of a session up.
  package init(_ model: ReactionModel, _ session: Session) {
    for event in session.log.events where event.kind == .popupSubmitted && !event.popup.isNone {
      let index = event.popup.index
      guard index < session.catalog.popupNumbers.count, event.spec.index >= 0,
        event.spec.index < session.catalog.specs.count
      else { continue }
      let spec = session.catalog.spec(event.spec)
      let name = PopupName(session.catalog.names.text(spec.name))
      while dwell.count <= index {
        dwell.append(nil)
        content.append(nil)
      }
      dwell[index] = model.dwell.curve(named: name, spec.kind)
      content[index] = model.content.curve(named: name, spec.kind)
    }
  }

  /// What is known of a question about a popup; nil where nothing is.
  func curve(_ question: Question, about popup: PopupID) -> ReactionCurve? {
    let curves = question == .dwell ? dwell : content
    return popup.index >= 0 && popup.index < curves.count ? curves[popup.index] : nil
  }
}
