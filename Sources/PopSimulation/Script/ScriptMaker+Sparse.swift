import PopSystem
import PopupScheduling

// Sessions in which popups are rare.

extension ScriptMaker {
  /// One thing that happens by itself: mostly a visit of a page, and with every so-manieth of these a popup.
  mutating func sparseStep(at time: Ticks, visitsPerPopup: Int) {
    switch random.whole(0...99) {
    case 0..<76:
      let count = script.steps.count
      visit(at: time)
      guard script.steps.count > count else { return }
      visits += 1
      if visits % visitsPerPopup == 0 { submitSomething(at: time + length(400) + skewedLength(median: 700)) }
    case 76..<84: scroll(at: time)
    case 84..<89: type(at: time)
    case 89..<93: leaveApp(at: time)
    case 93..<95: signOut(at: time)
    case 95..<97: suspend(at: time)
    default: withdrawSomething(at: time)
    }
  }

  private mutating func submitSomething(at time: Ticks) {
    switch random.whole(0...99) {
    case 0..<40: submitAlert(at: time)
    case 40..<65: submitCampaign(at: time)
    case 65..<73: submitHUD(at: time)
    case 73..<85: submitMessage(at: time)
    case 85..<92: submitPermission(at: time)
    default: submitConditional(at: time)
    }
  }
}
