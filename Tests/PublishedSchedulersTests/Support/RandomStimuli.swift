import PopupScheduling

/// A small generator whose sequence is the same everywhere.
struct Dice {
  var state: UInt64
  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }
}

/// Stimuli of all kinds in any order, about eight popups and five pages.
struct RandomStimuli {
  static let kinds = EventKind.allCases.filter(\.isStimulus)

  /// Pages of three classes, some of them sheets, some without navigation, one in another's hands.
  static func catalog(_ dice: inout Dice) -> Catalog {
    var catalog = Catalog()
    let classes = ["Home", "Shop", "Base"].map { catalog.names.intern($0) }
    for number in 0..<5 {
      let page = catalog.page(numbered: Int64(number))
      let own = classes[dice.roll(3)]
      catalog.pages[page.index].classes = catalog.names.intern([own, classes[2]])
      if dice.roll(3) == 0 { catalog.pages[page.index].navigation = false }
      catalog.pages[page.index].presentation = PagePresentation.allCases[dice.roll(3)]
      if number > 0, dice.roll(3) == 0 { catalog.pages[page.index].container = PageID(number - 1) }
    }
    for number in 0..<8 { _ = catalog.popup(numbered: Int64(number)) }
    return catalog
  }

  static func stimulus(_ dice: inout Dice, _ catalog: inout Catalog) -> Event {
    var event = Event(kinds[dice.roll(3) == 0 ? dice.roll(kinds.count) : dice.roll(14)])
    let takesPopup = (16..<48).contains(event.kind.rawValue)
    if takesPopup { event.popup = PopupID(dice.roll(8)) }
    if event.kind.rawValue < 16 || dice.roll(4) == 0 { event.page = PageID(dice.roll(5)) }
    if event.kind == .popupDismissed { event.act = DismissalAct.allCases[dice.roll(5)] }
    if event.kind == .popupSubmitted { event.spec = catalog.intern(spec(&dice, &catalog)) }
    if event.kind == .popupChanged {
      event.attributes = 0
      catalog.changes = [PopupChange()]
    }
    if event.kind == .animationFinished {
      event.phase = AnimationPhase.allCases[dice.roll(2)]
      event.generation = Int32(dice.roll(3))
    }
    return event
  }

  private static func spec(_ dice: inout Dice, _ catalog: inout Catalog) -> PopupSpec {
    var spec = PopupSpec(name: catalog.names.intern("p"))
    let classes = ["Home", "Shop", "Base"].map { catalog.names.intern($0) }
    if dice.roll(4) > 0 { spec.pages = catalog.names.intern([classes[dice.roll(3)]]) }
    spec.keepAlive = dice.roll(2) == 0
    spec.level = Int32(dice.roll(5) - 2) * 100
    spec.kind = PopupKind.allCases[dice.roll(9)]
    if dice.roll(4) == 0 { spec.instance = PageID(dice.roll(5)) }
    if dice.roll(4) == 0 { spec.callerPage = PageID(dice.roll(5)) }
    if dice.roll(3) == 0 { spec.object = Int32(dice.roll(2)) }
    if dice.roll(4) == 0 { spec.content = .async }
    if dice.roll(4) == 0 { spec.hideLength = Ticks(200) }
    if dice.roll(4) == 0 { spec.showLength = Ticks(200) }
    return spec
  }
}
