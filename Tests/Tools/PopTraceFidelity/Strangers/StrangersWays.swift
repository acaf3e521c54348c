import PopSimulation
import PopupScheduling

/// How a kind of people use an app: what they do about popups, and what popups do to them.
///
/// Written from how people and apps behave, and not from what a replay takes for granted: what is here knows nothing of replays.
package enum StrangersWays: String, CaseIterable, Sendable {
  /// They answer a popup once they have looked at it for long enough, and go where they want to when they want to.
  case steady
  /// They tap through to a page on two popups in five, which takes its time to come, and go on from there when they are back.
  case tapping
  /// They look up only every 100 to 300 ms, and go nowhere while they see a popup.
  case glancing
  /// They answer each popup faster than the one before.
  case hastening
  /// How long they look at a popup depends on the page it is on.
  case byPage
  /// They have enough after the second popup, and leave the app for a while.
  case leaving
  /// They are quick, and where a button does not react they give up on it.
  case givingUp

  /// How often in a hundred they tap through to a page.
  var tapsThrough: Int { self == .tapping ? 40 : 0 }

  /// How long it is in milliseconds from one time they look up to the next; nil where they look all the time.
  var glances: ClosedRange<Int>? { self == .glancing ? 100...300 : nil }

  /// Whether they go nowhere under a popup.
  var goesNowhereUnderPopups: Bool { self == .glancing }

  /// After how many popups they leave the app; nil where they do not.
  var leavesAfter: Int? { self == .leaving ? 2 : nil }

  /// For how long they have to look at a popup.
  ///
  /// - Parameters:
  ///   - written: For how long most people have to.
  ///   - seen: How many popups they have seen before.
  ///   - page: The class of the page it is on, as a number.
  func patience(_ written: Ticks, seen: Int, on page: Int) -> Ticks {
    let full = written.rawValue
    switch self {
    case .steady, .tapping, .glancing, .leaving: return written
    case .hastening:
      // A tenth less every time, down to a third.
      var rest = full
      for _ in 0..<min(seen, 10) { rest = rest * 9 / 10 }
      return Ticks(max(1, rest))
    case .byPage:
      // Where somebody pays they read twice, in a feed they wave things away.
      let factors: [Int64] = [10, 4, 15, 7, 20, 12, 5, 17]
      return Ticks(max(1, full * factors[page % factors.count] / 10))
    case .givingUp: return Ticks(max(1, full / 4))
    }
  }

  /// For how much longer they leave a popup alone whose button did not react; nil where they try again at once when it does.
  var sulk: Int? { self == .givingUp ? 4_000 : nil }
}
