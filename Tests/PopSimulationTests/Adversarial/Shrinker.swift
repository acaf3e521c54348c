import PopSimulation
import PopTrace
import PopupScheduling

/// Makes a script smaller while what is wrong with it stays wrong, and while it stays possible.
struct Shrinker {
  /// Whether a script still shows what is being looked for.
  let fails: (WorldScript) -> Bool

  init(_ fails: @escaping (WorldScript) -> Bool) { self.fails = fails }

  func shrink(_ script: WorldScript) -> WorldScript {
    var script = script
    while true {
      let size = measure(script)
      dropPopups(from: &script)
      dropSteps(from: &script)
      dropPageEvents(from: &script)
      dropReactions(from: &script)
      simplifySpecs(of: &script)
      simplifyTruths(of: &script)
      if measure(script) >= size { return script }
    }
  }

  private func measure(_ script: WorldScript) -> Int { script.steps.count + script.reactions.count }

  private func attempt(_ script: inout WorldScript, _ change: (inout WorldScript) -> Void) {
    var smaller = script
    change(&smaller)
    if PageLaw.whyImpossible(smaller) == nil, fails(smaller) { script = smaller }
  }

  private func dropPopups(from script: inout WorldScript) {
    for popup in script.truths.indices.reversed() {
      attempt(&script) { smaller in
        smaller.steps.removeAll { $0.popup.index == popup }
        smaller.reactions.removeAll { $0.act.popup.index == popup }
      }
    }
  }

  private func dropSteps(from script: inout WorldScript) {
    for index in script.steps.indices.reversed() where !script.steps[index].kind.isAboutPage {
      attempt(&script) { $0.steps.remove(at: index) }
    }
  }

  /// Page events go by the run: a push with its pop, say.
  private func dropPageEvents(from script: inout WorldScript) {
    for length in stride(from: 24, through: 1, by: -1) {
      var first = 0
      while true {
        let indices = script.steps.indices.filter { script.steps[$0].kind.isAboutPage }
        guard first + length <= indices.count else { break }
        let run = Set(indices[first..<first + length])
        let before = indices.count
        attempt(&script) { smaller in
          smaller.steps = smaller.steps.indices.filter { !run.contains($0) }.map { smaller.steps[$0] }
        }
        if script.steps.count(where: { $0.kind.isAboutPage }) == before { first += 1 }
      }
    }
  }

  private func dropReactions(from script: inout WorldScript) {
    for index in script.reactions.indices.reversed() { attempt(&script) { $0.reactions.remove(at: index) } }
  }

  private func simplifySpecs(of script: inout WorldScript) {
    let changes: [(inout PopupSpec) -> Void] = [
      { $0.pages = .none }, { $0.matching = .subclasses }, { $0.instance = .none }, { $0.keepAlive = false },
      { $0.content = .ready }, { $0.condition = true }, { $0.whenBarred = .wait }, { $0.onHigher = .stay },
      { $0.chain = .none }, { $0.key = .none }, { $0.expires = Ticks(-1) }, { $0.autoDismiss = Ticks(-1) },
      { $0.showLength = .zero }, { $0.hideLength = Ticks(-1) }, { $0.needsKeyboard = false }, { $0.object = -1 },
      { $0.next = false }, { $0.user = .none }, { $0.level = 0 }, { $0.kind = .alert },
    ]
    for index in script.catalog.specs.indices {
      for change in changes {
        var spec = script.catalog.specs[index]
        change(&spec)
        guard spec != script.catalog.specs[index] else { continue }
        attempt(&script) { $0.catalog.replace(SpecID(index), with: spec) }
      }
    }
  }

  private func simplifyTruths(of script: inout WorldScript) {
    let changes: [(inout GroundTruth) -> Void] = [
      { $0.dwell = nil }, { $0.secondTapAfter = nil }, { $0.contentFails = false }, { $0.timerLateness = .zero },
      { $0.animationLateness = .zero }, { $0.exitLateness = nil }, { $0.lostAnimation = nil },
      { $0.cutsAnimations = false },
    ]
    for index in script.truths.indices {
      for change in changes {
        var truth = script.truths[index]
        change(&truth)
        guard truth != script.truths[index] else { continue }
        attempt(&script) { $0.truths[index] = truth }
      }
    }
  }
}
