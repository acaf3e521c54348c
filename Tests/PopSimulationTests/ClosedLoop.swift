import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

@testable import PopSimulation

/// How often a replay foresaw what the same world, run live, really brought.
struct Agreement {
  /// Outcomes by grade, and how many of them were right.
  var said: [Grade: Int] = [:]
  var right: [Grade: Int] = [:]
  /// The first outcomes that were foreseen wrongly though they were not called assumed.
  var mistakes: [String] = []

  /// All outcomes compared.
  var total: Int { said.values.reduce(0, +) }

  mutating func add(_ grade: Grade, isRight: Bool, _ description: () -> String) {
    said[grade, default: 0] += 1
    if isRight { right[grade, default: 0] += 1 }
    if !isRight, grade != .assumed, mistakes.count < 5 { mistakes.append("\(grade) " + description()) }
  }

  static func += (lhs: inout Agreement, rhs: Agreement) {
    for grade in Grade.allCases {
      lhs.said[grade, default: 0] += rhs.said[grade, default: 0]
      lhs.right[grade, default: 0] += rhs.right[grade, default: 0]
    }
    lhs.mistakes += rhs.mistakes
  }

  /// `exact 120 of 120 right, derived …`.
  var summary: String {
    Grade.allCases.map { "\($0.rawValue) \(right[$0, default: 0]) of \(said[$0, default: 0]) right" }.joined(
      separator: ", ")
  }
}

/// A world that is run live under one policy and recorded, the recording replayed under another, and the world run live under that.
struct ClosedLoop {
  var recorded: PolicyConfiguration
  var candidate: PolicyConfiguration
  var flavour: WorldFlavour

  /// Compares what the replay foresaw with what happened, popup by popup.
  func agreement(on script: WorldScript) -> Agreement {
    let recording = LiveWorld(policy: StandardPolicy(recorded), configuration: recorded.text).run(script)
    let truth = LiveWorld(policy: StandardPolicy(candidate)).run(script)
    var truths = OutcomeTracker()
    truths.begin()
    for event in truth.events { truths.take(event) }
    truths.end(at: truth.end)

    var replayer = Replayer(policy: StandardPolicy(candidate))
    replayer.begin(recording, options: ReplayOptions())
    var foreseen = OutcomeTracker()
    foreseen.begin()
    while replayer.nextTurn() {
      for event in replayer.log.events[replayer.turn] { foreseen.take(event) }
    }
    foreseen.end(at: replayer.end)

    var agreement = Agreement()
    for index in 0..<foreseen.popupCount {
      let popup = PopupID(index)
      guard let outcome = foreseen.outcome(of: popup) else { continue }
      let real = truths.outcome(of: popup)
      agreement.add(replayer.grade(of: popup), isRight: real == outcome) {
        "\(script.header.session) popup \(script.catalog.number(of: popup)): foresaw \(outcome), was \(real.map { "\($0)" } ?? "never submitted")"
      }
    }
    return agreement
  }
}
