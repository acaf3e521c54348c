import PopSimulation
import PopTrace
import PopupScheduling

/// What UIKit can do with pages, told apart from what it cannot: stricter than `app-misuse`, which gives apps the benefit of the doubt.
struct PageLaw {
  private enum Life { case away, coming, present, going }

  private let catalog: Catalog
  private var lives: [Life]
  private var isRemoved: [Bool]

  /// Why a script's page events cannot happen in that order; nil where they can.
  static func whyImpossible(_ script: WorldScript) -> String? {
    var law = PageLaw(script.catalog)
    for (index, step) in script.steps.enumerated() where step.kind.isAboutPage {
      if let why = law.take(step) { return "step \(index), page \(step.page.index): \(why)" }
    }
    for page in law.lives.indices where law.lives[page] == .coming || law.lives[page] == .going {
      return "page \(page) is moving at the end"
    }
    return nil
  }

  private init(_ catalog: Catalog) {
    self.catalog = catalog
    lives = Array(repeating: .away, count: catalog.pages.count)
    isRemoved = Array(repeating: false, count: catalog.pages.count)
  }

  private mutating func take(_ step: Event) -> String? {
    let page = step.page.index
    let life = lives[page]
    if isRemoved[page], step.kind != .pageDidDisappear { return "\(step.kind) after its removal" }
    switch step.kind {
    case .pageLoaded: if life != .away { return "loaded and on screen" }
    case .pageWillAppear:
      guard life == .away || life == .going else { return "will appear and is there" }
      lives[page] = .coming
    case .pageDidAppear:
      guard life == .coming || life == .going else { return "did appear without a beginning" }
      lives[page] = .present
      if !isThere(catalog.pages[page].container) { return "did appear in something that is not there" }
      return whyNotOver(page)
    case .pageWillDisappear:
      guard life == .present || life == .coming else { return "will disappear and is not there" }
      lives[page] = .going
    case .pageDidDisappear:
      guard life == .going else { return "did disappear without a beginning" }
      lives[page] = .away
    case .pageRemoved:
      if life == .present || life == .coming { return "removed while on screen" }
      if let child = lives.indices.first(where: { catalog.pages[$0].container.index == page && lives[$0] == .present })
      {
        return "removed while \(child) is there"
      }
      isRemoved[page] = true
    default: break
    }
    return nil
  }

  private func isThere(_ page: PageID) -> Bool { page.isNone || lives[page.index] == .present }

  private func outermost(_ page: Int) -> Int {
    var page = page
    while !catalog.pages[page].container.isNone { page = catalog.pages[page].container.index }
    return page
  }

  /// A page that covers nothing takes the place of what is there.
  private func whyNotOver(_ page: Int) -> String? {
    let spec = catalog.pages[page]
    guard catalog.pages[outermost(page)].presentation == .full || !spec.container.isNone else { return nil }
    for other in lives.indices where other != page && lives[other] == .present {
      let rival = catalog.pages[other]
      guard rival.scene == spec.scene, rival.container == spec.container else { continue }
      if spec.container.isNone, rival.presentation != .full { continue }
      return "did appear while \(other) is in its place"
    }
    return nil
  }
}
