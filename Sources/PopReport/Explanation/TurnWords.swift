import PopTrace
import PopupScheduling

/// Says in a few words what began a turn.
struct TurnWords {
  private let words: EventDescriber

  init(_ words: EventDescriber) { self.words = words }

  func text(of event: Event, in run: Session) -> String {
    switch event.kind {
    case .pageWillAppear: "\(words.page(event.page)) comes"
    case .pageDidAppear: "\(words.page(event.page)) is there"
    case .pageWillDisappear: "\(words.page(event.page)) goes"
    case .pageDidDisappear: "\(words.page(event.page)) is gone"
    case .pageRemoved: "\(words.page(event.page)) removed"
    case .popupSubmitted: "\(words.popup(event.popup)) submitted"
    case .popupDismissed: "\(words.popup(event.popup)) dismissed by \(event.act.wireName)"
    case .popupWithdrawn: "\(words.popup(event.popup)) withdrawn"
    case .popupViewLost: "\(words.popup(event.popup)) lost its view"
    case .animationFinished: "\(words.popup(event.popup)) has finished its animation"
    case .contentLoaded: "the content of \(words.popup(event.popup)) is there"
    case .contentFailed: "the content of \(words.popup(event.popup)) failed"
    case .appSignedOut: "the user signed out"
    case .appSignedIn: "a user signed in"
    case .appBackground: "the app goes to the background"
    case .appForeground: "the app is back"
    case .scrollBegan: "the user begins to scroll"
    case .scrollEnded: "the user has scrolled"
    case .editBegan: "the user begins to type"
    case .editEnded: "the user has typed"
    case .schedulerSuspended: "the scheduler is suspended"
    case .schedulerResumed: "the scheduler is resumed"
    case .timerFired: "a timer fired"
    default:
      ([event.kind.wireName] + [words.detail(of: event, in: run.log)]).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}
