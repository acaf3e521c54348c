import PopTrace
import PopupScheduling

/// Stimuli in some order, possible or not, and what they refer to: what a policy is put through.
struct StimulusScript: Sendable {
  /// A stimulus that begins a turn, and how long after the one before it.
  struct Step: Hashable, Sendable {
    var wait: Ticks
    var stimulus: Event
  }

  /// A stimulus that arrives while a decision is being carried out, the first time there is such a decision.
  struct Answer: Hashable, Sendable {
    var decision: EventKind
    var popup: PopupID
    var stimulus: Event
  }

  var catalog = Catalog()
  var steps: [Step] = []
  var answers: [Answer] = []

  var count: Int { steps.count + answers.count }

  /// The script as the scenario that comes closest to it.
  var session: Session {
    var session = Session()
    session.catalog = catalog
    session.isScenario = true
    var time = Ticks.zero
    for step in steps {
      time += step.wait
      var stimulus = step.stimulus
      stimulus.time = time
      add(stimulus, to: &session)
    }
    for answer in answers {
      var pattern = Event(answer.decision)
      pattern.popup = answer.popup
      session.anchors[session.log.events.count] = Anchor(
        pattern: pattern, fields: answer.popup.isNone ? [] : [.popup])
      add(answer.stimulus, to: &session)
    }
    return session
  }

  private func add(_ stimulus: Event, to session: inout Session) {
    var stimulus = stimulus
    stimulus.sequence = Int32(session.log.events.count)
    session.log.events.append(stimulus)
  }
}

/// Answers the decisions that a script says are answered, once each.
final class ScriptedAnswers: SchedulerEnvironment {
  private var rest: [StimulusScript.Answer]

  init(_ answers: [StimulusScript.Answer]) { rest = answers }

  /// Others that have the same still to answer.
  func copy() -> ScriptedAnswers { ScriptedAnswers(rest) }

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    guard let place = rest.firstIndex(where: { $0.decision == decision.kind && $0.popup == decision.popup }) else {
      return
    }
    reentrant.append(rest.remove(at: place).stimulus)
  }
}
