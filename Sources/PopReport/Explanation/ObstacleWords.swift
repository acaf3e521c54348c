package import PopAudit
package import PopDocument
import PopTrace
import PopupScheduling

/// Says what keeps popups from being shown.
///
/// The text is not made printable here: the code that prints it does that.
package struct ObstacleWords: Sendable {
  let words: EventDescriber

  package init(_ words: EventDescriber) { self.words = words }

  /// `slot, held by Discard changes? #2`: what a popup waits for, after *waits:*.
  package func wait(for obstacle: Obstacle) -> String {
    switch obstacle.kind {
    case .parked: "page, \(words.page(obstacle.page)), for which it is kept"
    case .page: "page, none that it may be shown on is current"
    case .content: "content, which is not there yet"
    case .condition: "condition, which does not hold"
    case .scrolling: "gate, the user scrolls"
    case .background: "gate, the app is in the background"
    case .typing: "gate, the user types"
    case .suspended: "gate, its scheduler is suspended"
    case .turn: "chain, \(words.popup(obstacle.popup)) comes before it"
    case .chain: "chain, another one goes on" + (obstacle.popup.isNone ? "" : " with \(words.popup(obstacle.popup))")
    case .slot: "slot, held by \(words.popup(obstacle.popup))"
    case .transition: "page, none is current yet"
    }
  }

  /// `the slot is held to the end`: what a popup that was not shown has in common with others; empty for one that was.
  package static func reason(of ending: LifeEnding) -> String {
    switch ending {
    case .shown: ""
    case .notSubmitted: "it is not submitted"
    case .waiting(let kind):
      kind.map { told($0).atTheEnd } ?? "nothing that is known is in its way, and its policy does not show it"
    case .dropped(let reason, let kind):
      "it is dropped (\(reason.wireName))" + (kind.map { " while it waits: \(told($0).noun)" } ?? "")
    }
  }

  /// What was waited for, in a word, and how that was at the end: `the slot`, `the slot is held to the end`.
  static func told(_ kind: Obstacle.Kind) -> (noun: String, atTheEnd: String) {
    switch kind {
    case .parked: ("the page it is kept for", "the page it is kept for does not come back")
    case .page: ("its page", "its page is not current at the end")
    case .content: ("its content", "its content does not come")
    case .condition: ("its condition", "its condition does not hold at the end")
    case .scrolling: ("the end of scrolling", "the user scrolls at the end")
    case .background: ("the app to come back", "the app is in the background at the end")
    case .typing: ("the end of typing", "the user types at the end")
    case .suspended: ("its scheduler to be resumed", "its scheduler is suspended to the end")
    case .turn: ("its turn in its chain", "an earlier member of its chain is not over at the end")
    case .chain: ("another chain", "another chain goes on to the end")
    case .slot: ("the slot", "the slot is held to the end")
    case .transition: ("a page", "no page is current at the end")
    }
  }
}
