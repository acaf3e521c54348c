import PopupScheduling

// How a run answers what the recording does not (CausalReplay, *Continuations*).

extension Run {
  /// What comes of something the recording does not answer, counted from the bound it gives; the bound plus one tick at the earliest.
  ///
  /// - Parameter assumed: What the median run assumes.
  func answer(to question: Question, about popup: PopupID, assuming assumed: Ticks) -> UnknownAnswer {
    switch options.continuation {
    case .median: .after(assumed)
    case .atOnce: .after(Ticks(1))
    case .never: .never
    case .drawn(let draw):
      question.answer(
        session.plan.draws.entry(draw, of: question, about: session.plan.number(of: popup)), session.plan.tick)
    }
  }

  /// Whether what is assumed is one of several ways in which the session might have gone on.
  var isMedian: Bool { options.continuation == .median }

  /// How much sooner than recorded an act comes that may have waited for a lock in the recording.
  ///
  /// - Parameter held: For how long it may have waited.
  func advance(of popup: PopupID, heldFor held: Ticks) -> Ticks {
    guard held > .zero, !isMedian else { return .zero }
    switch answer(to: .dwell, about: popup, assuming: held) {
    case .after(let wait): return max(.zero, held - wait)
    case .failure, .never: return .zero
    }
  }
}
