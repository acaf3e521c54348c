import PopupScheduling

/// Makes a script smaller while what is wrong with it stays wrong.
struct ScriptShrinker {
  /// How many scripts are tried at most.
  private static let attempts = 4_000

  /// Whether a script still shows what is being looked for.
  let fails: (StimulusScript) -> Bool

  func shrink(_ script: StimulusScript) -> StimulusScript {
    var script = script
    var left = Self.attempts
    while left > 0 {
      let before = script
      dropAnswers(from: &script, &left)
      dropSteps(from: &script, &left)
      dropWaits(from: &script, &left)
      simplifySpecs(of: &script, &left)
      if script.steps == before.steps, script.answers == before.answers { break }
    }
    return script
  }

  private func attempt(_ script: inout StimulusScript, _ left: inout Int, _ change: (inout StimulusScript) -> Void)
    -> Bool
  {
    guard left > 0 else { return false }
    left -= 1
    var smaller = script
    change(&smaller)
    guard fails(smaller) else { return false }
    script = smaller
    return true
  }

  /// Runs of steps, the longest first.
  private func dropSteps(from script: inout StimulusScript, _ left: inout Int) {
    var length = max(script.steps.count / 2, 1)
    while true {
      var first = 0
      while first < script.steps.count {
        let end = min(first + length, script.steps.count)
        if !attempt(&script, &left, { $0.steps.removeSubrange(first..<end) }) { first += length }
      }
      guard length > 1 else { return }
      length /= 2
    }
  }

  private func dropAnswers(from script: inout StimulusScript, _ left: inout Int) {
    for index in script.answers.indices.reversed() { _ = attempt(&script, &left) { $0.answers.remove(at: index) } }
  }

  private func dropWaits(from script: inout StimulusScript, _ left: inout Int) {
    for index in script.steps.indices where script.steps[index].wait > .zero {
      _ = attempt(&script, &left) { $0.steps[index].wait = .zero }
    }
  }

  /// Popups without any wishes, as far as that goes.
  private func simplifySpecs(of script: inout StimulusScript, _ left: inout Int) {
    let changes: [(inout PopupSpec) -> Void] = [
      { $0.pages = .none }, { $0.instance = .none }, { $0.keepAlive = false }, { $0.content = .ready },
      { $0.condition = true }, { $0.whenBarred = .wait }, { $0.onHigher = .stay }, { $0.chain = .none },
      { $0.key = .none }, { $0.expires = Ticks(-1) }, { $0.autoDismiss = Ticks(-1) }, { $0.showLength = .zero },
      { $0.hideLength = Ticks(-1) }, { $0.object = -1 }, { $0.next = false }, { $0.level = 0 }, { $0.kind = .alert },
    ]
    for index in script.steps.indices where script.steps[index].stimulus.kind == .popupSubmitted {
      for change in changes {
        var spec = script.catalog.spec(script.steps[index].stimulus.spec)
        change(&spec)
        guard spec != script.catalog.spec(script.steps[index].stimulus.spec) else { continue }
        _ = attempt(&script, &left) { $0.steps[index].stimulus.spec = $0.catalog.intern(spec) }
      }
    }
  }
}
