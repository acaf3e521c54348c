package import PopupScheduling

/// Something the app does by itself when something else happens: once, at the first such moment.
package struct AppReaction: Hashable, Sendable {
  /// What it answers.
  package var trigger: Trigger
  /// What it does.
  package var act: Event

  /// The moments at which an app gets to run its own code.
  package enum Trigger: Hashable, Sendable {
    /// Inside a popup's callback of that name: the act is then re-entrant.
    case callback(String, PopupID)
    /// Inside the delivery of a page's event, as a submission in viewDidAppear: the act follows it at once.
    case page(EventKind, PageID)
  }

  /// Makes a reaction.
  package init(to trigger: Trigger, _ act: Event) {
    self.trigger = trigger
    self.act = act
  }
}
