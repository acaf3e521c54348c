package import PopupScheduling

/// Follows every popup of one run from its submission to its end.
///
/// ```swift
/// var tracker = OutcomeTracker()
/// tracker.begin()
/// for event in session.events { tracker.take(event) }
/// let outcome = tracker.outcome(of: popup)
/// ```
///
/// What a popup is doing when the run ends is its end, in a killed session too.
///
/// The last event that says something about a popup holds: a published scheduler that shows one after its withdrawal has shown it. All of a
/// run is in two flat arrays, which the next session uses again; an event costs O(1).
package struct OutcomeTracker: Sendable {
  var popups: [Progress] = []
  var stays: [StayNode] = []
  /// How many popups have been presented.
  var presented: Int32 = 0

  /// What is known of one popup.
  struct Progress: Sendable {
    var submitted = Ticks.zero
    var spec = SpecID.none
    var firstStay: Int32 = -1
    var lastStay: Int32 = -1
    /// Its index among the first presentations of the run; negative before its own.
    var position: Int32 = -1
    var end = RunEnd(.waiting)
    /// How often it was hidden for a more urgent one.
    var preempted: Int32 = 0
    var isSubmitted = false
    var isUp = false
    var isContentAsked = false

    /// Whether the run knows it at all.
    var isKnown: Bool { isSubmitted || firstStay >= 0 }
  }

  /// One presentation, linked to the next one of the same popup.
  struct StayNode: Hashable, Sendable {
    var from: Ticks
    /// ``Ticks/distantFuture`` while it is up.
    var until = Ticks.distantFuture
    var page: PageID
    var next: Int32 = -1
  }

  /// Makes a tracker of nothing.
  package init() {}

  /// How many popups there may be: one more than the highest index.
  package var popupCount: Int { popups.count }

  /// Begins a run, and keeps the memory of the last one.
  package mutating func begin() {
    popups.removeAll(keepingCapacity: true)
    stays.removeAll(keepingCapacity: true)
    presented = 0
  }

  /// Whether a popup was submitted or shown in the run.
  package func knows(_ popup: PopupID) -> Bool {
    !popup.isNone && popup.index < popups.count && popups[popup.index].isKnown
  }

  /// The attributes of a popup; ``Identifier/none`` where its submission is not known.
  package func spec(of popup: PopupID) -> SpecID {
    popup.isNone || popup.index >= popups.count ? .none : popups[popup.index].spec
  }

  /// How a popup ended; nil where the popup was neither submitted nor shown in the run.
  package func end(of popup: PopupID) -> RunEnd? { knows(popup) ? popups[popup.index].end : nil }

  /// The outcome of a popup; nil where the popup was neither submitted nor shown in the run.
  ///
  /// - Complexity: O(n) in its presentations, with one allocation.
  package func outcome(of popup: PopupID) -> RunOutcome? {
    guard knows(popup) else { return nil }
    let progress = popups[popup.index]
    var outcome = RunOutcome()
    outcome.end = progress.end
    outcome.preempted = Int(progress.preempted)
    if progress.isSubmitted, progress.firstStay >= 0 {
      outcome.waited = stays[Int(progress.firstStay)].from - progress.submitted
    }
    var position = progress.firstStay
    while position >= 0 {
      let node = stays[Int(position)]
      var stay = RunOutcome.Stay(from: node.from, page: node.page)
      if node.until != .distantFuture { stay.until = node.until }
      outcome.shown.append(stay)
      position = node.next
    }
    return outcome
  }
}
