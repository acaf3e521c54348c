import PopSystem
import PopupScheduling

extension Adversary {
  /// What one adversarial session is fond of, and what it leaves out altogether (swarm testing).
  ///
  /// A world in which everything is likely never gets deep into anything, so every session draws habits of its own.
  /// Source: Groce, Zhang, Eide, Chen and Regehr, "Swarm Testing", ISSTA 2012.
  struct Habits {
    enum Topic: CaseIterable {
      case submit, burst, siege, hud, system
      case page
      case withdraw, dismiss, loseView, update, tap
      case condition, change
      case suspend, clear
      case signOut, background, scroll, type, foreignLock, back, idle
    }

    enum Attribute: CaseIterable {
      case pages, exact, instance, keepAlive, content, condition, barred, requeue, drop, chain, key, expires,
        autoDismiss
      case showAnimation, hideAnimation, needsKeyboard, object, next, user, level, removedInstance, lostAnimation
      case callback, pageReaction
    }

    private var weights: [Topic: Int] = [:]
    private var chances: [Attribute: Int] = [:]
    let gaps: [Int]
    let transitions: [Int]
    let animations: [Int]
    let dwells: [Int]
    let lateness: [Int]
    let length: Int
    let scenes: Int

    init(_ random: inout SeededRandom) {
      for topic in Topic.allCases {
        let draw = random.whole(0...99)
        weights[topic] = draw < 40 ? 0 : draw < 85 ? random.whole(1...4) : random.whole(8...20)
      }
      weights[.submit] = random.whole(4...12)
      if random.percent(85) { weights[.page] = random.whole(4...20) }
      // These stay rare: a clearing or a sign-out leaves no popup that could go wrong, and a siege or a burst is many popups at once.
      for topic in [Topic.clear, .signOut, .siege, .burst] { weights[topic] = min(weights[topic, default: 0], 2) }
      for attribute in Attribute.allCases { chances[attribute] = random.one(of: [0, 0, 10, 25, 60, 90]) }
      if random.percent(70) { chances[.removedInstance] = 0 }
      // In the background no timer reports a lost animation, while the grace that rules allow for it goes on.
      if chances[.lostAnimation, default: 0] > 0 { weights[.background] = 0 }
      gaps = random.one(of: [
        [0, 0, 1, 10, 50, 100], [0, 0, 0, 1, 1], [0, 50, 100, 200, 350, 1_000], [0, 0, 1_000, 3_000],
        [0, 1, 10, 100, 1_000, 10_000], [0, 0, 0, 50, 300, 12_000], [0, 10, 10, 10, 20],
      ])
      transitions = random.one(of: [[0], [0, 0, 350], [350], [10, 50, 100], [0, 1], [500, 3_500]])
      animations = random.one(of: [[50], [10, 100], [200, 250], [1, 1_000], [50, 300, 500]])
      dwells = random.one(of: [
        [1, 10, 50], [100, 300], [1_000, 2_000], [10, 1_000, 9_000], [50, 100, 4_000, 25_000],
      ])
      lateness = random.one(of: [[0], [0, 0, 1], [0, 10, 900]])
      length = random.whole(25...60)
      scenes = random.percent(20) ? 2 : 1
    }

    func topic(_ random: inout SeededRandom) -> Topic {
      var draw = random.whole(0...Topic.allCases.reduce(0) { $0 + weights[$1, default: 0] } - 1)
      for topic in Topic.allCases {
        draw -= weights[topic, default: 0]
        if draw < 0 { return topic }
      }
      return .submit
    }

    func has(_ attribute: Attribute, _ random: inout SeededRandom) -> Bool {
      random.percent(chances[attribute, default: 0])
    }
  }
}
