import PopupScheduling

// How a run answers what the recording does not (CausalReplay, *Continuations*).

extension Run {
  /// What comes of something the recording does not answer, counted from the bound it gives; the bound plus one tick at the earliest.
  ///
  /// - Parameters:
  ///   - known: The bound.
  ///   - assumed: What the median run assumes.
  func answer(
    to question: Question, about popup: PopupID, beyond known: Ticks, assuming assumed: Ticks
  ) -> UnknownAnswer {
    switch options.continuation {
    case .median: .after(assumed)
    case .atOnce: .after(Ticks(1))
    case .never: .never
    case .drawn(let draw):
      question.answer(
        session.plan.draws.entry(draw, of: question, about: session.plan.number(of: popup)), session.plan.tick)
    case .modelled(let draw): modelledAnswer(draw, to: question, about: popup, beyond: known)
    }
  }

  /// What the users of the app do who have waited for so long; where that is not known, what the fixed table says.
  private func modelledAnswer(
    _ draw: Int, to question: Question, about popup: PopupID, beyond known: Ticks
  ) -> UnknownAnswer {
    let place = session.plan.draws.place(draw, of: question, about: session.plan.number(of: popup))
    guard let curve = options.reactions?.curve(question, about: popup) else {
      return question.answer(Int(place >> 28), session.plan.tick)
    }
    let bound = session.plan.tick.microseconds(known) / 1000
    guard let length = curve.length(at: place, beyond: bound) else { return .never }
    return .after(max(Ticks(1), session.plan.tick.ticks(ceilingMilliseconds: length) - known))
  }

  /// Whether what is assumed is one of several ways in which the session might have gone on.
  var isMedian: Bool { options.continuation == .median }

  /// How much sooner than recorded an act comes that may have waited for a lock in the recording.
  ///
  /// - Parameter held: For how long it may have waited.
  func advance(of popup: PopupID, heldFor held: Ticks) -> Ticks {
    guard held > .zero, !isMedian else { return .zero }
    if case .modelled(let draw) = options.continuation {
      // When in that time they wanted it nobody knows; any instant of it is as good as another.
      let place = session.plan.draws.place(draw, of: .dwell, about: session.plan.number(of: popup))
      return Ticks(Int64(clamping: held.rawValue.magnitude.multipliedFullWidth(by: UInt64(place) << 32).high))
    }
    switch answer(to: .dwell, about: popup, beyond: .zero, assuming: held) {
    case .after(let wait): return max(.zero, held - wait)
    case .failure, .never: return .zero
    }
  }

  /// How long the user takes to begin a visit once the popup has gone that kept it.
  ///
  /// - Parameter most: How long users of the app take at most.
  func delay(ofVisit visit: Int32, atMost most: Ticks) -> Ticks {
    switch options.continuation {
    case .atOnce: .zero
    case .never: most
    case .median: Ticks(most.rawValue / 2)
    case .drawn(let draw), .modelled(let draw): part(ofVisit: visit, draw, of: most)
    }
  }

  /// How much later than recorded an act comes whose user takes a while to see the popup; negative for sooner.
  func lateness(of item: Int32) -> Ticks {
    switch options.continuation {
    case .median: .zero
    case .atOnce: Ticks(-reaction.rawValue)
    case .never: reaction
    case .drawn(let draw), .modelled(let draw): part(ofVisit: item, draw, of: reaction + reaction) - reaction
    }
  }

  /// So much of a length as a draw takes for a visit.
  private func part(ofVisit visit: Int32, _ draw: Int, of length: Ticks) -> Ticks {
    // Visits are drawn apart from popups, whose numbers are not negative.
    let number = -2 - Int64(session.plan.events[Int(session.plan.items[Int(visit)].index)].sequence)
    let place = session.plan.draws.place(draw, of: .dwell, about: number)
    return Ticks(Int64(clamping: length.rawValue.magnitude.multipliedFullWidth(by: UInt64(place) << 32).high))
  }

  /// How much sooner than recorded a visit comes that may have waited for a popup in the recording.
  ///
  /// - Parameter kept: For how long it may have waited.
  func advance(ofVisit visit: Int32, keptFor kept: Ticks) -> Ticks {
    // Visits are drawn apart from popups, whose numbers are not negative.
    let number = -2 - Int64(session.plan.events[Int(session.plan.items[Int(visit)].index)].sequence)
    switch options.continuation {
    case .median, .never: return .zero
    case .atOnce: return kept - Ticks(1)
    case .drawn(let draw):
      let entry = session.plan.draws.entry(draw, of: .dwell, about: number)
      guard case .after(let wait) = Question.dwell.answer(entry, session.plan.tick) else { return .zero }
      return max(.zero, kept - wait)
    case .modelled(let draw): return part(ofVisit: visit, draw, of: kept)
    }
  }
}
